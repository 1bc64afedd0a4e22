"""Who is who: coming, staying and going, on both stores."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.names import Milliseconds, PlayerId, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind, Scope
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import GONE
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.documents import TOKENS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.login_throttle import FREE
from quarterdeck_server.lobby.accounts.notifications import SessionsEnded, SessionTaken
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.tokens import hashed
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.storage.store import Store
from quick_passwords import quick_passwords
from stores import address, another_process, redis_url, server_of_our_own, until  # noqa: F401 - fixtures

AnotherProcess = Callable[[], Awaitable[Store]]

PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"


@pytest.fixture
async def store(another_process: AnotherProcess) -> Store:  # noqa: F811 - a fixture
    return await another_process()


@pytest.fixture
def players(store: Store) -> Players:
    return Players(store.documents, quick_passwords())


@pytest.fixture
def programs(store: Store, players: Players) -> BotAccounts:
    return BotAccounts(store.documents, players)


async def person(players: Players, name: str = "Ada") -> tuple[Identity, Token]:
    """Return somebody with an account."""
    identity, token = await players.welcome(None)
    await players.register(identity.player.id, name, PASSWORD)
    return identity, token


class Noted:
    """Something else, of which is noted what is asked of it."""

    def __init__(self, of: object, done: list[str]) -> None:
        self._of = of
        self._done = done

    def __getattr__(self, name: str) -> object:
        self._done.append(name)
        return getattr(self._of, name)


class Standing:
    """The documents of a store for which time stands still."""

    def __init__(self, of: DocumentStore, now: Milliseconds) -> None:
        self._of = of
        self._now = now

    async def now(self) -> Milliseconds:
        return self._now

    def __getattr__(self, name: str) -> object:
        return getattr(self._of, name)


async def refusal(work: Awaitable[object]) -> RefusalCode:
    with pytest.raises(CommandRefused) as refused:
        await work
    return refused.value.code


class TestGuests:
    async def test_a_guest_is_called_as_they_wish_and_marked_as_one(self, players: Players) -> None:
        identity, token = await players.welcome("  Ada  Lovelace ")
        assert (identity.player.name, identity.player.kind) == ("Ada Lovelace", PlayerKind.GUEST)
        assert (await players.holder(token)).player == identity.player

    async def test_guests_may_be_called_alike_but_never_like_an_account(self, players: Players) -> None:
        await players.welcome("Ada")
        await players.welcome("Ada")
        await person(players, "Bo")
        assert await refusal(players.welcome("B0")) is RefusalCode.NAME_TAKEN

    async def test_a_token_is_kept_only_as_its_hash(self, store: Store, players: Players) -> None:
        _, token = await players.welcome("Ada")
        [record] = await TOKENS.read(store.documents, [hashed(token)])
        assert record is not None
        assert token not in repr(record)
        assert await TOKENS.read(store.documents, [token]) == [None]


class TestSessions:
    async def test_each_time_a_session_is_taken_up_it_has_a_new_token(self, players: Players) -> None:
        identity, first = await players.welcome("Ada")
        again, second = await players.recognise(first)
        last, third = await players.recognise(second)
        assert len({first, second, third}) == 3
        assert (last.player, last.session, last.turn) == (identity.player, identity.session, 3)
        assert again.turn == 2
        assert await refusal(players.recognise(first)) is RefusalCode.UNKNOWN_TOKEN

    async def test_an_answer_that_is_lost_locks_nobody_out(self, players: Players) -> None:
        _, first = await players.welcome("Ada")
        _, lost = await players.recognise(first)
        _, second = await players.recognise(first)
        assert await refusal(players.recognise(lost)) is RefusalCode.UNKNOWN_TOKEN
        await players.recognise(second)

    async def test_everybody_is_told_who_took_a_session_up_last(self, store: Store, players: Players) -> None:
        heard: list[SessionTaken] = []
        EventBus(store.documents).subscribe(SessionTaken, heard.append)
        identity, token = await players.welcome("Ada")
        await players.recognise(token)
        await until(lambda: heard == [SessionTaken(identity.player.id, identity.session, 2)])

    async def test_of_two_who_take_a_session_up_at_once_one_is_the_newest(self, players: Players) -> None:
        _, token = await players.welcome("Ada")
        taken = await asyncio.gather(*(players.recognise(token) for _ in range(3)))
        good = [await _is_good(players, each) for _, each in taken]
        assert good.count(True) == 1

    async def test_a_question_takes_no_session_up(self, players: Players) -> None:
        _, token = await players.welcome("Ada")
        for _ in range(3):
            assert (await players.holder(token)).turn == 1
        assert await refusal(players.holder(Token("stolen"))) is RefusalCode.UNKNOWN_TOKEN

    async def test_a_player_who_signs_out_has_no_token_any_more(self, players: Players) -> None:
        _, first = await players.welcome("Ada")
        identity, second = await players.recognise(first)
        await players.sign_out(identity)
        for token in (first, second):
            assert await refusal(players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN

    async def test_signing_out_everywhere_ends_every_session(self, store: Store, players: Players) -> None:
        heard: list[SessionsEnded] = []
        EventBus(store.documents).subscribe(SessionsEnded, heard.append)
        identity, token = await person(players)
        _, other = await players.sign_in("Ada", PASSWORD, "here")
        await players.end_sessions(identity.player.id)
        for each in (token, other):
            assert await refusal(players.recognise(each)) is RefusalCode.UNKNOWN_TOKEN
        await until(lambda: heard == [SessionsEnded(identity.player.id)])
        await players.sign_in("Ada", PASSWORD, "here")


async def _is_good(players: Players, token: Token) -> bool:
    try:
        await players.holder(token)
    except CommandRefused:
        return False
    return True


class TestAccounts:
    async def test_a_guest_who_registers_stays_the_same_player(self, players: Players) -> None:
        identity, token = await person(players, "Ada Lovelace")
        again, _ = await players.sign_in("ada lovelace", PASSWORD, "here")
        assert (again.player.id, again.player.name) == (identity.player.id, "Ada Lovelace")
        assert again.player.kind is PlayerKind.PERSON
        assert (await players.recognise(token))[0].player == again.player

    async def test_registering_again_with_the_same_words_does_it_once(self, players: Players) -> None:
        identity, _ = await person(players)
        await players.register(identity.player.id, "Ada", PASSWORD)
        assert await refusal(players.register(identity.player.id, "Ada", ANOTHER)) is RefusalCode.ALREADY_REGISTERED
        assert await refusal(players.register(identity.player.id, "Bo", PASSWORD)) is RefusalCode.ALREADY_REGISTERED

    async def test_a_name_has_one_owner_whoever_asks_at_once(self, players: Players) -> None:
        guests = [(await players.welcome(None))[0].player.id for _ in range(4)]
        asked = [players.register(guest, name, PASSWORD) for guest, name in zip(guests, ("Ada", "ADA", "A d a", "Аda"))]  # noqa: B905
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        refused = [outcome for outcome in outcomes if isinstance(outcome, CommandRefused)]
        assert len(refused) == 3

    async def test_a_password_has_a_length(self, players: Players) -> None:
        identity, _ = await players.welcome(None)
        for password in ("seven77", "x" * 257):
            refused = refusal(players.register(identity.player.id, "Ada", password))
            assert await refused is RefusalCode.PASSWORD_NOT_ALLOWED

    async def test_neither_names_nor_passwords_are_told_to_be_right(self, players: Players) -> None:
        await person(players)
        said = []
        for name, password in (("Ada", ANOTHER), ("Nobody", PASSWORD)):
            with pytest.raises(CommandRefused) as refused:
                await players.sign_in(name, password, "here")
            said.append((refused.value.code, str(refused.value), refused.value.where))
        assert said[0] == said[1]
        assert said[0][0] is RefusalCode.WRONG_PASSWORD

    async def test_nor_by_what_is_done_to_find_out(self, store: Store, programs: BotAccounts) -> None:
        done: list[str] = []
        players = Players(
            cast("DocumentStore", Noted(store.documents, done)), cast("Passwords", Noted(quick_passwords(), done))
        )
        identity, _ = await person(players)
        await programs.make_bot(identity.player.id, "Engine")
        await players.welcome("Guesty")
        await refusal(players.sign_in("Somebody", ANOTHER, "here"))  # the first of all draws the key of the marks
        found_out = []
        for name in ("Ada", "Nobody", "Engine", "Guesty", "", "\u200b!", "x" * 64):
            done.clear()
            assert await refusal(players.sign_in(name, ANOTHER, "here")) is RefusalCode.WRONG_PASSWORD
            found_out.append(list(done))
        assert found_out[0].count("fits") == 1
        assert found_out == [found_out[0]] * len(found_out)

    @pytest.mark.parametrize("name", ["Ada", "Nobody"])
    async def test_a_player_who_is_wrong_too_often_waits_and_nobody_else_does(
        self, players: Players, name: str
    ) -> None:
        await person(players)
        for _ in range(FREE):
            assert await refusal(players.sign_in(name, ANOTHER, "here")) is RefusalCode.WRONG_PASSWORD
        with pytest.raises(CommandRefused) as refused:
            await players.sign_in(name, PASSWORD, "here")
        assert refused.value.code is RefusalCode.SLOW_DOWN
        assert refused.value.retry_in is not None
        assert 0 < refused.value.retry_in <= 1000
        await players.sign_in("Ada", PASSWORD, "there")

    async def test_of_many_tries_at_once_no_more_are_compared_than_of_as_many_in_turn(
        self,
        players: Players,
        another_process: AnotherProcess,  # noqa: F811 - a fixture
    ) -> None:
        compared: list[str] = []
        passwords = cast("Passwords", Noted(quick_passwords(), compared))
        stores = [(await another_process()).documents for _ in range(2)]
        now = await stores[0].now()  # and no later: whoever has waited a second may try again
        processes = [Players(cast("DocumentStore", Standing(each, now)), passwords) for each in stores]
        await person(players)
        tries = [refusal(each.sign_in("Ada", ANOTHER, "here")) for each in processes for _ in range(8)]
        codes = Counter(await asyncio.gather(*tries))
        assert codes == {RefusalCode.WRONG_PASSWORD: FREE, RefusalCode.SLOW_DOWN: len(tries) - FREE}
        assert compared.count("fits") == FREE

    async def test_registering_again_tells_no_password_sooner_than_signing_in(self, players: Players) -> None:
        identity, _ = await person(players)
        for _ in range(FREE):
            refused = refusal(players.register(identity.player.id, "Ada", ANOTHER))
            assert await refused is RefusalCode.ALREADY_REGISTERED
        assert await refusal(players.register(identity.player.id, "Ada", PASSWORD)) is RefusalCode.SLOW_DOWN

    async def test_anything_that_was_wrong_is_forgotten_when_it_is_right(self, players: Players) -> None:
        await person(players)
        for _ in range(2):
            for _ in range(FREE - 1):
                assert await refusal(players.sign_in("Ada", ANOTHER, "here")) is RefusalCode.WRONG_PASSWORD
            await players.sign_in("Ada", PASSWORD, "here")

    async def test_a_new_name_frees_the_old_one(self, players: Players) -> None:
        identity, _ = await person(players)
        await players.change(identity, PASSWORD, "Countess", None)
        assert await players.named("Ada") is None
        await person(players, "Ada")
        with pytest.raises(CommandRefused) as refused:
            await players.change(identity, PASSWORD, "ADA", None)
        assert (refused.value.code, refused.value.where) == (RefusalCode.NAME_TAKEN, "$.new_name")
        assert await refusal(players.change(identity, ANOTHER, "Ada's", None)) is RefusalCode.WRONG_PASSWORD

    async def test_a_new_password_ends_every_other_session(self, players: Players) -> None:
        identity, token = await person(players)
        _, other = await players.sign_in("Ada", PASSWORD, "here")
        await players.change(identity, PASSWORD, None, ANOTHER)
        assert await refusal(players.recognise(other)) is RefusalCode.UNKNOWN_TOKEN
        await players.recognise(token)
        assert await refusal(players.sign_in("Ada", PASSWORD, "here")) is RefusalCode.WRONG_PASSWORD
        await players.sign_in("Ada", ANOTHER, "here")

    async def test_a_player_who_is_deleted_is_gone_with_name_and_tokens(
        self, players: Players, programs: BotAccounts
    ) -> None:
        identity, token = await person(players)
        await programs.make_bot(identity.player.id, "Ada's Engine")
        bot = (await players.shown(identity.player.id)).bots[0]
        secret, _ = await programs.make_token(identity.player.id, bot.id, (Scope.PLAY,), "", 1)
        bo, _ = await person(players, "Bo")
        await players.avoid(bo.player.id, identity.player.id, Avoidance.MUTE)
        assert await refusal(players.delete(identity.player.id, ANOTHER)) is RefusalCode.WRONG_PASSWORD
        await players.delete(identity.player.id, PASSWORD)
        for each in (token, secret):
            assert await refusal(players.recognise(each)) is RefusalCode.UNKNOWN_TOKEN
        assert [await players.named(name) for name in ("Ada", "Ada's Engine")] == [None, None]
        assert (await players.shown(bo.player.id)).avoided[0].player.name == GONE
        await person(players, "Ada")

    async def test_a_guest_is_deleted_without_a_password(self, players: Players) -> None:
        identity, token = await players.welcome("Ada")
        await players.delete(identity.player.id, None)
        assert await refusal(players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN


class TestAvoiding:
    async def test_one_keeps_away_from_another_until_one_does_not(self, players: Players) -> None:
        ada, _ = await players.welcome("Ada")
        bo, _ = await players.welcome("Bo")
        await players.avoid(ada.player.id, bo.player.id, Avoidance.MUTE)
        await players.avoid(ada.player.id, bo.player.id, Avoidance.BLOCK)
        shown = (await players.shown(ada.player.id)).avoided
        assert [(each.player, each.how) for each in shown] == [(bo.player, Avoidance.BLOCK)]
        await players.avoid(ada.player.id, bo.player.id, Avoidance.NO)
        assert (await players.shown(ada.player.id)).avoided == ()

    async def test_nobody_keeps_away_from_themselves_or_from_nobody(self, players: Players) -> None:
        ada, _ = await players.welcome("Ada")
        me, nobody = ada.player.id, PlayerId("nobody")
        assert await refusal(players.avoid(me, me, Avoidance.MUTE)) is RefusalCode.NOT_YOURSELF
        assert await refusal(players.avoid(me, nobody, Avoidance.MUTE)) is RefusalCode.UNKNOWN_PLAYER


class TestPrograms:
    async def test_a_bot_is_marked_as_one_and_signs_in_with_its_token(
        self, players: Players, programs: BotAccounts
    ) -> None:
        identity, _ = await person(players)
        await programs.make_bot(identity.player.id, "Ada's Engine")
        bot = (await players.shown(identity.player.id)).bots[0]
        token, made = await programs.make_token(identity.player.id, bot.id, (Scope.PLAY, Scope.PLAY), "laptop", 30)
        assert made.until - made.made_at == 30 * 24 * 3600 * 1000
        for _ in range(2):
            engine, same = await players.recognise(token)
            assert (same, engine.player.kind, engine.player.name) == (token, PlayerKind.BOT, "Ada's Engine")
            assert (engine.scopes, engine.is_program) == ((Scope.PLAY,), True)

    async def test_tokens_are_listed_without_their_secret_and_revoked(
        self, players: Players, programs: BotAccounts
    ) -> None:
        identity, _ = await person(players)
        me = identity.player.id
        token, made = await programs.make_token(me, None, (Scope.LOBBY_READ,), "a", 1)
        _, other = await programs.make_token(me, None, (Scope.LOBBY_READ,), "b", 1)
        assert {each.id for each in await programs.tokens(me)} == {made.id, other.id}
        assert token not in repr(await programs.tokens(me))
        await programs.revoke(me, made.id)
        assert [each.id for each in await programs.tokens(me)] == [other.id]
        assert await refusal(players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN
        assert await refusal(programs.revoke(me, made.id)) is RefusalCode.UNKNOWN_TOKEN

    async def test_programs_outlast_the_sessions_of_their_account(
        self, players: Players, programs: BotAccounts
    ) -> None:
        identity, _ = await person(players)
        token, _ = await programs.make_token(identity.player.id, None, (Scope.PLAY,), "", 1)
        await players.end_sessions(identity.player.id)
        await players.recognise(token)

    async def test_only_who_has_an_account_has_bots_and_only_their_own(
        self, players: Players, programs: BotAccounts
    ) -> None:
        guest, _ = await players.welcome(None)
        assert await refusal(programs.make_bot(guest.player.id, "Engine")) is RefusalCode.NOT_REGISTERED
        identity, _ = await person(players)
        await programs.make_bot(identity.player.id, "Engine")
        bot = (await players.shown(identity.player.id)).bots[0].id
        bo, _ = await person(players, "Bo")
        asked = programs.make_token(bo.player.id, bot, (Scope.PLAY,), "", 1)
        assert await refusal(asked) is RefusalCode.UNKNOWN_PLAYER
        assert await refusal(programs.delete_bot(bo.player.id, bot)) is RefusalCode.UNKNOWN_PLAYER
        await programs.delete_bot(identity.player.id, bot)
        assert await players.find(bot) is None
