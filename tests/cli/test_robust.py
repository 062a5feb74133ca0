#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What hostile files may not do, and how commands end. test_robust.py LIMBER ROOT. Prints TAP."""
import re
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
PATIENCE = 3600  # seconds: for what hangs, not for what a busy machine makes slow
SCENARIO = ROOT / "scenarios/two-brigades.yaml"
RULES = ["--rules", "valour-fortitude"]
FOLDER = Path(tempfile.mkdtemp())
os.environ["XDG_STATE_HOME"] = str(FOLDER / "state")
TAP = Tap()


def run(*words: object, **more) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
                          **more)


def written(text: str) -> Path:
    path = FOLDER / "file.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@TAP.test
def names():
    """control, direction and line-separator characters are refused in names, plain or escaped"""
    faults, text = [], (ROOT / "armies/french-1808.yaml").read_text()
    title = next(line for line in text.splitlines() if line.startswith("title:"))
    hostile = [0x01, 0xad, 0x200b, 0xe000, 0xf8ff, 0x07, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069,
               0xfeff, 0xfff9, 0xe0041]
    for point in hostile:
        for name in (f'"Foot{chr(point)}guard"', f'"Foot\\U{point:08x}guard"'):
            done = run("check", written(text.replace(title, f"title: {name}")))
            if done.returncode != 1 or any(ord(c) in hostile for c in done.stderr):
                faults.append(f"{point:x} {name[:9]}: {done.returncode} {done.stderr!r}")
    for name in ('"Foot\\tguard"', '"Foot\\nguard"', '"Foot\\rguard"', '"Foot\\Lguard"', '"Foot\\Nguard"', '"Foot\\eguard"'):
        if run("check", written(text.replace(title, f"title: {name}"))).returncode != 1:
            faults.append(name)
    for name in ("Gardes à pied", '"Лейб-гвардия"', '"近衛"', '"Jäger \\u00e9"'):
        if run("check", written(text.replace(title, f"title: {name}"))).returncode != 0:
            faults.append(f"refused: {name}")
    if run("check", written("\ufeff" + text)).returncode != 0:
        faults.append("a mark of byte order before everything")
    return faults


@TAP.test
def depth():
    """deep YAML is refused before it takes memory"""
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (100 << 20, 100 << 20))

    faults, head = [], "limber: scenario\nx: "
    for name, text in {"lists": "[" * 1000000, "mappings": "{a: " * 250000, "closed": "[" * 300000 + "]" * 300000,
                       "quoted": '["]",' * 200000, "remarks": "[ #]\n" * 200000, "tagged": "[!t ']'," * 120000,
                       "dashes": "\n " + "- " * 500000 + "1", "keys": "\n" + "? " * 500000,
                       "indented": "\n" + "".join(" " * i + "a:\n" for i in range(1, 1400))}.items():
        path = written((head + text)[: 1 << 20])
        plain, tight = run("check", path), run("check", path, preexec_fn=None if "asan" in PROGRAM else limit)
        if plain.returncode != 1 or tight.returncode != 1 or plain.stderr != tight.stderr:
            faults.append(f"{name}: {plain.returncode} {plain.stderr[-100:]} {tight.returncode} {tight.stderr[-100:]}")
    return faults


@TAP.test
def nobody_moves():
    """house rules that let nobody move: good by check, and fought to the end by computer players"""
    foot = ["nl.form.march", "nl.form.attack", "nl.form.line", "nl.form.firing", "nl.form.skirmish"]
    path = written("limber: house-rules\nvalues:\n" + "".join(f"  {clause}: 0\n" for clause in foot))
    checked = run("check", path)
    faults = [checked.stderr] if checked.returncode != 0 else []
    for levels in ("regular,regular", "rush,mass", "recruit,still"):
        done = run("fight", SCENARIO, "--rules", "napoleons-legacy", "--house", path, "--battles", "3", "--as-levels", levels)
        if done.returncode != 0:
            faults.append(f"{levels}: {done.returncode} {done.stderr}")
    return faults


