#!/usr/bin/env bash
# Runs everything in its folder on a machine with a GPU: tests one at a time or several processes at once, examples with timings, and on
# request compute-sanitizer. What the emulated device runs needs no GPU and is left out. Prints a table at the end; whole logs go to the folder LOGS
# (default: logs beside this file).
#
#   run.sh [--sanitize] [--only PATTERN] [--jobs N]
set -uo pipefail
cd "$(dirname "$0")"
[[ -d tests ]] || tar -xzf binaries.tar.gz

sanitize=false
only='*'
jobs=1
while (($#)); do
    case "$1" in
    --sanitize) sanitize=true ;;
    --only)
        only="${2:?--only needs a pattern}"
        shift
        ;;
    --jobs)
        jobs="${2:?--jobs needs a number}"
        shift
        ;;
    *)
        echo "run.sh [--sanitize] [--only PATTERN] [--jobs N]: what is $1?" >&2
        exit 2
        ;;
    esac
    shift
done

[[ "$jobs" =~ ^[1-9][0-9]*$ ]] || {
    echo "run.sh: --jobs needs a number from 1 on, not $jobs" >&2
    exit 2
}

logs="${LOGS:-$PWD/logs}"
mkdir -p "$logs"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
export WHIPPLE_CACHE="$scratch/cache" WHIPPLE_REQUIRE_GPU=1 WHIPPLE_REQUIRE_NVRTC=1 RUST_BACKTRACE=1
# Without a compiler there is no emulated device.
export WHIPPLE_CXX="${WHIPPLE_CXX:-/nonexistent/g++}"
table=()
failures=0

# NVRTC where the loader does not see it: beside nvcc, or in the Python that is on the path.
if [[ -z "${WHIPPLE_NVRTC:-}" ]]; then
    if nvcc="$(command -v nvcc)"; then
        export CUDA_PATH="${CUDA_PATH:-$(dirname "$(dirname "$(readlink -f "$nvcc")")")}"
    fi
    if environment="$(python3 -c 'import sys; print(sys.prefix)' 2>/dev/null)"; then
        export VIRTUAL_ENV="${VIRTUAL_ENV:-$environment}"
    fi
fi

# step NAME SECONDS COMMAND…: runs a command with a time-out and adds a line to the table.
step() {
    local name="$1" limit="$2" begin status outcome
    shift 2
    # shellcheck disable=SC2053 # a pattern on purpose
    [[ "$name" == $only ]] || return 0
    echo "== $name"
    begin="$(date +%s.%N)"
    timeout --kill-after=10 "$limit" "$@" >"$logs/$name.log" 2>&1
    status=$?
    case "$status" in
    0) outcome=ok ;;
    124 | 137) outcome="timed out after $limit s" ;;
    *) outcome="failed ($status)" ;;
    esac
    ((status == 0)) || {
        failures=$((failures + 1))
        tail -n 60 "$logs/$name.log"
    }
    table+=("$(printf '%-36s %8.1f s  %-24s %s' "$name" "$(echo "$(date +%s.%N) $begin" | awk '{print $1 - $2}')" \
        "$outcome" "$(grep -o '[0-9]* passed; [0-9]* failed' "$logs/$name.log" | tail -n 1)")")
}

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader || echo "no nvidia-smi"

# Tests of when things happen have the GPU for themselves.
times_matter() { [[ "$1" == whipple-policies || "$1" == whipple-running ]]; }

