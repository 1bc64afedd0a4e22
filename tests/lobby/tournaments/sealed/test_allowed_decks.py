"""Decks that tournaments allow: ready ones, own cards, and those from sealed packs."""

import msgspec
import pytest
from lobby.tournament_world import TournamentWorld, refused
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tournaments import (
    EntrantStage,
    JoinTournament,
    Tournament,
    TournamentDecks,
    TournamentFormat,
)
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord
from quarterdeck_server.lobby.collection.movements import HolderId, face_of
from quarterdeck_server.lobby.collection.pack_pools import pools_of

HOUR = 3_600_000
MYACARDS = GameName("myacards")
POOL = pools_of(GAMES)[MYACARDS]
COMMONS = "\n".join(f"2 {each}" for each in POOL.common[:25])
"""A legal deck of common cards, which everybody has in a sealed tournament."""


async def _joined(world: TournamentWorld, of: Tournament, player: Player, deck: str | None = None) -> Tournament:
    return await world.service.join(player, JoinTournament(tournament=of.summary.id, deck=deck))


async def _world(**more: object) -> tuple[TournamentWorld, Tournament, Player, Player]:
    world = TournamentWorld()
    ada, bo = await world.lobby.somebody(), await world.lobby.somebody()
    return world, await world.made(ada, game=MYACARDS, rounds=2, **more), ada, bo


async def test_only_ready_decks_enter_where_the_tournament_says_so() -> None:
    world, made, ada, bo = await _world(decks=TournamentDecks.READY)
    support = GAMES[MYACARDS].decks
    assert support is not None
    await _joined(world, made, ada, next(iter(support.ready)))
    assert await refused(_joined(world, made, bo, COMMONS)) == (RefusalCode.BAD_DECK, "$.deck")


async def test_only_own_cards_enter_where_the_tournament_says_so() -> None:
    world, made, ada, _ = await _world(decks=TournamentDecks.OWNED)
    assert await refused(_joined(world, made, ada, COMMONS)) == (RefusalCode.BAD_DECK, "$.deck")
    assert await refused(_joined(world, made, ada)) == (RefusalCode.BAD_DECK, "$.deck")


@pytest.mark.parametrize("rule", [TournamentDecks.READY, TournamentDecks.OWNED])
@pytest.mark.parametrize("format_", [TournamentFormat.SWISS, TournamentFormat.ARENA])
async def test_a_late_entry_keeps_the_rule_for_decks(rule: TournamentDecks, format_: TournamentFormat) -> None:
    """A player with a locked deck comes back with it."""
    is_arena = format_ is TournamentFormat.ARENA
    more = {"rounds": 1, "duration": HOUR} if is_arena else {"rounds": 4}
    world = TournamentWorld()
    ada, bo, late = [await world.lobby.somebody() for _ in range(3)]
    made = await world.made(ada, game=MYACARDS, decks=rule, format=format_, **more)
    deck, support = COMMONS, GAMES[MYACARDS].decks
    assert support is not None
    documents = world.store.documents
    if rule is TournamentDecks.READY:
        deck = next(iter(support.ready))
    else:
        copies = {face_of(MYACARDS, each): 2 for each in POOL.common[:25]}
        owns = CollectionRecord(account=HolderId("all"), copies=copies)
        await documents.commit([COLLECTIONS.put(each.id, None, owns) for each in (ada, bo)])
    for player in (ada, bo):
        await _joined(world, made, player, deck)
    await world.begin(ada, made.summary.id, 1)
    assert await refused(_joined(world, made, late, COMMONS)) == (RefusalCode.BAD_DECK, "$.deck")
    await world.service.leave(bo.id, made.summary.id)
    back = await _joined(world, made, bo)
    assert {each.player.id: each.stage for each in back.entrants} == dict.fromkeys((ada.id, bo.id), EntrantStage.IN)


async def test_a_sealed_deck_is_built_from_the_own_packs_in_the_time_for_it() -> None:
    starts = Milliseconds(TournamentWorld().hand() + 10 * HOUR)
    world, made, ada, bo = await _world(decks=TournamentDecks.SEALED, build_time=HOUR, starts_at=starts)
    for player in (ada, bo):
        entered = await _joined(world, made, player)
        assert (entered.own_packs, entered.packs, entered.build_from) == ((), 6, starts - HOUR)
    assert await refused(_joined(world, made, ada, COMMONS)) == (RefusalCode.TOURNAMENT_CLOSED, "$.deck")
    world.hand.move(starts - HOUR - world.hand())
    mine, theirs = [await world.service.shown(made.summary.id, each.id) for each in (ada, bo)]
    assert len(mine.own_packs) == len(theirs.own_packs) == 30
    assert mine.own_packs != theirs.own_packs
    assert (await world.service.shown(made.summary.id)).own_packs == ()
    assert msgspec.structs.replace(mine, own_packs=()) == msgspec.structs.replace(theirs, own_packs=())
    rare = next(each for each in POOL.rare if all(each != card.card for card in mine.own_packs))
    assert await refused(_joined(world, made, ada, f"{COMMONS}\n1 {rare}")) == (RefusalCode.BAD_DECK, "$.deck")
    own = next(each.card for each in mine.own_packs if each.card in POOL.rare)
    await _joined(world, made, ada, f"{COMMONS}\n1 {own}")
    cy = await world.lobby.somebody()
    world.hand.move(HOUR)
    await world.sweep()
    ended = await world.service.shown(made.summary.id)
    stages = {each.player.id: each.stage for each in ended.entrants}
    assert stages == {ada.id: EntrantStage.IN, bo.id: EntrantStage.ABSENT}  # bo has built no deck
    assert await refused(_joined(world, made, cy)) == (RefusalCode.TOURNAMENT_CLOSED, "$.tournament")


@pytest.mark.parametrize("is_open", [False, True])
async def test_lists_are_open_from_the_first_round_where_the_tournament_says_so(is_open: bool) -> None:
    world, made, ada, bo = await _world(open_lists=is_open)
    for player in (ada, bo):
        await _joined(world, made, player, COMMONS)
    assert [each.deck for each in (await world.service.shown(made.summary.id)).entrants] == [None, None]
    await world.begin(ada, made.summary.id, 1)
    decks = [each.deck for each in (await world.service.shown(made.summary.id)).entrants]
    assert [deck is not None and deck.count == 50 for deck in decks] == [is_open, is_open]


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"game": "tiny", "decks": "sealed"}, "$.decks"),
        ({"game": "tiny", "open_lists": True}, "$.open_lists"),
        ({"decks": "of tomorrow"}, "$.decks"),
        ({"build_time": HOUR}, "$.build_time"),
        ({"decks": "sealed", "format": "arena", "duration": HOUR}, "$.decks"),
    ],
)
async def test_rules_for_decks_that_a_game_does_not_have_are_refused(fields: dict[str, object], where: str) -> None:
    world = TournamentWorld()
    ada = await world.lobby.somebody()
    if "decks" in fields:
        fields = {**fields, "decks": TournamentDecks(str(fields["decks"]))}
    if "format" in fields:
        fields = {**fields, "format": TournamentFormat(str(fields["format"]))}
    assert await refused(world.made(ada, **{"game": MYACARDS, **fields})) == (RefusalCode.MALFORMED, where)
