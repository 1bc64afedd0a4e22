"""Scene about private tables: Cy follows the list of tables, Ada is the host, Bo joins with an invite code."""

from quarterdeck_protocol.lobby.accounts import SignedIn, SignIn
from quarterdeck_protocol.lobby.seats import GetSeats
from quarterdeck_protocol.lobby.tables import (
    Access,
    Kick,
    OpenTable,
    Sit,
    Stand,
    Table,
    TableChanged,
    TransferHost,
    UnwatchLobby,
    WatchLobby,
    WatchTable,
)
from quarterdeck_protocol.names import GameName, Seat

from quarterdeck_server.docs_build.recorded_server import Person, RecordedServer

GAME = GameName("density-deck")
PASSWORD = "open sesame"  # noqa: S105 - a story


async def about_tables(server: RecordedServer) -> None:
    """Send every message about private tables, so that examples of them are recorded."""
    ada, bo, cy = server.people("ada", "bo", "cy")
    await ada.say(SignIn(name="Ada"))
    stranger = await bo.say(SignIn(name="Bo"))
    table = await _opened(ada, OpenTable(game=GAME, seats=2, access=Access.PASSWORD, password=PASSWORD))
    await cy.say(WatchLobby(games=(GAME,), open_seats=1))
    await bo.say(Sit(table=table.id, password="open barley"))  # noqa: S106 - a story
    await bo.say(Sit(table=table.id, password=PASSWORD))
    await cy.wait_for_lobby()
    await bo.say(Stand(table=table.id))
    await cy.wait_for_lobby()
    await cy.say(UnwatchLobby())
    table = await _opened(ada, OpenTable(game=GAME, seats=3, access=Access.UNLISTED, spectators=False))
    await bo.say(WatchTable(code="BCDFGH"))
    await bo.say(Sit(code=table.code))
    assert isinstance(stranger, SignedIn)  # noqa: S101 - the answer to this command
    await ada.say(TransferHost(table=table.id, player=stranger.player.id))
    await bo.say(Kick(table=table.id, seat=Seat(0)))
    await bo.say(GetSeats())


async def _opened(by: Person, message: OpenTable) -> Table:
    answer = await by.say(message)
    assert isinstance(answer, TableChanged)  # noqa: S101 - the same
    return answer.table
