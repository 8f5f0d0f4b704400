#!/usr/bin/env bash
# The CUDA side without a GPU: installs NVRTC and compiles the device library and programs to cubins.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/nvrtc-env.sh

cargo test -p whipple-cuda
