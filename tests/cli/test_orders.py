#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Orders in words outside a game: act, odds and compare take what limber play takes. test_orders.py LIMBER ROOT. Prints TAP."""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")
ACTION = str(ROOT / "tests/perft/positions/valour-fortitude-action.yaml")
TAP = Tap()


def run(*words: str, typed: str | None = None) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([PROGRAM, *words], input=typed, capture_output=True, text=True, check=False, cwd=ROOT,
                              env=os.environ | {"XDG_STATE_HOME": folder, "LC_ALL": "C.UTF-8", "COLUMNS": "80"})


def flat(done: subprocess.CompletedProcess) -> str:
    return " ".join((done.stdout + done.stderr).split())


def lacks(text: str, *wanted: str) -> list[str]:
    return [f"no {words!r} in {text[-900:]!r}" for words in wanted if words not in text]


@TAP.test
def one_grammar():
    """act: orders in a player's own words do what the lines of a record do"""
    faults = []
    same = {"fire unit 3 target 5 option 0": ["fire 3 at 5", "fire battery at rifles", "foot battery fire 5", "3 fire at the 95th", "4"]}
    for line, orders in same.items():
        wanted = run("act", SCENARIO, "--rules", "vf", line, "--dice", "5 6", "--json").stdout
        json.loads(wanted)
        for order in orders:
            found = run("act", SCENARIO, "--rules", "vf", order, "--dice", "5 6", "--json")
            faults += [] if found.stdout == wanted else [f"{order}: {found.stderr}"]
    return faults


@TAP.test
def own_wording():
    """act: an order in the words in which the program shows it is that order"""
    faults = []
    for sheet, dice, orders in (
            ("ma", "5 6", {"order Leading brigade to take The Farm": "4", "order light brigade to support leading brigade": "13"}),
            ("esr50", "", {"attack toward The Farm with Leading brigade": "2", "support Light brigade with Leading brigade": "6",
                           "keep Light brigade in reserve": "11", "march leading brigade to the farm": "8"})):
        for words, number in orders.items():
            wanted, found = (run("act", SCENARIO, "--rules", sheet, order, "--dice", dice, "--json") for order in (number, words))
            faults += [] if found.stdout == wanted.stdout and found.stdout else [f"{words}: {flat(found)}"]
    told = run("play", SCENARIO, "--rules", "vf", "--seed", "3", typed="pass\nhint do\nhint\nquit\n").stdout
    hint = " ".join(re.search(r"would say: (.*?)\. \(hint do", told, re.S).group(1).split())
    done = flat(run("play", SCENARIO, "--rules", "vf", "--seed", "3", typed=f"pass\nhint do\n{hint}\nquit\n"))
    faults += [] if hint.startswith("move ") else [f"the hint {hint!r} is no move, which the grammar alone would refuse"]
    return faults + ([f"the hint {hint!r} is not understood"] if "I do not understand" in done else [])


@TAP.test
def no_way():
    """act: a move that does not say where to is asked back, where there are several ways"""
    faults = []
    for order in ("move h", "h move"):
        done = run("act", ACTION, "--rules", "vf", "activate brigade 1", order, "--dice", "6")
        faults += lacks(flat(done), "Where to? Say for instance move 3 north 6in")
        faults += [] if done.returncode == 2 else [f"{order}: {done.returncode}"]
    return faults


@TAP.test
def more_to_compare():
    """compare: orders to brigades are compared, passing is not"""
    told = flat(run("compare", SCENARIO, "--rules", "ma"))
    faults = lacks(told, "order Leading brigade to take The Farm: Leading brigade, for the order: 2 dice, added up", "(92 %)")
    return faults + (["passing is compared"] if " 1 pass" in told else [])


