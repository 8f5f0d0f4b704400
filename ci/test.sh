#!/usr/bin/env bash
# The README's test command. Tests that need NVRTC or a GPU say so where they find none.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo test --workspace
