#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server that is killed at any moment has lost nothing that it acknowledged, and its games go on."""
from __future__ import annotations

import base64
import http.client
import random
import resource
import sqlite3
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from client import Server, request, wait_until, watch  # noqa: E402
from tap import Tap  # noqa: E402

KILLS = 25
limber = sys.argv[1]
tap = Tap()
chance = random.Random(1815)


class Player(threading.Thread):
    """Plays one game as fast as it can until the server is gone, and remembers what was acknowledged."""

    def __init__(self, server: Server, game: str, token: str, acknowledged: dict[int, str]) -> None:
        super().__init__()
        self.server, self.game, self.token, self.acknowledged = server, game, token, acknowledged
        self.last = 0  # the cursor of the last answer that was acknowledged
        self.fault = ""

    def run(self) -> None:
        try:
            self.play(http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30))
        except (OSError, http.client.HTTPException, ValueError):
            pass  # The server was killed.

    def play(self, link: http.client.HTTPConnection) -> None:
        while True:
            _, view, _ = request(link, "GET", f"/api/games/{self.game}/view", token=self.token)
            if view["waiting_for"]["kind"] == "end":
                return
            status, choices, _ = request(link, "GET", f"/api/games/{self.game}/choices", token=self.token)
            if status != 200:
                continue
            line = chance.choice(choices["choices"])["act"]
            status, answer, _ = request(link, "POST", f"/api/games/{self.game}/act", {"cursor": view["cursor"], "act": line}, self.token)
            if status == 200:
                self.acknowledged[view["cursor"] + 1] = line
                self.last = answer["cursor"]
            elif status != 409:
                self.fault = f"{status} {answer}"
                return


@tap.test_in_folder
def kills(folder: Path) -> list[str]:
    """killed many times in the middle of games on every sheet: every acknowledged answer is there, and the games go on"""
    sheets = ["valour-fortitude", "napoleons-legacy", "esr-50", "march-attack"]
    faults: list[str] = []
    with Server(limber, folder / "games.sqlite", "--rate", "0") as server:
        games = [(*server.create(rules=sheet, seats=["human", "recruit"]), {}) for sheet in sheets]
        most = 0
        for _ in range(KILLS):
            players = [Player(server, game, tokens[0], done) for game, tokens, done in games]
            for player in players:
                player.start()
            threading.Event().wait(chance.uniform(0.02, 0.4))
            server.kill()
            for player in players:
                player.join()
            server.start()
            for (game, tokens, done), player in zip(games, players):
                rows = server.get(f"/api/games/{game}/events", tokens[0])
                cursor = server.get(f"/api/games/{game}/view", tokens[0])["cursor"]
                if cursor < player.last or player.fault:
                    faults.append(f"{game}: {player.last} was acknowledged, {cursor} is there; {player.fault}")
                # What was on the disk but not acknowledged before a kill stands between them.
                there = iter([row.get("answer") for row in rows if row["kind"] == "act" and row["side"] == 0])
                faults += [f"{game}: {line!r} is not there" for _, line in sorted(done.items()) if line not in there]
                most = max(most, len(done))
            if faults:
                break
        if most < 10:
            faults.append(f"too little was played: {most} answers")
        for game, tokens, _ in games:
            player = Player(server, game, tokens[0], {})
            player.start()
            player.join()
            if server.get(f"/api/games/{game}/view")["waiting_for"]["kind"] != "end":
                faults.append(f"{game} does not come to its end: {player.fault}")
        server.stop()
    with sqlite3.connect(folder / "games.sqlite") as store:
        if store.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            faults.append("the store is damaged")
        for game, count, last in store.execute("SELECT game, count(*), max(n) FROM step GROUP BY game"):
            if count != last:
                faults.append(f"the log of game {game} has gaps: {count} rows, the last is {last}")
    return faults


