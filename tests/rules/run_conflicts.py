#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""House values that are each in range and impossible together: run_conflicts.py LIMBER FILE.conflicts src/rules

A line of the file is an entry of a house-rule file, `clause: {part: number, …}`. The program has to refuse it,
naming the clause, and to take it when the `good` line after it stands in its place. The complaints together have
to be as many as the `ascents` of the sheet's ruleset.c, which rulesets.def leads to. Prints TAP.
"""
import re
import sys
import tempfile
from pathlib import Path
from subprocess import CompletedProcess

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import Program  # noqa: E402
from tap import Tap  # noqa: E402

REFUSED = 1


def ask(program: Program, entry: str) -> CompletedProcess[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(f"limber: house-rules\nvalues:\n  {entry}\n")
        file.flush()
        return program.run("check", file.name)


def check(program: Program, entry: str, is_good: bool, complaints: set[str]) -> str:
    """What is wrong with the answer, or nothing."""
    done = ask(program, entry)
    if is_good:
        return "" if done.returncode == 0 else f"refused: {done.stderr.strip()}"
    if done.returncode != REFUSED:
        return f"exit status {done.returncode}, expected {REFUSED}"
    complaints.add(re.sub(r"^.*?:\d+:\d+: ", "", done.stderr))
    return "" if entry.split(":")[0] in done.stderr else f"does not name the clause: {done.stderr.strip()}"


def ascents(ruleset: Path) -> int:
    table = re.search(r"lb_ascent ascents\[\] = \{\n(.*?)^\};", ruleset.read_text(), re.S | re.M)
    return len(re.findall(r"\{V_", table.group(1)))


def ruleset_of(rules: Path, sheet: str) -> Path:
    listed = dict(re.findall(r"^RULESET\((\w+), *(\w+)\)", (rules / "rulesets.def").read_text(), re.M))
    return rules / listed[sheet.replace("-", "_")] / "ruleset.c"


def main() -> int:
    program, path = Program(sys.argv[1]), Path(sys.argv[2])
    ruleset = ruleset_of(Path(sys.argv[3]), path.stem)
    lines = [line.split("#")[0].strip() for line in path.read_text().splitlines()]
    lines = [line for line in lines if line]
    tap = Tap()
    complaints: set[str] = set()
    for line in lines:
        is_good = line.startswith("good ")
        fault = check(program, line.removeprefix("good "), is_good, complaints)
        tap.result(line, [fault] if fault else [])
    pairs = all(line.startswith("good ") == bool(at % 2) for at, line in enumerate(lines))
    tap.tell(pairs and len(lines) % 2 == 0, "each line has its good neighbour")
    wanted = ascents(ruleset)
    tap.tell(len(complaints) == wanted, "every ascent is broken by a line", f"{len(complaints)} different complaints, {wanted} ascents")
    return tap.finish()


sys.exit(main())
