"""All interleavings of two answers to a challenge, with a crash at each commit: one outcome, one match, nothing stuck.

Each answer has two steps: it reads the challenge, and it commits. So two answers have four steps, in six orders. In
each order either answer, or none, dies at its commit: before the store has it, or after.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import pytest
from lobby.ratings_world import Fate
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.social.challenges import (
    DAYS_OPEN,
    AcceptChallenge,
    Challenge,
    ChallengeId,
    ChallengeStage,
    CreateChallenge,
    DeclineReason,
)
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.challenges.challenge_records import (
    CHALLENGE_COUNTS,
    CHALLENGERS,
    CHALLENGES,
    DAY,
    NONE_MADE,
)
from quarterdeck_server.lobby.challenges.challenge_writes import EXPIRING
from quarterdeck_server.lobby.challenges.expiry import ChallengeExpiry
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable
from servers import LiveServer, live_server
from web.challenge_cases import me

TINY = GameName("tiny")
ORDERS = ("0011", "0101", "0110", "1001", "1010", "1100")
"""Which of the two answers takes each step."""

DEATHS = [None, *((which, fate) for which in (0, 1) for fate in (Fate.LOST, Fate.UNANSWERED))]


class Gated:
    """A document store that stops before each change of a challenge, and can die there."""

    def __init__(self, documents: Any) -> None:
        self._documents = documents
        self.is_gated = False
        self.is_dead = False
        self.fate = Fate.KEPT
        self.is_waiting = False
        self._go = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._documents, name)

    async def read(self, keys: Any) -> Any:
        self._check()
        return await self._documents.read(keys)

    async def commit(self, changes: Any, *more: Any, **named: Any) -> None:
        self._check()
        if self.is_gated and any(each.key.kind == "challenge" for each in changes):
            self.is_waiting = True
            await self._go.wait()
            self.is_waiting = self.is_gated = False  # after a conflict it goes on at once
            self.is_dead = self.fate is not Fate.KEPT
            if self.fate is Fate.LOST:
                raise Unavailable("dead")
            await self._documents.commit(changes, *more, **named)
            if self.fate is Fate.UNANSWERED:
                raise Unavailable("dead")
            return
        await self._documents.commit(changes, *more, **named)

    def close(self, fate: Fate) -> None:
        self.is_gated, self.fate, self.is_waiting, self._go = True, fate, False, asyncio.Event()

    def pass_on(self) -> None:
        self._go.set()

    def revive(self) -> None:
        self._go.set()
        self.is_gated = self.is_dead = False
        self.fate = Fate.KEPT

    def _check(self) -> None:
        if self.is_dead:
            raise Unavailable("dead")


class GatedStore(MemoryStore):
    """One process's connection to a memory, whose documents are gated."""

    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        self.gate = Gated(self.documents)
        self.documents = self.gate  # type: ignore[assignment]


@dataclass
class Side:
    """A process through which answers are given."""

    server: LiveServer
    gate: Gated


Answer = Callable[[Side, "Pair", ChallengeId], Awaitable[Challenge | None]]


@dataclass
class Pair:
    """The challenger and the challenged player."""

    hers: PlayerId
    his: PlayerId


async def accept(side: Side, pair: Pair, challenge: ChallengeId) -> Challenge:
    return await side.server.services.challenges.accept(pair.his, AcceptChallenge(challenge=challenge))


async def decline(side: Side, pair: Pair, challenge: ChallengeId) -> Challenge:
    return await side.server.services.challenges.decline(pair.his, challenge, DeclineReason.BUSY)


async def cancel(side: Side, pair: Pair, challenge: ChallengeId) -> Challenge:
    return await side.server.services.challenges.cancel(pair.hers, challenge)


async def expire(side: Side, pair: Pair, challenge: ChallengeId) -> None:
    now = side.server.services.matches.clock.now
    await ChallengeExpiry(side.gate, lambda: Milliseconds(now() + DAYS_OPEN * DAY)).sweep()


ANSWERS: dict[str, Answer] = {"accept": accept, "decline": decline, "cancel": cancel, "expire": expire}


async def _until_it_stands(task: "asyncio.Future[Any]", gate: Gated) -> None:
    for _ in range(500):
        if task.done() or gate.is_waiting:
            return
        await asyncio.sleep(0)
    raise AssertionError("an answer does not come to its commit")


async def _outcome(task: "asyncio.Future[Challenge | None]") -> Challenge | str | None:
    try:
        return await task
    except CommandRefused as refused:
        return refused.code.value
    except Unavailable:
        return "dead"


