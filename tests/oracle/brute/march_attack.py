"""March Attack, played out die by die."""
from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from brute.explore import Game, Roll

X = Mapping[str, Any]
GRADES = ("untrained", "militia", "conscript", "regular", "veteran", "elite", "guard")


def leader_rank(name: str) -> int:
    return 2 if name == "charismatic" else 1 if name == "normal" else 0


def order(x: X, roll: Roll) -> tuple[Any, ...]:
    t = sum(roll(2)) + ("terrible", "poor", "average", "good", "excellent").index(x["ability"]) - 1
    t += ("poor", "average", "good").index(x["staff"]) - 1
    if x["attached"]:
        t -= 2
    if x["uncommitted"]:
        t += 2
    if x["retire"] != "no":
        t -= 2 if x["retire"] == "unengaged" else 4
    if x["distance"] <= 2:
        t += 2
    walked = x["distance"]
    while walked >= 12:
        walked -= 12
        t -= 1
    return ("received",) if t >= 7 else ("refused",)


def ved(x: X, roll: Roll) -> tuple[Any, ...]:
    v = GRADES.index(x["quality"]) + 4 + leader_rank(x["leader"])
    if x["column"]:
        v += 2
    v -= [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5][x["cv_lost"]]
    if x["change"] == "5":
        v -= 2
    if x["change"] == "far":
        v += 2
    if x["disordered"]:
        v -= 2
    elif x["flank"] and x["change"] in ("5", "12", "far"):
        v -= 2
    return ("pass",) if sum(roll(2)) <= v else ("fail",)


# One string per column of two points, the cells for 2D6 of 2 to 12.
HITS = ("00000011111", "00001111112", "00111111222", "11111122222", "11112222223",
        "11222222333", "22222233333", "22223333334", "22333333444", "33333344444")


def skirmish(x: X, roll: Roll) -> tuple[Any, ...]:
    hits, points = 0, x["points"]
    while points > 0:
        group = min(points, 20)
        points -= group
        hits += int(HITS[ceil(group / 2) - 1][sum(roll(2)) - 2])
    need = 2 if x["target"] == "deployed-guns" else 1
    need += ["none", "light", "heavy"].index(x["cover"])
    return hits, hits // need


def small_arms(x: X, roll: Roll) -> tuple[Any, ...]:
    factor = Fraction(x["cv"])
    if x["formation"] == "line":
        factor *= 2
    if x["formation"] == "square":
        factor /= 2
    if x["cover"] != "none":
        factor /= 2 if x["cover"] == "light" else 4
    if x["deployed_guns"]:
        factor /= 2
    if x["charging_cavalry"]:
        factor /= 4
    if x["disordered"]:
        factor /= 2
    points, lost = ceil(factor), 0
    while points >= 6:
        points -= 6
        lost += 1
    if points and roll(1)[0] <= points:
        lost += 1
    return (lost,)


def artillery(x: X, roll: Roll) -> tuple[Any, ...]:
    t = roll(1)[0]
    for key, table in (("weight", {"light": -2, "heavy": 2}), ("range", {"close": 2, "long": -2}),
                       ("target", {"column": 1, "square": 2, "deployed-guns": -3,
                                   "limbered-guns": 1}), ("cover", {"light": -2, "heavy": -4})):
        t += table.get(x[key], 0)
    if x["disordered"]:
        t -= 2
    if t >= 10:
        return (3,)
    if t >= 7:
        return (2,)
    return (1,) if t >= 4 else (0,)


