#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The figures that troops and commanders get: test_figures.py LIMBER. Prints TAP.

The numbers are those of the sheets' own lists, for units of usual strength and quality.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

LIMBER = sys.argv[1]
FOLDER = Path(tempfile.mkdtemp())

# Napoleon's Legacy: class, pounder, quality, strength: bases, fire, range, combat, hits, save, canister, deviation.
LEGACY = [
    ("line", 0, "regular", 600, (5, 2, 15, 2, 3, 6, 0, 0)), ("light", 0, "regular", 600, (5, 2, 15, 2, 3, 6, 0, 0)),
    ("grenadiers", 0, "elite", 600, (5, 2, 15, 3, 4, 5, 0, 0)), ("militia", 0, "conscript", 600, (5, 1, 15, 2, 2, 0, 0, 0)),
    ("rifles", 0, "veteran", 600, (5, 2, 20, 2, 3, 6, 0, 0)), ("hussars", 0, "regular", 400, (4, 0, 0, 3, 3, 6, 0, 0)),
    ("cuirassiers", 0, "elite", 400, (4, 0, 0, 4, 4, 5, 0, 0)),
    ("field-guns", 4, "regular", 8, (2, 2, 60, 1, 2, 0, 4, 2)), ("field-guns", 6, "regular", 8, (2, 3, 80, 1, 2, 0, 4, 2)),
    ("field-guns", 8, "regular", 8, (2, 3, 80, 1, 2, 0, 4, 2)), ("heavy-guns", 12, "regular", 8, (2, 4, 100, 1, 2, 0, 4, 2)),
    ("field-guns", 12, "regular", 8, (2, 4, 100, 1, 2, 0, 4, 2)),
    ("horse-guns", 4, "regular", 8, (2, 2, 60, 1, 2, 0, 4, 2)), ("horse-guns", 6, "regular", 8, (2, 2, 60, 1, 2, 0, 4, 2)),
    ("horse-guns", 8, "regular", 8, (2, 3, 80, 1, 2, 0, 4, 2))]
# Valour & Fortitude: nation, class, quality, strength: fire (1: carbines), melee, tenacity.
VALOUR = [
    ("french", "old-guard", "guard", 600, (3, 6, 6)), ("french", "middle-guard", "guard", 600, (3, 5, 6)),
    ("french", "young-guard", "elite", 600, (3, 5, 5)), ("french", "grenadiers", "elite", 600, (3, 5, 4)),
    ("french", "line", "regular", 700, (3, 4, 4)), ("french", "light", "regular", 700, (4, 3, 4)),
    ("french", "conscripts", "conscript", 700, (2, 3, 3)), ("french", "cuirassiers", "veteran", 400, (0, 6, 4)),
    ("french", "hussars", "regular", 400, (1, 4, 3)), ("french", "dragoons", "regular", 400, (0, 5, 3)),
    ("british", "foot-guards", "guard", 700, (3, 6, 6)), ("british", "line", "regular", 700, (3, 4, 4)),
    ("british", "rifles", "veteran", 500, (4, 3, 4)), ("british", "heavy-dragoons", "regular", 400, (0, 6, 4)),
    ("british", "household", "elite", 400, (0, 7, 4)), ("austrian", "grenadiers", "elite", 600, (3, 5, 5)),
    ("austrian", "line", "regular", 700, (3, 4, 4)), ("austrian", "chevaulegers", "regular", 400, (0, 5, 3)),
    ("spanish", "line", "regular", 700, (3, 4, 3)), ("spanish", "guerrillas", "militia", 500, (0, 2, 2)),
    ("russian", "grenadiers", "elite", 600, (3, 5, 4)), ("russian", "foot-guards", "guard", 600, (3, 6, 5)),
    ("russian", "cossacks", "conscript", 300, (0, 3, 2))]
