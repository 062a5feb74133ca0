# SPDX-License-Identifier: MIT
"""Situations of one scale, played at another."""
import math
import re

from run_situations import SCALE, Player, Program, Sheet, Situation


class ScaledPlayer(Player):
    """A player whose lengths are two thirds of what is said."""

    is_ample = False

    def __init__(self, program: Program, sheet: Sheet, at: Situation, folder: str):
        super().__init__(program, sheet, at, folder)
        text = self.file.read_text().replace(f"ground-scale: {{{sheet.name}: {SCALE}}}", f"ground-scale: {{{sheet.name}: {SCALE * 3 // 2}}}")
        self.file.write_text(text)

    def spell(self, text: str) -> str:
        """Two thirds of a length is cut, or goes on to the next tenth of a millimetre."""
        def scaled(found: re.Match) -> str:
            return str(math.floor(float(found[1]) * self.sheet.unit_tmm * 2 / 3 + (0.999 if self.is_ample else 0.001)))
        return super().spell(re.sub(r"(-?[\d.]+)in\b", scaled, text))
