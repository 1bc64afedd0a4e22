"""Challenge messages: Liv challenges Max, who declines the first challenge and accepts the second one."""

from quarterdeck_protocol.lobby.accounts import Account, MakeBot, MakeToken, Register, SignedIn, SignIn, TokenMade
from quarterdeck_protocol.lobby.notices import WatchNotices
from quarterdeck_protocol.lobby.social import challenges as messages
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.docs_build.recorded_server import Person, RecordedServer

GAME = GameName("density-deck")
PASSWORD = "a bench by the harbour"  # noqa: S105 - nobody's


async def about_challenges(server: RecordedServer) -> None:
    """Send every message about challenges, so that examples of them are recorded."""
    liv, max_ = server.people("liv", "max")
    await liv.say(SignIn())
    await liv.say(Register(name="Liv", password=PASSWORD))
    his = await max_.say(SignIn())
    assert isinstance(his, SignedIn)  # noqa: S101 - the answer to this command
    await max_.say(Register(name="Max", password=PASSWORD))
    await max_.say(messages.SetChallengers(by=messages.ChallengedBy.EVERYBODY))
    await max_.say(WatchNotices())
    challenging = messages.CreateChallenge(player=his.player.id, game=GAME, time_limit=60_000)
    for number in range(3):
        made = await liv.say(challenging)
        assert isinstance(made, messages.ChallengeChanged)  # noqa: S101 - the answer to this command
        challenge = made.challenge.id
        await max_.say(messages.GetChallenges())
        match number:
            case 0:
                await max_.say(messages.DeclineChallenge(challenge=challenge, reason=messages.DeclineReason.TOO_FAST))
            case 1:
                await liv.say(messages.CancelChallenge(challenge=challenge))
            case _:
                await max_.wait_for_notices(4)
                await max_.say(messages.AcceptChallenge(challenge=challenge))
    await _about_links(liv, max_)
    await _about_bots(server, liv)


async def _about_bots(server: RecordedServer, owner: Person) -> None:
    (bot,) = server.people("oak")
    account = await owner.say(MakeBot(name="Deep Oak"))
    assert isinstance(account, Account)  # noqa: S101 - the answer to this command
    made = await owner.say(MakeToken(scopes=(Scope.PLAY,), label="the bot", bot=account.bots[0].id))
    assert isinstance(made, TokenMade)  # noqa: S101 - the answer to this command
    await bot.say(SignIn(token=made.token))
    await bot.say(messages.DeclareBot(games=(GAME,), at_once=2))
    await owner.say(messages.ListBots(game=GAME))


async def _about_links(liv: Person, max_: Person) -> None:
    kept = await liv.say(messages.CreateChallengeLink(game=GAME, time_limit=60_000))
    other = await liv.say(messages.CreateChallengeLink(game=GAME))
    assert isinstance(kept, messages.ChallengeLink)  # noqa: S101 - the answer to this command
    assert isinstance(other, messages.ChallengeLink)  # noqa: S101 - the answer to this command
    assert kept.token is not None  # noqa: S101 - it is told once
    await liv.say(messages.CancelChallengeLink(link=other.link.id))
    await max_.say(messages.GetChallengeLink(token=kept.token))
    await max_.say(messages.AcceptChallengeLink(token=kept.token))
