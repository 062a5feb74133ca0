"""Napoleon's Legacy, played out die by die."""
from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from brute.explore import Game, Roll

X = Mapping[str, Any]
NUMBER_TO_HIT = {
    "open": 4, "hedge": 5, "wood": 5, "rough": 5, "forest": 5, "hasty-works": 5,
    "built-up": 6, "stone-wall": 6, "prepared-works": 6,
}


def hit_number(cover: str, kind: str) -> int:
    if cover == "hill":
        cover = "hedge" if kind in {"infantry", "square"} else "open"
    return NUMBER_TO_HIT[cover]


def throw_hits(roll: Roll, dice: int, need: int, sharp: bool) -> int:
    faces = list(roll(dice))
    if sharp:
        ones = faces.count(1)
        faces = [face for face in faces if face != 1] + list(roll(ones))
    return len([face for face in faces if face >= need])


def throw_saves(roll: Roll, hits: int, save: int) -> int:
    if save == 0:
        return hits
    return hits - len([face for face in roll(hits) if face >= save])


def go_back(kind: str, cover: str, distance: int) -> tuple[str, int]:
    if kind == "square" and distance < 20:
        return "disordered", 0
    if kind == "artillery" and distance > 10:
        return "routed", 0
    if kind in ("infantry", "cavalry") and distance > 20:
        return "routed", 0
    if distance > 20:
        distance = 20
    if distance > 10 and (cover == "wood" or cover == "forest"):
        distance = 10
    return "retreats", distance


def suffer(roll: Roll, u: int, kind: str, cover: str, bases: int, value: int, prior: int,
           disordered: bool, opportunity: bool) -> tuple[int, str, int]:
    lost, hits = 0, prior + u
    while hits >= value and lost < bases:
        hits -= value
        lost += 1
    if lost == bases:
        return lost, "destroyed", 0
    dice = u
    spare = bases - 12
    while spare >= 0 and dice > 0:
        dice -= 1
        spare -= 6
    if opportunity and dice > 1:
        dice = 1
    if dice == 0:
        return lost, ("disordered" if disordered else "steady"), 0
    faces = roll(dice)
    if disordered:
        return (lost, *go_back(kind, cover, sum(faces)))
    bad = 6 if cover.endswith("-works") else 5
    return lost, ("disordered" if max(faces) >= bad else "steady"), 0


def casualties(x: X, roll: Roll, dice: int, sharp: bool, opportunity: bool) -> tuple[Any, ...]:
    hits = throw_hits(roll, dice, hit_number(x["cover"], x["target"]), sharp)
    u = throw_saves(roll, hits, x["save"])
    return (u, *suffer(roll, u, x["target"], x["cover"], x["target_bases"], x["base_hits"],
                       x["prior_hits"], x["disordered"], opportunity))


def fire_dice(x: X) -> int:
    dice = 0
    for _ in range(x["bases"]):
        dice += x["attacks"]
        if x["mode"] == "canister-close":
            dice += x["attacks"]
        if x["mode"] == "normal":
            dice += [x["half"], x["flank"]].count(True)
    if x["mode"] == "normal":
        dice += x["skirmishers"]
    return dice


def fire(x: X, roll: Roll) -> tuple[Any, ...]:
    return casualties(x, roll, fire_dice(x), x["sharpshooters"], x["opportunity"])


def shot(x: X, roll: Roll) -> tuple[Any, ...]:
    reached = min(x["rows"], ceil(sum(roll(2)) / x["depth"]))
    per_base = x["attacks"] + [x["half"], x["flank"]].count(True)
    return casualties(x, roll, reached * x["bases"] * per_base, False, False)


def command(x: X, roll: Roll) -> tuple[Any, ...]:
    value = x["senior"] if x["senior"] > x["cv"] else x["cv"]
    value -= {1: 0, 2: 1, 3: 2}[x["order"]]
    if not x["march_road"]:
        value -= x["radii"]
    for key in ("dense", "disordered", "enemy_flank", "loose"):
        if x[key]:
            value -= 1
    if x["bases"] >= 19:
        value -= 1
    first, second = roll(2)
    if (first, second) == (6, 6):
        return ("blunder",)
    return ("obeyed",) if first + second <= value else ("failed",)


