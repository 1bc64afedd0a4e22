"""Whatever a client says: one answer to each command, no mistake of the server, and no secret in any log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from fuzz.frames import ANOTHER_PASSWORD, NOTE, OFFER, PASSWORD, REVOKED, SESSION, TOKEN, check_answer, frames, read
from hypothesis import given
from hypothesis import strategies as st
from matches.processes import Hand
from quarterdeck_protocol.lobby.matchmaking import Seek
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import FromClient, Player, PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, NameOwner
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, NAMES, TOKENS, tokens_of
from quarterdeck_server.lobby.accounts.player_names import skeleton
from quarterdeck_server.lobby.accounts.tokens import TokenRecord, hashed
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.matchmaking.repository import OFFER_INDEX
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection
from servers import SEED, LiveServer, live_server, opening
from structlog.testing import capture_logs

MATCHES = ["m0", "m1", "m2"]
TABLES = ["f2a9c4f7c3b1d0e5a6b7", "00000000000000000000"]
TOKENS_KEPT = ((TOKEN, True), (REVOKED, True), (SESSION, False))
NEVER, LATE = Milliseconds(0), Milliseconds(2**52)
SETTLING = 30
"""After how many turns of the event loop everything in memory has come to rest."""


@asynccontextmanager
async def a_house_with_matches() -> AsyncIterator[LiveServer]:
    """A server where one player, whose tokens and password are known, sits in three matches and is offered a fourth."""
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand)), messages_per_second=1_000_000) as server:
        ada, bo = ({"id": name, "name": name} for name in ("ada", "bo"))
        known = server.services.players
        password = await known._passwords.hashed(PASSWORD)
        pages = [TOKENS.put(hashed(Token(token)), None, _token(token, is_program)) for token, is_program in TOKENS_KEPT]
        for name in ("ada", "bo"):
            account = AccountRecord(
                id=PlayerId(name), name=name, kind=PlayerKind.PERSON, made_at=NEVER, password=password
            )
            pages += [ACCOUNTS.put(name, None, account), NAMES.put(skeleton(name), None, NameOwner(account.id))]
        await known._documents.commit(pages, [IndexEntry(tokens_of(PlayerId("ada")), hashed(Token(REVOKED)), LATE)])
        quick_match = server.services.quick_match
        for each in (ada, bo):
            await quick_match.matchmaking.seek(msgspec.convert(each, Player), Seek(games=(GameName("tiny"),)))
        hand.move(BETWEEN_ROUNDS)
        assert await quick_match.rounds.run_round()
        for match, players in zip(MATCHES, ([ada, bo], [bo, ada], [ada, {**bo, "bot": "random"}]), strict=True):
            await server.services.matches.begin(opening(match, players, time_limit=3_600_000))
        yield server


def _token(token: str, is_program: bool) -> TokenRecord:
    return TokenRecord(player=PlayerId("ada"), session=token, is_for_program=is_program, made_at=NEVER, until=LATE)


async def with_the_offer(frame: bytes, server: LiveServer) -> bytes:
    """Return a frame with the offer that is open, where it speaks of one."""
    open_now = await server.services.players._documents.listed(OFFER_INDEX, most=1)
    return frame.replace(OFFER.encode(), open_now[0][0].encode()) if open_now else frame


def check_logs(logs: Any) -> None:
    """Check that nothing went wrong, and that nothing secret was noted."""
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []
    for secret in (SEED, TOKEN, SESSION, PASSWORD, ANOTHER_PASSWORD, NOTE):
        assert secret not in repr(logs)


async def converse(conversation: list[bytes], *, token: str | None) -> None:
    """Say all this to a session, each when the one before has been answered."""
    async with a_house_with_matches() as server:
        heard: list[dict[str, Any]] = []

        def hear(frame: bytes) -> None:
            heard.append(msgspec.json.decode(frame))

        session = Connection(server.services, FrameOutput(hear, hear), lambda code, why: None, "127.0.0.1")
        if token is not None:
            await session.receive(msgspec.json.encode({"type": "sign_in", "token": token}))
        for drawn in conversation:
            frame = await with_the_offer(drawn, server)
            heard.clear()
            await session.receive(frame)
            for _ in range(SETTLING):
                await asyncio.sleep(0)
            check_answer(frame, heard)
            assert SEED not in repr(heard)
        await session.end()


@given(st.lists(frames(MATCHES, TABLES), max_size=20), st.sampled_from([TOKEN, SESSION, None]))
def test_a_session_answers_each_command_once_and_makes_no_mistake(conversation: list[bytes], token: str | None) -> None:
    with capture_logs() as logs:
        asyncio.run(converse(conversation, token=token))
    check_logs(logs)


def others_of(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what was said beside the answers to the question at the end."""
    return [each for each in heard if not str(each.get("ref")).startswith("ref-")]


def is_answered(command: FromClient | None, heard: list[dict[str, Any]]) -> bool:
    """Whether the answer is there, and not only news that came before it."""
    if command is None or command.ref is None:
        return heard != []
    return any(each.get("ref") == command.ref for each in heard)


async def converse_over_a_socket(conversation: list[bytes]) -> None:
    """Say all this at once over a real socket, with a question at the end, to see that it still answers."""
    async with a_house_with_matches() as server, server.line() as line:
        await line.sign_in(token=SESSION)
        for drawn in conversation:
            frame = await with_the_offer(drawn, server)
            before = len(line.heard)
            await line.send(frame)
            await line.quiet()  # which an `update` that has to be stored first may come after
            command = read(frame)
            while not is_answered(command, heard := others_of(line.heard[before:])):
                await line.next()
            check_answer(frame, heard)


@given(st.lists(frames(MATCHES, TABLES), max_size=8))
def test_a_socket_answers_each_command_once_and_stays_open(conversation: list[bytes]) -> None:
    with capture_logs() as logs:
        asyncio.run(converse_over_a_socket(conversation))
    check_logs(logs)
