#!/usr/bin/python3
"""Check the oracle itself, without Limber.

Plays most charts with every run of dice faces on small inputs, counts dice on
inputs of any size, compares a few values worked out by hand, and tries the
largest inputs.  Prints TAP.
"""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import brute.esr
import brute.napoleons_legacy
import brute.valour_fortitude
import esr
import napoleons_legacy
import valour_fortitude
from brute.explore import Explorer, Game, TooMany
from sampling import Given, all_extreme, few_keys, uniform, usual, valid
from sheets import SHEETS, games
from spec import Chart, Input, Inputs, side

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

SAMPLES = 400
WORK = 250_000
COUNTS = 3000
LARGEST = 2
GAMES: dict[str, dict[str, Game]] = games()

Count = Callable[[Inputs], Any]
COUNTED: tuple[tuple[str, str, Count, Count], ...] = (
    ("napoleons-legacy", "fire", napoleons_legacy.fire_dice, brute.napoleons_legacy.fire_dice),
    ("napoleons-legacy", "combat", napoleons_legacy.combat_dice,
     brute.napoleons_legacy.combat_dice),
    ("esr-50", "deploy", lambda x: esr.nation_modifier(x["nation"], x["year"]),
     lambda x: brute.esr.nation(x["nation"], x["year"])),
    ("valour-fortitude", "fire", valour_fortitude.fire_dice, brute.valour_fortitude.fire_value),
    ("valour-fortitude", "melee",
     lambda x: valour_fortitude.melee_dice(side("a_", x), side("d_", x)),
     lambda x: brute.valour_fortitude.melee_value(x, "a_", "d_")),
)
"""Numbers reckoned before any die is rolled, here and there."""

REFUSALS: tuple[tuple[str, str, Given, bool], ...] = (
    ("napoleons-legacy", "fire", {"prior_hits": 2}, False),
    ("napoleons-legacy", "fire", {"prior_hits": 3}, True),
    ("napoleons-legacy", "shot", {"prior_hits": 1, "base_hits": 1}, True),
    ("valour-fortitude", "fire", {"target_losses": 4}, False),
    ("valour-fortitude", "fire", {"target_losses": 5}, True),
    ("valour-fortitude", "melee", {"a_losses": 4, "d_losses": 4}, False),
    ("valour-fortitude", "melee", {"a_losses": 5}, True),
    ("valour-fortitude", "melee", {"d_losses": 5}, True),
)

WEAK_DEFENDER: Given = {"a_bases": 5, "a_attacks": 2, "d_bases": 12, "d_base_hits": 6,
                        "d_attacks": 1, "terror": True}
