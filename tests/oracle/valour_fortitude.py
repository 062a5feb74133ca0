"""Odds of the Valour & Fortitude charts, reckoned from the sheet alone.

A fight is a pair of success counts; each pair leads to the losses, the winner
and the valour tests, whose chance of all passing is a power of one die's.
"""
from __future__ import annotations

from functools import partial

from dice import Weights, both, certain, chain, die, relabel, split, successes
from spec import (Chart, Input, Inputs, Outcome, Sheet, flag, flags, number, prefixed, side,
                  single, word)

FORMATIONS = ("line|attack|march|open|open-deep|square"
              "|cavalry|cavalry-open|cavalry-march|guns|limbered")
INFANTRY = {"line", "attack", "march", "open", "open-deep", "square"}
CAVALRY = {"cavalry", "cavalry-open", "cavalry-march"}
ARTILLERY = {"guns", "limbered"}
MARCHING = {"march", "cavalry-march", "limbered"}
OPEN_ORDER = {"open", "open-deep", "cavalry-open"}
DENSE = {"attack", "square"} | MARCHING
HALF_FIRE = {"attack", "open-deep", "square", "cavalry", "cavalry-open"}
COVER_PENALTY = {"none": 0, "soft": 1, "hard": 2}
MOST_SUPPORTS = 3


def success(need: int, modifier: int, reroll: bool) -> tuple[int, int]:
    """Weights of success and failure of one die."""
    return split(die(reroll),
                 lambda face: face == 6 or (face != 1 and face + modifier >= need))


def all_pass(tests: int, test: tuple[int, int]) -> Weights[bool]:
    """Whether a number of equal tests all succeed."""
    good, bad = test
    passing = good**tests
    return {True: passing, False: (good + bad) ** tests - passing}


