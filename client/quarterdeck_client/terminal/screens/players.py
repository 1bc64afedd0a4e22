"""Dialogs about other players: their standings, muting and blocking them, reporting them to the moderators."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.chat import LONGEST_NOTE, Reason, Where
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.sides import Player, PlayerKind
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.phrases import name_of
from quarterdeck_client.replays import ServerReplays
from quarterdeck_client.terminal.screens.challenge_dialog import challenge
from quarterdeck_client.terminal.screens.collection.trade_offer import offer_to
from quarterdeck_client.terminal.screens.replay import opened
from quarterdeck_client.terminal.widgets.forms import TextInput, chosen
from quarterdeck_client.words.standings_words import matches_in_words, met_in_words, profile_in_words

REASONS = {
    Reason.ABUSE: "Insults, threats, harassment",
    Reason.CHEATING: "Plays with what they cannot know, or together with others",
    Reason.NAME: "Their name",
    Reason.SPAM: "Advertising, or far too much of anything",
    Reason.STALLING: "Lets the clock run on purpose, or leaves matches",
    Reason.OTHER: "Something else",
}
WHAT = "What happened, in your own words (optional):"
AVOIDING = {
    Avoidance.NO: "You see their messages, and can be matched with them.",
    Avoidance.MUTE: "You have muted them: you do not see their messages.",
    Avoidance.BLOCK: "You have blocked them: you do not see their messages and are never matched with them.",
}
KINDS = {PlayerKind.GUEST: "a guest", PlayerKind.PERSON: "has an account", PlayerKind.BOT: "a bot"}


SEE_AGAIN = "Replay one of them …"


class PlayerAction(NamedTuple):
    """An action on another player, with its label."""

    label: str
    do: Callable[[], Awaitable[object]]


class Place(NamedTuple):
    """The lobby, table or match where the player met another one. A report contains the last lines of its chat."""

    where: Where
    id: str | None = None


async def show_player(
    app: App[Any], client: Client, player: Player, *, place: Place | None = None, further: Sequence[PlayerAction] = ()
) -> None:
    """Show a player with the possible actions on them, until the user leaves. The actions in `further` come first in
    the list, and close the dialog. Raises `ClientError`."""
    said = ""
    while True:
        deeds = [*further, *await _actions_on(app, client, player, place)]
        words = "\n".join([*([f"{said}\n"] if said else []), *await _words(client, player)])
        answer = await chosen(app, f"{player.name}, {KINDS.get(player.kind, player.kind)}\n{words}", _labels(deeds))
        if answer is None:
            return
        said = str(await deeds[answer].do() or "")
        if answer < len(further):
            return


async def choose(app: App[Any], client: Client, players: Sequence[Player], *, place: Place | None = None) -> None:
    """Let the user choose one of these players, and show that player. Raises `ClientError`."""
    others = [player for player in players if player.id != client.player.id]
    if not others:
        await chosen(app, "Nobody else is here.", ["Go on"])
        return
    which = await chosen(app, "Look at which player?", [name_of(player) for player in others])
    if which is not None:
        await show_player(app, client, others[which], place=place)


def _labels(deeds: Sequence[PlayerAction]) -> list[str]:
    return [deed.label for deed in deeds] or ["Go on"]


async def _words(client: Client, player: Player) -> list[str]:
    if player.bot is not None:
        return ["It is a server bot."]
    profile = await client.standings.profile(player.id)
    lines = profile_in_words(profile, _titles(client))
    if player.id != client.player.id:
        lines += ["", AVOIDING[await _avoidance(client, player)]]
    return lines


async def _actions_on(app: App[Any], client: Client, player: Player, place: Place | None) -> list[PlayerAction]:
    """Return the actions that are possible on every other player."""
    if player.bot is not None:
        return []

    async def show_matches() -> None:
        history = await client.standings.history(player.id)
        lines = matches_in_words(history.matches, player.id, _titles(client))
        words = "\n".join([f"The newest matches of {player.name}", *lines])
        if await chosen(app, words, ["Go on", *([SEE_AGAIN] if history.matches else [])]) == 1:
            await see_again(app, client, [match.match for match in history.matches], lines)

    async def show_met() -> None:
        met = await client.standings.head_to_head(player.id)
        lines = met_in_words(met, _titles(client)) + matches_in_words(met.matches, client.player.id, _titles(client))
        await chosen(app, "\n".join([f"You and {player.name}", *lines]), ["Go on"])

    def avoiding(how: Avoidance) -> Callable[[], Awaitable[str]]:
        async def avoid() -> str:
            await client.account.avoid(player.id, how)
            return ""

        return avoid

    async def send_challenge() -> str:
        return await challenge(app, client, player)

    async def offer_trade() -> str | None:
        return await offer_to(app, client, player)

    async def report() -> str:
        return await _report(app, client, player, place)

    deeds = [PlayerAction("Matches", show_matches)]
    if player.id == client.player.id:
        return deeds
    now = await _avoidance(client, player)
    keeping = {
        Avoidance.MUTE: "Mute: do not see their messages",
        Avoidance.BLOCK: "Block: do not see their messages, and never be matched with them",
        Avoidance.NO: "Stop avoiding them",
    }
    deeds += [PlayerAction("Results against each other", show_met)]
    if client.challenges.are_taken_here:
        deeds.append(PlayerAction("Challenge …", send_challenge))
    owns = client.player.kind is PlayerKind.PERSON and player.kind is not PlayerKind.GUEST
    if owns and client.collection.trades.are_kept_here:
        deeds.append(PlayerAction("Offer a trade …", offer_trade))
    deeds += [PlayerAction(label, avoiding(how)) for how, label in keeping.items() if how is not now]
    return [*deeds, PlayerAction("Report to the moderators …", report)]


async def see_again(app: App[Any], client: Client, matches: Sequence[MatchId], lines: Sequence[str]) -> None:
    """Let the user choose one of these matches, and show its replay. Raises `ClientError`."""
    which = await chosen(app, "Replay which match?", lines)
    if which is not None:
        source = ServerReplays(client.url, matches[which], token=client.token, language=client.language)
        await app.push_screen_wait(await opened(source, me=client.player.id))


async def _avoidance(client: Client, player: Player) -> Avoidance:
    account = await client.account.get()
    return next((each.how for each in account.avoided if each.player.id == player.id), Avoidance.NO)


async def _report(app: App[Any], client: Client, player: Player, place: Place | None) -> str:
    why = await chosen(app, f"Why do you report {player.name}?\nThey are not notified.", list(REASONS.values()))
    if why is None:
        return ""
    text = await app.push_screen_wait(TextInput(WHAT, most=LONGEST_NOTE))
    if text is None:
        return ""
    where, id_ = (None, None) if place is None else place
    try:
        await client.chat.report(player.id, tuple(REASONS)[why], text.strip(), where, id_)
    except ClientError as error:
        return str(error)
    return "The moderators have been notified."


def _titles(client: Client) -> dict[str, str]:
    return {str(offer.name): offer.title for offer in client.welcome.games}


def once_each(players: Sequence[Player]) -> list[Player]:
    """Return these players without bots of the server, each once."""
    return list({player.id: player for player in players if player.bot is None}.values())
