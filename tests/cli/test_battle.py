#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Commands that play: muster, fight, replay, verify, luck, odds, act. test_battle.py LIMBER ROOT. Prints TAP."""
import contextlib
import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
PATIENCE = 3600  # seconds: for what hangs, not for what a busy machine makes slow
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")
RULES = ["--rules", "valour-fortitude"]
TAP = Tap()
STATE = tempfile.TemporaryDirectory()  # where games are kept
os.environ["XDG_STATE_HOME"] = STATE.name


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)


def refused(code: int, fragment: str, *words: str) -> list[str]:
    done = run(*words)
    if done.returncode != code or done.stdout or fragment not in done.stderr:
        return [f"{' '.join(words)}: {done.returncode}, {done.stderr.strip()!r}, {done.stdout[:80]!r}"]
    return []


@TAP.test
def muster():
    """muster lists every unit with its figures"""
    out = run("muster", SCENARIO, *RULES).stdout
    return [word for word in ("1/14e Ligne: fire 3 melee 4 tenacity 4", "95th Rifles", "Together: 2 brigades, 4 units")
            if word not in out]


@TAP.test
def every_scenario():
    """every scenario that is shipped can be mustered"""
    return [str(path) for path in (ROOT / "scenarios").glob("*.yaml")
            if run("muster", str(path), *RULES).returncode != 0]


@TAP.test
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


@TAP.test
def results_pair():
    """fight: where one side wins the other loses, and a draw is drawn by both"""
    rows = [row.split(",") for row in run("fight", SCENARIO, *RULES, "--battles", "12", "--csv", "-").stdout.splitlines()[1:]]
    pairs = {("win", "loss"), ("loss", "win"), ("draw", "draw")}
    return [str(a[8]) for a, b in zip(rows[::2], rows[1::2]) if (a[8], b[8]) not in pairs]


@TAP.test
def mirror():
    """fight --mirror fights every seed twice"""
    out = run("fight", SCENARIO, *RULES, "--battles", "3", "--mirror").stdout
    rows = [row.split(",") for row in run("fight", SCENARIO, *RULES, "--battles", "3", "--seed", "5", "--mirror", "--as-levels",
                                          "regular,recruit", "--csv", "-").stdout.splitlines()[1:]]
    faults = [] if "6 battles" in out and "first level named" in out else [out]
    wanted = [(str(i), str(5 + i), level) for i in range(3) for level in ("regular", "recruit", "recruit", "regular")]
    return faults + ([] if [(row[0], row[1], row[7]) for row in rows] == wanted else ["rows"])


@TAP.test
def levels():
    """fight: regular beats recruit on either side far more often than not"""
    out = run("fight", SCENARIO, *RULES, "--battles", "30", "--mirror", "--as-levels", "regular,recruit").stdout
    won = int(out.split("first level named: ")[1].split()[0])
    return [] if won >= 42 else [out]


@TAP.test
def clauses():
    """fight --clauses counts what acted"""
    out = run("fight", SCENARIO, *RULES, "--battles", "3", "--clauses").stdout
    counts = dict(line.split() for line in out.splitlines() if line.startswith("  vf."))
    return [] if int(counts["vf.fate.draw"]) > 10 and int(counts["vf.turn.phases"]) > 10 else [out]


@TAP.test
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
        act = next(i for i, line in enumerate(lines) if line.startswith("activate"))
        for i, line in enumerate(lines[:-1]):  # another face, another action, a line less: told where, whatever came of it
            if line.startswith("roll "):
                faces, check = line.split(" ~")
                head, last = faces.rsplit(" ", 1)
                changed = [f"{head} {int(last) % 6 + 1} ~{check}"]
            elif i == act:
                changed = []
            else:
                continue
            path.write_text("\n".join(lines[:i] + changed + lines[i + 1:]) + "\n")
            done = run("verify", str(path))
            place = next(k for k in range(i, len(lines)) if changed or not lines[k + 1].startswith("#")) + 1
            if done.returncode != 1 or f":{place}:" not in done.stderr:
                faults.append(f"line {i + 1} changed: {done.returncode} {done.stdout}{done.stderr}")
        path.write_text(re.sub(" ~[0-9a-f]{4}$", "", text, flags=re.M))
        if "no check" not in run("verify", str(path)).stderr:
            faults.append("a record of version 3 without checks")
        early = re.sub("^(file|[|]|seal).*\n", "", text.replace("record 3", "record 2"), flags=re.M)
        path.write_text(re.sub(" ~[0-9a-f]{4}$", "", early, flags=re.M))
        if run("replay", str(path)).returncode != 0 or "proves nothing" not in run("verify", str(path)).stderr:
            faults.append("a record of version 2 without checks")
        path.write_text("\n".join(lines[:broken + 1] + [re.sub(" ~.*", "", line) for line in lines[broken + 1:]]) + "\n")
        if "no check" not in run("verify", str(path)).stderr:
            faults.append("checks that are missing behind others")
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


@TAP.test
def first_version():
    """records of version 1 are read: one replays to its end, one stops where a rule has changed since and says so"""
    folder = ROOT / "tests/cli/records"
    done = run("verify", str(folder / "version-1-good.record"))
    faults = [] if done.returncode == 0 and ": good, hash" in done.stdout else [done.stdout + done.stderr]
    done = run("verify", str(folder / "version-1-stops.record"))
    if done.returncode != 1 or "made by an earlier version of Limber, whose rules differ" not in done.stderr:
        faults.append(done.stdout + done.stderr)
    text = (folder / "version-1-good.record").read_text()
    end = next(line for line in text.splitlines() if line.startswith("end "))
    with tempfile.TemporaryDirectory() as other:
        path = Path(other) / "battle.record"
        path.write_text(text.replace(end, end.replace(" turn 2 ", " turn 1 ")))
        done = run("verify", str(path))
        if "the battle ends otherwise" not in done.stderr or "whose rules differ" not in done.stderr:
            faults.append(done.stdout + done.stderr)
    return faults


