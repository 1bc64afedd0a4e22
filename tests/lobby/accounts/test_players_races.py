"""Accounts when somebody else is faster, and when an answer is lost: nothing is left behind, and nothing goes on that
was ended. On both stores."""

from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from lobby.interrupted_documents import Interrupted
from matches.processes import Hand
from quarterdeck_protocol.names import Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import SERVER, Sharer
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.documents import MOST_TOKENS, tokens_of
from quarterdeck_server.lobby.accounts.identities import Identity, Over
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storage.store import Store
from quarterdeck_server.store_errors import Unavailable
from quick_passwords import QUICK, quick_passwords
from stores import address, another_process, redis_url, server_of_our_own  # noqa: F401 - fixtures

AnotherProcess = Callable[[], Awaitable[Store]]

PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"


class Passwording(Passwords):
    """Passwords during whose comparison something happens."""

    during: Callable[[], Awaitable[object]] | None = None

    async def fits(self, hashed: str | None, password: str, sharer: Sharer = SERVER) -> bool:
        fits = await super().fits(hashed, password, sharer)
        during, self.during = self.during, None
        if during is not None:
            await during()
        return fits


class Processes:
    """One process, and another that is faster."""

    def __init__(self, here: Store, there: Store) -> None:
        self.documents = Interrupted(here.documents)
        self.passwords = Passwording(QUICK)
        documents = cast("DocumentStore", self.documents)
        self.players = Players(documents, self.passwords)
        self.bot_accounts = BotAccounts(documents, self.players)
        self.others = Players(there.documents, quick_passwords())
        self.their_bot_accounts = BotAccounts(there.documents, self.others)

    async def person(self, name: str = "Ada") -> tuple[Identity, Token]:
        identity, token = await self.players.welcome(None)
        await self.players.register(identity.player.id, name, PASSWORD)
        return identity, token


@pytest.fixture
async def processes(another_process: AnotherProcess) -> Processes:  # noqa: F811 - a fixture
    return Processes(await another_process(), await another_process())


async def refusal(work: Awaitable[object]) -> RefusalCode:
    with pytest.raises(CommandRefused) as refused:
        await work
    return refused.value.code


