#!/usr/bin/env bash
# The measurements of docs/results.md again, two turns of each, one line for each figure. On a machine with a GPU, in the folder that
# ci/gpu.sh made:
#
#   figures.sh [PATTERN]                those whose name fits: recursion, city, suburb, waiting, reyes, samples, cold
#   figures.sh schedulers|checks|memory these take longer, and are measured only when they are named
#   figures.sh --csv FOLDER [PATTERN]   also writes FOLDER/NAME.csv, which ci/results.py takes over
#   DEVICE=cpu SMALL=1 figures.sh       a trial without a GPU, whose figures mean nothing
set -uo pipefail
folder=
if [[ "${1:-}" == --csv ]]; then
    if [[ -z "${2:-}" ]]; then
        echo "figures.sh --csv needs a folder: figures.sh --csv FOLDER [PATTERN]" >&2
        exit 2
    fi
    mkdir -p "$2" || exit 2
    folder="$(cd "$2" && pwd)"
    shift 2
fi
cd "$(dirname "$0")" || exit 2
[[ -d examples ]] || tar -xzf binaries.tar.gz

only="${1:-*}"
device="${DEVICE:-cuda}"
small="${SMALL:-}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
export WHIPPLE_CACHE="$scratch/cache" CUDA_CACHE_PATH="$scratch/driver-cache"

card="the CPU"
[[ "$device" != cuda ]] || card="$(nvidia-smi --query-gpu=name --format=csv,noheader 2>"$scratch/log" | head -n 1)"
today="$(date +%F)"
failed=0

# keep FILE TURN: rows of a CSV file, of lines `ROW<tab>COLUMN<tab>VALUE` on standard input.
keep() {
    local file="$folder/$1.csv" turn="$2" row column value
    # The first rows of a run replace the file of an earlier one.
    [[ -e "$scratch/$1.begun" ]] || echo "row,column,turn,value,card,date" >"$file"
    touch "$scratch/$1.begun"
    while IFS=$'\t' read -r row column value; do
        printf '"%s","%s",%s,%s,"%s",%s\n' "$row" "$column" "$turn" "$value" "${card:-unknown}" "$today" >>"$file"
    done
}

# cells NAME: the cells in a command's output, `ROW<tab>COLUMN<tab>VALUE`. NAME has the row and the column where the output has not.
cells() {
    local row="${1#* }"
    case "${1%% *}" in
        recursion | schedulers) awk -v OFS='\t' '$4 ~ /^[0-9.]+$/ && $2 != "scheduler" { print $1, $2, $4 }' ;;
        checks) awk -v OFS='\t' -v column="$row" '$4 ~ /^[0-9.]+$/ { print $1, column, $4 }' ;;
        memory) awk -v OFS='\t' -v column="$row" '$4 ~ /^[0-9.]+$/ { print column, $1, $4 }' ;;
        city | suburb) awk -v OFS='\t' '$1 ~ /^[0-9]+$/ && $4 ~ /^[0-9.]+$/ { print $1 ", " $2, $3, $4 }' ;;
        waiting) sed -nE "s/^ *at most ([0-9]+) spawned tasks waited.*/$row\ttasks\t\1/p" ;;
        *) sed -nE "s/^.*warm-up frames: ([0-9.]+) ms.*/${row% *}\t${row##* }\t\1/p" ;;
    esac
}

# figure NAME SECONDS PATTERN COMMAND…: runs a command twice with a time-out, and prints its lines that have the pattern.
figure() {
    local name="$1" limit="$2" pattern="$3" turn
    shift 3
    # shellcheck disable=SC2053 # a pattern on purpose
    [[ "${name%% *}" == $only ]] || return 0
    for turn in 1 2; do
        if timeout --kill-after=10 "$limit" "$@" >"$scratch/log" 2>&1; then
            grep -E "$pattern" "$scratch/log" | sed "s/^ */$name, turn $turn: /"
            [[ -z "$folder" ]] || cells "$name" <"$scratch/log" | keep "${name%% *}" "$turn"
        else
            echo "$name, turn $turn: failed ($?)"
            tail -n 5 "$scratch/log"
            failed=1
        fi
    done
}

# The same for a measurement that is made only when it is named.
named() {
    [[ "$only" != "${1%% *}" ]] || figure "$@"
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
            failed=1
            continue
        }
        echo "$name, turn $turn: first start $first s (at most $bar s), second start $second s"
    done
}

sizes=(--depths 12,16,20,23)
deepest=24
buildings=1,256,512,1024,2048
first=(--size 1920x1080 --frames 100)
frames=(--frames 100 --warmup 10)
several=(--size 800x800 --samples 16 --frames 40 --warmup 10)
waiting=65536
if [[ -n "$small" ]]; then
    sizes=(--quick)
    deepest=9
    buildings=1,4
    first=(--size 80x80 --frames 1)
    frames=(--frames 2 --warmup 1 --size 160x90)
    several=(--size 80x80 --samples 16 --frames 2 --warmup 1)
    waiting=16
fi
schedulers=megakernel,time-sliced,time-sliced-graph
every=all
[[ "$device" == cuda ]] || { schedulers=megakernel every=megakernel; }
tests='^ *(recursion|tree|pipeline|unbalanced|durations)'
synthetic=(examples/synthetic --device "$device")

figure recursion 120 "$tests" "${synthetic[@]}" --schedulers megakernel --tests recursion,tree,pipeline,unbalanced "${sizes[@]}"
named schedulers 900 "$tests" "${synthetic[@]}" --schedulers "$every" "${sizes[@]}"
for checked in "" --unchecked; do
    # shellcheck disable=SC2086 # nothing, or one word
    named "checks ${checked:-checked}" 120 "$tests" \
        "${synthetic[@]}" --schedulers megakernel --tests recursion,tree,pipeline "${sizes[@]}" $checked
done
for bytes in "" 1048576 262144 131072 65536 32768 16384 8192; do
    # shellcheck disable=SC2086 # nothing, or an option and its number
    named "memory ${bytes:-no limit}" 120 "$tests" \
        "${synthetic[@]}" --schedulers megakernel --tests tree --depths "$deepest" --runs 5 ${bytes:+--queue-memory $bytes}
done
figure city 300 '[0-9]' \
    examples/city --device "$device" --measure --buildings "$buildings" --frames 30 --schedulers "$schedulers"
figure suburb 300 '[0-9]' \
    examples/city --device "$device" --measure --rules suburb --buildings "$buildings" --frames 30 --schedulers "$schedulers"
for order in drained inverted; do
    inverted=
    [[ "$order" == drained ]] || inverted=--inverted
    # shellcheck disable=SC2086 # nothing, or one word
    figure "waiting $order" 60 'wait' \
        examples/city --device "$device" --buildings "$waiting" --out none --picture none --queues "$scratch/queues.svg" $inverted
done
for scene in teapot sphere teapots; do
    for scheduler in ${schedulers//,/ }; do
        figure "reyes $scene $scheduler" 60 'median' \
            examples/reyes --device "$device" "${frames[@]}" --scene "$scene" --scheduler "$scheduler" --out "$scratch/frame.png"
    done
done
figure "reyes teapot, one thread a task megakernel" 60 'median' \
    examples/reyes --device "$device" "${frames[@]}" --levels 2 --out "$scratch/frame.png"
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
exit "$failed"
