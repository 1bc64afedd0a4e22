"""Bodies of requests about notices. Pure: a notice has only what its player may know."""

from collections.abc import Mapping

from msgspec import Raw
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.webhooks import WebhookEvent
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.webhooks.hook_messages import discord_body, standard_body
from quarterdeck_server.lobby.webhooks.hooks import Form, Hook

EVENTS: Mapping[NoticeKind, WebhookEvent] = {
    NoticeKind.MATCH_ENDED: WebhookEvent.MATCH_ENDED,
    NoticeKind.CHALLENGED: WebhookEvent.CHALLENGE,
    NoticeKind.CHALLENGE_ANSWERED: WebhookEvent.CHALLENGE,
    NoticeKind.CHALLENGE_EXPIRED: WebhookEvent.CHALLENGE,
    NoticeKind.CHALLENGE_LINK_EXPIRED: WebhookEvent.CHALLENGE,
    NoticeKind.PRIVATE_MESSAGE: WebhookEvent.MESSAGE,
    NoticeKind.YOUR_TURN: WebhookEvent.TURN,
    NoticeKind.ACCOUNT_APPROVED: WebhookEvent.ACCOUNT,
    NoticeKind.ACCOUNT_REJECTED: WebhookEvent.ACCOUNT,
    NoticeKind.WEBHOOK_DISABLED: WebhookEvent.ACCOUNT,
    NoticeKind.ROUND_PAIRED: WebhookEvent.ROUND,
    NoticeKind.ROUND_OVER: WebhookEvent.ROUND,
    NoticeKind.TOURNAMENT_ENDED: WebhookEvent.ROUND,
    NoticeKind.CLUB_INVITED: WebhookEvent.CLUB,
    NoticeKind.CLUB_ANSWERED: WebhookEvent.CLUB,
    NoticeKind.CLUB_ANNOUNCED: WebhookEvent.CLUB,
    NoticeKind.CLUB_OWNED: WebhookEvent.CLUB,
}
"""The event of each kind of notice."""


def notice_body(hook: Hook, notice: Notice, titles: Mapping[str, str], public_url: str) -> str:
    """Return the body of the requests about a notice, in the form of the receiver."""
    address = f"{public_url}{_path(notice)}" if public_url else None
    if hook.form is Form.DISCORD:
        return discord_body(_sentence(notice, titles.get(notice.game or "", "")), hook.language, address)
    data = {"notice": Raw(wire.encode(notice)), **({} if address is None else {"url": address})}
    return standard_body(EVENTS.get(notice.kind, WebhookEvent.OTHER), notice.at, data)


def _path(notice: Notice) -> str:
    if notice.club is not None:
        return f"/clubs/{notice.club.id}"
    if notice.match is not None:
        return f"/m/{notice.match}"
    return "/" if notice.tournament is None else f"/tournaments/{notice.tournament}"


def _sentence(notice: Notice, game: str) -> Text:
    challenge, player = notice.challenge, notice.player
    match EVENTS.get(notice.kind):
        case WebhookEvent.MATCH_ENDED:
            return Text("Your match of {game} has ended.", game=game)
        case WebhookEvent.CHALLENGE if challenge is not None and notice.kind is NoticeKind.CHALLENGED:
            return Text("{player} challenges you to a match of {game}.", player=challenge.challenger.name, game=game)
        case WebhookEvent.CHALLENGE:
            return Text("There is an answer to a challenge for {game}.", game=game)
        case WebhookEvent.MESSAGE:
            return Text("{player} has written to you.", player="" if player is None else player.name)
        case WebhookEvent.TURN:
            return Text("It is your turn in a match of {game}.", game=game)
        case WebhookEvent.ROUND if notice.kind is NoticeKind.ROUND_PAIRED:
            return Text("Round {round} of a tournament of {game} is paired.", round=notice.round or 1, game=game)
        case WebhookEvent.ROUND if notice.kind is NoticeKind.ROUND_OVER:
            return Text("Round {round} of a tournament of {game} waits for you.", round=notice.round or 1, game=game)
        case WebhookEvent.ROUND:
            return Text("A tournament of {game} has ended.", game=game)
        case WebhookEvent.CLUB if notice.club is not None:
            return Text("There is news of the club {club}.", club=notice.club.name)
        case _:
            return Text("There is news about your account.")
