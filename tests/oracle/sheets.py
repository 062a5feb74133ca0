"""All sheets of the oracle by their id: what the modules of this folder call SHEETS.

`games` does the same for the folder brute.
"""
from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from spec import Sheet

HERE = Path(__file__).parent


def found(folder: Path, package: str) -> dict[str, Any]:
    """The charts of every sheet, from all modules of a folder that list some."""
    sheets: dict[str, Any] = {}
    for path in sorted(folder.glob("*.py")):
        if path != Path(__file__) and re.search(r"^SHEETS\b", path.read_text(), re.M):
            for sheet, charts in import_module(package + path.stem).SHEETS.items():
                sheets[sheet] = {**sheets.get(sheet, {}), **charts}
    return sheets


def games() -> dict[str, Any]:
    """The charts that are played out face by face."""
    return found(HERE / "brute", "brute.")


SHEETS: dict[str, Sheet] = found(HERE, "")