@TAP.test
def throws_first():
    """odds: where a card is drawn before the first decision, every order of play works, over all cards or by --dice"""
    short = json.loads(run("odds", SCENARIO, "fire 5", "--rules", "vf", "--json").stdout)
    exact = json.loads(run("odds", SCENARIO, "fire 2 at 5 as skirmishers", "--rules", "vf", "--json").stdout)
    faults = [] if short["outcomes"] == exact["outcomes"] else ["fire 5 is not what it is at the decision"]
    for order in ("leger fire", "shoot rifles", "2 fire"):
        found = run("odds", SCENARIO, order, "--rules", "vf", "--json")
        faults += [] if found.stdout and json.loads(found.stdout)["outcomes"] == exact["outcomes"] else [f"{order}: {flat(found)}"]
    told = flat(run("odds", SCENARIO, "leger fire", "--rules", "vf"))
    faults += lacks(told, "First comes a throw. French advance guard: 1 card, drawn from 13. (--dice gives it)",
                    "In 84.6 % of the cases: fire 3e Léger at 95th Rifles as skirmishers", "11/36")
    for order in ("pass", "1", "pa", "done"):
        faults += lacks(flat(run("odds", SCENARIO, order, "--rules", "vf")), "Whatever it is: pass: no dice follow that at once.")
    for order in ("card the ten on the farm", "2"):
        faults += lacks(flat(run("odds", SCENARIO, order, "--rules", "vf")), "In 7.7 % of the cases: play the Ten on The Farm: no dice follow")
    return faults + lacks(flat(run("odds", SCENARIO, "2", "--rules", "vf", "--dice", "10")), "play the Ten on The Farm: no dice follow") + \
        lacks(flat(run("odds", SCENARIO, "2", "--rules", "vf", "--dice", "14")), "14 is the rank of no card") + \
        lacks(flat(run("odds", SCENARIO, "2", "--rules", "vf", "--dice", "9 9")), "too many")


@TAP.test
def cards_by_rank():
    """cards: --dice takes ranks and letters, JSON gives the rank that was drawn, and the Ten doubles an objective in all accounts"""
    faults = lacks(flat(run("odds", SCENARIO, "pass", "--rules", "vf", "--dice", "K")), "no dice follow")
    record = str(ROOT / "tests/golden/two-brigades-regulars.record")
    draws, events = 0, [json.loads(line) for line in run("replay", record, "--json").stdout.splitlines()]
    for event, after in zip(events, events[1:]):
        if event.get("clause") == "vf.fate.draw" and event["event"] == "roll":
            draws += 1
            bit = after["before"] & ~after["after"]
            faults += [] if bit == 1 << event["value"] else [f"{event} draws {after}"]
            faults += [] if event["card"] in ("A", str(event["value"]), "J", "Q", "K") else [f"{event}"]
    faults += [] if draws > 3 else ["no cards were drawn"]
    typed = "10\ncard ten on the farm\nlook\nquit\n"
    return faults + lacks(flat(run("play", SCENARIO, "--rules", "vf", "--as", "french", "--dice", "real", "--plain", typed=typed)),
                          "worth 1, 2 to French advance guard")


@TAP.test
def same_everywhere():
    """what play takes at a question act and odds take too: beginnings of words, numbers, yes and no"""
    faults = []
    for order in ("activate 0", "act 0", "order brigade 1", "4", "pass", "pas", "lead 0 south 2in"):
        done = {"play": run("play", ACTION, "--as", "french", "--seed", "3", typed=f"{order}\nquit\n"),
                "act": run("act", ACTION, order, "--dice", ""), "odds": run("odds", ACTION, order)}
        refused = {name for name, one in done.items() if "understand" in flat(one) or "no question" in flat(one)}
        faults += [f"{order}: {refused}: {flat(done[name])[-300:]}" for name in sorted(refused)]
    return faults


@TAP.test
def accents():
    """a name, or a part of it, may be typed without its accents, whatever alphabet of Europe it is of, or with accents of their own"""
    text = Path(SCENARIO).read_text()
    faults = []
    for name, parts in (("1er Łódź", ["lodz", "Łódź", "LODZ", "1er lodz", "ło\u0301dz\u0301"]), ("Grenadiers Škoda", ["skoda", "škoda"]),
                        ("3e Léger", ["leger", "Le\u0301ger", "LÉGER"])):
        assert "3e Léger" in text
        with tempfile.NamedTemporaryFile("w", suffix=".yaml", dir=ROOT / "scenarios") as file:
            file.write(text.replace("3e Léger", name))
            file.flush()
            for part in parts:
                faults += lacks(flat(run("odds", file.name, f"fire {part} at rifles as skirmishers", "--rules", "vf")), "11/36")
    return faults


@TAP.test
def names_alone():
    """a leader or a brigade by its name alone lists its choices; a whole name of a place is meant before longer ones; unknown ones are named"""
    out = " ".join(run("play", "quatre-bras", "--rules", "vf", "--seed", "31", typed="pass\nhusson\nwathiez's brigade\nney\nlead nye north 3in\n"
                       "activate pire\nlead ney toward gemioncourt\nundo\nactivate jamin\nquit\n").stdout.split())
    faults = lacks(out, '> husson 2 lead Husson 9.0" south', "> wathiez's brigade 13 activate Wathiez's Brigade: active 100 %",
                   "Ney has nothing to choose from now.", "no leader 'nye'; did you mean Ney?", "no brigade 'pire'", "Ney rode ")
    return faults + (["Gemioncourt is asked back"] if "mean: Gemioncourt" in out else [])


