"""The SDK has a way to send every command of the protocol, and takes in everything that a server says."""

import ast
import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from inspect import getsource, signature
from typing import Any, get_args

import pytest
import quarterdeck_client
from msgspec import UNSET
from msgspec.structs import replace
from quarterdeck_client import (
    Client,
    ClientError,
    LostError,
    MisunderstoodError,
    RefusedError,
    UsageError,
    client,
    followed_match,
    followed_matches,
)
from quarterdeck_client.lobby import (
    account,
    challenges,
    chat,
    claim_codes,
    clubs,
    collection,
    decks,
    follow_lists,
    notices,
    private_messages,
    search,
    standings,
    tables,
    tournaments,
    trades,
    webhooks,
    wishes,
)
from quarterdeck_client.lobby.moderation import Moderators
from quarterdeck_client.transport import connection, whole_updates
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.chat import Phrase, Reason, Where
from quarterdeck_protocol.lobby.claim_codes import CodeBatchId, NewCodeGift
from quarterdeck_protocol.lobby.clubs import ClubRole
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, TraderRole, WishCard
from quarterdeck_protocol.lobby.sign_in.email_address import MailNotice
from quarterdeck_protocol.lobby.social.challenges import ChallengedBy
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.lobby.tournaments import CreateTournament
from quarterdeck_protocol.lobby.webhooks import WebhookChange
from quarterdeck_protocol.messages import AnyFromClient, AnyFromServer, Ping
from quarterdeck_protocol.names import GameName, PlayerId, Seat, TableId, Version
from quarterdeck_protocol.recess import RecessState, RecessStep
from quarterdeck_protocol.schema import protocol_schema
from quarterdeck_protocol.sides import Scope
from quarterdeck_protocol.undo import Undo, UndoState
from relay import Message, Relay, relay_to
from servers import LiveServer

SDK = (
    account,
    decks,
    collection,
    claim_codes,
    trades,
    tables,
    client,
    connection,
    followed_match,
    followed_matches,
    search,
    standings,
    chat,
    whole_updates,
    wishes,
    notices,
    challenges,
    follow_lists,
    private_messages,
    tournaments,
    clubs,
    webhooks,
)
FRIDAY = CreateTournament(name="Friday", game=GameName("tiny"), rounds=3)
NOWHERE, NOBODY = TableId("nowhere"), PlayerId("nobody")
PASSWORD = "a long walk by the sea"


@pytest.fixture
async def relay(server: LiveServer) -> AsyncIterator[Relay]:
    async with relay_to(server.url) as relay:
        yield relay


async def _act_and_resign(ada: Client) -> None:
    seat = await ada.play("tiny", bots=1)
    async for turn in seat.turns():
        await turn.act(turn.choices[0])
        break
    await seat.resign()
    await ada.unwatch_match(seat.match)


async def _pause_and_go_on(ada: Client) -> None:
    seat = await ada.play("tiny", bots=1)
    told = []
    for step in (RecessStep.ASK, RecessStep.RESUME):
        await seat.recess_match(step)
        told.append(seat.recess)
    assert [each.state for each in told if each is not None] == [RecessState.ON, RecessState.OVER]
    await seat.resign()


async def _take_back(ada: Client) -> None:
    seat = await ada.play("tiny", bots=1)
    asked = Undo(seat=Seat(1), action=Version(1), state=UndoState.ASKED)
    for ask in (seat.ask_undo, partial(seat.answer_undo, agree=True)):
        seat.raw_latest = replace(seat.raw_latest, undo=asked)
        with pytest.raises(RefusedError, match=r"Only the last action|no request"):
            await ask()
    seat.raw_latest = replace(seat.raw_latest, undo=UNSET)
    with pytest.raises(UsageError, match="no action can be taken back now"):
        await seat.ask_undo()
    await seat.resign()


async def _seek(ada: Client, *, accepts: bool) -> None:
    search = await ada.seek(["tiny"], bots_after=0)
    async for _ in search:
        offer = search.offer
        if offer is not None and offer.stage == "open" and not offer.has_accepted:
            await (search.accept() if accepts else search.decline())
    if accepts:
        await (await search.begun()).resign()


async def _follow(ada: Client) -> None:
    await ada.tables.watch_lobby()
    await ada.tables.unwatch_lobby()


async def _give_up(ada: Client) -> None:
    await (await ada.seek(["density-deck"])).give_up()


async def _notices(ada: Client) -> None:
    async for _ in ada.notices.follow():
        break