def ammo(_x: X, roll: Roll) -> tuple[Any, ...]:
    return (("canister", "canister", "shot", "shot", "none", "none")[roll(1)[0] - 1],)


def fear(x: X, roll: Roll) -> tuple[Any, ...]:
    dice = x["bases"]
    if x["grade"] == "raw":
        dice += 1
    if x["grade"] == "veteran":
        dice -= 1
    if x["disordered"]:
        dice += 1
    if x["skirmish"]:
        dice += 2
    if x["flank"]:
        dice += 1
    faces = roll(dice)
    failures = faces.count(6)
    if hit_number(x["cover"], x["target"]) == 4:
        failures += faces.count(5)
    if failures == 0:
        return 0, "stands", 0
    return (failures, *go_back(x["target"], x["cover"], sum(roll(failures))))


def combat_dice(x: X) -> tuple[int, int]:
    attacker = x["a_bases"] * x["a_attacks"] + x["a_bases"]
    defender = 0
    for _ in range(x["d_bases"]):
        base = x["d_attacks"]
        base -= 1 if x["d_disordered"] else 0
        base -= 1 if x["terror"] else 0
        defender += max(base, 0)
    if x["flank"] == "attacker":
        attacker -= 1
    if x["flank"] == "defender" and defender > 0:
        defender -= 1
    return attacker, defender


def combat(x: X, roll: Roll) -> tuple[Any, ...]:
    a_dice, d_dice = combat_dice(x)
    need = hit_number(x["cover"], x["d_kind"])
    if x["a_kind"] == "cavalry" and x["d_kind"] == "square":
        need = 6
    u_d = throw_saves(roll, throw_hits(roll, a_dice, need, False), x["d_save"])
    u_a = throw_saves(roll, throw_hits(roll, d_dice, 4, False), x["a_save"])
    a_lost, a_state, _ = suffer(roll, u_a, x["a_kind"], "open", x["a_bases"], x["a_base_hits"],
                                0, x["a_disordered"], False)
    d_lost, d_state, _ = suffer(roll, u_d, x["d_kind"], x["cover"], x["d_bases"],
                                x["d_base_hits"], 0, x["d_disordered"], False)
    a_gone, d_gone = a_state in ("destroyed", "routed"), d_state in ("destroyed", "routed")
    if a_gone or d_gone:
        winner = "draw" if a_gone and d_gone else "attacker" if d_gone else "defender"
        return a_lost, d_lost, winner, 0, a_state, d_state
    lead = u_d + x["a_support"] - u_a - x["d_support"]
    if lead == 0:
        return a_lost, d_lost, "draw", 0, a_state, d_state
    if lead < 0:
        return a_lost, d_lost, "defender", -lead, "routed" if lead < -20 else a_state, d_state
    if x["d_kind"] == "square":
        d_state = "disordered" if d_state == "steady" else d_state
    elif lead > 20 or (lead > 10 and x["d_kind"] == "artillery"):
        d_state = "routed"
    return a_lost, d_lost, "attacker", lead, a_state, d_state


def square(x: X, roll: Roll) -> tuple[Any, ...]:
    if x["arc"] == "front":
        return ("formed",)
    failing = (1,) if x["arc"] == "flank" else (1, 2)
    return ("failed",) if roll(1)[0] in failing else ("formed",)


def passage(_x: X, roll: Roll) -> tuple[Any, ...]:
    mover, passed = (face in (5, 6) for face in roll(2))
    if mover and passed:
        return ("both",)
    return ("first",) if mover else ("second",) if passed else ("neither",)


SMALL_TARGET = {"target_bases": 14}
GAMES = {
    "command": Game(command, {"bases": 24}),
    "fire": Game(fire, {"attacks": 1, "bases": 2, "skirmishers": 1, **SMALL_TARGET}),
    "shot": Game(shot, {"attacks": 1, "bases": 1, "rows": 2, **SMALL_TARGET}),
    "ammo": Game(ammo),
    "fear": Game(fear, {"bases": 2}),
    "combat": Game(combat, {"a_attacks": 1, "d_attacks": 2, "a_bases": 1, "d_bases": 1,
                            "a_base_hits": 3, "d_base_hits": 3}),
    "square": Game(square),
    "passage": Game(passage),
}

SHEETS = {"napoleons-legacy": GAMES}