@TAP.test
def how_far():
    """a length that a unit cannot go is refused with how far it can go; to a place it goes as far as it can"""
    faults = []
    for sheet, orders in (("vf", ["pass", "activate 0"]), ("nl", ["pass"])):
        unit, least = ("in", '12.0"') if sheet == "vf" else ("cm", "20.0 cm")
        for far, is_good in (("600", False), ("13" if sheet == "vf" else "21", False), ("12", True)):
            done = run("act", SCENARIO, "--rules", sheet, *orders, f"0 north {far}{unit}", "--dice", "11" if sheet == "vf" else "2 2")
            if is_good != (done.returncode == 0):
                faults.append(f"{sheet} {far}: {flat(done)}")
            if not is_good:
                faults += lacks(flat(done), "1/14e Ligne: it cannot go", f"north now, but {least}")
        done = run("act", SCENARIO, "--rules", sheet, *orders, "0 to long height", "--dice", "11" if sheet == "vf" else "2 2")
        faults += [] if done.returncode == 0 else [flat(done)]
    return faults


@TAP.test
def choices_apart():
    """choices of one unit that lead the same way differ by more than an inch, and no more than two of them are listed"""
    faults = []
    for sheet, typed in (("vf", "pass\nactivate 0\nlist all\nquit\n"), ("nl", "pass\nlist all\nquit\n")):
        out = run("play", SCENARIO, "--rules", sheet, "--seed", "4", typed=typed).stdout.split("> list all")[1]
        ways: dict[tuple[str, ...], list[float]] = {}
        unit = ""
        for line in re.sub(r"\n {8}(?=\S)", " ", out).splitlines():
            unit = line if re.match(r"\d+ \S", line) else unit
            found = re.match(r' +\d+  (\w+) (only )?([\d.]+)(?:"| cm) ([-a-z]+)(.*)', line)
            if found:
                rest = re.sub(r'[\d.]+(?:"| cm) from [^,]*|toward [^,]*', "", found[5])
                ways.setdefault((unit, found[1], found[4], rest), []).append((float(found[3]), bool(found[2])))
        faults += [] if len(ways) > 4 else [f"{sheet}: {out}"]
        for way, lengths in ways.items():
            if len(lengths) > 2 or (len(lengths) == 2 and abs(lengths[0][0] - lengths[1][0]) < 1):
                faults.append(f"{sheet}: {way} {lengths}")
            if len(lengths) == 2 and min(lengths)[1] == max(lengths)[1]:
                faults.append(f"{sheet}: {way} {lengths}: which is the shorter is not said")
    return faults


@TAP.test
def places():
    """act: ways lead to places and by the compass, as in a game"""
    faults = []
    for order in ("move 1/14e to the farm", "0 toward 5", "0 north 6in", "move 0 forward 6in"):
        done = run("act", SCENARIO, "--rules", "vf", "pass", "activate 0", order, "--dice", "5", "--clauses")
        faults += [f"{order}: {done.stderr}"] if done.returncode != 0 else lacks(flat(done), "1/14e Ligne moved ")
    return faults


@TAP.test
def next_card():
    """act: where a card is to be drawn next, the complaint speaks of a card"""
    return lacks(flat(run("act", SCENARIO, "--rules", "vf", "pass")), "next a card is drawn (vf.fate.draw). French advance guard: 1 card, drawn from 13")


@TAP.test
def told():
    """act: tells in sentences, says how units stand and what is asked next; --clauses adds the clauses"""
    words = ["act", SCENARIO, "--rules", "vf", "fire 3 at 5", "--dice", "5 6"]
    faults = lacks(flat(run(*words)), "Foot battery fired at 95th Rifles: 6, 6 needed: 1 hit; 95th Rifles took 1 loss, 1 in all.",
                   "5 95th Rifles: in garrison of The Farm, losses 1", "Now French advance guard must answer: Which unit fires, and at whom?")
    faults += ["clauses unasked"] if "vf." in flat(run(*words)) else []
    return faults + lacks(flat(run(*words, "--clauses")), "1 hit [vf.hit.base]")


