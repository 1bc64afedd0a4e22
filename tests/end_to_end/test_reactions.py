"""A reaction in MYACARDS as a client meets it: the window, its short clock, and letting attacks pass (MY-47, MY-48)."""

import msgspec
from quarterdeck_games import GAMES
from quarterdeck_games.myacards.catalogue.decks import PACKS, ROWS
from servers import Line, LiveServer, Message, live_server, opening

MINUTE = 60_000
REACTION = 8_000


class Client:
    """One seat's side of a match: it knows what it was told last."""

    def __init__(self, line: Line, first: Message) -> None:
        self.line = line
        self.latest = first
        self.events: list[Message] = list(first["events"])

    def take(self, update: Message) -> Message:
        assert update["type"] == "update", update
        self.events += update["events"]
        self.latest = update
        return update

    @property
    def seat(self) -> int:
        return int(self.latest["seat"])

    def offered(self, kind: str) -> list[Message]:
        return [choice for choice in self.latest["choices"] if choice["type"] == kind]

    def attacks(self) -> list[Message]:
        """Return the attacks on offer, the fastest first, so that none misses its place."""
        view = self.latest["view"]
        printed = {piece["piece"]: view["faces"][piece["card"]].get("stats") for piece in view["field"]}
        now = {piece["piece"]: piece.get("stats") or printed[piece["piece"]] for piece in view["field"]}
        speeds = {piece: stats[2] for piece, stats in now.items() if stats}
        return sorted(self.offered("attack"), key=lambda one: -int(speeds[one["piece"]]))

    def heard(self, kind: str) -> list[Message]:
        return [event for event in self.events if event["type"] == kind]

    def left_to(self, seat: int) -> int | None:
        """How long a seat had, in milliseconds, when it was asked."""
        return next(
            (each["until"] - self.latest["at"] for each in self.latest["waiting"] if each["seat"] == seat), None
        )


class Table:
    """Both seats, and what they do one after the other."""

    def __init__(self, *clients: Client) -> None:
        self.clients = {client.seat: client for client in clients}

    async def act(self, seat: int, action: Message) -> Message:
        """Let a seat act, and both hear of it; gives the answer."""
        mine, theirs = self.clients[seat], self.clients[1 - seat]
        command = {"type": "act", "match": "m", "seen": mine.latest["version"], "action": action}
        answer = mine.take(await mine.line.ask(command))
        theirs.take(await theirs.line.until(lambda said: said.get("version") == answer["version"]))
        return answer

    async def hear(self) -> None:
        """Let both hear of what comes next without anybody's doing."""
        for client in self.clients.values():
            version = client.latest["version"] + 1
            client.take(await client.line.until(lambda said, version=version: said.get("version") == version))  # type: ignore[misc]  # bound now

    async def place(self, seat: int, *columns: int) -> None:
        """Place the first cards that fit into row 3 of these columns."""
        for column in columns:
            zone = f"{seat}.3.{column}"
            card = next(one["card"] for one in self.clients[seat].offered("place") if zone in one["zones"])
            await self.act(seat, {"type": "place", "card": card, "zones": [zone]})

    async def begun(self) -> int:
        """Let both keep their hands; gives who begins."""
        for seat in (0, 1):
            await self.act(seat, {"type": "keep_hand"})
        return int(self.clients[0].latest["view"]["turn_seat"])


async def _table(server: LiveServer, lines: tuple[Line, Line]) -> Table:
    players = [(await line.sign_in(name))["player"] for line, name in zip(lines, ("Ada", "Bo"), strict=True)]
    opened = opening("m", players, game="myacards", time_limit=MINUTE)
    opened = msgspec.structs.replace(opened, rules=GAMES["myacards"].version, decks=(PACKS, ROWS), seed="00" * 32)
    await server.services.matches.begin(opened)
    return Table(*[Client(line, await line.ask({"type": "watch_match", "match": "m"})) for line in lines])


async def test_an_attacked_client_has_a_window_with_a_short_clock_and_a_standing_order_answers_the_rest() -> None:
    """MY-66: whoever attacks is told of every window with its usual clock, and of no order."""
    async with live_server() as server, server.line() as one, server.line() as two:
        table = await _table(server, (one, two))
        first = await table.begun()
        second = 1 - first
        attacked, attacker = table.clients[first], table.clients[second]
        await table.place(first, 0, 1)
        await table.act(first, {"type": "end_turn"})
        await table.place(second, 0, 1)
        await table.act(second, {"type": "begin_attacks"})
        assert MINUTE < (attacker.left_to(second) or 0) <= 3 * MINUTE, "of the whole turn"
        await table.act(second, attacker.attacks()[0])
        for client in (attacked, attacker):
            assert client.latest["view"]["attack"]["point"] == "before"
            assert client.left_to(first) == REACTION
            assert client.left_to(second) is None
        assert attacker.latest["choices"] == []
        assert [one["until"] for one in attacked.offered("let_pass")] == ["now", "attack", "turn", "call"]
        await table.act(first, {"type": "let_pass", "until": "turn"})
        assert (attacked.latest["view"].get("passes"), attacker.latest["view"].get("passes")) == ("turn", None)
        await _let_the_order_answer(table, first)
        assert attacker.left_to(second) is not None
        rest = attacker.attacks()
        assert rest, "there must be a second attack, or this says nothing"
        await table.act(second, rest[0])
        for _ in range(2):
            await _let_the_order_answer(table, first)
        assert [len(attacker.heard(kind)) for kind in ("window_opened", "passed", "attack_over")] == [4, 4, 2]
        assert [event["until"] for event in attacker.heard("passed")] == [None] * 4
        assert [event["until"] for event in attacked.heard("passed")] == ["turn", "now", "now", "now"]
        await table.act(second, {"type": "end_turn"})
        assert attacked.latest["view"].get("passes") is None


async def _let_the_order_answer(table: Table, first: int) -> None:
    """It answers after a moment in which the window is like any other."""
    for client in table.clients.values():
        assert client.left_to(first) == REACTION
    opened = table.clients[first].latest["at"]
    await table.hear()
    assert table.clients[first].latest["at"] - opened >= 400


async def test_a_client_that_lets_attacks_pass_until_it_calls_is_asked_again_once_it_has() -> None:
    async with live_server() as server, server.line() as one, server.line() as two:
        table = await _table(server, (one, two))
        first = await table.begun()
        second = 1 - first
        attacked = table.clients[first]
        await table.place(first, 0, 1)
        await table.act(first, {"type": "end_turn"})
        await table.place(second, 0, 1)
        await table.act(second, {"type": "begin_attacks"})
        await table.act(second, table.clients[second].attacks()[0])
        await table.act(first, {"type": "let_pass", "until": "call"})
        await _let_the_order_answer(table, first)
        await table.act(second, {"type": "end_turn"})
        assert attacked.latest["view"].get("passes") == "call"
        assert attacked.offered("end_turn_watching") == [{"type": "end_turn_watching"}]
        await table.act(first, {"type": "end_turn_watching"})
        assert attacked.latest["view"].get("passes") is None
        assert attacked.heard("watched") == [{"type": "watched", "seat": first}]
        assert table.clients[second].heard("watched") == []
