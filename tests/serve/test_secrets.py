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
    view = ask("GET", f"/api/games/{game}/view", token=token)
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
    asked = 0
    # All but the Two, which is shown when it is drawn. Who holds a Three or a Ten is asked at once whether he plays it.
    for face in (1, *range(3, 14)):
        game, tokens = server.create(dice="real")
        throw(game, tokens, [face])
        games.append((game, tokens))
    faults = differences(games, 0, "the card")
    for game, tokens in games:
        if "fate card" in ask("GET", f"/api/games/{game}/view", token=tokens[0])["view"]["node"]["question"]:
            act(game, tokens[0], "pass")
            asked += 1
    if asked < 2:
        faults.append(f"nobody was asked in secret: {asked}")
    faults += differences(games, 0, "the card that was kept back")
    for game, tokens in games:
        act(game, tokens[0], "pass")
    return faults + differences(games, 0, "the card that was kept back, later")


@tap.test
def silence() -> list[str]:
    """who is not asked hears nothing while the other side is asked in secret, and can do as much as at any other time"""
    faults = []
    for reader in (1, None):
        game, tokens = server.create(dice="real")
        throw(game, tokens, [3])
        link = watch(server, game, tokens[1] if reader else None)
        link.until(lambda message: message.get("view", {}).get("cursor") == 1)
        for _ in range(2):  # the first pass keeps the card back, the second ends the fire phase
            act(game, tokens[0], "pass")
        got = [message for message in link.until(lambda message: message.get("view", {}).get("cursor") == 2) if "presence" not in message]
        link.close()
        if [message.get("n", "view") for message in got] != [2, "view"]:
            faults.append(f"it heard {str(got)[:300]}")
    game, tokens = server.create(dice="real")
    throw(game, tokens, [3])
    for path, body in (("act", {"cursor": 1, "act": "pass"}), ("undo", {"cursor": 1})):
        status, answer, _ = server.ask("POST", f"/api/games/{game}/{path}", body, tokens[1])
        if status not in (403, 422) or answer["cursor"] != 1:
            faults.append(f"{path}: {status} {answer}")
    return faults


@tap.test
def held_back() -> list[str]:
    """who may play the Six after a throw is asked in secret: others see it no sooner than the answer, and no trace of it later"""
    faults: list[str] = []
    for hits in (0, 1):
        seen = []
        for card in (6, 5):
            game, tokens = server.create(dice="real")
            throw(game, tokens, [card])
            lines = [choice["act"] for choice in ask("GET", f"/api/games/{game}/choices", token=tokens[0])["choices"]]
            act(game, tokens[0], next(line for line in lines if line.startswith("fire")))
            thrown = [everything(game, token) for token in (tokens[1], None)]
            view = ask("GET", f"/api/games/{game}/view", token=tokens[0])
            faces, status = [6] * hits + [1] * (view["view"]["node"]["dice"] - hits), 422
            while status == 422 and len(faces) < 50:  # a save for each hit
                status, _, _ = server.ask("POST", f"/api/games/{game}/act", {"cursor": view["cursor"], "faces": faces}, tokens[0])
                faces.append(1)
            node = ask("GET", f"/api/games/{game}/view", token=tokens[0])["view"]["node"]
            if ("Six" in node.get("question", "")) != (card == 6):
                return [f"another question than expected: {node}"]
            if card == 6:
                now = [everything(game, token) for token in (tokens[1], None)]
                act(game, tokens[0], "no")
                if hits and now != thrown:
                    faults.append("others see more than dice that are still to be thrown")
            seen.append([everything(game, token) for token in (tokens[1], None)])
            if card == 6 and not hits and now != seen[-1]:
                faults.append("others see that something was answered")
        if seen[0] != seen[1]:
            faults.append(f"with {hits} hits the Six that was kept back can be seen")
    return faults


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
    masked = 0  # how often a spectator saw that somebody is asked something that he may not know
    while True:
        views = [ask("GET", f"/api/games/{game}/view", token=token) for token in (*tokens, None)]
        if views[0]["waiting_for"]["kind"] == "end":
            break
        for reader, view in enumerate(views):
            raw[reader].append(json.dumps(view))
            for side in (0, 1):
                has_hand = "hand" in view["view"]["sides"][side]
                if has_hand != (side == reader):
                    faults.append(f"reader {reader} and the hand of {side}: {view['view']['sides'][side]}")
        masked += views[2]["view"]["node"].get("question") == ""
        if any(row.get("hidden") and row["kind"] == "act" for row in ask("GET", f"/api/games/{game}/events?since={max(0, views[2]['cursor'] - 3)}")):
            faults.append("a spectator reads that somebody has answered in secret")
        side = next(side for side in (0, 1) if side in views[side]["waiting_for"]["sides"])
        choice = ask("GET", f"/api/games/{game}/choices", token=tokens[side])["choices"][-1]
        ask("POST", f"/api/games/{game}/act", {"cursor": views[side]["cursor"], "act": choice["act"]}, tokens[side])
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
    for reader in (0, 1, 2):
        told = [row for text in raw[reader] if text.startswith("[") for row in json.loads(text)]
        drawn = [row for row in told if row["kind"] == "roll" and row["side"] != reader and "hand" in names_in(row["events"], "what")]
        if not drawn:
            faults.append(f"reader {reader} is not told that cards are drawn")
        for row in drawn:
            if "answer" in row or any("faces" in event or "value" in event for event in row["events"] if event["kind"] == "roll"):
                faults.append(f"reader {reader} was told of draw {row['n']}")
    record = ask("GET", f"/api/games/{game}/record")
    seed = next(line.split()[1] for line in record.splitlines() if line.startswith("seed "))
    if len(seed) != 64:
        faults.append(f"the seed is {seed!r}")
    if any(seed in text for texts in raw for text in texts):
        faults.append("the seed was told before the end")
    if masked > 0:
        faults.append(f"{masked} questions were seen to be secret")
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
