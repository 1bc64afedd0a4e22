"""Dialogs about the player's inbox: notices, and the open challenges with their answers."""

from typing import Any

from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.social.challenges import Challenge, DeclineReason
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.refusals import RefusalCode
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.challenge_dialog import challenge
from quarterdeck_client.terminal.screens.inbox.club_dialog import show_club, show_clubs
from quarterdeck_client.terminal.screens.inbox.tournament_dialog import show_tournaments
from quarterdeck_client.terminal.widgets.forms import chosen
from quarterdeck_client.words.challenge_words import REASONS, notice_in_words, terms_in_words

NEW = "Challenge a player …"
MOST_SHOWN = 8
"""Number of notices that the dialog shows, the newest first."""


TOURNAMENTS, CLUBS = "Tournaments …", "Clubs …"


async def show_inbox(app: App[Any], client: Client) -> TableId | None:
    """Show the notices and open challenges until the player leaves, who can make a new one here. Return the table of a
    challenge that was accepted, of a match in a tournament, or of a club. Raises `ClientError`."""
    if not client.notices.are_kept_here:
        await chosen(app, "This server keeps no notices.", ["Go on"])
        return None
    said, can_challenge = "", client.challenges.are_taken_here
    while True:
        page = await client.notices.list()
        if page.notices:
            await client.notices.read(page.notices[0].id)
        challenges = await client.challenges.list()
        received, sent = challenges.received, challenges.sent
        notices = page.notices[:MOST_SHOWN]
        clubs = {each.club.id: each.club.name for each in notices if each.club is not None}
        lines = [notice_in_words(each, client.player.id) for each in notices]
        labels = [
            *(f"Answer {each.challenger.name}: {terms_in_words(each)}" for each in received),
            *(f"Cancel your challenge to {each.challenged.name}: {terms_in_words(each)}" for each in sent),
            *([NEW] if can_challenge else []),
        ]
        words = "\n".join(["Inbox", *([said] if said else []), *(lines or ["No notices yet."])])
        said = ""
        which = await chosen(
            app, words, [*labels, *(f"To the club {name}" for name in clubs.values()), TOURNAMENTS, CLUBS]
        )
        if which is None:
            return None
        if which >= len(labels):
            table = await _elsewhere(app, client, tuple(clubs), which - len(labels))
            if table is not None:
                return table
            continue
        if which == len(received) + len(sent):
            said = await challenge(app, client)
            continue
        if which >= len(received):
            await client.challenges.cancel(sent[which - len(received)].id)
            continue
        table = await _answered(app, client, received[which])
        if table is not None:
            return table


async def _elsewhere(app: App[Any], client: Client, clubs: tuple[ClubId, ...], which: int) -> TableId | None:
    """Show one of these clubs, the tournaments or all clubs, and return the table to which the player goes."""
    if which < len(clubs):
        return await show_club(app, client, clubs[which])
    return await (show_tournaments if which == len(clubs) else show_clubs)(app, client)


async def _answered(app: App[Any], client: Client, challenge: Challenge) -> TableId | None:
    """Let the player accept or decline a challenge, and return the table of its match if it is accepted."""
    reasons = [each for each in REASONS if each is not DeclineReason.OTHER]
    words = f"{challenge.challenger.name} challenges you\n{terms_in_words(challenge)}"
    which = await chosen(app, words, ["Accept", *(f"Decline: {REASONS[each]}" for each in reasons)])
    if which is None:
        return None
    if which == 0:
        return await _accepted(app, client, challenge)
    await client.challenges.decline(challenge.id, reasons[which - 1])
    return None


async def _accepted(app: App[Any], client: Client, challenge: Challenge) -> TableId | None:
    """Accept a challenge, and return the table of its match. If it is shown as rated and the match would not be, the
    player decides first."""
    try:
        only_rated = challenge.rated and challenge.unrated is None
        return (await client.challenges.accept(challenge.id, only_rated=only_rated)).table
    except RefusedError as refused:
        if refused.code is not RefusalCode.WOULD_BE_UNRATED:
            raise
        if await chosen(app, refused.text, ["Accept all the same"]) is None:
            return None
        return (await client.challenges.accept(challenge.id)).table
