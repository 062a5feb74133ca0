#!/usr/bin/python3
"""Check the oracle itself, without Limber.

Plays most charts with every run of dice faces on small inputs, compares a few
values worked out by hand, and tries the largest inputs.  Prints TAP.
"""
from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from brute import esr, march_attack, napoleons_legacy, valour_fortitude
from brute.explore import Game, TooMany, brute_odds
from sampling import Given, all_extreme, few_keys, uniform, usual, valid
from sheets import SHEETS
from spec import Chart, Input
from tap import Tap

SAMPLES = 40
GAMES: dict[str, dict[str, Game]] = {
    "napoleons-legacy": napoleons_legacy.GAMES, "esr-50": esr.games(6), "esr-75": esr.games(4),
    "march-attack": march_attack.GAMES, "valour-fortitude": valour_fortitude.GAMES,
}

HAND_WORKED: tuple[tuple[str, str, Given, tuple[Any, ...], str], ...] = (
    ("napoleons-legacy", "command", {}, ("obeyed",), "21/36"),
    ("napoleons-legacy", "command", {}, ("blunder",), "1/36"),
    ("napoleons-legacy", "command", {"cv": 12, "senior": 12}, ("obeyed",), "35/36"),
    ("napoleons-legacy", "ammo", {}, ("shot",), "1/3"),
    ("napoleons-legacy", "blunder", {}, (7, 0, 0), "1/6"),
    ("napoleons-legacy", "blunder", {}, (12, 2, 2), "1/44100"),
    ("napoleons-legacy", "blunder", {}, (12, 7, 11), "12/44100"),
    ("napoleons-legacy", "square", {"arc": "rear"}, ("failed",), "1/3"),
    ("napoleons-legacy", "passage", {}, ("both",), "1/9"),
    # One die that hits on 4: the hit fells no base of 3 and disorders on 5 or 6.
    ("napoleons-legacy", "fire", {"attacks": 1, "bases": 1}, (1, 0, "disordered", 0), "1/6"),
    ("napoleons-legacy", "fire", {"attacks": 1, "bases": 1}, (1, 0, "steady", 0), "1/3"),
    # Re-rolling a 1 makes 1/2 + 1/12.
    ("napoleons-legacy", "fire", {"attacks": 1, "bases": 1, "sharpshooters": True, "save": 4,
                                  "base_hits": 1, "target_bases": 1}, (1, 1, "destroyed", 0),
     "7/24"),
    # All of 144 dice in the open, and then 139 sixfold throws that must run past 20.
    ("napoleons-legacy", "fire", {"attacks": 6, "bases": 12, "mode": "canister-close",
                                  "disordered": True, "target_bases": 36, "base_hits": 6},
     (144, 24, "routed", 0), f"1/{2**144}"),
    # Three rows of 2 cm need a bounce of 5 or more; then one die for each.
    ("napoleons-legacy", "shot", {"attacks": 1, "rows": 3, "base_hits": 1, "target_bases": 3},
     (3, 3, "destroyed", 0), "5/48"),
    ("napoleons-legacy", "fear", {"bases": 1}, (1, "retreats", 6), "1/18"),
    ("napoleons-legacy", "fear", {"bases": 1, "grade": "veteran"}, (0, "stands", 0), "1"),
    # No hit by 2 dice and 1: 1/8; one hit each, both steady: 1/2 x 1/2 x 4/9.
    ("napoleons-legacy", "combat", {"a_attacks": 1, "a_bases": 1, "d_attacks": 1, "d_bases": 1},
     (0, 0, "draw", 0, "steady", "steady"), "17/72"),
    ("esr-50", "order", {}, ("success",), "21/36"),
    ("esr-50", "order", {}, ("delay-2",), "7/54"),
    ("esr-50", "order", {"action": True}, ("failure",), "15/36"),
    ("esr-50", "order", {"issuer": "A", "enemy": 9}, ("success",), "21/36"),
    ("esr-75", "order", {"issuer": "A", "enemy": 9}, ("success",), "30/36"),
    ("esr-50", "deploy", {}, (3,), "18/36"),
    ("esr-50", "score", {}, (7,), "1/6"),
    ("esr-50", "score", {"sections_12": 1, "sections_6_8": 1, "weather": True,
                         "intense_guns": True}, (5,), "1/36"),
    ("esr-50", "combat", {}, (0, "fight-again", 1, "fight-again", 1), "146/1296"),
    ("esr-50", "combat", {}, (-10, "removed", 1, "breakthrough", 0), "1/1296"),
    ("esr-50", "fate", {}, ("killed",), "1/216"),
    ("esr-50", "assess", {}, ("no-effect",), "1/6"),
    ("esr-50", "status", {"fatigue": 9}, ("broken",), "1"),
    ("esr-50", "status", {"fatigue": 8}, ("retreat",), "1"),
    ("march-attack", "order", {}, ("received",), "33/36"),
    ("march-attack", "ved", {}, ("pass",), "21/36"),
    ("march-attack", "skirmish", {}, (1, 1), "27/36"),
    # Four hits on 8 or more, five times.
    ("march-attack", "skirmish", {"points": 100}, (20, 20), f"{5**5}/{12**5}"),
    ("march-attack", "small-arms", {}, (2,), "1"),
    ("march-attack", "small-arms", {"cv": 10}, (4,), "1/3"),
    ("march-attack", "artillery", {}, (1,), "1/2"),
    ("march-attack", "melee", {}, ("attacker", 2, "retreat-6"), "1/3"),
    ("march-attack", "melee", {}, ("defender", 3, "retreat-6"), "1/12"),
    ("march-attack", "leader", {}, ("light", "out-2"), "1/36"),
    ("march-attack", "leader", {"losing_melee": True}, ("captured", "captured"), "1/6"),
    ("march-attack", "morale", {}, ("retire-2",), "1/36"),
    ("march-attack", "obstacle", {}, ("disordered",), "1/3"),
    ("valour-fortitude", "fire", {}, (3, "unshaken"), "1/8"),
    ("valour-fortitude", "fire", {"target_tenacity": 1, "value": 2}, (2, "shaken"), "1/6"),
    ("valour-fortitude", "melee", {"a_melee": 1, "d_melee": 1},
     (0, 0, "active", "unshaken", "unshaken"), "1/9"),
    ("valour-fortitude", "valour", {"tests": 20}, ("stands",), f"1/{2**20}"),
    ("valour-fortitude", "valour", {"stoic": True}, ("stands",), "7/12"),
    ("valour-fortitude", "fortitude", {"units": 5}, ("holds",), "2/3"),
    ("valour-fortitude", "activation", {"routed": True}, ("active",), "2/3"),
    ("valour-fortitude", "messenger", {"eligible": True}, ("arrives",), "5/6"),
    ("valour-fortitude", "rally", {"losses": 9}, (9,), f"1/{6**9}"),
    ("valour-fortitude", "square-contact", {}, ("retreats",), "1/3"),
)


