#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A position says orders, fatigue, status, areas, chains of command, detached units, turns off the table, and flags and
marks of brigades, commanders and sides, and act --json writes them. A battle that is written as a position goes on as it
would have. test_positions.py LIMBER. Prints TAP."""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM = str(Path(sys.argv[1]).resolve())
RULES = ["--rules", "valour-fortitude"]
TAP = Tap()

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


def differ(found: object, wanted: object) -> list[str]:
    return [] if found == wanted else [f"{found} and not {wanted}"]


def place(x_metres: int, y_metres: int) -> dict:
    return {"x_tmm": x_metres * 127 // 10, "y_tmm": y_metres * 127 // 10}


@TAP.test
def members():
    """act --json has its members in their order, new ones behind"""
    found = after_pass()
    unit = ["unit", "name", "presence", "x_tmm", "y_tmm", "heading", "formation", "losses"]
    kept = [key for key in found["units"][1] if key != "hits"]
    return (differ(list(found), ["turn", "phase", "active", "defeats", "units", "brigades", "leaders", "sides"])
            + differ(kept, [*unit, "states", "brigade"]))


@TAP.test
def units():
    """act --json: the brigade of a unit, the one that it is with, and the turn it comes back"""
    found = {unit["name"]: unit for unit in after_pass()["units"]}
    return (differ([unit["brigade"] for unit in found.values()], [0, 0, 0, 1, 2])
            + differ(found["A"]["with"], {"brigade": 1, "name": "Two"})
            + differ((found["C"]["presence"], found["C"]["off_turn"]), ("away", 5))
            + [name for name in "BDE" if "with" in found[name] or "off_turn" in found[name]])


@TAP.test
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


@TAP.test
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


def marked() -> str:
    """The position with flags and marks of a brigade, a commander and the sides."""
    return (POSITION.replace("status: worn", "status: worn\n        states: [failed, routed]\n        owed: 2")
            .replace("attached: B}", "attached: B, states: rode}")
            .replace("active: blue}", "active: blue, cards: {blue: [5, K]}, discards: {red: A}}"))


@TAP.test
def marks():
    """act --json: states and marks of brigades, commanders and sides in the words of positions"""
    found = json.loads(run(marked(), "act", *RULES, "lead leader 0 path straight:254", "--json").stdout)["position"]
    one, two = found["brigades"][:2]
    rode = {leader["name"]: leader["states"] for leader in found["leaders"] if "states" in leader}
    return (differ((one["states"], one.get("owed")), (["failed", "routed"], 2)) + differ("states" in two, False)
            + differ(rode, {"Bleu": ["rode"], "Un": ["rode"]})
            + differ(found["sides"], [{"side": 0, "name": "Blue", "cards": ["5", "K"]},
                                      {"side": 1, "name": "Red", "discards": ["A"]}]))


@TAP.test
def mistaken_marks():
    """check: a word or a key that a brigade or commander does not have is refused with its line and column"""
    cases = {("[failed, routed]", "[failed, rooted]"): ":24:26: states: no 'rooted'; did you mean routed?",
             ("owed: 2", "owed: many"): ":25:15: owed takes a whole number", ("owed: 2", "owd: 2"): ":25:9: unknown key 'owd'",
             ("states: rode", "states: rood"): ":19:52: states: no 'rood'; did you mean rode?",
             ("states: rode", "doubts: 1"): ":19:44: a position by valour-fortitude has no doubts"}
    found = [(change, run(marked().replace(*change), "check")) for change in cases]
    return [f"{change}: {done.stdout + done.stderr}" for change, done in found
            if done.returncode == 0 or cases[change] not in done.stdout + done.stderr]


@TAP.test
def mistakes():
    """check: a name that is wrong is refused with its line, its column and the nearest name"""
    done = run(POSITION.replace("objective: Hill", "objective: Hil"), "check")
    fragment = ":21:43: the scenario has no objective 'Hil'; did you mean Hill?"
    return differ(done.returncode != 0 and fragment in done.stdout + done.stderr, True)


@TAP.test
def contradictions():
    """check: what contradicts itself is refused with its line, its column and the reason"""
    cases = {("back: 5", "back: 2"): ":29:75: turn 2 has gone by", ("back: 5", "removed: yes, back: 5"): ":29:83: a unit that is",
             ("objective: Hill, ", "objective: Hill, place: [7, 6], "): ":21:49: an order names one thing"}
    found = [(change, run(POSITION.replace(*change), "check")) for change in cases]
    return [f"{change}: {done.stdout + done.stderr}" for change, done in found
            if done.returncode == 0 or cases[change] not in done.stdout + done.stderr]


@TAP.test
def large():
    """muster: a table that is too large is refused with its measures, line and column"""
    done = run(POSITION.replace("width: 1500", "width: 20020"), "muster", *RULES)
    fragment = ":7:16: toy by valour-fortitude: the table would be 1001 by 60, but a side has from 24 to 1000 in"
    return differ((done.returncode, fragment in done.stderr), (2, True))


@TAP.test
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


@TAP.test
def no_room():
    """muster: a unit that finds no room is refused with line and column"""
    units = "".join(f"\n          - {{name: {name}, class: line, quality: regular, strength: 600, place: [900, 300]}}"
                    for name in ("D", "F"))
    text = POSITION.replace(" [{name: D, class: line, quality: regular, strength: 600}]", units)
    line = text[: text.index("{name: F,")].count("\n") + 1
    done = run(text, "muster", *RULES)
    return differ((done.returncode, f":{line}:14: there is no room on the table for: F" in done.stderr), (2, True)) \
        and [done.stderr]


# A tenth of a millimetre on the table to a decimetre of ground, so that every place can be said. The Three, the Ten and
# the Knave leave marks that no position says, so they are played already.
BATTLE = """\
limber: scenario
id: toy
title: Toy
source: invented
year: 1809
ground: {width: 2438.4, height: 1828.8}
ground-scale: {valour-fortitude: 25.4, napoleons-legacy: 10}
turns: 8
first: blue
sides:
  - id: blue
    name: Blue
    nation: french
    commander: {name: Bleu, place: [800, 200]}
    brigades:
      - name: One
        commander: {name: Un, place: [600, 300]}
        units:
          - {name: A, class: line, quality: regular, strength: 600, place: [600, 400], facing: 0, formation: line}
          - {name: B, class: line, quality: regular, strength: 600, place: [600, 340], facing: 0, formation: line}
      - name: Two
        commander: {name: Deux, place: [1200, 300]}
        units:
          - {name: C, class: line, quality: regular, strength: 600, place: [1200, 400], facing: 0, formation: line}
  - id: red
    name: Red
    nation: british
    commander: {name: Rouge, place: [800, 1200]}
    brigades:
      - name: Three
        commander: {name: Trois, place: [600, 1000]}
        units:
          - {name: D, class: line, quality: regular, strength: 600, place: [600, 700], facing: 180, formation: line}
