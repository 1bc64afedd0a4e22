"""An export has everything: every kind of document that the lobby keeps is in it, or it is said why not."""

import asyncio
import importlib
import pkgutil
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from lobby.office import Office
from lobby.ratings_world import NOON, finished
from quarterdeck_games import GAMES
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import Player
from quarterdeck_server import lobby
from quarterdeck_server.lobby import export
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.admission.invite_orders import InviteOrders
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.collection.ledger import Ledger
from quarterdeck_server.lobby.collection.owned_copies import OwnedCopyList
from quarterdeck_server.lobby.collection.pack_records import PackSettings
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.collection.trade_records import TradeSettings
from quarterdeck_server.lobby.collection.trade_terms import faces_of
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.collection.wishes import WishService
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.documents import Document, Key
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.export import (
    EXPORTED,
    MOST_AT_ONCE,
    MOST_IN_A_FRAME,
    NOT_EXPORTED,
    CollectionSources,
    ConductSources,
    Exports,
    encoded,
)
from quarterdeck_server.lobby.followed_players.follow_lists import FollowLists
from quarterdeck_server.lobby.followed_players.online_players import OnlinePlayers
from quarterdeck_server.lobby.kept_decks import KeptDecks
from quarterdeck_server.lobby.moderation.orders import Orders
from quarterdeck_server.lobby.player_webhooks.service import WebhookService
from quarterdeck_server.lobby.private_messages.service import PrivateMessages
from quarterdeck_server.lobby.ratings.settlement import Settlement
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.lobby.shared_affairs import SharedAffairs
from quarterdeck_server.lobby.webhooks.outbox import Outbox


def kinds_stored() -> set[str]:
    """Return every kind of document that is kept: those in a collection, and those whose key is spelled out."""
    kinds = set()
    for found in pkgutil.walk_packages(lobby.__path__, f"{lobby.__name__}."):
        module = importlib.import_module(found.name)
        kinds |= {each.key("").kind for each in vars(module).values() if isinstance(each, Collection)}
        kinds |= set(re.findall(r'\bKey\("(\w+)"', Path(str(module.__file__)).read_text()))
    return kinds


def test_every_kind_of_page_is_exported_or_it_is_said_why_not() -> None:
    assert sorted([*EXPORTED, *NOT_EXPORTED]) == sorted(kinds_stored())
    assert all(NOT_EXPORTED.values())


def test_an_export_is_made_of_nothing_but_those() -> None:
    # They are kept with the collection, with the invites, with the players that may challenge, with the standings, and
    # in the account.
    with_another = {"found_by", "invited_by", "rating_bands", "against_bots", "seen_by"}
    assert {*EXPORTED.values()} == {*Export.__struct_fields__} - {"ref", "before"} - with_another


class Archive(Office):
    """A lobby in memory in which matches are settled, and from which somebody takes what is theirs."""

    def __init__(self) -> None:
        super().__init__()
        documents = self.store.documents
        programs = BotAccounts(documents, self.players)
        self.settling = Settlement(documents)
        standings = Standings(GAMES, documents, self.players, self.store.log.versions)
        log = self.moderation.audit
        self.decks = KeptDecks(GAMES, documents, lambda: Milliseconds(NOON))
        ledger = Ledger(documents, lambda: Milliseconds(NOON))
        packs = PackService(documents, ledger, GAMES, PackSettings(), lambda: Milliseconds(NOON))
        online = OnlinePlayers(documents, EventBus(documents), lambda: Milliseconds(NOON))
        self.exports = Exports(
            documents,
            self.players,
            programs,
            standings,
            self.decks,
            ConductSources(
                self.talk,
                self.reports,
                log,
                OpenChallenges(documents, lambda: Milliseconds(NOON)),
                FollowLists(documents, online, lambda: Milliseconds(NOON)),
                PrivateMessages(documents, lambda: Milliseconds(NOON)),
                InviteOrders(documents, log, Orders(documents, SharedAffairs(documents))),
                ClubMemberships(documents, lambda: Milliseconds(NOON)),
            ),
            CollectionSources(
                OwnedCopyList(ledger, GAMES),
                packs,
                TradeService(documents, ledger, faces_of(GAMES), TradeSettings()),
                WishService(documents, ledger, faces_of(GAMES), lambda: Milliseconds(NOON)),
            ),
            WebhookService(documents, Outbox(documents, ()), None, lambda: Milliseconds(NOON)),
        )

    async def play(self, players: list[Player], matches: int) -> None:
        for number in range(matches):
            await self.settling.settle(finished(f"m{number}", players, [1, 2], at=NOON + number))


