#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays situations on the table through the program: run_situations.py LIMBER SHEET.situations

The file opens with what holds for all of its situations:
  sheet phase PHASE              that a situation is in if it does not say
  sheet table WIDTH DEPTH UNIT   in or cm, the unit of all lengths
  sheet figures NAME[=KEY] …     of a unit, and what the scenario calls them
  sheet presets NAME=N …         of these, what a unit has if the situation does not say; a gun has one base
  sheet leader NAME=N …          likewise of a brigade's leader
  sheet cards                    positions say the cards of both sides
  sheet corners                  the leader of an army stands in a corner of the table
  sheet chain                    the figures of a leader hold for those of corps and armies too
Places are x,y from the south-west corner, facings degrees (0 north, 90 east). A situation names the clauses it proves
and describes a position:
  situation CLAUSE … : what it shows
  sides A B                      nations of the two sides, which name them (french british)
  phase PHASE [SIDE]             phase, and whose turn it is (the sheet's usual phase, the first side)
  turn N [of M]                  (2 of 12); without M the scenario does not say how many there are
  year N                         (1810)
  army SIDE X,Y [FIGURE=N] [ABILITY] [ltraits=a,b]
                                 place of the army's leader (where the leader of its first brigade is, or in a corner)
  corps SIDE NAME X,Y [FIGURE=N] [rank=division] [ltraits=a,b]
  brigade SIDE [leader X,Y] [FIGURE=N] [cautious] [light] [routed N] [gone] [passed|failed]
                                 opens a brigade; without a place its leader is with its first unit; gone: he is removed; passed, failed: its activation;
                                 leaderless: it has no leader. Further words of it:
                                 corps=NAME ltraits=a,b (of its leader) ability=WORD inspiration=WORD traits=a,b states=a,b area=X,Y
                                 fatigue=INFANTRY,CAVALRY,ARTILLERY arrives=TURN,X,Y,FACING
                                 order=ORDER pending=ORDER: a word, with a place WORD@X,Y, an objective WORD!NAME, a brigade WORD:NUMBER,
                                 and behind any of them /DELAY
  unit NAME CLASS X,Y FACING FORMATION [losses=N] [hits=N] [states=a,b] [traits=a,b] [without=a] [nation=N] [quality=Q] [strength=N] [FIGURE=N]
                                 a figure of the sheet, - for what muster makes of class, quality and strength; of a leader command, radius
  removed NAME CLASS             a unit of the brigade that is gone; coming NAME CLASS FORMATION: one of a brigade that arrives
  ground KIND [level=N] [width=N] area|line X,Y X,Y …
  cards SIDE RANK …              in hand; deck SIDE RANK …: still to be drawn; all others are discarded
  defeats SIDE N
  house CLAUSE VALUE             a house rule; a switch is on or off
  objective NAME X,Y RADIUS SIDE [value=N]
  weather NAME TURN SIGHT        from a turn on, and how far one sees
and asks one or more times
  odds QUESTION                  limber odds; @NAME stands for the number of a unit, @army:SIDE, @corps:NAME, @leader:BRIGADE of a leader
  act ACTION ; ACTION … [dice N …]    limber act; 8in is eight inches, 8cm eight centimetres, 90deg a quarter turn; @NAME as above;
                                 of the dice, 1x8 is eight ones
each followed by what must come of it
  gives KEY=VALUE …              facts of the odds
  clauses CLAUSE …               are among the events; never CLAUSE …: are not
  adds CLAUSE N                  the clause adds N; sets CLAUSE N: it sets or tells N
  rolls CLAUSE N                 so many dice are thrown for it in one throw; throws CLAUSE N: it is thrown for so many times
  tells WORDS                    are in the story of it; hides WORDS: are not
  changes CLAUSE [WHAT BEFORE AFTER]    the clause changes something, or this
  NAME KEY=VALUE …               of a unit: losses, hits, states (a,b or none), formation, heading (degrees), presence (table, removed, away), moved (yes, no),
                                 x or y (table units), to less than half a millimetre
  brigade N KEY=VALUE …          of a brigade: order, pending (a word or none), delay (of the pending order), target (brigade of the order), place (of the
                                 order, X,Y), towards (place of the pending order), fatigue (INFANTRY,CAVALRY,ARTILLERY), status, states (a,b or none), area (X,Y)
  leader army:SIDE|corps:NAME|leader:N KEY=VALUE …    of a leader: presence, x, y, states; within=N:A,B: so near to the middle of one of these units
  defeats A B                    of the two sides
  stands PHASE SIDE [TURN]       where the battle is then
  refused CLAUSE [WORDS]         it is not allowed by this clause, and these words are said
  over SIDE|nobody               the battle was over before the last of these actions, and who won it
Every die that is given must be thrown, and no other. Prints TAP.
"""
import json
import math
import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from program import Program  # noqa: E402
from tap import Tap  # noqa: E402

SCALE = 10  # metres to the table unit
SLACK_TMM = 3.9  # what two places may differ by: rounding, and how far two that touch may sink into each other
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
OTHERS = ("ltraits", "ability", "inspiration", "rank", "superior", "corps", "traits", "states", "order", "pending", "fatigue",
          "area", "arrives")  # what words of a brigade or a leader say that is no figure
GUNS = ("field-guns", "heavy-guns", "horse-guns", "rockets")
# The quality of a class if the situation does not say: what army lists mean by it.
USUAL = {"grenadiers": "elite", "young-guard": "elite", "middle-guard": "guard", "old-guard": "guard", "foot-guards": "guard",
         "rifles": "veteran", "conscripts": "conscript", "militia": "militia", "national-guard": "militia",
         "second-line": "conscript", "guerrillas": "militia", "cuirassiers": "veteran", "household": "elite",
         "cossacks": "conscript", "militia-cavalry": "militia"}


@dataclass(frozen=True)
class Sheet:
    name: str
    phase: str  # that a situation is in if it does not say
    unit_tmm: int
    table: tuple[int, int]
    figures: dict[str, str]  # of a unit, as the situation and as the scenario name them
    presets: dict[str, str]  # of these, what a unit has if the situation does not say
    leader: dict[str, str]  # figures of a brigade's leader, likewise
    has_cards: bool
    corners: bool  # the leader of an army stands in a corner of the table
    chain: bool  # the figures of a leader hold for those of corps and armies too


def pairs(words: list[str]) -> dict[str, str]:
    """Words of the form key=value, or key alone for the same as both."""
    return {word.partition("=")[0]: word.partition("=")[2] or word for word in words}


def read_sheet(path: Path) -> Sheet:
    """What holds for all situations of a file: its lines `sheet KEY WORDS`."""
    said = {key: words for first, key, *words in (line.split() for line in path.read_text().splitlines()
                                                  if line.startswith("sheet ")) if first == "sheet"}
    width, depth, unit = said["table"]
    return Sheet(path.stem, said["phase"][0], {"in": 254, "cm": 100}[unit], (int(width), int(depth)), pairs(said["figures"]),
                 pairs(said.get("presets", [])), pairs(said.get("leader", [])), "cards" in said, "corners" in said, "chain" in said)


@dataclass
class Question:
    kind: str
    text: str
    dice: str
    line: int
    wanted: list[list[str]] = field(default_factory=list)


@dataclass
class Brigade:
    side: str
    words: list[str]
    units: list[list[str]] = field(default_factory=list)


@dataclass
class Situation:
    clauses: list[str]
    title: str
    line: int
    sides: list[str] = field(default_factory=lambda: ["french", "british"])
    phase: str = ""
    active: str | None = None
    turn: tuple[int, int] = (2, 12)
    year: int = 1810
    army: dict[str, list[str]] = field(default_factory=dict)
    corps: list[list[str]] = field(default_factory=list)
    brigades: list[Brigade] = field(default_factory=list)
    ground: list[list[str]] = field(default_factory=list)
    cards: dict[str, list[str]] = field(default_factory=dict)
    deck: dict[str, list[str]] = field(default_factory=dict)
    defeats: dict[str, int] = field(default_factory=dict)
    objectives: list[list[str]] = field(default_factory=list)
    house: list[str] = field(default_factory=list)
    weather: list[list[str]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def describe(at: Situation, kind: str, rest: list[str]) -> bool:
    """Takes a line of the description; false if it is none."""
    if kind == "sides":
        at.sides = rest
    elif kind == "phase":
        at.phase, at.active = rest[0], rest[1] if len(rest) > 1 else None
    elif kind == "turn":
        at.turn = (int(rest[0]), int(rest[2]) if len(rest) > 1 else 0)
    elif kind == "army":
        at.army[rest[0]] = rest[1:]
    elif kind == "year":
        at.year = int(rest[0])
    elif kind == "corps":
        at.corps.append(rest)
    elif kind == "brigade" and not at.questions:
        at.brigades.append(Brigade(rest[0], rest[1:]))
    elif kind in ("unit", "removed", "coming"):
        at.brigades[-1].units.append([kind, *rest])
    elif kind == "ground":
        at.ground.append(rest)
    elif kind == "cards":
        at.cards[rest[0]] = rest[1:]
    elif kind == "deck":
        at.deck[rest[0]] = rest[1:]
    elif kind == "objective":
        at.objectives.append(rest)
    elif kind == "weather":
        at.weather.append(rest)
    elif kind == "house":
        where = "switches" if rest[1] in ("on", "off") else "values"
        at.house.append(f"{where}:\n  {rest[0]}: {' '.join(rest[1:])}\n")
    elif kind == "defeats" and not at.questions:
        at.defeats[rest[0]] = int(rest[1])
    else:
        return False
    return True


def read(path: Path) -> list[Situation]:
    situations: list[Situation] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        kind, *rest = line.split() or [""]
        if kind in ("", "sheet"):
            continue
        if kind == "situation":
            clauses, _, title = line.partition(" ")[2].partition(" : ")
            situations.append(Situation(clauses.split(), title, number))
        elif kind in ("odds", "act"):
            text, _, dice = line[len(kind):].partition(" dice ")
            dice = re.sub(r"(\d+)x(\d+)", lambda m: " ".join([m[1]] * int(m[2])), dice)
            situations[-1].questions.append(Question(kind, text.strip(), dice.strip(), number))
        elif not describe(situations[-1], kind, rest):
            if not situations[-1].questions:
                raise SystemExit(f"{path}:{number}: unknown line '{kind}'")
            situations[-1].questions[-1].wanted.append([kind, *rest])
    return situations


def place(text: str) -> str:
    x, y = text.split(",")
    return f"[{float(x) * SCALE:.1f}, {float(y) * SCALE:.1f}]"


def figures_yaml(sheet: Sheet, figures: dict[str, str]) -> str:
    return f"figures: {{{sheet.name}: {{" + ", ".join(f"{key}: {value}" for key, value in figures.items()) + "}}"


def unit_yaml(sheet: Sheet, words: list[str]) -> str:
    kind, name, troops = words[:3]
    said = dict(word.split("=", 1) for word in words[3:] if "=" in word)
    figures = {sheet.figures[key]: "1" if troops in GUNS and key == "bases" else value
               for key, value in sheet.presets.items()}
    figures |= {sheet.figures[key]: value for key, value in said.items() if key in sheet.figures}
    figures = {key: value for key, value in figures.items() if value != "-"}
    parts = [f"name: {name}", f"class: {troops}", f"quality: {said.pop('quality', USUAL.get(troops, 'regular'))}",
             f"strength: {said.pop('strength', 6 if troops in GUNS else 500)}"]
    if kind == "unit":
        parts += [f"place: {place(words[3])}", f"facing: {words[4]}", f"formation: {words[5]}"]
    elif kind == "removed":
        parts.append("removed: yes")
    else:
        parts.append(f"formation: {words[3]}")
    for key, value in said.items():
        if key in ("states", "traits", "without"):
            parts.append(f"{key}: [{value.replace(',', ', ')}]")
        elif key not in sheet.figures:
            parts.append(f"{key}: {value}")
    if figures:
        parts.append(figures_yaml(sheet, figures))
    return "          - {" + ", ".join(parts) + "}"


def leader_place(brigade: Brigade) -> str:
    if "leader" in brigade.words:
        return brigade.words[brigade.words.index("leader") + 1]
    return next((unit[3] for unit in brigade.units if unit[0] == "unit"), "1,1")


def order_yaml(text: str) -> str:
    """An order as the scenario says it: WORD, WORD@X,Y, WORD!OBJECTIVE, WORD:BRIGADE, all of them with /DELAY."""
    text, _, delay = text.partition("/")
    word, mark, about = (re.split("([@!:])", text, maxsplit=1) + ["", ""])[:3]
    parts = [f"order: {word}"]
    if mark:
        parts.append({"@": f"place: {place(about) if mark == '@' else ''}", "!": f"objective: {about}", ":": f"brigade: Brigade {about}"}[mark])
    if delay:
        parts.append(f"delay: {delay}")
    return "{" + ", ".join(parts) + "}"


def listed(text: str) -> str:
    return f"[{text.replace(',', ', ')}]"


def commander_yaml(sheet: Sheet, name: str, where: str, words: list[str], usual: dict[str, str]) -> str:
    """A commander: words KEY=VALUE of him, and those that a situation says alone."""
    said = dict(word.split("=", 1) for word in words if "=" in word)
    parts = [f"name: {name}", *([f"place: {place(where)}"] if where else [])]
    figures = usual | {key: value for key, value in said.items() if key not in OTHERS}
    figures = {key: value for key, value in figures.items() if value != "-"}
    if figures:
        parts.append(figures_yaml(sheet, figures))
    traits = said["ltraits"].split(",") if "ltraits" in said else []
    traits += ["cautious"] if "cautious" in words else []
    if traits:
        parts.append(f"traits: {listed(','.join(traits))}")
    parts += [f"{key}: {said[key]}" for key in ("ability", "inspiration", "rank", "superior") if key in said]
    if "gone" in words:
        parts.append("removed: yes")
    return "commander: {" + ", ".join(parts) + "}"


def brigade_yaml(sheet: Sheet, brigade: Brigade, number: int) -> list[str]:
    words, lines = brigade.words, [f"      - name: Brigade {number}"]
    said = dict(word.split("=", 1) for word in words if "=" in word)
    if "leaderless" not in words:
        where = "" if "arrives" in said else leader_place(brigade)
        lines.append("        " + commander_yaml(sheet, f"Leader {number}", where, words, sheet.leader))
    if "light" in words:
        lines.append("        traits: [light]")
    for word in ("passed", "failed"):
        if word in words:
            lines.append(f"        activation: {word}")
    if "routed" in words:
        lines.append(f"        routed: {words[words.index('routed') + 1]}")
    if "corps" in said:
        lines.append(f"        corps: {said['corps']}")
    lines += [f"        {key}: {listed(said[key])}" for key in ("traits", "states") if key in said]
    lines += [f"        {key}: {order_yaml(said[key])}" for key in ("order", "pending") if key in said]
    if "fatigue" in said:
        markers = zip(("infantry", "cavalry", "artillery"), said["fatigue"].split(","))
        lines.append("        fatigue: {" + ", ".join(f"{arm}: {count}" for arm, count in markers) + "}")
    if "area" in said:
        lines.append(f"        area: {place(said['area'])}")
    if "arrives" in said:
        turn, x, y, facing = said["arrives"].split(",")
        lines.append(f"        arrives: {{turn: {turn}, at: {place(f'{x},{y}')}, facing: {facing}}}")
    return lines + ["        units:", *(unit_yaml(sheet, unit) for unit in brigade.units)]


def army_yaml(sheet: Sheet, at: Situation, index: int, first: Brigade) -> list[str]:
    where, *words = at.army.get(at.sides[index], [""])
    if where == "" and sheet.corners:
        where = f"{sheet.table[0]},{sheet.table[1]}" if index else "0,0"
    usual = sheet.leader if sheet.chain else {}
    lines = ["    " + commander_yaml(sheet, f"Army {index}", where or leader_place(first), words, usual)]
    corps = [words for words in at.corps if words[0] == at.sides[index]]
    if corps:
        lines.append("    corps:")
    for _, name, where, *words in corps:
        lines.append(f"      - {{name: {name}, {commander_yaml(sheet, f'Head of {name}', where, words, usual)}}}")
    return lines


def ground_yaml(words: list[str]) -> str:
    parts = [f"kind: {words[0]}"]
    for at, word in enumerate(words[1:], 1):
        if word in ("area", "line"):
            parts.append(f"{word}: [{', '.join(map(place, words[at + 1:]))}]")
            break
        key, _, value = word.partition("=")
        parts.append(f"{key}: {float(value) * SCALE:.1f}" if key == "width" else f"{key}: {value}")
    return "  - {" + ", ".join(parts) + "}"


def cards_yaml(at: Situation) -> list[str]:
    hands = {side: at.cards.get(side, []) for side in at.sides}
    away = {side: [r for r in RANKS if r not in hands[side] and r not in at.deck.get(side, [])] for side in at.sides}
    return [f"  {key}: {{" + ", ".join(f"{s}: [{', '.join(p)}]" for s, p in piles.items() if p) + "}"
            for key, piles in (("cards", hands), ("discards", away)) if key == "discards" or any(hands.values())]


def position_yaml(sheet: Sheet, at: Situation) -> str:
    lines = ["limber: scenario", "id: situation", "title: A situation", "source: Invented for a test.", f"year: {at.year}",
             f"ground: {{width: {sheet.table[0] * SCALE}, height: {sheet.table[1] * SCALE}}}",
             f"ground-scale: {{{sheet.name}: {SCALE}}}",
             *([f"turns: {at.turn[1]}"] if at.turn[1] else []), f"first: {at.sides[0]}", "sides:"]
    number = 0
    for index, side in enumerate(at.sides):
        own = [brigade for brigade in at.brigades if brigade.side == side]
        lines += [f"  - id: {side}", f"    name: {side}", f"    nation: {side}",
                  *army_yaml(sheet, at, index, own[0]), "    brigades:"]
        for brigade in own:
            lines += brigade_yaml(sheet, brigade, number)
            number += 1
    if at.weather:
        lines += ["weather:", *(f"  - {{name: {name}, turn: {turn}, sight: {float(sight) * SCALE:.1f}}}" for name, turn, sight in at.weather)]
    if at.ground:
        lines += ["terrain:", *map(ground_yaml, at.ground)]
    if at.objectives:
        lines.append("objectives:")
    for name, where, radius, held, *more in at.objectives:
        value = f", {more[0].replace('=', ': ')}" if more else ""
        lines.append(f"  - {{name: {name}, place: {place(where)}, radius: {float(radius) * SCALE:.0f}, held: {held}{value}}}")
    lines += ["position:", f"  sheet: {sheet.name}", f"  turn: {at.turn[0]}", f"  phase: {at.phase or sheet.phase}",
              f"  active: {at.active or at.sides[0]}"]
    if sheet.has_cards:
        lines += cards_yaml(at)
    if at.defeats:
        lines.append("  defeats: {" + ", ".join(f"{s}: {n}" for s, n in at.defeats.items()) + "}")
    return "\n".join(lines) + "\n"


class Player:
    def __init__(self, program: Program, sheet: Sheet, at: Situation, folder: str):
        self.program, self.sheet, self.file = program, sheet, Path(folder) / "position.yaml"
        self.file.write_text(position_yaml(sheet, at))
        self.house = Path(folder) / "house.yaml" if at.house else None
        if self.house:
            self.house.write_text("limber: house-rules\n" + "".join(at.house))
        units = [unit for side in at.sides for brigade in at.brigades if brigade.side == side for unit in brigade.units]
        self.number = {unit[1]: index for index, unit in enumerate(units)}
        self.before = {unit[1]: unit for unit in units}
        leaders, number = [], 0
        for side in at.sides:
            leaders.append(f"army:{side}")
            leaders += [f"corps:{words[1]}" for words in at.corps if words[0] == side]
            for brigade in (brigade for brigade in at.brigades if brigade.side == side):
                leaders += [] if "leaderless" in brigade.words else [f"leader:{number}"]
                number += 1
        self.leader = {name: index for index, name in enumerate(leaders)}

    def spell(self, text: str) -> str:
        text = re.sub(r"@(\w+:\w+)", lambda m: str(self.leader[m[1]]), text)
        text = re.sub(r"@(\w+)", lambda m: str(self.number[m[1]]), text)
        for word, tmm in (("in", 254), ("cm", 100)):
            text = re.sub(rf"(-?[\d.]+){word}\b", lambda m: str(round(float(m[1]) * tmm)), text)
        return re.sub(r"(-?[\d.]+)deg\b", lambda m: str(round(float(m[1]) * 65536 / 360)), text)

    def command(self, question: Question) -> list[str]:
        command = [question.kind, str(self.file), "--rules", self.sheet.name]
        if question.kind == "odds":
            command.append(self.spell(question.text))
        else:
            command += [self.spell(action.strip()) for action in question.text.split(";")]
        if question.dice:
            command += ["--dice", question.dice]
        if self.house:
            command += ["--house", str(self.house)]
        return command

    def story(self, question: Question) -> str:
        """What is told of it, in one line."""
        return " ".join(self.program.run(*self.command(question)).stdout.split())

    def ask(self, question: Question) -> tuple[dict | None, str]:
        """The answer, or nothing and what was said."""
        done = self.program.run(*self.command(question), "--json")
        return (json.loads(done.stdout), "") if done.returncode == 0 else (None, f"{done.returncode} {done.stderr.strip()}")

    def unit_faults(self, answer: dict, name: str, wanted: list[str]) -> list[str]:
        unit = answer["position"]["units"][self.number[name]]
        start = [float(part) for part in self.before[name][3].split(",")] if self.before[name][0] == "unit" else [0, 0]
        found = {key: str(unit.get(key)) for key in ("losses", "hits", "formation", "presence")}
        found["states"] = ",".join(unit["states"]) or "none"
        found["heading"] = str(round(unit["heading"] * 360 / 65536) % 360)
        found["x"], found["y"] = (f"{unit[key] / self.sheet.unit_tmm:.2f}" for key in ("x_tmm", "y_tmm"))
        found["moved"] = "yes" if abs(float(found["x"]) - start[0]) + abs(float(found["y"]) - start[1]) > 0.02 else "no"
        faults = []
        for word in wanted:
            key, _, value = word.partition("=")
            same = abs(float(found[key]) - float(value)) < SLACK_TMM / self.sheet.unit_tmm if key in "xy" else found[key] == value
            if not same:
                faults.append(f"{name}: expected {word}, found {found[key]}")
        return faults

    def near(self, found: str, wanted: str) -> bool:
        """Whether two places X,Y are the same, to less than half a millimetre."""
        if "none" in (found, wanted):
            return found == wanted
        return all(abs(float(a) - float(b)) < SLACK_TMM / self.sheet.unit_tmm for a, b in zip(found.split(","), wanted.split(",")))

    def spot(self, at: dict | None) -> str:
        return "none" if at is None else ",".join(f"{at[key] / self.sheet.unit_tmm:.2f}" for key in ("x_tmm", "y_tmm"))

    def brigade_faults(self, answer: dict, number: int, wanted: list[str]) -> list[str]:
        brigade = answer["position"]["brigades"][number]
        order, pending = brigade.get("order", {}), brigade.get("pending", {})
        found = {"order": order.get("order", "none"), "pending": pending.get("order", "none"), "delay": str(pending.get("delay", 0)),
                 "target": str(order.get("brigade", {}).get("brigade", "none")), "place": self.spot(order.get("place")),
                 "towards": self.spot(pending.get("place")),
                 "fatigue": ",".join(str(brigade["fatigue"][arm]) for arm in ("infantry", "cavalry", "artillery")),
                 "status": brigade["status"], "area": self.spot(brigade.get("area")),
                 "states": ",".join(brigade.get("states", [])) or "none"}
        return [f"brigade {number}: expected {word}, found {found[key]}" for word in wanted
                for key, _, value in (word.partition("="),)
                if not (self.near(found[key], value) if key in ("place", "area", "towards") else found[key] == value)]

    def leader_faults(self, answer: dict, name: str, wanted: list[str]) -> list[str]:
        leader = answer["position"]["leaders"][self.leader[name]]
        found = {"presence": leader["presence"], "states": ",".join(leader.get("states", [])) or "none"}
        found["x"], found["y"] = (f"{leader[key] / self.sheet.unit_tmm:.2f}" for key in ("x_tmm", "y_tmm"))
        for word in wanted:
            if word.startswith("within="):
                limit, _, names = word.partition("=")[2].partition(":")
                units = [answer["position"]["units"][self.number[unit]] for unit in names.split(",")]
                gap = min(math.hypot(unit["x_tmm"] - leader["x_tmm"], unit["y_tmm"] - leader["y_tmm"]) for unit in units) / self.sheet.unit_tmm
                found["within"] = word.partition("=")[2] if gap <= float(limit) else f"{gap:.2f}"
        return [f"leader {name}: expected {word}, found {found[key]}" for word in wanted
                for key, _, value in (word.partition("="),)
                if not (self.near(found[key], value) if key in "xy" else found[key] == value)]

    def faults_of(self, question: Question) -> list[str]:
        answer, said = self.ask(question)
        if question.wanted and question.wanted[0][0] == "refused":
            clause = question.wanted[0][1]
            if answer is not None:
                return [f"expected to be refused by {clause}, was allowed"]
            words = " ".join(question.wanted[0][2:])
            return [] if re.match(rf"1 .*{re.escape(clause)}:", said) and words in said else [f"expected to be refused by {clause} {words}: {said}"]
        if question.wanted and question.wanted[0][0] == "over":
            winner = question.wanted[0][1]
            words = "battle is over." if winner == "nobody" else f"battle is over; the winner is {winner}"
            return [] if answer is None and words in said else [f"expected to be over, won by {winner}: {said or 'goes on'}"]
        if answer is None:
            return [said]
        faults = []
        for kind, *rest in question.wanted:
            if kind in ("tells", "hides"):
                is_told, story = " ".join(rest) in self.story(question), self.story(question)
                faults += [] if is_told == (kind == "tells") else [f"{kind} {' '.join(rest)!r}: {story}"]
                continue
            faults += self.compare(answer, kind, rest)
        return faults if question.wanted else ["proves nothing"]

    def compare(self, answer: dict, kind: str, rest: list[str]) -> list[str]:
        if kind == "gives":
            facts = answer["facts"]
            words = {True: "yes", False: "no"}
            return [f"expected {word}, found {facts.get(word.split('=')[0])}" for word in rest
                    if str(words.get(facts.get(word.split("=")[0])) if isinstance(facts.get(word.split("=")[0]), bool)
                           else facts.get(word.split("=")[0])) != word.split("=")[1]]
        events = answer.get("events", [])
        acted = [event["clause"] for event in events]
        if kind == "clauses":
            return [f"expected {clause} among {acted}" for clause in rest if clause not in acted]
        if kind == "never":
            return [f"{clause} acted" for clause in rest if clause in acted]
        if kind == "adds":
            found = [event["value"] for event in events if event["clause"] == rest[0] and event["event"] == "add"]
            return [] if int(rest[1]) in found else [f"expected {rest[0]} to add {rest[1]}, found {found}"]
        if kind == "sets":
            rest = [self.spell(word) for word in rest]
            found = [event["value"] for event in events if event["clause"] == rest[0] and event["event"] == "set"]
            return [] if int(rest[1]) in found else [f"expected {rest[0]} to set {rest[1]}, found {found}"]
        if kind == "rolls":
            found = [len(event.get("dice", [])) for event in events
                     if event["clause"] == rest[0] and event["event"] == "roll"]
            return [] if int(rest[1]) in found else [f"expected {rest[1]} dice for {rest[0]}, found {found}"]
        if kind == "throws":
            found = len([event for event in events if event["clause"] == rest[0] and event["event"] == "roll"])
            return [] if found == int(rest[1]) else [f"expected {rest[1]} throws for {rest[0]}, found {found}"]
        if kind == "changes":
            found = [(event["what"], event["before"], event["after"]) for event in answer.get("changes", []) if event["clause"] == rest[0]]
            if len(rest) == 1:
                return [] if found else [f"{rest[0]} changes nothing"]
            return [] if (rest[1], int(rest[2]), int(rest[3])) in found else [f"expected {rest} among {found}"]
        if kind == "brigade":
            return self.brigade_faults(answer, int(rest[0]), rest[1:])
        if kind == "leader":
            return self.leader_faults(answer, rest[0], rest[1:])
        if kind == "defeats":
            found = answer["position"]["defeats"]
            return [] if found == [int(word) for word in rest] else [f"expected defeats {rest}, found {found}"]
        if kind == "stands":
            found = [answer["position"]["phase"].lower(), answer["position"]["active"], str(answer["position"]["turn"])]
            return [] if found[:len(rest)] == rest else [f"expected {rest}, found {found}"]
        if kind in self.number:
            return self.unit_faults(answer, kind, rest)
        return [f"unknown line '{kind}'"]


def main() -> int:
    program, path = Program(sys.argv[1]), Path(sys.argv[2])
    sheet, situations = read_sheet(path), read(path)
    tap = Tap()
    for at in situations:
        faults = [] if at.questions else ["asks nothing"]
        with tempfile.TemporaryDirectory() as folder:
            player = Player(program, sheet, at, folder)
            for question in at.questions:
                faults += [f"line {question.line}: {fault}" for fault in player.faults_of(question)]
        tap.result(f"{' '.join(at.clauses)} {at.title} (line {at.line})", faults)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
