"""Looks of moderators at matches: what each entry of the audit log allows to be shown, and for how long."""

import pytest
from lobby.office import DAY, STRANGER, Office
from quarterdeck_protocol.lobby.console import InspectOrder
from quarterdeck_protocol.lobby.moderation import DeedKind, Role
from quarterdeck_protocol.names import MatchId, Ref, Seat, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.moderation.looks import Looks

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


async def test_all_requests_of_a_day_for_one_replay_are_one_look() -> None:
    office = Office()
    looks, mo = Looks(office.documents, office.orders), await office.person("Mo", Role.MODERATOR)
    for _ in range(2):
        for _ in range(2):
            await looks.note_replay(mo, MATCH, None, [STRANGER.player.id], is_whole=True)
        office.at += 1000 * DAY
    assert await office.deeds() == [DeedKind.INSPECT_MATCH] * 2
