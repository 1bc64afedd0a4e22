"""Lobby chat messages: Kit asks, Jo answers, and reports him when he advertises."""

from quarterdeck_protocol.lobby.accounts import SignedIn, SignIn
from quarterdeck_protocol.lobby.chat import JoinChat, LeaveChat, Phrase, Reason, Report, Say, Where

from quarterdeck_server.docs_build.recorded_server import RecordedServer


async def about_chat(server: RecordedServer) -> None:
    """Send every message of the chat, so that examples of them are recorded."""
    jo, kit = server.people("jo", "kit")
    await jo.say(SignIn(name="Jo"))
    signed_in = await kit.say(SignIn(name="Kit"))
    await jo.say(JoinChat(where=Where.LOBBY))
    await kit.say(Say(where=Where.LOBBY, text="Anybody for Density Deck with two lives?"))
    await jo.say(Say(where=Where.LOBBY, phrase=Phrase.ONE_MOMENT))
    await kit.say(JoinChat(where=Where.LOBBY))
    await kit.say(Say(where=Where.LOBBY, text="Buy cheap cards at my shop!"))
    assert isinstance(signed_in, SignedIn)  # noqa: S101 - the answer to this command
    report = Report(player=signed_in.player.id, reason=Reason.SPAM, text="It is the third time.", where=Where.LOBBY)
    await jo.say(report)
    await jo.say(report)
    await jo.say(LeaveChat(where=Where.LOBBY))