@TAP.test
def refused():
    """act: a refusal names the clause, whose moment it is and the open question; names that nobody has are named"""
    def said(*orders: str, dice: str = "5") -> str:
        return flat(run("act", SCENARIO, "--rules", "vf", *orders, "--dice", dice))
    faults = lacks(said("fire 4 at 3"), "1/40th: this is of British rear guard, and it is the moment of French advance guard.",
                   "Now French advance guard must answer: Which unit fires, and at whom?")
    faults += lacks(said("move 0 north 6in"), "vf.", "1/14e Ligne: units act while their brigade does",
                    "Now French advance guard must answer: Which unit fires")
    return faults + lacks(said("move 77 north 6in"), "no unit '77", "from 0 to ") + lacks(said("fire 3 at the moon"), "no unit 'the moon'")


@TAP.test
def skipped():
    """act: says that the phase of a position has nothing to decide"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "position.yaml"
        path.write_text(Path(ACTION).read_text().replace("phase: action", "phase: melee"))
        done = run("act", str(path), "--rules", "vf", "pass")
    return lacks(flat(done), "Nothing is to be decided in the melee phase of French")


@TAP.test
def odds():
    """odds: an order will do for a question, in words or as in a record"""
    wanted = run("odds", SCENARIO, "fire 3 at 5", "--rules", "vf", "--json").stdout
    faults = [] if json.loads(wanted)["chart"] == "fire" else [wanted]
    for order in ("fire battery at rifles", "foot battery fire rifles", "fire unit 3 target 5 option 0"):
        found = run("odds", SCENARIO, order, "--rules", "vf", "--json")
        faults += [] if found.stdout == wanted else [f"{order}: {found.stderr}"]
    return faults


@TAP.test
def compare():
    """compare: goes on to the first decision on which dice hang and says so; a record and a turn"""
    faults = lacks(flat(run("compare", "vimeiro", "--rules", "nl")), "Regular players have made", "with the dice of seed 1", "Any order to")
    faults += lacks(flat(run("compare", SCENARIO, "--rules", "vf")), "Which unit fires, and at whom?",
                    "2 fire 3e Léger at 95th Rifles as skirmishers: losses the target suffers: 0.31 on average")
    faults += lacks(flat(run("compare", "tests/golden/two-brigades-regulars.record", "--turn", "3")),
                    "The first decision of the record from turn 3", "Turn 3 of 10", "fire Foot battery at 1/40th: losses the target suffers: 1.00")
    faults += lacks(run("complete", "compare", "--").stdout, "--turn\n", "--seed\n")
    late = run("compare", "tests/golden/two-brigades-regulars.record", "--turn", "50")
    return faults + ([] if late.returncode == 1 and "no dice hang on any decision from turn 50" in late.stderr else [late.stderr])


def checked(*changes: tuple[str, str]) -> str:
    text = Path(SCENARIO).read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scenario.yaml").write_text(text)
        return flat(run("check", str(Path(folder) / "scenario.yaml")))


LIGNE = "{name: 1/14e Ligne, type: french-1808/ligne, strength: 620}"


@TAP.test
def check_words():
    """check: vocabularies are whole, letters beyond ASCII stay what they are, capitals do not matter"""
    out = checked((LIGNE, "{name: A, class: Jäger-zu-Pferd, quality: regular, strength: 500}"))
    faults = lacks(out, "class: no 'Jäger-zu-Pferd'", "heavy-guns, horse-guns, rockets")
    good = checked((LIGNE, "{name: A, class: Landwehr, quality: REGULAR, strength: 500}"),
                   ("{name: 2/14e Ligne, type: french-1808/ligne", "{name: B, type: french-1808/ligne, class: JÄGER"))
    return faults + lacks(good, "a good scenario")


@TAP.test
def check_all_faults():
    """check: a missing army hides nothing else and says where it was looked for; several faults within one { } are told"""
    out = checked((LIGNE, "{name: A, class: x, quality: y, strength: z, facing: 999}"), ("staff: good", "staff: splendid"),
                  ("armies: [french-1808", "armies: [french-1707"), ("french-1808/", "french-1707/"))
    faults = lacks(out, "army french-1707: no such file beside the scenario, in armies/ or in ../armies/ there; nor in armies, ",
                   "staff: no 'splendid'", "class: no 'x'", "quality: no 'y'", "not 'z'", "not '999'")
    faults += [out] if "no type" in out or "british-1808" in out or "no formation" in out else []
    return faults + lacks(checked((LIGNE, "{name: A}")), "a unit needs class", "a unit needs quality", "a unit needs strength")


@TAP.test
def choices_in_words():
    """play: choices say where they lead, never lengths with degrees; --plain lists them in sentences, with garrisons"""
    faults = []
    for sheet, orders in (("vf", "pass\nactivate 0\nlist all\n"), ("nl", "pass\nlist all\n")):
        out = run("play", SCENARIO, "--rules", sheet, "--seed", "3", typed=orders).stdout
        rows = [row for row in out.splitlines() if row[:6].strip().isdigit()]
        faults += [row for row in rows if any(word in row for word in (" wheel ", " oblique ", "degrees", "turn to "))]
        plain = run("play", SCENARIO, "--rules", sheet, "--seed", "3", "--plain", typed=orders + "look 5\n")
        faults += [row for row in plain.stdout.splitlines() if row[:6].strip().isdigit() and row[4:6] == "  "]
        faults += lacks(flat(plain), "Choice 1: pass", "Unit 0, 1/14e Ligne, in attack column, losses 0:", "in garrison of The Farm")
    out = flat(run("play", "quatre-bras", "--rules", "nl", "--seed", "3", typed="pass\nlist all\n"))
    return faults + lacks(out, "north, toward ")


@TAP.test
def map_fits():
    """play: map, legend and prompt take 23 rows of 80; leaders, fronts and objectives are not hidden, numbers stand apart"""
    faults = []
    for scenario in ("two-brigades", "vimeiro"):
        shown = run("play", scenario, "--rules", "vf", "--seed", "3", typed="map\nlook\n").stdout.split("> map\n")[1]
        look = shown.split("> look\n")[1]
        units = {int(found) for found in re.findall(r"^    (\d+) [^\n]*: (?!not here)", look, re.M)}
        leaders = len(re.findall(r"^  Leader \d+,", look, re.M))
        out = shown.split("\n> ")[0].splitlines()
        legend = next(i for i, row in enumerate(out) if row.startswith("X "))
        chart = out[:legend]
        faults += [f"{scenario}: {len(out)} rows"] if len(out) > 22 else []
        faults += [row for row in out if len(row) > 80]
        numbers = [int(word) for row in chart for word in re.findall(r"\d+", row)]
        faults += [f"{scenario}: {sorted(numbers)} for {sorted(units)}"] if sorted(numbers) != sorted(units) else []
        found = sum(row.count("L") + row.count("l") for row in chart)
        faults += [f"{scenario}: {found} of {leaders}"] if found != leaders else []
        words = " ".join(out[legend:])
        faults += [f"{mark} is not explained" for row in chart for mark in set(row) if mark in ",;\"#" and f" {mark} " not in words]
    return faults


@TAP.test
def map_in_sentences():
    """play --plain: map with a place tells what is near to it, and no more"""
    out = run("play", SCENARIO, "--rules", "vf", "--seed", "3", "--plain", typed="map farm\n").stdout.split("> map farm\n")[1]
    return lacks(" ".join(out.split()), "About that place", "There: The Farm, stone houses", "British rear guard, Unit 5, 95th Rifles, in garrison of The Farm",
                 "18 in south-west of it: French advance guard, Unit 2, 3e Léger", "of it: leader British brigadier.") + (["the other end of the table"] if "2/14e" in out else [])


def position(*changes: tuple[str, str]) -> str:
    text = Path(ACTION).read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def acted(text: str, *orders: str, dice: str = "") -> str:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "position.yaml").write_text(text)
        return flat(run("act", str(Path(folder) / "position.yaml"), "--rules", "vf", *orders, *(["--dice", dice] if dice else [])))


@TAP.test
def which_card():
    """a card without its name is asked back for; yes and no answer whether a card is played"""
    two = position(("french: [8]", "french: [5, 9]"), ("french: [A, 2, 3, 4, 5, 6, 7, 9, 10", "french: [A, 2, 3, 4, 6, 7, 8, 10"),
                   ("{name: h, class: hussars,", "{name: h, losses: 1, class: hussars,"))
    faults = []
    for order in ("card any", "play any", "card"):
        faults += lacks(acted(two, "activate 1", order, dice="6"), "Which do you mean: the Five", "or the Nine")
    one = position(("phase: action", "phase: fate"), ("french: [8]", "french: [3]"), ("french: [A, 2, 3, 4, 5, 6, 7, 9", "french: [A, 2, 4, 5, 6, 7, 8, 9"))
    faults += lacks(acted(one, "yes"), "French played the Three")
    return faults + lacks(acted(one, "no"), "Now French must answer: Which")


@TAP.test
def other_hand():
    """act: a card of the other side is refused with whose it is"""
    text = position(("french: [8]}", "british: [J]}"), ("8, 9, 10, J, Q, K]}", "8, 9, 10, Q, K]}"), ("6, 7, 9, 10, J, Q, K], british", "6, 7, 8, 9, 10, J, Q, K], british"))
    return lacks(acted(text, "activate 1", "card the knave on c", dice="6"),
                 "the Knave is in the hand of British, and it is the moment of French. Now French must answer: What does a unit of Brigade 1 do?")


@TAP.test
def no_change():
    """an order into the formation that a unit has is refused with the reason"""
    out = flat(run("play", SCENARIO, "--rules", "nl", "--seed", "3", "--as", "british", typed="form 6 line\nform 6 into line\n"))
    again = "No, Hanover Volunteers: it is in line already, facing south; this order would change nothing."
    return [] if out.count(again) == 2 else [out[-600:]]


@TAP.test
def collisions():
    """a unit of a position that stands on another is refused with both names"""
    out = acted(position(("place: [600.0, 240.0], facing: 350", "place: [300.0, 220.0], facing: 350")), "pass")
    return lacks(out, "there is no room on the table for: h of Brigade 1: it would stand on a of Brigade 0")


@TAP.test
def over():
    """an order after the end of a battle is told that it is over"""
    end = position(("turn: 2", "turn: 12"), ("phase: action", "phase: melee"), ("active: french", "active: british"))
    return lacks(acted(end, "pass"), "nothing is asked. The battle is over")


def in_melee(*changes: tuple[str, str]) -> str:
    return position(("phase: action", "phase: melee"), ("french: [8]}", "british: [J]}"),
                    ("british: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]", "british: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, Q, K]"),
                    ("6, 7, 9, 10, J, Q, K], british", "6, 7, 8, 9, 10, J, Q, K], british"), *changes)


@TAP.test
def no_melee():
    """nobody is asked for a card in a Melee phase without a melee; where there is one, the British Knave tells what it does"""
    faults = [] if "Melee phase?" not in acted(in_melee(), "pass") else ["asked without a melee"]
    close = in_melee(("place: [310.0, 320.0], facing: 180, formation: line", "place: [300.0, 247.5], facing: 180, formation: line"))
    return faults + lacks(acted(close, "card the knave on c", dice="6 6 6 6 6 6 6 6 6 6"), "British played the Knave for c; a tests its valour at a worse number until the phase ends")


@TAP.test
def pictures():
    """draw: brigades have their names, and the last picture has the clock"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        record, picture = str(Path(folder) / "fight.record"), Path(folder) / "table.svg"
        run("draw", "quatre-bras", "--rules", "vf", "--out", str(picture))
        faults += lacks(picture.read_text(), "Gauthier&apos;s Brigade" if "&apos;" in picture.read_text() else "Gauthier's Brigade")
        run("fight", "vimeiro", "--rules", "vf", "--seed", "1", "--record", record)
        run("draw", record, "--out", str(picture))
        faults += [] if re.search(r"The end, after turn \d+ of 24, \d+:\d\d", picture.read_text()) else ["no clock"]
    return faults


