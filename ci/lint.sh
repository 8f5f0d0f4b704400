#!/usr/bin/env bash
# Formatting, clippy and documentation, with warnings as errors; the tables of docs/results.md equal the CSV files; no file has the marks of
# a merge. With --text only what needs no compilation.
set -euo pipefail
cd "$(dirname "$0")/.."

ci/results.py --check
if git grep -nE '^(<<<<<<<|>>>>>>>) ' -- .; then
    echo "marks of a merge" >&2
    exit 1
fi
cargo fmt --all --check
[[ "${1:-}" != --text ]] || exit 0
cargo clippy --workspace --all-targets -- -D warnings
# Without the emulated device.
cargo clippy -p whipple --lib --no-default-features -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
