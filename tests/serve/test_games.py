#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games over the server's interface: creating, joining, answering, taking back, resigning, exporting, watching."""
from __future__ import annotations

import http.client
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from client import Server, Socket, request, wait_until, watch, who_is_asked  # noqa: E402
from tap import Tap  # noqa: E402

limber = sys.argv[1]
tap = Tap()
folder = tempfile.TemporaryDirectory()
web = Path(folder.name) / "web"
(web / "assets").mkdir(parents=True)
(web / "index.html").write_text("<!doctype html><title>the app</title>")
(web / "assets" / "app.js").write_text("export const one = 1;")
(web / "limber.wasm").write_bytes(b"\0asm\1\0\0\0")
(Path(folder.name) / "secret.txt").write_text("outside of the web folder")
server = Server(limber, Path(folder.name) / "games.sqlite", "--rate", "0", web=web)

NO_CARDS = "limber: house-rules\nvalues: {vf.fate.draw: {cards: 0}}"  # a game begins with the fire phase


def act(game: str, token: str, line: str | None = None, cursor: int | None = None) -> tuple[int, dict]:
    """Answers for a seat: with a line, or the first choice."""
    view = server.get(f"/api/games/{game}/view", token)
    if line is None:
        line = server.get(f"/api/games/{game}/choices", token)["choices"][0]["act"]
    body = {"cursor": view["cursor"] if cursor is None else cursor, "act": line}
    status, answer, _ = server.ask("POST", f"/api/games/{game}/act", body, token)
    return status, answer


def asked(game: str) -> int | None:
    """The side that is to answer, or None at the end."""
    sides = server.get(f"/api/games/{game}/view")["waiting_for"]["sides"]
    return sides[0] if sides else None


