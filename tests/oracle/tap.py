"""Test results in TAP on standard output."""
from __future__ import annotations


class Tap:
    """Counts the results it prints; `finish` prints the plan."""

    def __init__(self) -> None:
        self.done = 0
        self.failed = 0

    def result(self, name: str, problems: list[str]) -> None:
        """One test: no problems means that it passed."""
        self.done += 1
        self.failed += bool(problems)
        print(f"{'not ok' if problems else 'ok'} {self.done} - {name}", flush=True)
        for problem in problems:
            for line in problem.splitlines():
                print(f"# {line}")

    def finish(self) -> int:
        """Print the plan and give the exit status."""
        print(f"1..{self.done}")
        return 1 if self.failed else 0