if ((jobs > 1)); then
    # Several processes for the tests of a binary, as many at once as was asked for.
    part() {
        local name="$1" number="$2" of="$3" status
        # shellcheck disable=SC2046 # names of tests have no spaces
        timeout --kill-after=10 300 "tests/$name" --test-threads=1 --nocapture --exact \
            $(tests_of "tests/$name" | awk "NR % $of == $number") >"$logs/$name.$number.log" 2>&1
        status=$?
        ((status == 0)) || echo "$name, part $number: $status" >>"$logs/failed"
    }
    # One name a line; nothing where the binary does not start.
    tests_of() { timeout 60 "$1" --list --format terse 2>>"$logs/list.log" | sed -n 's/: test$//p'; }
    rm -f "$logs/failed" "$logs/list.log" "$logs"/*.[0-9]*.log
    begin="$SECONDS"
    declare -A counts=()
    for test in tests/*; do
        name="$(basename "$test")"
        # shellcheck disable=SC2053 # a pattern on purpose
        [[ "$name" == $only ]] && ! times_matter "$name" || continue
        count="$(tests_of "$test" | wc -l)"
        counts["$name"]="$count"
        ((count > 0)) || echo "$name has no tests, or does not start: see list.log" >>"$logs/failed"
        of=$((count < jobs ? count : jobs))
        for ((number = 0; number < of; number++)); do
            while (($(jobs -rp | wc -l) >= jobs)); do wait -n; done
            part "$name" "$number" "$of" &
        done
    done
    wait
    for test in tests/*; do
        name="$(basename "$test")"
        cat "$logs/$name".[0-9]*.log >"$logs/$name.log" 2>/dev/null || continue
        # The last line of each part: a test may run itself in other processes, which count theirs.
        sums="$(for log in "$logs/$name".[0-9]*.log; do
            grep -oE '[0-9]+ passed; [0-9]+ failed; [0-9]+ ignored' "$log" | tail -n 1
        done |
            awk '{passed += $1; failed += $3; all += $1 + $3 + $5} END {print passed + 0 " passed; " failed + 0 " failed of " all + 0}')"
        table+=("$(printf '%-36s %s' "$name" "$sums")")
        [[ "$sums" == *" of ${counts["$name"]}" ]] || echo "$name has ${counts["$name"]} tests, not as many as ran" >>"$logs/failed"
    done
    if [[ -e "$logs/failed" ]]; then
        while IFS= read -r line; do
            failures=$((failures + 1))
            table+=("$line")
        done <"$logs/failed"
        grep -hE -A 12 "panicked at|FAILED" "$logs"/*.[0-9]*.log | head -n 200
    fi
    table+=("$(printf '%-36s %8.1f s' "$jobs at once" "$((SECONDS - begin))")")
fi
for test in tests/*; do
    name="$(basename "$test")"
    ((jobs == 1)) || times_matter "$name" || continue
    step "$name" 300 "$test" --test-threads=1 --nocapture
done

# The frame that the README names, twice: the second start must take its kernel from the cache.
for start in first second; do
    step "reyes-$start-start" 120 \
        examples/reyes --device cuda --size 1920x1080 --frames 100 --out "$scratch/reyes.png"
    [[ ! -f "$logs/reyes-$start-start.log" ]] || cat "$logs/reyes-$start-start.log"
done

step "city-times" 300 \
    examples/city --device cuda --measure --buildings 1,256,1024 --schedulers megakernel,time-sliced,time-sliced-graph
[[ ! -f "$logs/city-times.log" ]] || cat "$logs/city-times.log"

step "synthetic-quick" 300 examples/synthetic --device cuda --quick --policies all

# What compute-sanitizer looks at: a name, the tools, a command. The tests that are left out misuse the driver on purpose. racecheck does not support
# dynamic parallelism, and ends with an error of its own in graphs with loops (docs/log/110-compute-sanitizer.md).
sanitized() {
    local of=(examples/synthetic --device cuda --quick --runs 1 --warmup 0 --schedulers)
    "$@" driver "memcheck racecheck" tests/whipple-cuda-gpu --test-threads=1 --skip fault --skip too_much --skip does_not --skip more_than_48
    "$@" reyes "memcheck racecheck" examples/reyes --device cuda --size 320x180 --out "$scratch/small.png"
    "$@" bubbles "memcheck racecheck" examples/reyes --device cuda --size 200x150 --samples 16 --scene bubbles --out "$scratch/bubbles.png"
    "$@" city "memcheck racecheck" examples/city --device cuda --buildings 4 --out none --picture none
    for scheduler in megakernel megakernel-global time-sliced; do
        "$@" "$scheduler" "memcheck racecheck" "${of[@]}" "$scheduler"
    done
    # The graph last, where it waits for the others.
    for scheduler in dynamic-parallelism time-sliced-graph; do
        "$@" "$scheduler" memcheck "${of[@]}" "$scheduler"
    done
}

# check NAME TOOLS COMMAND…: a step for each tool, or as many processes at once as was asked for, which leave their lines of the table behind.
check() {
    local name="$1" tools="$2" tool at_once="$jobs"
    shift 2
    # Beside others memcheck loses track of memory in graphs with loops (docs/log/110-compute-sanitizer.md).
    [[ "$name" != time-sliced-graph ]] || at_once=1
    for tool in $tools; do
        # shellcheck disable=SC2053 # a pattern on purpose
        [[ "sanitize-$tool-$name" == $only ]] || continue
        if ((jobs == 1)); then
            step "sanitize-$tool-$name" 600 compute-sanitizer --tool "$tool" --error-exitcode 9 "$@"
        else
            while (($(jobs -rp | wc -l) >= at_once)); do wait -n; done
            echo "== sanitize-$tool-$name"
            (
                table=()
                failures=0
                step "sanitize-$tool-$name" 600 compute-sanitizer --tool "$tool" --error-exitcode 9 "$@" >"$logs/sanitize-$tool-$name.step"
                printf '%s\n' "${table[@]}" >>"$logs/sanitize-$tool-$name.step"
                exit "$failures"
            ) &
            checks+=("$!" "sanitize-$tool-$name")
        fi
    done
}

if "$sanitize"; then
    checks=()
    sanitized check
    for ((i = 0; i < ${#checks[@]}; i += 2)); do
        lines="$logs/${checks[i + 1]}.step"
        wait "${checks[i]}" || {
            failures=$((failures + 1))
            head -n -1 "$lines"
        }
        line="$(tail -n 1 "$lines")"
        [[ -n "$line" ]] || {
            failures=$((failures + 1))
            line="${checks[i + 1]} left nothing behind"
        }
        table+=("$line")
        rm -f "$lines"
    done
fi

echo
printf '%s\n' "${table[@]}"
((failures == 0)) || {
    echo "$failures failed"
    exit 1
}