def play(game: str, tokens: list[str], most: int = 100000) -> int:
    """Plays first choices for both seats; gives how many answers it took."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    for count in range(most):
        side, view = who_is_asked(lambda token: request(link, "GET", f"/api/games/{game}/view", token=token)[1], tokens)
        if side < 0:
            return count
        token = tokens[side]
        _, choices, _ = request(link, "GET", f"/api/games/{game}/choices", token=token)
        status, answer, _ = request(link, "POST", f"/api/games/{game}/act",
                                    {"cursor": view["cursor"], "act": choices["choices"][-1]["act"]}, token)
        if status != 200:
            raise AssertionError(f"{status}: {answer}")
    return most


@tap.test
def info() -> list[str]:
    """info lists the sheets, the levels and the scenarios with what can be played"""
    got = server.get("/api/info")
    faults = []
    sheets = {sheet["id"] for sheet in got["sheets"]}
    if sheets != {"valour-fortitude", "napoleons-legacy", "esr-50", "esr-75", "march-attack"}:
        faults.append(f"sheets: {sheets}")
    if [level["id"] for level in got["levels"]] != ["recruit", "regular"]:
        faults.append(f"levels: {got['levels']}")
    one = next(scenario for scenario in got["scenarios"] if scenario["id"] == "two-brigades")
    if one["title"] != "Two Brigades" or len(one["sheets"]) != 5 or sum(s["units"] for s in one["sides"]) != one["units"]:
        faults.append(f"two-brigades: {one}")
    return faults


@tap.test
def scenario() -> list[str]:
    """a scenario can be read with its battle, its first state and its text"""
    got = server.get("/api/scenarios/two-brigades?rules=march-attack")
    faults = [f"no {key}" for key in ("scenario", "house", "battle", "state", "text") if not got.get(key)]
    if got["battle"]["sheet"]["id"] != "march-attack":
        faults.append("another sheet")
    for path, status in (("/api/scenarios/nowhere", 404), ("/api/scenarios/two-brigades?rules=chess", 404)):
        if server.ask("GET", path)[0] != status:
            faults.append(f"{path} did not give {status}")
    return faults


@tap.test
def creating() -> list[str]:
    """a game has an id and a token for each person that nobody can guess, and links to share"""
    made = server.post("/api/games", {"scenario": "two-brigades", "rules": "valour-fortitude", "dice": "computer",
                                      "seats": ["human", "regular"], "name": "Thursday"})
    faults = []
    if len(made["game"]) != 20 or len(made["tokens"][0]) != 43 or made["tokens"][1] is not None:
        faults.append(f"made {made}")
    if made["links"][0] != f"/game/{made['game']}#{made['tokens'][0]}":
        faults.append(f"link {made['links']}")
    game = server.get(f"/api/games/{made['game']}", made["tokens"][0])
    if (game["name"], game["you"], game["seats"][1]["kind"], game["ended"]) != ("Thursday", 0, "regular", False):
        faults.append(f"game {game}")
    if server.get(f"/api/games/{made['game']}")["you"] is not None:
        faults.append("who shows no token has a seat")
    return faults


@tap.test
def bad_wishes() -> list[str]:
    """a wish for a game that cannot be is refused with the reason"""
    good = {"scenario": "two-brigades", "rules": "valour-fortitude", "seats": ["human", "regular"]}
    bad = [({"scenario": "../../etc/passwd"}, "scenario"), ({"rules": "chess"}, "rules"), ({"seats": ["human"]}, "seats"),
           ({"seats": ["human", "grandmaster"]}, "seats"), ({"seats": ["regular", "regular"]}, "person"),
           ({"dice": "loaded"}, "dice"), ({"name": "a\nb"}, "name"), ({"name": "x" * 61}, "name"),
           ({"house": 7}, "house"), ({"house": "limber: house-rules\nvalues: {vf.hit.base: 77}"}, "line 2")]
    faults = []
    for change, word in bad:
        status, answer, _ = server.ask("POST", "/api/games", good | change)
        if status != 422 or word not in answer["why"]:
            faults.append(f"{change}: {status} {answer}")
    return faults


@tap.test
def house_rules() -> list[str]:
    """a game is played by the house rules that it was made with"""
    game, tokens = server.create(house=NO_CARDS)
    events = server.get(f"/api/games/{game}/events")
    return [] if not any(event["kind"] == "roll" for event in events) else [f"a card was drawn: {events}"]


@tap.test
def answering() -> list[str]:
    """an answer moves the cursor and is told; a stale cursor gives 409, another's turn 403, an illegal act 422 with clause"""
    game, tokens = server.create()
    side = asked(game)
    before = server.get(f"/api/games/{game}/view")["cursor"]
    faults = []
    status, answer = act(game, tokens[1 - side], "pass")
    if status != 403:
        faults.append(f"the other side answered: {status} {answer}")
    status, answer = act(game, tokens[side], "fire unit 0 target 1 option 0")
    if status != 422 or not answer.get("clause", "").startswith("vf.") or not answer.get("why"):
        faults.append(f"illegal act: {status} {answer}")
    for nonsense in ("", "dance", "pass pass", "move unit 99999", "fire unit -1 target 2", "x" * 20000):
        status, answer = act(game, tokens[side], nonsense)
        if status != 422 or not answer["why"]:
            faults.append(f"{nonsense[:20]!r}: {status} {answer}")
    if server.get(f"/api/games/{game}/view")["cursor"] != before:
        faults.append("a refused answer has moved the cursor")
    status, answer = act(game, tokens[side])
    if status != 200 or answer["cursor"] <= before:
        faults.append(f"a good answer: {status} {answer}")
    status, answer = act(game, tokens[side], "pass", before)
    if status != 409 or answer["cursor"] <= before:
        faults.append(f"a stale answer: {status} {answer}")
    told = server.get(f"/api/games/{game}/events?since={before}")
    if not told or told[0]["n"] != before + 1 or told[0]["kind"] != "act":
        faults.append(f"told {told}")
    return faults


