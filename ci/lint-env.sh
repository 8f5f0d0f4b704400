# Sourced: what cargo compiles of the workspace, it compiles with clippy, and where it tests documentation, it also writes it. Warnings are
# errors. So nothing is compiled a second time for lints.
RUSTC_WORKSPACE_WRAPPER="$(command -v clippy-driver)" || {
    echo "clippy-driver is missing: run \`rustup component add clippy\`" >&2
    return 1
}
# As `cargo clippy -- -D warnings` hands it over.
CLIPPY_ARGS="-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__"
RUSTDOC="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/rustdoc.sh"
export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS RUSTDOC