def strength(x: X, me: str, foe: str) -> int:
    kind, enemy = x[me + "kind"], x[foe + "kind"]
    value = leader_rank(x[me + "leader"])
    for key in ("vs_disordered", "vs_flank"):
        value += 3 if x[me + key] else 0
    against_square = enemy == "infantry" and x[foe + "square"]
    if kind == "cavalry" and not against_square:
        value += {"medium": 1, "heavy": 2}.get(x[me + "charge"], 0)
        if x[me + "lance"] and enemy == "infantry":
            value += 1
    for ratio in (2, 3, 4):
        if x[me + "units"] >= ratio * x[foe + "units"]:
            value += 1
    if kind == "infantry":
        if against_square:
            value += 3
        if x[me + "square"] and enemy == "cavalry":
            value += 5
        if x[me + "garrison"] != "none":
            value += 1 if x[me + "garrison"] == "light" else 3
            value += 1 if x[me + "fortified"] else 0
    if kind != "cavalry" and x[me + "obstacle"]:
        value += 1 if enemy == "infantry" else 3 if enemy == "cavalry" else 0
    return value


ON_FOOT = {
    "infantry": [(2, "retreat-6"), (3, "retreat-6"), (4, "broken")],
    "cavalry": [(1, "retreat-12"), (2, "retreat-12"), (3, "retreat-12")],
    "foot-guns": [(2, "retreat-6"), (3, "broken"), (4, "guns-lost")],
    "horse-guns": [(2, "retreat-12"), (3, "broken"), (4, "broken")],
}
MOUNTED = {
    "infantry": [(3, "broken"), (5, "broken"), (7, "broken")],
    "cavalry": [(2, "retreat-12"), (3, "retreat-12"), (4, "broken")],
    "foot-guns": [(5, "broken"), (7, "guns-lost"), (9, "guns-lost")],
    "horse-guns": [(4, "retreat-12"), (6, "broken"), (8, "guns-lost")],
}


def melee(x: X, roll: Roll) -> tuple[Any, ...]:
    a = roll(1)[0] + strength(x, "a_", "d_")
    d = roll(1)[0] + strength(x, "d_", "a_")
    if a == d:
        return "level", 0, "fight-again"
    winner, loser = ("a_", "d_") if a > d else ("d_", "a_")
    rows = (MOUNTED if x[winner + "kind"] == "cavalry" else ON_FOOT)[x[loser + "kind"]]
    gap = abs(a - d)
    cell = rows[0] if gap < 4 else rows[1] if gap < 7 else rows[2]
    return ("attacker" if winner == "a_" else "defender", *cell)


def leader(x: X, roll: Roll) -> tuple[Any, ...]:
    first, second = roll(2)
    if x["losing_melee"] and first == second:
        return "captured", "captured"
    wound = ("none", "knocked-down", "light", "moderate", "moderate", "wounded", "bad", "bad",
             "severe", "mortal", "killed")[first + second - 2]
    fixed = {"none": "unhurt", "knocked-down": "next-turn", "wounded": "out", "mortal": "dies",
             "killed": "dies"}
    if wound in fixed:
        return wound, fixed[wound]
    face = roll(1)[0]
    if wound == "light":
        return wound, "out-" + "112233"[face - 1]
    if wound == "moderate":
        return wound, f"out-{face}"
    return wound, "dies" if face <= (2 if wound == "bad" else 4) else "out"


def morale(x: X, roll: Roll) -> tuple[Any, ...]:
    t = sum(roll(2)) + GRADES.index(x["quality"]) - 3 + leader_rank(x["leader"])
    t -= 3 * ("steady", "shaken", "spent").index(x["state"])
    if t >= 6:
        return ("carry-on",)
    if t == 5 or x["cap"] == "disorder":
        return ("disorder",)
    if t <= 2 and x["cap"] == "retire2":
        return ("retire-2",)
    return ("broken",) if t <= 0 else (f"retire-{5 - t}",)


def obstacle(x: X, roll: Roll) -> tuple[Any, ...]:
    bad = (1, 2, 3, 4) if x["mounted"] else (1, 2)
    return ("disordered",) if roll(1)[0] in bad else ("ordered",)


