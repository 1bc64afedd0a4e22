"""Decks that players keep in their accounts: found from every device, judged, never more than one account bears."""

import copy
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from lobby.office import Office
from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.lobby.decks import DeckRequests
from quarterdeck_games import GAMES
from quarterdeck_games.catalogue_game import CatalogueGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.kept_decks import KeepDeck
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.decks import MOST_DECKS
from quarterdeck_server.lobby.accounts.documents import DECKS
from quarterdeck_server.lobby.kept_decks import KeptDecks
from quarterdeck_server.web.rate_limit.quotas import KEPT_DECKS
from servers import PASSWORD, Line, LiveServer, Message, live_server

GAME = "amiibart"
BEGUN = "4 alley-cat\n2 trip-wire\npower first-light"
NOW = Milliseconds(1_800_000_000_000)


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=100_000) as running:
        yield running


async def keep(line: Line, name: str, deck: str = BEGUN, game: str = GAME) -> Message:
    return await line.ask({"type": "keep_deck", "game": game, "name": name, "deck": deck})


async def listed(line: Line, **wanted: Any) -> list[Message]:
    answer = await line.ask({"type": "list_decks", **wanted})
    assert answer["type"] == "decks", answer
    decks: list[Message] = answer["decks"]
    return decks


async def names_of(line: Line, **wanted: Any) -> list[str]:
    return [deck["name"] for deck in await listed(line, **wanted)]


async def test_a_deck_is_found_from_every_device_those_kept_last_first(server: LiveServer) -> None:
    async with server.person("Ada") as ada, server.line() as elsewhere:
        assert await listed(ada) == []
        await keep(ada, "Cats")
        answer = await keep(ada, "Bulwark", "bulwark")
        await keep(ada, "Giants", "giants-abroad", "myacards")
        signed_in = {"type": "sign_in", "name": "Ada", "password": PASSWORD}
        assert (await elsewhere.ask(signed_in))["type"] == "signed_in"
        assert await names_of(elsewhere) == ["Giants", "Bulwark", "Cats"]
        assert (await listed(elsewhere, game=GAME))[0] == answer["deck"]
        assert await names_of(elsewhere, game=GAME) == ["Bulwark", "Cats"]


async def test_an_unfinished_deck_is_kept_and_everything_that_is_wrong_with_it_told(server: LiveServer) -> None:
    async with server.person() as ada:
        answer = await keep(ada, "Cats")
        judged = await ada.ask({"type": "read_deck", "game": GAME, "deck": BEGUN})
        assert (answer["type"], answer["faults"]) == ("deck_kept", judged["faults"])
        assert answer["faults"]
        (deck,) = await listed(ada)
        assert (deck["deck"], deck["legal"]) == (judged["deck"], False)
        again = await ada.ask({"type": "read_deck", "game": GAME, "deck": deck["text"]})
        assert again["deck"] == judged["deck"]


@pytest.mark.parametrize("game", ["amiibart", "myacards"])
async def test_a_legal_deck_is_told_as_its_code_which_a_table_takes(server: LiveServer, game: str) -> None:
    support = GAMES[game].decks
    assert support is not None
    name, ready = next(iter(support.ready.items()))
    async with server.person() as ada:
        answer = await keep(ada, "Mine", name, game)
        assert (answer["faults"], answer["deck"]["legal"]) == ([], True)
        assert answer["deck"]["text"] == support.code(ready)
        opened = await ada.ask({"type": "open_table", "game": game, "deck": answer["deck"]["text"]})
        assert opened["table"]["places"][0]["has_deck"] is True


async def test_keeping_under_the_same_name_replaces_in_that_game_alone(server: LiveServer) -> None:
    async with server.person() as ada:
        await keep(ada, "Mine")
        await keep(ada, "Other")
        await keep(ada, "Mine", "giants-abroad", "myacards")
        answer = await keep(ada, "  Mine ", "bulwark")
        assert answer["deck"]["name"] == "Mine"
        decks = [(deck["game"], deck["name"], deck["legal"]) for deck in await listed(ada)]
        assert decks == [(GAME, "Mine", True), ("myacards", "Mine", True), (GAME, "Other", False)]


