#!/usr/bin/env python3
"""Runs all tests of the workspace on all cores, and names the slowest.

    ci/test.py [PACKAGE::BINARY …]      all, or those of some test binaries without those of documentation

`cargo test` runs one test binary after the other, and waits at the end of each for its longest test. Here cargo says how it would
start them. Each of them, or each part of a long one, is a job. As many jobs as there are cores run at once, the longest first.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
# The binaries that take long, the longest first, and into how many jobs their tests are dealt.
LONG = {
    "whipple::random": 2,
    "whipple::language": 4,
    "whipple::forks": 4,
    "whipple-cuda::emulation": 3,
    "whipple-cuda::engine": 4,
    "whipple::synthetic": 4,
    "whipple::ui": 2,
    "whipple::city": 4,
    "whipple::reyes": 4,
    "whipple::queue_memory": 4,
    "whipple-translate::fuzz": 1,
    "whipple::endurance": 2,
    "whipple::emulated": 2,
    "whipple-models::termination": 1,
    "whipple::running": 2,
    "whipple::policies": 2,
    "whipple::tasks": 2,
    "whipple-cuda::headers": 2,
}
# They look at shares of time, which other jobs would take from them.
ALONE = {"whipple-runtime::policies"}
SLOWEST = 10
# Of `lint-env.sh`. Tests start cargo for packages of their own, which are not linted.
LINTS = ["RUSTC_WORKSPACE_WRAPPER", "CLIPPY_ARGS", "RUSTDOC"]

Binary = collections.namedtuple("Binary", "name command folder environment")
Job = collections.namedtuple("Job", "binary tests")
Outcome = collections.namedtuple("Outcome", "job status output times")


def collect(folder, command):
    """In place of a test binary that cargo starts: leaves behind how."""
    # Without cargo's own `--quiet`, which leaves out the names of tests.
    start = {"command": command[:1], "folder": os.getcwd(), "environment": dict(os.environ)}
    handle, _ = tempfile.mkstemp(dir=folder, suffix=".json")
    with os.fdopen(handle, "w") as file:
        json.dump(start, file)


def cargo_test(*arguments):
    """Runs `cargo test` of the workspace."""
    subprocess.run(["cargo", "test", "--workspace", *arguments], cwd=REPOSITORY, check=True)


def binaries():
    """Builds all, and gives the test binaries as cargo would start them."""
    cargo_test("--no-run", "--quiet")
    with tempfile.TemporaryDirectory() as folder:
        runner = json.dumps([str(pathlib.Path(__file__).resolve()), "--collect", folder])
        cargo_test("--lib", "--tests", "--quiet", "--config", f"target.'cfg(all())'.runner = {runner}")
        starts = [json.loads(path.read_text()) for path in pathlib.Path(folder).iterdir()]
    for start in starts:
        environment = {key: value for key, value in start["environment"].items() if key not in LINTS}
        file = re.sub("-[0-9a-f]{16}$", "", pathlib.Path(start["command"][0]).name)
        yield Binary(f"{environment['CARGO_PKG_NAME']}::{file}", start["command"], start["folder"], environment)


def start(binary, *arguments):
    """Starts a test binary."""
    return subprocess.Popen(
        [*binary.command, *arguments],
        cwd=binary.folder,
        env=binary.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def jobs(binary):
    """The tests of a binary, dealt to as many jobs as its length asks for."""
    listing = start(binary, "--list", "--format", "terse").communicate()[0]
    tests = [line.removesuffix(": test") for line in listing.splitlines() if line.endswith(": test")]
    count = min(LONG.get(binary.name, 1), len(tests))
    return [Job(binary, tests[part::count]) for part in range(count)]


def run(job):
    """Runs the tests of a job one after the other: how it ended, what it said, and what each test took."""
    process = start(job.binary, "--test-threads=1", "--exact", *job.tests)
    output, times, before = [], [], time.monotonic()
    for line in process.stdout:
        output.append(line)
        # A test's line comes when the test has ended.
        if found := re.match(r"test (\S+).* \.\.\. ", line):
            now = time.monotonic()
            times.append((now - before, f"{job.binary.name}::{found[1]}"))
            before = now
    return Outcome(job, process.wait(), "".join(output), times)


def tell(outcome):
    """Prints how a job ended; gives how many of its tests passed, and how many did not."""
    binary, tests = outcome.job
    # The last line: a test may run its binary again, which counts its own.
    summary = re.findall(r"^test result: .* (\d+) passed; \d+ failed; (\d+) ignored", outcome.output, re.M)
    passed, ignored = map(int, summary[-1]) if summary else (0, 0)
    failed = len(tests) - passed - ignored
    if outcome.status != 0 and failed == 0:
        failed = 1
    print(f"{binary.name}: {passed} passed, {failed} failed, {sum(seconds for seconds, _ in outcome.times):.1f} s", flush=True)
    if failed:
        print(f"status {outcome.status}\n{outcome.output}", flush=True)
    return passed, failed


def main(names):
    order = list(LONG)
    place = lambda job: order.index(job.binary.name) if job.binary.name in LONG else len(order)
    wanted = [binary for binary in binaries() if not names or binary.name in names]
    pending = sorted((job for binary in wanted for job in jobs(binary)), key=place)
    if not names:
        cargo_test("--doc", "--quiet")
    outcomes = []
    for alone in False, True:
        with concurrent.futures.ThreadPoolExecutor(1 if alone else os.cpu_count()) as pool:
            running = [pool.submit(run, job) for job in pending if (job.binary.name in ALONE) == alone]
            for future in concurrent.futures.as_completed(running):
                outcomes.append((future.result(), *tell(future.result())))
    print(f"\nThe {SLOWEST} slowest tests:")
    times = [time for outcome, _, _ in outcomes for time in outcome.times]
    for seconds, name in sorted(times, reverse=True)[:SLOWEST]:
        print(f"{seconds:7.1f} s  {name}")
    passed, failed = (sum(outcome[part] for outcome in outcomes) for part in (1, 2))
    print("\nfailed:", *sorted({outcome.job.binary.name for outcome, _, failed in outcomes if failed})) if failed else print()
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--collect"]:
        collect(sys.argv[2], sys.argv[3:])
    else:
        main(sys.argv[1:])
