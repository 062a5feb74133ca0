#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A position says orders, fatigue, status, areas, chains of command, detached units and turns off the table, and
act --json writes them. test_positions.py LIMBER. Prints TAP."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = str(Path(sys.argv[1]).resolve())
RULES = ["--rules", "valour-fortitude"]
results: list[tuple[str, list[str]]] = []

# 20 m to an inch: 12.7 tenths of a millimetre to a metre.
POSITION = """\
limber: scenario
id: toy
title: Toy
source: invented
year: 1809
ground: {width: 1500, height: 1200}
ground-scale: {valour-fortitude: 20}
turns: 8
first: blue
sides:
  - id: blue
    name: Blue
    nation: french
    commander: {name: Bleu}
    corps: [{name: First, commander: {name: Corps}}]
    brigades:
      - name: One
        corps: First
        commander: {name: Un, attached: B}
        place: [500, 300]
        order: {order: attack, objective: Hill, delay: 2}
        pending: {order: support, brigade: Two, delay: 1}
        status: worn
        area: [400, 100]
        fatigue: {infantry: 1, cavalry: 2, artillery: 3}
        units:
          - {name: A, class: line, quality: regular, strength: 600, with: Two}
          - {name: B, class: line, quality: regular, strength: 600}
          - {name: C, class: line, quality: regular, strength: 600, back: 5}
      - name: Two
        commander: {name: Deux, back: 4}
        place: [900, 300]
        order: {order: move, place: [700, 600]}
        units: [{name: D, class: line, quality: regular, strength: 600}]
  - id: red
    name: Red
    nation: british
    commander: {name: Rouge, removed: yes}
    brigades:
      - name: Three
        place: [700, 900]
        facing: 180
        units: [{name: E, class: line, quality: regular, strength: 600}]
objectives:
  - {name: Road, place: [90, 10]}
  - {name: Hill, place: [50, 40]}
position: {sheet: valour-fortitude, turn: 3, phase: action, active: blue}
"""


