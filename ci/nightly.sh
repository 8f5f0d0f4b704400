#!/usr/bin/env bash
# What continuous integration runs, with the whole sizes of randomised and exhaustive tests.
set -euo pipefail
cd "$(dirname "$0")/.."

export WHIPPLE_FULL=1 WHIPPLE_RANDOM_RUNS=600
.ci/run
