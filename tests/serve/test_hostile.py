#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Clients that mean no good: the server refuses them, stays up and serves the others."""
from __future__ import annotations

import http.client
import json
import random
import socket
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from client import Server, Socket, request, wait_until, watch  # noqa: E402
from tap import Tap  # noqa: E402

FUZZ = 3000
limber = sys.argv[1]
tap = Tap()
folder = tempfile.TemporaryDirectory()
web = Path(folder.name) / "web"
web.mkdir()
(web / "index.html").write_text("the app")
(web / ".hidden.html").write_text("hidden")
(Path(folder.name) / "secret.html").write_text("outside of the web folder")
server = Server(limber, Path(folder.name) / "games.sqlite", "--rate", "0", web=web)
HOST = f"Host: 127.0.0.1:{server.port}\r\n"


def is_well() -> list[str]:
    """Faults unless the server is up and answers."""
    if not server.is_up():
        return [f"the server is gone: {server.process.returncode} {server.process.stderr.read()[-2000:]}"]
    return [] if server.ask("GET", "/api/info")[0] == 200 else ["it does not answer"]


@tap.test
def malformed_http() -> list[str]:
    """malformed requests are refused or dropped"""
    faults = []
    bodies = [b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\0" * 5000, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"A" * 200,
              b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3000 + b"\r\n", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST.encode() + b"\r\n",
              b"GET / HTTP/1.1\r\nHost: " + b"a" * 6000 + b"\r\n\r\n", b"POST /api/games HTTP/1.1\r\n" + HOST.encode() + b"Content-Length: -5\r\n\r\n",
              b"POST /api/games HTTP/1.1\r\n" + HOST.encode() + b"Content-Length: 99999999999999999999\r\n\r\n",
              b"POST /api/games HTTP/1.1\r\n" + HOST.encode() + b"Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello",
              b"POST /api/games HTTP/1.1\r\n" + HOST.encode() + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
              b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 100, b"OPTIONS * HTTP/1.1\r\n" + HOST.encode() + b"\r\n",
              b"CONNECT example.org:443 HTTP/1.1\r\n" + HOST.encode() + b"\r\n", b"DELETE /api/games HTTP/1.1\r\n" + HOST.encode() + b"\r\n",
              b"PUT /index.html HTTP/1.1\r\n" + HOST.encode() + b"Content-Length: 3\r\n\r\nabc",
              b"GET / HTTP/1.1\r\n" + HOST.encode() + b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
              b"GET /%00 HTTP/1.1\r\n" + HOST.encode() + b"\r\n", b"GET /%zz HTTP/1.1\r\n" + HOST.encode() + b"\r\n",
              b"GET http://example.org/ HTTP/1.1\r\n" + HOST.encode() + b"\r\n", b"G" * 100000]
    for body in bodies:
        got = server.raw(body, 0.3)
        if got.startswith(b"HTTP/1.1 5") and not got.startswith((b"HTTP/1.1 501", b"HTTP/1.1 505")):
            faults.append(f"{body[:60]!r}: {got[:80]!r}")
        if not server.is_up():
            return [f"{body[:60]!r} has ended the server"]
    return faults + is_well()


