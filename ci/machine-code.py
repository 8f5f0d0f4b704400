#!/usr/bin/env python3
"""Whether two versions of whipple make the same machine code of the examples' programs, without a GPU.

    ci/machine-code.py OLD NEW [ARCHITECTURE]     two checkouts, and sm_90 if nothing else is named

Both are built for release, and write the CUDA texts of their examples; each compiles its own with the NVRTC that is found
(`source ci/nvrtc-env.sh`). For each kernel it says how many instructions there are, how many registers a thread has, and whether the code is
the same, the same but for where constants lie, or how many instructions are others.
"""

import concurrent.futures
import os
import pathlib
import struct
import subprocess
import sys

PROGRAMS = {
    "reyes": ["reyes"],
    "reyes, two levels": ["reyes", "--levels", "2"],
    "reyes, sampled": ["reyes", "--samples", "16"],
    **{f"city, {rules}": ["city", "--rules", rules] for rules in ("skyscraper", "suburb", "tower")},
    **{
        f"synthetic, {test}": ["synthetic", "--tests", test]
        for test in ("recursion1-none", "recursion2-none", "tree-16", "pipeline-equal-dr", "pipeline-different-er", "unbalanced", "durations")
    },
}
# The bits of an instruction of 128 bits that say where in a bank of constants an operand is.
PLACE = ((1 << 17) - 1) << 38


def build(checkout):
    """Builds a version."""
    for arguments in (["-p", "whipple", "--examples"], ["-p", "whipple-cuda", "--example", "compile"]):
        subprocess.run(["cargo", "build", "--release", "--quiet", *arguments], cwd=checkout, check=True)


def kernels(checkout, command, architecture):
    """The kernels of a program: name, registers, instructions."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", pathlib.Path(checkout) / "target"))
    examples = target / "release" / "examples"
    text = subprocess.run([examples / command[0], *command[1:], "--emit-cuda"], capture_output=True, check=True).stdout
    code = subprocess.run([examples / "compile", architecture], input=text, capture_output=True, check=True).stdout
    if code[:4] != b"\x7fELF":
        sys.exit(f"{' '.join(command)}: the code is PTX, since ptxas is known to make something else of it")
    start, count, names = *struct.unpack_from("<Q", code, 40), *struct.unpack_from("<HH", code, 60)
    headers = [struct.unpack_from("<IIQQQQIIQQ", code, start + 64 * number) for number in range(count)]

    def text_at(at):
        return code[at : code.index(b"\0", at)].decode()

    sections = {text_at(headers[names][4] + name): (code[offset : offset + size], link) for name, _, _, _, offset, size, link, *_ in headers}
    symbols, strings = sections[".symtab"]
    registers = {}
    # Of each kernel, ptxas says the registers in a record of this kind: the symbol's number and theirs.
    info, at = sections[".nv.info"][0], 0
    while at < len(info):
        form, kind, size = struct.unpack_from("<BBH", info, at)
        if (form, kind) == (4, 0x2F):
            symbol, number = struct.unpack_from("<II", info, at + 4)
            registers[text_at(headers[strings][4] + struct.unpack_from("<I", symbols, 24 * symbol)[0])] = number
        at += 4 + (size if form == 4 else 0)
    for name, (words, _) in sections.items():
        if name.startswith(".text."):
            kernel = name[len(".text.") :]
            yield kernel, registers.get(kernel), [words[i : i + 16] for i in range(0, len(words), 16)]


def difference(old, new):
    """How the instructions of two kernels differ, in words."""
    if old == new:
        return "the same"
    if len(old) != len(new):
        return f"{len(old)} instructions became {len(new)}"
    bits = [int.from_bytes(a, "little") ^ int.from_bytes(b, "little") for a, b in zip(old, new)]
    others = sum(1 for bit in bits if bit & ~PLACE)
    return f"{others} others of {len(old)}" if others else "the same but for places of constants"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    checkouts, architecture = sys.argv[1:3], (sys.argv[3:] or ["sm_90"])[0]
    for checkout in checkouts:
        build(checkout)

    def compare(item):
        name, command = item
        old, new = ({kernel: rest for kernel, *rest in kernels(checkout, command, architecture)} for checkout in checkouts)
        lines = []
        for kernel in sorted(old.keys() | new.keys()):
            if kernel in old and kernel in new:
                (before, was), (after, now) = old[kernel], new[kernel]
                lines.append(f"{name}: {kernel}: {before} and {after} registers, {len(now)} instructions, {difference(was, now)}")
            else:
                lines.append(f"{name}: {kernel} is only in {'OLD' if kernel in old else 'NEW'}")
        return lines

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines in pool.map(compare, PROGRAMS.items()):
            print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