def map_labels(picture: str) -> list[tuple[str, float, float, float, float]]:
    """the names on the table of an SVG that stand upright, with their bounds"""
    pattern = (r'<text transform="translate\(([-\d.]+) ([-\d.]+)\) rotate\(0.0\)"[^>]*font-size="([\d.]+)"[^>]*textLength="([\d.]+)"'
               r'[^>]*paint-order="stroke">([^<]*)<')
    found = re.findall(pattern, picture)
    return [(text, float(x), float(y) - 0.7 * float(size), float(x) + float(width), float(y) + 0.1 * float(size))
            for x, y, size, width, text in found]


def places_on_page(record: str, turn: str, width: int, depth: int) -> dict[str, tuple[float, float]]:
    """where units that have moved stand on the page after a turn, by their names; width and depth of the table in tmm"""
    scale = 1510 / width  # the page is 1600 wide; the table is 45 from its edge and 107 from its top
    found: dict[str, tuple[float, float]] = {}
    for line in run("replay", record, "--to", turn, "--json").stdout.splitlines():
        event = json.loads(line)
        if event.get("what") == "place" and "unit" in event["who"]:
            x, y = event["to_tmm"]
            found[event["who"]["name"]] = (45 + x * scale, 107 + (depth - y) * scale)
    return found