@TAP.test
def codes():
    """exit codes: one table for all commands (docs/exit-codes.md)"""
    good, bad, changed, gone = FOLDER / "good", FOLDER / "bad.yaml", FOLDER / "changed", FOLDER / "gone"
    run("fight", SCENARIO, *RULES, "--record", good)
    bad.write_text("limber: scenario\nid: x\n")
    changed.write_text(good.read_text().replace("seed 1", "seed 2", 1))
    picture = ["--out", FOLDER / "a.svg"]
    table = {
        0: [["check", SCENARIO], ["verify", good], ["replay", good], ["luck", good], ["draw", good, *picture], ["games"], ["help"],
            ["muster", SCENARIO, *RULES], ["fight", SCENARIO, *RULES], ["odds", SCENARIO, *RULES, "fire 3 at 5"], ["--version"]],
        1: [["check", bad], ["verify", changed], ["replay", changed], ["luck", changed], ["draw", changed, *picture],
            ["play", "--resume", changed], ["odds", SCENARIO, *RULES, "fire 0 at 4"],
            ["act", SCENARIO, *RULES, "fire unit 4 target 3 option 0", "--dice", "5"]],
        2: [["check", gone], ["check"], ["verify", gone], ["replay", gone], ["luck", gone], ["draw", gone, *picture], ["play", "--plain"],
            ["play", "--resume", gone], ["muster", gone, *RULES], ["fight", gone, *RULES], ["fight", bad, *RULES], ["muster", bad, *RULES],
            ["odds", SCENARIO, *RULES, "dance"], ["act", SCENARIO, *RULES, "dance"], ["games", "all"], ["dance"], ["check", bad, gone],
            ["check", gone, bad], ["verify", SCENARIO], ["draw", SCENARIO, *RULES, "--out", FOLDER / "none" / "a.png"],
            ["fight", SCENARIO, *RULES, "--record", good], ["fight", SCENARIO, *RULES, "--csv", FOLDER / "none" / "a"]],
    }
    faults = []
    for code, cases in table.items():
        for words in cases:
            done = run(*words)
            if done.returncode != code or (code != 0) != bool(done.stderr):
                faults.append(f"{words}: {done.returncode}, expected {code}: {done.stderr}")
    return faults


@TAP.test
def other_files():
    """a table of results and a picture take the place of their like, and of nothing else unless they are forced"""
    scenario, table, picture = FOLDER / "own.yaml", FOLDER / "own.csv", FOLDER / "own.png"
    scenario.write_text(SCENARIO.read_text())
    link = FOLDER / "other.png"
    link.write_text("a letter")
    wanted = [(2, ["fight", SCENARIO, *RULES, "--csv", scenario]), (0, ["fight", SCENARIO, *RULES, "--csv", table]),
              (0, ["fight", SCENARIO, *RULES, "--csv", table]), (2, ["fight", SCENARIO, *RULES, "--csv", "/dev/full"]),
              (0, ["draw", SCENARIO, *RULES, "--out", picture]), (0, ["draw", SCENARIO, *RULES, "--out", picture]),
              (2, ["draw", SCENARIO, *RULES, "--out", link])]
    faults = [f"{words}: {done.returncode}, expected {code}" for code, words in wanted if (done := run(*words)).returncode != code]
    faults += ["something was lost"] if link.read_text() != "a letter" or scenario.read_text() != SCENARIO.read_text() else []
    return faults + ([] if run("draw", SCENARIO, *RULES, "--out", link, "--force").returncode == 0 else ["force does not help"])


@TAP.test
def nowhere():
    """a move of nothing is refused by act and play, however it is said"""
    faults = []
    for rules, words, dice in (("vf", ["pass", "activate 0", "1 forward 0in"], "11"), ("nl", ["pass", "0 forward 0cm"], "3 3")):
        done = run("act", SCENARIO, "--rules", rules, *words, "--dice", dice)
        if done.returncode == 0 or "would change nothing" not in done.stderr:
            faults.append(f"{rules}: {done.returncode} {done.stderr}")
    return faults


@TAP.test
def into():
    """a formation without a verb is an order: 0 into square"""
    done = [run("act", SCENARIO, "--rules", "vf", "pass", "activate 0", "1 into square", "--dice", "11"),
            run("act", SCENARIO, "--rules", "nl", "pass", "0 into line", "--dice", "3 3")]
    return [one.stderr for one, word in zip(done, ("square", "line")) if one.returncode != 0 or word not in one.stdout]


@TAP.test
def all_faults():
    """check tells bad numbers, bad words and a bad ground of one file at once, and nothing that follows from them"""
    text = SCENARIO.read_text()
    for good, bad in (("year: 1810", "year: 181O"), ("turns: 10", "turns: ten"), ("width: 1500", "width: wide"),
                      ("formation: open-order", "formation: lne"), ("kind: wood", "kind: wod")):
        assert good in text, good
        text = text.replace(good, bad, 1)
    path = written(text)
    told = run("check", path, cwd=ROOT).stderr
    faults = [f"nothing of {word}" for word in ("181O", "'ten'", "width", "'lne'", "'wod'") if word not in told]
    return faults + ([told] if "edge of the ground" in told else [])


