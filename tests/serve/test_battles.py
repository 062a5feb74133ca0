#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole battles against the computer over the server's interface, on every sheet."""
from __future__ import annotations

import http.client
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from client import Server, request, watch  # noqa: E402
from tap import Tap  # noqa: E402

SHEETS = ["valour-fortitude", "napoleons-legacy", "esr-50", "esr-75", "march-attack"]
limber = sys.argv[1]
tap = Tap()
folder = tempfile.TemporaryDirectory()
server = Server(limber, Path(folder.name) / "games.sqlite", "--rate", "0")


def play(game: str, side: int, token: str, dice: bool = False, pick: int = 0) -> str:
    """Takes one choice after the other until the battle is over; "" or what went wrong."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    while True:
        _, view, _ = request(link, "GET", f"/api/games/{game}/view", token=token)
        waits = view["waiting_for"]
        if waits["kind"] == "end":
            return ""
        if waits["computer"] or side not in waits["sides"]:
            time.sleep(0.005)
            continue
        if waits["kind"] == "roll":
            if not dice:
                return f"dice are asked for: {waits}"
            node = view["view"]["node"]
            body = {"cursor": view["cursor"], "faces": throw(node)}
        else:
            status, choices, _ = request(link, "GET", f"/api/games/{game}/choices", token=token)
            if status != 200:
                return f"choices: {status} {choices}"
            body = {"cursor": view["cursor"], "act": choices["choices"][pick]["act"]}
        status, answer, _ = request(link, "POST", f"/api/games/{game}/act", body, token)
        while status == 422 and "faces" in body and len(body["faces"]) < 200:
            body["faces"].append(1)  # Saves and re-rolls ask for more dice.
            status, answer, _ = request(link, "POST", f"/api/games/{game}/act", body, token)
        if status != 200:
            return f"{body}: {status} {answer}"


def throw(node: dict) -> list[int]:
    """Faces for a roll: the highest, which are never thrown again."""
    return [node["sides"]] * node["dice"]


def is_good(game: str) -> list[str]:
    """The record of the battle is good, and all rows can be read."""
    record = Path(folder.name) / f"{game}.record"
    record.write_text(server.get(f"/api/games/{game}/record"))
    done = subprocess.run([limber, "verify", str(record)], capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [done.stdout + done.stderr]


for sheet in SHEETS:
    for side in (0, 1):
        def whole(rules: str = sheet, mine: int = side) -> list[str]:
            seats = ["human" if i == mine else "regular" for i in (0, 1)]
            game, tokens = server.create(rules=rules, seats=seats)
            link = watch(server, game, tokens[mine])
            fault = play(game, mine, tokens[mine])
            view = server.get(f"/api/games/{game}/view")
            rows = [message["n"] for message in link.until(lambda message: message.get("view", {}).get("cursor") == view["cursor"]) if "n" in message]
            link.close()
            faults = [fault] if fault else []
            # With the end the whole log is open: rows have its numbers from there on.
            jumps = [b for a, b in zip([0, *rows], rows) if b != a + 1]
            if len(jumps) > 1 or any(b < a for a, b in zip(rows, rows[1:])) or rows[-1] != view["cursor"]:
                faults.append(f"pushed rows {rows[:5]} … {rows[-5:]}, {jumps}")
            if [row["n"] for row in server.get(f"/api/games/{game}/events")] != list(range(1, view["cursor"] + 1)):
                faults.append("the log has gaps after the end")
            return faults + is_good(game)

        whole.__doc__ = f"{sheet}: a battle as side {side} against a regular, from its beginning to its end"
        tap.test(whole)


@tap.test
def real_dice() -> list[str]:
    """with real dice one person types the throws of both sides against the computer"""
    game, tokens = server.create(seats=["human", "regular"], dice="real")
    fault = play(game, 0, tokens[0], dice=True)
    return [fault] if fault else is_good(game)


@tap.test
def at_once() -> list[str]:
    """many games at once share the computer's threads, and each comes to its end"""
    games = [server.create(rules=SHEETS[i % 5], seats=["human", "recruit"]) for i in range(15)]
    faults = [fault for game, tokens in games if (fault := play(game, 0, tokens[0]))]
    return faults


@tap.test
def stopped_thinking() -> list[str]:
    """a computer that thinks is stopped when the game is given up or taken back, and when the server ends"""
    game, tokens = server.create(scenario="waterloo", rules="march-attack", seats=["regular", "human"])
    view = server.get(f"/api/games/{game}/view", tokens[1])
    faults = [] if view["waiting_for"]["computer"] else [f"{view['waiting_for']}"]
    for _ in range(50):
        cursor = server.get(f"/api/games/{game}/view")["cursor"]
        status, _, _ = server.ask("POST", f"/api/games/{game}/resign", {"cursor": cursor}, tokens[1])
        if status == 200:
            break
    cursor = server.get(f"/api/games/{game}/view")["cursor"]
    server.create(scenario="waterloo", rules="esr-50", seats=["regular", "human"])
    started = time.monotonic()
    code, errors = server.stop()
    if code != 0 or errors or time.monotonic() - started > 30:
        faults.append(f"it ended with {code} after {time.monotonic() - started:.1f} s: {errors}")
    server.start()
    if server.get(f"/api/games/{game}/view")["cursor"] != cursor:
        faults.append("the computer played on in a game that was given up")
    return faults


server.kill()
folder.cleanup()
sys.exit(tap.finish())