"""
BEGIN = {"valour-fortitude": "position: {sheet: valour-fortitude, turn: 1, active: blue, "
                             "discards: {blue: [3, 10, J], red: [3, 10, J]}}\n", "napoleons-legacy": ""}
FORMATIONS = {"line": "line", "attack": "attack-column", "square": "square", "firing": "firing-line"}
ACTIONS = 60  # of a battle: as many as act takes


def answers(rules: str, seed: int) -> list[str]:
    """The first answers of a battle, with a line # where a phase begins."""
    with tempfile.TemporaryDirectory() as folder:
        path, record = Path(folder) / "battle.yaml", Path(folder) / "record"
        path.write_text(BATTLE + BEGIN[rules])
        subprocess.run([PROGRAM, "fight", str(path), "--rules", rules, "--seed", str(seed), "--as-levels", "still,still",
                        "--record", str(record)], check=True, capture_output=True)
        lines = [re.sub(r" ~\w+$", "", line) for line in record.read_text().splitlines()
                 if line.startswith("# turn") or re.search(r" ~\w+$", line)]
    actions = [number for number, line in enumerate(lines) if not line.startswith(("#", "roll "))]
    return lines[:actions[ACTIONS]] if len(actions) > ACTIONS else lines


def played(text: str, rules: str, lines: list[str]) -> dict | str:
    """The position after these answers, or what is wrong with them."""
    # Records have a card by its place in the deck.
    dice = " ".join(("#" if before.endswith("fate") else "") + line[5:] for before, line in zip(["", *lines], lines) if line.startswith("roll "))
    actions = [line for line in lines if not line.startswith(("#", "roll "))]
    done = run(text, "act", "--rules", rules, *actions, "--json", *(["--dice", dice] if dice else []))
    return json.loads(done.stdout)["position"] if done.returncode == 0 else done.stderr


