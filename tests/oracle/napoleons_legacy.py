"""Odds of the Napoleon's Legacy charts, reckoned from the sheet alone.

A die that hits and is then saved or not is one trial, so unsaved hits are
binomial; the losses, the disorder test and the retreat follow from their number.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dice import Weights, both, certain, chain, die, relabel, split, successes, total
from spec import (Chart, Input, Inputs, Outcome, Sheet, flag, flags, number, one_of, prefixed,
                  side, single, word)

COVERS = ("open|hedge|hill|wood|rough|forest|built-up|hasty-works|stone-wall|prepared-works")
TARGETS = "infantry|square|cavalry|artillery"
HARD = {"built-up", "stone-wall", "prepared-works"}
WORKS = {"hasty-works", "prepared-works"}
WOODS = {"wood", "forest"}
SAVES = (0, 2, 3, 4, 5, 6)
ROUT_BEYOND = 20
ARTILLERY_ROUT_BEYOND = 10
SQUARE_RETREAT = 20
WOODS_LIMIT = 10

TARGET_INPUTS: tuple[Input, ...] = (
    word("cover", COVERS), word("target", TARGETS), number("target_bases", 1, 36, 4),
    number("base_hits", 1, 6, 3), number("prior_hits", 0, 5, 0), one_of("save", SAVES),
    flag("disordered"),
)
CASUALTY_FIELDS = ("unsaved", "bases_lost", "state", "retreat")


def to_hit(cover: str, target: str) -> int:
    if cover == "open" or (cover == "hill" and target not in ("infantry", "square")):
        return 4
    return 6 if cover in HARD else 5


@dataclass(frozen=True)
class Unit:
    """A unit under attack, as it was before."""

    kind: str
    cover: str
    bases: int
    base_hits: int
    disordered: bool
    prior_hits: int = 0
    opportunity: bool = False

    def bases_lost(self, unsaved: int) -> int:
        return min(self.bases, (self.prior_hits + unsaved) // self.base_hits)

    def test_dice(self, unsaved: int) -> int:
        dice = max(0, unsaved - max(0, self.bases // 6 - 1))
        return min(dice, 1) if self.opportunity else dice


def unsaved_hits(dice: int, need: int, save: int, sharpshooters: bool = False) -> Weights[int]:
    """How many of the dice hit and are not cancelled."""
    hit, miss = split(die(sharpshooters), lambda face: face >= need)
    saved, kept = split(die(), lambda face: save != 0 and face >= save)
    return successes(dice, hit * kept, hit * saved + miss * (saved + kept))


def rout_beyond(kind: str) -> int:
    return ARTILLERY_ROUT_BEYOND if kind == "artillery" else ROUT_BEYOND


def fall_back(kind: str, cover: str, distance: int) -> tuple[str, int]:
    """State and retreat of a unit that rolled this distance."""
    if kind == "square":
        if distance < SQUARE_RETREAT:
            return "disordered", 0
        distance = SQUARE_RETREAT
    elif distance > rout_beyond(kind):
        return "routed", 0
    return "retreats", min(distance, WOODS_LIMIT) if cover in WOODS else distance


def retreat(kind: str, cover: str, dice: int) -> Weights[tuple[str, int]]:
    """Every distance beyond the longest retreat is alike, so the sum stops there."""
    return relabel(total(dice, ROUT_BEYOND + 1),
                   lambda distance: fall_back(kind, cover, distance))


def shock(unit: Unit, unsaved: int) -> Weights[tuple[str, int]]:
    """State and retreat of a unit that still has bases."""
    dice = unit.test_dice(unsaved)
    if dice == 0:
        return certain(("disordered" if unit.disordered else "steady", 0))
    if unit.disordered:
        return retreat(unit.kind, unit.cover, dice)
    safe_faces = 5 if unit.cover in WORKS else 4
    steady = safe_faces**dice
    return {("steady", 0): steady, ("disordered", 0): 6**dice - steady}


def aftermath(unit: Unit, unsaved: int) -> Weights[tuple[int, int, str, int]]:
    """Unsaved hits, bases lost, state and retreat."""
    lost = unit.bases_lost(unsaved)
    if lost == unit.bases:
        return certain((unsaved, lost, "destroyed", 0))
    return relabel(shock(unit, unsaved), lambda end: (unsaved, lost, *end))


def casualties(unit: Unit, unsaved: Weights[int]) -> Weights[tuple[int, int, str, int]]:
    return chain(unsaved, lambda hits: aftermath(unit, hits))


def target_unit(x: Inputs, opportunity: bool = False) -> Unit:
    return Unit(x["target"], x["cover"], x["target_bases"], x["base_hits"], x["disordered"],
                x["prior_hits"], opportunity)


def target_refused(x: Inputs) -> bool:
    return x["prior_hits"] >= x["base_hits"]


# command

COMMAND_INPUTS: tuple[Input, ...] = (
    number("cv", 1, 12, 7), number("senior", 0, 12, 0), number("order", 1, 3, 1),
    number("radii", 0, 12, 0), *flags("march_road", "dense", "disordered", "enemy_flank"),
    number("bases", 1, 99, 1), flag("loose"),
)


def command_value(x: Inputs) -> int:
    value = max(x["cv"], x["senior"]) - (x["order"] - 1)
    value -= 0 if x["march_road"] else x["radii"]
    return value - x["dense"] - x["disordered"] - x["enemy_flank"] - (x["bases"] > 18) - x["loose"]


def command(x: Inputs) -> Weights[str]:
    value = command_value(x)
    return relabel(total(2), lambda roll: "blunder" if roll == 12
                   else "obeyed" if roll <= value else "failed")


# fire and shot

FIRE_INPUTS: tuple[Input, ...] = (
    number("attacks", 1, 6, 2), number("bases", 1, 12, 4),
    word("mode", "normal|hasty|canister|canister-close|blast"), *flags("half", "flank"),
    number("skirmishers", 0, 6, 0), *flags("sharpshooters", "opportunity"), *TARGET_INPUTS,
)
SHOT_INPUTS: tuple[Input, ...] = (
    number("attacks", 1, 6, 3), number("bases", 1, 3, 1), *flags("half", "flank"),
    number("rows", 1, 6, 2), number("depth", 1, 12, 2), *TARGET_INPUTS,
)


def modified_dice(x: Inputs) -> int:
    return x["bases"] * (x["attacks"] + x["half"] + x["flank"])


def fire_dice(x: Inputs) -> int:
    if x["mode"] == "normal":
        return modified_dice(x) + x["skirmishers"]
    return x["bases"] * x["attacks"] * (2 if x["mode"] == "canister-close" else 1)


def fire(x: Inputs) -> Weights[Outcome]:
    hits = unsaved_hits(fire_dice(x), to_hit(x["cover"], x["target"]), x["save"],
                        x["sharpshooters"])
    return casualties(target_unit(x, x["opportunity"]), hits)


def shot(x: Inputs) -> Weights[Outcome]:
    need = to_hit(x["cover"], x["target"])
    reached = relabel(total(2), lambda bounce: min(x["rows"], -(-bounce // x["depth"])))
    hits = chain(reached, lambda rows: unsaved_hits(rows * modified_dice(x), need, x["save"]))
    return casualties(target_unit(x), hits)


# fear

FEAR_INPUTS: tuple[Input, ...] = (
    number("bases", 1, 12, 4), word("grade", "regular|raw|veteran"),
    *flags("disordered", "skirmish", "flank"), word("cover", COVERS), word("target", TARGETS),
)


def fear(x: Inputs) -> Weights[Outcome]:
    grade = {"regular": 0, "raw": 1, "veteran": -1}[x["grade"]]
    dice = max(0, x["bases"] + grade + x["disordered"] + 2 * x["skirmish"] + x["flank"])
    failing = 5 if to_hit(x["cover"], x["target"]) == 4 else 6

    def outcome(failures: int) -> Weights[Outcome]:
        if failures == 0:
            return certain((0, "stands", 0))
        return relabel(retreat(x["target"], x["cover"], failures), lambda end: (failures, *end))

    return chain(successes(dice, *split(die(), lambda face: face >= failing)), outcome)


# combat

GONE = {"destroyed", "routed"}


def two_sided(*inputs: Input) -> tuple[Input, ...]:
    """Each input for the attacker and at once for the defender."""
    return tuple(entry for one in inputs
                 for entry in prefixed("a_", (one,)) + prefixed("d_", (one,)))


COMBAT_INPUTS: tuple[Input, ...] = (
    *two_sided(number("attacks", 1, 6, 2), number("bases", 1, 12, 4), one_of("save", SAVES),
               number("base_hits", 1, 6, 3), number("support", 0, 6, 0), flag("disordered")),
    word("a_kind", "infantry|cavalry"), word("d_kind", TARGETS), word("cover", COVERS),
    word("flank", "none|attacker|defender"), flag("terror"),
)

Fate = tuple[int, int, str]


def fought(own: Inputs, cover: str, dice: int, need: int) -> Weights[Fate]:
    """Unsaved hits, bases lost and state of a side that is struck with these dice."""
    unit = Unit(own["kind"], cover, own["bases"], own["base_hits"], own["disordered"])
    return relabel(casualties(unit, unsaved_hits(dice, need, own["save"])), lambda end: end[:3])


def verdict(a_score: int, d_score: int, a_state: str, d_state: str) -> tuple[str, int]:
    """Who wins, and by how much."""
    if a_state in GONE or d_state in GONE:
        if a_state in GONE and d_state in GONE:
            return "draw", 0
        return ("defender" if a_state in GONE else "attacker"), 0
    if a_score == d_score:
        return "draw", 0
    return ("attacker" if a_score > d_score else "defender"), abs(a_score - d_score)


def beaten(kind: str, state: str, margin: int) -> str:
    """State of a side that lost on points."""
    if kind == "square":
        return "disordered" if state == "steady" else state
    return "routed" if margin > rout_beyond(kind) else state


def combat_end(a: Inputs, d: Inputs) -> Callable[[Fate, Fate], Outcome]:
    def outcome(a_fate: Fate, d_fate: Fate) -> Outcome:
        a_unsaved, a_lost, a_state = a_fate
        d_unsaved, d_lost, d_state = d_fate
        winner, margin = verdict(d_unsaved + a["support"], a_unsaved + d["support"],
                                 a_state, d_state)
        if margin and winner == "attacker":
            d_state = beaten(d["kind"], d_state, margin)
        elif margin:
            a_state = beaten(a["kind"], a_state, margin)
        return a_lost, d_lost, winner, margin, a_state, d_state

    return outcome


def combat_dice(x: Inputs) -> tuple[int, int]:
    """Dice of the attacker and of the defender."""
    a_dice = x["a_bases"] * (x["a_attacks"] + 1) - (x["flank"] == "attacker")
    per_base = max(0, x["d_attacks"] - x["d_disordered"] - x["terror"])
    return a_dice, max(0, x["d_bases"] * per_base - (x["flank"] == "defender"))


def combat(x: Inputs) -> Weights[Outcome]:
    a, d = side("a_", x), side("d_", x)
    a_dice, d_dice = combat_dice(x)
    riders_on_square = a["kind"] == "cavalry" and d["kind"] == "square"
    need = 6 if riders_on_square else to_hit(x["cover"], d["kind"])
    return both(fought(a, "open", d_dice, 4), fought(d, x["cover"], a_dice, need),
                combat_end(a, d))


# the small charts

def ammo(_x: Inputs) -> Weights[str]:
    return {"canister": 2, "shot": 2, "none": 2}


def blunder(_x: Inputs) -> Weights[Outcome]:
    again = {roll: weight for roll, weight in total(2).items() if roll != 12}
    twice = both(again, again, lambda second, third: (12, second, third))
    return chain(total(2), lambda roll: twice if roll == 12 else certain((roll, 0, 0)))


def square(x: Inputs) -> Weights[str]:
    failing = {"front": 0, "flank": 1, "rear": 2}[x["arc"]]
    return relabel(die(), lambda face: "failed" if face <= failing else "formed")


def passage(_x: Inputs) -> Weights[str]:
    names = {(False, False): "neither", (True, False): "first",
             (False, True): "second", (True, True): "both"}
    return both(die(), die(), lambda first, second: names[first >= 5, second >= 5])


CHARTS: Sheet = {
    "command": single(COMMAND_INPUTS, command),
    "fire": Chart(FIRE_INPUTS, CASUALTY_FIELDS, fire, target_refused),
    "shot": Chart(SHOT_INPUTS, CASUALTY_FIELDS, shot, target_refused),
    "ammo": single((), ammo),
    "fear": Chart(FEAR_INPUTS, ("failures", "state", "retreat"), fear),
    "combat": Chart(COMBAT_INPUTS, ("a_bases_lost", "d_bases_lost", "winner", "margin",
                                    "a_state", "d_state"), combat),
    "blunder": Chart((), ("blunder", "second", "third"), blunder),
    "square": single((word("arc", "front|flank|rear"),), square),
    "passage": single((), passage),
}

SHEETS: dict[str, Sheet] = {"napoleons-legacy": CHARTS}