@tap.test_in_folder
def same_state(folder: Path) -> list[str]:
    """a game that is read again stands as it stood: state, view, undo, take-back that was asked for, talk"""
    faults = []
    with Server(limber, folder / "games.sqlite", "--rate", "0") as server:
        game, tokens = server.create(rules="esr-50")
        side = server.get(f"/api/games/{game}/view")["waiting_for"]["sides"][0]
        for _ in range(2):
            view = server.get(f"/api/games/{game}/view", tokens[side])
            line = server.get(f"/api/games/{game}/choices", tokens[side])["choices"][1]["act"]
            server.post(f"/api/games/{game}/act", {"cursor": view["cursor"], "act": line}, tokens[side])
        cursor = server.get(f"/api/games/{game}/view", tokens[side])["cursor"]
        server.post(f"/api/games/{game}/undo", {"cursor": cursor}, tokens[side])
        server.post(f"/api/games/{game}/chat", {"text": "still there?"}, tokens[side])
        other, others = server.create(house="limber: house-rules\nvalues: {vf.fate.draw: {cards: 0}}")
        fire = next(c["act"] for c in server.get(f"/api/games/{other}/choices", others[0])["choices"] if c["act"].startswith("fire"))
        server.post(f"/api/games/{other}/act", {"cursor": server.get(f"/api/games/{other}/view")["cursor"], "act": fire}, others[0])
        server.post(f"/api/games/{other}/takeback", {"cursor": server.get(f"/api/games/{other}/view")["cursor"]}, others[0])
        before = [server.get(f"/api/games/{one}/view", token) for one, keys in ((game, tokens), (other, others)) for token in (*keys, None)]
        server.kill()
        server.start()
        after = [server.get(f"/api/games/{one}/view", token) for one, keys in ((game, tokens), (other, others)) for token in (*keys, None)]
        for number, (old, new) in enumerate(zip(before, after)):
            faults += [f"view {number}: {key} differs after the restart" for key in old if old[key] != new.get(key)]
            if old["state"] != new["state"]:
                a, b = base64.b64decode(old["state"]), base64.b64decode(new["state"])
                faults.append(f"bytes {[i for i in range(len(a)) if a[i] != b[i]][:20]}")
        if not after[side]["undo"] or after[3]["takeback"] != 0:
            faults.append("undo or take-back were forgotten")
        if [line["text"] for line in server.get(f"/api/games/{game}/chat", tokens[0])] != ["still there?"]:
            faults.append("talk was forgotten")
        server.post(f"/api/games/{game}/undo", {"cursor": after[side]["cursor"]}, tokens[side])
        server.post(f"/api/games/{other}/takeback", {"cursor": after[3]["cursor"], "answer": True}, others[1])
        if server.get(f"/api/games/{other}/choices", others[0])["choices"][0]["act"] != "pass":
            faults.append("the take-back did not go back")
    return faults


@tap.test_in_folder
def sockets(folder: Path) -> list[str]:
    """a client that comes back after a crash says what it has and gets the rest, once"""
    with Server(limber, folder / "games.sqlite", "--rate", "0") as server:
        game, tokens = server.create(seats=["human", "recruit"])
        link = watch(server, game, tokens[0])
        player = Player(server, game, tokens[0], {})
        player.start()
        rows = [message["n"] for message in link.until(lambda message: message.get("n", 0) >= 20) if "n" in message]
        server.kill()
        player.join()
        link.close()
        server.start()
        cursor = server.get(f"/api/games/{game}/view", tokens[0])["cursor"]
        link = watch(server, game, tokens[0], rows[-1])
        wait_until(lambda: server.get(f"/api/games/{game}/view")["waiting_for"]["computer"] is False)
        rows += [message["n"] for message in link.until(lambda message: message.get("view", {}).get("cursor", 0) >= cursor) if "n" in message]
        link.close()
        return [] if rows == list(range(1, rows[-1] + 1)) and rows[-1] >= cursor else [f"rows {rows}, cursor {cursor}"]


