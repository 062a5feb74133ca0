"""Seeded choice of valid inputs for a chart."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import product
from math import prod
from random import Random
from typing import Any

from spec import Chart, Input

Given = dict[str, Any]
Draw = Callable[[Random, Chart], Given]

NEAR = 4
FEW = 4
TENTHS_AROUND_KNOTS = [tenths + step for tenths in (20, *range(0, 1081, 30)) for step in (-1, 0, 1)]
LENGTHS_AROUND_KNOTS = [Decimal(tenths) / 10 for tenths in TENTHS_AROUND_KNOTS if tenths >= 0]


def usual_values(entry: Input) -> Sequence[Any]:
    """Values where things happen: numbers near the default, lengths around 2 and multiples of 3."""
    if entry.kind == "number":
        return [value for value in entry.values if abs(value - entry.default) <= NEAR]
    if entry.kind == "length":
        return [entry.default, *LENGTHS_AROUND_KNOTS]
    return entry.values


def extremes(entry: Input) -> Sequence[Any]:
    """The ends of a range; every word."""
    if entry.kind in ("number", "length"):
        return sorted({entry.values[0], entry.values[-1], entry.default}, key=str)
    return entry.values


def few_keys(rng: Random, chart: Chart) -> Given:
    """A handful of keys at usual values, the others left out."""
    chosen = rng.sample(chart.inputs, rng.randint(1, min(FEW, len(chart.inputs))))
    return {entry.key: rng.choice(usual_values(entry)) for entry in chosen}


def every_key(values: Callable[[Input], Sequence[Any]]) -> Draw:
    """All keys, each with any of the values that `values` offers."""
    def draw(rng: Random, chart: Chart) -> Given:
        return {entry.key: rng.choice(values(entry)) for entry in chart.inputs}

    return draw


usual = every_key(usual_values)
uniform = every_key(lambda entry: entry.values)
corner = every_key(extremes)


def valid(rng: Random, chart: Chart, draw: Draw) -> Given:
    """Draw until the combination is one that the chart takes."""
    while True:
        given = draw(rng, chart)
        if not chart.refused(chart.defaults() | given):
            return given


def everything(chart: Chart) -> Iterator[Given]:
    """Each combination of values there is."""
    keys = [entry.key for entry in chart.inputs]
    for values in product(*(entry.values for entry in chart.inputs)):
        yield dict(zip(keys, values))


def mixture(rng: Random, chart: Chart, count: int) -> Iterator[Given]:
    """Valid inputs, mostly a few keys; all there are if they are no more than `count`."""
    if prod(len(entry.values) for entry in chart.inputs) <= count:
        yield from everything(chart)
        return
    for _ in range(count):
        yield valid(rng, chart, rng.choices((few_keys, usual, uniform), (3, 1, 1))[0])


def one_extreme(chart: Chart) -> Iterator[Given]:
    """Each key alone at each of its extremes, refused combinations included."""
    for entry in chart.inputs:
        for value in extremes(entry):
            yield {entry.key: value}


def all_extreme(rng: Random, chart: Chart, place: int) -> Given:
    """Every range at its start (0) or its end (-1), the words at random."""
    return {entry.key: entry.values[place] if entry.kind in ("number", "length")
            else rng.choice(entry.values) for entry in chart.inputs}
