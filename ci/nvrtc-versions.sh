#!/usr/bin/env bash
# The oldest and the newest NVRTC that is supported: the device library compiles, and no negation is lost (whipple-cuda/tests/negations.rs).
# `ci/nvrtc-versions.sh registers` prints what kernels of the examples use under several versions instead, as a table.
set -euo pipefail
cd "$(dirname "$0")/.."
source ci/nvrtc-env.sh

oldest=12.6.20
newest=13.5.37

# Installs a version of NVRTC below target/, and makes it the one that is found.
use() {
    local folder="target/nvrtc/$1" package=nvidia-cuda-nvrtc
    [[ "$1" == 12.* ]] && package=nvidia-cuda-nvrtc-cu12
    if [[ ! -e "$folder/installed" ]]; then
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target "$folder" "$package==$1"
        touch "$folder/installed"
    fi
    WHIPPLE_NVRTC="$PWD/$(dirname "$(find "$folder" -name 'libnvrtc.so.1?' -print -quit)")"
    export WHIPPLE_NVRTC
}

if [[ "${1:-}" == registers ]]; then
    cargo build --quiet --workspace --example city --example reyes --example synthetic --example registers
    echo '| NVRTC | architecture | program | kernel | registers | bytes spilled |'
    echo '|---|---|---|---|---|---|'
    for version in "$oldest" 13.0.88 13.1.115 "$newest"; do
        use "$version"
        for program in city reyes 'synthetic --tests pipeline'; do
            # shellcheck disable=SC2086 # the options of a program are words
            target/debug/examples/$program --emit-cuda | target/debug/examples/registers sm_90
        done
    done
    exit
fi

for version in "$oldest" "$newest"; do
    use "$version"
    cargo test --workspace --test negations --test headers -- no_negation_is_lost the_library_compiles
done