@tap.test
def traversal() -> list[str]:
    """no address leads out of the web folder or to a hidden file"""
    faults = []
    for path in ("/../secret.html", "/%2e%2e/secret.html", "/..%2fsecret.html", "/a/../../secret.html", "//secret.html", "/./../secret.html",
                 "/.hidden.html", "/%2ehidden.html", "/..\\secret.html", "/assets/..%5c..%5csecret.html", "/%252e%252e/secret.html",
                 "/....//secret.html", "/etc/passwd", "/index.html/../../secret.html", "/games.sqlite", "/../games.sqlite"):
        got = server.raw(f"GET {path} HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode(), 0.5)
        if b"outside" in got or b"hidden" in got.split(b"\r\n\r\n", 1)[-1] or b"SQLite" in got or b"root:" in got:
            faults.append(f"{path}: {got[-100:]!r}")
    return faults + is_well()


@tap.test
def oversize() -> list[str]:
    """bodies that are too large are refused before they are read"""
    game, tokens = server.create()
    faults = []
    for path, size, status in ((f"/api/games/{game}/act", 70000, 413), ("/api/games", 70000, 413), ("/api/replays", 9 << 20, 413), ("/api/replays/games", 9 << 20, 413),
                               (f"/api/games/{game}/chat", 1 << 40, 400)):
        got = server.raw(f"POST {path} HTTP/1.1\r\n{HOST}Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n".encode() + b"x" * 3000, 2)
        if not got.startswith(f"HTTP/1.1 {status}".encode()):
            faults.append(f"{path} {size}: {got[:60]!r}")
    return faults + is_well()


@tap.test
def origins() -> list[str]:
    """requests of other sites and names that are not ours are refused, also for sockets"""
    game, tokens = server.create()
    faults = []
    own = f"http://127.0.0.1:{server.port}"
    for headers, status in (({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403), ({"Host": "evil.example"}, 403),
                            ({"Origin": own + "1"}, 403), ({"Origin": own.replace("http", "ftp")}, 403),
                            ({"Host": f"evil.example:{server.port}", "Origin": f"http://evil.example:{server.port}"}, 403),
                            ({"Origin": own}, 200), ({"Host": f"localhost:{server.port}", "Origin": f"http://localhost:{server.port}"}, 200), ({}, 200)):
        got = server.ask("GET", f"/api/games/{game}", headers=headers)[0]
        if got != status:
            faults.append(f"{headers}: {got}")
        link = Socket(server.port, headers)
        if (link.status == 101) != (status == 200):
            faults.append(f"socket {headers}: {link.status}")
        link.close()
    for path, protocol in (("/ws", None), ("/ws", "chat"), ("/elsewhere", "limber"), ("/api/info", "limber")):
        link = Socket(server.port, protocol=protocol, path=path)
        if link.status == 101:
            link.send({"game": game})
            if link.receive() is not None:
                faults.append(f"a socket at {path} for {protocol}")
        link.close()
    return faults + is_well()


@tap.test
def sockets() -> list[str]:
    """malformed frames and messages close the socket and nothing else"""
    game, tokens = server.create()
    good = watch(server, game, tokens[0])
    good.until(lambda message: "view" in message)
    faults = []

    def text(message: bytes) -> object:
        return lambda link: link.frame(message)

    attacks = [text(b"not json"), text(b"[]"), text(b"{}"), text(b'{"game": 5}'), text(b'{"game": "' + b"A" * 20 + b'"}'), text(b'{"game": "../x"}'),
               text(b'{"game": "%s", "token": "%s"}' % (game.encode(), b"A" * 43)), text(b"x" * 100000), text(b"{" * 2000), text(b"\xff\xfe\xfd"),
               lambda link: link.frame(b"\x00" * 100, 2), lambda link: link.frame(b"{}", 3), lambda link: link.frame(b"{}", 11),
               lambda link: link.frame(b"{}", is_masked=False), lambda link: link.frame(b"x" * 126, 9), lambda link: link.frame(b"x", 8),
               lambda link: [link.frame(b"x", 1 if i == 0 else 0, False) for i in range(5000)], lambda link: link.frame(b"tail", 0),
               lambda link: link.link.sendall(b"\x81\xff" + b"\xff" * 8 + b"abcd"), lambda link: link.link.sendall(b"\xff" * 1000),
               lambda link: link.link.sendall(b"\x81\x85abc")]
    for number, attack in enumerate(attacks):
        link = Socket(server.port)
        link.link.settimeout(1)
        try:
            attack(link)
            message = link.receive()
            if message is not None and "why" not in message:
                faults.append(f"attack {number} got {str(message)[:100]}")
        except (TimeoutError, OSError, ValueError):
            pass
        link.close()
        if not server.is_up():
            return [f"attack {number} has ended the server"]
    server.post(f"/api/games/{game}/chat", {"text": "still here"}, tokens[1])
    if not any("chat" in message for message in good.until(lambda message: "chat" in message)):
        faults.append("another socket was hurt")
    good.close()
    return faults + is_well()


@tap.test
def slow_clients() -> list[str]:
    """clients that say nothing, or read nothing, do not keep others waiting"""
    game, tokens = server.create()
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(150)]
    for link in silent[:75]:
        link.sendall(b"GET /api/info HTTP/1.1\r\n")
    deaf = []
    for _ in range(20):
        link = socket.create_connection(("127.0.0.1", server.port))
        link.sendall(f"GET /api/games/{game} HTTP/1.1\r\n{HOST}\r\n".encode() * 5)
        deaf.append(link)
    before = time.monotonic()
    faults = is_well()
    for _ in range(20):
        server.get(f"/api/games/{game}/view")
    if time.monotonic() - before > 20:
        faults.append("others had to wait")
    for link in silent + deaf:
        link.close()
    return faults + is_well()


@tap.test
def other_games() -> list[str]:
    """a token of one game or seat does nothing in another, and ids are not found by trying"""
    games = [server.create() for _ in range(4)]
    faults = []
    for game, tokens in games:
        cursor = server.get(f"/api/games/{game}/view")["cursor"]
        for other, others in games:
            if other == game:
                continue
            for path, body in (("act", {"cursor": cursor, "act": "pass"}), ("resign", {"cursor": cursor})):
                if server.ask("POST", f"/api/games/{game}/{path}", body, others[0])[0] != 403:
                    faults.append(f"{path} with another game's token")
        if server.get(f"/api/games/{game}/view")["cursor"] != cursor:
            faults.append("the game has gone on")
    ids = {game for game, _ in games}
    seats = {token for _, tokens in games for token in tokens}
    if len(ids) != 4 or len(seats) != 8:
        faults.append("ids or tokens repeat")
    for guess in ("A" * 20, games[0][0][:-1] + ("A" if games[0][0][-1] != "A" else "B"), "' OR 1=1 --" + "A" * 9, games[0][0].lower()):
        if server.ask("GET", "/api/games/" + guess.replace(" ", "%20"))[0] not in (404, 400):
            faults.append(f"{guess} was found")
    return faults


def fuzz_value(chance: random.Random, depth: int = 0) -> object:
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return chance.choice([0, 1, -1, 2**31, 2**63 - 1, -2**63, 10**12, chance.randrange(2000)])
    if kind == 1:
        return chance.choice(["", "pass", "human", "regular", "A" * 43, "A" * 20, "\u0000", "é" * 300, "roll 1", "move unit 3 path straight:99999999"])
    if kind in (2, 3):
        return chance.choice([None, True, False])
    if kind == 4:
        return chance.random() * 1e9
    if kind == 5:
        return "".join(chr(chance.randrange(1, 0x2000)) for _ in range(chance.randrange(40)))
    if kind == 6:
        return [fuzz_value(chance, depth + 1) for _ in range(chance.randrange(6))]
    keys = ["cursor", "act", "faces", "answer", "text", "name", "token", "side", "scenario", "rules", "seats", "dice", "house", "shared", "record", "game"]
    return {chance.choice(keys): fuzz_value(chance, depth + 1) for _ in range(chance.randrange(6))}


def fuzz_line(chance: random.Random, lines: list[str]) -> str:
    """A line that was legal once, with something changed."""
    words = chance.choice(lines).split()
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(words) + 1)
        new = chance.choice(["unit", "target", "path", "straight:100", "turn:-70000", "wheel:999999999", "with", "as", "at", "option", "-1", "0", "65535",
                             "99999999999", "brigade", "4000", "pass", "fire", "move", "\t", "é", "straight:", "::", "x" * 50])
        words[at:at + chance.randrange(2)] = [new]
    return " ".join(words)


