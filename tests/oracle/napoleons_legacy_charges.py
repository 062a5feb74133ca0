"""Odds of the two charges of Napoleon's Legacy, reckoned from the steps of the sheet.

A charge is told as what is left to happen after each step; the fire, the fear
test and the fight are those of the other charts.
"""
from __future__ import annotations

from dataclasses import dataclass, replace

from dice import Weights, both, certain, chain, relabel, total
from napoleons_legacy import (COVERS, GONE, SAVES, TARGETS, Unit, beaten, casualties, fear, to_hit,
                              unsaved_hits, verdict)
from spec import Chart, Input, Inputs, Outcome, flag, number, one_of, word

RECOIL = 15
FIELDS = ("ending", "winner", "a_bases_lost", "d_bases_lost", "a_state", "d_state", "a_retreat",
          "d_retreat")
Hurt = tuple[int, int, str, int]


def charge_inputs(bases: int, most: int, dice: int) -> tuple[Input, ...]:
    def one_side(who: str) -> tuple[Input, ...]:
        return (number(f"{who}_bases", 1, bases, 4), number(f"{who}_total", 0, most, 0),
                number(f"{who}_fire", 0, dice, 2), number(f"{who}_attacks", 1, dice, 2),
                number(f"{who}_base_hits", 1, 6, 3), number(f"{who}_prior_hits", 0, 5, 0),
                one_of(f"{who}_save", SAVES), number(f"{who}_support", 0, 6, 0),
                flag(f"{who}_disordered"))

    return (*one_side("a"), word("a_kind", "infantry|cavalry"), *one_side("d"),
            flag("d_sharpshooters"), flag("d_formed"), word("d_kind", TARGETS),
            word("cover", COVERS), word("flank", "none|attacker|defender"),
            number("a_firing", 0, bases, 0), number("d_firing", 0, bases, 0), flag("measured"))


ADVANCE_INPUTS = (*charge_inputs(8, 18, 4), number("a_skirmishers", 0, 6, 0),
                  flag("a_sharpshooters"))
BAYONET_INPUTS = (*charge_inputs(12, 36, 6), word("d_grade", "regular|raw|veteran"),
                  flag("d_skirmish"), number("d_canister", 1, 6, 4), number("a_rows", 1, 6, 2),
                  number("a_depth", 1, 12, 2))


def refused(x: Inputs) -> bool:
    return any(x[f"{who}_prior_hits"] >= x[f"{who}_base_hits"]
               or 0 < x[f"{who}_total"] < x[f"{who}_bases"] for who in "ad")


def firing(x: Inputs, who: str) -> int:
    """The bases of those in contact that fire."""
    touching = x[f"{who}_bases"]
    return min(x[f"{who}_firing"] or touching, touching)


@dataclass(frozen=True)
class Side:
    """A side in the middle of a charge."""

    unit: Unit
    touching: int
    lost: int = 0

    @property
    def state(self) -> str:
        return "disordered" if self.unit.disordered else "steady"

    def after(self, hurt: Hurt) -> Side:
        """The side after fire that left it standing."""
        unsaved, lost, state, _ = hurt
        hits = self.unit.prior_hits + unsaved - lost * self.unit.base_hits
        left = self.unit.bases - lost
        unit = replace(self.unit, bases=left, prior_hits=hits, disordered=state == "disordered")
        return Side(unit, min(self.touching, left), self.lost + lost)


def start(x: Inputs) -> tuple[Side, Side]:
    def one(who: str, cover: str) -> Side:
        unit = Unit(x[f"{who}_kind"], cover, max(x[f"{who}_total"], x[f"{who}_bases"]),
                    x[f"{who}_base_hits"], x[f"{who}_disordered"], x[f"{who}_prior_hits"])
        return Side(unit, x[f"{who}_bases"])

    return one("a", "open"), one("d", x["cover"])


def is_over(hurt: Hurt) -> bool:
    return hurt[2] in GONE or hurt[2] == "retreats"


def fight(x: Inputs, a: Side, d: Side, terror: bool) -> Weights[Outcome]:
    a_dice = a.touching * (x["a_attacks"] + 1) - (x["flank"] == "attacker")
    each = max(0, x["d_attacks"] - d.unit.disordered - terror)
    d_dice = max(0, d.touching * each - (x["flank"] == "defender"))
    riders = a.unit.kind == "cavalry" and d.unit.kind == "square"
    need = 6 if riders else to_hit(x["cover"], d.unit.kind)

    def outcome(on_a: Hurt, on_d: Hurt) -> Outcome:
        a_unsaved, a_lost, a_state, a_back = on_a
        d_unsaved, d_lost, d_state, d_back = on_d
        winner, margin = verdict(d_unsaved + x["a_support"], a_unsaved + x["d_support"],
                                 a_state, d_state)
        if not x["measured"]:
            a_back = d_back = 0
        if margin and winner == "attacker":
            d_state = beaten(d.unit.kind, d_state, margin)
            d_back += 0 if d.unit.kind == "square" else margin
        elif margin:
            a_state = beaten(a.unit.kind, a_state, margin)
            a_back += margin
        return ("fought", winner, a.lost + a_lost, d.lost + d_lost, a_state, d_state,
                0 if a_state in GONE else a_back, 0 if d_state in GONE else d_back)

    return both(casualties(a.unit, unsaved_hits(d_dice, 4, x["a_save"])),
                casualties(d.unit, unsaved_hits(a_dice, need, x["d_save"])), outcome)