def halved(value: int) -> int:
    return max(1, value // 2)


def standing(markers: int, tenacity: int) -> str:
    return "shaken" if markers >= tenacity else "unshaken"


def after_losses(markers: int, tenacity: int, test: tuple[int, int]) -> Weights[str]:
    """State of a unit that now bears, counting all, this many losses."""
    passed = all_pass(max(0, markers - tenacity), test)
    return relabel(passed, lambda ok: standing(markers, tenacity) if ok else "routed")


# fire

FIRE_INPUTS: tuple[Input, ...] = (
    number("value", 1, 9, 3), word("formation", FORMATIONS), flag("skirmish"),
    number("supports", 0, 6, 0), number("canister_supports", 0, 3, 0),
    *flags("dense", "enfilade", "canister", "heavy", "rockets", "shaken", "disciplined"),
    word("cover", "none|soft|hard"), flag("target_light"), number("target_tenacity", 1, 9, 4),
    number("target_losses", 0, 9, 0), flag("target_stoic"),
)


def fire_dice(x: Inputs) -> int:
    formation = x["formation"]
    if formation in MARCHING:
        return 0
    value = x["value"]
    if x["skirmish"] or formation in HALF_FIRE:
        value = halved(value)
    value += min(MOST_SUPPORTS, x["supports"] + 2 * x["canister_supports"]) + x["enfilade"]
    if formation == "guns":
        value += x["dense"] + 2 * x["canister"]
    return value


def fire_hits(x: Inputs) -> Weights[int]:
    formation = x["formation"]
    modifier = ((x["heavy"] and formation == "guns") - x["shaken"]
                - COVER_PENALTY[x["cover"]] - x["rockets"])
    return successes(fire_dice(x),
                     *success(4, modifier, x["disciplined"] and formation == "line"))


def fire_losses(x: Inputs, hits: int) -> int:
    return halved(hits) if x["target_light"] and hits else hits


def fire(x: Inputs) -> Weights[Outcome]:
    test = success(4, 1, x["target_stoic"])

    def outcome(losses: int) -> Weights[Outcome]:
        states = after_losses(x["target_losses"] + losses, x["target_tenacity"], test)
        return relabel(states, lambda state: (losses, state))

    return chain(relabel(fire_hits(x), partial(fire_losses, x)), outcome)


def fire_refused(x: Inputs) -> bool:
    return x["target_losses"] > x["target_tenacity"]


# melee

SIDE_INPUTS: tuple[Input, ...] = (
    number("melee", 1, 9, 4), number("fire", 0, 9, 0), word("formation", FORMATIONS),
    number("supports", 0, 6, 0), number("open_supports", 0, 6, 0),
    number("canister_supports", 0, 3, 0),
    *flags("brigade", "odt", "rough", "cover", "uphill", "enfilade", "outflanked", "canister",
           "heavy", "cavalry_support", "disciplined", "elan", "heavy_cavalry", "militia", "stoic"),
    flag("visible", True), number("tenacity", 1, 9, 4), number("losses", 0, 9, 0),
)


def covered(x: Inputs) -> bool:
    return x["cover"] or x["odt"]


def melee_halved(own: Inputs, other: Inputs) -> bool:
    hampered = own["odt"] or own["rough"] or other["odt"] or other["rough"]
    return own["outflanked"] or (own["formation"] in CAVALRY | ARTILLERY and hampered)


def melee_support(own: Inputs) -> int:
    close = min(MOST_SUPPORTS, own["supports"] + 2 * own["canister_supports"])
    return 2 * close + min(MOST_SUPPORTS - close, own["open_supports"])


def melee_additions(own: Inputs, other: Inputs) -> int:
    formation = own["formation"]
    added = melee_support(own) + own["brigade"] + own["enfilade"]
    if (formation == "line" and own["fire"] > 0 and own["visible"]
            and not own["militia"] and not other["odt"]):
        added += halved(own["fire"])
    added += formation == "attack" and other["odt"]
    added += formation == "square" or (formation in INFANTRY and own["odt"])
    added -= formation in OPEN_ORDER and not covered(own)
    if formation == "guns":
        added += (other["formation"] in DENSE) + 2 * own["canister"]
    return added


def melee_dice(own: Inputs, other: Inputs) -> int:
    value = 1 if own["formation"] in MARCHING else own["melee"]
    if melee_halved(own, other):
        value = halved(value)
    return max(1, value + melee_additions(own, other))


def melee_rerolls(own: Inputs, other: Inputs) -> bool:
    formation = own["formation"]
    return ((own["heavy_cavalry"] and formation in CAVALRY and not covered(other))
            or (own["disciplined"] and formation == "line")
            or (own["elan"] and formation == "attack"))


def melee_hits(own: Inputs, other: Inputs) -> Weights[int]:
    modifier = ((own["losses"] == 0) + (own["heavy"] and own["formation"] == "guns")
                - (own["losses"] == own["tenacity"]))
    return successes(melee_dice(own, other),
                     *success(4, modifier, melee_rerolls(own, other)))


def active_wins(a: Inputs, d: Inputs, a_losses: int, d_losses: int) -> bool:
    if a_losses != d_losses:
        return a_losses < d_losses
    return not ((covered(d) or d["uphill"]) and not (covered(a) or a["uphill"]))


def loser_states(own: Inputs, other: Inputs, suffered: int) -> Weights[str]:
    formation = own["formation"]
    in_the_open = not own["odt"] and not other["odt"]
    by_cavalry = other["formation"] in CAVALRY or other["cavalry_support"]
    if in_the_open and (formation in ARTILLERY or formation == "square"
                        or (formation in INFANTRY and by_cavalry)):
        return certain("routed")
    states = after_losses(own["losses"] + suffered, own["tenacity"],
                          success(4, 0, own["stoic"]))
    if in_the_open and formation in CAVALRY:
        return relabel(states, lambda state: "routed" if state == "routed" else "retreats")
    return states


def melee_end(a: Inputs, d: Inputs, losses: tuple[int, int]) -> Weights[Outcome]:
    a_losses, d_losses = losses
    if active_wins(a, d, a_losses, d_losses):
        a_state = standing(a["losses"] + a_losses, a["tenacity"])
        return relabel(loser_states(d, a, d_losses),
                       lambda state: (a_losses, d_losses, "active", a_state, state))
    d_state = standing(d["losses"] + d_losses, d["tenacity"])
    return relabel(loser_states(a, d, a_losses),
                   lambda state: (a_losses, d_losses, "defender", state, d_state))


def melee(x: Inputs) -> Weights[Outcome]:
    a, d = side("a_", x), side("d_", x)
    losses = both(melee_hits(d, a), melee_hits(a, d), lambda of_a, of_d: (of_a, of_d))
    return chain(losses, partial(melee_end, a, d))


def melee_refused(x: Inputs) -> bool:
    return x["a_losses"] > x["a_tenacity"] or x["d_losses"] > x["d_tenacity"]


# charts with the one field

def passing(x: Inputs, modifier: int, reroll: bool, yes: str, no: str) -> Weights[str]:
    """The name of a set of x[tests] tests against 4."""
    return relabel(all_pass(x["tests"], success(4, modifier, reroll)),
                   lambda ok: yes if ok else no)


def valour(x: Inputs) -> Weights[str]:
    return passing(x, int(x["fire_phase"]), x["stoic"], "stands", "routs")


def fortitude(x: Inputs) -> Weights[str]:
    modifier = (x["units"] >= 5) + x["leader_near"] - x["all_shaken"]
    return passing(x, modifier, False, "holds", "wavers")


def activation(x: Inputs) -> Weights[str]:
    if x["first_near"]:
        return certain("active")
    good, bad = success(2, -x["routed"] - x["cautious"], False)
    return {"active": good, "inactive": bad}


def messenger(x: Inputs) -> Weights[str]:
    good, bad = success(4, 2 * x["eligible"], False)
    return {"arrives": good, "fails": bad}


def rally(x: Inputs) -> Weights[int]:
    return successes(x["losses"], *success(6, int(x["far"]), False))


def square_contact(x: Inputs) -> Weights[str]:
    def result(face: int) -> str:
        score = face + 2 * x["all_shaken"]
        return "retreats-loss" if score <= 3 else "retreats" if score <= 5 else "fights"

    return relabel(die(), result)


CHARTS: Sheet = {
    "fire": Chart(FIRE_INPUTS, ("losses", "state"), fire, fire_refused),
    "melee": Chart(prefixed("a_", SIDE_INPUTS) + prefixed("d_", SIDE_INPUTS),
                   ("a_losses", "d_losses", "winner", "a_state", "d_state"),
                   melee, melee_refused),
    "valour": single((number("tests", 1, 20, 1), *flags("fire_phase", "stoic")), valour),
    "fortitude": single((number("tests", 1, 20, 1), number("units", 1, 12, 4),
                         *flags("leader_near", "all_shaken")), fortitude),
    "activation": single(flags("first_near", "routed", "cautious"), activation),
    "messenger": single(flags("eligible"), messenger),
    "rally": single((number("losses", 1, 9, 1), flag("far")), rally),
    "square-contact": single(flags("all_shaken"), square_contact),
}

SHEETS: dict[str, Sheet] = {"valour-fortitude": CHARTS}
