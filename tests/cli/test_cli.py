#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the program prints, where and how it ends: test_cli.py LIMBER

Runs every command with every option through pipes and through a pseudo-terminal. Answers are compared
with fractions worked out from the sheets, refusals with their exit code: 2, a message on standard error,
nothing on standard output. Prints TAP and ends with 1 if anything failed.
"""
from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = str(Path(sys.argv[1]).resolve()) if len(sys.argv) == 2 else ""
# Sheets and the folders of their rules.
SHEETS = {name.replace("_", "-"): folder for name, folder in
          re.findall(r"^RULESET\((\w+), *(\w+)\)", (ROOT / "src/rules/rulesets.def").read_text(), re.M)}
PLAYED = [sheet for sheet, folder in SHEETS.items() if (ROOT / f"src/rules/{folder}/verbs.def").exists()]
COMMANDS = ["play", "serve", "games", "ask", "chart", "sheet", "explain", "check", "words", "muster", "odds", "compare", "act", "fight", "draw", "replay", "luck", "verify",
            "help", "complete"]
VF = ["chart", "valour-fortitude"]
FIRE = [*VF, "fire"]
NARROW = 60
PATIENCE = 3600  # seconds: for what hangs, not for what a busy machine makes slow
# A rich terminal by its looks: what is not one must not be treated as one all the same.
ENVIRONMENT = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": ""}
Faults = list[str]
Words = list[str]


TAP = Tap()


# Running the program.

@dataclass
class Done:
    words: list[str | bytes]
    code: int
    out: bytes
    err: bytes

    def __str__(self) -> str:
        shown = " ".join(repr(w) if len(w) < 80 else repr(w[:20]) + "..." for w in self.words)
        return f"{shown}: code {self.code}, out {self.out[:200]!r}, err {self.err[:400]!r}"


def run(*words: str | bytes, given: bytes = b"") -> Done:
    done = subprocess.run([PROGRAM, *words], input=given, capture_output=True, env=ENVIRONMENT,
                          timeout=PATIENCE)
    return Done(list(words), done.returncode, done.stdout, done.stderr)


def answer(*words: str | bytes) -> dict:
    done = run(*words, "--json")
    if done.code != 0 or done.err:
        raise AssertionError(str(done))
    return json.loads(done.out)


def text(*words: str | bytes) -> str:
    done = run(*words)
    if done.code != 0 or done.err:
        raise AssertionError(str(done))
    return done.out.decode()


def lines(*words: str) -> list[str]:
    return text(*words).splitlines()


@contextmanager
def house_file(content: str | bytes) -> Iterator[str]:
    with tempfile.NamedTemporaryFile(suffix=".yaml") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
        file.flush()
        yield file.name


class Terminal:
    """The program on a pseudo-terminal without echo."""

    def __init__(self, words: Words, columns: int = 80, out: int | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        mode = termios.tcgetattr(slave)
        mode[1] &= ~termios.OPOST
        mode[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, mode)
        self.process = subprocess.Popen([PROGRAM, *words], stdin=slave, stderr=slave, env=ENVIRONMENT,
                                        stdout=slave if out is None else out, start_new_session=True)
        os.close(slave)
        self.seen = b""
        self.is_open = True

    def read(self) -> None:
        if not select.select([self.master], [], [], PATIENCE)[0]:
            self.process.kill()
            raise AssertionError(f"silent after {self.seen[-300:]!r}")
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        self.is_open = bool(data)
        self.seen += data

    def expect(self, pattern: str) -> str:
        """What is shown up to the end of the pattern."""
        while not (found := re.search(pattern.encode(), self.seen)):
            if not self.is_open:
                self.process.wait(PATIENCE)
                raise AssertionError(f"expected {pattern!r}, seen {self.seen[-300:]!r}")
            self.read()
        shown, self.seen = self.seen[: found.end()], self.seen[found.end():]
        return shown.decode(errors="replace")

    def say(self, reply: str) -> None:
        os.write(self.master, reply.encode())

    def finish(self) -> tuple[int, str]:
        while self.is_open:
            self.read()
        os.close(self.master)
        return self.process.wait(PATIENCE), self.seen.decode(errors="replace")


def on_terminal(words: Words, columns: int = 80) -> str:
    return Terminal(words, columns).finish()[1]


# Judging an answer.

def odds(reply: dict) -> dict[tuple, Fraction]:
    return {tuple(o["result"].values()): Fraction(o["p"]) for o in reply["outcomes"]}


def differs(what: str, found: object, expected: object) -> Faults:
    return [] if found == expected else [f"{what}: expected {expected!r}, found {found!r}"]


def missing(done: Done, shown: bytes, fragments: list[str]) -> Faults:
    faults = [f"{done}: no {f!r}" for f in fragments if f.encode() not in shown]
    return faults + [f"{done}: bad grammar" for _ in re.findall(rb"\b1 (?:dice|clauses)\b|are 1 die", shown)]


def refused(done: Done, fragments: list[str], code: int = 2) -> Faults:
    """A refusal: the code, a message that says who speaks, nothing on standard output."""
    if done.code != code or done.out:
        return [f"{done}: expected code {code} and nothing on standard output"]
    return missing(done, done.err, ["limber: ", *fragments])


def check(name: str) -> Callable[[Callable[[], Faults]], Callable[[], Faults]]:
    """Registers a test; an assertion that fails is a fault of it."""
    def register(function: Callable[[], Faults]) -> Callable[[], Faults]:
        TESTS.append((name, function))
        return function
    return register


TESTS: list[tuple[str, Callable[[], Faults]]] = []


# chart: right answers.

THIRD = Fraction(1, 3)
KNOWN: list[tuple[str, dict[tuple, Fraction]]] = [
    # 3 dice of 4+
    ("valour-fortitude fire",
     {(n, "unshaken"): Fraction(w, 8) for n, w in enumerate([1, 3, 3, 1])}),
    # one die of 6
    ("valour-fortitude fire value=1 cover=hard",
     {(0, "unshaken"): Fraction(5, 6), (1, "unshaken"): Fraction(1, 6)}),
    ("valour-fortitude fire formation=limbered", {(0, "unshaken"): Fraction(1)}),
    ("valour-fortitude messenger eligible=yes", {("arrives",): Fraction(5, 6), ("fails",): Fraction(1, 6)}),
    # (7/12)^20: too long for machine words
    ("valour-fortitude valour tests=20 stoic=yes",
     {("stands",): Fraction(7, 12) ** 20, ("routs",): 1 - Fraction(7, 12) ** 20}),
    # 2D6: 7 or more 21 of 36, 3 to 6 14 of 36 in thirds, 2 once
    ("esr-50 order", {("success",): Fraction(7, 12), ("delay-1",): Fraction(7, 54), ("delay-2",): Fraction(7, 54),
                      ("delay-3",): Fraction(7, 54), ("failure",): Fraction(1, 36)}),
    ("esr-50 order action=yes distance=35.9", {("success",): Fraction(7, 12), ("failure",): Fraction(5, 12)}),
    ("esr-50 order action=yes distance=36", {("success",): Fraction(5, 12), ("failure",): Fraction(7, 12)}),
    ("esr-75 order action=yes distance=24", {("success",): Fraction(5, 12), ("failure",): Fraction(7, 12)}),
    ("esr-50 order action=yes enemy=none", {("success",): Fraction(7, 12), ("failure",): Fraction(5, 12)}),
    ("esr-50 order action=yes enemy=9.1", {("success",): Fraction(5, 12), ("failure",): Fraction(7, 12)}),
    ("esr-50 order action=yes enemy=9", {("success",): Fraction(1, 6), ("failure",): Fraction(5, 6)}),
    ("napoleons-legacy ammo", {("canister",): THIRD, ("shot",): THIRD, ("none",): THIRD}),
    ("napoleons-legacy command cv=7", {("obeyed",): Fraction(7, 12), ("failed",): Fraction(7, 18),
                                       ("blunder",): Fraction(1, 36)}),
    ("march-attack order ability=poor distance=3", {("received",): Fraction(7, 12), ("refused",): Fraction(5, 12)}),
]


@check("chart --json: known odds of every sheet")
def known_odds() -> Faults:
    return [f for words, expected in KNOWN for f in differs(words, odds(answer("chart", *words.split())), expected)]


def charts_of(sheet: str) -> list[dict]:
    return answer("chart", sheet)["charts"]


def presets_of(chart: dict) -> dict[str, int | str]:
    """Every key of a chart with its preset; a chart of two sides has each twice."""
    sides = ["a_", "d_"] if chart["sides"] == 2 else [""]
    return {side + i["key"]: i["preset"] for side in sides for i in chart["inputs"]}


def judge_json(sheet: str, chart: dict) -> Faults:
    """The shape that the JSON of a chart has at its presets, and the sum of its odds."""
    name = chart["chart"]
    reply = answer("chart", sheet, name)
    faults = differs(f"{name} keys", list(reply), ["sheet", "chart", "inputs", "modifiers", "notes", "outcomes"])
    faults += differs(f"{name} names", [reply["sheet"], reply["chart"]], [sheet, name])
    faults += differs(f"{name} inputs", reply["inputs"], presets_of(chart))
    faults += differs(f"{name} sum", sum(Fraction(o["p"]) for o in reply["outcomes"]), 1)
    faults += differs(f"{name} repeated outcomes", len(odds(reply)), len(reply["outcomes"]))
    for outcome in reply["outcomes"]:
        p = Fraction(outcome["p"])
        if p <= 0 or outcome["p"] != f"{p.numerator}/{p.denominator}":
            faults.append(f"{name}: {outcome['p']} is not a positive fraction in lowest terms")
        faults += differs(f"{name} prob", outcome["prob"], float(p))
        if not all(isinstance(v, (int, str)) for v in outcome["result"].values()):
            faults.append(f"{name}: odd result {outcome['result']}")
    return faults


@check("chart --json: shape and sum of every chart at its presets")
def json_shape() -> Faults:
    return [f"{sheet} {f}" for sheet in SHEETS for chart in charts_of(sheet) for f in judge_json(sheet, chart)]


@check("chart: lists of sheets, charts and inputs")
def lists() -> Faults:
    faults = differs("sheets", answer("chart"), {"sheets": list(SHEETS)})
    faults += differs("sheets in text", [w for line in lines("chart") for w in line.split()[:1] if w in SHEETS],
                      list(SHEETS))
    for sheet in SHEETS:
        shown = [line.split()[0] for line in lines("chart", sheet) if line.startswith("  ") and line[2] != " "]
        names = [c["chart"] for c in charts_of(sheet)]
        faults += differs(f"charts of {sheet}", shown, names)
        for chart in charts_of(sheet):
            page = text("chart", sheet, chart["chart"])
            faults += [f"{sheet} {chart['chart']}: no line on {i['key']}" for i in chart["inputs"]
                       if not re.search(rf"^\s+(\?_)?{i['key']}\s.*", page, re.M)]
    return faults


@check("chart: the table shows fractions, chances and modifiers with their clauses")
def table() -> Faults:
    page = text(*FIRE, "value=1", "formation=guns", "canister=yes", "cover=soft")
    wanted = [r"\+2\s+vf\.fire\.canister\s", r"-1\s+vf\.hit\.soft\s", r"0\s+unshaken\s+8/27\s+29\.63 %",
              r"3\s+unshaken\s+1/27\s+3\.70 %"]
    return [f"no {w}" for w in wanted if not re.search(w, page)]


@check("chart: what acts without a number is told beside the modifiers, also once dice have fallen")
def notes() -> Faults:
    halved = ["chart", "valour-fortitude", "fire", "value=6", "target_light=yes"]
    faults = [] if "*  vf.hit.open  Fire costs light troops" in text(*halved) else ["the halving is not told"]
    faults += [] if "vf.hit.open" in answer(*halved)["notes"] else ["nor noted"]
    faults += [] if "vf.hit.open" not in text(*halved[:4]) else ["the halving is told of others"]
    square = answer("chart", "napoleons-legacy", "fear", "target=square")["notes"]
    other = answer("chart", "napoleons-legacy", "fear")["notes"]
    faults += [] if "nl.square.retreat" in square and "nl.square.retreat" not in other else [f"a square: {square}, others: {other}"]
    plain = text("chart", "napoleons-legacy", "fear", "target=square")
    return faults + ([] if "*  nl.square.retreat" in plain else [plain])


@check("chart --all: every outcome; without it the likeliest and the sum of the rest")
def all_outcomes() -> Faults:
    words = [*VF, "melee", "a_melee=9", "d_melee=9"]
    count = len(answer(*words)["outcomes"])
    row = re.compile(r"^\s+\d+\s+\d+\s+(?:active|defender)\s.*%")
    every, some = lines(*words, "--all"), lines(*words)
    shown = sum(bool(row.match(line)) for line in some)
    faults = differs("rows with --all", sum(bool(row.match(line)) for line in every), count)
    if not 10 <= shown < count or not any(f"{count - shown} less likely" in line for line in some):
        faults.append(f"without --all {shown} rows of {count} and {some[-3:]}")
    return faults


# chart: refusals.

REFUSALS: list[tuple[Words, list[str]]] = [
    (["charrt"], ["'charrt'", "did you mean chart?"]),
    (["xyzzy"], ["'xyzzy'", *COMMANDS]),
    ([""], ["''"]),
    (["--jsn"], ["'--jsn'"]),
    (["chart", "valour-fortitud"], ["'valour-fortitud'", "did you mean valour-fortitude?"]),
    (["chart", "xyzzy"], ["'xyzzy'", *SHEETS]),
    (["chart", ""], ["''", *SHEETS]),
    ([*VF, "fir"], ["'fir'", "did you mean fire?"]),
    ([*VF, "xyzzy"], ["'xyzzy'", "fire", "melee", "square-contact"]),
    ([*FIRE, "valeu=3"], ["'valeu'", "did you mean value?"]),
    ([*FIRE, "xyzzy=3"], ["'xyzzy'"]),
    ([*VF, "valour", "xyzzy=3"], ["'xyzzy'", "tests", "fire_phase", "stoic"]),
    ([*VF, "melee", "losses=1"], ["'losses'", "did you mean a_losses?"]),
    (["chart", "napoleons-legacy", "ammo", "xyzzy=3"], ["'xyzzy'", "no inputs"]),
    ([*FIRE, "Value=3"], ["'Value'", "did you mean value?"]),
    ([*FIRE, "value=3", "value=3"], ["value", "twice", "a whole number from 1 to 9"]),
    ([*FIRE, "value=0"], ["value", "a whole number from 1 to 9", "'0'"]),
    ([*FIRE, "value=10"], ["value", "a whole number from 1 to 9", "'10'"]),
    ([*FIRE, "value=-1"], ["value", "a whole number from 1 to 9", "'-1'"]),
    ([*FIRE, "value=+3"], ["value", "a whole number from 1 to 9", "'+3'"]),
    ([*FIRE, "value=3.0"], ["value", "a whole number from 1 to 9", "'3.0'"]),
    ([*FIRE, "value= 3"], ["value", "a whole number from 1 to 9", "' 3'"]),
    ([*FIRE, "value=4294967299"], ["value", "a whole number from 1 to 9", "'4294967299'"]),
    ([*FIRE, "value="], ["value", "a whole number from 1 to 9", "''"]),
    ([*FIRE, "=3"], ["key=value", "'=3'"]),
    ([*FIRE, "value"], ["key=value", "'value'"]),
    ([*FIRE, ""], ["key=value", "''"]),
    ([*FIRE, "formation=lin"], ["formation", "line, attack", "limbered", "'lin'", "did you mean line?"]),
    ([*FIRE, "formation=Line"], ["formation", "'Line'", "did you mean line?"]),
    ([*FIRE, "skirmish=ye"], ["skirmish", "yes or no", "'ye'", "did you mean yes?"]),
    ([*FIRE, "skirmish=1"], ["skirmish", "yes or no", "'1'"]),
    ([*FIRE, "target_losses=5"], ["target_losses=5", "tenacity"]),
    ([*FIRE, "target_losses=3", "target_tenacity=2"], ["target_losses=3", "tenacity"]),
    ([*VF, "melee", "a_losses=5"], ["a_losses=5", "tenacity"]),
    ([*VF, "melee", "d_losses=5"], ["d_losses=5", "tenacity"]),
    (["chart", "esr-50", "order", "distance=200.1"], ["distance", "inches from 0 to 200", "'200.1'"]),
    (["chart", "esr-50", "order", "distance=9.55"], ["distance", "one decimal", "'9.55'"]),
    (["chart", "esr-50", "order", "distance=none"], ["distance", "inches", "'none'"]),
    (["chart", "esr-50", "order", "enemy=non"], ["enemy", "none or inches", "'non'", "did you mean none?"]),
    (["chart", "napoleons-legacy", "fire", "save=1"], ["save", "'1'"]),
    (["chart", "napoleons-legacy", "fire", "prior_hits=3"], ["prior_hits=3"]),
    ([*FIRE, "--jsn"], ["'--jsn'", "did you mean --json?", "usage: limber chart"]),
    ([*FIRE, "--xyzzy"], ["'--xyzzy'", "usage: limber chart"]),
    ([*FIRE, "--seed", "3"], ["--seed", "--roll"]),
    ([*FIRE, "--roll", "--seed"], ["--seed"]),
    ([*FIRE, "--roll", "--seed", "x"], ["--seed", "whole number", "'x'"]),
    ([*FIRE, "--roll", "--seed", "-1"], ["--seed", "whole number", "'-1'"]),
    ([*FIRE, "--roll", "--seed", ""], ["--seed", "whole number", "''"]),
    ([*FIRE, "--roll", "--seed", "1 "], ["--seed", "whole number", "'1 '"]),
    ([*FIRE, "--roll", "--seed", "18446744073709551616"], ["--seed", "64 bits"]),
    ([*FIRE, "--roll", "--dice", "1 2 3"], ["--roll", "--dice"]),
    (["chart", "--roll"], ["--roll", "sheet", "chart"]),
    ([*VF, "--dice", "1"], ["--dice", "sheet", "chart"]),
    ([*FIRE, "--dice"], ["--dice"]),
    ([*FIRE, "--house"], ["--house"]),
    ([*FIRE, "--house", "/nonexistent"], ["/nonexistent", "cannot be read"]),
    ([*FIRE, "--house", "/"], ["cannot be read"]),
    (["chart", "--house", "/nonexistent"], ["/nonexistent"]),
    ([*VF, "--house", "/nonexistent"], ["/nonexistent"]),
    (["sheet"], ["sheet"]),
    (["sheet", "xyzzy"], ["'xyzzy'", *SHEETS]),
    (["sheet", "esr5"], ["'esr5'", "did you mean esr-50?"]),
    (["sheet", "esr-50", "esr-75"], ["sheet"]),
    (["sheet", "esr-50", "--jsn"], ["'--jsn'", "usage: limber sheet"]),
    (["sheet", "esr-50", "--house"], ["--house"]),
    (["sheet", "esr-50", "--house", "/nonexistent"], ["/nonexistent", "cannot be read"]),
    (["explain"], ["clause"]),
    (["explain", ""], ["clause"]),
    (["explain", "vf.hit.bse"], ["'vf.hit.bse'", "did you mean vf.hit.base?"]),
    (["explain", "xyzzy"], ["'xyzzy'"]),
    (["explain", "vf.hit.base", "vf.hit.soft"], ["explain"]),
    (["explain", "vf.hit.base", "--hous", "x"], ["'--hous'", "did you mean --house?"]),
    (["explain", "vf.hit.base", "--house"], ["--house"]),
    (["explain", "vf.hit.base", "--house", "/nonexistent"], ["/nonexistent", "cannot be read"]),
    (["check"], ["file"]),
    (["check", "/nonexistent"], ["/nonexistent", "cannot be read"]),
    (["check", "--json"], ["'--json'", "usage: limber check"]),
    (["help", "charrt"], ["'charrt'", "did you mean chart?"]),
    (["help", "chart", "sheet"], ["help"]),
    (["complete"], ["complete"]),
    (["ask", "xyzzy"], ["'xyzzy'", *SHEETS]),
    (["ask", "esr-50", "ordr"], ["'ordr'", "did you mean order?"]),
    (["ask", "esr-50", "order", "fire"], ["ask"]),
    (["ask", "--roll"], ["'--roll'", "usage: limber ask"]),
    (["ask", "--house"], ["--house"]),
    (["ask", "--house", "/nonexistent"], ["/nonexistent", "cannot be read"]),
]


def refusals() -> None:
    for words, fragments in REFUSALS:
        TAP.result(f"refused: {' '.join(words) or repr('')}", refused(run(*words), fragments))


# chart --roll and --dice.

@check("chart --roll --seed: the same dice again, a result that the odds know")
def roll_repeats() -> Faults:
    faults = []
    known = odds(answer(*VF, "melee"))
    for seed in ["0", "1", "7", "18446744073709551615"]:
        words = [*VF, "melee", "--roll", "--seed", seed]
        first, again = answer(*words), answer(*words)
        faults += differs(f"seed {seed}", again, first) + differs("seed told", first["seed"], int(seed))
        if tuple(first["result"].values()) not in known:
            faults.append(f"seed {seed}: {first['result']} has no odds")
        faces = [f for r in first["rolls"] for f in r["dice"]]
        if len(faces) < 8 or not set(faces) <= set(range(1, 7)):
            faults.append(f"seed {seed}: odd dice {first['rolls']}")
        faults += differs(f"text of seed {seed}", text(*words), text(*words))
    rolled = {run(*FIRE, "--roll", "--seed", str(s)).out for s in range(20)}
    return faults + (["twenty seeds, one roll"] if len(rolled) < 5 else [])


@check("chart --roll: a fresh seed each time, and it can be used again")
def roll_fresh() -> Faults:
    first, other = answer(*FIRE, "--roll"), answer(*FIRE, "--roll")
    again = answer(*FIRE, "--roll", "--seed", str(first["seed"]))
    told = re.search(r"--seed (\d+)", shown := text(*FIRE, "--roll"))
    faults = differs("the same roll", again, first)
    if first["seed"] == other["seed"]:
        faults.append(f"twice the seed {first['seed']}")
    if not told or text(*FIRE, "--roll", "--seed", told.group(1)) != shown:
        faults.append(f"the seed of {shown!r} does not roll it again")
    return faults


@check("chart --roll: no dice where none are thrown")
def roll_nothing() -> Faults:
    reply = answer(*VF, "activation", "first_near=yes", "--roll")
    return differs("rolls", reply["rolls"], []) + differs("result", reply["result"], {"result": "active"})


DICE: list[tuple[Words, str, dict]] = [
    ([*FIRE], "4 5 6", {"losses": 3, "state": "unshaken"}),
    ([*FIRE], "4,5,3", {"losses": 2, "state": "unshaken"}),
    ([*FIRE], "  1\t2 , 3  ", {"losses": 0, "state": "unshaken"}),
    # ones again: 1 1 4 becomes 6 3 4
    ([*FIRE, "disciplined=yes"], "1 1 4 6 3", {"losses": 2, "state": "unshaken"}),
    # a one again stays a one
    ([*FIRE, "disciplined=yes", "value=1"], "1 1", {"losses": 0, "state": "unshaken"}),
    # two losses, both tested on 3+
    ([*FIRE, "target_losses=4"], "4 4 1 3 3", {"losses": 2, "state": "shaken"}),
    ([*FIRE, "target_losses=4"], "4 4 1 3 2", {"losses": 2, "state": "routed"}),
    ([*FIRE, "formation=march"], "", {"losses": 0, "state": "unshaken"}),
    ([*VF, "square-contact"], "6", {"result": "fights"}),
]


@check("chart --dice: the result of the dice that were thrown")
def typed_dice() -> Faults:
    faults = []
    for words, dice, expected in DICE:
        reply = answer(*words, "--dice", dice)
        faces = [f for r in reply["rolls"] for f in r["dice"]]
        faults += differs(f"{words} {dice}", reply["result"], expected)
        faults += differs(f"{words} dice", faces, [int(f) for f in re.findall(r"\d", dice)])
        faults += ["typed dice with a seed"] if "seed" in reply else []
        page = text(*words, "--dice", dice)
        faults += [f"{words} {dice}: no '{k}: {v}' in {page!r}" for k, v in expected.items()
                   if f"{k}: {v}" not in page]
    return faults


BAD_DICE: list[tuple[Words, str, list[str]]] = [
    (FIRE, "", ["3 dice", "vf.hit.base"]),
    (FIRE, "4 5", ["1 die", "vf.hit.base"]),
    ([*FIRE, "disciplined=yes"], "1 1 4", ["2 dice", "vf.hit.base"]),
    ([*FIRE, "target_losses=4"], "4 1 1", ["1 die", "vf.valour"]),
    (FIRE, "4 5 6 1", ["too many"]),
    (FIRE, "4 5 6 1 1", ["2 dice too many"]),
    ([*FIRE, "formation=march"], "1", ["too many"]),
    (FIRE, "4 7 6", ["'7'", "from 1 to 6"]),
    (FIRE, "4 0 6", ["'0'", "from 1 to 6"]),
    (FIRE, "4 x 6", ["'x'", "from 1 to 6"]),
    (FIRE, "4 -1 6", ["'-1'", "from 1 to 6"]),
    (FIRE, "456", ["'456'", "from 1 to 6"]),
    (FIRE, "4.5", ["'4.5'", "from 1 to 6"]),
    (FIRE, "1 " * 50000, ["too many"]),
]


def refused_dice() -> None:
    for words, dice, fragments in BAD_DICE:
        done = run(*words, "--dice", dice)
        TAP.result(f"refused: {' '.join(words[2:])} --dice '{dice[:20]}'", refused(done, fragments))


@check("chart --dice ask through a pipe")
def dice_by_pipe() -> Faults:
    faults = []
    for given in [b"4 5 6\n", b"4\n5\n6\n", b"4 5\n6", b"\n4 5 6\n", b"9\n4 5 6\n", b"1 2 3 4\n4 5 6\n"]:
        done = run(*FIRE, "--dice", "ask", "--json", given=given)
        if done.code != 0 or json.loads(done.out)["result"] != {"losses": 3, "state": "unshaken"}:
            faults.append(f"{given!r}: {done}")
        if b"vf.hit.base" not in done.err:
            faults.append(f"{given!r}: not asked on standard error: {done}")
    for given, still in [(b"", "3 dice"), (b"4 5\n", "1 die"), (b"9\n", "3 dice")]:
        faults += refused(run(*FIRE, "--dice", "ask", given=given), [still, "vf.hit.base"])
    return faults


ASKED: list[tuple[Words, list[tuple[str, str]], str]] = [
    # the words, then (what is asked, what is answered), then the end
    ([*FIRE, "--dice", "4 5"], [(r"1 die\b.*\(vf\.hit\.base\): $", "6\n")], "losses: 3"),
    ([*FIRE, "--dice", ""], [(r"3 dice\b.*\(vf\.hit\.base\): $", "4 1 6\n")], "losses: 2"),
    ([*FIRE, "--dice", "ask"], [(r"3 dice\b.*\(vf\.hit\.base\): $", "4 5 6\n")], "losses: 3"),
    ([*FIRE, "--dice", "ask"], [(r"3 dice\b.*: $", "4\n"), (r"^Throw 2 dice\b.*: $", "5\n"),
                                (r"^Throw 1 die\b.*: $", "1\n")], "losses: 2"),
    # asked again after a bad face, nothing of that line counts
    ([*FIRE, "--dice", "4 5"], [(r"1 die\b.*: $", "7\n"), (r"'7' is no face[^\n]*\n[^\n]*1 die\b.*: $", "x\n"),
                                (r"'x' is no face[^\n]*\n[^\n]*1 die\b.*: $", "\n"),
                                (r"^[^\n]*1 die\b.*: $", "6\n")], "losses: 3"),
    ([*FIRE, "--dice", "ask"], [(r"3 dice\b.*: $", "4 9\n"), (r"'9' is no face[^\n]*\n[^\n]*3 dice\b.*: $",
                                                             "1 1 1\n")], "losses: 0"),
    # more than asked for
    ([*FIRE, "--dice", "4 5"], [(r"1 die\b.*: $", "6 6\n"), (r"2 dice[^\n]*1[^\n]*\n[^\n]*1 die\b.*: $", "6\n")],
     "losses: 3"),
    # the ones again, and only they
    ([*FIRE, "disciplined=yes", "--dice", "1 1 4"], [(r"2 dice, the ones[^\n]*: $", "1 5\n")], "losses: 2"),
    # the tests of the losses come after
    ([*FIRE, "target_losses=4", "--dice", "4 5 1"], [(r"2 dice\b.*\(vf\.valour\): $", "3 2\n")], "state: routed"),
    # saves, one for each hit
    (["chart", "napoleons-legacy", "fire", "bases=1", "save=4", "target_bases=12", "--dice", "4 5"],
     [(r"2 dice to save[^\n]*: $", "4 4\n")], "unsaved: 0"),
]


def dice_by_hand() -> None:
    for words, talk, end in ASKED:
        faults = []
        try:
            terminal = Terminal(words)
            for asked, reply in talk:
                shown = terminal.expect(r": $")
                faults += [] if re.search(asked, shown) else [f"expected to be asked {asked!r}, not {shown!r}"]
                terminal.say(reply)
            code, shown = terminal.finish()
            if code != 0 or end not in shown or "Throw " in shown:
                faults.append(f"code {code}, {shown!r}")
        except AssertionError as error:
            faults.append(str(error))
        TAP.result(f"on a terminal: {' '.join(words[1:])}", faults)


@check("chart --dice on a terminal: nothing is asked when all dice are there")
def no_question() -> Faults:
    code, shown = Terminal([*FIRE, "--dice", "4 5 6"]).finish()
    return differs("code", code, 0) + (["asked " + shown] if "Throw" in shown else [])


@check("chart --dice ask on a terminal: questions stay out of standard output")
def questions_apart() -> Faults:
    with tempfile.TemporaryFile() as out:
        terminal = Terminal([*FIRE, "--dice", "ask", "--json"], out=out.fileno())
        terminal.expect(r": $")
        terminal.say("4 5 6\n")
        code, _ = terminal.finish()
        out.seek(0)
        return differs("code", code, 0) + differs("result", json.load(out)["result"]["losses"], 3)


@check("chart --dice ask on a terminal: the end of the input ends it with 2")
def end_of_typing() -> Faults:
    terminal = Terminal([*FIRE, "--dice", "ask"])
    terminal.expect(r": $")
    terminal.say("\x04")
    code, shown = terminal.finish()
    return differs("code", code, 2) + ([] if "3 dice" in shown else [f"unclear: {shown!r}"])


@check("a line that is too long is refused as one line")
def long_line() -> Faults:
    dice = run(*VF, "messenger", "--dice", "ask", "--json", given=b"x" * 4095 + b"6\n" + b"1\n")
    asked = run("ask", "valour-fortitude", "messenger", given=b"x" * 255 + b"yes\n\nq\n")
    faults = differs("dice", json.loads(dice.out or b"{}").get("result"), {"result": "fails"})
    return faults + (["ask took the end of a long line for an answer"] if b"5/6" in asked.out else [])


# ask.

@check("ask: from the list of sheets to the odds, a roll and real dice")
def ask_through() -> Faults:
    terminal = Terminal(["ask"])
    talk = [(r"sheet[^\n]*\? $", "xyzzy\n"), (rf"1 to {len(SHEETS)}\b[^$]*\? $", "valour-fortitude\n"), (r"chart[^\n]*\? $", "valour\n"),
            (r"tests:[^\n]*\[1\] $", "21\n"), (r"from 1 to 20, not '21'; did you mean 20\?\n[^\n]*\[1\] $", "2\n"),
            (r"fire_phase:[^\n]*\[no\] $", "y\n"), (r"stoic:[^\n]*\[no\] $", "\n"),
            (r"vf\.valour.*stands\s+4/9\s[^$]*: $", "x\n"), (r"r, d, q[^$]*: $", "r\n"),
            (r"(?s)vf\.valour.*result: (?:stands|routs).*: $", "d\n"), (r"2 dice\b.*\(vf\.valour\): $", "3 3\n"),
            (r"(?s)result: stands.*: $", "q\n")]
    faults = []
    for asked, reply in talk:
        shown = terminal.expect(r"[?:\]] $")
        faults += [] if re.search(asked, shown, re.S) else [f"expected {asked!r}, not {shown!r}"]
        terminal.say(reply)
    code, shown = terminal.finish()
    return faults + differs("code", code, 0)


@check("ask: a refused combination is asked again, house rules count, the end of the input ends it")
def ask_piped() -> Faults:
    # 17 inputs, of which the 16th is the markers on the target
    refused_once = b"\n" * 15 + b"5\n\n" + b"\n" * 15 + b"0\n\n"
    done = run("ask", "valour-fortitude", "fire", given=refused_once + b"q\n")
    faults = missing(done, done.out, ["target_losses=5 is refused", "3/8"]) + differs("code", done.code, 0)
    with house_file("limber: house-rules\nvalues:\n  vf.act.messenger: {need: 3}\n") as path:
        done = run("ask", "valour-fortitude", "messenger", "--house", path, given=b"\n")
    faults += missing(done, done.out, ["2/3"]) + differs("code", done.code, 0)
    done = run("ask", "valour-fortitude", "messenger", given=b"\n\nyes\nq\n")
    return faults + missing(done, done.out, ["1/2", "5/6"])


# House rules.

HOUSE = "limber: house-rules\nname: Club\nvalues:\n  vf.hit.base: 5\n  vf.fire.support: {each: 2}\n"

BROKEN: list[tuple[str | bytes, list[str]]] = [
    ("", [":1:1: "]),
    ("x\n", [":1:1: ", "limber: house-rules"]),
    ("name: x\n", [":1:1: ", "limber: house-rules"]),
    ("limber: record\n", [":1:9: ", "'record'", "house-rules"]),
    ("limber: house-rules\nvalue: {}\n", [":2:1: ", "'value'", "did you mean values?"]),
    ("limber: house-rules\nsheet: esr50\n", [":2:8: ", "'esr50'", "did you mean esr-50?"]),
    ("limber: house-rules\nvalues: 3\n", [":2:1: ", "values"]),
    ("limber: house-rules\nvalues:\n  vf.hit.bse: 5\n", [":3:3: ", "'vf.hit.bse'", "did you mean vf.hit.base?"]),
    ("limber: house-rules\nsheet: esr-50\nvalues:\n  vf.hit.base: 5\n", [":4:3: ", "'vf.hit.base'"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: 7\n", [":3:16: ", "vf.hit.base", "from 1 to 6", "'7'"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: five\n", [":3:16: ", "from 1 to 6", "'five'"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: 5.0\n", [":3:16: ", "from 1 to 6", "'5.0'"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: 99999999999\n", [":3:16: ", "from 1 to 6"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base:\n", [":3:"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: [5]\n", [":3:"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: 5\n  vf.hit.base: 4\n", [":4:3: "]),
    ("limber: house-rules\nvalues:\n  vf.fire.support: 5\n", [":3:3: ", "several", "each"]),
    ("limber: house-rules\nvalues:\n  vf.fire.support: {mots: 5}\n", [":3:21: ", "'mots'", "did you mean most?"]),
    ("limber: house-rules\nvalues:\n  vf.rout: 5\n", [":3:3: ", "vf.rout", "no number"]),
    ("limber: house-rules\nvalues:\n  vf.roll.six: off\n", [":3:3: ", "switches"]),
    ("limber: house-rules\nswitches:\n  vf.hit.base: 5\n", [":3:3: ", "values"]),
    ("limber: house-rules\nswitches:\n  vf.roll.six: maybe\n", [":3:16: ", "on or off", "'maybe'"]),
    ("limber: house-rules\nvalues:\n  vf.square.contact: {fight: 3}\n", [":3:30: ", "vf.square.contact"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: &a 5\n  vf.hit.soft: *a\n", [":"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: !!int 5\n", [":3:"]),
    ("limber: house-rules\n---\nlimber: nothing\n", [":"]),
    ("limber: house-rules\nvalues:\n  vf.hit.base: [5\n", [":"]),
    ("limber: house-rules\nvalues:\n\tvf.hit.base: 5\n", [":3:"]),
    ("limber: house-rules\nname: " + "x" * 80 + "\n", [":2:", "name"]),
    (b"limber: house-rules\nname: \xff\n", [":2:"]),
    (b"limber: house-rules\nname: \x1b[31m\n", [":2:"]),
    (b"limber: house-rules\nname: x\0y\n", [":"]),
    ("limber: house-rules\n" + "#" * 2_000_000 + "\n", ["too large"]),
    ("limber: house-rules\nvalues: " + "[" * 5000 + "\n", [":"]),
]


def broken_houses() -> None:
    """A broken file is a refusal to check it (1) and bad input to everything that uses it (2)."""
    for content, fragments in BROKEN:
        with house_file(content) as path:
            shown = content if isinstance(content, bytes) else content.encode()
            faults = refused(run("check", path), [path, *fragments], code=1)
            for words in [FIRE, ["sheet", "esr-50"], ["explain", "vf.hit.base"], ["ask", "esr-50"]]:
                faults += refused(run(*words, "--house", path), [path, *fragments])
        TAP.result(f"broken house rules: {shown[20:70]!r}", faults)


@check("check: good files, bad ones and missing ones together")
def check_several() -> Faults:
    with house_file(HOUSE) as good, house_file("x\n") as bad:
        done = run("check", good)
        faults = missing(done, done.out, [good, "2 clauses"]) + differs("good", (done.code, done.err), (0, b""))
        cases = [([good, good], 0), ([good, bad], 1), ([bad, good], 1), ([bad, "/nonexistent"], 2),
                 (["/nonexistent", bad], 2), (["/nonexistent", good], 2)]
        for files, code in cases:
            done = run("check", *files)
            faults += differs(f"code of {files}", done.code, code)
            faults += differs(f"good ones of {files}", done.out.count(b"good house rules"), files.count(good))
            faults += differs(f"bad ones of {files}", len(done.err.splitlines()), len(files) - files.count(good))
    with house_file("limber: house-rules\nvalues:\n  vf.hit.base: 5\n") as one:
        done = run("check", one)
        return faults + missing(done, done.out, ["1 clause changed"])


@check("check: every fault of a file at once, in the order of its lines, with the words that there are")
def check_all_faults() -> Faults:
    scenario = (ROOT / "scenarios/two-brigades.yaml").read_text()
    for before, after in (("kind: wood,", "kind: wud,"), ("formation: garrison", "formation: garison"), ("strength: 640", "strength: many"),
                          ("traits: [bold]", "traits: [bald, cautius]"), ("held: british, value: 2", "held: brits, value: 200")):
        assert before in scenario
        scenario = scenario.replace(before, after)
    house = "limber: house-rules\nvalues:\n  vf.hit.bas: 5\n  vf.hit.base: 99\n  nl.turn.victory: {brek: 3}\nswiches: {}\n"
    army = (ROOT / "armies/british-1808.yaml").read_text().replace("quality: regular", "quality: reglar").replace("year: ", "year: 1")
    with tempfile.TemporaryDirectory() as folder:
        faults: Faults = []
        (Path(folder) / "armies").symlink_to(ROOT / "armies")
        for name, content, wanted in (
                ("scenario", scenario, ["no 'bald'; did you mean bold? There is cautious, bold,", "no 'cautius'", "not 'many'",
                                        "no 'garison'; did you mean garrison? There is any, line,", "no 'wud'", "no 'brits'", "not '200'"]),
                ("house", house, ["no clause 'vf.hit.bas'", "not '99'", "no number called 'brek'", "unknown key 'swiches'"]),
                ("army", army, ["year takes a whole number", *["no 'reglar'; did you mean regular? There is untrained, militia"] * 3])):
            path = Path(folder) / f"{name}.yaml"
            path.write_text(content)
            done = run("check", str(path))
            shown = done.err.decode().splitlines()
            places = [tuple(map(int, line.split(":")[2:4])) for line in shown]
            faults += refused(done, wanted, code=1) + differs(f"{name}: order", places, sorted(places))
            if name != "army":
                faults += differs(f"{name}: faults", len(shown), len(wanted))
    return faults


@check("--house: the odds, the sheet and the clause follow it")
def house_in_force() -> Faults:
    with house_file(HOUSE) as path:
        faults = differs("odds", odds(answer(*FIRE, "value=1", "--house", path)),
                         {(0, "unshaken"): Fraction(2, 3), (1, "unshaken"): THIRD})
        reply = answer(*FIRE, "supports=1", "--house", path)
        faults += differs("modifiers", reply["modifiers"], [{"clause": "vf.fire.support", "value": 2}])
        faults += differs("roll", answer(*FIRE, "--dice", "4 4 5", "--house", path)["result"]["losses"], 1)
        sheet = text("sheet", "valour-fortitude", "--house", path)
        faults += differs("marked clauses", re.findall(r"^\* (\S+)", sheet, re.M), ["vf.fire.support", "vf.hit.base"])
        faults += [f"sheet: no {w}" for w in [r"Club: 2 clauses", r"hits on\s+5\+", r"5, on the\s+sheet 4"]
                   if not re.search(w, sheet)]
        clause = text("explain", "vf.hit.base", "--house", path)
        faults += [f"explain: no {w}" for w in [r"hits on 5\+", r"5 by house rule, on the\s+sheet 4"]
                   if not re.search(w, clause)]
        family = text("explain", "vf.hit", "--house", path)
        faults += [] if re.search(r"hits on\s+5\+", family) else ["explain vf.hit has not the numbers in force"]
        other = text("sheet", "esr-50", "--house", path)
        faults += [f"esr-50: {line}" for line in other.splitlines() if re.search(r"[1-9]\d* clauses? changed", line)]
        if odds(answer("chart", "esr-50", "order", "--house", path)) != odds(answer("chart", "esr-50", "order")):
            faults.append("another sheet changed")
        for words in [["chart"], VF]:
            faults += differs(f"{words} with house rules", run(*words, "--house", path).code, 0)
    with house_file("limber: house-rules\nvalues:\n  vf.hit.base: 5\n") as path:
        done = run("sheet", "valour-fortitude", "--house", path)
        return faults + missing(done, done.out, ["1 clause changed"])


@check("vf.roll.one and vf.roll.six: switched off, a one may hit and a six may miss")
def natural_rolls() -> Faults:
    cases = [  # to hit, the rules on ones and sixes, the inputs, the chance of a hit
        (1, "on", "on", "cover=none", Fraction(5, 6)),
        (1, "off", "on", "cover=none", Fraction(1)),
        (2, "off", "on", "cover=soft", Fraction(2, 3)),
        (6, "on", "on", "cover=hard", Fraction(1, 6)),
        (6, "on", "off", "cover=hard", Fraction(0)),
        (5, "on", "off", "cover=soft", Fraction(1, 6)),
    ]
    faults = []
    for need, ones, sixes, cover, hit in cases:
        rules = (f"limber: house-rules\nvalues:\n  vf.hit.base: {need}\n"
                 f"switches:\n  vf.roll.one: {ones}\n  vf.roll.six: {sixes}\n")
        with house_file(rules) as path:
            found = odds(answer(*FIRE, "value=1", cover, "--house", path))
        faults += differs(f"{need} {ones} {sixes}", found.get((1, "unshaken"), Fraction(0)), hit)
    return faults


@check("README: the sample is what the program prints")
def readme_sample() -> Faults:
    words, shown = re.search(r"^```\n\$ limber (.*)\n((?:.|\n)*?)^```$", (ROOT / "README.md").read_text(), re.M).groups()
    return differs(words, text(*words.split()), shown)


# sheet and explain.

def prefixes() -> str:
    """What clause ids begin with, as a regular expression."""
    return "|".join(dict.fromkeys(ids_of(folder)[0].split(".")[0] for folder in SHEETS.values()))


def ids_of(folder: str) -> list[str]:
    source = (ROOT / "src/rules" / folder / "clauses.def").read_text()
    return re.findall(r'^CLAUSE\(\w+,\s*\w+,\s*"([^"]+)"', source, re.M)


@check("sheet: every clause once, in the order of the sheet")
def sheet_clauses() -> Faults:
    faults = []
    for sheet, folder in SHEETS.items():
        shown = re.findall(rf"^  ((?:{prefixes()})\.\S+)", text("sheet", sheet), re.M)
        faults += differs(f"clauses of {sheet}", shown, ids_of(folder))
        faults += [f"{sheet}: {w!r} left in the text" for w in re.findall(r"\{[a-z0-9.-]*\}", text("sheet", sheet))]
    return faults


@check("explain: every clause, with its sheet, its meaning and its place")
def explain_clauses() -> Faults:
    faults = []
    for folder in dict.fromkeys(SHEETS.values()):
        sheets = [s for s in SHEETS if SHEETS[s] == folder]
        for clause in ids_of(folder):
            page = lines("explain", clause)
            faults += differs(f"{clause} headings", [line for line in page if line == clause], [clause] * len(sheets))
            for label in ["Sheet", "What holds", "Left open", "Implemented"]:
                if sum(line.startswith(label) for line in page) != len(sheets):
                    faults.append(f"{clause}: no {label!r}")
            faults += [f"{clause}: not of {s}" for s in sheets if not any(f"({s})" in line for line in page)]
    return faults


@check("explain: the beginning of an id lists what it covers")
def explain_family() -> Faults:
    faults = []
    for begun in ["vf.hit", "vf", "nl.", "esr.action", "ma.melee", "vf.fire.s"]:
        every = [i for folder in dict.fromkeys(SHEETS.values()) for i in ids_of(folder) if i.startswith(begun)]
        shown = re.findall(rf"^((?:{prefixes()})\.\S+)", text("explain", begun), re.M)
        faults += differs(begun, shown, every)
    return faults


# help, version, man page.

@check("help odds: every question that a played sheet answers")
def questions_of_sheets() -> Faults:
    page = text("help", "odds")
    faults = differs("sheets", re.findall(r"^Questions by ([\w-]+):$", page, re.M), PLAYED)
    for sheet in PLAYED:
        rows = re.findall(r'^ +ROW\("(\w+)", +"([^"]+)"', (ROOT / f"src/rules/{SHEETS[sheet]}/query.c").read_text(), re.M)
        part = page.partition(f"Questions by {sheet}:\n")[2].partition("Questions by")[0]
        faults += differs(sheet, re.findall(r"^  (\w+) .*\n      (.+)$", part, re.M), rows)
        faults += [] if len(rows) > 1 else [f"{sheet} has no questions"]
    return faults


@check("help: every command, and the same by --help and -h")
def helps() -> Faults:
    page = text("help")
    faults = differs("commands", re.findall(r"^  (\w+) ", page, re.M), COMMANDS)
    faults += [f"help does not name {w}" for w in ["--version", "--help"] if w not in page]
    for words in [[], ["--help"], ["-h"]]:
        faults += differs(f"{words}", text(*words), page)
    for command in COMMANDS:
        one = text("help", command)
        faults += [] if one.startswith(f"usage: limber {command}") else [f"help {command}: {one[:60]!r}"]
        for option in ["--help", "-h"] if command != "complete" else []:
            faults += differs(f"{command} {option}", text(command, option), one)
    version = re.search(r'LB_VERSION +"([^"]+)"', (ROOT / "include/limber/limber.h").read_text())
    return faults + differs("version", text("--version"), f"limber {version.group(1) if version else '?'}\n")


def options_of(command: str) -> set[str]:
    return set(re.findall(r"--[a-z-]+[a-z]", text("help", command)))


def man_page() -> None:
    path, name = ROOT / "docs/man/limber.1", "the manual page names every command and option"
    if not path.exists():
        TAP.skip(name, "docs/man/limber.1 does not exist yet")
        return
    page = re.sub(r"\\f[BIRP]|\\", "", path.read_text())
    words = {*COMMANDS, "--version", "--help", *(o for c in COMMANDS for o in options_of(c))}
    TAP.result(name, [f"no {w}" for w in sorted(words) if not re.search(rf"(?<![\w-]){w}(?![\w-])", page)])


# complete.

COMPLETIONS: list[tuple[Words, list[str]]] = [
    ([""], COMMANDS),
    (["ch"], ["chart", "check"]),
    (["x"], []),
    (["chart", ""], list(SHEETS)),
    (["chart", "esr"], ["esr-50", "esr-75"]),
    (["sheet", "v"], ["valour-fortitude"]),
    (["ask", "m"], ["march-attack"]),
    (["chart", "valour-fortitude", "f"], ["fire", "fortitude"]),
    (["ask", "valour-fortitude", "r"], ["rally"]),
    (["chart", "valour-fortitude", "rally", ""], ["losses=", "far="]),
    (["chart", "valour-fortitude", "rally", "far=yes", ""], ["losses="]),
    (["chart", "valour-fortitude", "rally", "losses="], [f"losses={n}" for n in range(1, 10)]),
    (["chart", "valour-fortitude", "rally", "far="], ["far=yes", "far=no"]),
    (["chart", "valour-fortitude", "rally", "far=y"], ["far=yes"]),
    (["chart", "valour-fortitude", "fire", "formation=ca"],
     ["formation=cavalry", "formation=cavalry-open", "formation=cavalry-march"]),
    (["chart", "valour-fortitude", "melee", "d_lo"], ["d_losses="]),
    (["chart", "valour-fortitude", "melee", "d_vis"], ["d_visible="]),
    (["chart", "esr-50", "order", "enemy="], ["enemy=none"]),
    (["chart", "napoleons-legacy", "fire", "save="], [f"save={n}" for n in (0, 2, 3, 4, 5, 6)]),
    (["chart", "valour-fortitude", "rally", "--"],
     ["--all", "--dice", "--help", "--house", "--json", "--roll", "--seed"]),
    (["chart", "valour-fortitude", "rally", "--j"], ["--json"]),
    (["sheet", "--"], ["--help", "--house", "--json"]),
    (["help", "com"], ["compare", "complete"]),
    (["explain", "vf.hit.h"], ["vf.hit.heavy", "vf.hit.hard", "vf.hit.heavy-cavalry"]),
    (["chart", "xyzzy", ""], []),
    (["chart", "valour-fortitude", "xyzzy", ""], []),
    (["xyzzy", ""], []),
    # options may stand anywhere
    (["chart", "--json", "v"], ["valour-fortitude"]),
    (["chart", "valour-fortitude", "--all", "fi"], ["fire"]),
    (["chart", "--house", "x.yaml", "valour-fortitude", "rally", "f"], ["far="]),
    # sheets that can be played
    (["fight", "x.yaml", "--rules", ""], PLAYED),
    (["odds", "--rules", PLAYED[0][:3]], [PLAYED[0]]),
    # the value of an option is no key
    (["chart", "valour-fortitude", "rally", "--seed", ""], []),
    (["chart", "valour-fortitude", "rally", "--house", ""], []),
]


def completions() -> None:
    for words, expected in COMPLETIONS:
        TAP.result(f"complete {' '.join(words)}", differs("offers", lines("complete", *words), expected))


@check("complete: all clauses once, all charts and all keys of every sheet")
def complete_everything() -> Faults:
    every = [i for folder in dict.fromkeys(SHEETS.values()) for i in ids_of(folder)]
    faults = differs("clauses", lines("complete", "explain", ""), every)
    for sheet in SHEETS:
        charts = charts_of(sheet)
        faults += differs(sheet, lines("complete", "chart", sheet, ""), [c["chart"] for c in charts])
        for chart in charts:
            faults += differs(f"{sheet} {chart['chart']}", lines("complete", "chart", sheet, chart["chart"], ""),
                              [key + "=" for key in presets_of(chart)])
    return faults


# Where the answer goes.

WRITING: list[Words] = [["chart"], [*VF, "melee", "--all"], [*FIRE, "--json"], [*FIRE, "--roll"], ["help"],
                        ["sheet", "esr-50"], ["explain", "vf"], ["explain", "vf.hit.base"], ["complete", ""],
                        ["--version"]]


@check("no room for the answer: 2 and a message")
def full_device() -> Faults:
    faults = []
    for words in WRITING:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT)
        if done.returncode != 2 or not re.fullmatch(rb"limber: [^\n]*No space left[^\n]*\n", done.stderr):
            faults.append(f"{words}: code {done.returncode}, {done.stderr!r}")
    return faults


@check("standard output is closed: 2 and a message")
def closed_output() -> Faults:
    faults = []
    for words in WRITING:
        done = subprocess.run(["/bin/sh", "-c", 'exec "$@" >&-', "sh", PROGRAM, *words], capture_output=True)
        if done.returncode != 2 or not done.stderr.startswith(b"limber: "):
            faults.append(f"{words}: code {done.returncode}, {done.stderr!r}")
    return faults


@check("a reader that has gone away: no message, no signal")
def closed_pipe() -> Faults:
    faults = []
    for words in WRITING:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([PROGRAM, *words], stdout=writer, stderr=subprocess.PIPE, env=ENVIRONMENT)
        os.close(writer)
        if done.returncode != 0 or done.stderr:
            faults.append(f"{words}: code {done.returncode}, {done.stderr!r}")
    return faults


# Words that mean harm.

HOSTILE: list[Words] = [["{}"], ["chart", "{}"], [*VF, "{}"], [*FIRE, "{}"], [*FIRE, "{}=3"], [*FIRE, "value={}"],
                        [*FIRE, "formation={}"], [*FIRE, "--{}"], [*FIRE, "--roll", "--seed", "{}"],
                        [*FIRE, "--dice", "{}"], [*FIRE, "--house", "{}"], ["sheet", "{}"], ["sheet", "--{}"],
                        ["explain", "{}"], ["check", "{}"], ["help", "{}"], ["ask", "{}"], ["ask", "esr-50", "{}"]]
HARM = {"control bytes": b"\x1b[2J\x07\r\n\x7f\x9b1m", "no UTF-8": b"\xff\xfe\xc3(", "long": b"x" * 100_000}


def hostile_words() -> None:
    for kind, harm in HARM.items():
        for words in HOSTILE:
            done = run(*(w.encode().replace(b"{}", harm) for w in words))
            faults = refused(done, [])
            raw = re.sub(rb"\nlimber help lists the commands\n$|\nusage: limber [^\n]*\n$", b"\n", done.err)
            if re.search(rb"[^\x20-\x7e]", raw[:-1]) or not raw.endswith(b"\n"):
                faults.append(f"{done}: raw bytes on standard error")
            if len(done.err) > 8192:
                faults.append(f"{done}: {len(done.err)} bytes of message")
            TAP.result(f"{kind}: {' '.join(words)}", faults)


@check("complete: nothing is offered for harmful words, and nothing breaks")
def hostile_completion() -> Faults:
    faults = []
    for harm in HARM.values():
        for words in [[], ["chart"], VF, FIRE, ["explain"], ["sheet"], ["help"]]:
            done = run("complete", *words, harm)
            faults += differs(f"{words} {harm[:9]!r}", (done.code, done.out, done.err), (0, b"", b""))
    return faults


@check("control bytes out of a file stay out of the answer")
def hostile_file() -> Faults:
    with house_file('limber: house-rules\nname: "a\\e[31m\\a\\nb"\nvalues:\n  vf.hit.base: 5\n') as path:
        done = run("sheet", "valour-fortitude", "--house", path)
        faults = [f"{done}: raw bytes"] if re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", done.out + done.err) else []
    with house_file('limber: house-rules\nvalues:\n  "vf\\e[31m": 5\n') as path:
        done = run("check", path)
        return faults + ([f"{done}: raw bytes"] if b"\x1b" in done.err else [])


# Terminals and what is none.

def pages() -> Iterator[tuple[str, Words]]:
    """Everything that chart, sheet and explain show, named by what it is."""
    yield "chart", ["chart"]
    for sheet in SHEETS:
        yield f"chart {sheet}", ["chart", sheet]
        yield f"sheet {sheet}", ["sheet", sheet]
        for chart in charts_of(sheet):
            name = f"chart {sheet} {chart['chart']}"
            yield name, ["chart", sheet, chart["chart"]]
            yield name, ["chart", sheet, chart["chart"], "--all"]
            yield name, ["chart", sheet, chart["chart"], "--roll", "--seed", "1"]
    yield "chart with many inputs", [*FIRE, "value=4", "formation=guns", "supports=2", "canister_supports=1",
                                     "dense=yes", "enfilade=yes", "canister=yes", "cover=soft", "rockets=yes"]
    for folder in dict.fromkeys(SHEETS.values()):
        begun = ids_of(folder)[0].split(".")[0]
        yield f"explain {begun}", ["explain", begun]
        for clause in ids_of(folder):
            yield f"explain {begun}", ["explain", clause]


def page_widths() -> None:
    """No line is longer than the terminal is wide; away from terminals there are no escapes."""
    wide: dict[str, Faults] = {}
    escapes = []
    for name, words in pages():
        shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(words, NARROW)).splitlines()
        faults = [f"{' '.join(words)}: {len(line)} columns: {line}" for line in shown if len(line) > NARROW]
        wide.setdefault(name, []).extend(faults[:1])
        if not shown:
            wide[name].append(f"{' '.join(words)}: nothing on a terminal")
        if b"\x1b" in run(*words).out:
            escapes.append(" ".join(words))
    for name, faults in wide.items():
        TAP.result(f"{NARROW} columns: {name}", faults[:5])
    TAP.result("not a terminal: no escape bytes", escapes)


@check("NO_COLOR and dumb terminals: no escape bytes")
def plain_terminals() -> Faults:
    faults = []
    for changed in [{"NO_COLOR": "1"}, {"TERM": "dumb"}]:
        before = {k: ENVIRONMENT[k] for k in changed}
        ENVIRONMENT.update(changed)
        faults += [f"{changed}: escapes" for _ in [0] if "\x1b" in on_terminal([*VF, "messenger", "eligible=yes"])]
        ENVIRONMENT.update(before)
    return faults + ([] if "\x1b[1m" in on_terminal([*VF, "messenger"]) else ["no bold headings on a rich terminal"])


def main() -> int:
    if not PROGRAM:
        sys.exit("usage: test_cli.py LIMBER")
    started = time.monotonic()
    for name, test in TESTS:
        try:
            faults = test()
        except (AssertionError, KeyError, ValueError, subprocess.TimeoutExpired) as error:
            faults = [f"{type(error).__name__}: {error}"]
        TAP.result(name, faults)
    for table in [refusals, refused_dice, dice_by_hand, broken_houses, completions, hostile_words, man_page,
                  page_widths]:
        table()
    print(f"# {time.monotonic() - started:.1f} s")
    return TAP.finish()


sys.exit(main())
