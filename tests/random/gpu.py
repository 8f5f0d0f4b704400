"""Random functions on a GPU without Rust: their CUDA texts and plain Rust's results, packed by one machine and compared by another.

    python3 gpu.py pack RESULTS PACK.tar.xz    where tests/random.rs ran: RESULTS is target/tests/random/results
    python3 gpu.py run PACK.tar.xz…            on a machine with a GPU, NVRTC and the compiler; what fails is written to gpu-failures/
    python3 gpu.py compile PACK.tar.xz…        only compiles, for a machine without a GPU
    python3 gpu.py emulate PACK.tar.xz…        the emulated machine instead of a GPU, with g++ 12 or newer
    python3 gpu.py rows RESULTS FAILURE…       where tests/random.rs ran with the pack's seed: the rows of such a file that differ

The compiler is the example `compile` of whipple-cuda, built for release, or what WHIPPLE_COMPILE names.
Each function becomes a kernel of its own, in FloatingPoint::Exact; the results of all rows are compared by their hash, which is why
a pack does not hold what was expected of a row.
"""

import concurrent.futures
import ctypes
import hashlib
import io
import os
import pathlib
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
DEVICE = FOLDER.parent.parent / "whipple-cuda" / "device"
EMULATOR = FOLDER.parent.parent / "whipple-cuda" / "emulator"
sys.path.insert(0, str(DEVICE / "tests"))
from num import Gpu  # noqa: E402

ROWS, ROW_BYTES, HASH_BYTES = 256, 80, 8


def digest(results):
    """The hash of one function's results."""
    return hashlib.blake2b(results, digest_size=HASH_BYTES).digest()


def pack(results, target):
    """Writes the texts of a run, the hashes of plain Rust's results, and the rows."""
    texts = sorted(pathlib.Path(results).glob("*.cu"))
    with tarfile.open(target, "w:xz", preset=6) as out:

        def add(name, data):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))

        add("rows", texts[0].with_suffix(".rows").read_bytes())
        for path in texts:
            text = re.sub(r"(?m)^#line .*\n", "", path.read_text()).replace('#include "kernels.cuh"\n', "")
            rust = path.with_suffix(".rust").read_bytes()
            size = ROWS * 8
            hashes = b"".join(digest(rust[at : at + size]) for at in range(0, len(rust), size))
            add(path.name, text.encode())
            add(path.stem + ".hashes", hashes)


def unpack(paths):
    """The programs of all packs: a name, the text, the hashes; and the rows."""
    programs, rows = [], None
    for path in paths:
        with tarfile.open(path) as file:
            files = {entry.name: file.extractfile(entry).read() for entry in file}
        if rows not in (None, files["rows"]):
            sys.exit(f"{path} was made with another table of inputs")
        rows = files["rows"]
        for name in sorted(files):
            if name.endswith(".cu"):
                stem = name[: -len(".cu")]
                programs.append((f"{pathlib.Path(path).name}:{stem}", files[name].decode(), files[f"{stem}.hashes"]))
    if len(rows) != ROWS * ROW_BYTES:
        sys.exit(f"there are {len(rows)} bytes of rows, not {ROWS} x {ROW_BYTES}")
    return programs, rows


def kernels(text):
    """The kernels of a program's functions, and the functions' names."""
    module = re.search(r"^namespace (\w+::device) \{", text, re.MULTILINE).group(1)
    names = [name for name, _ in re.findall(r"^    (case_\d+) = (\d+),", text, re.MULTILINE)]
    lines = [
        f'extern "C" __global__ void run_{name}(const ::language_::input::Input* rows, whipple::u64* out) {{\n'
        f"    const ::language_::input::Input& it = rows[threadIdx.x];\n"
        f"    out[threadIdx.x] = ::{module}::{name}(it.a, it.b, it.i, it.x, it.p, it.n, it.u, it.k);\n"
        "}\n"
        for name in names
    ]
    return "".join(lines), names


def compile_program(program):
    """The code of a program as a launcher loads it, or what the compiler says."""
    name, text, hashes = program
    code, names = kernels(text)
    if len(names) * HASH_BYTES != len(hashes):
        return name, names, hashes, None, f"{len(names)} functions have {len(hashes)} bytes of hashes"
    done = subprocess.run([compiler(), "sm_90"], input=(text + code).encode(), capture_output=True)
    return name, names, hashes, done.stdout if done.returncode == 0 else None, done.stderr.decode(errors="replace")


def compiler():
    """The program that compiles as a launcher does: whipple-cuda/examples/compile.rs."""
    named = os.environ.get("WHIPPLE_COMPILE", FOLDER.parent.parent / "target" / "release" / "examples" / "compile")
    if not pathlib.Path(named).is_file():
        sys.exit(f"there is no {named}: where Rust is, `cargo build --release -p whipple-cuda --example compile` makes it, and WHIPPLE_COMPILE may name it")
    return str(named)


