"""What is said in the lobby: Gil asks, Fay answers, and reports him when he advertises."""

from quarterdeck_protocol.accounts import SignedIn, SignIn
from quarterdeck_protocol.talking import Listen, Phrase, Reason, Report, Say, Unlisten, Where

from quarterdeck_server.publishing.stage import Person


async def about_talk(fay: Person, gil: Person) -> None:
    """Say everything that can be said about talk."""
    await fay.say(SignIn(name="Fay"))
    signed_in = await gil.say(SignIn(name="Gil"))
    await fay.say(Listen(where=Where.LOBBY))
    await gil.say(Say(where=Where.LOBBY, text="Anybody for Density Deck with two lives?"))
    await fay.say(Say(where=Where.LOBBY, phrase=Phrase.ONE_MOMENT))
    await gil.say(Listen(where=Where.LOBBY))
    await gil.say(Say(where=Where.LOBBY, text="Buy cheap cards at my shop!"))
    assert isinstance(signed_in, SignedIn)  # noqa: S101 - it is what such a command is answered with
    report = Report(player=signed_in.player.id, reason=Reason.SPAM, text="It is the third time.", where=Where.LOBBY)
    await fay.say(report)
    await fay.say(report)
    await fay.say(Unlisten(where=Where.LOBBY))