@tap.test
def bad_bodies() -> list[str]:
    """bodies that are not what they should be are refused with place and reason"""
    game, tokens = server.create()
    path = f"/api/games/{game}/act"
    faults = []
    for body, status in ((b'{"cursor": 1, "cursor": 1}', 400), (b"[1]", 400), (b'{"cursor":1', 400), (b"", 411), (b"\xff\xfe", 400),
                         (b'{"cursor": "1", "act": "pass"}', 400), (b'{"cursor": -1, "act": "pass"}', 400),
                         (b'{"cursor": 99999999999999999999, "act": "pass"}', 400), (b'{"cursor": 1}', 400),
                         (b'{"cursor": 1, "act": 5}', 400), (b"[" * 5000, 400)):
        got, answer, _ = server.ask("POST", path, body.decode("latin-1") if body else None, tokens[0],
                                    {"Content-Type": "application/json"})
        if got != status and not (not body and got in (400, 411, 415)):
            faults.append(f"{body[:40]!r}: {got} {answer}")
    got, answer, _ = server.ask("POST", path, "cursor=1", tokens[0], {"Content-Type": "application/x-www-form-urlencoded"})
    if got != 415:
        faults.append(f"a form: {got} {answer}")
    return faults


def order_game() -> tuple[str, list[str], int, list[str]]:
    """A game in which side `side` sends orders one after the other without dice."""
    game, tokens = server.create(rules="esr-50")
    side = asked(game)
    orders = [choice["act"] for choice in server.get(f"/api/games/{game}/choices", tokens[side])["choices"]
              if choice["act"].startswith(("attack", "defend", "move"))]
    return game, tokens, side, orders


@tap.test
def undo() -> list[str]:
    """a side takes its own last answers back one by one, as long as no dice were thrown"""
    game, tokens, side, orders = order_game()
    faults = []
    start = server.get(f"/api/games/{game}/view", tokens[side])
    act(game, tokens[side], orders[0])
    middle = server.get(f"/api/games/{game}/view", tokens[side])
    second = next(choice["act"] for choice in server.get(f"/api/games/{game}/choices", tokens[side])["choices"]
                  if choice["act"] != "pass")
    act(game, tokens[side], second)
    for expected in (middle, start):
        view = server.get(f"/api/games/{game}/view", tokens[side])
        if not view["undo"]:
            faults.append("it cannot be undone")
        cursor = server.get(f"/api/games/{game}/view", tokens[1 - side])["cursor"]
        status, answer, _ = server.ask("POST", f"/api/games/{game}/undo", {"cursor": cursor}, tokens[1 - side])
        if status != 422:
            faults.append(f"the other side undid it: {status} {answer}")
        server.post(f"/api/games/{game}/undo", {"cursor": view["cursor"]}, tokens[side])
        now = server.get(f"/api/games/{game}/view", tokens[side])
        if now["state"] != expected["state"] or now["view"] != expected["view"]:
            faults.append("the state is not as it was")
        if now["cursor"] != view["cursor"] + 1:
            faults.append("an undo is no row of its own")
    view = server.get(f"/api/games/{game}/view", tokens[side])
    status, answer, _ = server.ask("POST", f"/api/games/{game}/undo", {"cursor": view["cursor"]}, tokens[side])
    if status != 422 or view["undo"]:
        faults.append(f"more was undone than was done: {status}")
    kinds = [event["kind"] for event in server.get(f"/api/games/{game}/events", tokens[side])][-4:]
    if kinds != ["act", "act", "undo", "undo"]:
        faults.append(f"the log says {kinds}")
    if "undo" in [event["kind"] for event in server.get(f"/api/games/{game}/events", tokens[1 - side])]:
        faults.append("the other side reads that an order was taken back of which it has not been told")
    return faults


@tap.test
def undo_and_dice() -> list[str]:
    """what dice have followed cannot be undone"""
    game, tokens = server.create(house=NO_CARDS)
    side = asked(game)
    fire = next(choice["act"] for choice in server.get(f"/api/games/{game}/choices", tokens[side])["choices"]
                if choice["act"].startswith("fire"))
    act(game, tokens[side], fire)
    view = server.get(f"/api/games/{game}/view", tokens[side])
    status, _, _ = server.ask("POST", f"/api/games/{game}/undo", {"cursor": view["cursor"]}, tokens[side])
    return [] if status == 422 and not view["undo"] else [f"{status}, undo {view['undo']}"]