def run(position: str, *words: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "position.yaml"
        path.write_text(position)
        return subprocess.run([PROGRAM, words[0], str(path), *words[1:]], capture_output=True, text=True)


def after_pass() -> dict:
    return json.loads(run(POSITION, "act", *RULES, "pass", "--dice", "1", "--json").stdout)["position"]


def test(function):
    try:
        faults = function() or []
    except (AssertionError, KeyError, ValueError) as error:
        faults = [f"{type(error).__name__}: {error}"]
    results.append((function.__doc__, faults))
    return function


def differ(found: object, wanted: object) -> list[str]:
    return [] if found == wanted else [f"{found} and not {wanted}"]


def place(x_metres: int, y_metres: int) -> dict:
    return {"x_tmm": x_metres * 127 // 10, "y_tmm": y_metres * 127 // 10}


@test
def members():
    """act --json has its members in their order, new ones behind"""
    found = after_pass()
    unit = ["unit", "name", "presence", "x_tmm", "y_tmm", "heading", "formation", "losses"]
    kept = [key for key in found["units"][1] if key != "hits"]
    return (differ(list(found), ["turn", "phase", "active", "defeats", "units", "brigades", "leaders"])
            + differ(kept, [*unit, "states", "brigade"]))


@test
def units():
    """act --json: the brigade of a unit, the one that it is with, and the turn it comes back"""
    found = {unit["name"]: unit for unit in after_pass()["units"]}
    return (differ([unit["brigade"] for unit in found.values()], [0, 0, 0, 1, 2])
            + differ(found["A"]["with"], {"brigade": 1, "name": "Two"})
            + differ((found["C"]["presence"], found["C"]["off_turn"]), ("away", 5))
            + [name for name in "BDE" if "with" in found[name] or "off_turn" in found[name]])


@test
def brigades():
    """act --json: orders, fatigue by arm, status and area of a brigade"""
    one, two, three = after_pass()["brigades"]
    fresh = {"infantry": 0, "cavalry": 0, "artillery": 0}
    return (differ(one, {
        "brigade": 0, "name": "One", "side": "Blue",
        "order": {"order": "attack", "delay": 2, "objective": {"objective": 1, "name": "Hill"}},
        "pending": {"order": "support", "delay": 1, "brigade": {"brigade": 1, "name": "Two"}},
        "fatigue": {"infantry": 1, "cavalry": 2, "artillery": 3}, "status": "worn", "area": place(400, 100)})
        + differ(two, {"brigade": 1, "name": "Two", "side": "Blue",
                       "order": {"order": "move", "delay": 0, "place": place(700, 600)},
                       "fatigue": fresh, "status": "fresh"})
        + differ(three, {"brigade": 2, "name": "Three", "side": "Red", "fatigue": fresh, "status": "fresh"}))


@test
def leaders():
    """act --json: where a leader is, his superior, his unit, and the turn he comes back"""
    found = {leader["name"]: leader for leader in after_pass()["leaders"]}
    return (differ({name: leader["presence"] for name, leader in found.items()},
                   {"Bleu": "table", "Corps": "table", "Un": "table", "Deux": "away", "Rouge": "removed"})
            + differ({name: leader.get("superior", {}).get("name") for name, leader in found.items()},
                     {"Bleu": None, "Corps": "Bleu", "Un": "Corps", "Deux": "Bleu", "Rouge": None})
            + differ(found["Un"]["attached"], {"unit": 1, "name": "B"})
            + differ([name for name, leader in found.items() if "attached" in leader], ["Un"])
            + differ([(name, leader["off_turn"]) for name, leader in found.items() if "off_turn" in leader], [("Deux", 4)]))


@test
def mistakes():
    """check: a name that is wrong is refused with its line, its column and the nearest name"""
    done = run(POSITION.replace("objective: Hill", "objective: Hil"), "check")
    fragment = ":21:43: the scenario has no objective 'Hil'; did you mean Hill?"
    return differ(done.returncode != 0 and fragment in done.stdout + done.stderr, True)


@test
def contradictions():
    """check: what contradicts itself is refused with its line, its column and the reason"""
    cases = {("back: 5", "back: 2"): ":29:75: turn 2 has gone by", ("back: 5", "removed: yes, back: 5"): ":29:83: a unit that is",
             ("objective: Hill, ", "objective: Hill, place: [7, 6], "): ":21:49: an order names one thing"}
    found = [(change, run(POSITION.replace(*change), "check")) for change in cases]
    return [f"{change}: {done.stdout + done.stderr}" for change, done in found
            if done.returncode == 0 or cases[change] not in done.stdout + done.stderr]


@test
def large():
    """muster: a table that is too large is refused with its measures, line and column"""
    done = run(POSITION.replace("width: 1500", "width: 20020"), "muster", *RULES)
    fragment = ":7:16: toy by valour-fortitude: the table would be 1001 by 60, but a side has from 24 to 1000 in"
    return differ((done.returncode, fragment in done.stderr), (2, True))


@test
def tiny_ground():
    """muster: a piece of ground that vanishes on the table is refused by its name or kind, with line and column"""
    faults = []
    for name, called in (("", "wood"), (", name: Thicket", "Thicket")):
        ground = f"terrain:\n  - {{kind: wood{name}, area: [[100, 100], [100.1, 100], [100, 100.1]]}}\n"
        text = POSITION.replace("{width: 1500, height: 1200}", "{width: 15000, height: 12000}") + ground
        text = text.replace("valour-fortitude: 20}", "valour-fortitude: 200}").replace("300]", "3000]")
        line = text[: text.index("kind: wood")].count("\n") + 1
        done = run(text, "muster", *RULES)
        faults += differ((done.returncode, f":{line}:6: this piece of ground cannot be laid out on the table: {called}\n"
                          in done.stderr), (2, True)) and [done.stderr]
    return faults


@test
def no_room():
    """muster: a unit that finds no room is refused with line and column"""
    units = "".join(f"\n          - {{name: {name}, class: line, quality: regular, strength: 600, place: [900, 300]}}"
                    for name in ("D", "F"))
    text = POSITION.replace(" [{name: D, class: line, quality: regular, strength: 600}]", units)
    line = text[: text.index("{name: F,")].count("\n") + 1
    done = run(text, "muster", *RULES)
    return differ((done.returncode, f":{line}:14: there is no room on the table for: F" in done.stderr), (2, True)) \
        and [done.stderr]


print(f"1..{len(results)}")
for number, (name, faults) in enumerate(results, 1):
    print(f"{'not ok' if faults else 'ok'} {number} - {name}")
    for fault in faults:
        print("# " + str(fault).replace("\n", " / ")[:400])
sys.exit(1 if any(faults for _, faults in results) else 0)
