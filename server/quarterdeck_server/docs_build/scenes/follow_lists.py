"""Following messages: Liv and Max follow each other, and Liv becomes invisible."""

from quarterdeck_protocol.lobby.accounts import Register, SignedIn, SignIn
from quarterdeck_protocol.lobby.social.follow_lists import Follow, GetFollowing, SeenBy, SetSeenBy, Unfollow

from quarterdeck_server.docs_build.recorded_server import RecordedServer

PASSWORD = "a bench by the harbour"  # noqa: S105 - nobody's


async def about_follow_lists(server: RecordedServer) -> None:
    """Send every message about following, so that examples of them are recorded."""
    liv, max_ = server.people("liv", "max")
    hers, his = await liv.say(SignIn()), await max_.say(SignIn())
    assert isinstance(hers, SignedIn)  # noqa: S101 - the answer to this command
    assert isinstance(his, SignedIn)  # noqa: S101 - the answer to this command
    await liv.say(Register(name="Liv", password=PASSWORD))
    await max_.say(Register(name="Max", password=PASSWORD))
    await liv.say(Follow(player=his.player.id))
    await max_.say(Follow(player=hers.player.id))
    await server.services.online_players.settle()
    await liv.say(GetFollowing())
    await liv.say(SetSeenBy(by=SeenBy.NOBODY))
    await max_.say(GetFollowing())
    await max_.say(Unfollow(player=hers.player.id))
