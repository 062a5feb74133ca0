"""Play a chart with every possible run of dice faces."""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

Faces = tuple[int, ...]
Roll = Callable[[int], Faces]
Play = Callable[[Mapping[str, Any], Roll], tuple[Any, ...]]

MOST_RUNS = 8_000


@dataclass(frozen=True)
class Game:
    """A play-through, and how large its inputs may get to stay countable."""

    play: Play
    limits: Mapping[str, int] = field(default_factory=dict)


class MoreDice(Exception):
    """A play-through asks for dice that this run has not thrown yet."""

    def __init__(self, dice: int) -> None:
        super().__init__(dice)
        self.dice = dice


class TooMany(Exception):
    """There are more runs than it is sensible to try."""


def replay(faces: Faces) -> Roll:
    """A source of dice that shows these faces one after another."""
    used = 0

    def roll(dice: int) -> Faces:
        nonlocal used
        if used + dice > len(faces):
            raise MoreDice(dice)
        used += dice
        return faces[used - dice:used]

    return roll


class Explorer:
    """Plays one chart in every way, and keeps count of the work."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.work = 0

    def runs(self, inputs: Mapping[str, Any]) -> Iterator[tuple[Faces, Any]]:
        """Every complete run of faces and its outcome."""
        waiting: list[Faces] = [()]
        known = 1
        while waiting:
            faces = waiting.pop()
            self.work += 1
            try:
                yield faces, self.play(inputs, replay(faces))
            except MoreDice as wanted:
                known += 6**wanted.dice
                if known > MOST_RUNS:
                    raise TooMany from None
                waiting.extend(faces + more for more in product(range(1, 7), repeat=wanted.dice))

    def odds(self, inputs: Mapping[str, Any]) -> dict[Any, Fraction]:
        """The probability of each outcome, one run at a time."""
        counts: defaultdict[tuple[Any, int], int] = defaultdict(int)
        for faces, outcome in self.runs(inputs):
            counts[outcome, len(faces)] += 1
        tally: defaultdict[Any, Fraction] = defaultdict(Fraction)
        for (outcome, dice), count in counts.items():
            tally[outcome] += Fraction(count, 6**dice)
        return dict(tally)
