"""Notice messages: Ivy follows her notices while she plays with Jon, and reads that the match has ended."""

from msgspec import Raw
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.notices import GetNotices, Notices, ReadNotices, WatchNotices
from quarterdeck_protocol.lobby.tables import OpenTable, Ready, Sit, TableChanged
from quarterdeck_protocol.messages import Resign
from quarterdeck_protocol.names import GameName

from quarterdeck_server.docs_build.recorded_server import RecordedServer


async def about_notices(server: RecordedServer) -> None:
    """Send every message about notices, so that examples of them are recorded."""
    ivy, jon = server.people("ivy", "jon")
    for person in (ivy, jon):
        await person.say(SignIn())
    await ivy.say(WatchNotices())
    opened = await ivy.say(OpenTable(game=GameName("density-deck"), seats=2, options=Raw(b'{"lives":1}')))
    assert isinstance(opened, TableChanged)  # noqa: S101 - the answer to this command
    await jon.say(Sit(table=opened.table.id))
    for person in (ivy, jon):
        await person.say(Ready(table=opened.table.id))
    await jon.say(Resign(match=opened.table.match))
    await ivy.wait_for_notices()
    found = await jon.say(GetNotices())
    assert isinstance(found, Notices)  # noqa: S101 - the answer to this command
    await jon.say(ReadNotices(up_to=found.notices[0].id))
