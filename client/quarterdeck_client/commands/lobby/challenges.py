"""The commands `quarterdeck challenge` and `quarterdeck inbox`: challenges and notices."""

from collections.abc import Awaitable

import click
import msgspec
from quarterdeck_protocol.encoding.enums import sent_values
from quarterdeck_protocol.lobby.notices import Notice
from quarterdeck_protocol.lobby.social.challenges import Challenge, ChallengedBy, Challenges, DeclineReason

from quarterdeck_client.client import Client
from quarterdeck_client.commands.groups import ServerGroup
from quarterdeck_client.commands.output import echo
from quarterdeck_client.commands.remembered_player import RememberedPlayer, as_saved_player, pass_here
from quarterdeck_client.commands.server_options import deck_option
from quarterdeck_client.words.challenge_words import (
    answer_in_words,
    challenge_in_a_row,
    notice_in_words,
    terms_in_words,
)
from quarterdeck_client.words.collection_words import moment_in_words

ALLOWED = {
    ChallengedBy.NOBODY: "Nobody can challenge you.",
    ChallengedBy.FOLLOWED: "Players that you follow can challenge you.",
    ChallengedBy.REGISTERED: "Players with an account and their bots can challenge you.",
    ChallengedBy.EVERYBODY: "Everybody can challenge you, guests too.",
    ChallengedBy.OTHER: "A group of players that this client does not know can challenge you.",
}

PLAY = "Play it: `quarterdeck play`."

only_rated_option = click.option(
    "--only-rated", is_flag=True, help="Begin no match that would not be rated, and say why."
)


@click.group(cls=ServerGroup)
@as_saved_player("quarterdeck challenge")
def challenge() -> None:
    """Challenge a player by name, and answer challenges."""


def _options(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, object]:
    options: dict[str, object] = {}
    for each in value:
        name, sign, text = each.partition("=")
        if not sign:
            raise click.BadParameter(f"{each}: write NAME=VALUE, for example lives=3", ctx, param)
        try:
            options[name] = msgspec.json.decode(text)
        except msgspec.DecodeError:
            options[name] = text
    return options


@challenge.command()
@click.argument("player")
@click.argument("game")
@click.option("--time-limit", type=click.FloatRange(1, 86_400), default=30, show_default=True, help="Seconds a turn.")
@click.option("--rated", is_flag=True, help="A rated match.")
@click.option("--seat", type=click.IntRange(1, 2), help="Your seat.  [default: drawn by lot]")
@click.option("--option", "options", multiple=True, callback=_options, help="An option of the game: NAME=VALUE.")
@deck_option(text="Your deck, in games that players bring decks to")
@pass_here
def send(
    here: RememberedPlayer,
    player: str,
    game: str,
    time_limit: float,
    rated: bool,
    seat: int | None,
    options: dict[str, object],
    deck: str | None,
) -> None:
    """Challenge PLAYER, an account name, to a match of GAME."""

    async def sent(client: Client) -> str:
        found = await client.standings.profile(name=player[:64])
        made = await client.challenges.create(
            found.player.id,
            game,
            options=options,
            time_limit=round(time_limit * 1000),
            rated=rated,
            seat=None if seat is None else seat - 1,
            deck=deck,
        )
        return challenge_in_a_row(made, client.player.id)

    echo(here.ask_of_all(sent), "The answer comes into your inbox: `quarterdeck inbox`.")


@challenge.command("list")
@pass_here
def list_(here: RememberedPlayer) -> None:
    """List your open challenges, received and sent, and who can challenge you."""

    async def listed(client: Client) -> list[str]:
        found = await client.challenges.list()
        rows = [challenge_in_a_row(each, client.player.id) for each in (*found.received, *found.sent)]
        rows += [f"{each.id}  by a link: {terms_in_words(each)}" for each in found.links]
        return [*(rows or ["You have no open challenges."]), ALLOWED[found.challenged_by]]

    echo(*here.ask_of_all(listed))


@challenge.command()
@click.argument("challenge_id", metavar="ID")
@deck_option(text="Your deck, in games that players bring decks to")
@only_rated_option
@pass_here
def accept(here: RememberedPlayer, challenge_id: str, deck: str | None, *, only_rated: bool) -> None:
    """Accept a challenge. Its match begins at once."""

    def accepted(client: Client) -> Awaitable[str]:
        return _answered(client, client.challenges.accept(challenge_id, deck, only_rated=only_rated))

    echo(here.ask_of_all(accepted), PLAY)


