"""Reading and judging one JSON answer of the chart command."""
from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from math import gcd
from typing import Any

from spec import Chart, Inputs, Outcome

PROB_TOLERANCE = 1e-12
FRACTION = re.compile(r"([1-9][0-9]*)/([1-9][0-9]*)")


class Mismatch(Exception):
    """What is wrong with an answer."""


def require(holds: bool, complaint: str) -> None:
    if not holds:
        raise Mismatch(complaint)


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    require(len(found) == len(pairs), f"a key is repeated in {[key for key, _ in pairs]}")
    return found


def no_constant(name: str) -> None:
    raise Mismatch(f"{name} is not JSON")


def parse(text: str) -> dict[str, Any]:
    try:
        answer = json.loads(text, object_pairs_hook=unique_keys, parse_float=Decimal,
                            parse_constant=no_constant)
    except json.JSONDecodeError as error:
        raise Mismatch(f"not JSON: {error}") from error
    require(isinstance(answer, dict), "the answer is not an object")
    return answer


def member(holder: dict[str, Any], key: str, kind: type) -> Any:
    require(key in holder, f"{key} is missing")
    require(type(holder[key]) is kind, f"{key} is no {kind.__name__}: {holder[key]!r}")
    return holder[key]


def same_number(found: Any, wanted: Decimal) -> bool:
    return type(found) in (int, Decimal) and found == wanted


def told(value: Any) -> Any:
    """An input as the answer has to tell it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


def echoes(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, Decimal):
        return same_number(found, wanted)
    return type(found) is type(wanted) and found == wanted


def check_inputs(found: dict[str, Any], wanted: Inputs) -> None:
    require(found.keys() == wanted.keys(),
            f"inputs: missing {sorted(wanted.keys() - found.keys())}, "
            f"extra {sorted(found.keys() - wanted.keys())}")
    for key, value in wanted.items():
        require(echoes(found[key], told(value)),
                f"input {key}: {found[key]!r}, expected {told(value)!r}")


def read_fraction(text: str) -> Fraction:
    match = FRACTION.fullmatch(text)
    require(match is not None, f"p is not a positive fraction: {text!r}")
    over, under = int(match[1]), int(match[2])
    require(gcd(over, under) == 1, f"p is not in lowest terms: {text}")
    return Fraction(over, under)


def read_outcome(entry: Any, fields: tuple[str, ...]) -> tuple[Outcome, Fraction]:
    require(isinstance(entry, dict), f"an outcome is not an object: {entry!r}")
    result = member(entry, "result", dict)
    require(result.keys() == set(fields), f"result has the fields {sorted(result)}")
    values = tuple(result[field] for field in fields)
    require(all(type(value) in (int, str) for value in values), f"odd value in {result}")
    chance = read_fraction(member(entry, "p", str))
    prob = entry.get("prob")
    require(type(prob) in (int, Decimal) and abs(float(prob) - float(chance)) <= PROB_TOLERANCE,
            f"prob of {result} is {prob}, expected {float(chance)!r}")
    return values, chance


def read_outcomes(entries: list[Any], fields: tuple[str, ...]) -> dict[Outcome, Fraction]:
    found: dict[Outcome, Fraction] = {}
    for entry in entries:
        outcome, chance = read_outcome(entry, fields)
        require(outcome not in found, f"outcome {outcome} appears twice")
        found[outcome] = chance
    return found


def check_odds(found: dict[Outcome, Fraction], wanted: dict[Outcome, Fraction]) -> None:
    for outcome, chance in wanted.items():
        require(outcome in found, f"outcome {outcome} with p {chance} is missing")
        require(found[outcome] == chance,
                f"outcome {outcome}: p {found[outcome]}, expected {chance}")
    extra = [outcome for outcome in found if outcome not in wanted]
    require(not extra, f"impossible outcome {extra[:1]} has p {found[extra[0]] if extra else 0}")
    whole = sum(found.values())
    require(whole == 1, f"the sum of p is {whole}")


def judge(text: str, sheet: str, name: str, chart: Chart, inputs: Inputs) -> None:
    """Raise Mismatch unless the text is the right answer for these inputs."""
    answer = parse(text)
    require(member(answer, "sheet", str) == sheet, f"sheet is {answer['sheet']!r}")
    require(member(answer, "chart", str) == name, f"chart is {answer['chart']!r}")
    check_inputs(member(answer, "inputs", dict), inputs)
    member(answer, "modifiers", list)
    check_odds(read_outcomes(member(answer, "outcomes", list), chart.fields), chart.odds(inputs))