class TestSigningOut:
    async def test_ends_a_session_that_has_been_taken_up_elsewhere(self, processes: Processes) -> None:
        _, first = await processes.players.welcome("Ada")
        older, given = await processes.players.recognise(first)
        _, stolen = await processes.players.recognise(given)
        await processes.players.sign_out(older)
        for token in (first, given, stolen):
            assert await refusal(processes.players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN
            assert await refusal(processes.players.holder(token)) is RefusalCode.UNKNOWN_TOKEN

    async def test_ends_it_when_the_token_of_before_was_used_once_more(self, processes: Processes) -> None:
        _, first = await processes.players.welcome("Ada")
        older, _ = await processes.players.recognise(first)
        _, stolen = await processes.players.recognise(first)
        await processes.players.sign_out(older)
        assert await refusal(processes.players.recognise(stolen)) is RefusalCode.UNKNOWN_TOKEN

    async def test_ends_it_while_somebody_takes_it_up(self, processes: Processes) -> None:
        identity, token = await processes.players.welcome("Ada")
        processes.documents.before_the_next_commit = lambda: processes.others.sign_out(identity)
        assert await refusal(processes.players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN

    async def test_is_done_once_when_its_answer_is_lost(self, processes: Processes) -> None:
        identity, token = await processes.players.welcome("Ada")
        processes.documents.loses_the_next_answer = True
        with pytest.raises(Unavailable):
            await processes.players.sign_out(identity)
        await processes.players.sign_out(identity)
        assert await refusal(processes.players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN


class TestNewPasswords:
    async def test_end_other_sessions_although_the_answer_is_lost(self, processes: Processes) -> None:
        identity, token = await processes.person()
        _, other = await processes.players.sign_in("Ada", PASSWORD, "here")
        processes.documents.loses_the_next_answer = True
        with pytest.raises(Unavailable):
            await processes.players.change(identity, PASSWORD, "Countess", ANOTHER)
        assert await refusal(processes.players.holder(other)) is RefusalCode.UNKNOWN_TOKEN
        await processes.players.change(identity, PASSWORD, "Countess", ANOTHER)
        assert (await processes.players.holder(token)).player.name == "Countess"
        assert await refusal(processes.players.change(identity, PASSWORD, None, PASSWORD)) is RefusalCode.WRONG_PASSWORD

    async def test_let_nobody_in_who_was_just_signing_in_with_the_old_one(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        processes.passwords.during = lambda: processes.others.change(identity, PASSWORD, None, ANOTHER)
        assert await refusal(processes.players.sign_in("Ada", PASSWORD, "here")) is RefusalCode.WRONG_PASSWORD

    async def test_nor_is_anybody_let_in_who_was_just_deleted(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        processes.passwords.during = lambda: processes.others.remove(identity.player.id)
        assert await refusal(processes.players.sign_in("Ada", PASSWORD, "here")) is RefusalCode.WRONG_PASSWORD

    async def test_are_known_to_connections_that_have_not_been_told(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        other, _ = await processes.players.sign_in("Ada", PASSWORD, "here")
        await processes.players.change(identity, PASSWORD, "Countess", ANOTHER)
        assert await processes.players.as_of_now(other) is Over.ENDED
        mine = await processes.players.as_of_now(identity)
        assert isinstance(mine, Identity)
        assert mine.player.name == "Countess"


class TestConnectionsThatWereNotTold:
    async def test_know_when_their_session_goes_on_elsewhere(self, processes: Processes) -> None:
        identity, token = await processes.players.welcome("Ada")
        await processes.others.recognise(token)
        assert await processes.players.as_of_now(identity) is Over.ELSEWHERE

    async def test_know_when_it_has_ended(self, processes: Processes) -> None:
        identity, _ = await processes.players.welcome("Ada")
        await processes.others.sign_out(identity)
        assert await processes.players.as_of_now(identity) is Over.ENDED

    async def test_know_when_their_token_was_revoked(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        token, made = await processes.bot_accounts.make_token(identity.player.id, None, (Scope.PLAY,), "", 1)
        program, _ = await processes.players.recognise(token)
        await processes.their_bot_accounts.revoke(identity.player.id, made.id)
        assert await processes.players.as_of_now(program) is Over.ENDED


class TestNames:
    async def test_that_are_given_up_by_two_changes_at_once_are_all_free_again(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        processes.documents.before_the_next_commit = lambda: processes.others.change(
            identity, PASSWORD, "Between", None
        )
        await processes.players.change(identity, PASSWORD, "Countess", None)
        assert [await processes.players.named(name) is None for name in ("Ada", "Between", "Countess")] == [
            True,
            True,
            False,
        ]

    async def test_go_with_an_account_that_is_renamed_while_it_is_deleted(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        processes.documents.before_the_next_commit = lambda: processes.others.change(
            identity, PASSWORD, "Countess", None
        )
        await processes.players.remove(identity.player.id)
        await processes.person("Ada")
        await processes.person("Countess")


class TestBots:
    async def test_are_made_once_although_the_answer_is_lost(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        processes.documents.loses_the_next_answer = True
        with pytest.raises(Unavailable):
            await processes.bot_accounts.make_bot(identity.player.id, "Engine")
        await processes.bot_accounts.make_bot(identity.player.id, "Engine")
        assert [bot.name for bot in (await processes.players.shown(identity.player.id)).bots] == ["Engine"]

    async def test_go_in_one_piece(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        await processes.bot_accounts.make_bot(identity.player.id, "Engine")
        bot = (await processes.players.shown(identity.player.id)).bots[0].id
        token, _ = await processes.bot_accounts.make_token(identity.player.id, bot, (Scope.PLAY,), "", 1)
        processes.documents.loses_the_next_answer = True
        with pytest.raises(Unavailable):
            await processes.bot_accounts.delete_bot(identity.player.id, bot)
        assert (await processes.players.shown(identity.player.id)).bots == ()
        assert await refusal(processes.players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN
        assert await processes.players.named("Engine") is None

    async def test_go_with_their_owner_although_they_were_made_meanwhile(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        processes.documents.before_the_next_commit = lambda: processes.their_bot_accounts.make_bot(
            identity.player.id, "Engine"
        )
        await processes.players.delete(identity.player.id, PASSWORD)
        assert await processes.players.named("Engine") is None
        assert await processes.players.find(identity.player.id) is None


class TestTokensOfPrograms:
    async def test_are_never_more_than_can_be_seen_and_revoked(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        me = identity.player.id
        for _ in range(MOST_TOKENS - 1):
            await processes.bot_accounts.make_token(me, None, (Scope.PLAY,), "", 1)
        processes.documents.before_the_next_commit = lambda: processes.their_bot_accounts.make_token(
            me, None, (Scope.PLAY,), "", 9
        )
        assert (
            await refusal(processes.bot_accounts.make_token(me, None, (Scope.PLAY,), "", 9))
            is RefusalCode.TOO_MANY_KEPT
        )
        for made in await processes.bot_accounts.tokens(me):
            await processes.bot_accounts.revoke(me, made.id)
        assert await processes.bot_accounts.tokens(me) == ()
        assert await processes.documents.count(tokens_of(me)) == 0

    async def test_are_revoked_by_one_of_two_at_once(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        _, made = await processes.bot_accounts.make_token(identity.player.id, None, (Scope.PLAY,), "", 1)
        processes.documents.before_the_next_commit = lambda: processes.their_bot_accounts.revoke(
            identity.player.id, made.id
        )
        assert await refusal(processes.bot_accounts.revoke(identity.player.id, made.id)) is RefusalCode.UNKNOWN_TOKEN

    async def test_are_not_made_for_somebody_who_goes_meanwhile(self, processes: Processes) -> None:
        identity, _ = await processes.person()
        processes.documents.before_the_next_commit = lambda: processes.others.remove(identity.player.id)
        asked = processes.bot_accounts.make_token(identity.player.id, None, (Scope.PLAY,), "", 1)
        assert await refusal(asked) is RefusalCode.UNKNOWN_PLAYER
        assert await processes.documents.count(tokens_of(identity.player.id)) == 0


async def test_tokens_that_have_expired_hide_none_that_are_good() -> None:
    hand = Hand()
    store = MemoryStore(Memory(hand))
    processes = Processes(store, store)
    identity, _ = await processes.person()
    me = identity.player.id
    for _ in range(MOST_TOKENS):
        await processes.bot_accounts.make_token(me, None, (Scope.PLAY,), "", 1)
    hand.move(2 * 24 * 60 * 60 * 1000)
    for _ in range(MOST_TOKENS):
        await processes.bot_accounts.make_token(me, None, (Scope.PLAY,), "thief", 366)
    assert [made.label for made in await processes.bot_accounts.tokens(me)] == ["thief"] * MOST_TOKENS
    assert await processes.documents.count(tokens_of(me)) == MOST_TOKENS
