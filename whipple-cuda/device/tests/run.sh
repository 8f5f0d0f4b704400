#!/usr/bin/env bash
# Tests the device library's numbers and memory on the host: needs g++ 12 or newer, nothing else.
#
#     tests/run.sh              compare with tests/expected.hpp
#     tests/run.sh --generate   first let Rust write tests/expected.hpp anew
set -euo pipefail
cd "$(dirname "$0")"

if [[ "${1:-}" == --generate ]]; then
    cargo run --release --quiet --manifest-path generator/Cargo.toml > expected.hpp
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for checks in 0 1; do
    g++ -std=c++20 -O1 -ffp-contract=off -Wall -Wextra -DWHIPPLE_OVERFLOW_CHECKS=$checks -o "$work/num" num.cpp
    echo "overflow checks: $checks"
    "$work/num"
done
