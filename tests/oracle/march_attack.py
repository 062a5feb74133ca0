"""Odds of the March Attack charts, reckoned from the sheet alone.

Each chart is one or two dice against a sum or a table; the skirmish chart adds
up several throws on its table.
"""
from __future__ import annotations

from dice import Weights, both, certain, chain, die, relabel, total
from spec import (Chart, Input, Inputs, Outcome, Sheet, flag, flags, length, number, prefixed,
                  side, single, word)

QUALITY = word("quality", "regular|untrained|militia|conscript|veteran|elite|guard")
QUALITY_RANK = {"untrained": -3, "militia": -2, "conscript": -1, "regular": 0, "veteran": 1,
                "elite": 2, "guard": 3}
LEADERS = "none|uninspiring|normal|charismatic"
LEADER_BONUS = {"none": 0, "uninspiring": 0, "normal": 1, "charismatic": 2}
COVER = word("cover", "none|light|heavy")
COVER_RANK = {"none": 0, "light": 1, "heavy": 2}


# order and ved

ORDER_INPUTS: tuple[Input, ...] = (
    word("ability", "average|excellent|good|poor|terrible"), word("staff", "average|poor|good"),
    *flags("attached", "uncommitted"), word("retire", "no|unengaged|engaged"),
    length("distance"),
)


