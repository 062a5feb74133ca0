#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What commands write as JSON against docs/schema: test_schema.py LIMBER ROOT
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

LIMBER, ROOT = sys.argv[1], Path(sys.argv[2])
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")
TAP = Tap()


def check(name: str, title: str, documents: list) -> None:
    schema = json.loads((ROOT / "docs/schema" / f"{name}.json").read_text())
    faults = [fault for document in documents for fault in faults_of(document, schema)]
    TAP.result(title, faults[:5] if documents else ["no documents"])


def run(*words: str) -> str:
    return subprocess.run([LIMBER, *words], capture_output=True, text=True, check=True).stdout


def one(*words: str):
    return json.loads(run(*words))


listed = re.findall(r"^([a-z0-9-]+)  ", run("chart"), re.M)
charts = [(sheet, chart) for sheet in listed for chart in re.findall(r"^  ([a-z0-9-]+) ", run("chart", sheet), re.M)]
check("chart", f"{len(charts)} charts", [one("chart", *names, "--json", "--all") for names in charts])
check("sheet", f"{len(listed)} sheets", [one("sheet", sheet, "--json") for sheet in listed])
check("explain", "explain", [one("explain", clause, "--json") for clause in ("vf.hit.base", "nl.", "esr.")])
with tempfile.TemporaryDirectory() as folder:
    for sheet in listed:
        record = str(Path(folder) / sheet)
        by = [SCENARIO, "--rules", sheet]
        check("fight", f"{sheet}: fight", [one("fight", *by, "--battles", "2", "--json"),
                                          one("fight", *by, "--battles", "2", "--mirror", "--report", "--json")])
        check("muster", f"{sheet}: muster", [one("muster", str(path), "--rules", sheet, "--json")
                                            for path in sorted((ROOT / "scenarios").glob("*.yaml"))])
        run("fight", *by, "--seed", "3", "--record", record)
        run("fight", "vimeiro", "--rules", sheet, "--seed", "4", "--record", record + "-large")
        check("replay", f"{sheet}: replay", [json.loads(line) for path in (record, record + "-large")
                                            for line in run("replay", path, "--json").splitlines()])
        check("luck", f"{sheet}: luck", [one("luck", record, "--json")])
    check("fight-sheets", "fight by all sheets", [one("fight", SCENARIO, "--rules", "all", "--battles", "3", "--json")])
    check("odds", "odds", [one("odds", SCENARIO, "--rules", "valour-fortitude", "fire 3 at 5", "--json")])
    check("act", "act", [one("act", SCENARIO, "--rules", "napoleons-legacy", "pass", "--dice", "", "--json"),
                         one("act", str(ROOT / "tests/perft/positions/valour-fortitude-action.yaml"), "--rules", "valour-fortitude",
                             "activate brigade 1", "--dice", "1", "--json")])
sys.exit(TAP.finish())
