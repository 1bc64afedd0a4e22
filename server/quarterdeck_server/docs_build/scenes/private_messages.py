"""Private messages: Liv writes to Max, who reads the message and deletes the conversation."""

from quarterdeck_protocol.lobby.accounts import Register, SignedIn, SignIn
from quarterdeck_protocol.lobby.notices import WatchNotices
from quarterdeck_protocol.lobby.social.follow_lists import Follow
from quarterdeck_protocol.lobby.social.private_messages import (
    DeleteConversation,
    GetConversation,
    GetConversations,
    PrivateMessageSent,
    ReadConversation,
    SendPrivateMessage,
)

from quarterdeck_server.docs_build.recorded_server import RecordedServer

PASSWORD = "a bench by the harbour"  # noqa: S105 - nobody's


async def about_private_messages(server: RecordedServer) -> None:
    """Send every message about conversations, so that examples of them are recorded."""
    liv, max_ = server.people("liv", "max")
    hers, his = await liv.say(SignIn()), await max_.say(SignIn())
    assert isinstance(hers, SignedIn)  # noqa: S101 - the answer to this command
    assert isinstance(his, SignedIn)  # noqa: S101 - the answer to this command
    await liv.say(Register(name="Liv", password=PASSWORD))
    await max_.say(Register(name="Max", password=PASSWORD))
    await liv.say(Follow(player=his.player.id))
    await max_.say(Follow(player=hers.player.id))
    await max_.say(WatchNotices())
    sent = await liv.say(SendPrivateMessage(player=his.player.id, text="Shall we play at eight?"))
    assert isinstance(sent, PrivateMessageSent)  # noqa: S101 - the answer to this command
    await max_.wait_for_notices(1)
    await max_.say(GetConversations())
    await max_.say(GetConversation(player=hers.player.id))
    await max_.say(ReadConversation(player=hers.player.id, up_to=sent.message.id))
    await max_.say(DeleteConversation(player=hers.player.id))