def order(x: Inputs) -> Weights[str]:
    modifier = ({"average": 1, "excellent": 3, "good": 2, "poor": 0, "terrible": -1}[x["ability"]]
                + {"average": 0, "poor": -1, "good": 1}[x["staff"]]
                - 2 * x["attached"] + 2 * x["uncommitted"]
                - {"no": 0, "unengaged": 2, "engaged": 4}[x["retire"]]
                + 2 * (x["distance"] <= 2) - int(x["distance"] // 12))
    return relabel(total(2), lambda roll: "received" if roll + modifier >= 7 else "refused")


VED_INPUTS: tuple[Input, ...] = (
    QUALITY, word("leader", LEADERS), flag("column"), number("cv_lost", 0, 10, 0),
    *flags("disordered", "flank"), word("change", "none|5|12|far"),
)


def ved(x: Inputs) -> Weights[str]:
    caught = x["disordered"] or (x["flank"] and x["change"] != "none")
    value = (7 + QUALITY_RANK[x["quality"]] + LEADER_BONUS[x["leader"]] + 2 * x["column"]
             - x["cv_lost"] // 2 - 2 * caught
             + {"none": 0, "5": -2, "12": 0, "far": 2}[x["change"]])
    return relabel(total(2), lambda roll: "pass" if roll <= value else "fail")


# skirmish

COLUMN_WIDTH = 2
LAST_COLUMN_TOP = 20
SKIRMISH_HITS = {
    2: "0001112223", 3: "0001112223",
    4: "0011122233", 5: "0011122233",
    6: "0111222333", 7: "0111222333",
    8: "1112223334", 9: "1112223334",
    10: "1122233344", 11: "1122233344",
    12: "1222333444",
}


def skirmish_throw(points: int) -> Weights[int]:
    """Hits of one throw of a group of at most 20 points."""
    column = (points - 1) // COLUMN_WIDTH
    return relabel(total(2), lambda roll: int(SKIRMISH_HITS[roll][column]))


def skirmish_hits(points: int) -> Weights[int]:
    full, rest = divmod(points, LAST_COLUMN_TOP)
    hits = skirmish_throw(rest) if rest else certain(0)
    for _ in range(full):
        hits = both(hits, skirmish_throw(LAST_COLUMN_TOP), lambda left, right: left + right)
    return hits


def skirmish(x: Inputs) -> Weights[Outcome]:
    need = 1 + (x["target"] == "deployed-guns") + COVER_RANK[x["cover"]]
    return relabel(skirmish_hits(x["points"]), lambda hits: (hits, hits // need))


# small arms and artillery

def small_arms(x: Inputs) -> Weights[int]:
    halves = (COVER_RANK[x["cover"]] + x["deployed_guns"] + 2 * x["charging_cavalry"]
              + x["disordered"])
    doubled = x["cv"] * {"line": 4, "column": 2, "square": 1, "building": 2}[x["formation"]]
    factor = -(-doubled // 2 ** (halves + 1))
    sure, rest = divmod(factor, 6)
    return relabel(die(), lambda face: sure + (face <= rest))


def artillery(x: Inputs) -> Weights[int]:
    modifier = ({"medium": 0, "light": -2, "heavy": 2}[x["weight"]]
                + {"effective": 0, "close": 2, "long": -2}[x["range"]]
                + {"line": 0, "column": 1, "square": 2, "deployed-guns": -3,
                   "limbered-guns": 1}[x["target"]]
                - 2 * COVER_RANK[x["cover"]] - 2 * x["disordered"])
    return relabel(die(), lambda face: sum(face + modifier >= least for least in (4, 7, 10)))


# melee

SIDE_INPUTS: tuple[Input, ...] = (
    word("kind", "infantry|cavalry|foot-guns|horse-guns"), word("leader", LEADERS),
    *flags("vs_disordered", "vs_flank"), word("charge", "none|light|medium|heavy"),
    number("units", 1, 12, 1), *flags("lance", "square"),
    word("garrison", "none|light|heavy"), *flags("fortified", "obstacle"),
)
LOSSES = {
    (False, "infantry"): "2 retreat-6, 3 retreat-6, 4 broken",
    (False, "cavalry"): "1 retreat-12, 2 retreat-12, 3 retreat-12",
    (False, "foot-guns"): "2 retreat-6, 3 broken, 4 guns-lost",
    (False, "horse-guns"): "2 retreat-12, 3 broken, 4 broken",
    (True, "infantry"): "3 broken, 5 broken, 7 broken",
    (True, "cavalry"): "2 retreat-12, 3 retreat-12, 4 broken",
    (True, "foot-guns"): "5 broken, 7 guns-lost, 9 guns-lost",
    (True, "horse-guns"): "4 retreat-12, 6 broken, 8 guns-lost",
}
"""By whether the winner is cavalry and by the loser's kind: the three margins."""


def in_square(x: Inputs) -> bool:
    return x["kind"] == "infantry" and x["square"]


def mounted_bonus(own: Inputs, enemy: Inputs) -> int:
    if own["kind"] != "cavalry" or in_square(enemy):
        return 0
    return ({"none": 0, "light": 0, "medium": 1, "heavy": 2}[own["charge"]]
            + (own["lance"] and enemy["kind"] == "infantry"))


def foot_bonus(own: Inputs, enemy: Inputs) -> int:
    if own["kind"] != "infantry":
        return 0
    return (3 * in_square(enemy) + 5 * (own["square"] and enemy["kind"] == "cavalry")
            + {"none": 0, "light": 1, "heavy": 3}[own["garrison"]]
            + (own["fortified"] and own["garrison"] != "none"))


def obstacle_bonus(own: Inputs, enemy: Inputs) -> int:
    if not own["obstacle"] or own["kind"] == "cavalry":
        return 0
    return {"infantry": 1, "cavalry": 3}.get(enemy["kind"], 0)


def melee_modifier(own: Inputs, enemy: Inputs) -> int:
    numbers = min(4, own["units"] // enemy["units"])
    return (LEADER_BONUS[own["leader"]] + 3 * own["vs_disordered"] + 3 * own["vs_flank"]
            + max(0, numbers - 1) + mounted_bonus(own, enemy) + foot_bonus(own, enemy)
            + obstacle_bonus(own, enemy))


def loss(winner_kind: str, loser_kind: str, margin: int) -> tuple[int, str]:
    cells = LOSSES[winner_kind == "cavalry", loser_kind].split(", ")
    lost, effect = cells[min(2, (margin - 1) // 3)].split()
    return int(lost), effect


def melee(x: Inputs) -> Weights[Outcome]:
    a, d = side("a_", x), side("d_", x)
    lead = melee_modifier(a, d) - melee_modifier(d, a)

    def outcome(a_face: int, d_face: int) -> Outcome:
        margin = lead + a_face - d_face
        if margin == 0:
            return "level", 0, "fight-again"
        if margin > 0:
            return "attacker", *loss(a["kind"], d["kind"], margin)
        return "defender", *loss(d["kind"], a["kind"], -margin)

    return both(die(), die(), outcome)


# leader, morale, obstacle

def mortality(name: str, dying_faces: int) -> Weights[Outcome]:
    return relabel(die(), lambda face: (name, "dies" if face <= dying_faces else "out"))


WOUNDS: dict[int, Weights[Outcome]] = {
    2: certain(("none", "unhurt")),
    3: certain(("knocked-down", "next-turn")),
    4: relabel(die(), lambda face: ("light", f"out-{(face + 1) // 2}")),
    5: relabel(die(), lambda face: ("moderate", f"out-{face}")),
    6: relabel(die(), lambda face: ("moderate", f"out-{face}")),
    7: certain(("wounded", "out")),
    8: mortality("bad", 2),
    9: mortality("bad", 2),
    10: mortality("severe", 4),
    11: certain(("mortal", "dies")),
    12: certain(("killed", "dies")),
}


def leader(x: Inputs) -> Weights[Outcome]:
    pairs = both(die(), die(), lambda first, second: (first, second))

    def outcome(pair: tuple[int, int]) -> Weights[Outcome]:
        if x["losing_melee"] and pair[0] == pair[1]:
            return certain(("captured", "captured"))
        return WOUNDS[sum(pair)]

    return chain(pairs, outcome)


MORALE_LADDER = ("broken", "retire-4", "retire-3", "retire-2", "retire-1", "disorder", "carry-on")
WORST_STEP = {"none": 0, "retire2": 3, "disorder": 5}


def morale(x: Inputs) -> Weights[str]:
    modifier = (QUALITY_RANK[x["quality"]] + LEADER_BONUS[x["leader"]]
                - {"steady": 0, "shaken": 3, "spent": 6}[x["state"]])
    worst = WORST_STEP[x["cap"]]
    return relabel(total(2), lambda roll: MORALE_LADDER[max(worst, min(6, roll + modifier))])


def obstacle(x: Inputs) -> Weights[str]:
    bad = 4 if x["mounted"] else 2
    return relabel(die(), lambda face: "disordered" if face <= bad else "ordered")


# a charge as a whole

RUSH_INPUTS: tuple[Input, ...] = (
    word("kind", "infantry|cavalry|foot-guns|horse-guns"), word("leader", LEADERS),
    *flags("vs_disordered", "vs_flank"), word("charge", "none|light|medium|heavy"),
    number("units", 1, 12, 1), *flags("lance", "fortified", "obstacle"), QUALITY,
    number("cv", 1, 10, 6), number("cv_lost", 0, 10, 0), flag("disordered"),
)
CHARGE_INPUTS: tuple[Input, ...] = (
    *prefixed("a_", RUSH_INPUTS), *prefixed("d_", RUSH_INPUTS),
    word("a_formation", "line|column"), word("a_cover", "none|light|heavy"),
    word("a_way", "open|chance|certain"),
    word("d_formation", "line|column|square|building"), word("d_cover", "none|light|heavy"),
    *flags("d_fires", "d_unanchored"), word("d_weight", "medium|light|heavy"),
    word("d_reaction", "stand|square|face|counter"), word("d_change", "none|5|12|far"),
)


def tested(own: Inputs, column: bool, lost: int, disordered: bool, flank: bool = False,
           change: str = "none") -> Weights[str]:
    return ved({"quality": own["quality"], "leader": own["leader"],
                "column": own["kind"] == "infantry" and column, "cv_lost": own["cv_lost"] + lost,
                "disordered": own["disordered"] or disordered, "flank": flank, "change": change})


def clash(x: Inputs, reaction: str, square: bool, lost: int, a_shaken: bool, d_shaken: bool,
          halted: bool) -> Weights[Outcome]:
    """The melee, from what came of the steps before it."""
    a, d = dict(side("a_", x)), dict(side("d_", x))
    changed = reaction == "done" and x["d_reaction"] != "counter"
    counters = x["d_reaction"] == "counter" and not halted
    ridden = (x["d_unanchored"] and a["kind"] == "cavalry" and d["kind"] == "infantry"
              and x["d_formation"] == "line" and not square)
    a["vs_disordered"] |= d_shaken or ridden or (d["kind"] == "cavalry" and not counters)
    a["vs_flank"] &= not changed
    d["vs_disordered"] |= counters and a_shaken
    d["charge"] = "none" if halted else d["charge"]
    a |= {"square": False, "garrison": "none"}
    d |= {"square": square, "garrison": x["d_cover"] if x["d_formation"] == "building" else "none"}
    fought = melee({"a_" + key: value for key, value in a.items()}
                   | {"d_" + key: value for key, value in d.items()})
    return relabel(fought, lambda end: (
        reaction, "contact", end[0], end[2],
        min(a["cv"], lost + (end[1] if end[0] == "defender" else 0)),
        min(d["cv"], end[1] if end[0] == "attacker" else 0)))


def stand_up(x: Inputs, reaction: str, square: bool, lost: int, a_shaken: bool,
             d_shaken: bool) -> Weights[Outcome]:
    """From the test of the charger on."""
    a, d = side("a_", x), side("d_", x)
    column = x["d_formation"] == "column"

    def after_target(result: str) -> Weights[Outcome]:
        failed, counter = result == "fail", x["d_reaction"] == "counter"
        return clash(x, reaction, square, lost, a_shaken, d_shaken or failed, failed and counter)

    def after_charger(result: str) -> Weights[Outcome]:
        if result == "fail":
            return certain((reaction, "halted", "none", "none", lost, 0))
        if x["d_reaction"] in ("stand", "counter"):
            return chain(tested(d, column, 0, d_shaken), after_target)
        return clash(x, reaction, square, lost, a_shaken, d_shaken, False)

    return chain(tested(a, x["a_formation"] == "column", lost, a_shaken), after_charger)


def under_fire(x: Inputs, reaction: str, square: bool, a_shaken: bool,
               d_shaken: bool) -> Weights[Outcome]:
    a, d = side("a_", x), side("d_", x)
    shots: Weights[int] = certain(0)
    if x["d_fires"] and d["kind"] == "infantry":
        shots = small_arms({"cv": d["cv"], "formation": "square" if square else x["d_formation"],
                            "cover": x["a_cover"], "deployed_guns": False,
                            "charging_cavalry": a["kind"] == "cavalry",
                            "disordered": d["disordered"] or d_shaken})
    elif x["d_fires"] and d["kind"] != "cavalry":
        shots = artillery({"weight": x["d_weight"], "range": "close",
                           "target": x["a_formation"], "cover": x["a_cover"],
                           "disordered": d["disordered"] or d_shaken})

    def after(hits: int) -> Weights[Outcome]:
        if hits >= a["cv"]:
            return certain((reaction, "shot", "none", "none", a["cv"], 0))
        return stand_up(x, reaction, square, hits, a_shaken, d_shaken)

    return chain(shots, after)


def charge(x: Inputs) -> Weights[Outcome]:
    a, d = side("a_", x), side("d_", x)
    foot, tries = d["kind"] == "infantry", x["d_reaction"] in ("square", "face")
    was_square = foot and x["d_formation"] == "square"
    ways: Weights[str] = certain("disordered" if x["a_way"] == "certain" else "ordered")
    if x["a_way"] == "chance":
        ways = obstacle({"mounted": a["kind"] == "cavalry"})

    def after_reaction(result: str) -> Weights[Outcome]:
        square = was_square or (foot and result == "done" and x["d_reaction"] == "square")
        return chain(ways, lambda way: under_fire(x, result, square, way == "disordered",
                                                  result == "failed"))

    if not tries:
        return after_reaction("done" if x["d_reaction"] == "counter" else "none")
    test = tested(d, x["d_formation"] == "column", 0, False, x["a_vs_flank"], x["d_change"])
    return chain(relabel(test, lambda result: "done" if result == "pass" else "failed"),
                 after_reaction)


CHARTS: Sheet = {
    "order": single(ORDER_INPUTS, order),
    "ved": single(VED_INPUTS, ved),
    "skirmish": Chart((number("points", 1, 100, 5), word("target", "formed|limbered|deployed-guns"),
                       COVER), ("hits", "cv_lost"), skirmish),
    "small-arms": single((number("cv", 1, 10, 6), word("formation", "line|column|square|building"),
                          COVER, *flags("deployed_guns", "charging_cavalry", "disordered")),
                         small_arms),
    "artillery": single((word("weight", "medium|light|heavy"),
                         word("range", "effective|close|long"),
                         word("target", "line|column|square|deployed-guns|limbered-guns"),
                         COVER, flag("disordered")), artillery),
    "melee": Chart(prefixed("a_", SIDE_INPUTS) + prefixed("d_", SIDE_INPUTS),
                   ("winner", "cv_lost", "effect"), melee),
    "leader": Chart(flags("losing_melee"), ("wound", "fate"), leader),
    "morale": single((word("state", "steady|shaken|spent"), QUALITY,
                      word("leader", "normal|none|uninspiring|charismatic"),
                      word("cap", "none|retire2|disorder")), morale),
    "obstacle": single(flags("mounted"), obstacle),
    "charge": Chart(CHARGE_INPUTS, ("reaction", "charge", "winner", "effect", "a_lost", "d_lost"),
                    charge),
}

SHEETS: dict[str, Sheet] = {"march-attack": CHARTS}