@TAP.test
def crowded_pictures():
    """draw: in the thick of a battle no name hides another, nor the middle of another unit, and units have their names"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        record, picture = str(Path(folder) / "fight.record"), Path(folder) / "table.svg"
        for sheet, turns in (("vf", ("0", "7", "14")), ("nl", ("4", "7", "10"))):
            run("fight", "quatre-bras", "--rules", sheet, "--seed", "3", "--record", record, "--force")
            table = json.loads(run("muster", "quatre-bras", "--rules", sheet, "--json").stdout)
            for turn in turns:
                run("draw", record, "--to", turn, "--out", str(picture), "--force")
                labels = map_labels(picture.read_text())
                places = places_on_page(record, turn, table["width_tmm"], table["depth_tmm"]) if turn != "0" else {}
                names = {label[0] for label in labels}
                if len(labels) < 60:
                    faults.append(f"{sheet} {turn}: {len(labels)} names")
                for i, (text, left, top, right, bottom) in enumerate(labels):
                    faults += [f"{sheet} {turn}: {text} on {other}" for other, x, y, to_x, to_y in labels[:i]
                               if left < to_x - 1 and x < right - 1 and top < to_y - 1 and y < bottom - 1]
                    faults += [f"{sheet} {turn}: {text} hides {other}" for other, (x, y) in places.items()
                               if other != text and other in names and left < x < right and top < y < bottom]
    return faults


@TAP.test
def words_in_json():
    """replay --json: flags and piles as words beside the masks; the full table of odds has words above its columns"""
    rows = [json.loads(line) for line in run("replay", "tests/golden/two-brigades-regulars.record", "--json").stdout.splitlines()]
    flags = [row for row in rows if row.get("what") == "flags"]
    piles = [row for row in rows if row.get("what") in ("pile", "hand")]
    faults = [str(row) for row in flags + piles if len(row["after_words"]) != bin(row["after"]).count("1")]
    faults += [] if any("fired" in row["after_words"] for row in flags) and any("K" in row["after_words"] for row in piles) else ["no words"]
    head = run("chart", "vf", "melee", "--all").stdout.split("\nOdds\n")[1].splitlines()[:2]
    return faults + ([] if head[0].split() == ["active", "other", "active", "other"] and head[1].split()[:2] == ["losses", "losses"] else head)


def recorded(folder: str) -> Path:
    path = Path(folder) / "battle.record"
    run("fight", SCENARIO, "--rules", "vf", "--seed", "4", "--record", str(path))
    return path


@TAP.test
def forced_records():
    """fight --record --force keeps the old file on a full disk; a link stays, and the file that it leads to is replaced; save too"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        record, link = recorded(folder), Path(folder) / "link.record"
        old = record.read_bytes()
        link.symlink_to(record.name)
        words = [PROGRAM, "fight", SCENARIO, "--rules", "vf", "--seed", "5", "--force", "--record"]
        full = subprocess.run([*words, str(record)], capture_output=True, text=True, check=False, cwd=ROOT, restore_signals=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        if full.returncode != 2 or "cannot be written" not in full.stderr or record.read_bytes() != old:
            faults.append(f"a full disk: {full.returncode} {full.stderr}")
        done = subprocess.run([*words, str(link)], capture_output=True, text=True, check=False, cwd=ROOT)
        if done.returncode != 0 or not link.is_symlink() or record.read_bytes() == old or len(list(Path(folder).iterdir())) != 2:
            faults.append(f"a link: {done.returncode} {done.stderr} {list(Path(folder).iterdir())}")
        out = flat(run("play", SCENARIO, "--rules", "vf", "--seed", "3", typed=f"save {link}\nsave --force {link}\n"))
        faults += lacks(out, "is there already: save --force FILE overwrites it", "a link that stays; the game is in")
        if not link.is_symlink() or b"seed 3\n" not in record.read_bytes():
            faults.append("save does not write through a link")
    return faults


@TAP.test
def zeros():
    """verify leaves out zeros at the end of a record and says so; a changed line of the scenario in it ends with 1, whatever the command"""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        record = recorded(folder)
        text = record.read_text()
        record.write_bytes(text.encode()[:-200] + bytes(3000))
        done = run("verify", str(record))
        if done.returncode != 0 or "ends in zeros" not in done.stderr or "good so far" not in done.stdout:
            faults.append(f"zeros: {done.returncode} {done.stderr}")
        lines = text.split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith("|year"))
        for changed in ([*lines[:at], *lines[at + 1:]], [*lines[:at], "|# x", *lines[at:]], [*lines[:at], "|year: 1811", *lines[at + 1:]]):
            record.write_text("\n".join(changed))
            for command in (["verify"], ["replay"], ["luck"], ["compare"], ["play", "--resume"], ["draw", "--out", str(Path(folder) / "a.svg")]):
                done = run(*command, str(record), typed="")
                faults += [] if done.returncode == 1 else [f"{command}: {done.returncode} {done.stderr}"]
    return faults


