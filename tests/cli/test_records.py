#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records that can be trusted: carried elsewhere, changed, torn, raced, on a full disk. test_records.py LIMBER ROOT. TAP."""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
PATIENCE = 3600  # seconds: for what hangs, not for what a busy machine makes slow
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")
RULES = ["--rules", "valour-fortitude"]
HOUSE = "limber: house-rules\nname: Thursday\nvalues:\n  vf.fire.range: {musket: 20}\n"
TAP = Tap()


def run(*words: str, given: str = "", **more) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], input=given, capture_output=True, text=True, timeout=PATIENCE, **more)


def play(*words: str, given: list[str], **more) -> subprocess.CompletedProcess:
    return run("play", SCENARIO, *RULES, *words, given="".join(line + "\n" for line in given), **more)


def resume(path: Path, given: list[str], **more) -> subprocess.CompletedProcess:
    return run("play", "--resume", str(path), given="".join(line + "\n" for line in given), **more)


def wrong(what: str, done: subprocess.CompletedProcess) -> str:
    return f"{what}: {done.returncode} {done.stderr.strip()} {done.stdout[-200:].strip()}"


def answers(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if " ~" in line]


@TAP.test_in_folder
def carried(folder: Path):
    """a record verifies, replays, draws and goes on in another folder, without its scenario, armies and house rules"""
    home, away = folder / "home", folder / "away"
    for path in (home / "scenarios", home / "armies", away):
        path.mkdir(parents=True)
    shutil.copy(SCENARIO, home / "scenarios/own.yaml")
    for army in (ROOT / "armies").glob("*.yaml"):
        shutil.copy(army, home / "armies")
    (home / "house.yaml").write_text(HOUSE)
    run("fight", "scenarios/own.yaml", *RULES, "--house", "house.yaml", "--record", "battle", cwd=home)
    run("play", "scenarios/own.yaml", *RULES, "--house", "house.yaml", "--record", "game", given="1\n1\n", cwd=home)
    for name in ("battle", "game"):
        shutil.move(home / name, away / name)
    shutil.copy(home / "house.yaml", away / "same.yaml")
    (away / "other.yaml").write_text(HOUSE.replace("20", "21"))
    shutil.rmtree(home)
    faults = []
    for words, code in ((["verify", "battle"], 0), (["replay", "battle"], 0), (["luck", "battle"], 0),
                        (["draw", "battle", "--out", "a.svg"], 0), (["play", "--resume", "game"], 0), (["verify", "game"], 0),
                        (["verify", "battle", "--house", "same.yaml"], 0), (["verify", "battle", "--house", "other.yaml"], 1)):
        done = run(*words, cwd=away)
        if done.returncode != code:
            faults.append(wrong(" ".join(words), done))
    (away / "battle").write_bytes((away / "battle").read_bytes().replace(b"\n", b"\r\n"))
    return faults + [wrong("line ends of another system", done) for done in [run("verify", "battle", cwd=away)] if done.returncode]


@TAP.test_in_folder
def changed_head(folder: Path):
    """verify, replay, draw and play refuse a record with 1 if any line of its head was changed or taken out"""
    house, path = folder / "house.yaml", folder / "game"
    house.write_text(HOUSE)
    play("--house", str(house), "--seed", "7", "--record", str(path), given=["1", "1"])
    text = path.read_text()
    faults = []
    for old, new in (("seed 7", "seed 8"), ("players person regular", "players person recruit"), ("musket: 20", "musket: 21"),
                     ("strength: 600", "strength: 601"), ("\nhouse ", "\n# house "), ("\n|turns", "\n|\n|turns"),
                     ("start ", "start 0"), ("/two-brigades.yaml", "/three.yaml")):
        assert old in text, old
        path.write_text(text.replace(old, new, 1))
        for words in (["verify", str(path)], ["replay", str(path)], ["draw", str(path), "--out", str(folder / "a.svg")],
                      ["play", "--resume", str(path)]):
            done = run(*words)
            if done.returncode not in ((1, 2) if "# house" in new else (1,)):
                faults.append(wrong(f"{old!r}: {words[0]}", done))
        if path.read_text() != text.replace(old, new, 1):
            faults.append(f"{old!r}: the record was written to")
    return faults


