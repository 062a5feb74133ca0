"""All sheets of the oracle by their id."""
from __future__ import annotations

import esr
import march_attack
import napoleons_legacy
import napoleons_legacy_charges
import valour_fortitude
from spec import Sheet

SHEETS: dict[str, Sheet] = {
    **napoleons_legacy.SHEETS, **esr.SHEETS, **march_attack.SHEETS, **valour_fortitude.SHEETS,
}
SHEETS["napoleons-legacy"] = {**SHEETS["napoleons-legacy"], **napoleons_legacy_charges.CHARTS}
