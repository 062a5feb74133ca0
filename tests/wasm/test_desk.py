#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the desk says against docs/schema: test_desk.py DESK ROOT, where DESK is the program of tests/wasm/desk.c.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from schema import faults_of  # noqa: E402
from tap import Tap  # noqa: E402

DESK, ROOT = sys.argv[1], Path(sys.argv[2])
# Which schema a line of the program is held against.
SCHEMAS = {"battle": "desk-battle", "state": "desk-state", "choices": "desk-choices", "check": "desk-check", "go": "desk-check",
           "face": "desk-check", "reach": "desk-reach", "unit": "desk-unit", "odds": "desk-odds", "chartodds": "desk-odds",
           "begin": "desk-answer", "answer": "desk-answer", "account": "desk-account", "sheet": "desk-sheet", "clause": "desk-clause", "chart": "desk-chart"}
TAP = Tap()


def documents_of(scenario: str, answers: int, seed: int):
    """Every document that the program prints: sheet, name, what it holds."""
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run([DESK, str(ROOT / "scenarios" / scenario), f"{folder}/bytes", str(answers), str(seed)],
                             capture_output=True, text=True, check=True).stdout
    sheet = ""
    for line in out.splitlines():
        if line.startswith("sheet "):
            sheet = line.split()[2]
            continue
        match = re.match(r"(\w+):\d+ (-?\d+) (.*)", line)
        if match and match.group(1) != "load":
            assert len(match.group(3).encode()) == int(match.group(2)), line[:200]
            yield sheet, match.group(1), json.loads(match.group(3))


def main() -> int:
    schemas = {name: json.loads((ROOT / "docs/schema" / f"{name}.json").read_text()) for name in set(SCHEMAS.values())}
    faults = {name: [] for name in schemas}
    counts = dict.fromkeys(schemas, 0)
    sheets, judged = set(), set()
    for scenario, answers, seed in (("two-brigades.yaml", 600, 1), ("two-brigades.yaml", 600, 2), ("vimeiro.yaml", 250, 3)):
        for sheet, name, document in documents_of(scenario, answers, seed):
            schema = SCHEMAS[name]
            counts[schema] += 1
            sheets.add(sheet)
            if any(-2 <= value.get("favours", 0) <= 2 and value.get("favours") for field in document.get("shares", [])
                   for value in field["values"]):
                judged.add(sheet)
            faults[schema] += [f"{sheet} {name}{fault}" for fault in faults_of(document, schemas[schema])]
    for name in sorted(schemas):
        TAP.result(f"{name}: {counts[name]} documents", faults[name][:5] if counts[name] else ["no documents"])
    TAP.result("all five sheets have been played", [] if len(sheets) == 5 else [str(sheets)])
    TAP.result("odds of all five sheets say whom they favour", [] if judged == sheets else [str(sheets - judged)])
    return TAP.finish()


if __name__ == "__main__":
    sys.exit(main())
