"""Scene about quick match: Di and Ed search, the first offer is declined, the second accepted."""

from msgspec import Raw
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.matchmaking import Accept, Decline, Seek, SoughtGame, Unseek
from quarterdeck_protocol.lobby.tables import Reveal
from quarterdeck_protocol.names import GameName, Milliseconds

from quarterdeck_server.docs_build.recorded_server import RecordedServer

DIS, EDS = "Di threw 6, 6 and 5", "the third word on page 12"


async def about_matchmaking(server: RecordedServer) -> None:
    """Send every message about tickets and offers, so that examples of them are recorded."""
    di, ed = server.people("di", "ed")
    sought = SoughtGame(game=GameName("density-deck"), options=Raw(b'{"lives":2}'))
    seek = Seek(games=(sought,), bots_after=Milliseconds(10_000))
    await di.say(SignIn(name="Di"))
    await ed.say(SignIn(name="Ed"))
    await ed.say(seek)
    await di.say(seek)
    await server.run_round(after=20_000)
    await di.say(Decline(offer=di.offered()))
    await server.notify()
    await di.say(seek)
    await server.run_round(after=20_000)
    await di.say(Accept(offer=di.offered(), entropy_hash=entropy_hash(DIS)))
    await server.notify()
    await ed.say(Accept(offer=ed.offered(), entropy_hash=entropy_hash(EDS)))
    await server.notify()
    await di.say(Reveal(table=di.offered_table(), entropy=DIS))
    await ed.say(Reveal(table=ed.offered_table(), entropy=EDS))
    await ed.say(Unseek())
