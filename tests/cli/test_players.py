#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the computer players are worth: test_players.py LIMBER ROOT. Prints TAP."""
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

PROGRAM, ROOT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
PATIENCE = 3600  # seconds: for what hangs, not for what a busy machine makes slow
# Opponents, battles, and how many of twice as many mirrored ones the regulars win at least.
BATTLES = [("valour-fortitude", "two-brigades", "recruit", 500, 940), ("valour-fortitude", "vimeiro", "recruit", 5, 9),
           ("valour-fortitude", "quatre-bras", "recruit", 2, 4), ("valour-fortitude", "vimeiro", "still", 10, 12),
           ("napoleons-legacy", "two-brigades", "recruit", 50, 89), ("napoleons-legacy", "vimeiro", "recruit", 2, 4),
           ("march-attack", "two-brigades", "recruit", 50, 85), ("march-attack", "two-brigades", "still", 20, 32)]
BATTLES += [(sheet, scenario, "recruit", 10, 18) for sheet in ("esr-50", "esr-75")
            for scenario in ("auerstedt", "quatre-bras", "vimeiro")]
# Opponents that do not think: they may not lead by more than five battles in a hundred, a draw being half a win.
SCRIPTED = [(sheet, scenario, opponent, 80) for sheet in ("valour-fortitude", "napoleons-legacy")
            for scenario in ("two-brigades", "vimeiro", "quatre-bras") for opponent in ("still", "rush", "mass")]
SCRIPTED += [(sheet, "vimeiro", opponent, 40) for sheet in ("esr-50", "esr-75") for opponent in ("still", "rush", "mass")]


def fight(sheet: str, scenario: str, battles: int, *words: str) -> str:
    path = scenario if scenario.endswith(".yaml") else str(ROOT / f"scenarios/{scenario}.yaml")
    return subprocess.run([PROGRAM, "fight", path, "--rules", sheet, "--battles", str(battles), "--seed", "1", *words],
                          capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, check=True).stdout


def results(sheet: str, scenario: str, opponent: str, battles: int) -> list[str]:
    """How the battles of the regulars against an opponent ended, on either side."""
    table = fight(sheet, scenario, battles, "--as-levels", f"regular,{opponent}", "--mirror", "--csv", "-")
    rows = [row.split(",") for row in table.splitlines()]
    level, result = rows[0].index("level"), rows[0].index("result")
    ended = [row[result] for row in rows[1:] if row[level] == "regular"]
    assert len(ended) == 2 * battles, len(ended)
    return ended


def regulars_win(sheet: str, scenario: str, opponent: str, battles: int, least: int) -> list[str]:
    won = results(sheet, scenario, opponent, battles).count("win")
    return [] if won >= least else [f"{won} of {2 * battles}"]


def regulars_keep_up(sheet: str, scenario: str, opponent: str, battles: int) -> list[str]:
    ended = results(sheet, scenario, opponent, battles)
    lead = ended.count("win") + ended.count("draw") / 2 - len(ended) / 2
    return [] if lead >= -0.05 * len(ended) else [f"{lead} of {len(ended)}: {ended.count('win')} won, {ended.count('draw')} drawn"]


def battles_are_alive() -> list[str]:
    """Regulars among themselves: what belongs to a battle occurs in it."""
    counts = {}
    for line in fight("valour-fortitude", "vimeiro", 6, "--as-levels", "regular,regular", "--clauses").splitlines():
        words = line.split()
        if words and words[0].startswith("vf.") and len(words) > 1 and words[1].isdigit():
            counts[words[0]] = int(words[1])
    needed = ["vf.act.assault", "vf.act.rally", "vf.act.retreat", "vf.act.double", "vf.act.reform", "vf.fire.support",
              "vf.fire.skirmish", "vf.fire.canister", "vf.melee.support", "vf.rout", "vf.waver", "vf.shatter",
              "vf.fate.any", "vf.fate.6", "vf.fate.8", "vf.result.cavalry"]
    return [clause for clause in needed if counts.get(clause, 0) == 0]


def they_fight_for_nothing() -> list[str]:
    """Without objectives an army has to be beaten: nobody waits for the clock."""
    text = (ROOT / "scenarios/two-brigades.yaml").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "armies").symlink_to((ROOT / "armies").resolve())
        path = Path(folder) / "plain.yaml"
        path.write_text(text[:text.index("\nobjectives:") + 1], encoding="utf-8")
        table = fight("valour-fortitude", str(path), 20, "--as-levels", "regular,regular", "--csv", "-")
    drawn = table.count(",draw,") // 2
    return [] if drawn <= 5 else [f"{drawn} of 20 were drawn"]


def the_queen_goes_to_a_unit_that_fights() -> list[str]:
    """Where the Queen is a unit's card, a regular plays it on the unit that fights, whatever the numbers of brigades."""
    text = (ROOT / "tests/perft/positions/valour-fortitude-melee.yaml").read_text(encoding="utf-8")
    unit = "class: line, quality: regular, strength: 600, formation: attack-column"
    more = f"""      - name: Brigade 2
        commander: {{name: Leader 2, place: [100, 100]}}
        units: [{{name: e, {unit}, place: [100, 100], facing: 0}}]
"""
    text = text.replace("nation: french", "nation: austrian").replace("  - id: british", more + "  - id: british", 1)
    text = text.replace("place: [300.0, 200.0], facing: 0", "place: [300.0, 100.0], facing: 0")
    text = text.replace("cards: {french: [A]}", "cards: {french: [Q]}").replace("J, Q, K], british", "J, A, K], british")
    with tempfile.TemporaryDirectory() as folder:
        path, record = Path(folder) / "melee.yaml", Path(folder) / "melee.record"
        path.write_text(text, encoding="utf-8")
        fight("valour-fortitude", str(path), 1, "--as-levels", "regular,regular", "--record", str(record))
        played = [line for line in record.read_text().splitlines() if line.startswith("card ")]
    return [] if played and played[0].startswith("card target 1 option 12") else [str(played[:1])]


tests = [(f"{sheet}: regulars win {least} of {2 * battles} mirrored battles of {scenario} against {opponent}",
          lambda r=sheet, s=scenario, o=opponent, b=battles, n=least: regulars_win(r, s, o, b, n))
         for sheet, scenario, opponent, battles, least in BATTLES]
tests += [(f"{sheet}: {opponent} does not outdo regulars at {scenario}",
           lambda r=sheet, s=scenario, o=opponent, b=battles: regulars_keep_up(r, s, o, b))
          for sheet, scenario, opponent, battles in SCRIPTED]
tests.append(("the Queen goes to a unit that fights", the_queen_goes_to_a_unit_that_fights))
tests.append(("regulars fight where there is no objective", they_fight_for_nothing))
tests.append(("battles of regulars have all that belongs to one", battles_are_alive))
tap = Tap()
for name, function in tests:
    tap.result(name, function())
sys.exit(tap.finish())
