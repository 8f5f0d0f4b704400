#!/usr/bin/env bash
# Makes the folder gpu/: test and example binaries, packed, and a runner that unpacks them, for a machine with a GPU and without
# Rust.
#
#   ci/gpu.sh                     on a machine with Rust
#   gpu/run.sh [--sanitize]       on the GPU machine, where gpu/ was copied to
#   gpu/figures.sh [--csv FOLDER]  there, the figures of docs/results.md again
set -euo pipefail
cd "$(dirname "$0")/.."

rm -rf gpu
mkdir -p gpu/tests gpu/examples

# The integration tests that may use a GPU; not those that need rustc or the source tree.
cargo test --release -p whipple -p whipple-cuda --test '*' --no-run --message-format=json >gpu/build.json
python3 - <<'PYTHON'
import json, shutil

NEED_THE_SOURCE_TREE = {"ui", "cuda_source"}
USE_NO_GPU = {"commands", "strict_lints", "random", "emulated", "emulation", "cache", "missing", "headers"}

for line in open("gpu/build.json"):
    message = json.loads(line)
    if message.get("reason") != "compiler-artifact" or not message.get("executable"):
        continue
    target = message["target"]
    if target["kind"] == ["test"] and target["name"] not in NEED_THE_SOURCE_TREE | USE_NO_GPU:
        # Two packages may have tests of one name; the package's folder tells them apart.
        package = message["manifest_path"].split("/")[-2]
        package = package if package.startswith("whipple-") else "whipple"
        shutil.copy(message["executable"], f"gpu/tests/{package}-{target['name']}")
PYTHON
rm gpu/build.json

cargo build --release -p whipple --examples
for main in examples/*/main.rs; do
    name="$(basename "$(dirname "$main")")"
    cp "${CARGO_TARGET_DIR:-target}/release/examples/$name" "gpu/examples/$name"
done
strip gpu/tests/* gpu/examples/*
cp ci/gpu-run.sh gpu/run.sh
cp ci/gpu-figures.sh gpu/figures.sh
chmod +x gpu/run.sh gpu/figures.sh

ls gpu/tests gpu/examples
tar -C gpu -czf gpu/binaries.tar.gz tests examples
rm -r gpu/tests gpu/examples
size="$(du -sm gpu | cut -f1)"
echo "gpu/: $size MiB"
if ((size >= 60)); then
    echo "gpu/ must stay below 60 MiB" >&2
    exit 1
fi