@challenge.command()
@click.argument("challenge_id", metavar="ID")
@click.option(
    "--reason",
    type=click.Choice(sent_values(DeclineReason)),
    metavar="REASON",
    default="generic",
    show_default=True,
    help=f"One of: {', '.join(sent_values(DeclineReason))}.",
)
@pass_here
def decline(here: RememberedPlayer, challenge_id: str, reason: str) -> None:
    """Decline a challenge. The challenger reads the reason."""
    why = DeclineReason(reason)
    echo(here.ask_of_all(lambda client: _answered(client, client.challenges.decline(challenge_id, why))))


@challenge.command()
@click.argument("challenge_id", metavar="ID")
@pass_here
def cancel(here: RememberedPlayer, challenge_id: str) -> None:
    """Cancel a challenge that you have made."""
    echo(here.ask_of_all(lambda client: _answered(client, client.challenges.cancel(challenge_id))))


@challenge.command()
@click.argument("game")
@click.option("--time-limit", type=click.FloatRange(1, 86_400), default=30, show_default=True, help="Seconds a turn.")
@click.option("--rated", is_flag=True, help="A rated match.")
@deck_option(text="Your deck, in games that players bring decks to")
@pass_here
def link(here: RememberedPlayer, game: str, time_limit: float, rated: bool, deck: str | None) -> None:
    """Make an address that challenges the first person who accepts it."""

    async def made(client: Client) -> str:
        limit = round(time_limit * 1000)
        shown = await client.challenges.create_link(game, time_limit=limit, rated=rated, deck=deck)
        return f"{here.url}/challenge#{shown.token}"

    echo(here.ask_of_all(made), "It is shown only now, and ends after 24 hours.")


@challenge.command("accept-link")
@click.argument("address")
@deck_option(text="Your deck, in games that players bring decks to")
@only_rated_option
@pass_here
def accept_link(here: RememberedPlayer, address: str, deck: str | None, *, only_rated: bool) -> None:
    """Accept the challenge of a link: its ADDRESS or its token."""
    token = address.rpartition("#")[2]

    def accepted(client: Client) -> Awaitable[str]:
        return _answered(client, client.challenges.accept_link(token, deck, only_rated=only_rated))

    echo(here.ask_of_all(accepted), PLAY)


@challenge.command("cancel-link")
@click.argument("link_id", metavar="ID")
@pass_here
def cancel_link(here: RememberedPlayer, link_id: str) -> None:
    """Cancel a link that you have made."""
    here.ask_of_all(lambda client: client.challenges.cancel_link(link_id))
    echo("The link is cancelled.")


@challenge.command()
@click.argument("by", type=click.Choice(sent_values(ChallengedBy)))
@click.option("--bot", metavar="NAME", help="The bot of yours that is challenged, and not you.")
@pass_here
def allow(here: RememberedPlayer, by: str, bot: str | None) -> None:
    """Choose who can challenge you, or one of your bots."""
    found = here.ask_of_all(lambda client: _allowed(client, ChallengedBy(by), bot))
    echo(f"{bot}: {found.challenged_by}" if bot else ALLOWED[found.challenged_by])


@click.command()
@as_saved_player("quarterdeck inbox")
@click.option("--follow", is_flag=True, help="Wait for new notices, and print each of them.")
@click.option("--keep-unread", is_flag=True, help="Do not mark the notices as read.")
@pass_here
def inbox(here: RememberedPlayer, *, follow: bool, keep_unread: bool) -> None:
    """Show your notices, oldest first, and mark them as read."""
    here.ask_of_all(lambda client: _inbox(client, follow=follow, keep_unread=keep_unread))


async def _allowed(client: Client, by: ChallengedBy, bot: str | None) -> Challenges:
    player = None if bot is None else (await client.standings.profile(name=bot[:64])).player.id
    return await client.challenges.set_challengers(by, bot=player)


async def _answered(client: Client, answer: Awaitable[Challenge]) -> str:
    return answer_in_words(await answer, client.player.id)


async def _inbox(client: Client, *, follow: bool, keep_unread: bool) -> None:
    found = await client.notices.list()
    read = int(found.read)
    for notice in reversed(found.notices):
        _show(client, notice, is_new=int(notice.id) > read)
    if not found.notices:
        echo("Your inbox is empty.")
    elif not keep_unread:
        await client.notices.read(found.notices[0].id)
    if not follow:
        return
    async for notice in client.notices.follow(found.notices[0].id if found.notices else found.read):
        _show(client, notice, is_new=True)
        if not keep_unread:
            await client.notices.read(notice.id)


def _show(client: Client, notice: Notice, *, is_new: bool) -> None:
    mark = "new  " if is_new else "     "
    echo(f"{mark}{moment_in_words(notice.at)}  {notice_in_words(notice, client.player.id)}")
