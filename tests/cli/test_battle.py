#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Commands that play: muster, fight, replay, verify, odds, act. test_battle.py LIMBER ROOT. Prints TAP."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")
RULES = ["--rules", "valour-fortitude"]
results: list[tuple[str, list[str]]] = []


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120, cwd=ROOT)


def test(function):
    try:
        faults = function() or []
    except (AssertionError, KeyError, ValueError, json.JSONDecodeError) as error:
        faults = [f"{type(error).__name__}: {error}"]
    results.append((function.__doc__, faults))
    return function


def refused(code: int, fragment: str, *words: str) -> list[str]:
    done = run(*words)
    if done.returncode != code or done.stdout or fragment not in done.stderr:
        return [f"{' '.join(words)}: {done.returncode}, {done.stderr.strip()!r}, {done.stdout[:80]!r}"]
    return []


@test
def muster():
    """muster lists every unit with its figures"""
    out = run("muster", SCENARIO, *RULES).stdout
    return [word for word in ("1/14e Ligne: fire 3 melee 4 tenacity 4", "95th Rifles", "Together: 2 brigades, 4 units")
            if word not in out]


@test
def every_scenario():
    """every scenario that is shipped can be mustered"""
    return [str(path) for path in (ROOT / "scenarios").glob("*.yaml")
            if run("muster", str(path), *RULES).returncode != 0]


@test
def same_seed():
    """fight: the same seed gives the same table of results, another seed another"""
    first, again, other = (run("fight", SCENARIO, *RULES, "--battles", "5", "--seed", seed, "--csv", "-").stdout
                           for seed in ("3", "3", "4"))
    rows = first.splitlines()
    faults = [] if first == again and first != other else ["seeds do not decide"]
    if rows[0] != "battle,seed,scenario,scenario_hash,sheet,version,side,level,result,turns,losses,defeats,objectives":
        faults.append(rows[0])
    if len(rows) != 11 or any(row.count(",") != 12 for row in rows):
        faults.append(f"{len(rows)} rows")
    return faults


@test
def results_pair():
    """fight: where one side wins the other loses, and a draw is drawn by both"""
    rows = [row.split(",") for row in run("fight", SCENARIO, *RULES, "--battles", "12", "--csv", "-").stdout.splitlines()[1:]]
    pairs = {("win", "loss"), ("loss", "win"), ("draw", "draw")}
    return [str(a[8]) for a, b in zip(rows[::2], rows[1::2]) if (a[8], b[8]) not in pairs]


@test
def mirror():
    """fight --mirror fights every seed twice"""
    out = run("fight", SCENARIO, *RULES, "--battles", "3", "--mirror").stdout
    return [] if "6 battles" in out and "first level named" in out else [out]


@test
def levels():
    """fight: regular beats recruit on either side far more often than not"""
    out = run("fight", SCENARIO, *RULES, "--battles", "30", "--mirror", "--as-levels", "regular,recruit").stdout
    won = int(out.split("first level named: ")[1].split()[0])
    return [] if won >= 42 else [out]


@test
def clauses():
    """fight --clauses counts what acted"""
    out = run("fight", SCENARIO, *RULES, "--battles", "3", "--clauses").stdout
    counts = dict(line.split() for line in out.splitlines() if line.startswith("  vf."))
    return [] if int(counts["vf.fate.draw"]) > 10 and int(counts["vf.turn.phases"]) > 10 else [out]


@test
def record():
    """a record verifies, replays the same, and a changed one is refused at its line"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.txt"
        run("fight", SCENARIO, *RULES, "--seed", "9", "--record", str(path))
        text = path.read_text()
        end = text.splitlines()[-1]
        done = run("verify", str(path))
        if done.returncode != 0 or end.split()[-1] not in done.stdout:
            faults.append(done.stderr)
        events = [json.loads(line) for line in run("replay", str(path), "--json").stdout.splitlines()]
        if not events or any(not e["clause"].startswith("vf.") for e in events):
            faults.append("replay --json")
        shorter = [json.loads(line) for line in run("replay", str(path), "--json", "--to", "2").stdout.splitlines()]
        if shorter != events[: len(shorter)] or max(e["turn"] for e in shorter) > 3:
            faults.append("replay --to")
        lines = text.splitlines()
        broken = next(i for i, line in enumerate(lines) if line.startswith("roll"))
        for change, place in (("roll 77", broken + 1), ("dance unit 3", broken + 1)):
            path.write_text("\n".join(lines[:broken] + [change] + lines[broken + 1:]) + "\n")
            done = run("verify", str(path))
            if done.returncode != 1 or f":{place}:" not in done.stderr or done.stdout:
                faults.append(f"{change}: {done.returncode} {done.stderr}")
        path.write_text("\n".join(lines[:-1] + [end[:-1] + ("0" if end[-1] != "0" else "1")]) + "\n")
        if run("verify", str(path)).returncode != 1:
            faults.append("a wrong hash passes")
        path.write_text("\n".join(lines[: len(lines) // 2]) + "\n")
        if "not over" not in run("verify", str(path)).stdout:
            faults.append("a record that breaks off is good so far")
        path.write_bytes(b"limber record 1\n\0")
        faults += refused(2, "not a text of ours", "verify", str(path))
        path.write_text("nonsense\n")
        faults += refused(2, ":1:1: not a battle record", "replay", str(path))
    return faults


@test
def table_odds():
    """odds: facts from the table give the same outcomes by limber chart"""
    found = json.loads(run("odds", SCENARIO, *RULES, "fire 3 at 95th Rifles", "--json").stdout)
    pairs = [f"{key}={value}" for key, value in found["facts"].items()]
    chart = json.loads(run("chart", "valour-fortitude", found["chart"], *pairs, "--json").stdout)
    return [] if chart["outcomes"] == found["outcomes"] and chart["modifiers"] == found["modifiers"] else ["differs"]


@test
def act():
    """act: an action with given dice, events with clauses, the position after"""
    done = json.loads(run("act", SCENARIO, *RULES, "fire unit 3 target 5 option 0", "--dice", "5 6 3", "--json").stdout)
    hit = {unit["unit"]: unit for unit in done["position"]["units"]}[5]
    return [] if hit["losses"] == 1 and "vf.hit.base" in [e["clause"] for e in done["events"]] else [str(hit)]


@test
def draw():
    """draw: svg, png and pdf, the same file twice"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for ending, magic in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
            path = Path(folder) / f"table{ending}"
            done = run("draw", SCENARIO, *RULES, "--out", str(path))
            if done.returncode != 0 or not path.read_bytes().startswith(magic):
                faults.append(f"{ending}: {done.stderr}")
        first = (Path(folder) / "table.png").read_bytes()
        run("draw", SCENARIO, *RULES, "--out", str(Path(folder) / "again.png"))
        if (Path(folder) / "again.png").read_bytes() != first:
            faults.append("two pictures of the same differ")
    return faults + refused(2, ".svg, .png or .pdf", "draw", SCENARIO, *RULES, "--out", "/tmp/table.gif") + refused(
        2, "cannot be written", "draw", SCENARIO, *RULES, "--out", "/nonexistent/table.png")