async def _hear(ada: Client) -> None:
    await ada.chat.join_chat(Where.LOBBY)
    await ada.chat.leave_chat(Where.LOBBY)


def _plain_ways() -> Iterator[Callable[[Client], Awaitable[Any]]]:
    """Yield a way for each command at a table that the SDK has as a method with its name and the table alone."""
    for kind in get_args(AnyFromClient):
        tag = str(kind.__struct_config__.tag)
        method = getattr(tables.TableRequests, tag, None)
        if method is not None and list(signature(method).parameters) == ["self", "table"]:
            yield partial(_ask_of_a_table, tag)


async def _ask_of_a_table(tag: str, ada: Client) -> None:
    await getattr(ada.tables, tag)(NOWHERE)


WAYS: tuple[Callable[[Client], Awaitable[Any]], ...] = (
    lambda ada: ada.account.get(),
    lambda ada: ada.account.register("Ada", PASSWORD),
    lambda ada: ada.account.accept_terms("2026-11"),
    lambda ada: ada.account.make_recovery_codes(PASSWORD),
    lambda ada: ada.account.change(PASSWORD, new_name="Ada L"),
    lambda ada: ada.account.avoid(NOBODY, Avoidance.MUTE),
    lambda ada: ada.account.make_bot("Adas Engine"),
    lambda ada: ada.account.delete_bot(NOBODY),
    lambda ada: ada.account.make_token([Scope.PLAY]),
    lambda ada: ada.account.tokens(),
    lambda ada: ada.account.revoke("nothing"),
    lambda ada: ada.account.sessions(),
    lambda ada: ada.account.end_session("none"),
    lambda ada: ada.account.end_other_sessions(),
    lambda ada: ada.account.set_email(None),
    lambda ada: ada.account.email(),
    lambda ada: ada.account.choose_mails([MailNotice.TURN]),
    lambda ada: ada.account.begin_second_factor(),
    lambda ada: ada.account.confirm_second_factor("none"),
    lambda ada: ada.account.remove_second_factor("none"),
    lambda ada: ada.account.prove_identity(password=PASSWORD),
    lambda ada: ada.account.device_request("none"),
    lambda ada: ada.account.answer_device_request("none", allow=False),
    lambda ada: ada.standings.profile(),
    lambda ada: ada.standings.ladder("tiny"),
    lambda ada: ada.standings.history(),
    lambda ada: ada.standings.head_to_head(NOBODY),
    lambda ada: ada.standings.export(),
    lambda ada: ada.tables.list(),
    lambda ada: ada.tables.read_deck("amiibart", "bulwark"),
    lambda ada: ada.decks.keep("amiibart", "Mine", "bulwark"),
    lambda ada: ada.decks.list(),
    lambda ada: ada.decks.drop("amiibart", "Mine"),
    lambda ada: ada.collection.owned("amiibart"),
    lambda ada: ada.collection.movements(),
    lambda ada: ada.collection.packs(),
    lambda ada: ada.collection.claim_packs("amiibart"),
    lambda ada: ada.collection.open_pack("none"),
    lambda ada: ada.codes.claim("0000"),
    lambda ada: ada.codes.make("The fair", NewCodeGift()),
    lambda ada: ada.codes.batches(),
    lambda ada: ada.codes.revoke(CodeBatchId("none"), "a slip"),
    lambda ada: ada.codes.history(code="0000"),
    lambda ada: ada.collection.trades.offer(NOBODY),
    lambda ada: ada.collection.trades.counter("none", 1),
    lambda ada: ada.collection.trades.accept("none", 1),
    lambda ada: ada.collection.trades.cancel("none"),
    lambda ada: ada.collection.trades.get("none"),
    lambda ada: ada.collection.trades.list(),
    lambda ada: ada.collection.wishes.list(),
    lambda ada: ada.collection.wishes.change([WishCard(game=GameName("amiibart"), card="none")]),
    lambda ada: ada.collection.wishes.be_found(FoundBy.TRADERS),
    lambda ada: ada.collection.wishes.find(TraderRole.HAS, "amiibart", "none"),
    lambda ada: ada.notices.list(),
    lambda ada: ada.conversations.send(NOBODY, "Hello!"),
    lambda ada: ada.conversations.list(),
    lambda ada: ada.conversations.get(NOBODY),
    lambda ada: ada.conversations.read(NOBODY, "1"),
    lambda ada: ada.conversations.delete(NOBODY),
    lambda ada: ada.following.follow(NOBODY),
    lambda ada: ada.following.unfollow(NOBODY),
    lambda ada: ada.following.list(),
    lambda ada: ada.following.set_seen_by(SeenBy.NOBODY),
    lambda ada: ada.challenges.create(NOBODY, "tiny"),
    lambda ada: ada.challenges.accept("none"),
    lambda ada: ada.challenges.decline("none"),
    lambda ada: ada.challenges.cancel("none"),
    lambda ada: ada.challenges.declare_bot(["tiny"]),
    lambda ada: ada.challenges.list_bots("tiny"),
    lambda ada: ada.challenges.create_link("none"),
    lambda ada: ada.challenges.get_link("0" * 48),
    lambda ada: ada.challenges.accept_link("0" * 48),
    lambda ada: ada.challenges.cancel_link("none"),
    lambda ada: ada.challenges.list(),
    lambda ada: ada.challenges.set_challengers(ChallengedBy.NOBODY),
    lambda ada: ada.tournaments.create("Friday", "tiny", 3),
    lambda ada: ada.tournaments.list(),
    lambda ada: ada.tournaments.get("none"),
    lambda ada: ada.tournaments.join("none"),
    lambda ada: ada.tournaments.leave("none"),
    lambda ada: ada.tournaments.begin_round("none", 1),
    lambda ada: ada.tournaments.rule("none", "none", (100, 0), "a slip"),
    lambda ada: ada.tournaments.remove("none", NOBODY, "a slip"),
    lambda ada: ada.tournaments.reinstate("none", NOBODY, "a slip"),
    lambda ada: ada.tournaments.check_in("none"),
    lambda ada: ada.tournaments.appeal("none", "a slip"),
    lambda ada: ada.tournaments.answer_appeal("none", 1, "a slip", upheld=True),
    lambda ada: ada.tournaments.invite("none", NOBODY),
    lambda ada: ada.tournaments.appoint("none", NOBODY),
    lambda ada: ada.tournaments.schedule(FRIDAY, 4, "20:00", "UTC"),
    lambda ada: ada.tournaments.schedules(),
    lambda ada: ada.tournaments.unschedule("none"),
    lambda ada: ada.tournaments.end("none", "rain"),
    lambda ada: ada.clubs.create("Readers"),
    lambda ada: ada.clubs.change("none", name="Writers"),
    lambda ada: ada.clubs.delete("none"),
    lambda ada: ada.clubs.list(),
    lambda ada: ada.clubs.get("none"),
    lambda ada: ada.clubs.join("none"),
    lambda ada: ada.clubs.leave("none"),
    lambda ada: ada.clubs.invite("none", NOBODY),
    lambda ada: ada.clubs.set_role("none", NOBODY, ClubRole.MEMBER),
    lambda ada: ada.clubs.announce("none", "Friday!"),
    lambda ada: ada.webhooks.create("https://hooks.example.org/x"),
    lambda ada: ada.webhooks.list(),
    lambda ada: ada.webhooks.change("none", WebhookChange.ROTATE),
    lambda ada: ada.webhooks.deliveries("none"),
    lambda ada: ada.notices.read("1"),
    lambda ada: ada.tables.open("tiny"),
    lambda ada: ada.tables.list(club="none"),
    lambda ada: ada.tables.sit(NOWHERE),
    lambda ada: ada.tables.stand(NOWHERE),
    lambda ada: ada.tables.watch(NOWHERE),
    lambda ada: ada.tables.kick(NOWHERE, Seat(1)),
    lambda ada: ada.tables.transfer_host(NOWHERE, NOBODY),
    *_plain_ways(),
    _follow,
    _act_and_resign,
    _take_back,
    _pause_and_go_on,
    _notices,
    _give_up,
    lambda ada: _seek(ada, accepts=False),
    lambda ada: _seek(ada, accepts=True),
    _hear,
    lambda ada: ada.chat.say(Where.LOBBY, "hello"),
    lambda ada: ada.chat.say_phrase(Where.LOBBY, Phrase.HELLO),
    lambda ada: ada.chat.report(NOBODY, Reason.SPAM),
    lambda ada: ada.seats(),
    lambda ada: ada.ask(Ping()),
    lambda ada: ada.account.sign_out(),
)
"""Everything that the SDK can be asked to say; signing out comes last. Connecting says the rest."""