@tap.test
def take_back() -> list[str]:
    """a take-back beyond dice needs the other player's agreement; no agreement, no take-back"""
    game, tokens = server.create(house=NO_CARDS)
    side = asked(game)
    start = server.get(f"/api/games/{game}/view", tokens[side])
    fire = next(choice["act"] for choice in server.get(f"/api/games/{game}/choices", tokens[side])["choices"]
                if choice["act"].startswith("fire"))
    act(game, tokens[side], fire)
    faults = []

    def say(who: int, **body: object) -> tuple[int, dict]:
        cursor = server.get(f"/api/games/{game}/view")["cursor"]
        return server.ask("POST", f"/api/games/{game}/takeback", {"cursor": cursor, **body}, tokens[who])[:2]

    if say(1 - side, answer=True)[0] != 422:
        faults.append("a take-back was granted that nobody asked for")
    fired = server.get(f"/api/games/{game}/view", tokens[side])
    for answer in (False, True):
        if say(side)[0] != 200 or server.get(f"/api/games/{game}/view")["takeback"] != side:
            faults.append("it cannot be asked for")
        if say(side, answer=True)[0] != 422:
            faults.append("a side granted its own take-back")
        if say(1 - side, answer=answer)[0] != 200:
            faults.append("it cannot be answered")
        now = server.get(f"/api/games/{game}/view", tokens[side])
        if now["state"] != (start if answer else fired)["state"] or "takeback" in now:
            faults.append(f"after {answer} the state is another")
    return faults


@tap.test
def take_back_from_computer() -> list[str]:
    """a computer always agrees to a take-back"""
    game, tokens = server.create(seats=["human", "regular"], house=NO_CARDS)
    start = server.get(f"/api/games/{game}/view", tokens[0])
    act(game, tokens[0], next(c["act"] for c in server.get(f"/api/games/{game}/choices", tokens[0])["choices"] if c["act"] != "pass"))
    cursor = server.get(f"/api/games/{game}/view")["cursor"]
    server.post(f"/api/games/{game}/takeback", {"cursor": cursor}, tokens[0])
    return [] if server.get(f"/api/games/{game}/view", tokens[0])["state"] == start["state"] else ["another state"]


@tap.test
def resign() -> list[str]:
    """who resigns loses, and nothing can be answered after that"""
    game, tokens = server.create()
    cursor = server.get(f"/api/games/{game}/view")["cursor"]
    server.post(f"/api/games/{game}/resign", {"cursor": cursor}, tokens[1])
    view = server.get(f"/api/games/{game}/view")
    faults = [] if view["end"] == {"winner": 0, "resigned": 1} else [f"end {view['end']}"]
    for path, body in (("act", {"cursor": view["cursor"], "act": "pass"}), ("undo", {"cursor": view["cursor"]}),
                       ("takeback", {"cursor": view["cursor"]}), ("resign", {"cursor": view["cursor"]})):
        if server.ask("POST", f"/api/games/{game}/{path}", body, tokens[0])[0] != 409:
            faults.append(f"{path} after the end")
    if "gave the battle up" not in server.get(f"/api/games/{game}/record"):
        faults.append("the record does not say it")
    return faults


@tap.test
def joining() -> list[str]:
    """a player joins with his name, and puts a token of his own in the place of the invitation's"""
    game, tokens = server.create()
    own = "A" * 43
    faults = []
    joined = server.post(f"/api/games/{game}/join", {"name": "Élodie", "token": own}, tokens[1])
    if joined["seats"][1]["name"] != "Élodie" or not joined["seats"][1]["joined"] or joined["seats"][0]["joined"]:
        faults.append(f"seats {joined['seats']}")
    if server.ask("GET", f"/api/games/{game}", token=tokens[1])[0] != 403:
        faults.append("the invitation still works")
    if server.get(f"/api/games/{game}", own)["you"] != 1:
        faults.append("the new token does not work")
    server.post(f"/api/games/{game}/join", {"token": own}, own)
    for body in ({"token": "short"}, {"token": 5}, {"name": ""}, {"name": "x" * 61}, {"name": "a\u0007"}):
        if server.ask("POST", f"/api/games/{game}/join", body, own)[0] != 422:
            faults.append(f"{body} was taken")
    return faults


