"""All sheets of the oracle by their id."""
from __future__ import annotations

import esr
import march_attack
import napoleons_legacy
import valour_fortitude
from spec import Sheet

SHEETS: dict[str, Sheet] = {
    **napoleons_legacy.SHEETS, **esr.SHEETS, **march_attack.SHEETS, **valour_fortitude.SHEETS,
}