@TAP.test_in_folder
def any_byte(folder: Path):
    """whatever byte of a record is changed, verify notices, but for remarks; and nothing crashes on it"""
    path, faults = folder / "game", []
    play("--seed", "3", "--record", str(path), given=["1"] * 30)
    text = path.read_bytes()
    for number, at in enumerate(range(0, len(text), 113)):
        start = text.rfind(b"\n", 0, at) + 1
        changed = bytearray(text)
        changed[at] ^= (1, 2, 4, 0x80, 0x0a)[number % 5]
        path.write_bytes(changed)
        done = run("verify", str(path))
        if done.returncode not in (1, 2) and text[start : start + 1] != b"#":
            faults.append(f"byte {at}: {done.returncode} {bytes(changed[start:at + 20])!r}")
        if resume(path, ["quit"]).returncode not in (0, 1, 2):
            faults.append(f"byte {at}: play --resume")
    return faults


@TAP.test_in_folder
def changed_file(folder: Path):
    """verify says that the scenario here is another text by now, and that the record stands"""
    own, path = folder / "own.yaml", folder / "battle"
    text = Path(SCENARIO).read_text()
    own.write_text(text)
    shutil.copytree(ROOT / "armies", folder / "armies")
    run("fight", str(own), *RULES, "--record", str(path))
    quiet = run("verify", str(path)).stdout
    own.write_text(text.replace("600", "500"))
    loud = run("verify", str(path))
    return [] if "another text" not in quiet and loud.returncode == 0 and "another text" in loud.stdout else [wrong(quiet, loud)]


@TAP.test_in_folder
def early(folder: Path):
    """records of version 1 and 2 still verify by the files that they name; without checks they prove nothing"""
    path = folder / "battle"
    run("fight", SCENARIO, *RULES, "--record", str(path))
    lines = [line for line in path.read_text().splitlines() if not re.match("file |[|]|seal ", line)]
    bare = "\n".join(re.sub(" ~[0-9a-f]{4}$", "", line) for line in lines) + "\n"
    faults = []
    for version in ("1", "2"):
        path.write_text(bare.replace("record 3", f"record {version}", 1))
        faults += [wrong(version, done) for done in [run("verify", str(path))] if done.returncode != 1 or
                   ": possible by the rules, hash" not in done.stdout or "proves nothing" not in done.stderr]
        faults += [wrong(version, done) for done in [run("replay", str(path), "--report")] if "The battle is over" not in done.stdout]
    whole = (ROOT / "tests/cli/records/version-1-good.record").read_text()
    path.write_text(re.sub(" ~[0-9a-f]{4}$", "", whole, count=1, flags=re.M))
    faults += [wrong("half", done) for done in [run("verify", str(path), cwd=ROOT)] if done.returncode != 1]
    faults += [wrong("whole", done) for done in [run("verify", "tests/cli/records/version-1-good.record", cwd=ROOT)]
               if ": good, hash" not in done.stdout]
    return faults


@TAP.test_in_folder
def strange_paths(folder: Path):
    """a record of a scenario with a line end, quotes or much else in its path can be read again"""
    faults = []
    shutil.copytree(ROOT / "armies", folder / "armies")
    for number, name in enumerate(("a\nseed 5.yaml", 'quo"te \t.yaml', "é" * 100 + ".yaml", "x" * 250)):
        path, record = folder / name, folder / f"record{number}"
        shutil.copy(SCENARIO, path)
        run("fight", str(path), *RULES, "--record", str(record))
        faults += [wrong(repr(name), done) for done in [run("verify", str(record))] if done.returncode != 0]
    return faults