@TAP.test
def other_rules():
    """verify: an answer that the rules refuse though its check is good was given by other rules"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.yaml"
        path.write_text("limber: house-rules\nvalues:\n  nl.command.roll: 3\n")
        return refused(1, "other house rules or another version of Limber", "verify",
                       "tests/golden/legacy-two-brigades-regulars.record", "--house", str(path))


@TAP.test
def table_odds():
    """odds: facts from the table give the same outcomes by limber chart"""
    found = json.loads(run("odds", SCENARIO, *RULES, "fire 3 at 95th Rifles", "--json").stdout)
    pairs = [f"{key}={value}" for key, value in found["facts"].items()]
    chart = json.loads(run("chart", "valour-fortitude", found["chart"], *pairs, "--json").stdout)
    return [] if chart["outcomes"] == found["outcomes"] and chart["modifiers"] == found["modifiers"] else ["differs"]


@TAP.test
def act():
    """act: an action with given dice, events with clauses, the position after"""
    done = json.loads(run("act", SCENARIO, *RULES, "fire unit 3 target 5 option 0", "--dice", "5 6", "--json").stdout)
    hit = {unit["unit"]: unit for unit in done["position"]["units"]}[5]
    return [] if hit["losses"] == 1 and "vf.hit.base" in [e["clause"] for e in done["events"]] else [str(hit)]


@TAP.test
def tallies():
    """act: a count that players keep is told as a change"""
    words = ["act", "tests/perft/positions/valour-fortitude-action.yaml", *RULES]
    changes = json.loads(run(*words, "activate brigade 1", "--dice", "6", "--json").stdout)["changes"]
    found = [(c["clause"], c["mark"], c["before"], c["after"]) for c in changes if c["what"] == "tally"]
    return [] if found == [("vf.act.activation", "activated", 1, 2)] else [str(changes)]


@TAP.test
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
        for sheet, legend in (("march-attack", "order (A attack, D defend)<"), ("esr-50", "Reformation Area")):
            run("draw", SCENARIO, "--rules", sheet, "--out", str(Path(folder) / "orders.svg"))
            shown = (Path(folder) / "orders.svg").read_text()
            faults += [f"{sheet}: a legend without {legend}"] if legend not in shown else []
            faults += [f"{sheet}: a legend of what is not there"] if "broken" in shown or ("Reformation" in shown) != ("esr" in sheet) else []
    return faults + refused(2, ".svg, .png or .pdf", "draw", SCENARIO, *RULES, "--out", "/tmp/table.gif") + refused(
        2, "cannot be written", "draw", SCENARIO, *RULES, "--out", "/nonexistent/table.png")


def typed(answers: list[str], *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, "play", SCENARIO, *RULES, *words], input="\n".join(answers) + "\n",
                          capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)


def resumed(path: str, answers: list[str], *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, "play", "--resume", path, *words], input="".join(a + "\n" for a in answers),
                          capture_output=True, text=True, timeout=PATIENCE, cwd="/")


@TAP.test
def draw_record():
    """draw: a record after a turn and as a strip, with names as text; not beyond its end, nor onto a full disk"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        record, picture, full = (str(Path(folder) / name) for name in ("fight.record", "fight.svg", "full.png"))
        run("fight", SCENARIO, *RULES, "--seed", "5", "--battles", "1", "--record", record)

        def drawn(*words: str) -> str:
            done = run("draw", record, "--out", picture, *words)
            if done.returncode != 0:
                faults.append(f"{words}: {done.stderr}")
            return " ".join(text.text or "" for text in ElementTree.parse(picture).getroot().iter("{http://www.w3.org/2000/svg}text"))

        for words, wanted in ((("--to", "0"), ("Before the battle", "2/14e Ligne", "The Farm", "LONG HEIGHT", "British general", "200 m",
                                               "12 in", "N", "attack column")),
                              (("--to", "2"), ("After turn 2 of 10", "2/14e Ligne", "moved this turn")),
                              ((), ("The end, after turn", "Leading brigade", "Rear brigade")),
                              (("--strip",), ("Before the battle", "After turn 1 of 10", "After turn 3 of 10")),
                              (("--strip", "--to", "2"), ("Before the battle", "After turn 2 of 10"))):
            text = drawn(*words)
            faults += [f"{words}: no {one!r}" for one in wanted if one not in text]
        if "After turn 3" in text:
            faults.append("a strip goes beyond --to")
        faults += refused(2, "--to 99 is not in this record: it ends in turn", "draw", record, "--out", picture, "--to", "99")
        faults += refused(2, "--strip needs a record", "draw", SCENARIO, "--out", picture, "--strip")
        faults += refused(2, "--animate needs a record", "draw", SCENARIO, "--out", picture, "--animate")
        faults += refused(2, "--animate takes a file that ends in .svg", "draw", record, "--out", picture + ".png", "--animate")
        faults += refused(2, "take one of them", "draw", record, "--out", picture, "--animate", "--strip")
        drawn("--to", "3")
        still = Path(picture).stat().st_size
        moving = drawn("--animate", "--to", "3")
        made = Path(picture).read_text()
        if len(made) > 1.2 * still or "<use " not in made:
            faults.append(f"{len(made)} bytes of four pictures, {still} of one")
        uses = {use.get("{http://www.w3.org/1999/xlink}href")[1:] for use in ElementTree.fromstring(made).iter("{http://www.w3.org/2000/svg}use")}
        root = ElementTree.parse(picture).getroot()
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        faults += [f"no {name}" for name in uses if name not in ids]
        frames = [group for group in root if group.tag.endswith("}g") and any(part.tag.endswith("}animate") for part in group)]
        if len(ids) != len(set(ids)) or len(frames) != 4 or [group.get("display") for group in frames] != ["none"] * 3 + [None]:
            faults.append(f"a moving picture: {len(ids)} ids, {len(set(ids))} of them different, {len(frames)} frames")
        faults += [f"moving: no {words!r}" for words in ("Before the battle", "After turn 3 of 10", "stone houses", "hedge") if words not in moving]
        os.symlink("/dev/full", full)
        faults += refused(2, "cannot be written: No space left on device", "draw", record, "--out", full)
    return faults


