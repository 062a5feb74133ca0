#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""House values that are each in range and impossible together: run_conflicts.py LIMBER FILE.conflicts

A line of the file is an entry of a house-rule file, `clause: {part: number, …}`. The program has to refuse it,
naming the clause, and to take it when the `good` line after it stands in its place. Prints TAP.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

REFUSED = 1


def ask(program: str, entry: str) -> subprocess.CompletedProcess[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(f"limber: house-rules\nvalues:\n  {entry}\n")
        file.flush()
        return subprocess.run([program, "check", file.name], capture_output=True, text=True)


def check(program: str, entry: str, is_good: bool) -> str:
    """What is wrong with the answer, or nothing."""
    done = ask(program, entry)
    if is_good:
        return "" if done.returncode == 0 else f"refused: {done.stderr.strip()}"
    if done.returncode != REFUSED:
        return f"exit status {done.returncode}, expected {REFUSED}"
    return "" if entry.split(":")[0] in done.stderr else f"does not name the clause: {done.stderr.strip()}"


def main() -> int:
    program, path = sys.argv[1], Path(sys.argv[2])
    lines = [line.split("#")[0].strip() for line in path.read_text().splitlines()]
    lines = [line for line in lines if line]
    failed = 0
    print(f"1..{len(lines)}")
    for number, line in enumerate(lines, 1):
        is_good = line.startswith("good ")
        fault = check(program, line.removeprefix("good "), is_good)
        failed += bool(fault)
        print(f"{'not ok' if fault else 'ok'} {number} - {line}")
        if fault:
            print(f"# {fault}")
    return 1 if failed else 0


sys.exit(main())