def steady(x: X, me: str, roll: Roll, more: dict[str, Any]) -> bool:
    """A test of discipline of a side of a charge."""
    facts = {"quality": x[me + "quality"], "leader": x[me + "leader"], "flank": False,
             "column": x[me + "kind"] == "infantry" and x[me + "formation"] == "column",
             "cv_lost": x[me + "cv_lost"], "disordered": x[me + "disordered"], "change": "none"}
    facts.update(more)
    v = GRADES.index(facts["quality"]) + 4 + leader_rank(facts["leader"])
    v += (2 if facts["column"] else 0) - facts["cv_lost"] // 2
    v += {"5": -2, "far": 2}.get(facts["change"], 0)
    if facts["disordered"] or (facts["flank"] and facts["change"] != "none"):
        v -= 2
    return sum(roll(2)) <= v


def charge(x: X, roll: Roll) -> tuple[Any, ...]:
    y = dict(x)
    y["a_square"], y["a_garrison"] = False, "none"
    y["d_square"] = x["d_formation"] == "square"
    y["d_garrison"] = x["d_cover"] if x["d_formation"] == "building" else "none"
    reaction, d_bad = "none", False
    if x["d_reaction"] == "counter":
        reaction = "done"
    elif x["d_reaction"] != "stand":
        if steady(x, "d_", roll, {"flank": x["a_vs_flank"], "change": x["d_change"]}):
            reaction, y["a_vs_flank"] = "done", False
            if x["d_reaction"] == "square":
                y["d_square"] = True
        else:
            reaction, d_bad = "failed", True
    a_bad = x["a_way"] == "certain"
    if x["a_way"] == "chance":
        a_bad = roll(1)[0] <= (4 if x["a_kind"] == "cavalry" else 2)
    lost = 0
    if x["d_fires"] and x["d_kind"] == "infantry":
        lost = small_arms({"cv": x["d_cv"], "cover": x["a_cover"], "deployed_guns": False,
                           "formation": "square" if y["d_square"] else x["d_formation"],
                           "charging_cavalry": x["a_kind"] == "cavalry",
                           "disordered": x["d_disordered"] or d_bad}, roll)[0]
    elif x["d_fires"] and "guns" in x["d_kind"]:
        lost = artillery({"weight": x["d_weight"], "range": "close", "target": x["a_formation"],
                          "cover": x["a_cover"], "disordered": x["d_disordered"] or d_bad}, roll)[0]
    if lost >= x["a_cv"]:
        return reaction, "shot", "none", "none", x["a_cv"], 0
    if not steady(x, "a_", roll, {"cv_lost": x["a_cv_lost"] + lost,
                                  "disordered": x["a_disordered"] or a_bad}):
        return reaction, "halted", "none", "none", lost, 0
    charging = x["d_reaction"] == "counter"
    if x["d_reaction"] in ("stand", "counter") and not steady(
            x, "d_", roll, {"disordered": x["d_disordered"] or d_bad}):
        d_bad = True
        if charging:
            charging, y["d_charge"] = False, "none"
    square = x["d_kind"] == "infantry" and y["d_square"]
    if x["a_kind"] == "cavalry" and x["d_kind"] == "infantry" and x["d_formation"] == "line":
        d_bad = d_bad or (x["d_unanchored"] and not square)
    if d_bad or (x["d_kind"] == "cavalry" and not charging):
        y["a_vs_disordered"] = True
    if charging and a_bad:
        y["d_vs_disordered"] = True
    winner, cv, effect = melee(y, roll)
    a_lost = lost + (cv if winner == "defender" else 0)
    return (reaction, "contact", winner, effect, min(x["a_cv"], a_lost),
            min(x["d_cv"], cv if winner == "attacker" else 0))


GAMES = {
    "order": Game(order), "ved": Game(ved), "skirmish": Game(skirmish, {"points": 55}),
    "small-arms": Game(small_arms), "artillery": Game(artillery), "melee": Game(melee),
    "leader": Game(leader), "morale": Game(morale), "obstacle": Game(obstacle),
    "charge": Game(charge),
}

SHEETS = {"march-attack": GAMES}