def tags_of(side: str) -> set[str]:
    """Return the tag of every message that the published schema has for this side."""
    definitions = protocol_schema()["$defs"]
    kinds = [definitions[each["$ref"].removeprefix("#/$defs/")] for each in definitions[side]["anyOf"]]
    return {str(kind["properties"]["type"]["const"]) for kind in kinds}


async def test_every_command_of_the_schema_can_be_sent_with_the_sdk(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        for way in WAYS:
            with contextlib.suppress(RefusedError):
                await way(ada)
    async with Client(relay.url, name="Bo") as bo:
        await bo.account.delete()
    with contextlib.suppress(RefusedError):
        async with Client(relay.url, name="Cy", password=PASSWORD, recovery_code="0000"):
            pass
    sent = {str(command["type"]) for command in relay.from_clients}
    assert tags_of("FromClient") - sent == set()


def test_everything_that_a_server_says_is_named_in_the_sdk() -> None:
    nodes = [node for part in SDK for node in ast.walk(ast.parse(getsource(part)))]
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    named |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    said = {tag: kind for tag, kind in _kinds(AnyFromServer).items() if kind not in named}
    assert said == {}


def test_the_unions_and_the_schema_have_the_same_messages() -> None:
    assert set(_kinds(AnyFromClient)) == tags_of("FromClient")
    assert set(_kinds(AnyFromServer)) == tags_of("FromServer")


def _kinds(union: Any) -> dict[str, str]:
    """Return the name of each struct of a union by its tag."""
    kinds = [getattr(kind, "__origin__", None) or kind for kind in get_args(union)]
    return {str(kind.__struct_config__.tag): kind.__name__ for kind in kinds}


# What goes wrong is one tree, and says what in words


def test_all_errors_of_the_sdk_are_one_tree() -> None:
    errors = [getattr(quarterdeck_client, name) for name in quarterdeck_client.__all__ if name.endswith("Error")]
    assert len(errors) == 8
    assert all(issubclass(error, ClientError) for error in errors)
    assert ClientError.__bases__ == (Exception,)


async def test_an_answer_of_another_kind_is_an_error_of_the_tree(relay: Relay) -> None:
    def misheard(message: Message) -> Message:
        return (
            {"type": "match_unwatched", "match": "m", "ref": message["ref"]} if message["type"] == "tables" else message
        )

    async with Client(relay.url, name="Ada") as ada:
        relay.to_clients = misheard
        with pytest.raises(
            MisunderstoodError, match="answered `ListTables` with `MatchUnwatched`, which is the wrong kind"
        ):
            await ada.tables.list()


async def test_a_welcome_that_cannot_be_read_is_an_error_of_the_tree(relay: Relay) -> None:
    relay.to_clients = lambda message: {**message, "server": 7}
    with pytest.raises(MisunderstoodError, match="cannot be read"):
        async with Client(relay.url, name="Ada"):
            pass


async def test_a_page_that_cannot_be_read_is_an_error_of_the_tree(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        ada._connection.url = f"{server.url}/healthz?"
        for asked in (ada.transcript("m"), ada.cards("amfibido")):
            with pytest.raises(MisunderstoodError, match="cannot be read"):
                await asked
    with pytest.raises(MisunderstoodError, match="cannot be read"):
        await Moderators(f"{server.url}/healthz?", "token").audit()


async def test_who_is_signed_out_elsewhere_is_told_so(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        await ada.account.register("Ada", PASSWORD)
        async with Client(server.url, name="Ada", password=PASSWORD) as again:
            live = await again.tables.watch_lobby()
            await ada.account.sign_out(everywhere=True)
            with pytest.raises(LostError, match="signed out"):
                async for _ in live.changes():
                    pass


async def test_who_is_lifted_is_told_so(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        table = await ada.tables.open("tiny")
        beginning = asyncio.create_task(bo.join(table.id))
        async for newest in ada.tables.changes(table.id):
            if newest.places[1].ready:
                break
        await ada.tables.kick(table.id, Seat(1))
        with pytest.raises(ClientError, match="the host has kicked you from your seat"):
            await beginning


async def test_a_refusal_says_when_to_try_again(relay: Relay) -> None:
    def too_soon(message: Message) -> Message:
        if message["type"] != "tables":
            return message
        return {"type": "refused", "code": "slow_down", "text": "Slowly.", "retry_in": 1500, "ref": message["ref"]}

    async with Client(relay.url, name="Ada") as ada:
        relay.to_clients = too_soon
        with pytest.raises(RefusedError, match="Slowly") as refused:
            await ada.tables.list()
        assert refused.value.retry_in == 1500
