"""Clients of a cluster, simulated or real: they keep to the protocol as the kits do, and write everything down."""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Any, Protocol

import msgspec
from faults import client_records
from faults.client_records import Acknowledged, MatchRecords, Sent, notified_of, notified_of_loss
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import SignedIn, SignIn
from quarterdeck_protocol.messages import Act, MatchUnwatched, RawUpdate, Refused, Resign, Rewound, Update, WatchMatch
from quarterdeck_protocol.names import MatchId, Ref, Token, Viewer
from quarterdeck_protocol.refusals import RefusalCode

PATIENCE = 3.0
"""After how many seconds without an answer a client takes its line for dead."""

SENT_AGAIN = frozenset({RefusalCode.UNAVAILABLE, RefusalCode.TOO_MANY, RefusalCode.INTERNAL})
"""Refusals after which a command is sent again; after all others the moment for it has passed."""


MOST_TOKENS = 100
"""More than lines are opened in any test; the short forms open about twenty."""


class LineLost(Exception):  # noqa: N818 - a state of affairs
    """The line is gone."""


class Line(Protocol):
    """A client's end of a line."""

    def send(self, frame: bytes) -> None:
        """Send a frame, if the line is there."""
        ...

    async def receive(self) -> bytes:
        """Return the next frame. Raises `LineLost`."""
        ...

    def hang_up(self) -> None:
        """Let it go."""
        ...


