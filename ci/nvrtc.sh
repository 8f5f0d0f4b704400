#!/usr/bin/env bash
# The CUDA side without a GPU: installs NVRTC, compiles the device library header by header, and tests the kernel cache.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/nvrtc-env.sh

# Of the workspace, so that nothing is built as for a package alone.
cargo test --workspace --test headers --test compile --test cache --test negations
