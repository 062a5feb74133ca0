"""Et sans résultat!, played out die by die."""
from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

from brute.explore import Game, Roll

X = Mapping[str, Any]


def rating(letter: str) -> int:
    return "CBA".find(letter) + 1 if letter in ("A", "B", "C") else 0


def order(third: int, x: X, roll: Roll) -> tuple[Any, ...]:
    """At 75 yards the lengths are 24, 12 and 6; `third` is a third of 18 or 12 inches."""
    t = sum(roll(2)) + rating(x["issuer"]) + rating(x["receiver"])
    if x["personal"] == "this":
        t += rating(x["issuer"])
    if x["personal"] == "another":
        t -= rating(x["issuer"])
    if x["double"]:
        t += rating(x["issuer"])
    if x["own_objective"]:
        t -= rating(x["issuer"])
    for key in ("vantage", "reserve_battery"):
        if x[key]:
            t += 2
    walked = x["distance"]
    while walked >= 6 * third:
        walked -= 6 * third
        t -= 1
    t -= x["fatigue"] + x["delay"]
    if x["enemy"] != "none" and 2 * x["enemy"] <= 3 * third:
        t -= 3
    elif x["enemy"] != "none" and x["enemy"] <= 3 * third:
        t -= 1
    if x["state"] == "reserved":
        t += 3
    if x["state"] == "retreating":
        t -= 2
    if x["state"] == "broken":
        t -= 3
    if t > 6:
        return ("success",)
    if t < 3 or x["action"]:
        return ("failure",)
    return ({1: "delay-1", 2: "delay-1", 3: "delay-2", 4: "delay-2",
             5: "delay-3", 6: "delay-3"}[roll(1)[0]],)


def nation(name: str, year: int) -> int:
    table = {
        "french-guard": dict.fromkeys(range(1792, 1816), 3),
        "french-line": {**dict.fromkeys(range(1804, 1809), 2),
                        **dict.fromkeys([1809, 1810, 1811, 1812, 1815], 1)},
        "french-ally": dict.fromkeys([*range(1806, 1813), 1815], 1),
        "austrian": dict.fromkeys(range(1792, 1806), -1),
        "russian": dict.fromkeys(range(1792, 1806), -1),
        "prussian": dict.fromkeys(range(1792, 1807), -2),
    }
    return table.get(name, {}).get(year, 0)


def deploy(x: X, roll: Roll) -> tuple[Any, ...]:
    t = sum(roll(2)) + rating(x["leader"]) + nation(x["nation"], x["year"])
    t -= x["fatigue"] + x["thirds"]
    if x["terrain"] == "rough":
        t -= 3
    if x["terrain"] == "dense":
        t -= 5
    for key, value in (("cavalry_only", 3), ("rush", 7), ("reserve", 5)):
        if x[key]:
            t += value
    if t >= 12:
        return (5,)
    if t >= 8:
        return (4,)
    return (3,) if t >= 4 else (2,)


def score(x: X, roll: Roll) -> tuple[Any, ...]:
    guns = Fraction(x["sections_6_8"] + x["sections_9"] * 2 + x["sections_12"] * 4
                    - x["artillery_fatigue"] * 4)
    if x["weather"]:
        guns *= Fraction(1, 2)
    if x["intense_guns"]:
        guns *= Fraction(3, 2)
    men = Fraction(x["rf1"] + x["rf2"] * 2 + x["rf3"] * 3 - x["infantry_fatigue"] * 3)
    if x["doctrine"] == "effective":
        men += x["line"] * 2 + x["light"] * 3 + x["irregular"] * 3
    else:
        men += x["line"] + x["light"] * 2 + x["irregular"]
    if x["intense_skirmish"]:
        men *= Fraction(3, 2)
    if x["vs_cavalry"]:
        men = Fraction(0)
    return (max(floor(guns), 0) + max(floor(men), 0) + sum(roll(2)),)