HAND_WORKED: tuple[tuple[str, str, Given, tuple[Any, ...], str], ...] = (
    ("napoleons-legacy", "command", {}, ("obeyed",), "21/36"),
    ("napoleons-legacy", "command", {}, ("blunder",), "1/36"),
    ("napoleons-legacy", "command", {"cv": 12, "senior": 12}, ("obeyed",), "35/36"),
    ("napoleons-legacy", "command", {"bases": 18}, ("obeyed",), "21/36"),
    ("napoleons-legacy", "command", {"bases": 19}, ("obeyed",), "15/36"),
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
    # Four dice make 20 in 35 ways of 1296, more in another 35.
    ("napoleons-legacy", "fear", {}, (4, "retreats", 20), f"35/{18**4}"),
    ("napoleons-legacy", "fear", {}, (4, "routed", 0), f"35/{18**4}"),
    ("napoleons-legacy", "fear", {"target": "square"}, (4, "retreats", 20), f"70/{18**4}"),
    ("napoleons-legacy", "fear", {"target": "square", "cover": "wood"}, (4, "retreats", 10),
     f"70/{36**4}"),
    ("napoleons-legacy", "fear", {"bases": 1, "grade": "veteran"}, (0, "stands", 0), "1"),
    # No hit by 2 dice and 1: 1/8; one hit each, both steady: 1/2 x 1/2 x 4/9.
    ("napoleons-legacy", "combat", {"a_attacks": 1, "a_bases": 1, "d_attacks": 1, "d_bases": 1},
     (0, 0, "draw", 0, "steady", "steady"), "17/72"),
    # Fifteen dice all hit and none strikes back; 21 points are a rout, 20 are not.
    ("napoleons-legacy", "combat", {**WEAK_DEFENDER, "a_support": 6},
     (0, 2, "attacker", 21, "steady", "routed"), f"1/{2**15}"),
    ("napoleons-legacy", "combat", {**WEAK_DEFENDER, "a_support": 5},
     (0, 2, "attacker", 20, "steady", "steady"), f"{2**14}/{2**15 * 3**14}"),
    ("napoleons-legacy", "combat", {**WEAK_DEFENDER, "a_attacks": 1, "d_kind": "artillery"},
     (0, 1, "attacker", 10, "steady", "steady"), f"{2**9}/{2**10 * 3**9}"),
    ("napoleons-legacy", "combat", {**WEAK_DEFENDER, "a_attacks": 1, "d_kind": "artillery",
                                    "a_support": 1},
     (0, 1, "attacker", 11, "steady", "routed"), f"1/{2**10}"),
    ("esr-50", "order", {}, ("success",), "21/36"),
    ("esr-50", "order", {"enemy": 18}, ("success",), "15/36"),
    ("esr-50", "order", {"enemy": Decimal("18.1")}, ("success",), "21/36"),
    ("esr-50", "order", {"enemy": 9}, ("success",), "6/36"),
    ("esr-50", "order", {"enemy": Decimal("9.1")}, ("success",), "15/36"),
    ("esr-75", "order", {"enemy": 12}, ("success",), "15/36"),
    ("esr-75", "order", {"enemy": Decimal("12.1")}, ("success",), "21/36"),
    ("esr-75", "order", {"enemy": 6}, ("success",), "6/36"),
    ("esr-75", "order", {"enemy": Decimal("6.1")}, ("success",), "15/36"),
    ("esr-50", "order", {"distance": 36}, ("success",), "15/36"),
    ("esr-75", "order", {"distance": Decimal("23.9")}, ("success",), "21/36"),
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
    ("march-attack", "order", {"distance": 2}, ("received",), "33/36"),
    ("march-attack", "order", {"distance": Decimal("2.1")}, ("received",), "26/36"),
    ("march-attack", "ved", {}, ("pass",), "21/36"),
    ("march-attack", "skirmish", {}, (1, 1), "27/36"),
    # Four hits on 8 or more, five times.
    ("march-attack", "skirmish", {"points": 100}, (20, 20), f"{5**5}/{12**5}"),
    ("march-attack", "small-arms", {}, (2,), "1"),
    ("march-attack", "small-arms", {"cv": 10}, (4,), "1/3"),
    ("march-attack", "artillery", {}, (1,), "1/2"),
    ("march-attack", "artillery", {"weight": "heavy", "range": "close", "target": "square"},
     (3,), "1/2"),
    ("march-attack", "melee", {}, ("attacker", 2, "retreat-6"), "1/3"),
    ("march-attack", "melee", {}, ("defender", 3, "retreat-6"), "1/12"),
    ("march-attack", "leader", {}, ("light", "out-2"), "1/36"),
    ("march-attack", "leader", {"losing_melee": True}, ("captured", "captured"), "1/6"),
    ("march-attack", "morale", {}, ("retire-2",), "1/36"),
    ("march-attack", "obstacle", {}, ("disordered",), "1/3"),
    ("valour-fortitude", "fire", {}, (3, "unshaken"), "1/8"),
    ("valour-fortitude", "fire", {"target_tenacity": 1, "value": 2}, (2, "shaken"), "1/6"),
    ("valour-fortitude", "fire", {"value": 1, "formation": "guns", "heavy": True, "cover": "hard"},
     (1, "unshaken"), "1/3"),
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
    explorer, compared = Explorer(game.play), 0
    for inputs in small_samples(small, Random(f"{sheet}/{name}")):
        try:
            wanted = explorer.odds(inputs)
        except TooMany:
            continue
        found = chart.odds(inputs)
        if found != wanted:
            return [f"{inputs}\n  {difference(wanted, found)}"]
        compared += 1
        if compared == SAMPLES or explorer.work > WORK or not chart.inputs:
            break
    return []


def counted(sheet: str, name: str, here: Count, there: Count) -> list[str]:
    chart, rng = SHEETS[sheet][name], Random(f"{sheet}/{name}")
    for number in range(COUNTS):
        draw = (few_keys, usual, uniform)[number % 3]
        inputs = chart.defaults() | valid(rng, chart, draw)
        if here(inputs) != there(inputs):
            return [f"{inputs}\n  oracle {here(inputs)}, played out {there(inputs)}"]
    return []


def refusal(sheet: str, name: str, given: Given, wanted: bool) -> list[str]:
    chart = SHEETS[sheet][name]
    found = chart.refused(chart.defaults() | given)
    return [] if found == wanted else [f"refused: {found}"]


def hand_worked(sheet: str, name: str, given: Given, outcome: Any, chance: str) -> list[str]:
    chart = SHEETS[sheet][name]
    found = chart.odds(chart.defaults() | given).get(outcome, Fraction(0))
    return [] if found == Fraction(chance) else [f"{outcome}: oracle {found}, by hand {chance}"]


def largest(sheet: str, name: str) -> list[str]:
    """The odds sum to 1 with every range at its end."""
    chart = SHEETS[sheet][name]
    rng = Random(f"{sheet}/{name}")
    for _ in range(LARGEST):
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
    for sheet, name, here, there in COUNTED:
        tap.result(f"counts of {sheet} {name}", counted(sheet, name, here, there))
    for sheet, name, given, wanted in REFUSALS:
        tap.result(f"refusal: {sheet} {name} {given} {wanted}",
                   refusal(sheet, name, given, wanted))
    for sheet, name, given, outcome, chance in HAND_WORKED:
        tap.result(f"by hand: {sheet} {name} {given} {outcome}",
                   hand_worked(sheet, name, given, outcome, chance))
    for sheet, charts in SHEETS.items():
        for name in charts:
            tap.result(f"largest inputs of {sheet} {name}", largest(sheet, name))
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