@pytest.fixture
async def archive() -> Archive:
    return Archive()


async def test_it_has_every_match_over_http_and_the_newest_in_a_frame_and_no_secret(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "MOST_IN_A_FRAME", 3)
    ada = (await archive.person("Ada")).player
    bo = (await archive.players.welcome(None))[0].player
    await archive.play([ada, bo], 8)
    whole = await archive.exports.export(ada.id, None)
    assert ([each.match for each in whole.matches], whole.before) == (
        [f"m{number}" for number in range(7, -1, -1)],
        None,
    )
    part = await archive.exports.export(ada.id, 3)
    assert ([each.match for each in part.matches], part.before) == (["m7", "m6", "m5"], NOON + 5)
    assert whole.account.player == ada
    assert "argon2" not in repr(whole)
    assert [(met.player, [each.above for each in met.games]) for met in whole.met] == [(bo, [8])]


async def test_a_player_who_met_many_is_exported_in_many_turns_of_the_loop(archive: Archive) -> None:
    ada, documents = (await archive.person("Ada")).player, archive.store.documents
    others = [(await archive.players.welcome(None))[0].player for _ in range(2 * MOST_IN_A_FRAME + 1)]
    for number, other in enumerate(others):
        await archive.settling.settle(finished(f"m{number}", [ada, other], [1, 2], at=NOON + number))
    read, asked = documents.read, list[int]()

    async def counted(keys_: Sequence[Key]) -> list[Document | None]:
        asked.append(len(keys_))
        await asyncio.sleep(0)  # as over a line
        return await read(keys_)

    documents.read = counted  # type: ignore[method-assign]
    whole = await archive.exports.export(ada.id, None)
    assert (len(whole.matches), len(whole.met)) == (len(others), len(others))
    assert sum(asked) >= len(others) * (2 + len(GAMES))
    assert max(asked) <= max(MOST_IN_A_FRAME + 1, MOST_AT_ONCE * len(GAMES))


async def test_encoded_in_many_turns_it_is_what_one_encoding_gives(archive: Archive) -> None:
    ada, bo = await archive.person("Ada"), (await archive.players.welcome(None))[0].player
    empty = await archive.exports.export(ada.player.id, None)
    assert await encoded(empty) == wire.encode(empty)
    await archive.play([ada.player, bo], 3 * MOST_AT_ONCE + 1)
    await archive.say(ada, '"matches":[] "met":[]')
    whole = await archive.exports.export(ada.player.id, None)
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.ensure_future(count())
    assert await encoded(whole) == wire.encode(whole)
    counting.cancel()
    assert turns >= 3


async def test_of_lines_it_has_the_newest_in_a_frame_and_none_that_is_not_kept_any_more(archive: Archive) -> None:
    ada, bo = await archive.person("Ada"), await archive.person("Bo")
    await archive.say(ada, "too old")
    archive.at += 24 * 60 * 60 * 1000
    for number in range(5):
        await archive.say(ada, f"line {number}")
        await archive.say(bo, "somebody else's")
    whole = await archive.exports.export(ada.player.id, None)
    assert [said.line.text for said in whole.lines] == [f"line {number}" for number in (4, 3, 2, 1, 0)]
    part = await archive.exports.export(ada.player.id, 2)
    assert [said.line.text for said in part.lines] == ["line 4", "line 3"]


async def test_nothing_of_who_has_fallen_silent_stays_in_an_index(archive: Archive) -> None:
    ada, bo = await archive.person("Ada"), await archive.person("Bo")
    await archive.say(ada, "the last that is heard of her")
    archive.at += 24 * 60 * 60 * 1000 + 1
    await archive.say(bo, "it is quiet here")
    assert [index for index in archive.memory.documents._indexes if ada.player.id in index] == []