@TAP.test_in_folder
def no_overwriting(folder: Path):
    """save and fight --record overwrite nothing unless forced, and never the game's own record"""
    own, link, other, record = folder / "own", folder / "link", folder / "other", folder / "record"
    other.write_text("precious")
    record.write_text("precious")
    link.symlink_to(own)
    done = play("--record", str(own), given=["1", f"save {own}", f"save {link}", f"save --force {own}", f"save {other}", "1", "quit"])
    faults = [] if done.stdout.count("own record") == 3 and "is there already" in done.stdout else [wrong("save", done)]
    if other.read_text() != "precious" or run("verify", str(own)).returncode != 0:
        faults.append("something was overwritten")
    done = resume(own, [f"save --force {other}", "quit"])
    if other.read_bytes() != own.read_bytes() or list(folder.glob("other.*")):
        faults.append(wrong("save --force", done))
    done = run("fight", SCENARIO, *RULES, "--record", str(record))
    if done.returncode != 2 or record.read_text() != "precious":
        faults.append(wrong("fight --record", done))
    run("fight", SCENARIO, *RULES, "--record", str(record), "--force")
    return faults + [wrong("fight --force", done) for done in [run("verify", str(record))] if done.returncode != 0]


def limited(size: int):
    """Files end at a size, as on a full disk."""
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@TAP.test_in_folder
def full_disk(folder: Path):
    """play on a full disk: an answer that is not on the disk is refused and said so; the record stays whole and goes on"""
    faults = []
    whole = folder / "whole"
    play("--seed", "3", "--record", str(whole), given=["1"] * 12)
    head = whole.read_bytes().index(b"\n# turn") + 1
    size = len(whole.read_bytes())
    for room in range(head, head + 700, 37):
        path, copy = folder / f"game{room}", folder / f"copy{room}"
        done = play("--seed", "3", "--record", str(path), given=["1"] * 12 + [f"save {copy}", "quit"], preexec_fn=limited(room))
        text = path.read_bytes()
        if "not taken" not in done.stdout or not whole.read_bytes().startswith(text) or not text.endswith(b"\n"):
            faults.append(wrong(f"{room} of {size}", done))
        if copy.exists() and copy.read_bytes() != text:
            faults.append(f"{room}: the copy is another")
        resume(path, ["1"] * 12)
        if not answers(path)[:10] == answers(whole)[:10] or run("verify", str(path)).returncode != 0:
            faults.append(f"{room}: resumed it is another game")
    path = folder / "none"
    done = play("--record", str(path), given=["1"], preexec_fn=limited(head - 5))
    if done.returncode != 2 or path.exists():
        faults.append(wrong("no room for the head", done))
    return faults


@TAP.test_in_folder
def outputs(folder: Path):
    """no output to a full disk ends with 0: draw, fight --csv, fight --record, standard output, a closed one"""
    record, faults = folder / "battle", []
    run("fight", SCENARIO, *RULES, "--record", str(record))
    fight = ["fight", SCENARIO, *RULES]
    cases = [["draw", SCENARIO, *RULES, "--out", str(folder / f"a.{ending}")] for ending in ("svg", "png", "pdf")]
    cases += [[*fight, "--battles", "300", "--csv", str(folder / "a.csv")], [*fight, "--record", str(folder / "a.record")]]
    for words in cases:
        for size in (0, 1000, 4096):
            done = run(*words, "--force", preexec_fn=limited(size)) if "--record" in words else run(*words, preexec_fn=limited(size))
            if done.returncode != 2 or "cannot be written" not in done.stderr:
                faults.append(wrong(f"{' '.join(words[-2:])} {size}", done))
    with open("/dev/full", "w") as full:
        for words in (["replay", str(record)], ["verify", str(record)], ["games"], [*fight, "--csv", "-"], ["muster", SCENARIO, *RULES],
                      ["help"], ["sheet", "esr-50"]):
            done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
            if done.returncode != 2:
                faults.append(f"{words[0]} to a full disk: {done.returncode}")
    for handle in (0, 1, 2):
        path = folder / f"closed{handle}"
        done = run("play", SCENARIO, *RULES, "--record", str(path), given="1\n1\nquit\n",
                   preexec_fn=lambda handle=handle: os.close(handle))
        if run("verify", str(path)).returncode != 0 or (handle == 1 and done.returncode != 2):
            faults.append(wrong(f"{handle} closed", done))
    return faults


