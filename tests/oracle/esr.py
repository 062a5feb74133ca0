"""Odds of the Et sans résultat! charts at both scales, reckoned from the sheet alone.

Nearly every chart is two dice plus a sum of modifiers, read off in bands; only
the order chart knows the scale.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from dice import Weights, both, certain, chain, die, relabel, total
from spec import (Chart, Input, Inputs, Outcome, Sheet, flag, flags, length, number, prefixed,
                  side, single, word)

LEADERS = "none|A|B|C"
RATING = {"none": 0, "A": 3, "B": 2, "C": 1}


@dataclass(frozen=True)
class Scale:
    """The three distances that differ, in inches."""

    courier: int
    artillery: int
    skirmish: int


def roll_plus(modifier: int, result: Callable[[int], object]) -> Weights:
    """Two dice and a modifier, named by their sum."""
    return relabel(total(2), lambda roll: result(roll + modifier))


# order

ORDER_INPUTS: tuple[Input, ...] = (
    word("issuer", LEADERS), word("personal", "no|this|another"), word("receiver", LEADERS),
    *flags("double", "own_objective", "vantage"), length("distance"),
    number("fatigue", 0, 30, 0), number("delay", 0, 30, 0), length("enemy", or_none=True),
    word("state", "normal|reserved|retreating|broken"), *flags("reserve_battery", "action"),
)


def enemy_modifier(scale: Scale, x: Inputs) -> int:
    if x["enemy"] == "none" or x["enemy"] > scale.artillery:
        return 0
    return -3 if x["enemy"] <= scale.skirmish else -1


def order_modifier(scale: Scale, x: Inputs) -> int:
    shares = (1 + {"no": 0, "this": 1, "another": -1}[x["personal"]]
              + x["double"] - x["own_objective"])
    return (shares * RATING[x["issuer"]] + RATING[x["receiver"]] + 2 * x["vantage"]
            - int(x["distance"] // scale.courier) - x["fatigue"] - x["delay"]
            + enemy_modifier(scale, x)
            + {"normal": 0, "reserved": 3, "retreating": -2, "broken": -3}[x["state"]]
            + 2 * x["reserve_battery"])


def order(scale: Scale, x: Inputs) -> Weights[str]:
    modifier = order_modifier(scale, x)
    late = relabel(die(), lambda face: f"delay-{(face + 1) // 2}")

    def outcome(roll: int) -> Weights[str]:
        score = roll + modifier
        if score >= 7:
            return certain("success")
        return certain("failure") if score <= 2 or x["action"] else late

    return chain(total(2), outcome)


# deploy

DEPLOY_INPUTS: tuple[Input, ...] = (
    word("leader", LEADERS), number("fatigue", 0, 30, 0), number("thirds", 0, 3, 0),
    word("nation", "other|french-guard|french-line|french-ally|austrian|russian|prussian"),
    number("year", 1792, 1815, 1812), word("terrain", "open|rough|dense"),
    *flags("cavalry_only", "rush", "reserve"),
)


def nation_modifier(nation: str, year: int) -> int:
    late = year <= 1812 or year == 1815
    if nation == "french-line":
        return 2 if 1804 <= year <= 1808 else int(year >= 1809 and late)
    if nation == "french-ally":
        return int(year >= 1806 and late)
    if nation in ("austrian", "russian"):
        return -1 if year <= 1805 else 0
    if nation == "prussian":
        return -2 if year <= 1806 else 0
    return 3 if nation == "french-guard" else 0


def deploy(x: Inputs) -> Weights[int]:
    modifier = (RATING[x["leader"]] - x["fatigue"] - x["thirds"]
                + nation_modifier(x["nation"], x["year"])
                + {"open": 0, "rough": -3, "dense": -5}[x["terrain"]]
                + 3 * x["cavalry_only"] + 7 * x["rush"] + 5 * x["reserve"])
    return roll_plus(modifier, lambda score: 2 + (score >= 4) + (score >= 8) + (score >= 12))


# score

SCORE_INPUTS: tuple[Input, ...] = (
    *(number(key, 0, 60, 0) for key in ("sections_3_4", "sections_6_8", "sections_9",
                                        "sections_12", "line", "light", "irregular",
                                        "rf1", "rf2", "rf3")),
    number("artillery_fatigue", 0, 30, 0), number("infantry_fatigue", 0, 30, 0),
    *flags("weather", "intense_guns", "intense_skirmish", "vs_cavalry"),
    word("doctrine", "effective|ineffective"),
)


def gun_score(x: Inputs) -> int:
    points = (x["sections_6_8"] + 2 * x["sections_9"] + 4 * x["sections_12"]
              - 4 * x["artillery_fatigue"])
    quarters = 4 * points
    if x["weather"]:
        quarters //= 2
    if x["intense_guns"]:
        quarters = quarters * 3 // 2
    return max(0, quarters // 4)


def skirmish_score(x: Inputs) -> int:
    line, light, irregular = (2, 3, 3) if x["doctrine"] == "effective" else (1, 2, 1)
    points = (line * x["line"] + light * x["light"] + irregular * x["irregular"]
              + x["rf1"] + 2 * x["rf2"] + 3 * x["rf3"] - 3 * x["infantry_fatigue"])
    if x["intense_skirmish"]:
        points = points * 3 // 2
    return 0 if x["vs_cavalry"] else max(0, points)


def score(x: Inputs) -> Weights[int]:
    return roll_plus(gun_score(x) + skirmish_score(x), lambda points: points)


# combat

SIDE_INPUTS: tuple[Input, ...] = (
    word("kind", "infantry|cavalry|artillery"), number("tr", 0, 3, 0), number("cr", 0, 9, 2),
    *flags("fortified", "rear", "limbered", "broken"), number("fatigue", 0, 30, 0),
    *flags("larger", "multiple"), number("shock", 0, 3, 0),
    *flags("engineers", "dense", "supported"),
)
FATIGUE_STEP = {"cavalry": 2, "infantry": 3, "artillery": 4}


def combat_modifier(own: Inputs, enemy_kind: str) -> int:
    caught = own["rear"] or (own["limbered"] and own["kind"] == "artillery")
    return (own["tr"] + own["cr"] + own["fortified"] - 3 * caught - 5 * own["broken"]
            - own["fatigue"] // FATIGUE_STEP[enemy_kind] - own["larger"] - own["multiple"]
            + own["shock"] + own["engineers"] + own["dense"])


def tied(kind: str, enemy_kind: str) -> tuple[str, int]:
    if kind == "artillery":
        return "retire", 1
    return ("hold" if enemy_kind == "artillery" else "fight-again"), 1


def won(kind: str, enemy_kind: str, margin: int) -> tuple[str, int]:
    if margin <= 3:
        return "hold", int(kind == "cavalry")
    return ("hold" if (kind, enemy_kind) == ("infantry", "cavalry") else "breakthrough"), 0


def lost(kind: str, supported: bool, margin: int) -> tuple[str, int]:
    if margin >= 7:
        return ("removed" if margin >= 10 else "rout"), 1
    if margin <= 3 or kind == "cavalry":
        return "retire", int(kind == "cavalry")
    return ("retire", 0) if supported else ("rout", 1)


def combat_side(own: Inputs, enemy_kind: str, margin: int) -> tuple[str, int]:
    """Result and fatigue of a side that is ahead by the margin."""
    if margin == 0:
        return tied(own["kind"], enemy_kind)
    if margin > 0:
        return won(own["kind"], enemy_kind, margin)
    return lost(own["kind"], own["supported"], -margin)


def combat(x: Inputs) -> Weights[Outcome]:
    a, d = side("a_", x), side("d_", x)
    lead = combat_modifier(a, d["kind"]) - combat_modifier(d, a["kind"])

    def outcome(a_roll: int, d_roll: int) -> Outcome:
        margin = lead + a_roll - d_roll
        return margin, *combat_side(a, d["kind"], margin), *combat_side(d, a["kind"], -margin)

    return both(total(2), total(2), outcome)


# fate, assess, status

def wound(roll: int) -> str:
    if roll >= 9:
        return "invincible" if roll >= 11 else "minor"
    return "stunned" if roll >= 7 else "severe" if roll >= 5 else "killed"


def fate(x: Inputs) -> Weights[str]:
    if x["traits"] == "wandered-off":
        return certain("unharmed")
    modifier = -2 * x["personal"] + {"none": 0, "charmed": 1, "date-with-death": -1}[x["traits"]]
    harm = relabel(total(2), wound)
    return chain(total(2), lambda roll: certain("unharmed") if roll + modifier > 2 else harm)


ASSESS_INPUTS: tuple[Input, ...] = (
    word("leader", LEADERS), flag("outflanked"), number("score", 0, 200, 0),
    *(number(key, 0, 30, 0) for key in ("losses", "fatigue", "short", "enfilade",
                                        "friend_guns", "friend_intense")),
    *flags("brittle", "determined", "stoic_defending", "enthusiastic_attacking"),
    word("status", "normal|retreat|rally|broken"), *flags("friend_retreating", "friend_broken"),
    word("place", "none|town|city|strong-point"),
)
ASSESS_BANDS = ((10, "no-effect"), (5, "fatigue-1"), (0, "fatigue-2"), (-4, "fatigue-4"),
                (-9, "fatigue-5"))


def assess_modifier(x: Inputs) -> int:
    return (RATING[x["leader"]] - 3 * x["outflanked"] - x["score"] // 10
            - 2 * (x["losses"] // 3) - x["fatigue"] - x["short"] - x["enfilade"]
            + x["friend_guns"] + x["friend_intense"] - x["brittle"] + 2 * x["determined"]
            + x["stoic_defending"] + x["enthusiastic_attacking"]
            + {"normal": 0, "retreat": -2, "rally": -4, "broken": -4}[x["status"]]
            - x["friend_retreating"] - 3 * x["friend_broken"]
            + {"none": 0, "town": 1, "city": 2, "strong-point": 1}[x["place"]])


def assess_band(points: int) -> str:
    return next((name for least, name in ASSESS_BANDS if points >= least), "retreat")


def assess(x: Inputs) -> Weights[str]:
    return roll_plus(assess_modifier(x), assess_band)


def status(x: Inputs) -> Weights[str]:
    if 2 * x["fatigue"] >= 3 * x["deployed"]:
        return certain("broken")
    return certain("retreat" if x["fatigue"] >= x["deployed"] else "normal")


def charts(scale: Scale) -> Sheet:
    return {
        "order": single(ORDER_INPUTS, partial(order, scale)),
        "deploy": single(DEPLOY_INPUTS, deploy),
        "score": single(SCORE_INPUTS, score),
        "combat": Chart(prefixed("a_", SIDE_INPUTS) + prefixed("d_", SIDE_INPUTS),
                        ("margin", "a_result", "a_fatigue", "d_result", "d_fatigue"), combat),
        "fate": single((flag("personal"),
                        word("traits", "none|charmed|date-with-death|wandered-off")), fate),
        "assess": single(ASSESS_INPUTS, assess),
        "status": single((number("deployed", 1, 60, 6), number("fatigue", 0, 200, 0)), status),
    }


SHEETS: dict[str, Sheet] = {
    "esr-50": charts(Scale(courier=36, artillery=18, skirmish=9)),
    "esr-75": charts(Scale(courier=24, artillery=12, skirmish=6)),
}
