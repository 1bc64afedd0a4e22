"""Messages about the identity of the host: clients are notified when it changes."""

import msgspec
from quarterdeck_protocol.lobby.accounts import AcceptTerms, Register, SignIn
from quarterdeck_protocol.lobby.admission import InviteOrder
from quarterdeck_protocol.lobby.announcements import AnnouncementId
from quarterdeck_protocol.lobby.site import GuestAccess, Registration
from quarterdeck_protocol.messages import Hello
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.docs_build.recorded_server import RecordedServer
from quarterdeck_server.lobby.announcements.announcement_board import AnnouncementRecord
from quarterdeck_server.site.access_policy import OPEN, Admission
from quarterdeck_server.site.site import Site
from quarterdeck_server.site.site_pages import Page

IMPRINT = Page(
    name="imprint", language="en", title="Imprint", html="<p>Ada, Harbour 1</p>", plain="", source=b"", pictures={}
)
HARBOUR = Site(
    name="Card Harbour",
    language="en",
    texts={"en": "Card games at the harbour."},
    logo=None,
    palettes=(),
    pages={"imprint": {"en": IMPRINT, "de": IMPRINT}},
    terms=None,
    admission=OPEN,
    digest="8f1d40c5ba1e90aa",
)


async def about_terms(server: RecordedServer) -> None:
    """Accept the terms of use."""
    (ray,) = server.people("ray")
    server.services.site.put_in_force(msgspec.structs.replace(HARBOUR, terms="2026-11"))
    await ray.say(SignIn(name="Ray"))
    await ray.say(AcceptTerms(terms="2026-11"))


async def about_an_invite(server: RecordedServer) -> None:
    """Register with the code of an invite."""
    (uma,) = server.people("uma")
    by_invite = Admission(Registration.INVITE, GuestAccess.WATCH)
    server.services.site.put_in_force(msgspec.structs.replace(HARBOUR, admission=by_invite))
    made = await server.services.invite_orders.make_on_the_command_line(InviteOrder(why="for Uma"))
    await uma.say(SignIn(name="Uma"))
    await uma.say(Register(name="Uma", password="a boat on the lake", invite=made.code))  # noqa: S106 - a story


async def about_announcements(server: RecordedServer) -> None:
    """Announce a restart to a connected client."""
    (val,) = server.people("val")
    await val.say(Hello(client="example 1.0"))
    texts = {"en": "The server restarts at 20:00.", "de": "Der Server startet um 20 Uhr neu."}
    at = server.services.matches.clock.now()
    record = AnnouncementRecord(AnnouncementId("9a3c1e0b7d52f846"), texts, at, Milliseconds(at + 3_600_000))
    server.services.board.put_in_force((record,))


async def about_a_site(server: RecordedServer) -> None:
    """Give a server with a connected client a name and an imprint."""
    (quin,) = server.people("quin")
    await quin.say(Hello(client="example 1.0"))
    server.services.site.put_in_force(HARBOUR)