@tap.test
def fuzzing() -> list[str]:
    """thousands of random requests with a fixed seed: no error of the server, and the games are still good"""
    chance = random.Random(1805)
    sheets = ["valour-fortitude", "napoleons-legacy", "esr-50", "march-attack"]
    games = [server.create(rules=sheet) for sheet in sheets]
    known: dict[str, list[str]] = {game: ["pass"] for game, _ in games}
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    faults: list[str] = []
    statuses: dict[int, int] = {}
    for number in range(FUZZ):
        game, tokens = chance.choice(games)
        token = chance.choice([tokens[0], tokens[0], tokens[1], tokens[1], None, "A" * 43])
        verb = chance.choice(["act", "act", "act", "act", "undo", "takeback", "chat", "join", "view", "events?since=3", "record", "hint", "choices", "", "nothing"])
        method = chance.choice(["GET", "POST", "POST", "HEAD", "DELETE"]) if verb not in ("hint", "choices") else "GET"
        body: object = fuzz_value(chance)
        if verb == "act" and chance.random() < 0.8:
            view = server.get(f"/api/games/{game}/view")
            line = fuzz_line(chance, known[game]) if chance.random() < 0.7 else chance.choice(known[game])
            body, method = {"cursor": view["cursor"], "act": line}, "POST"
        if verb == "join":
            body = {"name": fuzz_value(chance)}
        path = chance.choice([f"/api/games/{game}/{verb}"] * 8 + ["/api/games", "/api/replays", "/api/replays/games", "/api/scenarios/two-brigades?rules=esr-50", "/", "/api/" + verb])
        try:
            status, answer, _ = request(link, method, path, json.dumps(body) if method == "POST" else None, token, {"Content-Type": "application/json"})
        except (http.client.HTTPException, OSError) as error:
            link.close()
            if not server.is_up():
                return [f"request {number}, {method} {path} {json.dumps(body)[:300]}, has ended the server: {error}", server.process.stderr.read()[-3000:]]
            continue
        statuses[status] = statuses.get(status, 0) + 1
        if status >= 500:
            faults.append(f"{method} {path} {json.dumps(body)[:200]}: {status} {answer}")
        if verb == "choices" and status == 200 and "choices" in answer and isinstance(answer, dict):
            known[game] = (known[game] + [choice["act"] for choice in answer["choices"]])[-200:]
    if statuses.get(200, 0) < FUZZ // 20 or statuses.get(422, 0) < FUZZ // 20:
        faults.append(f"the requests were not mixed: {statuses}")
    cursors = [server.get(f"/api/games/{game}/view")["cursor"] for game, _ in games]
    states = [server.get(f"/api/games/{game}/view")["state"] for game, _ in games]
    server.kill()
    server.start()
    if [server.get(f"/api/games/{game}/view")["cursor"] for game, _ in games] != cursors or \
            [server.get(f"/api/games/{game}/view")["state"] for game, _ in games] != states:
        faults.append("a game is not what its log says")
    return faults[:10] + is_well()


