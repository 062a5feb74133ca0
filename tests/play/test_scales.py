#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One ruleset at two scales: test_scales.py LIMBER ROOT

Every situation of esr-50 is played a second time at 75 yards to the inch, with every length of the position and of what is
said two thirds as long, and both under house rules that make every pair of distances exactly 3:2. The same has to come of
it: the same dice and clauses, the same refusals, orders, fatigue and states, and every place two thirds as far. Lengths of
the sheet are cut to a tenth of a millimetre at each scale, and so is every step of a move: places may differ by BOUND_TMM.
Prints TAP.
"""
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from run_situations import Player, Question, Sheet, Situation, read, read_sheet
from scaled import ScaledPlayer

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import Program  # noqa: E402
from tap import Tap  # noqa: E402

PROGRAM, ROOT = Program(sys.argv[1]), Path(sys.argv[2])
BOUND_TMM = 12  # at 50 yards
BOUND_SPENT = 6  # of 240: how much two shares of a move may differ, where one is cut to whole inches
BOUND_TURN = 64  # of 65536: how much two headings may differ

# Where the sheet counts whole inches of the table at both scales, places differ by up to one inch of the smaller.
WHOLE_INCHES = {"esr.status.check.retreat", "esr.status.check.break", "esr.assess.band6"}
CUT = {"a march is cut by whole inches until those who follow have room"}
WHOLE_TMM = 254 * 3 // 2 + BOUND_TMM
# Where something lies exactly on a limit at 50 yards, a tenth of a millimetre decides at 75: a corner on the line of a flank,
# batteries nine inches apart, ways that are looked for by whole inches.
AT_LIMIT = {"retire stops at a river", "example 25, RT with an enemy 3.5 ahead shifts fifteen",
            "batteries within nine of another, the gunner within nine", "left to itself a column does not cross a river",
            "a Formation with an enemy behind it on both sides falls back by the least that clears all"}


def pairs() -> list[tuple[str, str, int, int]]:
    """Clause, part and both presets of every distance that is not exactly 3:2."""
    folder = ROOT / "src/rules/esr"
    ids = dict(re.findall(r'CLAUSE\(\s*\w+,\s*(\w+),\s*"([^"]+)"', (folder / "clauses.def").read_text()))
    rows = re.findall(r'^SCALED\(\s*\w+,\s*(\w+),\s*"([^"]*)",\s*INCH,\s*(\d+),\s*(\d+)', (folder / "values.def").read_text(), re.M)
    return [(ids[clause], part, int(at50), int(at75)) for clause, part, at50, at75 in rows if 2 * int(at50) != 3 * int(at75)]


def house(scale: int) -> list[str]:
    """House rules that make those distances the nearest that are 3:2."""
    lines = []
    for clause, part, at50, _ in pairs():
        third = round(at50 / 3)
        number = (3, 2)[scale] * third
        lines.append(f"values:\n  {clause}: {f'{{{part}: {number}}}' if part else number}\n")
    return lines


def merged(lines: list[str]) -> list[str]:
    """House rules of a file that names each clause once."""
    said: dict[str, list[str]] = {}
    for line in lines:
        where, clause, value = re.match(r"(\w+):\n  ([\w.-]+): (.*)\n", line).groups()
        said.setdefault(f"{where} {clause}", []).append(value.strip("{}") if value.startswith("{") else value)
    text: dict[str, list[str]] = {}
    for key, values in said.items():
        where, clause = key.split()
        value = f"{{{', '.join(values)}}}" if any(":" in v for v in values) else values[-1]
        text.setdefault(where, []).append(f"  {clause}: {value}\n")
    return [f"{where}:\n{''.join(rows)}" for where, rows in text.items()]


def clause_of(said: str) -> str:
    found = re.search(r"limber: ([a-z]+(?:\.[a-z0-9-]+)+)", said)
    return found[1] if found else re.sub(r"/tmp/\S+", "", said)


def differences(at50: object, at75: object, where: str, bound: int) -> list[str]:
    """Where two answers differ by more than their scale."""
    if isinstance(at50, dict) and isinstance(at75, dict):
        return [fault for key in sorted(at50.keys() | at75.keys()) for fault in differences(at50.get(key), at75.get(key), f"{where}.{key}", bound)]
    if isinstance(at50, list) and isinstance(at75, list) and len(at50) == len(at75):
        return [fault for n, (a, b) in enumerate(zip(at50, at75)) for fault in differences(a, b, f"{where}[{n}]", bound)]
    if where.endswith("_tmm"):
        same = isinstance(at50, int) and isinstance(at75, int) and abs(at50 - 1.5 * at75) <= bound
    elif where.endswith(".spent"):
        same = abs((at50 or 0) - (at75 or 0)) <= BOUND_SPENT
    elif where.endswith(".heading"):
        same = isinstance(at50, int) and isinstance(at75, int) and (at50 - at75 + BOUND_TURN) % 65536 <= 2 * BOUND_TURN
    else:
        same = at50 == at75
    return [] if same else [f"{where}: {at50} at 50 yards, {at75} at 75"]


def shown(answer: dict) -> dict:
    """What has to be the same of an answer: of events their clauses and dice, of odds their outcomes."""
    if "outcomes" in answer:
        return {"outcomes": answer["outcomes"]}
    position = {key: answer["position"][key] for key in ("units", "leaders", "brigades", "objectives") if key in answer["position"]}
    return {"position": position, "dice": answer.get("dice"), "events": [event.get("clause") for event in answer.get("events", [])]}


def faults_of(at: Situation, sheet: Sheet) -> list[str]:
    faults = []
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        own = list(at.house)
        at50 = Player(PROGRAM, sheet, replace(at, house=merged(house(0) + own)), one)
        at75 = ScaledPlayer(PROGRAM, replace(sheet, name="esr-75"), replace(at, house=merged(house(1) + own)), two)
        for question in at.questions:
            # At an exact limit one tenth of a millimetre decides: either way of rounding what is said is fair.
            found = []
            for at75.is_ample in (False, True):
                found.append(faults_of_question(question, at, at50, at75))
            faults += min(found, key=len)
    return faults


def faults_of_question(question: Question, at: Situation, at50: Player, at75: Player) -> list[str]:
    a, b = (player.ask(question) for player in (at50, at75))
    if a[0] is None or b[0] is None:
        if clause_of(a[1]) != clause_of(b[1]) or (a[0] is None) != (b[0] is None):
            return [f"line {question.line}: {a[1] or 'done'} at 50 yards, {b[1] or 'done'} at 75"]
        return []
    same = [shown(answer) for answer in (a[0], b[0])]
    bound = BOUND_TMM if not WHOLE_INCHES & set(same[0].get("events", [])) and at.title not in CUT else WHOLE_TMM
    return [f"line {question.line}{fault}" for fault in differences(*same, "", bound)]


def is_about_scale(at: Situation) -> bool:
    """Whether the house rules of a situation set a distance, which is then not two thirds of the other."""
    inches = set(re.findall(r'^SCALED\(\s*\w+,\s*(\w+)', (ROOT / "src/rules/esr/values.def").read_text(), re.M))
    ids = dict(re.findall(r'CLAUSE\(\s*\w+,\s*(\w+),\s*"([^"]+)"', (ROOT / "src/rules/esr/clauses.def").read_text()))
    scaled = {ids[name] for name in inches}
    return any(clause in line for line in at.house for clause in scaled)


def main() -> int:
    path = ROOT / "tests/play/esr-50.situations"
    sheet, tap = read_sheet(path), Tap()
    situations = [at for at in read(path) if not is_about_scale(at) and at.title not in AT_LIMIT]
    with ThreadPoolExecutor(2) as pool:
        for at, faults in zip(situations, pool.map(lambda at: faults_of(at, sheet), situations)):
            tap.result(f"{at.title} (line {at.line})", faults[:6])
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
