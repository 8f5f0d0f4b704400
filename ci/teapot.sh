#!/usr/bin/env bash
# The README's main command at a small size: renders the teapot on the CPU and checks the file. The binary is the one that tests use,
# since a release takes minutes to build.
set -euo pipefail
cd "$(dirname "$0")/.."

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cargo build --workspace --example reyes
"${CARGO_TARGET_DIR:-target}/debug/examples/reyes" --device cpu --size 320x180 --out "$folder/reyes.png"

# A PNG of this size: signature, then width and height in the first chunk. A blank image compresses to far less.
header="$(od -An -tx1 -N24 "$folder/reyes.png" | tr -d ' \n')"
if [[ "$header" != 89504e470d0a1a0a0000000d4948445200000140000000b4 ]]; then
    echo "reyes.png is no PNG of 320 x 180: it begins with $header" >&2
    exit 1
fi
bytes="$(wc -c <"$folder/reyes.png")"
if ((bytes < 5000)); then
    echo "reyes.png has $bytes bytes: it must be blank" >&2
    exit 1
fi
echo "the teapot: 320 x 180, $bytes bytes"
