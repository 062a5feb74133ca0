"""Exact dice arithmetic on whole-number weights.

A distribution is a mapping from a value to a positive integer weight; the
weights of one distribution need no common total with those of another, since
every operation here scales them as needed.  Fractions appear only in `odds`.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)
M = TypeVar("M", bound=Hashable)
Weights = Mapping[K, int]

FACES = range(1, 7)


def certain(value: K) -> Weights[K]:
    """The distribution with one possible value."""
    return {value: 1}


def odds(weights: Weights[K]) -> dict[K, Fraction]:
    """Turn weights into probabilities, dropping what cannot happen."""
    whole = sum(weights.values())
    return {value: Fraction(weight, whole) for value, weight in weights.items() if weight}


def relabel(weights: Weights[K], label: Callable[[K], L]) -> Weights[L]:
    """Map the values and merge those that become equal."""
    merged: defaultdict[L, int] = defaultdict(int)
    for value, weight in weights.items():
        merged[label(value)] += weight
    return merged


def chain(first: Weights[K], then: Callable[[K], Weights[L]]) -> Weights[L]:
    """Draw from `first`, then from the distribution that its value asks for."""
    branches = [(weight, then(value)) for value, weight in first.items() if weight]
    totals = [sum(branch.values()) for _, branch in branches]
    scale = lcm(*totals)
    merged: defaultdict[L, int] = defaultdict(int)
    for (weight, branch), total in zip(branches, totals):
        factor = weight * (scale // total)
        for value, inner in branch.items():
            merged[value] += factor * inner
    return merged


def both(first: Weights[K], second: Weights[L], join: Callable[[K, L], M]) -> Weights[M]:
    """Two independent draws, joined into one value."""
    merged: defaultdict[M, int] = defaultdict(int)
    for left, left_weight in first.items():
        for right, right_weight in second.items():
            merged[join(left, right)] += left_weight * right_weight
    return merged


def die(reroll_ones: bool = False) -> Weights[int]:
    """One D6; with `reroll_ones` a 1 is thrown once more and the second throw kept."""
    if not reroll_ones:
        return {face: 1 for face in FACES}
    return {face: 1 if face == 1 else 7 for face in FACES}


@lru_cache(maxsize=None)
def total(dice: int, ceiling: int | None = None) -> Weights[int]:
    """The sum of some D6; sums from `ceiling` upwards count as `ceiling`."""
    if dice == 0:
        return certain(0)

    def add(left: int, right: int) -> int:
        return left + right if ceiling is None else min(ceiling, left + right)

    return both(total(dice - 1, ceiling), die(), add)


def split(weights: Weights[int], good: Callable[[int], bool]) -> tuple[int, int]:
    """The weight of the values that are good, and of those that are not."""
    yes = sum(weight for value, weight in weights.items() if good(value))
    return yes, sum(weights.values()) - yes


def successes(dice: int, good: int, bad: int) -> Weights[int]:
    """How many of some equal dice succeed, each with weight `good` against `bad`."""
    return {count: comb(dice, count) * good**count * bad ** (dice - count)
            for count in range(dice + 1)}