async def test_anything_that_is_dropped_is_gone_and_dropping_it_again_is_the_same(server: LiveServer) -> None:
    async with server.person() as ada:
        await keep(ada, "Mine")
        await keep(ada, "Other")
        drop = {"type": "drop_deck", "game": GAME, "name": "Mine"}
        first, second = await ada.ask(dict(drop)), await ada.ask(dict(drop))
        assert (first["type"], first["game"], first["name"]) == ("deck_dropped", GAME, "Mine")
        assert (second["type"], second["name"]) == ("deck_dropped", "Mine")
        assert await names_of(ada) == ["Other"]
        await ada.ask({**drop, "name": "Other"})
        assert await listed(ada) == []


async def test_a_guest_keeps_none_and_is_told_how_to(server: LiveServer) -> None:
    async with server.player("Ada") as ada:
        assert await listed(ada) == []
        refused = await keep(ada, "Mine")
        assert (refused["code"], refused["where"], "`register`" in refused["text"]) == (
            "not_registered",
            "$.type",
            True,
        )
        assert (await ada.ask({"type": "drop_deck", "game": GAME, "name": "Mine"}))["type"] == "deck_dropped"
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        assert (await keep(ada, "Mine"))["type"] == "deck_kept"
    async with server.line() as nobody:
        assert (await keep(nobody, "Mine"))["code"] == "not_signed_in"


@pytest.mark.parametrize(
    ("wrong", "code", "where"),
    [
        ({"game": "chess"}, "unknown_game", "$.game"),
        ({"game": "density-deck"}, "bad_deck", "$.game"),
        ({"deck": "four cats\nfive dogs"}, "bad_deck", "$.deck"),
        ({"deck": "x" * 16_001}, "malformed", "$.deck"),
        ({"name": "x" * 33}, "text_not_allowed", "$.name"),
        ({"name": "x" * 65}, "malformed", "$.name"),
        ({"name": " "}, "text_not_allowed", "$.name"),
        ({"name": "\u202eenim"}, "text_not_allowed", "$.name"),
        ({"names": "x"}, "malformed", "$.names"),
    ],
)
async def test_anything_that_cannot_be_kept_is_refused_with_its_place(wrong: Message, code: str, where: str) -> None:
    async with live_server() as server, server.person() as ada:
        refused = await ada.ask({"type": "keep_deck", "game": GAME, "name": "Mine", "deck": BEGUN, **wrong})
        assert (refused["code"], refused["where"]) == (code, where)
        assert await listed(ada) == []
        if "deck" in wrong and code == "bad_deck":
            assert len(refused["faults"]) == 2
        if "game" in wrong:
            asked = await ada.ask({"type": "list_decks", **wrong})
            assert (asked["code"], asked["where"]) == (code, where)


async def test_one_account_keeps_as_many_as_the_limits_say_and_replaces_at_the_limit(server: LiveServer) -> None:
    async with server.person() as ada:
        welcome = await ada.ask({"type": "hello"})
        most = welcome["limits"]["decks_per_player"]
        assert (most, "kept_decks" in welcome["capabilities"]) == (MOST_DECKS, True)
        for number in range(most):
            assert (await keep(ada, f"Deck {number}"))["type"] == "deck_kept"
        refused = await keep(ada, "One more")
        assert (refused["code"], refused["where"]) == ("too_many_kept", "$.type")
        assert (await keep(ada, "Deck 7", "bulwark"))["type"] == "deck_kept"
        await ada.ask({"type": "drop_deck", "game": GAME, "name": "Deck 8"})
        assert (await keep(ada, "One more"))["type"] == "deck_kept"
        assert len(await listed(ada)) == most


async def test_its_faults_are_told_in_the_language_of_the_connection(server: LiveServer) -> None:
    async with server.person() as ada:
        english = (await keep(ada, "Mine"))["faults"]
        await ada.ask({"type": "hello", "language": "de"})
        german = (await keep(ada, "Mine"))["faults"]
        assert german == (await ada.ask({"type": "read_deck", "game": GAME, "deck": BEGUN}))["faults"]
        assert not set(german) & set(english)


async def test_they_go_with_the_account(server: LiveServer) -> None:
    documents = server.services.exports._documents
    async with server.person("Ada") as ada:
        await keep(ada, "Mine")
        player = (await ada.ask({"type": "get_account"}))["player"]["id"]
        assert (await DECKS.read(documents, [player]))[0] is not None
        await ada.ask({"type": "delete_account", "password": PASSWORD})
        assert await DECKS.read(documents, [player]) == [None]