@tap.test
def tokens() -> list[str]:
    """without a token nobody acts; a wrong one is refused everywhere"""
    game, seats = server.create()
    other, others = server.create()
    faults = []
    for path in ("act", "undo", "takeback", "resign", "chat", "join"):
        body = {"cursor": 1, "act": "pass", "text": "hello"}
        if (status := server.ask("POST", f"/api/games/{game}/{path}", body)[0]) != 401:
            faults.append(f"{path} without a token: {status}")
        for token in (others[0], "B" * 43, "", "short", seats[0][:-1] + ("A" if seats[0][-1] != "A" else "B")):
            if (status := server.ask("POST", f"/api/games/{game}/{path}", body, token)[0]) != 403:
                faults.append(f"{path} with {token!r}: {status}")
    return faults


@tap.test
def shared_table() -> list[str]:
    """two people at one screen have one token for both seats, and see the table as whoever is asked"""
    game, seats = server.create(shared=True)
    faults = [] if seats[0] == seats[1] else ["two tokens"]
    if server.get(f"/api/games/{game}", seats[0])["you"] != "both":
        faults.append("it is not for both")
    for _ in range(30):
        side = asked(game)
        view = server.get(f"/api/games/{game}/view", seats[0])
        if view["reader"] != side:
            faults.append(f"side {side} is asked and {view['reader']} reads")
        status, answer = act(game, seats[0])
        if status != 200:
            faults.append(f"{status} {answer}")
            break
    return faults


@tap.test
def chat() -> list[str]:
    """players talk to each other; a spectator does not hear it"""
    game, seats = server.create()
    server.post(f"/api/games/{game}/chat", {"text": "Good luck — <b>\"x\"</b>"}, seats[0])
    heard = server.get(f"/api/games/{game}/chat", seats[1])
    faults = [] if [line["text"] for line in heard] == ['Good luck — <b>"x"</b>'] and heard[0]["side"] == 0 else [f"{heard}"]
    if server.ask("GET", f"/api/games/{game}/chat")[0] != 401:
        faults.append("a spectator hears it")
    for text in ("", "x" * 501, "two\nlines", 5, None):
        if server.ask("POST", f"/api/games/{game}/chat", {"text": text}, seats[0])[0] != 422:
            faults.append(f"{text!r} was said")
    return faults


@tap.test
def hint() -> list[str]:
    """a hint is a legal answer for the side that is asked, and nobody else gets one"""
    game, seats = server.create()
    side = asked(game)
    found = server.get(f"/api/games/{game}/hint", seats[side])
    faults = []
    if act(game, seats[side], found["act"], found["cursor"])[0] != 200:
        faults.append(f"the hint {found} is not legal")
    game, seats = server.create()
    side = asked(game)
    if server.ask("GET", f"/api/games/{game}/hint", token=seats[1 - side])[0] != 409:
        faults.append("the other side got one")
    if server.ask("GET", f"/api/games/{game}/hint")[0] != 401:
        faults.append("a spectator got one")
    return faults


@tap.test
def real_dice() -> list[str]:
    """with real dice the players type every throw, and what no dice show is refused"""
    game, seats = server.create(dice="real")
    view = server.get(f"/api/games/{game}/view")
    faults = [] if view["waiting_for"]["kind"] == "roll" else [f"{view['waiting_for']}"]
    side = view["waiting_for"]["sides"][0]
    for faces in ([], [0], [14], [1, 1], ["1"], [256], [-1], [1.5], [1] * 5000):
        status = server.ask("POST", f"/api/games/{game}/act", {"cursor": view["cursor"], "faces": faces}, seats[side])[0]
        if status != 422:
            faults.append(f"{faces[:3]}: {status}")
    if server.ask("POST", f"/api/games/{game}/act", {"cursor": view["cursor"], "act": "pass"}, seats[side])[0] != 422:
        faults.append("an action in the place of dice")
    if server.ask("POST", f"/api/games/{game}/act", {"cursor": view["cursor"], "faces": [5]}, seats[1 - side])[0] != 403:
        faults.append("the other side threw")
    server.post(f"/api/games/{game}/act", {"cursor": view["cursor"], "faces": [5]}, seats[side])
    if server.get(f"/api/games/{game}/view")["waiting_for"]["kind"] != "decision":
        faults.append("it does not go on")
    return faults