@tap.test
def behind_proxy() -> list[str]:
    """behind a proxy the server goes by its name, and counts by the address that the proxy gives"""
    faults = []
    with Server(limber, Path(folder.name) / "proxied.sqlite", "--rate", "5", "--origin", "https://table.example") as proxied:
        for headers, status in (({"Host": "table.example"}, 200), ({"Host": "table.example", "Origin": "https://table.example"}, 200),
                                ({"Host": "table.example", "Origin": "https://other.example"}, 403), ({"Host": "other.example"}, 403)):
            if proxied.ask("GET", "/api/info", headers=headers)[0] != status:
                faults.append(f"{headers} did not give {status}")
        for number in range(200):
            got = proxied.ask("GET", "/api/info", headers={"X-Forwarded-For": f"203.0.113.99, 198.51.100.{number}"})[0]
            if got != 200:
                faults.append(f"client {number} pays for others: {got}")
                break
        statuses = {proxied.ask("GET", "/api/info", headers={"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.1"})[0] for number in range(100)}
        if 429 not in statuses:
            faults.append("one client is counted as many")
        links = [Socket(proxied.port, {"Host": "table.example", "Origin": "https://table.example", "X-Forwarded-For": f"198.51.100.{i // 20}"}) for i in range(100)]
        if any(link.status != 101 for link in links):
            faults.append(f"sockets were refused: {[link.status for link in links]}")
        for link in links:
            link.close()
    return faults


@tap.test
def floods() -> list[str]:
    """by default floods are slowed down: requests, new games, wrong tokens, answers and talk in one game, sockets"""
    faults = []
    with Server(limber, Path(folder.name) / "limited.sqlite", "--rate", "20") as limited:
        def count(method: str, path: str, body: object = None, token: str | None = None, most: int = 500) -> dict[int, int]:
            link = http.client.HTTPConnection("127.0.0.1", limited.port, timeout=60)
            got: dict[int, int] = {}
            for _ in range(most):
                try:
                    status = request(link, method, path, body, token)[0]
                except (http.client.HTTPException, OSError):
                    link.close()
                    continue
                got[status] = got.get(status, 0) + 1
            link.close()
            return got

        def rest() -> bool:
            """Waits until the bucket has filled up again."""
            return wait_until(lambda: limited.ask("GET", "/api/info")[0] == 200 and not time.sleep(11), 60)

        game, tokens = limited.create()
        for name, got in (("requests", count("GET", "/api/info")), ("wrong tokens", rest() and count("GET", f"/api/games/{game}", token="A" * 43)),
                          ("new games", rest() and count("POST", "/api/games", {"scenario": "two-brigades", "rules": "esr-50", "seats": ["human", "recruit"]}))):
            if got.get(429, 0) < 100 or any(status >= 500 for status in got):
                faults.append(f"{name}: {got}")
        rest()
        talk = count("POST", f"/api/games/{game}/chat", {"text": "hey"}, tokens[0], 60)
        if talk.get(200, 0) > 15 or talk.get(429, 0) < 40:
            faults.append(f"talk: {talk}")
        links = [Socket(limited.port) for _ in range(80)]
        opened = sum(link.status == 101 for link in links)
        for link in links:
            link.close()
        if opened > 64 or opened < 10:
            faults.append(f"{opened} sockets of one address")
        rest()
        if limited.ask("GET", "/api/info")[0] != 200 or not limited.is_up():
            faults.append("it does not recover")
    return faults


server.kill()
folder.cleanup()
sys.exit(tap.finish())
