"""One match played on the server under check, by two seats, with one spectator who receives complete updates and one
who receives patches. All messages to each viewer are recorded."""

import contextlib
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.open_choices import complete
from quarterdeck_protocol.patch import PatchError

from quarterdeck_client.conformance.servers.visit import (
    HttpAnswer,
    Message,
    NotAsServed,
    NotOffered,
    Visit,
    VisitConnection,
)
from quarterdeck_client.transport.whole_updates import WholeUpdates

ACTS = 10
"""Number of actions after which the first seat resigns, so that a match of any game ends."""

ENDS_SOON = frozenset({"fight", "surrender", "concede"})
"""Types of actions to avoid while there are other choices, so that the match is long enough."""

RESUMED_AFTER = 5
WANTED_GAME = "density-deck"
OPTIONS: dict[str, Message] = {WANTED_GAME: {"lives": 2}}
"""Options by game that make a match short."""


class Viewer:
    """A seat or spectator that follows the match in a conformance check, and its recorded messages."""

    def __init__(self, name: str, connection: VisitConnection) -> None:
        self.name = name
        self.connection = connection
        self.watch_ref = ""
        self.updates: list[Message] = []
        """All updates, in order; patches are stored as complete updates."""

        self.patches = 0
        self._read = len(connection.received)
        self._whole = WholeUpdates()

    @property
    def newest(self) -> Message:
        """The newest update."""
        return self.updates[-1]

    async def watch(self, match: str, since: int | None = None) -> Message:
        """Subscribe to the match, and return the answer. Raises `NotAsServed`."""
        self.watch_ref = self.connection.fresh_ref()
        await self.connection.send({"type": "watch_match", "ref": self.watch_ref, "match": match, "since": since})
        answer = await self.connection.answer(self.watch_ref)
        self.take()
        if not self.updates:
            raise NotAsServed(f"`watch_match` was answered with `{answer['type']}`")
        return answer

    async def until(self, version: int) -> None:
        """Read messages until an update with this version has arrived. Raises `NotAsServed`."""
        self.take()
        while self.newest["version"] < version:
            await self.connection.next()
            self.take()

    def take(self) -> None:
        """Record the updates among the messages received since the last call."""
        for received in self.connection.received[self._read :]:
            if received["type"] == "update":
                self._whole.whole(msgspec.json.encode(received))
                self.updates.append(received)
            elif received["type"] == "update_patch":
                self.patches += 1
                with contextlib.suppress(PatchError, msgspec.DecodeError):
                    self.updates.append(msgspec.json.decode(self._whole.whole(msgspec.json.encode(received))))
        self._read = len(self.connection.received)


class Playthrough:
    """The record of one match played for a conformance check."""

    def __init__(self) -> None:
        self.game = ""
        self.others: list[str] = []
        """The other two-player games that the server offers."""

        self.match = ""
        self.commitments: list[str | None] = []
        self.table_news: list[Message] = []
        self.seats: list[Viewer] = []
        self.spectator: Viewer
        self.patched: Viewer
        self.acts: list[tuple[Message, Message]] = []
        """Each `act` command with its answer."""

        self.tried: dict[str, Message] = {}
        """The answers to wrong or repeated commands, by the name of the attempt."""

        self.running: HttpAnswer | None = None
        """The answer to a request for the transcript during the match."""

        self.tokens: list[str] = []
        self.resumed: list[Message] = []
        """The messages that the second seat received before its reconnect; the server has to send them again."""

    @property
    def viewers(self) -> list[Viewer]:
        """The viewers of the conformance match: each seat, and a spectator."""
        return [*self.seats, self.spectator, self.patched]


async def played(visit: Visit, use: Callable[[Playthrough], Awaitable[Any]], games: Sequence[str] = ()) -> None:
    """Play a match (of one of these games, if any are named), and call `use` with its record while the connections are
    still open. Raises `NotAsServed`, `NotOffered`."""
    async with (
        visit.connection() as ada,
        visit.connection() as bo,
        visit.connection() as cy,
        visit.connection() as di,
        visit.connection() as returned,
    ):
        through = Playthrough()
        welcome = await ada.ask("hello", protocol=1)
        offered = [each for each in welcome.get("games", []) if each["least_seats"] <= 2 <= each["most_seats"]]
        names: list[str] = [each["name"] for each in offered if not games or each["name"] in games]
        if not names:
            raise NotOffered("The server offers no game for two.")
        through.game = WANTED_GAME if WANTED_GAME in names else names[0]
        through.others = [name for name in names if name != through.game]
        await _gather(through, ada, bo)
        await di.ask("hello", protocol=1, updates="patch")
        through.seats = [Viewer("seat 0", ada), Viewer("seat 1", bo)]
        through.spectator, through.patched = Viewer("a spectator", cy), Viewer("a spectator with patches", di)
        for viewer in through.viewers:
            await viewer.watch(through.match)
        through.running = await visit.http("GET", f"/v1/matches/{through.match}")
        await _play(through, returned)
        await use(through)


async def _gather(through: Playthrough, ada: VisitConnection, bo: VisitConnection) -> None:
    for name, connection in (("Ada", ada), ("Bo", bo)):
        through.tokens.append((await _done(connection, "signed_in", "sign_in", name=f"Conform {name}"))["token"])
    opened, begun = await _begun(through.game, ada, bo)
    through.match = opened["match"]
    through.commitments = [opened.get("commitment"), begun.get("commitment")]
    through.table_news = [received for received in ada.received if received["type"] == "table_changed"]


