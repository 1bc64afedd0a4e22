"""Scene about ratings: Dee and Fay play rated matches until both are in the ladder, and read it."""

from itertools import cycle

from msgspec import Raw
from quarterdeck_protocol.lobby.accounts import Avoid, Avoidance, MakeToken, Register, SignedIn, SignIn
from quarterdeck_protocol.lobby.standings import GetExport, GetHeadToHead, GetHistory, GetLadder, GetProfile
from quarterdeck_protocol.lobby.tables import OpenTable, Ready, Rematch, Sit, SpectatorDelay, Table, TableChanged
from quarterdeck_protocol.messages import AnyFromServer, Resign, UnwatchMatch, WatchMatch
from quarterdeck_protocol.names import GameName, PlayerId
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.docs_build.recorded_server import Person, RecordedServer

GAME = GameName("density-deck")
PASSWORD = "a bench by the harbour"  # noqa: S105 - nobody's


MATCHES = 24
"""Number of matches after which both players are on the ladder."""

ACTIONS = 4
"""Number of actions of each player before one of them leaves. With fewer actions the match would not be rated."""

BETWEEN = 3 * 60 * 60 * 1000
"""Time between two matches: not all matches of one day would be rated."""


async def about_ratings(server: RecordedServer) -> None:
    """Let two players have matches. Dee sends every request about ratings over a second connection, as Dot."""
    dee, fay, dot = server.people("dee", "fay", "dot")
    await _registered(dee, "Dee")
    other = await _registered(fay, "Fay")
    await dot.say(SignIn(name="Dee", password=PASSWORD))
    told = SpectatorDelay.NONE
    opening = OpenTable(game=GAME, seats=2, options=Raw(b'{"lives":2}'), rated=True, spectator_delay=told)
    table = _table(await dee.say(opening))
    await fay.say(Sit(table=table.id))
    for number, leaving in zip(range(MATCHES), cycle((dee, fay, fay)), strict=False):
        await _play(table, dee, fay, leaving)
        if number == 1:
            await dot.say(GetHistory())
            await dot.say(GetHeadToHead(other=other))
            await dot.say(Avoid(player=other, how=Avoidance.MUTE))
            await dot.say(MakeToken(scopes=(Scope.PLAY,), label="the laptop"))
            await dot.say(GetExport())
        for person in (dee, fay):
            await person.say(UnwatchMatch(match=table.match))
        table = _table(await dee.say(Rematch(table=table.id), after=BETWEEN))
    await dot.say(GetProfile(name="dee"))
    await dot.say(GetLadder(game=GAME))


async def _play(table: Table, dee: Person, fay: Person, leaving: Person) -> None:
    """Play a match that one of the two players abandons after a few turns."""
    for person in (dee, fay):
        await person.say(Ready(table=table.id))
    for person in (dee, fay):
        await person.say(WatchMatch(match=table.match))
    for _ in range(2 * ACTIONS):
        await (dee if dee.is_asked() else fay).act("draw", "discard", "surrender", "fight")
    await leaving.say(Resign(match=table.match))
    for person in (dee, fay):
        await person.wait_for_end()
        await person.wait_for_rating(table.match)


async def _registered(person: Person, name: str) -> PlayerId:
    signed_in = await person.say(SignIn())
    assert isinstance(signed_in, SignedIn)  # noqa: S101 - the same
    await person.say(Register(name=name, password=PASSWORD))
    return signed_in.player.id


def _table(answer: AnyFromServer) -> Table:
    assert isinstance(answer, TableChanged), answer  # noqa: S101 - the same
    return answer.table