@tap.test_in_folder
def full_disk(folder: Path) -> list[str]:
    """what the disk does not take is refused and changes nothing; the game goes on when there is room again"""
    faults: list[str] = []
    with Server(limber, folder / "games.sqlite", "--rate", "0") as server:
        game, tokens = server.create(seats=["human", "recruit"])
        server.stop()
        size = (folder / "games.sqlite").stat().st_size
        server.start(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size + 60000, size + 60000)))
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        refused = 0
        for _ in range(2000):
            _, view, _ = request(link, "GET", f"/api/games/{game}/view", token=tokens[0])
            if view["waiting_for"]["kind"] == "end":
                break
            status, choices, _ = request(link, "GET", f"/api/games/{game}/choices", token=tokens[0])
            if status != 200:
                refused += 1  # The computer may be the one whose answer has no room.
                if refused > 200:
                    break
                continue
            body = {"cursor": view["cursor"], "act": choices["choices"][-1]["act"]}
            status, answer, _ = request(link, "POST", f"/api/games/{game}/act", body, tokens[0])
            if status == 507:
                now = request(link, "GET", f"/api/games/{game}/view", token=tokens[0])[1]
                faults += [] if now == view else ["an answer that was refused has changed something"]
                refused = 1000
                break
        if refused == 0:
            faults.append("the disk was never full")
        if request(link, "POST", "/api/games", {"scenario": "vimeiro", "rules": "esr-50", "seats": ["human", "human"]})[0] != 507:
            faults.append("a game was made that has no room")
        view = request(link, "GET", f"/api/games/{game}/view", token=tokens[0])[1]
        server.kill()
        server.start()
        if server.get(f"/api/games/{game}/view", tokens[0])["cursor"] < view["cursor"]:
            faults.append("something that was acknowledged is lost")
        player = Player(server, game, tokens[0], {})
        player.start()
        player.join()
        if server.get(f"/api/games/{game}/view")["waiting_for"]["kind"] != "end":
            faults.append(f"the game does not go on: {player.fault}")
    return faults


@tap.test_in_folder
def append_only(folder: Path) -> list[str]:
    """the store itself refuses to change or cut a log"""
    with Server(limber, folder / "games.sqlite") as server:
        server.create()
        server.stop()
    faults = []
    with sqlite3.connect(folder / "games.sqlite") as store:
        for order in ("UPDATE step SET answer = 'pass'", "DELETE FROM step", "UPDATE chat SET body = ''"):
            try:
                store.execute("INSERT INTO chat VALUES (1, 1, 0, 'x', 0) ON CONFLICT DO NOTHING")
                store.execute(order)
                faults.append(f"{order} was done")
            except sqlite3.IntegrityError:
                pass
        mode = store.execute("PRAGMA journal_mode").fetchone()[0]
        tables = store.execute("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite%'").fetchone()[0]
    if mode != "wal" or tables:
        faults.append(f"journal {mode}, {tables} tables are not strict")
    return faults


@tap.test_in_folder
def strange_stores(folder: Path) -> list[str]:
    """a file that is no store, or one of a later version, is refused and left as it is"""
    import subprocess
    (folder / "text.sqlite").write_text("this is no database, but somebody's letter\n" * 50)
    with sqlite3.connect(folder / "other.sqlite") as other:
        other.execute("CREATE TABLE mine (x)")
    with sqlite3.connect(folder / "later.sqlite") as later:
        later.execute("PRAGMA user_version = 99")
    faults = []
    for name in ("text", "other", "later", "missing/folder"):
        path = folder / f"{name}.sqlite"
        before = path.read_bytes() if path.exists() else None
        done = subprocess.run([limber, "serve", "--port", "0", "--store", str(path)], capture_output=True, text=True, check=False, timeout=60)
        if done.returncode != 2 or not done.stderr.startswith("limber: "):
            faults.append(f"{name}: {done}")
        if name == "text" and path.read_bytes() != before:
            faults.append("the letter was changed")
    return faults


sys.exit(tap.finish())