@pytest.mark.parametrize("pair", list(combinations_with_replacement(ANSWERS, 2)), ids="-".join)
async def test_every_order_of_two_answers_has_one_outcome_whoever_dies(pair: tuple[str, str]) -> None:
    memory = Memory()
    stores = [GatedStore(memory) for _ in range(2)]
    async with (
        live_server(stores[0], tables_per_player=0) as here,
        live_server(stores[1], tables_per_player=0) as there,
        here.person("Ada") as ada,
        there.person("Bo") as bo,
    ):
        people = Pair(PlayerId(await me(ada)), PlayerId(await me(bo)))
        sides = [Side(server, store.gate) for server, store in zip((here, there), stores, strict=True)]
        for number, (order, death) in enumerate((order, death) for order in ORDERS for death in DEATHS):
            if pair[0] == pair[1] and order[0] == "1":
                continue  # the same as with the two exchanged
            await _forget_the_limits(memory, people.hers)
            command = CreateChallenge(player=people.his, game=TINY, ref=Ref(f"{number}"))
            made = (await here.services.challenges.create(people.hers, command)).id
            logs = len(memory.logs)
            outcomes = await _played(sides, people, made, [ANSWERS[name] for name in pair], order, death)
            await _judge(memory, sides, people, made, outcomes, logs)


async def _played(
    sides: list[Side],
    pair: Pair,
    challenge: ChallengeId,
    answers: list[Answer],
    order: str,
    death: "tuple[int, Fate] | None",
) -> list[Challenge | str | None]:
    """Let both answers take their steps in this order, and return what each of them was told."""
    tasks: dict[int, asyncio.Future[Any]] = {}
    for step in order:
        which = int(step)
        side = sides[which]
        if which not in tasks:
            side.gate.close(death[1] if death is not None and death[0] == which else Fate.KEPT)
            tasks[which] = asyncio.ensure_future(answers[which](side, pair, challenge))
        else:
            side.gate.pass_on()
            with suppress(CommandRefused, Unavailable):
                await asyncio.wait_for(asyncio.shield(tasks[which]), 10)
            continue
        await _until_it_stands(tasks[which], side.gate)
    outcomes = [await _outcome(tasks[which]) for which in (0, 1)]
    for side in sides:
        side.gate.revive()
    return outcomes


async def _judge(
    memory: Memory,
    sides: list[Side],
    pair: Pair,
    challenge: ChallengeId,
    outcomes: list[Challenge | str | None],
    logs: int,
) -> None:
    """Check the outcome, after what processes do by themselves: another one looks at all tables."""
    documents = MemoryStore(memory).documents
    await sides[0].server.services.tables.sweeper.sweep()
    (record,) = await CHALLENGES.read(documents, [challenge])
    assert record is not None
    if record.stage is ChallengeStage.OPEN:  # all who would have answered have died
        assert "dead" in outcomes
        assert not any(isinstance(each, Challenge) for each in outcomes)
        await decline(sides[0], pair, challenge)
        (record,) = await CHALLENGES.read(documents, [challenge])
        assert record is not None
        assert record.stage is ChallengeStage.DECLINED
    told = {each.stage for each in outcomes if isinstance(each, Challenge)}
    assert told <= {record.stage}, "who was told of an outcome was told of this one"
    assert {each for each in outcomes if isinstance(each, str)} <= {"challenge_over", "dead"}
    lists = await CHALLENGERS.read(documents, [pair.hers, pair.his])
    assert not any(challenge in (*each.sent, *each.received) for each in lists if each is not None)
    (counts,) = await CHALLENGE_COUNTS.read(documents, [pair.hers])
    assert counts is not None
    assert counts.open == {}
    assert await documents.number_of(EXPIRING, challenge) is None
    answered = []
    for player in (pair.hers, pair.his):
        notices = (await sides[1].server.services.inboxes.page(player)).notices
        answered.append(
            [
                each.challenge.stage
                for each in notices
                if each.challenge is not None
                and each.challenge.id == challenge
                and each.kind is not NoticeKind.CHALLENGED
            ]
        )
    stage, nobody = [record.stage], list[ChallengeStage]()
    assert (
        answered
        == {
            ChallengeStage.ACCEPTED: [stage, nobody],
            ChallengeStage.DECLINED: [stage, nobody],
            ChallengeStage.CANCELLED: [nobody, stage],
            ChallengeStage.EXPIRED: [stage, stage],
        }[record.stage]
    ), "each is told once"
    begun = [match for match in list(memory.logs)[logs:] if memory.logs[match].entries]
    assert begun == ([record.match] if record.stage is ChallengeStage.ACCEPTED else []), "one match or none"


async def _forget_the_limits(memory: Memory, player: PlayerId) -> None:
    documents = MemoryStore(memory).documents
    (document,) = await documents.read([CHALLENGE_COUNTS.key(player)])
    if document is not None:
        await documents.commit([CHALLENGE_COUNTS.put(player, document, NONE_MADE)])