def told_faults(path: Path, changes: list[tuple[str, str]]) -> str:
    """what check says of a file with some of its text changed"""
    text = path.read_text()
    for good, bad in changes:
        assert good in text, good
        text = text.replace(good, bad, 1)
    return run("check", written(text), cwd=ROOT).stderr


@TAP.test
def bad_bases():
    """a bad clock, side, sheet or position hides no other fault of its file, and no fault follows from it"""
    rest = [("nation: french", "nation: frnch"), ("kind: dense-wood", "kind: wod")]
    bras, faults = ROOT / "scenarios/quatre-bras.yaml", []
    for good, bad, word in (('start: "14:00"', 'start: "noon"', "hours and minutes"), ('end: "21:00"', 'end: "13:00"', "ends after"),
                            ('{start: "14:00", end: "21:00"}', '{start: "14:00"}', "needs end"),
                            ('clock: {start: "14:00", end: "21:00"}', "clock: 14", "a clock"),
                            ("id: french", "id: The French", "'The French'"), ("id: french", "name: French", "needs id")):
        told = told_faults(bras, [(good, bad), *rest])
        faults += [f"{bad}: nothing of {part}: {told}" for part in (word, "'frnch'", "'wod'") if part not in told]
        if len(told.splitlines()) != 3 + bad.startswith("name: "):
            faults.append(f"{bad}: {told}")
    told = told_faults(bras, [('start: "14:00"', 'start: "1400"'), ("{name: Husson}", "{name: Husson, superior: Nay}")])
    faults += [] if "'Nay'; did you mean Ney" in told and "hours" in told else [told]
    position = ROOT / "tests/perft/positions/valour-fortitude-action.yaml"
    told = told_faults(position, [("sheet: valour-fortitude", "sheet: valour"), ("  turn: ", "  turn: 99")])
    faults += [] if "'valour'" in told and "99" in told else [told]
    house = run("check", written("limber: house-rules\nsheet: valour\nvalues: {vf.hit.base: 99}\n")).stderr
    return faults + ([] if "no sheet 'valour'" in house and "not '99'" in house else [house])


@TAP.test
def unfinished():
    """a record whose last line is lost is told from one of a battle that goes on"""
    record, cut = FOLDER / "whole", FOLDER / "cut"
    run("fight", SCENARIO, "--rules", "vf", "--seed", "3", "--record", record)
    lines = record.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:-1]))
    faults = [] if "its last line is missing" in run("verify", cut).stdout else ["the lost end is not noticed"]
    cut.write_text("".join(lines[:-20]))
    return faults + ([] if "the battle is not over" in run("verify", cut).stdout else ["a battle that goes on is called over"])


@TAP.test
def turning():
    """a turning point is told for the side that gained by it, with the turn in which it happened"""
    record = FOLDER / "turning"
    run("fight", SCENARIO, "--rules", "vf", "--seed", "13", "--record", record)
    report = " ".join(run("replay", record, "--report").stdout.split())
    points = re.findall(r"Turn (\d+), for ([A-Z][a-z]+ [a-z]+ guard): (.*?)(?= Turn \d+, for|Throws that|Luck)", report)
    faults = [] if points else ["no turning points"]
    for turn, side, text in points:
        french = any(f"{name} routed" in text for name in ("1/14e Ligne", "2/14e Ligne", "3e Léger"))
        british = any(f"{name} routed" in text for name in ("1/40th", "95th Rifles", "Hanover Volunteers"))
        if french != british and side.startswith("French") == french:
            faults.append(f"{turn} {side} {text}")
        story = " ".join(run("replay", record, "--to", turn).stdout.split())
        # The story may call by a pronoun whom it has just named.
        who, what = text.split(";")[0].strip(". ").rsplit(" ", 1)
        if who not in story or what not in story:
            faults.append(f"not by turn {turn}: {text}")
    return faults


@TAP.test
def ground_turns():
    """ground that changes hands is a turning point by itself; the line before it is not blamed for it"""
    record = FOLDER / "ground"
    run("fight", ROOT / "scenarios/quatre-bras.yaml", "--rules", "nl", "--seed", "3", "--record", record)
    report = " ".join(run("replay", record, "--report").stdout.split("Turning points")[1].split("Throws that")[0].split())
    faults = [] if re.search(r"(Gemioncourt|Namur road|Bossu wood|Piraumont|Quatre Bras) fell to ", report) else [report]
    return faults + ([report] if re.search(r": [^;:]*was in good order again\. ", report) else [])


sys.exit(TAP.finish())
