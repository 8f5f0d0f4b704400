#!/usr/bin/env bash
# The main measurements of README.md, docs/scheduling.md and docs/megakernel.md again, two turns of each, one line for each figure. On a
# machine with a GPU, in the folder that ci/gpu.sh made:
#
#   figures.sh [PATTERN]          those whose name fits: recursion, city, suburb, waiting, reyes, samples, cold
#   DEVICE=cpu SMALL=1 figures.sh a trial without a GPU, whose figures mean nothing
set -uo pipefail
cd "$(dirname "$0")"
[[ -d examples ]] || tar -xzf binaries.tar.gz

only="${1:-*}"
device="${DEVICE:-cuda}"
small="${SMALL:-}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
export WHIPPLE_CACHE="$scratch/cache" CUDA_CACHE_PATH="$scratch/driver-cache"

# figure NAME SECONDS PATTERN COMMAND…: runs a command twice with a time-out, and prints its lines that have the pattern.
figure() {
    local name="$1" limit="$2" pattern="$3" turn
    shift 3
    # shellcheck disable=SC2053 # a pattern on purpose
    [[ "${name%% *}" == $only ]] || return 0
    for turn in 1 2; do
        if timeout --kill-after=10 "$limit" "$@" >"$scratch/log" 2>&1; then
            grep -E "$pattern" "$scratch/log" | sed "s/^ */$name, turn $turn: /"
        else
            echo "$name, turn $turn: failed ($?)"
            tail -n 5 "$scratch/log"
        fi
    done
}

# seconds LIMIT COMMAND…: how long a command takes by the clock, from its start to its end; nothing where it fails.
seconds() {
    local begin="${EPOCHREALTIME/,/.}"
    timeout --kill-after=10 "$@" >"$scratch/log" 2>&1 || return
    awk -v begin="$begin" -v end="${EPOCHREALTIME/,/.}" 'BEGIN {printf "%.2f", end - begin}'
}

# cold NAME BAR COMMAND…: a process that finds no compiled program, and the next one, which does; twice.
cold() {
    local name="cold $1" bar="$2" turn first second
    shift 2
    # shellcheck disable=SC2053 # a pattern on purpose
    [[ cold == $only ]] || return 0
    for turn in 1 2; do
        rm -rf "$WHIPPLE_CACHE" "$CUDA_CACHE_PATH"
        first="$(seconds 300 "$@")" && second="$(seconds 60 "$@")" || {
            echo "$name, turn $turn: failed"
            tail -n 5 "$scratch/log"
            continue
        }
        echo "$name, turn $turn: first start $first s (at most $bar s), second start $second s"
    done
}

sizes=(--depths 12,16,20,23)
buildings=1,256,1024
first=(--size 1920x1080 --frames 100)
frames=(--frames 100 --warmup 10)
several=(--size 800x800 --samples 16 --frames 40 --warmup 10)
waiting=65536
if [[ -n "$small" ]]; then
    sizes=(--quick)
    buildings=1,4
    first=(--size 80x80 --frames 1)
    frames=(--frames 2 --warmup 1 --size 160x90)
    several=(--size 80x80 --samples 16 --frames 2 --warmup 1)
    waiting=16
fi
schedulers=megakernel,time-sliced,time-sliced-graph
[[ "$device" == cuda ]] || schedulers=megakernel

figure recursion 120 '^ *(recursion|tree|pipeline|unbalanced)' \
    examples/synthetic --device "$device" --schedulers megakernel --tests recursion,tree,pipeline,unbalanced "${sizes[@]}"
figure city 120 '[0-9]' \
    examples/city --device "$device" --measure --buildings "$buildings" --frames 30 --schedulers "$schedulers"
figure suburb 120 '[0-9]' \
    examples/city --device "$device" --measure --rules suburb --buildings "$buildings" --frames 30 --schedulers "$schedulers"
for inverted in "" --inverted; do
    # shellcheck disable=SC2086 # nothing, or one word
    figure "waiting $inverted" 60 'wait' \
        examples/city --device "$device" --buildings "$waiting" --out none --picture none --queues "$scratch/queues.svg" $inverted
done
for scene in teapot sphere teapots; do
    for scheduler in ${schedulers//,/ }; do
        figure "reyes $scene $scheduler" 60 'median' \
            examples/reyes --device "$device" "${frames[@]}" --scene "$scene" --scheduler "$scheduler" --out "$scratch/frame.png"
    done
done
figure "reyes teapot of level 2" 60 'median' examples/reyes --device "$device" "${frames[@]}" --levels 2 --out "$scratch/frame.png"
for scene in teapot "teapot --motion 0.5,0,0.15" bubbles grass; do
    for scheduler in ${schedulers//,/ }; do
        # shellcheck disable=SC2086 # a scene and its options
        figure "samples $scene $scheduler" 60 'median' \
            examples/reyes --device "$device" "${several[@]}" --scene $scene --scheduler "$scheduler" --out "$scratch/frame.png"
    done
done

cold teapot 4 examples/reyes --device "$device" "${first[@]}" --out "$scratch/frame.png"
cold bubbles 6 examples/reyes --device "$device" "${several[@]}" --scene bubbles --out "$scratch/frame.png"
cold city 5 examples/city --device "$device" --buildings 16 --out "$scratch/city.glb" --picture "$scratch/city.png"
cold "test example" 2 examples/tree 1 "$scratch/tree.svg" --device "$device"
# Each is one program.
for test in recursion2-fma recursion1-fma tree-6 pipeline-equal-er pipeline-different-er unbalanced durations; do
    cold "test $test" 2 \
        examples/synthetic --device "$device" --schedulers megakernel --tests "$test" --quick --runs 1 --warmup 0
done
cold "32 small procedures" 8 examples/many small --device "$device"
cold "32 procedures of 300 statements" 20 examples/many large --device "$device"
