"""Valour & Fortitude, played out die by die."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brute.explore import Game, Roll

X = Mapping[str, Any]


def throw(roll: Roll, dice: int, need: int, modifier: int, again: bool) -> int:
    faces = list(roll(dice))
    if again:
        ones = [place for place, face in enumerate(faces) if face == 1]
        for place, face in zip(ones, roll(len(ones))):
            faces[place] = face
    good = 0
    for face in faces:
        if face == 6:
            good += 1
        elif face > 1 and face + modifier >= need:
            good += 1
    return good


def arm(formation: str) -> str:
    if formation in ("guns", "limbered"):
        return "artillery"
    return "cavalry" if formation.startswith("cavalry") else "infantry"


def marches(formation: str) -> bool:
    return formation in ("march", "cavalry-march", "limbered")


def test_valour(roll: Roll, before: int, tenacity: int, suffered: int, modifier: int,
                stoic: bool) -> str:
    markers, tests = before, 0
    for _ in range(suffered):
        if markers == tenacity:
            tests += 1
        else:
            markers += 1
    if throw(roll, tests, 4, modifier, stoic) < tests:
        return "routed"
    return "shaken" if markers == tenacity else "unshaken"


def fire_value(x: X) -> int:
    formation, dice = x["formation"], x["value"]
    if marches(formation):
        return 0
    if x["skirmish"] or formation in ("attack", "open-deep", "square") or (
            arm(formation) == "cavalry"):
        dice = dice // 2 or 1
    helpers = x["supports"] + x["canister_supports"] + x["canister_supports"]
    dice += helpers if helpers < 3 else 3
    dice += 1 if x["enfilade"] else 0
    if formation == "guns":
        dice += 1 if x["dense"] else 0
        dice += 2 if x["canister"] else 0
    return dice


def fire(x: X, roll: Roll) -> tuple[Any, ...]:
    formation = x["formation"]
    modifier = {"none": 0, "soft": -1, "hard": -2}[x["cover"]]
    modifier -= 1 if x["shaken"] else 0
    modifier -= 1 if x["rockets"] else 0
    modifier += 1 if x["heavy"] and formation == "guns" else 0
    losses = throw(roll, fire_value(x), 4, modifier, x["disciplined"] and formation == "line")
    if x["target_light"] and losses > 1:
        losses //= 2
    return losses, test_valour(roll, x["target_losses"], x["target_tenacity"], losses, 1,
                               x["target_stoic"])


def melee_value(x: X, me: str, foe: str) -> int:
    formation, kind = x[me + "formation"], arm(x[me + "formation"])
    value = 1 if marches(formation) else x[me + "melee"]
    bad_ground = any(x[who + key] for who in (me, foe) for key in ("odt", "rough"))
    if x[me + "outflanked"] or (kind != "infantry" and bad_ground):
        value = value // 2 or 1
    if formation == "line" and x[me + "fire"] and x[me + "visible"]:
        if not x[me + "militia"] and not x[foe + "odt"]:
            value += x[me + "fire"] // 2 or 1
    if formation == "attack" and x[foe + "odt"]:
        value += 1
    places = 3
    for count, size, worth in ((x[me + "canister_supports"], 2, 4), (x[me + "supports"], 1, 2),
                               (x[me + "open_supports"], 1, 1)):
        for _ in range(count):
            used = min(size, places)
            places -= used
            value += worth * used // size
    value += 1 if x[me + "brigade"] else 0
    value += 1 if x[me + "enfilade"] else 0
    if formation == "square":
        value += 1
    elif kind == "infantry" and x[me + "odt"]:
        value += 1
    if "open" in formation and not x[me + "cover"] and not x[me + "odt"]:
        value -= 1
    if formation == "guns":
        value += 2 if x[me + "canister"] else 0
        if marches(x[foe + "formation"]) or x[foe + "formation"] in ("attack", "square"):
            value += 1
    return value if value > 1 else 1


def melee_throw(x: X, roll: Roll, me: str, foe: str) -> int:
    formation = x[me + "formation"]
    modifier = 1 if x[me + "losses"] == 0 else 0
    if x[me + "losses"] == x[me + "tenacity"]:
        modifier -= 1
    if formation == "guns" and x[me + "heavy"]:
        modifier += 1
    again = (formation == "line" and x[me + "disciplined"]) or (
        formation == "attack" and x[me + "elan"])
    if arm(formation) == "cavalry" and x[me + "heavy_cavalry"]:
        again = again or not (x[foe + "cover"] or x[foe + "odt"])
    return throw(roll, melee_value(x, me, foe), 4, modifier, again)


def loser(x: X, roll: Roll, me: str, foe: str, suffered: int) -> str:
    kind, formation = arm(x[me + "formation"]), x[me + "formation"]
    walls = x["a_odt"] or x["d_odt"]
    if not walls:
        if kind == "artillery" or formation == "square":
            return "routed"
        if kind == "infantry" and (arm(x[foe + "formation"]) == "cavalry"
                                   or x[foe + "cavalry_support"]):
            return "routed"
    state = test_valour(roll, x[me + "losses"], x[me + "tenacity"], suffered, 0, x[me + "stoic"])
    if kind == "cavalry" and state != "routed" and not walls:
        return "retreats"
    return state


def melee(x: X, roll: Roll) -> tuple[Any, ...]:
    suffered = {"d_": melee_throw(x, roll, "a_", "d_"), "a_": melee_throw(x, roll, "d_", "a_")}
    winner, other = "a_", "d_"
    strong = {me: x[me + "cover"] or x[me + "odt"] or x[me + "uphill"] for me in suffered}
    if suffered["a_"] > suffered["d_"]:
        winner, other = "d_", "a_"
    elif suffered["a_"] == suffered["d_"] and strong["d_"] and not strong["a_"]:
        winner, other = "d_", "a_"
    full = x[winner + "losses"] + suffered[winner] >= x[winner + "tenacity"]
    states = {winner: "shaken" if full else "unshaken",
              other: loser(x, roll, other, winner, suffered[other])}
    return (suffered["a_"], suffered["d_"], {"a_": "active", "d_": "defender"}[winner],
            states["a_"], states["d_"])


def valour(x: X, roll: Roll) -> tuple[Any, ...]:
    passed = throw(roll, x["tests"], 4, 1 if x["fire_phase"] else 0, x["stoic"])
    return ("stands",) if passed == x["tests"] else ("routs",)


def fortitude(x: X, roll: Roll) -> tuple[Any, ...]:
    modifier = 1 if x["units"] > 4 else 0
    modifier += 1 if x["leader_near"] else 0
    modifier -= 1 if x["all_shaken"] else 0
    passed = throw(roll, x["tests"], 4, modifier, False)
    return ("holds",) if passed == x["tests"] else ("wavers",)


def activation(x: X, roll: Roll) -> tuple[Any, ...]:
    modifier = -[x["routed"], x["cautious"]].count(True)
    if x["first_near"] or throw(roll, 1, 2, modifier, False):
        return ("active",)
    return ("inactive",)


def messenger(x: X, roll: Roll) -> tuple[Any, ...]:
    return ("arrives",) if throw(roll, 1, 4, 2 if x["eligible"] else 0, False) else ("fails",)


def rally(x: X, roll: Roll) -> tuple[Any, ...]:
    return (throw(roll, x["losses"], 6, 1 if x["far"] else 0, False),)


def square_contact(x: X, roll: Roll) -> tuple[Any, ...]:
    names = ("retreats-loss", "retreats-loss", "retreats-loss", "retreats", "retreats", "fights",
             "fights", "fights")
    return (names[roll(1)[0] - 1 + (2 if x["all_shaken"] else 0)],)


NO_SUPPORT = {"supports": 0, "open_supports": 0, "canister_supports": 0}
SMALL_SIDE = {"melee": 1, "fire": 0, "tenacity": 3, **NO_SUPPORT}
GAMES = {
    "fire": Game(fire, {"value": 3, "target_tenacity": 3, **NO_SUPPORT}),
    "melee": Game(melee, {me + key: most for me in ("a_", "d_")
                          for key, most in SMALL_SIDE.items()}),
    "valour": Game(valour, {"tests": 5}),
    "fortitude": Game(fortitude, {"tests": 5}),
    "activation": Game(activation),
    "messenger": Game(messenger),
    "rally": Game(rally, {"losses": 6}),
    "square-contact": Game(square_contact),
}

SHEETS = {"valour-fortitude": GAMES}