@TAP.test
def play():
    """play: choices by number, typed moves, odds, map, undo, and a saved game that verifies"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.txt"
        done = typed(["1", "order 0", "move 0 forward 5", "map", "look", "look 3", "undo", "move 0 forward 15", "why",
                      "0 forward 5in wheel left 20 as line", "odds 1", "odds fire 3 at 5", "odds fire 99 at 5", "muve 3",
                      "list", "77", f"save {path}", "quit"], "--seed", "3")
        for wanted in ("You are French", "1/14e Ligne moved 5\" north", "No, 1/14e Ligne: that is further than it can move",
                       "You were refused: that is further", "Foot in a column", "1/14e Ligne formed line",
                       "did you mean move?", "X French advance guard, o British rear guard", "British rear guard\n", "Saved ", "The nearest enemy is",
                       "vf.hit.hard", "no unit '99", "numbers from 1 to", "limber play --resume"):
            if wanted not in done.stdout:
                faults.append(f"no {wanted!r}")
        if done.returncode != 0 or "good so far" not in run("verify", str(path)).stdout:
            faults.append(f"saved game: {done.returncode} {run('verify', str(path)).stderr}")
        if path.read_text().count("move unit 0") != 1:
            faults.append("what was taken back is still in the record")
    return faults


@TAP.test
def play_shorthand():
    """play: fire 5 and odds fire 5 find the unit that can, synonyms work, why explains the last roll"""
    out = typed(["odds fire 5", "charge 5", "shoot 95th Rifles", "why", "done", "order 0", "3 wheel left 30", "quit"],
                "--seed", "3").stdout
    return [wanted for wanted in ("vf.fire.skirmish  ", "No, 3e Léger: units act while their brigade does",
                                  "  3e Léger fired at 95th Rifles as skirmishers: ", "After fire 3e Léger",
                                  "Against a target in hard cover", "  Leading brigade was called on; it acts without a throw.\n",
                                  "No, Foot battery: that unit is not of the acting brigade") if wanted not in out]


@TAP.test
def names_for_paths():
    """scenarios by name from anywhere, sheets by short names, regulars fight unless told otherwise, play alone lists"""
    done = subprocess.run([PROGRAM, "fight", "two-brigades", "--rules", "nl", "--csv", "-"], capture_output=True, text=True, cwd="/")
    lists = subprocess.run([PROGRAM, "play"], capture_output=True, text=True, cwd="/")
    usual = subprocess.run([PROGRAM, "muster", "two-brigades"], capture_output=True, text=True, cwd="/").stdout
    faults = [] if done.stdout.count(",regular,") == 2 and "napoleons-legacy" in done.stdout else [done.stdout + done.stderr]
    faults += [] if lists.returncode == 0 and "two-brigades" in lists.stdout and "vimeiro" in lists.stdout else [lists.stdout]
    return faults + ([] if "by Valour & Fortitude" in usual else [usual])


@TAP.test
def json_for_analysts():
    """muster and fight as JSON; a throw whose faces are kept says how many of them count; words lists vocabularies"""
    muster = json.loads(run("muster", SCENARIO, *RULES, "--json").stdout)
    fight = json.loads(run("fight", SCENARIO, *RULES, "--battles", "3", "--mirror", "--report", "--json").stdout)
    faults = [] if [len(s["brigades"]) for s in muster["sides"]] == [2, 2] and muster["sides"][0]["brigades"][0]["units"][0]["figures"] \
        else [str(muster)]
    faults += [] if sum(r["battles"] for r in fight["results"]) == fight["battles"] == 6 and len(fight["report"]["sides"]) == 2 else [str(fight)]
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "battle")
        for seed in range(1, 9):
            run("fight", SCENARIO, *RULES, "--seed", str(seed), "--record", path + str(seed))
            for line in run("replay", path + str(seed), "--json").stdout.splitlines():
                event = json.loads(line)
                if event.get("event") == "roll" and event["roll"]["need"] and not event["roll"]["save"] and not event["roll"]["reroll_ones"]:
                    hits = sum(face >= event["roll"]["need"] for face in event["dice"])
                    if event["value"] != hits:
                        faults.append(line)
    known = run("words", "terrain").stdout
    return faults[:3] + ([] if "built-up-stone" in known and "marsh" in known and "village" in known and "vineyard" in known else [known])


@TAP.test
def compare_choices():
    """compare: the odds of every choice on which dice hang, at a prompt and for a position"""
    out = typed(["pass", "compare", "quit"], "--seed", "5").stdout
    wanted = "fire 3e Léger at 95th Rifles as skirmishers: losses the target suffers: 0.31 on average"
    nothing = run("compare", SCENARIO, *RULES)
    return ([] if wanted in " ".join(out.split()) else [out[-800:]]) + \
        ([] if nothing.returncode in (0, 1) and nothing.stdout + nothing.stderr else [nothing.stderr])


@TAP.test
def play_places():
    """play: ways to places that are named, and by the compass; score and hint; choices say where they lead"""
    out = typed(["pass", "pass", "activate 0", "hint", "score", "move 0 to the farm", "move 1 toward 95th Rifles", "activate 1",
                 "3 north 2in", "0 to nowhere", "lead 0 to Long Height", "quit"], "--seed", "5").stdout
    flat = " ".join(out.split())
    return [wanted for wanted in ("What does a unit of Leading brigade do?", "A regular player would say: move ",
                                  "French advance guard: 0 defeats against 2 brigades, ground worth 0;", "1/14e Ligne moved 12\" north.",
                                  "2/14e Ligne moved 12\" north.", "no place 'nowhere'", "French general rode ",
                                  "from 95th Rifles, in attack") if wanted not in flat]


@TAP.test
def play_cards():
    """play: a card by its name and by what it is played on"""
    out = typed(["card ten long height", "undo", "play the ten on The Farm", "quit"], "--seed", "2", "--against", "recruit").stdout
    return [wanted for wanted in ("   2  play the Ten on The Farm: Ten, ", "Long Height counts double for them.\n",
                                  "The Farm counts double for them.\n") if wanted not in out]


@TAP.test
def house_in_record():
    """a record names its house rules: it verifies by itself, and not by the sheet as printed"""
    with tempfile.TemporaryDirectory() as folder:
        house, path = Path(folder) / "house.yaml", Path(folder) / "battle"
        house.write_text("limber: house-rules\nname: Thursday\nvalues:\n  vf.fire.range: {musket: 20}\n")
        run("fight", SCENARIO, *RULES, "--house", str(house), "--seed", "2", "--record", str(path))
        good = run("verify", str(path))
        path.write_text("".join(line for line in path.read_text().splitlines(True) if not line.startswith("house ")))
        bad = run("verify", str(path))
        return [] if ": good, hash" in good.stdout and bad.returncode == 1 else [good.stderr + bad.stdout]


@TAP.test
def play_plain():
    """play --plain: sentences, no drawn map"""
    drawn = typed(["map", "look 5", "odds 2", "pass", "order 0", "0 forward 5", "quit"], "--seed", "3", "--plain").stdout
    out = " ".join(drawn.split())
    faults = [wanted for wanted in ("16 in ahead and 6 in to the right of 3e Léger, facing south.", "8 in behind 1/14e Ligne",
                                    "The table is 90 by 72 in", "The Farm, 38 in from the west edge", "Cork Wood, a wood, 19 in from", "A road, from ",
                                    "Minus 2: Against a target",
                                    "In 69.44 % of cases, losses the target suffers: 0; how the target stands afterwards: unshaken.", "1/14e Ligne moved 5 in north.") if wanted not in out]
    return faults + (["drawn"] if "^^^" in drawn or "%%%" in drawn or "...." in drawn or "##" in drawn or '"' in drawn else [])


@TAP.test
def play_on_a_terminal():
    """play at a terminal that cannot be edited at: a screenful of choices, more for the rest, no line is echoed twice"""
    main, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 80, 0, 0))
    game = subprocess.Popen([PROGRAM, "play", SCENARIO, *RULES, "--seed", "3"], stdin=far, stdout=far, stderr=far, cwd=ROOT,
                            env=os.environ | {"TERM": "dumb"})
    os.close(far)
    shown = ""
    for answer in ("1", "4", "list all", "more", "quit"):
        seen = len(shown)
        while "\n> " not in shown[seen:]:
            shown += os.read(main, 4096).decode("utf-8", "replace").replace("\r", "")
        os.write(main, (answer + "\n").encode())
    game.wait(timeout=PATIENCE)
    os.close(main)
    first = shown.split("> list all\n")[1].split("> ")[0].splitlines()
    second = shown.split("> more\n")[1].split("> ")[0].splitlines()
    faults = [] if len(first) <= 12 and "more choices: more" in first[-1] else ["\n".join(first)]
    return faults + ([] if int(first[-2].split()[0]) + 1 == int(second[1].split()[0]) else ["\n".join(second)])


@TAP.test
def play_to_the_end():
    """play: a person who always passes comes to the end of the battle, on either side, and the record verifies"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for side in ("1", "2"):
            path = Path(folder) / side
            out = typed(["1"] * 400, "--seed", "5", "--as", side, "--against", "recruit", "--record", str(path)).stdout
            if "The battle is over" not in out or ": good, hash" not in run("verify", str(path)).stdout:
                faults.append(f"side {side}")
    return faults


