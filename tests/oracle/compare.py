#!/usr/bin/python3
"""Run the chart command of Limber and hold its answers against the oracle.

Every chart is asked at its defaults and at seeded random inputs, and with
arguments that it has to refuse.  Prints one TAP line per chart.
"""
from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random
from subprocess import CompletedProcess
from typing import Any

from answer import Mismatch, judge, require, told
from sampling import Given, all_extreme, corner, mixture, one_extreme, valid
from sheets import SHEETS
from spec import LONGEST, Chart, Input

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import Program  # noqa: E402
from tap import Tap  # noqa: E402

REFUSED = 2
COMBINATIONS = 5


@dataclass(frozen=True)
class Question:
    """Arguments after the chart's name, and what they should lead to."""

    arguments: tuple[str, ...]
    inputs: Given | None
    """The inputs to be used, or None where the program has to refuse."""
    key: str = ""
    """A key that the refusal has to name."""


def argument(key: str, value: Any) -> str:
    return f"{key}={told(value)}"


def ask(chart: Chart, given: Given) -> Question:
    """A question with well-formed arguments; the combination may be one to refuse."""
    inputs = chart.defaults() | given
    arguments = tuple(argument(key, value) for key, value in given.items())
    return Question(arguments, None if chart.refused(inputs) else inputs)


def bad_values(entry: Input) -> tuple[str, ...]:
    """Texts that an input does not take."""
    if entry.kind == "number":
        low, high = min(entry.values), max(entry.values)
        gaps = tuple(str(value) for value in range(low, high) if value not in entry.values)
        return (str(low - 1), str(high + 1), f"{high}.0", "many", "", *gaps)
    if entry.kind == "length":
        return ("-1", "-0.1", str(LONGEST + Decimal("0.1")), "9.55", "far", "")
    return ("maybe", "")


def malformed(chart: Chart, rng: Random) -> Iterator[Question]:
    """One wrong value for each key, an unknown key and a repeated one."""
    yield Question(("no_such_key=1",), None, "no_such_key")
    for entry in chart.inputs:
        wrong = rng.choice(bad_values(entry))
        yield Question((f"{entry.key}={wrong}",), None, entry.key)
    if chart.inputs:
        entry = rng.choice(chart.inputs)
        given = argument(entry.key, entry.default)
        yield Question((given, given), None, entry.key)


def refused_combinations(chart: Chart, rng: Random) -> Iterator[Question]:
    """A few combinations that the chart's own rule forbids, if it has one."""
    found = 0
    for _ in range(1000):
        given = corner(rng, chart)
        if chart.refused(given):
            found += 1
            yield ask(chart, given)
        if found == COMBINATIONS:
            return


def extreme(chart: Chart, rng: Random, count: int) -> Iterator[Question]:
    """The ends of all ranges, alone and together."""
    for given in one_extreme(chart):
        yield ask(chart, given)
    for place in (0, -1):
        for _ in range(COMBINATIONS):
            yield ask(chart, all_extreme(rng, chart, place))
    for _ in range(count):
        yield ask(chart, valid(rng, chart, corner))


def questions(chart: Chart, rng: Random, count: int, big: bool) -> Iterator[Question]:
    """Everything to ask about one chart."""
    yield ask(chart, {})
    if chart.inputs:
        for given in mixture(rng, chart, count):
            yield ask(chart, given)
    yield from malformed(chart, rng)
    yield from refused_combinations(chart, rng)
    if big and chart.inputs:
        yield from extreme(chart, rng, count)


def check_refusal(done: CompletedProcess[str], key: str) -> None:
    require(done.returncode == REFUSED, f"exit status {done.returncode}, expected {REFUSED}")
    require(done.stdout == "", f"standard output is not empty: {done.stdout[:200]!r}")
    require(done.stderr != "", "nothing on standard error")
    require(key in done.stderr, f"the refusal does not name {key}: {done.stderr[:200]!r}")


def check(limber: Program, sheet: str, name: str, chart: Chart, question: Question) -> str | None:
    """Ask one question; a complaint with the command line, or None if all is well."""
    command = ["chart", sheet, name, *question.arguments, "--json"]
    try:
        done = limber.run(*command)
        if question.inputs is None:
            check_refusal(done, question.key)
        else:
            require(done.returncode == 0,
                    f"exit status {done.returncode}: {done.stderr.strip()[:200]}")
            judge(done.stdout, sheet, name, chart, question.inputs)
    except Mismatch as mismatch:
        return f"{shlex.join([limber.path, *command])}\n  {mismatch}"
    except UnicodeDecodeError as error:
        return f"{shlex.join([limber.path, *command])}\n  the answer is not text: {error}"
    return None


def compare_chart(options: argparse.Namespace, tap: Tap, sheet: str, name: str) -> None:
    """One TAP line; the first complaint in full, then how many there were."""
    chart = SHEETS[sheet][name]
    rng = Random(f"{options.seed}/{sheet}/{name}")
    asked = list(questions(chart, rng, options.count, options.big))
    complaints = [complaint for question in asked
                  if (complaint := check(options.limber, sheet, name, chart, question))]
    if complaints:
        complaints[1:] = [f"{len(complaints)} of {len(asked)} questions failed"]
    tap.result(f"{sheet} {name} ({len(asked)} questions)", complaints)


def compare_lists(options: argparse.Namespace, tap: Tap) -> None:
    """The program has the sheets and the charts of the oracle, and no others."""
    def listed(*words: str) -> set[str]:
        return set(options.limber.run("complete", "chart", *words, "").stdout.split())

    for sheet in sorted(SHEETS.keys() | listed()):
        differ = listed(sheet) ^ SHEETS.get(sheet, {}).keys()
        tap.result(f"{sheet} has a second computation of every chart", [f"only one of the two has {', '.join(sorted(differ))}"]
                   if differ else [])


def options_of(arguments: list[str]) -> argparse.Namespace:
    charts = sorted({name for sheet in SHEETS.values() for name in sheet})
    parser = argparse.ArgumentParser(description="Compare limber's charts with the oracle.")
    parser.add_argument("--limber", type=Program, required=True, help="the program to test")
    parser.add_argument("--count", type=int, default=25, help="random inputs per chart")
    parser.add_argument("--seed", default="1", help="seed of the random inputs")
    parser.add_argument("--sheet", choices=SHEETS, help="only this sheet")
    parser.add_argument("--chart", choices=charts, help="only charts of this name")
    parser.add_argument("--big", action="store_true", help="also the ends of every range")
    options = parser.parse_args(arguments)
    if options.sheet and options.chart and options.chart not in SHEETS[options.sheet]:
        parser.error(f"{options.sheet} has no chart {options.chart}")
    return options


def main(arguments: list[str]) -> int:
    options = options_of(arguments)
    tap = Tap()
    try:
        if not options.sheet and not options.chart:
            compare_lists(options, tap)
        for sheet in [options.sheet] if options.sheet else SHEETS:
            for name in [options.chart] if options.chart else SHEETS[sheet]:
                if name in SHEETS[sheet]:
                    compare_chart(options, tap, sheet, name)
    except OSError as error:
        print(f"Bail out! cannot run {options.limber.path}: {error}")
        return 1
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