async def test_nothing_is_kept_for_an_account_that_is_deleted_meanwhile() -> None:
    office = Office()
    decks = KeptDecks(GAMES, office.documents, lambda: NOW)
    ada = (await office.person("Ada")).player.id
    office.documents.before_the_next_commit = lambda: office.players.remove(ada)
    with pytest.raises(CommandRefused) as refused:
        await decks.keep(ada, wish("Mine"))
    assert refused.value.code is RefusalCode.UNKNOWN_TOKEN
    assert await DECKS.read(office.documents, [ada]) == [None]


async def test_a_deck_that_is_kept_while_its_account_is_deleted_goes_with_it() -> None:
    office = Office()
    decks = KeptDecks(GAMES, office.store.documents, lambda: NOW)
    ada = (await office.person("Ada")).player.id
    office.players._documents = office.documents
    office.documents.before_the_next_commit = lambda: decks.keep(ada, wish("Mine"))
    await office.players.remove(ada)
    assert await DECKS.read(office.documents, [ada]) == [None]


async def test_of_two_that_are_kept_at_once_none_is_lost() -> None:
    office = Office()
    decks, others = (KeptDecks(GAMES, each, lambda: NOW) for each in (office.documents, office.store.documents))
    ada = (await office.person("Ada")).player.id
    office.documents.before_the_next_commit = lambda: others.keep(ada, wish("Theirs"))
    await decks.keep(ada, wish("Mine"))
    assert [deck.name for deck in (await decks.listed(ada, None)).decks] == ["Mine", "Theirs"]


async def test_decks_for_a_game_that_is_not_here_any_more_are_kept_and_not_shown() -> None:
    office = Office()
    ada = (await office.person("Ada")).player.id
    everything = KeptDecks(GAMES, office.store.documents, lambda: NOW)
    await everything.keep(ada, wish("Mine"))
    without = KeptDecks({"myacards": GAMES["myacards"]}, office.store.documents, lambda: NOW)
    assert (await without.listed(ada, None)).decks == ()
    assert [deck.name for deck in (await everything.listed(ada, None)).decks] == ["Mine"]


async def test_a_deck_is_not_judged_again_each_time_it_is_listed() -> None:
    office, judged = Office(), list[object]()
    game = copy.copy(GAMES[GAME])
    assert isinstance(game, CatalogueGame)
    faults = game.decks.faults

    def noted(deck: Deck, options: object) -> Sequence[str]:
        judged.append(deck)
        return faults(deck, options)

    game._decks = replace(game.decks, faults=noted)
    decks = KeptDecks({GAME: game}, office.store.documents, lambda: NOW)
    ada = (await office.person("Ada")).player.id
    await decks.keep(ada, wish("Mine"))
    before = len(judged)
    assert [deck.legal for _ in range(9) for deck in (await decks.listed(ada, None)).decks] == [False] * 9
    assert len(judged) == before > 0


def wish(name: str) -> KeepDeck:
    return KeepDeck(game=GameName(GAME), name=name, deck=BEGUN)


async def test_they_are_in_an_export(server: LiveServer) -> None:
    async with server.person() as ada:
        answer = await keep(ada, "Mine")
        assert (await ada.ask({"type": "get_export"}))["decks"] == [answer["deck"]]


async def test_it_is_counted_for_each_player() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server, server.player("Ada") as ada:
        answers = [await ada.ask({"type": "list_decks"}) for _ in range(KEPT_DECKS.at_once + 1)]
        assert [answer["type"] for answer in answers] == ["decks"] * KEPT_DECKS.at_once + ["refused"]
        assert answers[-1]["code"] == "too_many"


async def test_the_sdk_keeps_lists_and_drops_them(server: LiveServer) -> None:
    async with Client(server.url, name="Whoever") as me:
        await me.account.register("Ada", PASSWORD)
        answer = await me.decks.keep(GAME, "Mine", BEGUN)
        assert (answer.deck.name, answer.deck.legal, len(answer.faults) > 0) == ("Mine", False, True)
        assert await me.decks.list() == (answer.deck,)
        assert await me.decks.list("myacards") == ()
        await me.decks.drop(GAME, "Mine")
        assert await me.decks.list(GAME) == ()


async def test_the_sdk_asks_no_server_that_keeps_none() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as me:
        older = msgspec.structs.replace(me.welcome, capabilities=())
        decks = DeckRequests(me.ask, lambda: older)
        assert (decks.are_kept_here, me.decks.are_kept_here) == (False, True)
        assert await decks.list() == ()
        for asking in (decks.keep(GAME, "Mine", BEGUN), decks.drop(GAME, "Mine")):
            with pytest.raises(ClientError, match="does not save decks"):
                await asking