def emulate_program(program, rows, folder):
    """What differs, or goes wrong, when g++ compiles a program and the emulated machine runs it."""
    name, text, hashes = program
    names = kernels(text)[1]
    base = pathlib.Path(folder) / name.replace(":", "-")
    pathlib.Path(f"{base}.cu").write_text(text + '\n#include "kernels.cuh"\n')
    # As tests/random/package.rs.
    options = ["-std=c++20", "-O1", "-ffp-contract=off", "-fno-thread-jumps", "-Wno-unknown-pragmas", "-DWHIPPLE_BARRIERS=0", f"-I{folder}", f"-I{DEVICE}", f"-I{EMULATOR}/include"]
    sources = [f'-DTEXT="{base}.cu"', str(FOLDER / "emulated.cpp"), f"{folder}/machine.o"]
    for command in (["g++", *options, *sources, "-o", str(base)], [str(base), rows, str(len(names)), "4", f"{base}.emulated"]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            return len(names), [f"{name}: {command[0]} says:\n{done.stderr[:4000]}"]
    results = pathlib.Path(f"{base}.emulated").read_bytes()
    size = ROWS * 8
    got = [results[at : at + size] for at in range(0, len(results), size)]
    if len(got) != len(names) or len(hashes) != len(names) * HASH_BYTES:
        return len(names), [f"{name}: {len(names)} functions have {len(got)} results and {len(hashes)} bytes of hashes"]
    differ = [number for number, words in enumerate(got) if digest(words) != hashes[number * HASH_BYTES :][:HASH_BYTES]]
    said = [f"{name}: {names[number]} differs from plain Rust: {keep(name, names[number], got[number])}" for number in differ]
    return len(names), said


def emulate(paths):
    """Compares all programs on the emulated machine: how many functions or programs fail."""
    programs, rows = unpack(paths)
    begin, functions, said = time.time(), 0, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        os.symlink(DEVICE, f"{folder}/whipple")
        pathlib.Path(f"{folder}/rows").write_bytes(rows)
        machine = ["g++", "-std=c++20", "-O2", f"-I{EMULATOR}/include", "-c", f"{EMULATOR}/machine/machine.cpp", "-o", f"{folder}/machine.o"]
        subprocess.run(machine, check=True)
        for count, failed in pool.map(lambda program: emulate_program(program, f"{folder}/rows", folder), programs):
            functions += count
            said += failed
            print(f"{functions} functions, {len(said)} failures, {time.time() - begin:.1f} s", flush=True)
    print("\n".join(said))
    return len(said)


class Machine(Gpu):
    """A GPU with the rows in its memory."""

    def __init__(self, rows):
        super().__init__()
        self.rows = self.allocate(len(rows))
        self.call("cuMemcpyHtoD_v2", self.rows, rows, ctypes.c_size_t(len(rows)))

    def allocate(self, size):
        memory = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(size))
        return memory

    def evaluate(self, loaded, names):
        """The results of all functions of a program."""
        size = ROWS * 8
        module, out = ctypes.c_void_p(), self.allocate(len(names) * size)
        self.call("cuMemsetD8_v2", out, 0x55, ctypes.c_size_t(len(names) * size))
        self.call("cuModuleLoadData", ctypes.byref(module), loaded)
        for number, name in enumerate(names):
            function, place = ctypes.c_void_p(), ctypes.c_uint64(out.value + number * size)
            self.call("cuModuleGetFunction", ctypes.byref(function), module, f"run_{name}".encode())
            pointers = [ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in (self.rows, place)]
            parameters = (ctypes.c_void_p * 2)(*pointers)
            self.call("cuLaunchKernel", function, 1, 1, 1, ROWS, 1, 1, 0, None, parameters, None)
        self.call("cuCtxSynchronize")
        results = ctypes.create_string_buffer(len(names) * size)
        self.call("cuMemcpyDtoH_v2", results, out, ctypes.c_size_t(len(names) * size))
        self.call("cuMemFree_v2", out)
        self.call("cuModuleUnload", module)
        results = results.raw
        return [results[at : at + size] for at in range(0, len(results), size)]


def compare(paths, on_gpu):
    """Compiles all programs, and compares their results on a GPU: how many functions fail."""
    compiler()
    programs, rows = unpack(paths)
    begin, functions, failures, said = time.time(), 0, 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = [pool.submit(compile_program, program) for program in programs]
        machine = Machine(rows) if on_gpu else None
        for future in concurrent.futures.as_completed(compiled):
            name, names, hashes, loaded, log = future.result()
            functions += len(names)
            if loaded is None:
                failures += len(names)
                said.append(f"{name} does not compile:\n{log[:4000]}")
            elif machine:
                for number, results in enumerate(machine.evaluate(loaded, names)):
                    if digest(results) != hashes[number * HASH_BYTES :][:HASH_BYTES]:
                        failures += 1
                        said.append(f"{name}: {names[number]} differs from plain Rust: {keep(name, names[number], results)}")
            print(f"{functions} functions, {failures} failures, {time.time() - begin:.1f} s", flush=True)
    print("\n".join(said))
    return failures


def keep(program, function, results):
    """Writes results that differ to a file, which names the pack, the program and the function."""
    path = pathlib.Path("gpu-failures") / f"{program.replace(':', '-')}-{function}"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(results)
    return path


def show(results, failures):
    """Says on which rows a GPU's results differ from plain Rust's, and what was expected there."""
    words = struct.Struct(f"<{ROWS}Q")
    for path in failures:
        program, function = re.search(r"([a-z]+\d+)-(case_\d+)$", path).groups()
        names = kernels((pathlib.Path(results) / f"{program}.cu").read_text())[1]
        rust = (pathlib.Path(results) / f"{program}.rust").read_bytes()
        expected = words.unpack_from(rust, names.index(function) * words.size)
        got = words.unpack(pathlib.Path(path).read_bytes())
        rows = [row for row in range(ROWS) if got[row] != expected[row]]
        print(f"{path}: {len(rows)} of {ROWS} rows differ")
        for row in rows[:8]:
            print(f"  row {row}: {got[row]:#x} on the GPU and {expected[row]:#x} in plain Rust")


def main():
    match sys.argv[1:]:
        case ["pack", results, target]:
            return pack(results, target)
        case ["run" | "compile" as what, _, *_]:
            return 1 if compare(sys.argv[2:], what == "run") else 0
        case ["emulate", _, *_]:
            return 1 if emulate(sys.argv[2:]) else 0
        case ["rows", results, *failures] if failures:
            return show(results, failures)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