# Deliberate Advance

def advance(x: Inputs) -> Weights[Outcome]:
    a, d = start(x)

    def attacker_fires(hurt: Hurt) -> Weights[Outcome]:
        if is_over(hurt):
            return certain(("broken", "defender", hurt[1], 0, hurt[2], d.state, hurt[3], 0))
        left = a.after(hurt)
        recoils = hurt[1] > 0
        back = RECOIL if recoils else 0

        def close(on_d: Hurt) -> Weights[Outcome]:
            if is_over(on_d):
                return certain(("recoiled" if recoils else "fled",
                                "draw" if recoils else "attacker", hurt[1], on_d[1], left.state,
                                on_d[2], back, on_d[3]))
            stands = d.after(on_d)
            if recoils:
                return certain(("recoiled", "defender", hurt[1], on_d[1], left.state,
                                stands.state, back, 0))
            return fight(x, left, stands, False)

        bases = firing(x, "a") - hurt[1]
        if x["a_fire"] == 0 or bases <= 0:
            return close((0, 0, d.state, 0))
        dice = bases * x["a_fire"] if recoils else (
            bases * (x["a_fire"] + 1 + (x["flank"] == "defender")) + x["a_skirmishers"])
        hits = unsaved_hits(dice, to_hit(x["cover"], x["d_kind"]), x["d_save"],
                            x["a_sharpshooters"])
        return chain(casualties(d.unit, hits), close)

    if x["d_fire"] == 0 or x["d_formed"]:
        return attacker_fires((0, 0, a.state, 0))
    hits = unsaved_hits(firing(x, "d") * x["d_fire"], 4, x["a_save"], x["d_sharpshooters"])
    return chain(casualties(a.unit, hits), attacker_fires)


# Bayonet Charge

def defensive_fire(x: Inputs) -> Weights[int]:
    """Unsaved hits on the attacker."""
    if x["d_fire"] == 0 or x["d_formed"]:
        return certain(0)

    def volley(dice: int) -> Weights[int]:
        return unsaved_hits(dice, 4, x["a_save"], x["d_sharpshooters"])

    if x["d_kind"] != "artillery":
        return volley(firing(x, "d") * x["d_fire"])

    def loaded(what: str) -> Weights[int]:
        if what == "none":
            return certain(0)
        if what == "canister":
            return volley(2 * firing(x, "d") * x["d_canister"])
        rows = relabel(total(2), lambda bounce: min(x["a_rows"], -(-bounce // x["a_depth"])))
        return chain(rows, lambda n: unsaved_hits(n * firing(x, "d") * x["d_fire"], 4,
                                                   x["a_save"]))

    return chain({"canister": 1, "shot": 1, "none": 1}, loaded)


def bayonet(x: Inputs) -> Weights[Outcome]:
    a, d = start(x)
    test = {"bases": x["a_bases"], "grade": x["d_grade"], "disordered": x["d_disordered"],
            "skirmish": x["d_skirmish"], "flank": x["flank"] == "defender", "cover": x["cover"],
            "target": x["d_kind"]}

    def go_on(hurt: Hurt) -> Weights[Outcome]:
        if is_over(hurt):
            return certain(("broken", "defender", hurt[1], 0, hurt[2], d.state, hurt[3], 0))
        left = a.after(hurt)
        if hurt[1] > 0:
            return certain(("recoiled", "defender", hurt[1], 0, left.state, d.state, RECOIL, 0))

        def meet(nerve: Outcome) -> Weights[Outcome]:
            failures, state, back = nerve
            if state in ("retreats", "routed"):
                return certain(("fled", "attacker", 0, 0, left.state, state, 0, back))
            shaken = replace(d.unit, disordered=d.unit.disordered or failures > 0)
            return fight(x, left, replace(d, unit=shaken), failures > 0)

        return chain(fear(test), meet)

    return chain(casualties(a.unit, defensive_fire(x)), go_on)


CHARTS = {"advance": Chart(ADVANCE_INPUTS, FIELDS, advance, refused),
          "bayonet": Chart(BAYONET_INPUTS, FIELDS, bayonet, refused)}
SHEETS = {"napoleons-legacy": CHARTS}