@TAP.test_in_folder
def damaged(folder: Path):
    """play --resume: what stands before a torn line in the middle, or before zeros, is recovered; the damaged record is kept"""
    faults, game, path = [], folder / "game", folder / "torn"
    play("--seed", "3", "--record", str(game), given=["1"] * 10)
    text = game.read_bytes()
    lines = text.splitlines(keepends=True)
    given = [i for i, line in enumerate(lines) if b" ~" in line]
    cases = {"zeros at the end": (text + bytes(500), len(given), False), "zeros and more": (text + bytes(50) + b"x\n", len(given), True),
             "zeros in a line": (text[:-9] + bytes(9), len(given) - 1, False)}
    for n in (0, len(given) // 2, len(given) - 2):
        at = given[n]
        cases[f"torn {n}"] = (b"".join(lines[:at]) + lines[at][:5] + b"".join(lines[at + 1:]), n, True)
        cases[f"cut {n}"] = (b"".join(lines[:at]) + lines[at][:5] + b"\n" + b"".join(lines[at + 1:]), n, True)
        cases[f"gone {n}"] = (b"".join(lines[:at]) + b"".join(lines[at + 1:]), n, True)
    for name, (bad, kept, is_kept) in cases.items():
        for old in folder.glob("torn*"):
            old.unlink()
        path.write_bytes(bad)
        done = resume(path, ["quit"])
        copy = folder / "torn.damaged"
        if done.returncode != 0 or answers(path)[:kept] != answers(game)[:kept] or run("verify", str(path)).returncode != 0:
            faults.append(wrong(name, done))
        if ("is damaged" not in done.stdout and "torn off" not in done.stdout) or copy.exists() != is_kept:
            faults.append(f"{name}: {done.stdout[:200]}")
        if is_kept and copy.read_bytes() != bad:
            faults.append(f"{name}: the copy is another")
    return faults


@TAP.test_in_folder
def raced(folder: Path):
    """play --resume while the game is being played: refused, and nothing is lost"""
    path = folder / "game"
    game = subprocess.Popen([PROGRAM, "play", SCENARIO, *RULES, "--seed", "3", "--record", str(path)],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    faults = []
    for _ in range(8):
        game.stdin.write("1\n")
        game.stdin.flush()
        done = resume(path, ["1"] * 5) if path.exists() else None
        if done is not None and done.returncode == 0:
            faults.append(wrong("two at a time", done))
    game.stdin.close()
    game.stdout.read()
    game.wait(timeout=PATIENCE)
    both = [subprocess.Popen([PROGRAM, "play", "--resume", str(path)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, text=True) for _ in range(6)]
    before = answers(path)
    for one in both:
        try:
            one.communicate("1\n1\n1\n", timeout=PATIENCE)
        except BrokenPipeError:
            one.wait()
    after = answers(path)
    if after[: len(before)] != before or run("verify", str(path)).returncode != 0:
        faults.append(f"{len(before)} answers became {len(after)}")
    return faults


@TAP.test_in_folder
def told_torn(folder: Path):
    """verify says of a torn last line that it is torn and the rest whole; games tells the turn that is on; check takes names"""
    path, torn = folder / "game", folder / "torn"
    play("--seed", "3", "--against", "still", "--record", str(path), given=["pass"] * 3)
    torn.write_bytes(path.read_bytes()[:-3])
    done = run("verify", str(torn))
    faults = [] if done.returncode == 1 and "good so far" in done.stdout and "torn off in the middle" in done.stderr else [wrong("torn", done)]
    play("--seed", "4", "--against", "still", given=["pass"] * 3)
    rows = run("games").stdout.splitlines()
    faults += [] if rows and rows[0].endswith("turn 2") else [str(rows)]
    done = run("check", "vimeiro", "french-1805", "two-brigades.yaml", cwd=ROOT)
    faults += [] if done.returncode == 0 and "vimeiro.yaml: a good scenario" in done.stdout and "a good army" in done.stdout else [wrong("names", done)]
    done = run("check", "nowhere", cwd=ROOT)
    return faults + ([] if done.returncode == 2 else [wrong("no such name", done)])


@TAP.test_in_folder
def games(folder: Path):
    """games lists saved games, the last one first; play --resume without a path takes it, if it is not over"""
    none = run("games")
    faults = [] if none.returncode == 0 and "no saved games" in none.stdout else [wrong("none", none)]
    done = run("play", "--resume")
    faults += [] if done.returncode == 2 and "no saved game" in done.stderr else [wrong("nothing to resume", done)]
    for seed in ("1", "2", "3"):
        play("--seed", seed, "--against", "recruit", given=["1"] * (600 if seed == "3" else 1))
        time.sleep(0.02)
    rows = run("games").stdout.splitlines()
    if [re.search(r"-(\d)\.record", row).group(1) for row in rows[1::2]] != ["3", "2", "1"]:
        faults.append(str(rows))
    if not rows[0].endswith("over") or "Two Brigades by valour-fortitude" not in rows[0] or ", turn " not in rows[2]:
        faults.append(str(rows))
    done = run("play", "--resume", "--plain", given="quit\n")
    if "(seed 2)" not in done.stdout or done.returncode != 0:
        faults.append(wrong("the latest", done))
    elsewhere = folder / "a game of mine"
    play("--seed", "9", "--record", str(elsewhere), given=["quit"])
    rows = run("games").stdout.splitlines()
    if len(rows) != 8 or rows[1].strip() != str(elsewhere):
        faults.append(f"a record of one's own is not listed: {rows}")
    done = run("play", "--resume", "--plain", given="quit\n")
    if "(seed 9)" not in done.stdout:
        faults.append(wrong("the latest, elsewhere", done))
    elsewhere.unlink()
    (folder / "state/limber/junk.record").write_text("nonsense")
    return faults + ([] if len(run("games").stdout.splitlines()) == 6 else ["a file that is no record is listed"])


@TAP.test_in_folder
def odd_inputs(folder: Path):
    """a pipe, a device or a folder as input is refused at once by every command"""
    pipe, faults = folder / "pipe", []
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null"), folder):
        for words in (["check", path], ["muster", path, *RULES], ["fight", path, *RULES], ["play", path, *RULES], ["play", "--resume", path],
                      ["replay", path], ["verify", path], ["draw", path, "--out", folder / "a.svg"],
                      ["fight", SCENARIO, *RULES, "--house", path], ["sheet", "esr-50", "--house", path]):
            done = run(*map(str, words))
            if done.returncode != 2 or "cannot be read" not in done.stderr:
                faults.append(wrong(" ".join(map(str, words)), done))
    return faults


@TAP.test_in_folder
def no_plain_file(folder: Path):
    """save --force refuses devices and pipes; fight on a full disk complains and leaves no record behind"""
    pipe, record = folder / "pipe", folder / "battle"
    os.mkfifo(pipe)
    done = play("--seed", "3", "--record", str(folder / "game"), given=[f"save --force {pipe}"])
    faults = [] if "is no plain file" in done.stdout and pipe.is_fifo() else [wrong("save", done)]
    done = run("fight", SCENARIO, *RULES, "--record", str(record), preexec_fn=limited(1000))
    faults += [wrong("fight", done)] if done.returncode == 0 or "cannot be written" not in done.stderr else []
    return faults + (["a record is left"] if record.exists() else [])


sys.exit(TAP.finish())