async def _begun(game: str, ada: VisitConnection, bo: VisitConnection) -> tuple[Message, Message]:
    """Let two players begin a match. Return their table after it was opened, and at the beginning of the match. Raises
    `NotAsServed`."""
    options = OPTIONS.get(game, {})
    opened = await _done(ada, "table_changed", "open_table", game=game, seats=2, options=options, time_limit=600_000)
    table = opened["table"]["id"]
    await _done(bo, "table_changed", "sit", table=table)
    shares = ((bo, "Bo's share"), (ada, "Ada's share"))
    for connection, share in shares:
        await _done(connection, "table_changed", "ready", table=table, entropy_hash=entropy_hash(share))
    _, begun = [
        await _done(connection, "table_changed", "reveal", table=table, entropy=share) for connection, share in shares
    ]
    return opened["table"], begun["table"]


async def watched(through: Playthrough, game: str) -> list[Viewer]:
    """Let the same two players play a part of another game. Return the viewers with what they received: both seats,
    then a spectator. Raises `NotAsServed`."""
    ada, bo = [seat.connection for seat in through.seats]
    opened, _ = await _begun(game, ada, bo)
    viewers = [Viewer("seat 0", ada), Viewer("seat 1", bo), Viewer("a spectator", through.spectator.connection)]
    for viewer in viewers:
        await viewer.watch(opened["match"], 0)
    luck = random.Random(5)  # noqa: S311 - for the same match each time, as far as the cards are the same
    for _ in range(ACTS):
        seat = next((each for each in viewers if each.newest["choices"]), None)
        if seat is None:
            break
        newest, choices = seat.newest, seat.newest["choices"]
        action = chosen_from(choices, luck)
        act = {"match": opened["match"], "seen": newest["version"], "epoch": newest.get("epoch", 0), "action": action}
        answer = await _done(seat.connection, "update", "act", **act)
        for viewer in viewers:
            await viewer.until(answer["version"])
    await ada.ask("resign", match=opened["match"])
    return viewers


def chosen_from(choices: Sequence[Message], luck: random.Random) -> Message:
    """Return a random complete action from these choices."""
    choice = luck.choice([each for each in choices if each.get("type") not in ENDS_SOON] or choices)
    action: Message = msgspec.json.decode(complete(msgspec.Raw(msgspec.json.encode(choice)))[0])
    return action


async def _done(connection: VisitConnection, type_: str, command: str, **fields: Any) -> Message:
    answer = await connection.ask(command, **fields)
    if answer["type"] != type_:
        raise NotAsServed(f"`{command}` was answered with {answer.get('code') or answer['type']}")
    return answer


async def _play(through: Playthrough, returned: VisitConnection) -> None:
    luck = random.Random(5)  # noqa: S311 - for the same match each time, as far as the cards are the same
    for number in range(ACTS):
        seat = next((each for each in through.seats if each.newest["choices"]), None)
        if seat is None:
            break
        if number == RESUMED_AFTER:
            await _return(through, returned)
            continue
        if number == 1:
            await _provoke_refusals(through, seat)
        choices = seat.newest["choices"]
        action = chosen_from(choices, luck)
        act = _act(through, seat, action)
        await seat.connection.send(act)
        answer = await seat.connection.answer(act["ref"])
        if answer["type"] not in ("update", "update_patch"):
            raise NotAsServed(f"a choice was refused with `{answer.get('code')}`: {answer.get('text')}")
        through.acts.append((act, answer))
        await _all_know(through, answer["version"])
        if number == 2:
            await _try_again(through, seat, act, [each for each in choices if each != action])
        if seat.newest["result"] is not None:
            return
    resigned = await through.seats[0].connection.ask("resign", match=through.match)
    if resigned["type"] == "update":
        await _all_know(through, resigned["version"])


def _act(through: Playthrough, seat: Viewer, action: Any) -> Message:
    newest = seat.newest
    return {
        "type": "act",
        "ref": seat.connection.fresh_ref(),
        "match": through.match,
        "seen": newest["version"],
        "epoch": newest.get("epoch", 0),
        "action": action,
    }


async def _all_know(through: Playthrough, version: int) -> None:
    for viewer in through.viewers:
        await viewer.until(version)


async def _provoke_refusals(through: Playthrough, seat: Viewer) -> None:
    act = _act(through, seat, seat.newest["choices"][0])
    await seat.connection.send({**act, "seen": 0})
    through.tried["stale"] = await seat.connection.answer(act["ref"])
    act = _act(through, seat, {"type": "no_such_action"})
    await seat.connection.send(act)
    through.tried["not-offered"] = await seat.connection.answer(act["ref"])
    act = _act(through, through.spectator, seat.newest["choices"][0])
    await through.spectator.connection.send(act)
    through.tried["spectator"] = await through.spectator.connection.answer(act["ref"])


async def _try_again(through: Playthrough, seat: Viewer, act: Message, others: list[Any]) -> None:
    await seat.connection.send(act)
    through.tried["again"] = await seat.connection.answer(act["ref"])
    if others:
        await seat.connection.send({**act, "action": others[0]})
        through.tried["reused"] = await seat.connection.answer(act["ref"])
    seat.take()


async def _return(through: Playthrough, connection: VisitConnection) -> None:
    """Connect the second player again on another connection."""
    seat = through.seats[1]
    through.resumed = list(seat.updates)
    through.tried["signed-in"] = await connection.ask("sign_in", token=through.tokens[1])
    code = await seat.connection.closed()
    through.tried["closed"] = {"type": "closed", "code": code}
    seat.take()
    seat = through.seats[1] = Viewer("seat 1", connection)
    through.tried["seats"] = await connection.ask("get_seats")
    through.tried["since"] = await seat.watch(through.match, 1)
    through.tried["without-since"] = await connection.ask("watch_match", match=through.match)
    seat.take()
