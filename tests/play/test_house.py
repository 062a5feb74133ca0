#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every number that a house rule may set acts: test_house.py LIMBER ROOT [SHEET ...]

Each value of each sheet is changed alone. Then the odds of some chart have to be different, or the outcome of some
situation on the table: who is where with which losses, what is allowed, or how many dice are thrown; or how a scenario is
set up. Text does not count.

Charts are asked with the inputs of tests/rules/*.examples, situations are those of tests/play/*.situations; what names or
cites the clause of a value is tried first. A sheet that has its charts only cannot show what waits for play: there a value
has to act if the code of the sheet reads it.

A comment "# unproven: KEY ..." in the examples or situations of a sheet names values that wait for a situation, or for
play. Such a line is a fault if the sheet has no such value. Prints TAP.
"""
import json
import re
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from run_situations import Player, Question, Situation, read, read_sheet
from scaled import ScaledPlayer

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import Program  # noqa: E402
from tap import Tap  # noqa: E402

PROGRAM, ROOT = Program(sys.argv[1]), Path(sys.argv[2])
RULES = ROOT / "src/rules"
NOT_READ = {"values.def", "clauses.def", "ruleset.c"}


@dataclass(frozen=True)
class Value:
    name: str  # in C
    clause: str
    part: str
    is_switch: bool
    preset: int
    lowest: int
    highest: int

    def key(self) -> str:
        return self.clause + (f":{self.part}" if self.part else "")

    def others(self) -> list[int]:
        """What it may be instead: its neighbours, then farther off."""
        wanted = [self.preset + 1, self.preset - 1, self.preset + 3, self.preset * 2, self.highest, self.lowest]
        return list(dict.fromkeys(n for n in wanted if self.lowest <= n <= self.highest and n != self.preset))

    def house(self, number: int) -> str:
        """The house rules that set it."""
        if self.is_switch:
            return f"limber: house-rules\nswitches:\n  {self.clause}: {'on' if number else 'off'}\n"
        entry = f"{{{self.part}: {number}}}" if self.part else str(number)
        return f"limber: house-rules\nvalues:\n  {self.clause}: {entry}\n"


def values_of(folder: Path, scale: int) -> list[Value]:
    """The rows of a values.def; of a value at two scales the preset of one."""
    ids = dict(re.findall(r'CLAUSE\(\s*\w+,\s*(\w+),\s*"([^"]+)"', (folder / "clauses.def").read_text()))
    rows = re.findall(r'^(VALUE|SCALED) ?\(\s*(\w+),\s*(\w+),\s*"([^"]*)",\s*(\w+),\s*([^)]*)\)',
                      (folder / "values.def").read_text(), re.M)
    found = []
    for kind, name, clause, part, unit, numbers in rows:
        given = [int(word) for word in numbers.split(",")]
        preset = given[scale] if kind == "SCALED" else given[0]
        found.append(Value(name, ids[clause], part, unit == "SWITCH", preset, *given[-2:]))
    return found


def sheets() -> list[tuple[str, Path, int]]:
    """Id, folder and scale of every sheet."""
    listed = re.findall(r"^RULESET\((\w+), *(\w+)\)", (RULES / "rulesets.def").read_text(), re.M)
    folders = [folder for _, folder in listed]
    return [(name.replace("_", "-"), RULES / folder, folders[:at].count(folder)) for at, (name, folder) in enumerate(listed)]


def siblings_of(folder: Path) -> list[str]:
    """The sheets of a folder: one, or the scales of one."""
    return [sheet for sheet, other, _ in sheets() if other == folder]


def files_of(*names: str) -> list[Path]:
    """The worked examples and the situations of some sheets."""
    paths = [ROOT / place for name in names for place in (f"tests/rules/{name}.examples", f"tests/play/{name}.situations")]
    return [path for path in paths if path.exists()]


def unproven_of(sheet: str) -> set[str]:
    """Keys of the values that the files of a sheet name as unproven."""
    text = "".join(path.read_text() for path in files_of(sheet))
    return {key for line in re.findall(r"^# unproven: (.*)$", text, re.M) for key in line.split()}


def ends_of(folder: Path) -> set[str]:
    """Clauses that say at last who has won: those that the sheet hands to lb_battle_decide."""
    ids = dict(re.findall(r'CLAUSE\(\s*\w+,\s*(\w+),\s*"([^"]+)"', (folder / "clauses.def").read_text()))
    code = "".join(path.read_text() for path in sorted(folder.glob("*.c")))
    return {ids[name] for name in re.findall(r"\blb_battle_decide\(\w+, CL_(\w+)", code)}


def is_read(code: str, value: Value) -> bool:
    """Whether the code of a sheet reads the value: V(NAME) and the like, or a macro that completes its name."""
    if re.search(rf"\bV\({value.name}\)|\bV_{value.name}\b", code):
        return True
    return any(value.name.endswith(end) and re.search(rf"\b{macro}\([^()]*\b{value.name[:-len(end)]}\)", code)
               for macro, body in re.findall(r"#define (\w+)\(.*\) (.*V\(\w+##.*)", code) for end in re.findall(r"##(\w+)", body))


def answer_of(arguments: list[str]) -> tuple[int, dict]:
    done = PROGRAM.run(*arguments)
    return done.returncode, json.loads(done.stdout) if done.returncode == 0 else {}


class Chart:
    """A chart with some inputs, and what it says by the sheet."""
    def __init__(self, sheet: str, words: list[str]):
        self.arguments = ["chart", sheet, *words, "--json"]
        code, answer = answer_of([*self.arguments, "--all"])
        self.before = code, answer.get("outcomes")
        self.clauses = self.named = {row["clause"] for key in ("modifiers", "notes") for row in answer.get(key, [])
                                     if isinstance(row, dict) and "clause" in row}

    def differs(self, house: str) -> bool:
        code, answer = answer_of([*self.arguments, "--house", house])
        return (code, answer.get("outcomes")) != self.before


class Table:
    """A question of a situation, and what comes of it by the rules of the situation. It is asked when it is needed."""
    def __init__(self, player: Player, at: Situation, question: Question, ends: set[str]):
        self.player, self.question, self.house, self.ends = player, question, at.house, ends
        self.named = set(at.clauses)
        self.cited: set[str] = set()

    @cached_property
    def before(self) -> object:
        return self.outcome()

    @cached_property
    def clauses(self) -> set[str]:
        """What the situation names, and what its events cite."""
        _ = self.before
        return self.named | self.cited

    def outcome(self) -> object:
        answer, said = self.player.ask(self.question)
        if answer is None:
            return said[:1]
        found = {key: answer[key] for key in ("position", "facts", "outcomes") if key in answer}
        self.cited |= {event["clause"] for event in answer.get("events", [])}
        ends = [event["value"] for event in answer.get("events", [])[-1:] if event["clause"] in self.ends]
        return found, ends

    def differs(self, house: str) -> bool:
        text = Path(house).read_text()
        if any(line.split(":")[0] in text for line in self.house):
            return False  # Both set values, or both switches; one of the two would be lost.
        kept, self.player.house = self.player.house, Path(house).with_name("both.yaml")
        self.player.house.write_text(text + "".join(self.house))
        try:
            return self.outcome() != self.before
        finally:
            self.player.house = kept


class Muster:
    """How a scenario is set up, and what comes of it by the sheet."""
    def __init__(self, sheet: str, scenario: Path, clauses: set[str]):
        self.arguments = ["muster", str(scenario), "--rules", sheet, "--json"]
        self.clauses = self.named = clauses

    @cached_property
    def before(self) -> object:
        return answer_of(self.arguments)

    def differs(self, house: str) -> bool:
        return answer_of([*self.arguments, "--house", house]) != self.before


def musters_of(sheet: str, folder: Path) -> list[Muster]:
    """One for each scenario, if the sheet is played: whatever it says of play may show there."""
    if not (folder / "muster.c").exists():
        return []
    clauses = set(re.findall(r'"(\w+\.play\.[^"]+)"', (folder / "clauses.def").read_text()))
    return [Muster(sheet, path, clauses) for path in sorted((ROOT / "scenarios").glob("*.yaml"))]


def charts_of(sheet: str, folder: Path) -> list[Chart]:
    """One chart for each worked example of a sheet, at whatever scale it is."""
    paths = [path for path in files_of(*siblings_of(folder)) if path.suffix == ".examples"]
    lines = [line for path in paths for line in path.read_text().splitlines()]
    asked = {tuple(line.split("#")[0].split()[1:]) for line in lines if line.split()[:1] == ["chart"]}
    return [Chart(sheet, list(words)) for words in sorted(asked)]


def tables_of(sheet: str, rules: Path, folder: str) -> list[Table]:
    """The questions of all situations of a sheet, and of those of its first scale, scaled."""
    found = []
    for name in dict.fromkeys((sheet, siblings_of(rules)[0])):
        path = ROOT / "tests/play" / f"{name}.situations"
        for number, at in enumerate(read(path) if path.exists() else []):
            place = Path(folder) / f"{name}-{number}"
            place.mkdir()
            kind = Player if name == sheet else ScaledPlayer
            player = kind(PROGRAM, replace(read_sheet(path), name=sheet), at, str(place))
            found += [Table(player, at, question, ends_of(rules)) for question in at.questions]
    return found


def acts(value: Value, tries: list, folder: str) -> bool:
    """Whether a change of the value is seen in one of some charts or situations: those that name its clause, those that cite
    it, or any other."""
    file = Path(folder) / "house.yaml"

    def is_seen(some: Iterable, number: int) -> bool:
        file.write_text(value.house(number))
        # House rules that contradict each other show nothing.
        return PROGRAM.run("check", str(file)).returncode == 0 and any(one.differs(str(file)) for one in some)

    def is_named(one) -> bool:
        return value.clause in one.named

    def is_cited(one) -> bool:
        return not is_named(one) and value.clause in one.clauses

    return (any(is_seen(filter(is_named, tries), number) for number in value.others())
            or any(is_seen(filter(is_cited, tries), number) for number in value.others())
            or any(is_seen((one for one in tries if value.clause not in one.clauses), number) for number in value.others()[:2]))


def judge(sheet: str, folder: Path, scale: int) -> tuple[str, int, list[str]]:
    """A sheet, how many of its values were changed, and what is wrong with them."""
    with tempfile.TemporaryDirectory() as scratch:
        tables = tables_of(sheet, folder, scratch)
        unproven = unproven_of(sheet)
        tries = charts_of(sheet, folder) + tables + musters_of(sheet, folder)
        code = "".join(path.read_text() for path in sorted(folder.iterdir()) if path.name not in NOT_READ)
        values = values_of(folder, scale)
        asked = [value for value in values if value.key() not in unproven and (tables or is_read(code, value))]
        dead = [f"{value.key()} changes neither odds nor outcomes" for value in asked if not acts(value, tries, scratch)]
        strange = unproven - {value.key() for value in values}
        return sheet, len(asked), dead + [f"{key} is named unproven and is no value" for key in sorted(strange)]


def main() -> int:
    only = sys.argv[3:]
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda sheet: judge(*sheet), [sheet for sheet in sheets() if not only or sheet[0] in only]))
    tap = Tap()
    for sheet, count, faults in results:
        tap.result(f"{sheet}: {count} values, each of them acts", faults)
    return tap.finish()


sys.exit(main())