@TAP.test
def another_sheet():
    """Napoleon's Legacy: mustered, played to the end in centimetres, asked for odds, drawn"""
    rules = ["--rules", "napoleons-legacy"]
    faults = [f"muster {path}" for path in (ROOT / "scenarios").glob("*.yaml")
              if run("muster", str(path), *rules).returncode != 0]
    with tempfile.TemporaryDirectory() as folder:
        path, picture = Path(folder) / "game", Path(folder) / "game.svg"
        done = subprocess.run([PROGRAM, "play", SCENARIO, *rules, "--seed", "5", "--against", "recruit", "--record", str(path)],
                              input="\n".join(["pass", "move 0 and 1 forward 10cm", "look 0", "why"] + ["1"] * 600) + "\n",
                              capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)
        for wanted in ("and 2/14e Ligne, forward 10.0 cm", "nl.command.roll", "The battle is over"):
            if wanted not in done.stdout:
                faults.append(f"no {wanted!r}")
        if ": good, hash" not in run("verify", str(path)).stdout:
            faults.append("the record does not verify")
        if run("draw", str(path), "--out", str(picture)).returncode != 0 or "<svg" not in picture.read_text():
            faults.append("no picture")
    found = json.loads(run("odds", SCENARIO, *rules, "command 0", "--json").stdout)
    pairs = [f"{key}={value}" for key, value in found["facts"].items()]
    chart = json.loads(run("chart", "napoleons-legacy", found["chart"], *pairs, "--json").stdout)
    if chart["outcomes"] != found["outcomes"] or found["facts"]["bases"] != 5:
        faults.append("the chart of these facts has other odds")
    return faults


