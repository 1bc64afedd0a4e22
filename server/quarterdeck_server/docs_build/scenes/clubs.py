"""Club messages: Quin makes a private club, and invites Rob and Sue. Rob becomes an organiser, Sue declines.
Rob makes an open one."""

from quarterdeck_protocol.lobby import clubs as messages
from quarterdeck_protocol.lobby.accounts import Register, SignedIn, SignIn
from quarterdeck_protocol.lobby.notices import WatchNotices

from quarterdeck_server.docs_build.recorded_server import RecordedServer

PASSWORD = "a lamp in the window"  # noqa: S105 - nobody's


async def about_clubs(server: RecordedServer) -> None:
    """Send every message about clubs, so that examples of them are recorded."""
    quin, rob, sue = people = server.people("quin", "rob", "sue")
    players = []
    for person, name in zip(people, ("Quin", "Rob", "Sue"), strict=True):
        signed_in = await person.say(SignIn())
        assert isinstance(signed_in, SignedIn)  # noqa: S101 - the answer to this command
        players.append(signed_in.player.id)
        await person.say(Register(name=name, password=PASSWORD))
    made = await quin.say(
        messages.CreateClub(name="Harbour club", about="Cards on Fridays.", access=messages.ClubAccess.ON_REQUEST)
    )
    assert isinstance(made, messages.ClubChanged)  # noqa: S101 - the answer to this command
    id_ = made.club.summary.id
    await quin.say(messages.ChangeClub(club=id_, access=messages.ClubAccess.PRIVATE))
    await rob.say(WatchNotices())
    await quin.say(messages.InviteToClub(club=id_, player=players[1]))
    await rob.wait_for_notices(1)
    await rob.say(messages.JoinClub(club=id_))
    await quin.say(messages.InviteToClub(club=id_, player=players[2]))
    await sue.say(messages.ListClubs())
    await sue.say(messages.LeaveClub(club=id_))
    await quin.say(messages.SetClubRole(club=id_, player=players[1], role=messages.ClubRole.ORGANISER))
    await quin.say(messages.AnnounceToClub(club=id_, text="On Friday we play at eight."))
    await rob.wait_for_notices(2)
    await rob.say(messages.GetClub(club=id_))
    await quin.say(messages.DeleteClub(club=id_))
    await rob.say(messages.CreateClub(name="Open harbour", access=messages.ClubAccess.OPEN))
