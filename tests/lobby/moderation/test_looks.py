"""Looks of moderators at matches: what each entry of the audit log allows to be shown, and for how long."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from lobby.office import DAY, STRANGER, Office
from lobby.tournament_world import refused as refusal_of
from lobby.tournament_world import with_players
from quarterdeck_protocol.lobby.console import InspectOrder
from quarterdeck_protocol.lobby.moderation import DeedKind, Role
from quarterdeck_protocol.lobby.tournaments import JoinTournament
from quarterdeck_protocol.names import MatchId, Ref, Seat, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation.looks import Looks
from quarterdeck_server.lobby.moderation.orders import LiveWatch, Orders
from quarterdeck_server.lobby.shared_affairs import SharedAffairs

MATCH = MatchId("m")


async def test_an_inspection_ends_with_the_version_of_its_entry() -> None:
    office = Office()
    looks, mo = Looks(office.documents, office.orders), await office.person("Mo", Role.MODERATOR)
    order = InspectOrder(ref=Ref("look"), match=MATCH, seat=Seat(0), why="a report")
    for newest, shown in ((4, 4), (9, 4)):
        assert await looks.note_inspection(mo, order, [STRANGER.player.id], Version(newest)) == shown
    assert await office.deeds() == [DeedKind.INSPECT_MATCH]
    with pytest.raises(CommandRefused) as refused:
        await looks.note_inspection(mo, InspectOrder(match=MATCH, why="mine"), [mo.player.id], Version(1))
    assert refused.value.code is RefusalCode.CONFLICT_OF_INTEREST


async def test_who_has_looked_at_a_tournament_as_a_moderator_does_not_enter_it() -> None:
    """Each kind of look counts, also for a bot of the moderator."""
    world, made, players = await with_players(2, bots=True)
    await world.order(players[0], made.summary.id, 1)
    orders = Orders(world.store.documents, SharedAffairs(world.store.documents))
    looks, match = Looks(world.store.documents, orders), MatchId(f"{made.summary.id}-1-1")
    concerned = [each.id for each in players]
    inspection = InspectOrder(match=match, seat=Seat(0), why="a report")
    kinds: list[Callable[[Identity], Awaitable[Any]]] = [
        lambda mo: looks.note_inspection(mo, inspection, concerned, Version(1)),
        lambda mo: looks.note_replay(mo, match, None, concerned, is_whole=True),
        lambda mo: looks.note_live_watch(mo, LiveWatch(match=match, why="a report"), concerned),
    ]
    for name, look in zip(("Ann", "Bea", "Cid"), kinds, strict=True):
        mo = await world.lobby.somebody()
        (stored,) = await ACCOUNTS.snapshots(world.store.documents, [mo.id])
        assert stored.record is not None
        moderator = msgspec.structs.replace(stored.record, roles=(Role.MODERATOR,))
        await world.store.documents.commit([stored.becomes(moderator)])
        await look(Identity(player=mo, token="", session="", roles=(Role.MODERATOR,)))
        for player in (mo, await world.lobby.bot(mo, f"Bot of {name}")):
            entering = world.service.join(player, JoinTournament(tournament=made.summary.id))
            assert await refusal_of(entering) == (RefusalCode.CONFLICT_OF_INTEREST, "$.tournament")
    await world.joined(made.summary.id, [await world.lobby.somebody()])


async def test_all_requests_of_a_day_for_one_replay_are_one_look() -> None:
    office = Office()
    looks, mo = Looks(office.documents, office.orders), await office.person("Mo", Role.MODERATOR)
    for _ in range(2):
        for _ in range(2):
            await looks.note_replay(mo, MATCH, None, [STRANGER.player.id], is_whole=True)
        office.at += 1000 * DAY
    assert await office.deeds() == [DeedKind.INSPECT_MATCH] * 2