@tap.test
def export() -> list[str]:
    """the record of a battle that is over is good by limber verify, and can be sent back to be played again"""
    game, seats = server.create()
    play(game, seats)
    record = server.get(f"/api/games/{game}/record")
    path = Path(folder.name) / "game.record"
    path.write_text(record)
    done = subprocess.run([limber, "verify", str(path)], capture_output=True, text=True, check=False)
    faults = [] if done.returncode == 0 else [done.stdout + done.stderr]
    status, replay, _ = server.ask("POST", "/api/replays", record, headers={"Content-Type": "text/plain"})
    rows = [event for event in server.get(f"/api/games/{game}/events") if event["kind"] in ("act", "roll")]
    if status != 200 or replay["lines"] != [row["answer"] for row in rows]:
        faults.append(f"replay: {status} {str(replay)[:300]}")
    if server.ask("POST", "/api/replays", {"record": record})[0] != 200:
        faults.append("a record in JSON is not taken")
    for text in ("", "limber record 3\n", record.replace("rules valour", "rules chess"), "x" * 100000):
        status, answer, _ = server.ask("POST", "/api/replays", text or None, headers={"Content-Type": "text/plain"})
        if status not in (400, 411, 422) or (status == 422 and not answer["why"]):
            faults.append(f"{text[:20]!r}: {status} {answer}")
    return faults