# Napoleon's Legacy: rank and ability of whoever commands, and his value.
COMMAND = [("brigade", "poor", 6), ("brigade", "average", 7), ("brigade", "good", 8), ("division", "average", 8),
           ("division", "good", 9), ("corps", "poor", 7), ("corps", "average", 8), ("army", "average", 9), ("army", "good", 10)]


def scenario(units: list[str], nation: str = "french", ability: str = "average", senior: str = "", brigadier: str = "") -> Path:
    path = FOLDER / "troops.yaml"
    path.write_text("\n".join([
        "limber: scenario", "id: troops", "title: Troops", "source: a test", "year: 1809", "ground: {width: 6000, height: 3000}",
        "turns: 5", "first: own", "sides:", "  - id: own", "    name: Own", f"    nation: {nation}",
        f"    commander: {{name: Chief, ability: {ability}, place: [3000, 300]}}", *([senior] if senior else []),
        "    brigades:", "      - name: First", *([brigadier] if brigadier else []), "        place: [3000, 320]",
        "        facing: 0", "        units:", *units,
        "  - id: other", "    name: Other", "    nation: prussian", "    commander: {name: Enemy}", "    brigades:",
        "      - name: Last", "        commander: {name: Last one}", "        place: [3000, 2800]", "        facing: 180",
        "        units:", "          - {name: far, class: line, quality: regular, strength: 600}"]) + "\n")
    return path


def ask(*words: str) -> dict:
    done = subprocess.run([LIMBER, *words, "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {"error": done.stderr.strip()}


def figures(sheet: str, unit: str, nation: str = "french") -> dict:
    answer = ask("muster", str(scenario([f"          - {unit}"], nation, brigadier="        commander: {name: Brigadier}")),
                 "--rules", sheet)
    return answer["sides"][0]["brigades"][0]["units"][0]["figures"] if "error" not in answer else answer


def legacy() -> list[str]:
    names = ("bases", "fire", "range", "combat", "hits", "save", "canister", "deviation")
    faults = []
    for kind, pounder, quality, strength, wanted in LEGACY:
        gun = f", pounder: {pounder}" if pounder else ""
        found = figures("napoleons-legacy", f"{{name: u, class: {kind}, quality: {quality}, strength: {strength}{gun}}}")
        if "error" in found or tuple(found[name] for name in names) != wanted:
            faults.append(f"{kind} {pounder}: {found}, not {wanted}")
    return faults


def valour() -> list[str]:
    faults = []
    for nation, kind, quality, strength, wanted in VALOUR:
        found = figures("valour-fortitude", f"{{name: u, class: {kind}, quality: {quality}, strength: {strength}}}", nation)
        if "error" in found or tuple(found[name] for name in ("fire", "melee", "tenacity")) != wanted:
            faults.append(f"{nation} {kind}: {found}, not {wanted}")
    return faults


def command() -> list[str]:
    faults = []
    unit = ["          - {name: u, class: line, quality: regular, strength: 600}"]
    for rank, ability, wanted in COMMAND:
        if rank == "army":
            path = scenario(unit, ability=ability)
        elif rank == "brigade":
            path = scenario(unit, brigadier=f"        commander: {{name: Brigadier, ability: {ability}}}")
        else:
            path = scenario(unit, senior="    corps:\n      - name: Corps\n"
                            f"        commander: {{name: Senior, rank: {rank}, ability: {ability}}}", brigadier="        corps: Corps")
        answer = ask("odds", str(path), "--rules", "napoleons-legacy", "command 0")
        if answer.get("facts", {}).get("cv") != wanted:
            faults.append(f"{rank} {ability}: {answer.get('facts', answer)}, not {wanted}")
    return faults


def main() -> int:
    tests = [("napoleons-legacy: troops of usual strength and quality", legacy), ("valour-fortitude: the same by nation", valour),
             ("napoleons-legacy: commanders by rank and ability", command)]
    tap = Tap()
    for name, test in tests:
        tap.result(name, test())
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
