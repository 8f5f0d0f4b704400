#!/usr/bin/env bash
# In place of rustdoc where cargo runs documentation tests: it also writes the documentation, with warnings as errors. `cargo doc` would
# check all that the workspace depends on once more.
set -euo pipefail

rest=() tested=false
for ((i = 1; i <= $#; i++)); do
    case "${!i}" in
    --test) tested=true ;;
    --test-run-directory | --test-runtool | --test-runtool-arg | --test-args) ((++i)) ;;
    *) rest+=("${!i}") ;;
    esac
done
if "$tested"; then
    rustdoc "${rest[@]}" -D warnings --out-dir "${CARGO_TARGET_DIR:-target}/doc"
fi
exec rustdoc "$@"
