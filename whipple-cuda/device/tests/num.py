"""Runs the suite on the GPU: compiles num.cu with NVRTC, part by part, and compares the hashes with expected.hpp.

    python3 num.py              on a machine with a GPU
    python3 num.py --compile    only compiles, for a machine without one

The loader must find libnvrtc (and libcuda, to run).
"""

import concurrent.futures
import ctypes
import glob
import pathlib
import re
import sys

MASK = (1 << 64) - 1
PARTS, MOST_ROWS = 18, 128
FOLDER = pathlib.Path(__file__).resolve().parent


def library(*names):
    """The first of these libraries that the loader finds."""
    for pattern in names:
        for name in sorted(glob.glob(pattern)) if "*" in pattern else [pattern]:
            try:
                return ctypes.CDLL(name)
            except OSError:
                pass
    sys.exit(f"cannot load {names[0]}: put its folder on LD_LIBRARY_PATH")


def compile_part(part):
    """The cubin of one part of the suite."""
    nvrtc = library("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda*/lib64/libnvrtc.so*")
    options = ["--gpu-architecture=sm_90", "--std=c++20", "-default-device", "-fmad=false", f"-DSUITE_PART={part}", f"-I{FOLDER}"]
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), (FOLDER / "num.cu").read_bytes(), b"num.cu", 0, None, None)
    arguments = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
    failed = nvrtc.nvrtcCompileProgram(program, len(options), arguments)
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    if failed:
        raise RuntimeError(f"part {part}:\n{log.value.decode()}")
    nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
    cubin = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetCUBIN(program, cubin)
    return cubin.raw


class Gpu:
    """The first GPU, through the driver API."""

    def __init__(self):
        self.cuda = library("libcuda.so.1")
        self.call("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        status = getattr(self.cuda, name)(*arguments)
        if status != 0:
            sys.exit(f"{name}: error {status}")

    def run(self, cubin):
        """The rows that a part wrote: hash of the name to hash of the results."""
        count = MOST_ROWS * 2
        rows = (ctypes.c_uint64 * count)()
        module, function, memory = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
        self.call("cuModuleLoadData", ctypes.byref(module), cubin)
        self.call("cuModuleGetFunction", ctypes.byref(function), module, b"run_suite")
        self.call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(count * 8))
        self.call("cuMemsetD8_v2", memory, 0, ctypes.c_size_t(count * 8))
        parameters = (ctypes.c_void_p * 1)(ctypes.cast(ctypes.byref(memory), ctypes.c_void_p))
        self.call("cuLaunchKernel", function, 1, 1, 1, 1, 1, 1, 0, None, parameters, None)
        self.call("cuCtxSynchronize")
        self.call("cuMemcpyDtoH_v2", rows, memory, ctypes.c_size_t(count * 8))
        self.call("cuMemFree_v2", memory)
        self.call("cuModuleUnload", module)
        return {rows[i]: rows[i + 1] for i in range(0, count, 2) if rows[i] != 0}


def name_hash(name):
    """As `Sink::begin` in num.cu."""
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
        value ^= value >> 29
    return value


def main():
    with concurrent.futures.ProcessPoolExecutor() as pool:
        cubins = list(pool.map(compile_part, range(PARTS)))
    print(f"{PARTS} parts compiled")
    if "--compile" in sys.argv:
        return 0

    text = (FOLDER / "expected.hpp").read_text()
    expected = {name: int(value, 16) for name, value in re.findall(r'\{"([^"]+)", (0x[0-9a-f]+)ull\}', text)}
    gpu, found = Gpu(), {}
    for cubin in cubins:
        found.update(gpu.run(cubin))
    failures = [name for name, value in expected.items() if found.get(name_hash(name)) != value]
    for name in failures:
        print(name, "differs from Rust" if name_hash(name) in found else "is missing")
    print(f"{len(found)} operations,", "FAILED" if failures else "all equal")
    return 1 if failures or len(found) != len(expected) else 0


if __name__ == "__main__":
    sys.exit(main())
