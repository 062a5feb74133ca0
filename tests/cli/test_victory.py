#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Exits and levels of victory: what files may say, what happens at the end of a turn, who has won.

  test_victory.py LIMBER
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

LIMBER = sys.argv[1]
SHEETS = ["napoleons-legacy", "valour-fortitude"]
DICE = {"napoleons-legacy": "", "valour-fortitude": "5 5"}
FOLDER = Path(tempfile.mkdtemp())
HEAD = """limber: scenario
id: out
title: The way out
source: a test
year: 1813
ground: {width: 1200, height: 1000}
turns: 1
first: french
sides:
  - id: french
    name: French
    nation: french
    commander: {name: Ney}
    brigades:
      - name: A
        commander: {name: Brigadier A}
        units:
          - {name: In, class: line, quality: regular, strength: 700, place: [600, 960], facing: 0}
          - {name: Out, class: line, quality: regular, strength: 700, place: [200, 600], facing: 180}
  - id: russians
    name: Russians
    nation: russian
    commander: {name: Kutuzov}
    brigades:
      - name: R
        units:
          - {name: R1, class: line, quality: regular, strength: 700, place: [1000, 100], facing: 0}
"""
ROAD = "objectives:\n  - {name: The road, place: [600, 1000], radius: 120, exit: %s, units: %d, value: 3}\n"
TAP = Tap()
tell = TAP.tell


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([LIMBER, *words], capture_output=True, text=True)


def write(text: str) -> str:
    path = FOLDER / "out.yaml"
    path.write_text(text)
    return str(path)


def refuse(name: str, text: str, message: str) -> None:
    answer = run("check", write(text))
    tell(answer.returncode == 1 and message in answer.stderr, name, answer.stdout + answer.stderr)


def fight(text: str, sheet: str) -> str:
    """Players who never move fight one battle; what `fight` and `replay` say of its end."""
    record = FOLDER / "out.rec"
    answer = run("fight", write(text), "--rules", sheet, "--as-levels", "still,still", "--record", str(record), "--force")
    return answer.stdout + answer.stderr + run("replay", str(record)).stdout


def result(text: str, sheet: str, wanted: str, name: str) -> None:
    said = fight(text, sheet)
    tell(wanted in said.split("Luck")[0].splitlines(), f"{sheet}: {name}", said[-3000:])


VICTORY = """victory:
  - {name: Gone, side: french, ground: 3}
  - {name: Shut, side: russians}
"""
for sheet in SHEETS:
    result(HEAD + ROAD % ("french", 1) + VICTORY, sheet, "French: victory (Gone).", "one unit leaves and holds the exit")
    result(HEAD + ROAD % ("french", 2) + VICTORY, sheet, "Russians: victory (Shut).", "one of two is not enough")
    result(HEAD + ROAD % ("russians", 1) + VICTORY, sheet, "French: victory (Gone).", "until then it is the other side's")
    result(HEAD + ROAD % ("french", 1) + "victory:\n  - {name: Quits, side: nobody}\n", sheet, "A draw (Quits).",
           "a level without a side is a draw")
    result(HEAD + ROAD % ("french", 1) + "victory:\n  - {name: Wrecked, side: russians, breaks: french}\n"
           "  - {name: Gone, side: french, ground: 3}\n", sheet, "French: victory (Gone).",
           "an army that left is not broken")
    result(HEAD + ROAD % ("french", 1) + "victory:\n  - {name: Much, side: french, ground: 4}\n", sheet,
           "French: victory.", "without a level that holds the sheet decides")

# A position: who has left, and his leader once all of the brigade have.
POSITION = HEAD.replace("turns: 1", "turns: 4") + ROAD % ("french", 2) + \
    "position: {sheet: SHEET, turn: 2, active: french}\n"
for sheet in SHEETS:
    gone = POSITION.replace("SHEET", sheet).replace("place: [600, 960], facing: 0}", "left: The road}")
    both = gone.replace("place: [200, 600], facing: 180}", "left: The road}")
    for text, leader in ((gone, "table"), (both, "left")):
        answer = run("act", write(text), "--rules", sheet, "pass", "--dice", DICE[sheet], "--json")
        try:
            position = json.loads(answer.stdout)["position"]
            unit = position["units"][0]
            leaders = {one["name"]: one.get("presence", "table") for one in position["leaders"]}
            is_good = unit["presence"] == "left" and leaders["Brigadier A"] == leader
        except (ValueError, KeyError, IndexError) as error:
            is_good, position = False, repr(error)
        tell(is_good, f"{sheet}: a position with units that have left, their leader {leader}",
             answer.stderr + str(position)[:1500])

refuse("an exit lies on an edge", HEAD + (ROAD % ("french", 1)).replace("1000]", "900]"),
       "an exit lies on an edge of the ground")
refuse("an exit takes no holder", HEAD + (ROAD % ("french", 1)).replace("value", "held: french, value"),
       "it takes no held:")
refuse("only an exit counts units", HEAD + (ROAD % ("french", 1)).replace("exit: french, ", ""),
       "units: belongs to an exit")
refuse("ground needs a side", HEAD + "victory:\n  - {name: A, side: nobody, ground: 1}\n", "needs the side that holds it")
refuse("nobody wins by breaking", HEAD + "victory:\n  - {name: A, side: french, breaks: french}\n",
       "does not win by breaking itself")
refuse("a level has a side", HEAD + "victory:\n  - {name: A}\n", "side")
refuse("nine levels are too many", HEAD + "victory:\n" + "  - {name: A, side: french}\n" * 9, "8")
refuse("no exit of the other side", (POSITION.replace("SHEET", SHEETS[0]) % ()).replace("exit: french", "exit: russians")
       .replace("place: [600, 960], facing: 0}", "left: The road}"), "that is no exit for its side")
known = run("check", write(HEAD.replace("nation: french", "nation: france").replace("class: line", "class: jäger")
                           + "terrain:\n  - {kind: village, area: [[10, 10], [90, 10], [90, 90]]}\n"))
tell(known.returncode == 0, "words that people use: france, jäger, village", known.stderr)
sys.exit(TAP.finish())