@TAP.test
def through():
    """both sheets can be played to the end at a terminal of 80 columns, and no line is wider; the report names what breaks an army"""
    faults = []
    words = ["hint", "compare", "list all", "odds", "why", "look", "look 3", "map", "map 3", "score", "log", "report", "explain", "help", "3"]
    for sheet in ("vf", "nl"):
        for plain in ([], ["--plain"]):
            lines = [line for i in range(900) for line in ([words[i // 7 % len(words)]] if i % 7 == 0 else []) + ["hint do"]]
            done = run("play", SCENARIO, "--rules", sheet, "--seed", "3", *plain, typed="\n".join(lines) + "\n")
            faults += lacks(done.stdout, "The battle is over.", "Turning points")
            faults += [line for line in done.stdout.splitlines() if len(line) > 80][:5]
            faults += ["an inner mark"] if " *." in done.stdout else []
    out = flat(run("replay", "tests/golden/legacy-two-brigades-regulars.record", "--report"))
    faults += lacks(out, "broke: 11 of 18 bases lost; it breaks at 9 (50 %).")
    out = flat(run("play", SCENARIO, "--rules", "nl", typed=""))
    return faults + lacks(out, "French advance guard breaks at 50 % of its bases lost", "50 % or more of its original bases")


@TAP.test
def places_in_orders():
    """Et sans résultat!: orders name their place and their Formation as people do, and the enemy's stay secret"""
    typed = ["attack gudin to poppel", "defend 3rd division at hassenhausen", "look", "undo", "undo", "move gudin north 12in", "undo",
             "attack gudin to nowhere", "pass", "pass", "advance gudin toward poppel", "quit"]
    done = run("play", "auerstedt", "--rules", "esr-50", "--seed", "1", typed="\n".join(typed) + "\n")
    out = flat(done)
    faults = lacks(out, "Gudin's 3rd Division was sent an order to attack toward Poppel.", "an order was sent to it this turn",
                   "Brigade 0, Gudin's 3rd Division, order: defend at Hassenhausen; on its way: attack at Poppel",
                   "Gudin's 3rd Division was sent an order to march to", "no place 'nowhere'", "Gudin's 3rd Division advanced",
                   "attack toward Hassenhausen with Gudin's 3rd Division, or another place", "5 brigades, 39 units")
    faults += [f"told of the enemy: {words}" for words in ("Cavalry was sent an order", "2nd Division was sent an order") if words in out]
    faults += ["losses of units that have none"] if "losses 0" in out else []
    return faults


@TAP.test
def orders_of_formations():
    """Et sans résultat! can be played to the end at a terminal of 80 columns by proceeding and passing"""
    faults = []
    for sheet in ("esr-50", "esr-75"):
        done = run("play", "two-brigades", "--rules", sheet, "--seed", "3", typed="hint do\n" * 400)
        faults += lacks(done.stdout, "The battle is over.") + [line for line in done.stdout.splitlines() if len(line) > 80][:5]
    return faults


@TAP.test
def leaders_in_questions():
    """odds: of a leader by his name, and of his actions with a Formation"""
    fate = flat(run("odds", "auerstedt", "--rules", "esr-50", "fate davout"))
    action = flat(run("odds", "auerstedt", "--rules", "esr-50", "action davout on gudin's 3rd division"))
    return lacks(fate, "unharmed 35/36") + lacks(action, "issuer=A receiver=B double=yes", "action=yes", "success")


@TAP.test
def short_answers():
    """ask: a sheet by its short name; y and N for yes and no"""
    return lacks(flat(run("ask", typed="vf\nfire\n" + "\n".join(["", "", "y", "N"] + [""] * 40))), "Which chart", "Odds")


sys.exit(TAP.finish())
