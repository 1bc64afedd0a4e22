"""Sentences about notices, for channels outside of the server. Pure: a notice has only what its player may know."""

from collections.abc import Mapping

from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.webhooks import WebhookEvent
from quarterdeck_protocol.translatable_text import Text

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


WARNINGS: Mapping[str, Text] = {
    "new_device": Text("A new device has signed in to your account."),
    "password_changed": Text("The password of your account was changed."),
    "recovery_codes_made": Text("New recovery codes were made for your account."),
    "second_factor_added": Text("A second factor was turned on for your account."),
    "second_factor_removed": Text("The second factor of your account was turned off."),
    "passkey_added": Text("A passkey was added to your account."),
    "passkey_removed": Text("A passkey of your account was removed."),
    "identity_linked": Text("Another sign-in was linked to your account."),
    "identity_unlinked": Text("A sign-in was unlinked from your account."),
    "token_made": Text("A token for a program was made in your account."),
    "webhook_added": Text("A webhook was added to your account."),
    "app_allowed": Text("An app was allowed to act for you."),
}
"""What has changed in the ways into an account, by the reason of the notice."""


def path_of(notice: Notice) -> str:
    """Return the path of the page that a notice is about."""
    if notice.club is not None:
        return f"/clubs/{notice.club.id}"
    if notice.match is not None:
        return f"/m/{notice.match}"
    return "/" if notice.tournament is None else f"/tournaments/{notice.tournament}"


def sentence_of(notice: Notice, game: str) -> Text:
    """Return what a notice says, with the name of its game."""
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
            return WARNINGS.get(notice.reason or "", Text("There is news about your account."))