def said(of: dict, keys: list[str]) -> str:
    """What an entry has under these keys, as YAML."""
    return "".join(f", {key}: {json.dumps(of[key])}" for key in keys if key in of)


def written(found: dict, rules: str) -> str | None:
    """The position as a file; None if a unit stands as no file can say."""
    text = BATTLE
    for one in found["units"] + found["leaders"]:
        more = f", place: [{one['x_tmm'] / 10}, {one['y_tmm'] / 10}]" + said(one, ["losses", "hits", "states", "doubts"])
        more += ", removed: yes" if one["presence"] == "removed" else ""
        if "unit" in one:
            facing = [degrees for degrees in range(360) if degrees * 65536 // 360 == one["heading"]]
            if not facing or one["formation"] not in FORMATIONS:
                return None
            more += f", facing: {facing[0]}, formation: {FORMATIONS[one['formation']]}"
        text = re.sub(rf"(\{{name: {one['name']}\b.*?)(, place.*)?\}}", lambda match, more=more: match[1] + more + "}", text)
    for brigade in found["brigades"]:
        more = said(brigade, ["states", "owed"]).replace(", states", "\n        states").replace(", owed", "\n        owed")
        text = text.replace(f"- name: {brigade['name']}\n", f"- name: {brigade['name']}{more}\n")
    keys = sorted({key for side in found["sides"] for key in side} - {"side", "name"})
    sides = said({key: {side["name"].lower(): side[key] for side in found["sides"] if key in side} for key in keys}, keys)
    return text + (f"position: {{sheet: {rules}, turn: {found['turn']}, phase: {found['phase']}, "
                   f"active: {found['active'].lower()}{sides}}}\n")


def there_and_back(rules: str, between: str, least: int) -> list[str]:
    """Writes battles as positions where a phase has just begun, or where an answer opens something new in it, and plays on."""
    faults, compared = [], 0
    for seed in range(1, 4):
        lines = answers(rules, seed)
        end = played(BATTLE + BEGIN[rules], rules, lines)
        for number, line in enumerate(lines[1:], 1):
            turn = max(i for i in range(number) if lines[i].startswith("#") and (i == 0 or lines[i].endswith(("fate", "preliminary"))))
            # Who begins a turn far from his leader is measured when a position begins.
            if line.startswith(("#", "roll ")) or not (lines[number - 1].startswith("#") or line.startswith(between)) \
                    or any(before.startswith("lead ") for before in lines[turn:number]) \
                    or all(before.startswith(("#", "roll ")) for before in lines[:number]):
                continue
            text = written(played(BATTLE + BEGIN[rules], rules, lines[:number]), rules)
            if text is not None:
                found = played(text, rules, lines[number:])
                faults += [] if found == end else [f"seed {seed}, answer {number}, {line}: {found}"]
                compared += 1
    return faults + differ(compared >= least, True)


@TAP.test
def valour_goes_on():
    """valour-fortitude: a battle that is written as a position and read again goes on as it would have"""
    return there_and_back("valour-fortitude", "activate ", 20)


@TAP.test
def legacy_goes_on():
    """napoleons-legacy: a battle that is written as a position and read again goes on as it would have"""
    return there_and_back("napoleons-legacy", "ride ", 6)


sys.exit(TAP.finish())