def narrowed(entry: Input, limits: Mapping[str, int]) -> Input:
    if entry.key not in limits:
        return entry
    most = limits[entry.key]
    return replace(entry, values=[value for value in entry.values if value <= most],
                   default=min(entry.default, most))


def small_samples(chart: Chart, rng: Random) -> Iterator[Given]:
    """Valid inputs without end."""
    yield chart.defaults()
    while True:
        draw = rng.choice((few_keys, usual, uniform))
        yield chart.defaults() | valid(rng, chart, draw)


def difference(wanted: Mapping[Any, Fraction], found: Mapping[Any, Fraction]) -> str:
    outcome = next(key for key in wanted.keys() | found.keys()
                   if wanted.get(key, 0) != found.get(key, 0))
    return f"{outcome}: oracle {found.get(outcome, 0)}, every face {wanted.get(outcome, 0)}"


def played_out(sheet: str, name: str, game: Game) -> list[str]:
    """Problems of one chart on inputs whose runs can all be tried."""
    chart = SHEETS[sheet][name]
    small = replace(chart, inputs=tuple(narrowed(entry, game.limits) for entry in chart.inputs))
    compared = 0
    for inputs in small_samples(small, Random(f"{sheet}/{name}")):
        try:
            wanted = brute_odds(game.play, inputs)
        except TooMany:
            continue
        found = chart.odds(inputs)
        if found != wanted:
            return [f"{inputs}\n  {difference(wanted, found)}"]
        compared += 1
        if compared == (SAMPLES if chart.inputs else 1):
            return []
    return []


def hand_worked(sheet: str, name: str, given: Given, outcome: Any, chance: str) -> list[str]:
    chart = SHEETS[sheet][name]
    found = chart.odds(chart.defaults() | given).get(outcome, Fraction(0))
    return [] if found == Fraction(chance) else [f"{outcome}: oracle {found}, by hand {chance}"]


def largest(sheet: str, name: str) -> list[str]:
    """The odds sum to 1 with every range at its end."""
    chart = SHEETS[sheet][name]
    rng = Random(f"{sheet}/{name}")
    for _ in range(5):
        inputs = all_extreme(rng, chart, -1)
        found = chart.odds(inputs)
        if chart.refused(inputs) or sum(found.values()) != 1:
            return [f"{inputs}: refused, or the sum is not 1"]
    return []


def main() -> int:
    tap = Tap()
    for sheet, games in GAMES.items():
        for name, game in games.items():
            tap.result(f"every face of {sheet} {name}", played_out(sheet, name, game))
    for sheet, name, given, outcome, chance in HAND_WORKED:
        tap.result(f"by hand: {sheet} {name} {given} {outcome}",
                   hand_worked(sheet, name, given, outcome, chance))
    for sheet, charts in SHEETS.items():
        for name in charts:
            tap.result(f"largest inputs of {sheet} {name}", largest(sheet, name))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
