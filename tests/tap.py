# SPDX-License-Identifier: MIT
"""Test results in TAP on standard output, for all tests in Python. A test finds this module beside the folder it is in."""
from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

SHOWN = 20  # lines of a fault
WIDEST = 1500  # characters of a line


class Tap:
    """Counts the results it prints; `finish` prints the plan."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0

    def result(self, name: str, faults: list[str]) -> None:
        """One test: no faults means that it passed."""
        self.done += 1
        self.failed += bool(faults)
        print(f"{'not ok' if faults else 'ok'} {self.done} - {name}", flush=True)
        for fault in faults:
            for line in str(fault).splitlines()[:SHOWN]:
                print(f"# {line[:WIDEST]}")

    def tell(self, is_good: object, name: str, why: str = "") -> None:
        """One test that is good or not."""
        self.result(name, [] if is_good else [why.strip() or "it is not so"])

    def skip(self, name: str, why: str) -> None:
        """A test that cannot be made here."""
        self.done += 1
        print(f"ok {self.done} - {name} # SKIP {why}")

    def test(self, function: Callable) -> Callable:
        """A decorator: runs a function that gives faults, or None; its first line of text is the name."""
        try:
            faults = function() or []
        except (AssertionError, LookupError, ValueError, OSError) as error:
            faults = [f"{type(error).__name__}: {error}"]
        self.result(function.__doc__ or function.__name__, faults)
        return function

    def test_in_folder(self, function: Callable) -> Callable:
        """The same for a function that gets a folder of its own, where games are kept too."""
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_STATE_HOME"] = str(Path(folder) / "state")

            def run() -> list[str]:
                return function(Path(folder))

            run.__doc__ = function.__doc__
            self.test(run)
        return function

    def finish(self) -> int:
        """Print the plan and give the exit status."""
        print(f"1..{self.done}")
        return 1 if self.failed else 0
