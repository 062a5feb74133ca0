# SPDX-License-Identifier: MIT
"""A limber server under test, and clients of it over loopback: plain HTTP and a small WebSocket client."""
from __future__ import annotations

import base64
import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

WAIT = 120  # seconds until a busy machine must have answered


class Server:
    """A server on a free port. It can be killed and started again with the same store."""

    def __init__(self, limber: str, store: Path, *options: str, web: Path | None = None) -> None:
        self.command = [limber, "serve", "--port", "0", "--store", str(store), *options]
        if web is not None:
            self.command += ["--web", str(web)]
        self.process: subprocess.Popen | None = None
        self.port = 0
        self.start()

    def start(self, before: Callable[[], None] | None = None) -> None:
        """Starts it; `before` is called in the new process."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before)
        line = self.process.stdout.readline()
        if not line.startswith("Limber is at http://127.0.0.1:"):
            self.process.kill()
            raise AssertionError(f"it said {line!r} and {self.process.communicate()[1]!r}")
        self.port = int(line.rsplit(":", 1)[1].strip().strip("/"))

    def kill(self) -> None:
        """As a power cut would: nothing is tidied up."""
        self.process.kill()
        self.process.communicate()

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Asks it to stop; gives its exit status and what it complained about."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=WAIT)
        return self.process.returncode, errors

    def is_up(self) -> bool:
        return self.process.poll() is None

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_up():
            self.kill()

    # Requests.

    def ask(self, method: str, path: str, body: object = None, token: str | None = None,
            headers: dict[str, str] | None = None) -> tuple[int, object, dict[str, str]]:
        """One request on a connection of its own: status, body (JSON is read) and headers."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        status, text, got = request(link, method, path, body, token, headers)
        link.close()
        return status, text, got

    def get(self, path: str, token: str | None = None) -> object:
        status, body, _ = self.ask("GET", path, token=token)
        if status != 200:
            raise AssertionError(f"GET {path} gave {status}: {body}")
        return body

    def post(self, path: str, body: object, token: str | None = None) -> object:
        status, answer, _ = self.ask("POST", path, body, token)
        if status not in (200, 201):
            raise AssertionError(f"POST {path} gave {status}: {answer}")
        return answer

    def create(self, **wish: object) -> tuple[str, list[str]]:
        """A new game: its id and the tokens of its seats."""
        wish = {"scenario": "two-brigades", "rules": "valour-fortitude", "seats": ["human", "human"], **wish}
        made = self.post("/api/games", wish)
        return made["game"], made["tokens"]

    def raw(self, data: bytes, wait: float = 5) -> bytes:
        """Sends bytes as they are; gives what comes back until the server closes or is silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as link:
            got = b""
            try:
                link.sendall(data)
                while part := link.recv(65536):
                    got += part
            except (TimeoutError, ConnectionError):
                pass
            return got


def request(link: http.client.HTTPConnection, method: str, path: str, body: object = None, token: str | None = None,
            headers: dict[str, str] | None = None) -> tuple[int, object, dict[str, str]]:
    """One request on a connection that stays open."""
    sent = dict(headers or {})
    if token is not None:
        sent.setdefault("Authorization", f"Bearer {token}")
    if isinstance(body, (dict, list)):
        sent.setdefault("Content-Type", "application/json")
        body = json.dumps(body)
    if isinstance(body, str):
        body = body.encode()
    link.request(method, path, body, sent)
    answer = link.getresponse()
    text = answer.read().decode(errors="replace")
    got = {name.lower(): value for name, value in answer.getheaders()}
    if got.get("content-type", "").startswith("application/json") and text:
        text = json.loads(text)
    return answer.status, text, got


class Socket:
    """A WebSocket client that reads and writes whole messages."""

    def __init__(self, port: int, headers: dict[str, str] | None = None, protocol: str | None = "limber",
                 path: str = "/ws") -> None:
        self.link = socket.create_connection(("127.0.0.1", port), timeout=WAIT)
        self.rest = b""
        lines = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                 "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version": "13"}
        if protocol:
            lines["Sec-WebSocket-Protocol"] = protocol
        lines.update(headers or {})
        head = f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
        self.link.sendall(head.encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            part = self.link.recv(4096)
            if not part:
                break
            answer += part
        head, _, self.rest = answer.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0

    def frame(self, data: bytes, opcode: int = 1, is_final: bool = True, is_masked: bool = True) -> None:
        """Sends one frame."""
        head = bytes([opcode | (0x80 if is_final else 0)])
        mask_bit = 0x80 if is_masked else 0
        if len(data) < 126:
            head += bytes([len(data) | mask_bit])
        elif len(data) < 65536:
            head += bytes([126 | mask_bit]) + struct.pack(">H", len(data))
        else:
            head += bytes([127 | mask_bit]) + struct.pack(">Q", len(data))
        if is_masked:
            mask = os.urandom(4)
            data = mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.link.sendall(head + data)

    def send(self, message: object) -> None:
        self.frame(json.dumps(message).encode())

    def take(self, size: int) -> bytes:
        while len(self.rest) < size:
            part = self.link.recv(65536)
            if not part:
                raise ConnectionError("the server closed")
            self.rest += part
        data, self.rest = self.rest[:size], self.rest[size:]
        return data

    def receive(self) -> dict | None:
        """The next message; None when the server closes."""
        text = b""
        while True:
            try:
                first, second = self.take(2)
                size = second & 0x7F
                if size == 126:
                    size = struct.unpack(">H", self.take(2))[0]
                elif size == 127:
                    size = struct.unpack(">Q", self.take(8))[0]
                data = self.take(size)
            except ConnectionError:
                return None
            opcode = first & 0x0F
            if opcode == 8:
                return None
            if opcode == 9:
                self.frame(data, 10)
                continue
            if opcode == 10:
                continue
            text += data
            if first & 0x80:
                return json.loads(text)

    def until(self, is_it, most: int = 100000) -> list[dict]:
        """All messages up to the first that is it, or up to the end."""
        got = []
        for _ in range(most):
            message = self.receive()
            if message is None:
                break
            got.append(message)
            if is_it(message):
                break
        return got

    def close(self) -> None:
        self.link.close()


def who_is_asked(ask: Callable[[str | None], dict], tokens: list[str]) -> tuple[int, dict]:
    """The side that is to answer, with how it sees the game: others may not know. At the end side -1; `ask` reads a view."""
    for side, token in enumerate(tokens):
        view = ask(token)
        if view["waiting_for"]["kind"] == "end":
            return -1, view
        if side in view["waiting_for"]["sides"]:
            return side, view
    raise AssertionError(f"nobody is asked: {view['waiting_for']}")


def watch(server: Server, game: str, token: str | None = None, since: int = 0) -> Socket:
    """A socket that watches a game."""
    link = Socket(server.port)
    message = {"game": game, "since": since}
    if token:
        message["token"] = token
    link.send(message)
    return link


def wait_until(is_so, seconds: float = WAIT) -> bool:
    """Looks again and again, until it is so or the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return True
        time.sleep(0.005)
    return False
