"""Whatever a client says: one answer to each command, no mistake of the server, and no secret in any log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from fuzz.frames import NOTE, PASSWORD, TOKEN, check_answer, frames
from houses import SEED, InHouse, house, opening
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.lobby.accounts import KeptAccount
from quarterdeck_server.lobby.players import ACCOUNTS, TOKENS
from quarterdeck_server.lobby.tokens import KeptToken, hashed
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.session import Session
from structlog.testing import capture_logs

MATCHES = ["m0", "m1", "m2"]
TABLES = ["f2a9c4f7c3b1d0e5a6b7", "00000000000000000000"]
NEVER, LATE = Milliseconds(0), Milliseconds(2**52)
SETTLING = 30
"""After how many turns of the event loop everything in memory has come to rest."""


@asynccontextmanager
async def a_house_with_matches() -> AsyncIterator[InHouse]:
    """A house where one player, who has the known token, sits in three matches."""
    async with house(MemoryStore(Memory()), messages_per_second=1_000_000) as server:
        ada, bo = ({"id": name, "name": name} for name in ("ada", "bo"))
        account = KeptAccount(id=PlayerId("ada"), name="ada", kind=PlayerKind.PERSON, made_at=NEVER)
        token = KeptToken(player=account.id, session="s", is_for_program=True, made_at=NEVER, until=LATE)
        pages = [ACCOUNTS.put("ada", None, account), TOKENS.put(hashed(Token(TOKEN)), None, token)]
        await server.house.players._ledger.commit(pages)
        for match, players in zip(MATCHES, ([ada, bo], [bo, ada], [ada, {**bo, "bot": "random"}]), strict=True):
            await server.house.matches.begin(opening(match, players, time_limit=3_600_000))
        yield server


def check_logs(logs: Any) -> None:
    """Check that nothing went wrong, and that nothing secret was noted."""
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []
    for secret in (SEED, TOKEN, NOTE, PASSWORD):
        assert secret not in repr(logs)


async def converse(conversation: list[bytes], *, signed_in: bool) -> None:
    """Say all this to a session, each when the one before has been answered."""
    async with a_house_with_matches() as server:
        heard: list[dict[str, Any]] = []
        session = Session(
            server.house, lambda frame: heard.append(msgspec.json.decode(frame)), lambda code, why: None, "127.0.0.1"
        )
        if signed_in:
            await session.receive(msgspec.json.encode({"type": "sign_in", "token": TOKEN}))
        for frame in conversation:
            heard.clear()
            await session.receive(frame)
            for _ in range(SETTLING):
                await asyncio.sleep(0)
            check_answer(frame, heard)
            assert SEED not in repr(heard)
        await session.end()


@given(st.lists(frames(MATCHES, TABLES), max_size=20), st.booleans())
def test_a_session_answers_each_command_once_and_makes_no_mistake(conversation: list[bytes], signed_in: bool) -> None:
    with capture_logs() as logs:
        asyncio.run(converse(conversation, signed_in=signed_in))
    check_logs(logs)


async def converse_over_a_socket(conversation: list[bytes]) -> None:
    """Say all this at once over a real socket, with a question at the end, to see that it still answers."""
    async with a_house_with_matches() as server, server.line() as line:
        await line.sign_in(token=TOKEN)
        for frame in conversation:
            before = len(line.heard)
            await line.send(frame)
            await line.quiet()  # which an `update` that has to be stored first may come after
            while not (heard := [each for each in line.heard[before:] if not str(each.get("ref")).startswith("ref-")]):
                await line.next()
            check_answer(frame, heard)


@given(st.lists(frames(MATCHES, TABLES), max_size=8))
def test_a_socket_answers_each_command_once_and_stays_open(conversation: list[bytes]) -> None:
    with capture_logs() as logs:
        asyncio.run(converse_over_a_socket(conversation))
    check_logs(logs)
