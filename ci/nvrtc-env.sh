# Sourced: puts NVRTC on the loader path, installing it into .venv first where needed, and makes tests require it.
nvrtc_version=13.0.88
nvrtc_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
if ! "$nvrtc_root/.venv/bin/python" -c "import importlib.metadata as m; assert m.version('nvidia-cuda-nvrtc') == '$nvrtc_version'" 2>/dev/null; then
    echo "installing NVRTC $nvrtc_version into $nvrtc_root/.venv"
    python3 -m venv "$nvrtc_root/.venv"
    "$nvrtc_root/.venv/bin/python" -m pip install --quiet --disable-pip-version-check "nvidia-cuda-nvrtc==$nvrtc_version"
fi
nvrtc_library="$(find "$nvrtc_root/.venv/" -name 'libnvrtc.so.13' -print -quit)"
if [[ -z "$nvrtc_library" ]]; then
    echo "no libnvrtc.so.13 in $nvrtc_root/.venv: delete the folder and run this again" >&2
    return 1
fi
LD_LIBRARY_PATH="$(dirname "$nvrtc_library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LD_LIBRARY_PATH
export WHIPPLE_REQUIRE_NVRTC=1