@TAP.test
def play_says_what_matters():
    """play: sides by part of their name in any case; look tells leaders, objectives and hand; no two choices read alike"""
    faults = []
    out = typed(["look", "quit"], "--as", "BRITISH", "--seed", "3").stdout
    if "You are British rear guard" not in out:
        faults.append("--as BRITISH")
    faults += refused(2, "--as takes 1 for", "play", SCENARIO, *RULES, "--as", "")
    for words in ("Leader 3, British general, ", "Leader 1, French brigadier of Leading brigade, ", "In your hand: the ",
                  "The Farm, 38 in from the west edge"):
        if words not in out:
            faults.append(words)
    out = typed(["pass", "activate 0", "quit"], "--seed", "11").stdout
    units = [re.findall(r"^ +\d+  (move.*)$", unit, re.M) for unit in re.split(r"^\d+ .* losses.*$", out, flags=re.M)]
    faults += [] if sum(len(choices) > 2 for choices in units) >= 2 else ["units have no moves"]
    faults += [str(choices) for choices in units if len(set(choices)) < len(choices)]
    return faults


@TAP.test
def play_ways_without_a_unit():
    """play: a way without who goes it is for the only unit that can; among several it asks which"""
    out = typed(["pass", "activate 0", "wheel left 30", "move forward 2in", "0 forward 2in", "forward 3in", "quit"],
                "--seed", "11").stdout
    faults = [] if out.count("which unit?") == 2 else ["two that can"]
    return faults + ([] if '2/14e Ligne moved 3" north' in out else [out[-600:]])


@TAP.test
def play_interrupted():
    """play: Ctrl-C leaves the game kept, says where, and the code of the shell for it"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        game = subprocess.Popen([PROGRAM, "play", SCENARIO, *RULES, "--seed", "4", "--record", str(path)],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
        game.stdin.write(b"1\n")
        game.stdin.flush()
        out = b""
        while out.count(b"\n> ") < 2:
            out += os.read(game.stdout.fileno(), 65536)
        while game.poll() is None:  # again and again: it may not wait for an answer yet
            game.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                game.wait(1)
        out = game.communicate()[0].decode()
        ok = game.returncode == 130 and f"--resume {path}" in out and "not over" in run("verify", str(path)).stdout
        return [] if ok else [f"{game.returncode} {out[-300:]}"]


@TAP.test
def play_map():
    """play: the map shows lines that are thinner than a character, bridges and objectives"""
    rows = [row for row in typed(["quit"], "--seed", "4").stdout.splitlines() if row[:1] in (".", ":", "=", "~", "'", "%", "*", "n") and len(row) > 70]
    road, water = sum(":" in row or "=" in row for row in rows), max(row.count("~") for row in rows)
    return [] if road >= 14 and water >= 30 and any("=" in r for r in rows) and any("*" in r for r in rows) else rows


@TAP.test
def play_real_dice():
    """play --dice real asks for every die, refuses impossible faces and asks again; resumed it asks on"""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "game")
        out = typed(["99", "odds", "explain", "the five", "fire 2 at 5", "7 7", "odds", "undo", "fire 2 at 5", "3", "4", "quit"],
                    "--dice", "real", "--record", path).stdout
        more = resumed(path, ["pass", "pass", "K", "help"] + ["quit"]).stdout
        flat = " ".join((out + more).split())
        wanted = (
            "Draw a card for French advance guard: which rank is it? In its deck are A 2 3 4 5 6 7 8 9 10 J Q K. (vf.fate.draw)",
            "Type the rank of the card that you drew", "In the Fate phase the active player draws 1 card",
            "In your hand: the Five.", "Throw for 3e Léger against 95th Rifles, for the hits: 2 dice, each 6: hit. (vf.hit.base)",
            "is no face of a die with 6 sides", "0.33 on average, at least one 31 %.", "dice> undo Turn 1 of 10, French advance guard, fire",
            "Throw for 3e Léger against 95th Rifles, for the hits: 2 dice, each 6: hit; 1 die more.", "3e Léger threw 3 4, 6 needed: no hit.",
            "Draw a card for British rear guard: which rank", "Throw the dice and type each face")
        return [words for words in wanted if words not in flat] + ([] if out.count("dice> ") == 5 else [out[-900:]])


@TAP.test
def play_resumes():
    """play: a game cut into pieces is the same game, undo reaches back over the cut, the end of the input keeps it"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = Path(folder) / "whole", Path(folder) / "parts"
        typed(["1"] * 12, "--seed", "8", "--record", str(whole))
        typed(["1"] * 3, "--seed", "8", "--record", str(parts))
        for _ in range(3):
            out = resumed(str(parts), ["1"] * 3).stdout
            if "The game is kept. Go on with: limber play --resume" not in out:
                faults.append(out[-200:])
        lines = [[line for line in path.read_text().splitlines() if line[0] != "#"] for path in (whole, parts)]
        if lines[0] != lines[1]:
            faults.append("differs")
        before = parts.read_text()
        again = subprocess.run([PROGRAM, "play", str(parts)], input="undo\nundo\n1\n1\n", capture_output=True, text=True,
                               timeout=PATIENCE, cwd="/")
        if again.returncode != 0 or [x for x in parts.read_text().splitlines() if x[0] != "#"] != lines[0]:
            faults.append(f"undo over the cut: {again.stdout[-200:]}")
        resumed(str(parts), ["undo", "undo", "undo"])
        if len(parts.read_text()) >= len(before) - 10 or run("verify", str(parts)).returncode != 0:
            faults.append("what is taken back stays in the record")
        if run("verify", str(parts)).returncode != 0 or before.splitlines()[0] != "limber record 3":
            faults.append("verify")
        faults += refused(2, "is there already", "play", SCENARIO, *RULES, "--record", str(parts))
        faults += refused(2, "keeps its sheet", "play", "--resume", str(parts), "--seed", "3")
        run("fight", SCENARIO, *RULES, "--record", str(whole), "--force")
        faults += refused(2, "no person plays", "play", "--resume", str(whole))
    return faults


