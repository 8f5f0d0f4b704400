"""Runs num.cu on the GPU and compares its hashes with expected.hpp. Needs CuPy (for NVRTC and the launch)."""

import pathlib
import re
import sys

import cupy

MASK = (1 << 64) - 1
PARTS, MOST_ROWS = 18, 128


def name_hash(name):
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
        value ^= value >> 29
    return value


folder = pathlib.Path(__file__).resolve().parent
text = (folder / "expected.hpp").read_text()
expected = {name: int(value, 16) for name, value in re.findall(r'\{"([^"]+)", (0x[0-9a-f]+)ull\}', text)}

options = ("--std=c++20", "-default-device", "-fmad=false", f"-I{folder}")
module = cupy.RawModule(code=(folder / "num.cu").read_text(), options=options)
rows = cupy.zeros(PARTS * MOST_ROWS * 2, dtype=cupy.uint64)
module.get_function("run_suite")((PARTS,), (1,), (rows,))
pairs = cupy.asnumpy(rows).reshape(-1, 2)
found = {int(name): int(value) for name, value in pairs if name != 0}

failures = [name for name, value in expected.items() if found.get(name_hash(name)) != value]
for name in failures:
    print(name, "differs from Rust" if name_hash(name) in found else "is missing")
print(len(found), "operations on", cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
sys.exit(bool(failures) or len(found) != len(expected))