@tap.test
def going_on() -> list[str]:
    """from any moment of a record a new game goes on, as its position stood, and its own record is good in turn"""
    game, seats = server.create()
    play(game, seats)
    record = server.get(f"/api/games/{game}/record")
    lines = server.post("/api/replays", {"record": record})["lines"]
    faults = []
    for answers in (0, 1, len(lines) // 2, len(lines) - 1):
        made = server.post("/api/replays/games", {"record": record, "answers": answers, "seats": ["human", "human"], "name": "Again"})
        about = server.get(f"/api/games/{made['game']}", made["tokens"][0])
        if (about["scenario_id"], about["name"], about["you"]) != ("two-brigades", "Again", 0):
            faults.append(f"{answers}: {about}")
        play(made["game"], made["tokens"])
        rows = [row["answer"] for row in server.get(f"/api/games/{made['game']}/events") if row["kind"] in ("act", "roll")]
        if rows[:answers] != lines[:answers]:
            faults.append(f"the first {answers} answers are others")
        path = Path(folder.name) / "again.record"
        path.write_text(server.get(f"/api/games/{made['game']}/record"))
        done = subprocess.run([limber, "verify", str(path)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            faults.append(done.stdout + done.stderr)
    good = {"record": record, "answers": 3, "seats": ["human", "regular"]}
    bad = [({"answers": len(lines)}, "over"), ({"answers": len(lines) + 1}, "fewer"), ({"answers": -1}, "answers"), ({"answers": "3"}, "answers"),
           ({"record": "limber record 3"}, ""), ({"record": 7}, "record"), ({"seats": ["regular", "regular"]}, "person"),
           ({"record": record.replace(f"\n{lines[1]}", "\nnonsense", 1)}, "answer")]
    for change, word in bad:
        status, answer, _ = server.ask("POST", "/api/replays/games", good | change)
        if status != 422 or word not in answer["why"]:
            faults.append(f"{str(change)[:80]}: {status} {answer}")
    return faults


@tap.test
def pushes() -> list[str]:
    """sockets get every row once and in order, wherever they begin, and the view behind them"""
    game, seats = server.create()
    early = [watch(server, game, token) for token in (seats[0], seats[1], None)]
    play(game, seats, 60)
    late = watch(server, game, None, server.get(f"/api/games/{game}/view")["cursor"] // 2)
    faults = []
    for number, link in enumerate([*early, late]):
        cursor = server.get(f"/api/games/{game}/view", [*seats, None, None][number])["cursor"]
        got = link.until(lambda message: message.get("view", {}).get("cursor") == cursor)
        rows = [message["n"] for message in got if "n" in message]
        if rows != list(range(cursor // 2 + 1 if link is late else 1, cursor + 1)):
            faults.append(f"socket {number} got {rows}")
        if not any("presence" in message for message in got):
            faults.append(f"socket {number} was not told who is there")
        link.close()
    return faults


@tap.test
def presence() -> list[str]:
    """players see who is there and read what the other says at once"""
    game, seats = server.create()
    first, second = watch(server, game, seats[0]), watch(server, game, seats[1])
    second.until(lambda message: message.get("presence", {}).get("online") == [True, True])
    server.post(f"/api/games/{game}/chat", {"text": "hello"}, seats[0])
    got = second.until(lambda message: "chat" in message)
    faults = [] if got[-1]["chat"]["text"] == "hello" else [f"{got}"]
    first.close()
    got = second.until(lambda message: message.get("presence", {}).get("online") == [False, True])
    second.close()
    if not wait_until(lambda: not server.get(f"/api/games/{game}")["seats"][1]["online"], 10):
        faults.append("who left is still there")
    return faults


@tap.test
def pages() -> list[str]:
    """files of the web app are served with their types, pages of the app get index.html, all with strict headers"""
    faults = []
    for path, status, kind in (("/", 200, "text/html"), ("/game/abc", 200, "text/html"), ("/charts/vf/fire", 200, "text/html"),
                               ("/assets/app.js", 200, "text/javascript"), ("/limber.wasm", 200, "application/wasm"),
                               ("/missing.js", 404, "application/json"), ("/assets/missing.css", 404, "application/json")):
        got, _, headers = server.ask("GET", path)
        if got != status or not headers["content-type"].startswith(kind):
            faults.append(f"{path}: {got} {headers}")
        policy = headers.get("content-security-policy", "")
        if "default-src 'none'" not in policy or "'wasm-unsafe-eval'" not in policy or "'unsafe-eval'" in policy.replace("'wasm-unsafe-eval'", ""):
            faults.append(f"{path}: {policy}")
        if headers.get("x-content-type-options") != "nosniff" or headers.get("referrer-policy") != "no-referrer":
            faults.append(f"{path}: {headers}")
    _, _, headers = server.ask("GET", "/assets/app.js")
    if server.ask("GET", "/assets/app.js", headers={"If-None-Match": headers["etag"]})[0] != 304:
        faults.append("what a browser has is sent again")
    status, body, headers = server.ask("HEAD", "/")
    if status != 200 or body:
        faults.append(f"HEAD: {status} {body!r}")
    return faults


@tap.test
def stopping() -> list[str]:
    """it stops when asked to, without a complaint, and another server cannot take its store meanwhile"""
    other = subprocess.run([limber, "serve", "--port", "0", "--store", str(Path(folder.name) / "games.sqlite")],
                           capture_output=True, text=True, check=False)
    faults = [] if other.returncode == 2 and "another server" in other.stderr else [f"{other}"]
    other = subprocess.run([limber, "serve", "--port", str(server.port), "--store", str(Path(folder.name) / "other.sqlite")],
                           capture_output=True, text=True, check=False)
    if other.returncode != 2 or "cannot listen" not in other.stderr:
        faults.append(f"{other}")
    link = Socket(server.port)
    code, errors = server.stop()
    link.close()
    if code != 0 or errors:
        faults.append(f"it ended with {code}: {errors}")
    return faults


if server.is_up():
    server.kill()
folder.cleanup()
sys.exit(tap.finish())