class RecordingClient:
    """Somebody who plays or watches one match, over one line after the other."""

    def __init__(
        self,
        name: str,
        chance: random.Random,
        dial: Callable[[random.Random], Line],
        records: MatchRecords | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.name = name
        self.player: Any = None
        self.records = records
        self.is_leaving = False
        """Whether it leaves the match when it is asked next."""

        self._chance = chance
        self._dial = dial
        self._patience = patience
        self._tokens: list[Token] = []
        """Those that it was given, in the order in which they are tried, from the last: a store that has forgotten may
        know an older one, and the store on the other side of a cut one that this side does not know."""

        self._latest: RawUpdate | None = None
        self._seat: Viewer = None
        self._command: Act | Resign | None = None
        self._refs = 0
        self._is_resuming = False

    @property
    def _is_done(self) -> bool:
        """Whether it goes: a match that has ended may still turn out to have lost its end."""
        return self.is_leaving and self._latest is not None and self._latest.result is not None

    async def arrive(self) -> None:
        """Become a guest."""
        line = self._dial(self._chance)
        try:
            await self._sign_in(line)
        finally:
            line.hang_up()

    async def gather(self, others: "Sequence[RecordingClient]", game: str, options: dict[str, Any]) -> MatchId:
        """Open a table for a match with these others, all of them guests who arrive now, and begin it."""
        async with AsyncExitStack() as stack:
            lines = [self._dial(self._chance) for _ in (self, *others)]
            for client, line in zip((self, *others), lines, strict=True):
                stack.callback(line.hang_up)
                await client._sign_in(line)
            opened = await self._ask(lines[0], type="open_table", game=game, seats=1 + len(others), **options)
            table, match = opened["table"]["id"], None
            for client, line in zip(others, lines[1:], strict=True):
                await client._ask(line, type="sit", table=table)
            for client, line in zip((self, *others), lines, strict=True):
                match = (await client._ask(line, type="ready", table=table))["table"]["match"]
            assert match is not None
            return MatchId(match)

    async def _ask(self, line: Line, **command: Any) -> dict[str, Any]:
        """Say something that has nothing to do with a match, and return the answer."""
        ref = self._ref()
        line.send(msgspec.json.encode({"ref": ref, **command}))
        async with asyncio.timeout(self._patience):
            while True:
                message: dict[str, Any] = msgspec.json.decode(await line.receive())
                if message.get("ref") == ref:
                    assert message["type"] != "refused", message
                    return message

    async def play(self, match: MatchId) -> None:
        """Follow a match to its end, and act in it wherever there is a choice."""
        while not self._is_done:
            line = self._dial(self._chance)
            with suppress(LineLost, TimeoutError):
                await self._converse(line, match)
            line.hang_up()
            await asyncio.sleep(self._chance.uniform(0.05, 0.5))

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _ref(self) -> Ref:
        self._refs += 1
        return Ref(f"{self.name}-{self._refs}")

    async def _answer(self, line: Line, ref: Ref) -> Any:
        """Return the answer to a command, taking in all that is told before it. Raises `TimeoutError`."""
        async with asyncio.timeout(self._patience):
            while True:
                message: Any = wire.decode_from_server(await line.receive())
                self._take_in(message, None)
                if getattr(message, "ref", None) == ref:
                    return message

    async def _sign_in(self, line: Line) -> None:
        ref = self._ref()
        sign_in = SignIn(token=self._tokens[-1], ref=ref) if self._tokens else SignIn(name=self.name, ref=ref)
        line.send(wire.encode(sign_in))
        answer = await self._answer(line, ref)
        if isinstance(answer, Refused) and answer.code is RefusalCode.UNKNOWN_TOKEN:
            self._tokens.insert(0, self._tokens.pop())  # another next time; this one again after all others
        if not isinstance(answer, SignedIn):
            raise LineLost  # once more
        self.player = answer.player
        self._tokens = [*self._tokens[-MOST_TOKENS:], answer.token]

    async def _converse(self, line: Line, match: MatchId) -> None:
        await self._sign_in(line)
        await self._watch(line, match)
        while not self._is_done:
            if self._command is None:
                self._command = self._chosen(match)
            if self._command is None:
                await self._listen(line, self._patience, match)
                continue
            await asyncio.sleep(self._chance.uniform(0.05, 0.8))
            await self._carry_out(line, self._command)

    async def _watch(self, line: Line, match: MatchId) -> None:
        ref, asked_at, latest = self._ref(), self._now(), self._latest
        since, link = (None, None) if latest is None else (latest.version, latest.link)
        self._is_resuming = True
        line.send(wire.encode(WatchMatch(match=match, since=since, link=link, ref=ref)))
        async with asyncio.timeout(self._patience):
            while True:
                message = wire.decode_from_server(await line.receive())
                is_answer = getattr(message, "ref", None) == ref
                self._take_in(message, asked_at if is_answer else None)
                if isinstance(message, Refused) and is_answer:
                    raise LineLost
                if is_answer:
                    self._is_resuming = False
                    return

    async def _listen(self, line: Line, seconds: float, match: MatchId) -> None:
        """Take in what is told until there is a choice; a line on which nothing comes is tried."""
        try:
            async with asyncio.timeout(seconds):
                self._take_in(wire.decode_from_server(await line.receive()), None)
        except TimeoutError:
            await self._watch(line, match)

    def _chosen(self, match: MatchId) -> Act | Resign | None:
        latest = self._latest
        if latest is None or self._seat is None or not latest.choices or latest.result is not None:
            return None
        ref = self._ref()
        if self.is_leaving:
            return Resign(match=match, ref=ref)
        action = self._chance.choice(latest.choices)
        return Act(match=match, seen=latest.version, epoch=latest.epoch, action=action, ref=ref)

    async def _carry_out(self, line: Line, command: Act | Resign) -> None:
        assert command.ref is not None
        self._note(Sent(at=self._now(), client=self.name, seat=self._seat, ref=command.ref))
        line.send(wire.encode(command))
        answer = await self._answer(line, command.ref)
        if isinstance(answer, Update):
            self._command = None
            self._note(
                Acknowledged(
                    at=self._now(),
                    client=self.name,
                    seat=self._seat,
                    ref=command.ref,
                    epoch=answer.epoch,
                    version=answer.version,
                    link=answer.link,
                )
            )
        elif isinstance(answer, Refused):
            refused = client_records.Refused(
                at=self._now(), client=self.name, seat=self._seat, ref=command.ref, code=answer.code
            )
            self._note(refused)
            if answer.code in SENT_AGAIN:
                await asyncio.sleep(0.3)
            else:
                self._command = None

    def _note(self, note: client_records.AnyNote) -> None:
        if self.records is not None:
            self.records.notes.append(note)

    def _take_in(self, message: Any, asked_at: float | None) -> None:
        if isinstance(message, Update):
            is_repeat = message.ref is not None and asked_at is None
            self._note(notified_of(message, self._now(), self.name, asked_at, is_repeat=is_repeat))
            latest = self._latest
            is_newer = latest is None or (message.epoch, message.version) > (latest.epoch, latest.version)
            if is_newer or asked_at is not None:
                self._latest, self._seat = message, message.seat
        elif isinstance(message, Rewound):
            is_resumed = self._is_resuming
            self._note(notified_of_loss(message, self._now(), self.name, self._seat, is_resumed=is_resumed))
        elif isinstance(message, MatchUnwatched):
            raise LineLost
