#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A game at a terminal: what is shown and typed there. test_terminal.py LIMBER ROOT. Prints TAP."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
PATIENCE = 3600  # seconds: for what hangs, not for what a busy machine makes slow
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")
HAS_LIBEDIT = b"libedit" in subprocess.run(["ldd", PROGRAM], capture_output=True, check=False).stdout
TAP = Tap()


class Terminal:
    """The program at a terminal of our own."""

    def __init__(self, folder: Path, *words: str, rows: int = 24, columns: int = 80, term: str = "xterm"):
        self.main, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        more = {"XDG_STATE_HOME": str(folder), "TERM": term, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
        self.game = subprocess.Popen([PROGRAM, "play", *words], stdin=far, stdout=far, stderr=far, cwd=ROOT,
                                     env=os.environ | more, start_new_session=True,
                                     preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(far)
        self.shown = ""
        self.is_edited = HAS_LIBEDIT and term != "dumb"

    def read(self) -> bool:
        try:
            more = os.read(self.main, 65536)
        except OSError:
            return False
        self.shown += more.decode("utf-8", "replace").replace("\r", "")
        return bool(more)

    def until(self, wanted: str, seen: int) -> str:
        """Reads until something is shown; what was shown since `seen`, without what moves the cursor."""
        while True:
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x08|\x07", "", self.shown[seen:])
            if wanted in plain:
                return plain
            if not self.read():
                raise ValueError(f"no {wanted!r} in {plain[-400:]!r}")

    def settle(self) -> None:
        """Waits until the line editor has the terminal: what is typed before that, a kernel may keep to itself."""
        while self.is_edited and termios.tcgetattr(self.main)[3] & termios.ICANON and self.game.poll() is None:
            time.sleep(0.01)

    def ask(self, typed: str, wanted: str = "\n> ") -> str:
        """Types a line; what is shown up to the next prompt."""
        self.settle()
        seen = len(self.shown)
        os.write(self.main, typed.encode())
        return self.until(wanted, seen)

    def prompt(self) -> str:
        """The prompt that is open, with all that was shown since the one before."""
        seen = max((found.end() for found in re.finditer(r"\n(dice|card|)> .*\n", self.shown)), default=0)
        while not re.search(r"\n(dice|card|)> $", self.shown):
            if not self.read():
                return ""
            seen = max((found.end() for found in re.finditer(r"\n(dice|card|)> .*\n", self.shown)), default=0)
        return self.shown[seen - 1:]

    def type(self, typed: str) -> None:
        seen = len(self.shown)
        os.write(self.main, (typed + "\n").encode())
        while "\n" not in self.shown[seen:] and self.read():
            pass

    def end(self) -> str:
        while self.read():
            pass
        self.game.wait(timeout=PATIENCE)
        os.close(self.main)
        return self.shown


def begin(folder: Path, *words: str, **more) -> Terminal:
    terminal = Terminal(folder, SCENARIO, *words, **more)
    terminal.until("\n> ", 0)
    return terminal


def lacks(text: str, *wanted: str) -> list[str]:
    flat = " ".join(text.split())
    return [f"no {words!r} in {flat[-600:]!r}" for words in wanted if words not in flat]


@TAP.test_in_folder
def units_first(folder: Path):
    """a list that does not fit the screen names the units; a unit's name, or a part of it, lists what it can do"""
    game = begin(folder, "--rules", "napoleons-legacy", "--seed", "3")
    units = game.ask("pass\n")
    faults = lacks(units, "unit 0 1/14e Ligne (attack column, losses 0): form, move", "unit 3 Foot battery", "Type a unit's name")
    faults += [f"{len(units.splitlines())} rows"] if len(units.splitlines()) > 24 else []
    battery = game.ask("battery\n")
    faults += lacks(battery, "3 Foot battery (unlimbered, losses 0)", "fire at 95th Rifles with shot")
    faults += ["others"] if "Léger" in battery else []
    faults += lacks(game.ask("14e\n"), "Which do you mean: 1/14e Ligne (unit 0) or 2/14e Ligne (unit 1)?")
    faults += lacks(game.ask("unit 1\n"), "1 2/14e Ligne (attack", "move 20.0 cm north,")
    os.write(game.main, b"quit\n")
    return faults + lacks(game.end(), "The game is kept")


@TAP.test_in_folder
def editing(folder: Path):
    """lines can be edited, earlier ones come back, also in the next game, and Tab completes words and names"""
    if not HAS_LIBEDIT:
        return []
    game = begin(folder, "--rules", "valour-fortitude", "--seed", "3")
    faults = lacks(game.ask("scort\x7fe\n"), "French advance guard: 0 defeats against 2 brigades")
    faults += lacks(game.ask("\x1b[A\n"), "French advance guard: 0 defeats against 2 brigades")
    for typed in ("leg\t", "LEG\t", "3e Le\t"):
        faults += lacks(game.ask(f"look {typed}\n"), "3e Léger 2 3e Léger: in open order" if typed[0] != "3" else "3e Léger: in open order")
    faults += lacks(game.ask("loo\t3e l\t\n"), "The nearest enemy is 95th Rifles")
    faults += lacks(game.ask("explain vf.act.act\t\n"), "Brigades are tried in turn")
    os.write(game.main, b"quit\n")
    faults += lacks(game.end(), "The game is kept")
    game = begin(folder, "--rules", "valour-fortitude", "--seed", "3")
    faults += lacks(game.ask("\x10\x10\x10\n"), "The nearest enemy is 95th Rifles")
    game.ask("look \t\t", "95th Rifles")
    os.write(game.main, b"\x15quit\n")
    game.end()
    history = folder / "limber/history"
    return faults + ([] if history.stat().st_mode & 0o077 == 0 else ["others may read the lines"])


@TAP.test_in_folder
def interrupted(folder: Path):
    """Ctrl-C at the prompt ends the game and says how to go on, whether lines can be edited or not"""
    faults = []
    for term in ("xterm", "dumb"):
        game = begin(folder, "--rules", "valour-fortitude", "--seed", "3", term=term)
        game.settle()
        os.write(game.main, b"\x03")
        shown = game.end()
        faults += lacks(shown, "limber play --resume")
        faults += [] if game.game.returncode == 130 else [f"{term}: {game.game.returncode}"]
    return faults


@TAP.test_in_folder
def own_deck(folder: Path):
    """--dice real: a card is asked for by rank; one that is out already is refused with the reason"""
    game = Terminal(folder, SCENARIO, "--rules", "valour-fortitude", "--dice", "real", "--against", "recruit", term="dumb")
    draws, faults = 0, []
    while draws < 2:
        open_now = game.prompt()
        if not open_now:
            return ["the game has ended"]
        if "Draw a card for French" in open_now:
            draws += 1
            game.type("5")
        else:
            game.type("A" if open_now.endswith("card> ") else "3" if open_now.endswith("dice> ") else "1")
    faults += lacks(game.prompt(), "No: the Five is not in the deck of French advance guard; it is among its cards already.",
                    "In its deck are A 2 3 4 6 7 8 9 10 J Q K.")
    game.type("four")
    faults += lacks(game.prompt(), "In your hand: the Four, the Five.")
    game.type("quit")
    game.end()
    return faults

def throw_on(game: Terminal, until: str, dice: str = "3") -> str:
    """Throws and draws whatever is asked for until something is asked; what was shown at that prompt."""
    for _ in range(400):
        shown = game.prompt()
        if until in " ".join(shown.split()):
            return shown
        if not shown:
            raise ValueError(f"the game has ended before {until!r}: {game.shown[-600:]!r}")
        if shown.endswith("card> "):
            ranks = re.search(r"In its deck are([^.]*)\.", " ".join(shown.split())).group(1).split()
            game.type(ranks[-1])
        else:
            game.type(dice if shown.endswith("dice> ") else "1")
    raise ValueError(f"{until!r} is never asked: {game.shown[-600:]!r}")


@TAP.test_in_folder
def pending_messenger(folder: Path):
    """--dice real: what hangs on a messenger is told as to be done before the throw, and as done behind it"""
    faults = []
    for face, wanted in (("2", "The messenger threw 2, 4 or more needed: he went astray."),
                         ("5", "The messenger threw 5, 4 or more needed: he came through; it moved 9\" north.")):
        game = Terminal(folder, SCENARIO, "--rules", "valour-fortitude", "--dice", "real", "--against", "still", term="dumb")
        throw_on(game, "Which brigade is next?")
        game.type("lead French brigadier east 22in")
        throw_on(game, "Turn 2 of 10, French advance guard, action: Which brigade", dice="1")
        game.type("activate 0")
        throw_on(game, "What does a unit of Leading brigade do?", dice="6")
        game.type("0 north 9in")
        faults += lacks(game.prompt(), "1/14e Ligne was to move. Throw for 1/14e Ligne, for the messenger: 1 die, 4 or more: he came through, "
                        "otherwise he went astray.")
        game.type(face)
        faults += lacks(game.prompt(), wanted)
        game.type("quit")
        game.end()
    return faults


NL_REAL = ("--rules", "napoleons-legacy", "--dice", "real", "--against", "still", "--as", "french")


@TAP.test_in_folder
def cards_and_reasons(folder: Path):
    """a draw is told as a card, the enemy's next one is no odds of a choice; why gives clauses in their own words"""
    game = Terminal(folder, SCENARIO, "--rules", "valour-fortitude", "--dice", "real", "--against", "still", term="dumb")
    game.prompt()
    game.type("odds")
    faults = lacks(game.prompt(), "French advance guard: 1 card, drawn from 13; every card is as likely as another.")
    game.type("J")
    game.prompt()
    game.type("why")
    why = game.prompt()
    faults += lacks(why, "French advance guard drew a card. In the Fate phase the active player draws 1 card from his own deck of 13. "
                    "(vf.fate.draw)")
    faults += [f"an id alone: {line!r}" for line in why.split("\n") if re.fullmatch(r" *vf\.[a-z.]*( -?\d+)?", line)]
    throw_on(game, "Which brigade is next?")
    game.type("compare")
    faults += ["the enemy's card"] if "British" in game.prompt() else []
    game.type("quit")
    game.end()
    return faults


@TAP.test_in_folder
def purposes(folder: Path):
    """--dice real: prompts say what the dice are for; the side of those who are hit throws the saves; a table comes with its rule"""
    game = Terminal(folder, SCENARIO, *NL_REAL, term="dumb")
    throw_on(game, "Which order is given next?")
    game.type("fire 3 at 5 with shot")
    game.prompt()
    game.type("3 4")
    faults = lacks(game.prompt(), "Throw for Foot battery against 95th Rifles, for the bounce of the ball: 2 dice, added up: so many cm.")
    game.type("5 6")
    game.prompt()
    game.type("6 6")
    faults += lacks(game.prompt(), "Throw for Foot battery against 95th Rifles, for the hits: 6 dice, each 6: hit goes home; "
                    "then a die for each to save, 6 saves; 4 dice more.")
    game.type("6 2 2 2")
    faults += lacks(game.prompt(), "Throw for British rear guard: 3 dice to save, one for each hit, 6 saves.")
    game.type("2 2 2")
    faults += lacks(game.prompt(), "Throw for 95th Rifles against Foot battery, for the order:")
    game.type("6 3 6")
    faults += lacks(throw_on(game, "Which order", dice="1"), "For the order of 95th Rifles, 6 3 6, 5 or more fails: disorder")
    game.type("form 0 line")
    throw_on(game, "(nl.command.blunder)", dice="6")
    faults += lacks(game.prompt(), "for the row of the table of blunders: 2 dice, added up. (nl.command.blunder) Dice that show 12 or more")
    game.type("1 2")
    faults += lacks(game.prompt(), "for the hits: 1 die: so many hits. (nl.blunder.3)")
    game.type("4")
    faults += lacks(game.prompt(), "to save: 4 dice, each 6: hit saved.")
    game.type("5 2 3 6")
    faults += lacks(game.prompt(), "To save 5 2 3 6, 6 needed: 1 hit saved")
    game.type("quit")
    game.end()
    return faults


def piped(folder: Path, answers: list[str], *words: str, columns: int = 80) -> str:
    return subprocess.run([PROGRAM, "play", *words], input="\n".join(answers) + "\n", capture_output=True, text=True, timeout=PATIENCE,
                          cwd=ROOT, env=os.environ | {"XDG_STATE_HOME": str(folder), "COLUMNS": str(columns)}).stdout


@TAP.test_in_folder
def two_people(folder: Path):
    """--against human: the screen is cleared between the two, who see their own hands only and what they have missed"""
    path = str(folder / "game")
    game = Terminal(folder, SCENARIO, "--rules", "valour-fortitude", "--seed", "3", "--against", "human", "--record", path)
    game.until("\n> ", 0)
    faults = lacks(game.shown, "French advance guard and British rear guard share this keyboard.", "In your hand: the Five.")
    seen = len(game.shown)
    game.ask("fire leger\n")
    game.ask("pass\n")
    game.ask("pass\n", "press Enter")
    faults += ["the screen is not cleared"] if "\x1b[2J" not in game.shown[seen:] else []
    seen = len(game.shown)
    second = game.ask("\n")
    faults += ["the screen is not cleared for the second"] if "\x1b[2J" not in game.shown[seen:] else []
    faults += lacks(second, "3e Léger fired at 95th Rifles as skirmishers", "Turn 1 of 10, British rear guard")
    faults += ["the first hand is seen"] if "the Five" in second else []
    faults += lacks(game.ask("undo\n"), "The keyboard has changed hands since")
    faults += ["the first hand is seen by look"] if "the Five" in game.ask("look\n") else []
    os.write(game.main, b"quit\n")
    faults += lacks(game.end(), "The game is kept")
    more = piped(folder, ["", "quit"], "--resume", path)
    faults += lacks(more, "share this keyboard", "Hand the keyboard to British rear guard", "British rear guard, fire:")
    out = piped(folder, ["1"] * 400, SCENARIO, "--rules", "valour-fortitude", "--seed", "3", "--against", "human", "--plain")
    return faults + lacks(out, "The battle is over.", "Hand the keyboard to French advance guard.")


@TAP.test_in_folder
def after_the_enemy(folder: Path):
    """after the enemy's turn the map is drawn again if units or leaders have moved; in plain words they are listed instead"""
    words = [SCENARIO, "--rules", "valour-fortitude", "--seed", "3"]
    drawn = piped(folder, ["1"] * 3 + ["quit"], *words)
    told = piped(folder, ["1"] * 3 + ["quit"], *words, "--plain")
    still = piped(folder, ["1"] * 3 + ["quit"], *words, "--against", "still")
    faults = [f"{drawn.count('l leaders')} maps"] if drawn.count("l leaders") != 2 else []
    faults += [f"{still.count('l leaders')} maps though leaders rode"] if still.count("l leaders") != 2 else []
    faults += lacks(piped(folder, ["1"] * 3 + ["quit"], *words, "--against", "still", "--plain"),
                    "Leaders that have moved since you last looked: Leader 3, British general, 57 in from the west edge")
    shared = piped(folder, ["pass"] * 30, SCENARIO, "--rules", "march-attack", "--seed", "3", "--as", "british")
    faults += ["a side without the initiative sees no map"] if shared.count("l leaders") < 2 else []
    return faults + lacks(told, "Units that have moved or changed since you last looked: Unit 4, 1/40th, in ")


@TAP.test_in_folder
def story(folder: Path):
    """log tells turns again, also after undo and resume; the end tells who won and why, losses, turning points, luck"""
    path = str(folder / "game")
    words = [SCENARIO, "--rules", "valour-fortitude", "--seed", "3", "--against", "recruit", "--record", path]
    out = piped(folder, ["fire leger", "undo", "log", "fire leger", "log"], *words)
    first, second = out.split("> log\n")[1:]
    faults = ["what was taken back is told"] if "fired" in first.split("> ")[0] else []
    faults += lacks(second, "3e Léger fired at 95th Rifles as skirmishers")
    again = piped(folder, ["log all", "log 7", "log 1"], "--resume", path)
    faults += lacks(again.split("> log all")[1], "3e Léger fired at 95th Rifles", "log N turn N from 1 to 1",
                    "> log 1 Turn 1 of 10: French advance guard")
    end = piped(folder, ["1"] * 400, "--resume", path)
    report = subprocess.run([PROGRAM, "replay", path, "--report"], capture_output=True, text=True, check=True).stdout
    wanted = ["The battle is over. ", "Why: no army broke before the turns ran out", "(vf.end.defeat)", "Objectives The Farm, worth 1, held by",
              "Losses French advance guard, Leading brigade: none. French advance guard, Light brigade: 3e Léger 4 of 5, Foot battery none.", "Luck French advance guard: "]
    faults += lacks(end, *wanted, "Turning points Turn ", f"The record is in {path}.") + lacks(report, *wanted)
    return faults + ([] if report in end else ["replay --report says something else"])


@TAP.test_in_folder
def at_every_prompt(folder: Path):
    """explain, help, odds, undo and log work at questions and at dice; yes or no says which dice follow"""
    words = [SCENARIO, "--rules", "valour-fortitude", "--seed", "3"]
    for dice in ([], ["--dice", "real"]):
        out = piped(folder, (["5"] if dice else []) + ["fire leger"] + ["explain", "help", "odds", "odds ?", "log", "why", "map farm",
                                                                        "map nowhere", "", "undo", "undo"], *words, *dice)
        wanted = ["What holds", "At any question you can type", "Questions by valour-fortitude:", "There is nothing to take back.",
                  "no place 'nowhere'"]
        faults = lacks(out, *wanted, *(["Type the dice, or help.", "6: hit; 0.33 on average"] if dice else ["No dice hang on any"][:0]))
        if faults:
            return faults
    return []


BRITISH = [SCENARIO, "--rules", "napoleons-legacy", "--seed", "3", "--as", "british"]


@TAP.test_in_folder
def without_verb(folder: Path):
    """a unit and a way without a verb are a move; one that only turns is an order to face elsewhere, where there is one"""
    out = piped(folder, ["4 south 10cm", "undo", "4 forward 10cm", "undo", "4 about"], *BRITISH)
    return ([f"{out.count('1/40th was ordered to move')} moves"] if out.count("1/40th was ordered to move") != 2 else []) + lacks(
        out, "1/40th was ordered into another facing")


@TAP.test_in_folder
def places(folder: Path):
    """places: with an article, by a part of the name or the kind of ground; a number is a unit; only one's own are asked about"""
    out = piped(folder, ["28 to the ridge", "28 to the stream", "2 toward 99", "2 north", "28 to nowhere", "activate brigade", "map 0",
                         "map unit 0", "map the pine wood", "map the hill", "map objective 0"], "vimeiro", "--rules", "vf", "--seed", "3")
    parts = out.split("\n> ")
    told = {part.split("\n")[0]: part.split("\n", 1)[1] for part in parts[1:] if "\n" in part}
    faults = lacks(out, "Which do you mean: Eastern ridge, Western ridge or Second ridge?", "Which do you mean: Maceira or Toledo brook?",
                   "no unit '99'", "how far? Say for instance north 6in", "no place 'nowhere'")
    faults += ["a number is no unit"] if told["map 0"] != told["map unit 0"] else []
    faults += ["an objective is a unit"] if told["map objective 0"] == told["map 0"] else []
    faults += [f"{words}: no map" for words in ("map the pine wood", "map the hill") if "l leaders" not in told[words]]
    return faults + (["an enemy's brigade is offered"] if "Ferguson" in told["activate brigade"] else [])


@TAP.test_in_folder
def right_reasons(folder: Path):
    """refusals name the unit and say why it cannot act now; while a brigade acts, they say that its question is open"""
    out = piped(folder, ["0 to the farm", "pass", "activate 0", "activate 1", "3 to the farm"], SCENARIO, "--rules", "vf", "--seed", "3")
    return lacks(out, "No, 1/14e Ligne: units act while their brigade does",
                 "No, Light brigade: another question is to be answered first (vf.act.move). Now French advance guard must answer: What does a unit of Leading brigade do?",
                 "No, Foot battery: that unit is not of the acting brigade")


@TAP.test_in_folder
def honest_refusals(folder: Path):
    """an order out of its phase is refused for that; a line without a verb asks for one; why says it again; a way can be limited"""
    words = [SCENARIO, "--rules", "valour-fortitude", "--seed", "3", "--plain"]
    out = piped(folder, ["0 toward 5", "why", "3 3", "why", "pass", "activate 0", "move 0 toward farm 4in", "quit"], *words)
    faults = lacks(out, "No, 1/14e Ligne: units act while their brigade does (vf.act.activation).",
                   "You were refused: units act while their brigade does (vf.act.activation). Brigades are tried in turn.",
                   "What is Foot battery to do? Say a verb or a way behind it, such as forward 6in.",
                   "Your last line was no order: What is Foot battery to do?", "1/14e Ligne moved 4 in north")
    out = piped(folder, ["stand unit 2", "fire 3 at 5", "pass", "pass", "first", "move 0 north 3in", "quit"], SCENARIO, "--rules", "march-attack",
                "--seed", "3", "--as", "french", "--plain")
    return faults + lacks(out, "'unit 2' is too much: the question says whom it is about.",
                          "No, Foot battery: targets are named in the fire phase, T2 (ma.play.fire).",
                          "No, 1/14e Ligne: units move when the charges are under way (ma.play.move). Now French advance guard must answer: "
                          "Which units charge?")


@TAP.test_in_folder
def turn_before_question(folder: Path):
    """a question that comes before anything has happened in a turn stands below the headline of the turn"""
    out = piped(folder, ["pass"] * 2 + ["quit"], SCENARIO, "--rules", "napoleons-legacy", "--seed", "3", "--as", "french", "--against", "still", "--plain")
    return lacks(out, "Turn 1 of 10: French advance guard French advance guard: 0 of 18 bases lost, ground worth 0; British rear guard: 0 of 14 bases lost, ground worth 3. Turn 1 of 10, French advance guard,", "Turn 2 of 10: French advance guard French advance guard: 0 of 18")


@TAP.test_in_folder
def several_units(folder: Path):
    """an order to several units, joined by words or commas, or to a brigade; refused where the verb takes one unit"""
    orders = {"move 4 and 6 south 5cm": 2, "4, 6 south 5cm": 2, "move 4 with 6 south 5cm": 2, "rear brigade south 5cm": 3}
    faults = []
    for order, count in orders.items():
        faults += lacks(piped(folder, [order], *BRITISH), f"1/40th was ordered to move; {count} units under one order")
    one = piped(folder, ["pass", "activate 0", "move 0 and 1 north 5in", "leading brigade north 5in"], SCENARIO, "--rules", "vf", "--seed", "3")
    return faults + ([] if one.count("move takes one unit at a time.") == 2 else [one[-400:]])


@TAP.test_in_folder
def short_answers(folder: Path):
    """y and n answer yes and no; a formation needs no preposition; "supported by" names who lends support"""
    out = piped(folder, ["form 6 square", "n", "y"], SCENARIO, "--rules", "napoleons-legacy", "--seed", "1", "--as", "british")
    faults = lacks(out, "Hanover Volunteers formed square") + ([] if out.count("No: that is no order") == 2 else [out[-300:]])
    record = str(folder / "supported")
    piped(folder, ["fire leger at rifles supported by 3"], SCENARIO, "--rules", "vf", "--seed", "3", "--record", record)
    return faults + lacks(Path(record).read_text(), "fire unit 2 target 5 option 1 with 3")


@TAP.test_in_folder
def odds_of_orders(folder: Path):
    """odds in the Command stage tell the throw for an order; hint gives odds; results go by their words, not by their keys"""
    out = piped(folder, ["odds", "odds 4"], *BRITISH)
    faults = lacks(out, "Any order to 1/40th: British brigadier, for the order: 2 dice, added up: 2 to 8 the order was obeyed (72 %)",
                   "> odds 4 form 1/40th, into firing line: British brigadier, for the order: 2 dice")
    out = piped(folder, ["hint", "odds"], SCENARIO, "--rules", "vf", "--seed", "3")
    return faults + lacks(out, "Its odds: losses the target suffers: ", "as skirmishers: losses the target suffers: 0.31 on average")


@TAP.test_in_folder
def eighty_columns(folder: Path):
    """the opening line, help, questions, look and questions back fit 80 columns"""
    out = piped(folder, ["help", "help actions", "look", "look 3", "fire guns", "activate brigade", "28 to " + "nowhere" * 5, ""], "vimeiro",
                "--rules", "nl", "--seed", "3")
    out += piped(folder, ["pass", "log 99", "log"], SCENARIO, "--rules", "nl", "--seed", "3")
    out += piped(folder, ["help", "Z", "5", "pass", "pass", "9"], SCENARIO, "--rules", "vf", "--dice", "real", "--against", "human")
    out += piped(folder, ["pass", "fire 3 at 5 with shot", "help", "J", "9"], SCENARIO, "--rules", "nl", "--dice", "real")
    return [line for line in out.split("\n") if len(line) > 80 and not line.startswith("> ") and "--resume" not in line] + lacks(
        out, "'J' is no face of a die with 6 sides", "press Enter when nobody else looks. Enter>", "log N turn N from 1 to 1")


@TAP.test_in_folder
def hour_once(folder: Path):
    """the hour of a turn is in its headline and not told a second time"""
    out = piped(folder, [], "vimeiro", "--rules", "vf", "--seed", "3")
    return lacks(out, "Turn 1 of 24, about 9:00:") + (["the hour is told twice"] if "It is about" in out else [])


@TAP.test_in_folder
def fewer_losses(folder: Path):
    """where hits cost light troops less, the line of the fire says so"""
    words = (SCENARIO, "--rules", "vf", "--dice", "real")
    one, out = (piped(folder, ["J", "fire leger", dice], *words) for dice in ("6 2", "6 6"))
    return lacks(one, "1 hit; 95th Rifles took 1 loss") + lacks(out, "2 hits; light troops spread out or in cover lose less; 95th Rifles took 1 loss")


@TAP.test_in_folder
def luck_in_sentences(folder: Path):
    """replay closes with the few throws that stand out, luck tells all of them, in lines that fit the screen"""
    out = subprocess.run([PROGRAM, "replay", "tests/golden/two-brigades-regulars.record"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    full = subprocess.run([PROGRAM, "luck", "tests/golden/two-brigades-regulars.record"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    faults = lacks(full, "he came through 1 time with 2 dice, 1.7 expected; 97.22 % of battles are as lucky or luckier (vf.act.messenger).",
                   "it held 1 time with 1 die,")
    faults += lacks(out.split("\nLuck\n")[1], "than the mean, luckier than ") + ([out] if len(out.split("\nLuck\n")[1].split("\n")) > 16 else [])
    return faults + [line for line in (out + full).split("\n") if len(line) > 80]


@TAP.test_in_folder
def new_players(folder: Path):
    """a card says what it does once, and again when list is typed; plain text has no marks for inches; numbers keep their unit"""
    def shown(*more: str) -> str:
        out = piped(folder, ["1", "activate leading", "0", "move 0 to the farm", "list", "quit"], SCENARIO, "--rules", "vf", "--seed", "21", *more)
        return " ".join(out.split())

    out = shown()
    faults = [] if out.count("Long Legs: a brigade") == 2 else [f"{out.count('Long Legs')} times: {out}"]
    faults += lacks(out, "The choices have numbers from 1 to 16; unit 0 says what 1/14e Ligne can do.")
    plain = shown("--plain")
    faults += lacks(plain, "moves 6 in further") + ([plain] if re.search(r'\d"', plain) else [])
    for rows in (piped(folder, ["list all", "unit 0"], *BRITISH, columns=width) for width in range(60, 81, 4)):
        faults += [line for line in rows.split("\n") if re.match(r" *(%|cm)", line)]
    return faults


sys.exit(TAP.finish())
