#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the worked examples of a sheet through the program: run_examples.py LIMBER FILE.examples

An example names the clauses it proves and holds what follows:
  chart CHART key=value …    the situation
  without key=value …        the same chart with the row absent: its odds differ, and the modifiers of the situation are
                             those of this one and exactly the `row` lines
  row CLAUSE +N              a modifier row that must be there with this value
  p FRACTION field=value …   the probability of all outcomes with these fields, exactly
  house CLAUSE[:PART]=N      with this house rule the odds are different
  note CLAUSE                the clause decides something before any dice are thrown
  silent CLAUSE              it decides nothing there
  acts CLAUSE : DICE         the clause acts when the chart is thrown with these dice
Prints TAP.
"""
import json
import sys
import tempfile
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import Program  # noqa: E402
from tap import Tap  # noqa: E402


@dataclass
class Example:
    clauses: list[str]
    line: int
    chart: list[str] = field(default_factory=list)
    without: list[str] | None = None
    rows: list[tuple[str, int]] = field(default_factory=list)
    chances: list[tuple[Fraction, dict[str, str]]] = field(default_factory=list)
    houses: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    acts: list[tuple[str, str]] = field(default_factory=list)


def read(path: Path) -> list[Example]:
    examples: list[Example] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        kind, rest = words[0], words[1:]
        if kind == "example":
            examples.append(Example(rest, number))
            continue
        example = examples[-1]
        if kind == "chart":
            example.chart = rest
        elif kind == "without":
            example.without = rest
        elif kind == "row":
            example.rows.append((rest[0], int(rest[1].lstrip("="))))
        elif kind == "p":
            example.chances.append((Fraction(rest[0]), dict(w.split("=", 1) for w in rest[1:])))
        elif kind == "note":
            example.notes.append(rest[0])
        elif kind == "silent":
            example.silent.append(rest[0])
        elif kind == "acts":
            example.acts.append((rest[0], " ".join(rest[2:])))
        elif kind == "house":
            example.houses.append(rest[0])
        else:
            raise SystemExit(f"{path}:{number}: unknown line '{kind}'")
    return examples


class Sheet:
    def __init__(self, program: Program, sheet: str):
        self.program, self.sheet = program, sheet

    def ask(self, chart: str, inputs: list[str], house: str | None = None) -> dict:
        command = ["chart", self.sheet, chart, *inputs, "--json", "--all"]
        if house is None:
            return self.run(command)
        clause, value = house.split("=", 1)
        clause, _, part = clause.partition(":")
        key = "switches" if value in ("on", "off") else "values"
        entry = f'{{"{part}": {value}}}' if part else value
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(f"limber: house-rules\n{key}:\n  {clause}: {entry}\n")
            file.flush()
            return self.run([*command, "--house", file.name])

    def throw(self, chart: str, inputs: list[str], dice: str) -> dict:
        return self.run(["chart", self.sheet, chart, *inputs, "--dice", dice, "--json"])

    def run(self, command: list[str]) -> dict:
        done = self.program.run(*command)
        if done.returncode != 0:
            raise ValueError(f"limber {' '.join(command)}: {done.stderr.strip()}")
        return json.loads(done.stdout)


def odds(answer: dict) -> dict:
    return {tuple(sorted(o["result"].items())): o["p"] for o in answer["outcomes"]}


def rows(answer: dict) -> list[tuple[str, int]]:
    return [(m["clause"], m["value"]) for m in answer["modifiers"]]


def check(sheet: Sheet, example: Example) -> list[str]:
    faults = []
    if not example.chart:
        return ["no chart line"]
    if not (example.chances or example.houses or example.notes or example.silent or example.acts or example.without is not None):
        return ["proves nothing: no p, house or without line"]
    chart, inputs = example.chart[0], example.chart[1:]
    answer = sheet.ask(chart, inputs)
    for row in example.rows:
        if row not in rows(answer):
            faults.append(f"expected the row {row}, found {rows(answer)}")
    if example.without is not None:
        plain = sheet.ask(chart, example.without)
        if odds(plain) == odds(answer):
            faults.append("the row does not change the odds")
        left = rows(answer)
        for row in rows(plain):
            if row in left:
                left.remove(row)
            else:
                faults.append(f"without has the row {row} that chart has not")
        if sorted(left) != sorted(example.rows):
            faults.append(f"other rows than those named came with it: {left}")
    for note in example.notes:
        if note not in answer["notes"]:
            faults.append(f"expected the note {note}, found {answer['notes']}")
    faults += [f"{note} is noted" for note in example.silent if note in answer["notes"]]
    for clause, dice in example.acts:
        found = sheet.throw(chart, inputs, dice)["clauses"]
        if clause not in found:
            faults.append(f"expected {clause} to act on {dice}, found {found}")
    for chance, wanted in example.chances:
        total = sum((Fraction(o["p"]) for o in answer["outcomes"]
                     if all(str(o["result"].get(k)) == v for k, v in wanted.items())), Fraction(0))
        if total != chance:
            faults.append(f"expected {chance} for {wanted}, found {total}")
    for house in example.houses:
        if odds(sheet.ask(chart, inputs, house)) == odds(answer):
            faults.append(f"house rule {house} changes nothing")
    return faults


def main() -> int:
    program, path = Program(sys.argv[1]), Path(sys.argv[2])
    sheet = Sheet(program, path.stem)
    examples = read(path)
    tap = Tap()
    for example in examples:
        try:
            faults = check(sheet, example)
        except (ValueError, KeyError) as error:
            faults = [str(error)]
        tap.result(f"{' '.join(example.clauses)} (line {example.line})", faults)
    return tap.finish()


sys.exit(main())