def typed(answers: list[str], *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, "play", SCENARIO, *RULES, *words], input="\n".join(answers) + "\n",
                          capture_output=True, text=True, timeout=120, cwd=ROOT)


@test
def play():
    """play: choices by number, typed moves, odds, map, undo, and a saved game that verifies"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.txt"
        done = typed(["1", "2", "move 0 forward 5", "map", "look", "undo", "move 0 forward 15", "move 0 forward 5",
                      "odds 1", "nonsense", f"save {path}", "quit"], "--seed", "3")
        for wanted in ("You are French", "move 1/14e Ligne, forward 5.0\"", "No: that is further than it can move",
                       "I do not understand that", "Units: 0 to 9", "British rear guard\n", "Saved "):
            if wanted not in done.stdout:
                faults.append(f"no {wanted!r}")
        if done.returncode != 0 or "good so far" not in run("verify", str(path)).stdout:
            faults.append(f"saved game: {done.returncode} {run('verify', str(path)).stderr}")
    return faults


@test
def play_to_the_end():
    """play: a person who always passes comes to the end of the battle, on either side"""
    return [side for side in ("1", "2") if "The battle is over" not in
            typed(["1"] * 400, "--seed", "5", "--as", side, "--against", "recruit").stdout]


@test
def play_real_dice():
    """play --dice real asks for every die, refuses impossible faces and asks again"""
    out = typed(["99", "5", "quit"], "--dice", "real").stdout
    return [] if "is no face of a die" in out and out.count("Throw 1 die of 13 sides") == 2 else [out[-300:]]


@test
def refusals():
    """bad usage is refused with a reason and nothing on standard output"""
    fight = ("fight", SCENARIO, *RULES)
    return [fault for case in [
        (2, "--rules SHEET is missing", "fight", SCENARIO),
        (2, "did you mean valour-fortitude?", "fight", SCENARIO, "--rules", "valor-fortitude"),
        (2, "cannot be played on a table yet", "fight", SCENARIO, "--rules", "esr-50"),
        (2, "cannot be read", "fight", "/nonexistent.yaml", *RULES),
        (2, "--battles takes", *fight, "--battles", "0"),
        (2, "--battles", *fight, "--battles", "many"),
        (2, "two levels", *fight, "--as-levels", "recruit"),
        (2, "no option", *fight, "--batles", "3"),
        (2, "cannot be written", *fight, "--record", "/nonexistent/x"),
        (2, "needs a scenario", "play"),
        (2, "--as takes", "play", SCENARIO, *RULES, "--as", "russian"),
        (2, "--against takes", "play", SCENARIO, *RULES, "--against", "general"),
        (2, "--dice takes real", "play", SCENARIO, *RULES, "--dice", "3"),
        (2, "needs a scenario", "muster"),
        (2, "no question", "odds", SCENARIO, *RULES, "shoot 3 at 4"),
        (2, "no unit", "odds", SCENARIO, *RULES, "fire 99 at 4"),
        (1, "vf.fire", "odds", SCENARIO, *RULES, "fire 0 at 4"),
        (1, "vf.act", "odds", SCENARIO, *RULES, "rally 0"),
        (2, "no action", "act", SCENARIO, *RULES, "shoot unit 3", "--dice", "5"),
        (2, "not enough dice", "act", SCENARIO, *RULES, "pass"),
        (1, "vf.", "act", SCENARIO, *RULES, "fire unit 4 target 3 option 0", "--dice", "5"),
    ] for fault in refused(*case)]


print(f"1..{len(results)}")
for number, (name, faults) in enumerate(results, 1):
    print(f"{'not ok' if faults else 'ok'} {number} - {name}")
    for fault in faults:
        print("# " + str(fault).replace("\n", " / ")[:400])
sys.exit(1 if any(faults for _, faults in results) else 0)