def fighting_value(x: X, me: str, foe: str) -> int:
    value = x[me + "tr"] + x[me + "cr"] + x[me + "shock"]
    for key in ("fortified", "engineers", "dense"):
        value += 1 if x[me + key] else 0
    for key in ("larger", "multiple"):
        value -= 1 if x[me + key] else 0
    if x[me + "rear"]:
        value -= 3
    elif x[me + "kind"] == "artillery" and x[me + "limbered"]:
        value -= 3
    if x[me + "broken"]:
        value -= 5
    step = {"c": 2, "i": 3, "a": 4}[x[foe + "kind"][0]]
    return value - x[me + "fatigue"] // step


def fight_result(x: X, me: str, foe: str, lead: int) -> tuple[str, int]:
    kind, enemy, supported = x[me + "kind"], x[foe + "kind"], x[me + "supported"]
    tired = 1 if kind == "cavalry" else 0
    if lead >= 4:
        return ("hold", 0) if kind == "infantry" and enemy == "cavalry" else ("breakthrough", 0)
    if lead >= 1:
        return "hold", tired
    if lead == 0 and kind == "artillery":
        return "retire", 1
    if lead == 0:
        return ("hold", 1) if enemy == "artillery" else ("fight-again", 1)
    if lead >= -3:
        return "retire", tired
    if lead >= -6 and kind == "cavalry":
        return "retire", 1
    if lead >= -6:
        return ("retire", 0) if supported else ("rout", 1)
    return ("rout", 1) if lead >= -9 else ("removed", 1)


def combat(x: X, roll: Roll) -> tuple[Any, ...]:
    a = sum(roll(2)) + fighting_value(x, "a_", "d_")
    d = sum(roll(2)) + fighting_value(x, "d_", "a_")
    return (a - d, *fight_result(x, "a_", "d_", a - d), *fight_result(x, "d_", "a_", d - a))


def fate(x: X, roll: Roll) -> tuple[Any, ...]:
    if x["traits"] == "wandered-off":
        return ("unharmed",)
    t = sum(roll(2))
    if x["personal"]:
        t -= 2
    if x["traits"] == "charmed":
        t += 1
    if x["traits"] == "date-with-death":
        t -= 1
    if t > 2:
        return ("unharmed",)
    names = {11: "invincible", 12: "invincible", 9: "minor", 10: "minor", 7: "stunned",
             8: "stunned", 5: "severe", 6: "severe"}
    return (names.get(sum(roll(2)), "killed"),)


def assess(x: X, roll: Roll) -> tuple[Any, ...]:
    t = sum(roll(2)) + rating(x["leader"])
    for key, value in (("outflanked", -3), ("brittle", -1), ("determined", 2),
                       ("stoic_defending", 1), ("enthusiastic_attacking", 1),
                       ("friend_retreating", -1), ("friend_broken", -3)):
        if x[key]:
            t += value
    t -= len(range(10, x["score"] + 1, 10)) + 2 * len(range(3, x["losses"] + 1, 3))
    t += x["friend_guns"] + x["friend_intense"] - x["fatigue"] - x["short"] - x["enfilade"]
    if x["status"] == "retreat":
        t -= 2
    elif x["status"] != "normal":
        t -= 4
    if x["place"] != "none":
        t += 2 if x["place"] == "city" else 1
    if t <= -10:
        return ("retreat",)
    if t <= -5:
        return ("fatigue-5",)
    if t <= -1:
        return ("fatigue-4",)
    if t <= 4:
        return ("fatigue-2",)
    return ("fatigue-1",) if t <= 9 else ("no-effect",)


def status(x: X, _roll: Roll) -> tuple[Any, ...]:
    if x["fatigue"] >= Fraction(3, 2) * x["deployed"]:
        return ("broken",)
    return ("retreat",) if x["fatigue"] >= x["deployed"] else ("normal",)


def games(third: int) -> dict[str, Game]:
    return {
        "order": Game(partial(order, third), {"fatigue": 3, "delay": 2}),
        "deploy": Game(deploy, {"fatigue": 5}),
        "score": Game(score),
        "combat": Game(combat),
        "fate": Game(fate),
        "assess": Game(assess, {"score": 60, "losses": 8, "fatigue": 3, "short": 2,
                                "enfilade": 2, "friend_guns": 4, "friend_intense": 4}),
        "status": Game(status, {"fatigue": 90}),
    }


SHEETS = {"esr-50": games(6), "esr-75": games(4)}