@TAP.test
def play_torn():
    """play --resume: cut at any byte of its last two lines a record loses no whole line, and says what it drops"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        typed(["1"] * 5, "--seed", "4", "--record", str(path))
        text = path.read_bytes()
        start = text.rstrip(b"\n").rfind(b"\n", 0, text.rstrip(b"\n").rfind(b"\n")) + 1
        for length in range(start, len(text) + 1):
            path.write_bytes(text[:length])
            done = resumed(str(path), [])
            kept = text[: text[:length].rfind(b"\n") + 1]
            is_torn = kept != text[:length]
            if done.returncode != 0 or not path.read_bytes().startswith(kept) or (
                    "torn off" in done.stdout) != is_torn or run("verify", str(path)).returncode != 0:
                faults.append(f"at {length}: {done.returncode} {done.stderr} {done.stdout[-100:]}")
    return faults


@TAP.test
def play_killed():
    """play: killed in the middle of the game, everything that was shown is on the disk and the game goes on"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for wait in range(6):
            path = Path(folder) / f"game{wait}"
            game = subprocess.Popen([PROGRAM, "play", SCENARIO, *RULES, "--seed", str(wait), "--against", "recruit",
                                     "--record", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
            game.stdin.write(b"1\n" * 8)
            game.stdin.flush()
            shown = b""
            while shown.count(b"\n> ") < 2 + wait:
                shown += os.read(game.stdout.fileno(), 4096)
            game.send_signal(signal.SIGKILL)
            shown += game.stdout.read()
            game.wait()
            rolls = shown.count(b" rolls ")
            if path.read_text().count("roll ") < rolls:
                faults.append(f"{wait}: {rolls} rolls shown")
            done = resumed(str(path), ["1", "1"])
            if done.returncode != 0 or run("verify", str(path)).returncode != 0:
                faults.append(f"{wait}: {done.stderr}")
    return faults


def spread(roll: dict) -> dict[int, Fraction]:
    """All values of a roll of ours with their chances, die by die."""
    sixth = {face: Fraction(1, roll["sides"]) for face in range(1, roll["sides"] + 1)}
    if roll["reroll_ones"]:
        sixth = {face: chance - (sixth[1] if face == 1 else 0) + sixth[1] * chance for face, chance in sixth.items()}
    one = {0: Fraction(0), 1: Fraction(0)}
    if roll["need"] != 0:
        for face, chance in sixth.items():
            one[int(face >= roll["need"])] += chance
    else:
        one = sixth
    return add_up([one] * roll["count"])


def add_up(parts: list[dict[int, Fraction]]) -> dict[int, Fraction]:
    total = {0: Fraction(1)}
    for part in parts:
        after: dict[int, Fraction] = {}
        for a, p in total.items():
            for b, q in part.items():
                after[a + b] = after.get(a + b, Fraction(0)) + p * q
        total = after
    return total


def whose(events: list[dict]) -> list[str]:
    """Rolls that are not thrown by whom the sheet says: the active side fires and acts, the side fired at has its valour
    tested, and in a fight the active side throws first."""
    faults, fights = [], 0
    for event in events:
        if event["event"] == "note" and event["clause"] == "vf.melee.fight":
            fights = 0
        if event["event"] != "roll" or event["clause"] not in ("vf.hit.base", "vf.valour", "vf.act.activation", "vf.act.messenger",
                                                              "vf.act.rally", "vf.fate.draw"):
            continue
        is_active = event["thrower"] == event["active"]
        if event["phase"] == "melee" and event["clause"] == "vf.hit.base":
            wanted, fights = fights == 0, fights + 1
            if fights > 2 or event["roll"]["reduction"] == "faces":
                continue
        elif event["phase"] == "melee":
            continue
        else:
            wanted = event["clause"] != "vf.valour"
        if is_active != wanted:
            faults.append(f"{event['phase']} {event['clause']} thrown by {event['thrower']}")
    return faults


@TAP.test
def luck():
    """luck: sums, means and tails are those of a reckoning die by die; replay closes with the account"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "battle")
        for scenario, seed in ((SCENARIO, "9"), (SCENARIO, "12"), (str(ROOT / "scenarios/vimeiro.yaml"), "2")):
            run("fight", scenario, *RULES, "--seed", seed, "--record", path)
            events = [json.loads(line) for line in run("replay", path, "--json").stdout.splitlines()]
            rows: dict[tuple, list] = {}
            for event in events:
                if event["event"] == "roll" and event["clause"] != "vf.fate.draw" and event["roll"]["need"] != 0:
                    if event["roll"]["reduction"] == "faces":
                        event["value"] = sum(face >= event["roll"]["need"] for face in event["dice"])
                    for clause in ("all", event["clause"]):
                        rows.setdefault((event["thrower"], clause), []).append(event)
            faults += whose(events)
            found = {(row["side"], row["clause"]): row for row in json.loads(run("luck", path, "--json").stdout)
                     if row["kind"] == "successes"}
            if set(found) != set(rows) or not rows:
                faults.append(f"{set(found) ^ set(rows)}")
            for key, wanted in rows.items():
                sums = add_up([spread(event["roll"]) for event in wanted])
                actual = sum(event["value"] for event in wanted)
                mean = sum(value * chance for value, chance in sums.items())
                tail = sum(chance for value, chance in sums.items() if value >= actual)
                row = found[key]
                if (row["actual"], Fraction(row["expected"]), Fraction(row["at_least_as_lucky"]), row["rolls"]) != (
                        actual, mean, tail, len(wanted)):
                    faults.append(f"{key}: {row['actual']} {actual}")
                if str(Fraction(row["expected"])) != row["expected"].removesuffix("/1"):
                    faults.append(f"not in lowest terms: {row['expected']}")
        if "\nLuck\n" not in run("replay", path).stdout or "as lucky or luckier" not in run("luck", path).stdout:
            faults.append("replay does not close with it")
    return faults


@TAP.test
def fight_threads():
    """fight: the same rows byte by byte and the same clauses by 1, 2 and 7 threads"""
    faults = []
    for words in (["--csv", "-"], ["--clauses"]):
        outs = {run("fight", SCENARIO, *RULES, "--battles", "25", "--mirror", "--seed", "6", "--threads", threads,
                    *words).stdout for threads in ("1", "2", "7")}
        if len(outs) != 1 or len(outs.pop()) < 1000:
            faults.append(str(words))
    return faults


@TAP.test
def fight_interrupted():
    """fight: interrupted it sums up what was fought, in whole rows without a gap"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        fight = subprocess.Popen([PROGRAM, "fight", SCENARIO, *RULES, "--battles", "1000000", "--csv", str(path)],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        while not path.exists() or path.stat().st_size < 4096:
            time.sleep(0.02)
        fight.send_signal(signal.SIGINT)
        out, err = fight.communicate(timeout=PATIENCE)
        rows = [row.split(",") for row in path.read_text().splitlines()[1:]]
        fought = int(out.split(": ")[1].split()[0])
        faults = [] if fight.returncode == 130 and f"Interrupted after {fought} battles" in err else [out + err]
        if [row[0] for row in rows] != [str(i // 2) for i in range(2 * fought)]:
            faults.append(f"{len(rows)} rows of {fought} battles")
        return faults


@TAP.test
def bench_signs():
    """bench: the same signature every time, another for other battles, and it says what is missing"""
    first, again, other = run("bench", SCENARIO), run("bench", SCENARIO), run("bench", SCENARIO, SCENARIO)
    faults = [] if re.search(r"\nSignature: [0-9a-f]{16}\n$", first.stdout) else [first.stdout + first.stderr]
    if first.stdout != again.stdout or first.stdout.splitlines()[-1] == other.stdout.splitlines()[-1]:
        faults.append(first.stdout + other.stdout)
    if not {"valour-fortitude", "napoleons-legacy"} <= set(first.stdout.split()):
        faults.append(first.stdout)
    with tempfile.TemporaryDirectory() as folder:
        gone = subprocess.run([PROGRAM, "bench"], capture_output=True, text=True, cwd=folder, timeout=PATIENCE)
    if not Path("/usr/local/share/limber").exists() and (gone.returncode != 2 or "name the scenarios" not in gone.stderr):
        faults.append(f"{gone.returncode} {gone.stderr}")
    return faults + refused(2, "gone.yaml", "bench", "gone.yaml")


@TAP.test
def many_answers():
    """many: every command as it answers alone, whatever came before it, also from a file"""
    asked = [("sheet", "vf"), ("nonsense",), ("chart", "vf", "fire", "--json"), ("--version",), ("play", "two-brigades", "--plain")]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "commands"
        path.write_text("".join("\t".join(words) + "\n" for words in asked))
        with path.open() as commands:
            said = subprocess.run([PROGRAM, "many"], stdin=commands, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT)
    rest, faults = said.stdout, []
    for words in asked[:4]:
        alone = run(*words)
        wanted = f"{alone.returncode} {len(alone.stdout.encode())} {len(alone.stderr.encode())}\n{alone.stdout}{alone.stderr}"
        if not rest.startswith(wanted):
            faults.append(f"{words}: {rest[:200]!r}")
            break
        rest = rest[len(wanted):]
    if not faults and not re.match(r"\d+ \d+ \d+\n", rest):
        faults.append(rest[:200])
    done = subprocess.run([PROGRAM, "many"], input="\n", capture_output=True, text=True, timeout=PATIENCE)
    return faults + ([] if done.returncode == 2 and "from 1 to" in done.stderr else [done.stderr]) + refused(2, "nothing behind", "many", "x")


@TAP.test
def fight_progress():
    """fight: a progress bar where standard error is a terminal, and nowhere else"""
    def bars(handle) -> bytes:
        words = [PROGRAM, "fight", SCENARIO, *RULES, "--battles", "4"]
        return subprocess.run(words, stdout=subprocess.PIPE, stderr=handle, cwd=ROOT, timeout=PATIENCE).stderr or b""

    main, far = pty.openpty()
    bars(far)
    os.close(far)
    shown = b""
    try:
        while part := os.read(main, 65536):
            shown += part
    except OSError:  # a terminal whose other end is closed has been read to its end
        pass
    os.close(main)
    return [] if b"] 4 of 4 battles" in shown and bars(subprocess.PIPE) == b"" else [str(shown)]


def even_scenario(first: str) -> str:
    """A battle that looks the same from either side."""
    def side(name: str) -> str:
        def at(x: int, y: int) -> str:
            return f"[{x}, {y}]" if name == "south" else f"[{1500 - x}, {1200 - y}]"

        facing = 0 if name == "south" else 180
        units = [("line", 500, "line", 600), ("line", 750, "line", 600), ("hussars", 1000, "line", 400),
                 ("field-guns", 1200, "unlimbered", 6)]
        rows = "\n".join(f"          - {{name: {name} {i}, class: {kind}, quality: regular, strength: {men}, "
                         f"place: {at(x, 350)}, facing: {facing}, formation: {form}}}"
                         for i, (kind, x, form, men) in enumerate(units))
        return (f"  - id: {name}\n    name: {name}\n    nation: austrian\n    commander: {{name: General {name}, place: {at(750, 150)}}}\n"
                f"    brigades:\n      - name: Brigade of {name}\n        commander: {{name: Leader {name}, place: {at(750, 250)}}}\n"
                f"        place: {at(750, 350)}\n        facing: {facing}\n        units:\n{rows}\n")

    return (f"limber: scenario\nid: even\ntitle: Even\nsource: none\nyear: 1809\nground: {{width: 1500, height: 1200}}\n"
            f"turns: 12\nfirst: {first}\nsides:\n{side('south')}{side('north')}"
            f"objectives:\n  - {{name: Middle, place: [750, 600], radius: 100}}\n")


@TAP.test
def even():
    """fight: on even ground, each side first in turn, equal players win as often on either; half lies in the interval"""
    won = [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        for first in ("south", "north"):
            path = Path(folder) / f"{first}.yaml"
            path.write_text(even_scenario(first))
            done = run("fight", str(path), *RULES, "--battles", "150", "--seed", "1", "--csv", "-")
            rows = [row.split(",") for row in done.stdout.splitlines()[1:]]
            for row in rows:
                won[int(row[6])] += row[8] == "win"
            if len(rows) != 300:
                return [done.stderr]
    n, p, z = sum(won), won[0] / sum(won), 1.959964
    spread_of = z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    middle = p + z * z / (2 * n)
    low, high = (middle - spread_of) / (1 + z * z / n), (middle + spread_of) / (1 + z * z / n)
    return [] if low <= 0.5 <= high and n > 60 else [f"{won}: {low:.3f} to {high:.3f}"]


@TAP.test
def refusals():
    """bad usage is refused with a reason and nothing on standard output"""
    fight = ("fight", SCENARIO, *RULES)
    return [fault for case in [
        (2, "there is no scenario nowhere", "fight", "nowhere"),
        (2, "did you mean valour-fortitude?", "fight", SCENARIO, "--rules", "valor-fortitude"),
        (2, "cannot be read", "fight", "/nonexistent.yaml", *RULES),
        (2, "--battles takes", *fight, "--battles", "0"),
        (2, "--battles", *fight, "--battles", "many"),
        (2, "takes two of recruit, regular", *fight, "--as-levels", "recruit"),
        (2, "no option", *fight, "--batles", "3"),
        (2, "cannot be written", *fight, "--record", "/nonexistent/x"),
        (2, "needs a scenario", "play", "--plain"),
        (2, "--as takes", "play", SCENARIO, *RULES, "--as", "russian"),
        (2, "--against takes", "play", SCENARIO, *RULES, "--against", "general"),
        (2, "--dice takes real", "play", SCENARIO, *RULES, "--dice", "3"),
        (2, "needs a scenario", "muster"),
        (2, "no question", "odds", SCENARIO, *RULES, "dance 3 at 4"),
        (2, "answers fire, shot, advance, bayonet, fear,", "odds", SCENARIO, "--rules", "napoleons-legacy", "??"),
        (2, "did you mean fire?", "odds", SCENARIO, *RULES, "firre 3 at 4"),
        (2, "--threads takes", *fight, "--threads", "0"),
        (2, "needs a record", "luck"),
        (2, "cannot be read", "play", "--resume", "/nonexistent"),
        (2, "no unit", "odds", SCENARIO, *RULES, "fire 99 at 4"),
        (1, "vf.fire", "odds", SCENARIO, *RULES, "fire 0 at 4"),
        (1, "vf.act", "odds", SCENARIO, *RULES, "rally 0"),
        (2, "I do not understand 'dance'", "act", SCENARIO, *RULES, "dance unit 3", "--dice", "5"),
        (2, "not enough dice", "act", SCENARIO, *RULES, "pass"),
        (1, "vf.", "act", SCENARIO, *RULES, "fire unit 4 target 3 option 0", "--dice", "5"),
    ] for fault in refused(*case)]


@TAP.test
def armies_elsewhere():
    """a scenario in any folder finds the armies that lie beside the program"""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "mine.yaml"
        copy.write_text(Path(SCENARIO).read_text())
        return [done.stderr for done in (run("check", str(copy)), run("muster", str(copy), *RULES)) if done.returncode != 0]


sys.exit(TAP.finish())
