#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the rules hide never leaves the server before the end.

The strongest test compares: two games that differ in a secret alone must look the same, byte for byte, to everybody who may
not know it. Real dice make the games equal but for that.
"""
from __future__ import annotations

import http.client
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from client import Server, request, watch  # noqa: E402
from tap import Tap  # noqa: E402

limber = sys.argv[1]
tap = Tap()
folder = tempfile.TemporaryDirectory()
server = Server(limber, Path(folder.name) / "games.sqlite", "--rate", "0")
link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)


def ask(method: str, path: str, body: object = None, token: str | None = None) -> object:
    status, answer, _ = request(link, method, path, body, token)
    if status not in (200, 201):
        raise AssertionError(f"{method} {path} gave {status}: {answer}")
    return answer


def everything(game: str, token: str | None) -> str:
    """All that one with this token, or none, can read of a game, with what differs between any two games left out."""
    parts = [ask("GET", f"/api/games/{game}/{path}", token=token) for path in ("view", "events", "record")]
    about = ask("GET", f"/api/games/{game}", token=token)
    parts.append({key: value for key, value in about.items() if key not in ("id", "made")})
    view = parts[0]
    socket = watch(server, game, token)
    parts += socket.until(lambda message: message.get("view", {}).get("cursor") == view["cursor"])
    socket.close()
    return json.dumps(parts)


def throw(game: str, tokens: list[str], faces: list[int]) -> None:
    view = ask("GET", f"/api/games/{game}/view")
    ask("POST", f"/api/games/{game}/act", {"cursor": view["cursor"], "faces": faces}, tokens[view["waiting_for"]["sides"][0]])


def act(game: str, token: str, line: str) -> None:
    view = ask("GET", f"/api/games/{game}/view")
    ask("POST", f"/api/games/{game}/act", {"cursor": view["cursor"], "act": line}, token)


def differences(games: list[tuple[str, list[str]]], owner: int, what: str) -> list[str]:
    """The owner of a secret sees that the games differ; nobody else does."""
    seen = {reader: [everything(game, tokens[reader] if reader < 2 else None) for game, tokens in games] for reader in (0, 1, 2)}
    faults = []
    if len(set(seen[owner])) != len(games):
        faults.append(f"{what}: its owner does not see it")
    for reader in {0, 1, 2} - {owner}:
        for other in seen[reader][1:]:
            if other != seen[reader][0]:
                at = next((i for i, (a, b) in enumerate(zip(seen[reader][0], other)) if a != b), 0)
                faults.append(f"{what}: reader {reader} can tell {seen[reader][0][at - 60:at + 40]!r} from {other[at - 60:at + 40]!r}")
    return faults


@tap.test
def drawn_cards() -> list[str]:
    """which fate card was drawn is seen by its owner alone: in views, states, events, records and pushes"""
    games = []
    # Cards that are not played before the fire phase, so that the same question follows.
    for face in (1, 5, 6, 7, 8, 9, 12):
        game, tokens = server.create(dice="real")
        throw(game, tokens, [face])
        games.append((game, tokens))
    return differences(games, 0, "the card")


@tap.test
def pending_orders() -> list[str]:
    """orders on their way are seen by the side that sent them alone"""
    game, tokens = server.create(rules="esr-50", dice="real")
    faults = []
    view = ask("GET", f"/api/games/{game}/view")
    if view["waiting_for"]["kind"] != "decision":
        return [f"the test expects a question first: {view['waiting_for']}"]
    side = view["waiting_for"]["sides"][0]
    choices = [choice["act"] for choice in ask("GET", f"/api/games/{game}/choices", token=tokens[side])["choices"]]
    orders = [line for line in choices if line.split()[0] in ("attack", "defend", "move", "reserve")]
    games = []
    for line in orders:
        game, tokens = server.create(rules="esr-50", dice="real")
        act(game, tokens[side], line)
        games.append((game, tokens))
    if len(orders) < 4:
        faults.append(f"too few orders to compare: {choices}")
    faults += differences(games, side, "the order")
    for game, tokens in games:
        act(game, tokens[side], "pass")
    return faults + differences(games, side, "the order, when the side is done")


def names_in(value: object, key: str) -> list:
    """All values of a key anywhere in a document."""
    if isinstance(value, dict):
        return [v for k, v in value.items() if k == key] + [n for v in value.values() for n in names_in(v, key)]
    if isinstance(value, list):
        return [n for v in value for n in names_in(v, key)]
    return []


@tap.test
def whole_battle() -> list[str]:
    """through a whole battle nobody reads the other's hand, its draws or the seed; after the end everybody reads all"""
    game, tokens = server.create()
    raw: list[list[str]] = [[], [], []]
    faults = []
    while True:
        views = [ask("GET", f"/api/games/{game}/view", token=token) for token in (*tokens, None)]
        waits = views[0]["waiting_for"]
        if waits["kind"] == "end":
            break
        for reader, view in enumerate(views):
            raw[reader].append(json.dumps(view))
            for side in (0, 1):
                has_hand = "hand" in view["view"]["sides"][side]
                if has_hand != (side == reader):
                    faults.append(f"reader {reader} and the hand of {side}: {view['view']['sides'][side]}")
        side = waits["sides"][0]
        choice = ask("GET", f"/api/games/{game}/choices", token=tokens[side])["choices"][-1]
        ask("POST", f"/api/games/{game}/act", {"cursor": views[0]["cursor"], "act": choice["act"]}, tokens[side])
        if ask("GET", f"/api/games/{game}/view", token=tokens[side])["waiting_for"]["kind"] == "end":
            break  # from here on everybody may read everything
        for reader, token in enumerate((*tokens, None)):
            if len(raw[reader]) % 10 == 0:
                raw[reader].append(json.dumps(ask("GET", f"/api/games/{game}/events", token=token)))
                raw[reader].append(ask("GET", f"/api/games/{game}/record", token=token))
        if faults:
            return faults[:5]
    everything_told = ask("GET", f"/api/games/{game}/events")
    draws = [event for event in everything_told if event["kind"] == "roll" and "hand" in names_in(event["events"], "what")]
    if len(draws) < 5 or any("answer" not in event for event in everything_told if event["kind"] in ("act", "roll")):
        faults.append("after the end something is still hidden, or no card was drawn")
    for event in draws:
        for reader in {0, 1, 2} - {event["side"]}:
            told = [row for text in raw[reader] if text.startswith("[") for row in json.loads(text) if row["n"] == event["n"]]
            if any("answer" in row or names_in(row, "faces") or names_in(row, "value") for row in told):
                faults.append(f"reader {reader} was told of draw {event['n']}")
    record = ask("GET", f"/api/games/{game}/record")
    seed = next(line.split()[1] for line in record.splitlines() if line.startswith("seed "))
    if len(seed) != 64:
        faults.append(f"the seed is {seed!r}")
    if any(seed in text for texts in raw for text in texts):
        faults.append("the seed was told before the end")
    if not any("seed hidden" in text for text in raw[2]):
        faults.append("no record before the end")
    return faults[:10]


@tap.test
def stored_tokens() -> list[str]:
    """the store holds hashes of tokens, never a token"""
    _, tokens = server.create()
    data = b"".join(path.read_bytes() for path in Path(folder.name).glob("games.sqlite*"))
    import hashlib
    faults = ["a token is in the store" for token in tokens if token.encode() in data]
    if not all(hashlib.sha256(token.encode()).digest() in data for token in tokens):
        faults.append("its SHA-256 is not there")
    modes = [path.stat().st_mode & 0o077 for path in Path(folder.name).glob("games.sqlite*")]
    if any(modes):
        faults.append("others on this machine may read the store")
    return faults


server.kill()
folder.cleanup()
sys.exit(tap.finish())
