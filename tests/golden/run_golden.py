#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Playthroughs that a person can read: run_golden.py LIMBER ROOT [--refresh]. Prints TAP.

Every sheet that is played needs a record.

NAME.record holds every decision and every die of a battle, NAME.log what `limber replay` makes of it. Computer players
may change without touching them; a change of the rules shows as a difference to be read.
--refresh writes the logs anew. A record that the rules no longer allow is fought again with its seed and levels.
"""
import difflib
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
PATIENCE = 3600  # seconds: for what hangs, not for what a busy machine makes slow
FOLDER = ROOT / "tests/golden"


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)


def refresh(record: Path) -> None:
    if run("verify", str(record)).returncode != 0:
        head = dict(line.split(" ", 1) for line in record.read_text().splitlines()[1:6])
        run("fight", head["scenario"], "--rules", head["rules"], "--as-levels", head["players"].replace(" ", ","),
            "--seed", head["seed"], "--record", str(record), "--force")
    record.with_suffix(".log").write_text(run("replay", str(record)).stdout)


def faults_of(record: Path) -> list[str]:
    proof = run("verify", str(record))
    if proof.returncode != 0 or ": good, hash" not in proof.stdout:
        return [proof.stderr or proof.stdout]
    wanted = record.with_suffix(".log").read_text().splitlines()
    return list(difflib.unified_diff(wanted, run("replay", str(record)).stdout.splitlines(), "kept", "played", n=1))[:20]


def played() -> list[str]:
    """The sheets that are played: those with verbs."""
    rows = re.findall(r"^RULESET\((\w+), *(\w+)\)", (ROOT / "src/rules/rulesets.def").read_text(), re.M)
    return [name.replace("_", "-") for name, folder in rows if (ROOT / f"src/rules/{folder}/verbs.def").exists()]


records = sorted(FOLDER.glob("*.record"))
if "--refresh" in sys.argv:
    for path in records:
        refresh(path)
tap = Tap()
for path in records:
    tap.result(path.stem, faults_of(path))
kept = {line.split()[1] for path in records for line in path.read_text().splitlines()[:4] if line.startswith("rules ")}
tap.result("every sheet that is played has a record", [f"no record of {sheet}" for sheet in played() if sheet not in kept])
sys.exit(tap.finish())
