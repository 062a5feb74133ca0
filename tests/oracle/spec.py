"""How a chart is described: its inputs, the fields of an outcome, its odds."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from dice import Weights, odds

Inputs = Mapping[str, Any]
Outcome = tuple[int | str, ...]
Kind = Literal["word", "bool", "number", "length"]

LONGEST = 200


@dataclass(frozen=True)
class Input:
    """One key of a chart with every value it takes.

    Values are str for words, bool, int for numbers and Decimal for lengths.
    """

    key: str
    kind: Kind
    values: Sequence[Any]
    default: Any

    def named(self, key: str) -> Input:
        """The same input under another key."""
        return Input(key, self.kind, self.values, self.default)


def word(key: str, values: str) -> Input:
    """A word out of `a|b|c`, the first being the default."""
    words = tuple(values.split("|"))
    return Input(key, "word", words, words[0])


def flag(key: str, default: bool = False) -> Input:
    """A yes or no."""
    return Input(key, "bool", (False, True), default)


def flags(*keys: str) -> tuple[Input, ...]:
    """Several of them, all no by default."""
    return tuple(flag(key) for key in keys)


def number(key: str, low: int, high: int, default: int) -> Input:
    """A whole number in a range."""
    return Input(key, "number", range(low, high + 1), default)


def one_of(key: str, values: Sequence[int]) -> Input:
    """A whole number out of a list, the first being the default."""
    return Input(key, "number", tuple(values), values[0])


def length(key: str, or_none: bool = False) -> Input:
    """A length in tenths of an inch; with `or_none` also the word none, then the default."""
    lengths = tuple(Decimal(tenths) / 10 for tenths in range(10 * LONGEST + 1))
    if or_none:
        return Input(key, "length", ("none", *lengths), "none")
    return Input(key, "length", lengths, lengths[0])


def prefixed(prefix: str, inputs: Iterable[Input]) -> tuple[Input, ...]:
    """The inputs of one of two sides."""
    return tuple(entry.named(prefix + entry.key) for entry in inputs)


def side(prefix: str, inputs: Inputs) -> dict[str, Any]:
    """The values of one of two sides, without the prefix."""
    return {key.removeprefix(prefix): value
            for key, value in inputs.items() if key.startswith(prefix)}


def never(_inputs: Inputs) -> bool:
    """The predicate of a chart that refuses no combination."""
    return False


@dataclass(frozen=True)
class Chart:
    """Inputs in the order of the document, and what they lead to."""

    inputs: tuple[Input, ...]
    fields: tuple[str, ...]
    weigh: Callable[[Inputs], Weights[Outcome]]
    refused: Callable[[Inputs], bool] = never

    def defaults(self) -> dict[str, Any]:
        """The value of every input that is not given."""
        return {entry.key: entry.default for entry in self.inputs}

    def odds(self, inputs: Inputs) -> dict[Outcome, Fraction]:
        """The probability of each outcome, a tuple in the order of `fields`."""
        return odds(self.weigh(inputs))


def single(inputs: Iterable[Input], weigh: Callable[[Inputs], Weights[Any]]) -> Chart:
    """A chart whose outcomes have the one field `result`."""
    def wrapped(values: Inputs) -> Weights[Outcome]:
        return {(result,): weight for result, weight in weigh(values).items()}

    return Chart(tuple(inputs), ("result",), wrapped)


Sheet = dict[str, Chart]
