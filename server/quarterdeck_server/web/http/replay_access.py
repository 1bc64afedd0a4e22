"""Access to finished matches as replays or transcripts. A private match stays private (decision 41). Its table decides
about the rest (decision 58). Delayed spectators see its end with the same delay. Locked decks of a tournament stay
secret until it has ended. What only moderators may read is in the audit log before they read it."""

from aiohttp import web
from quarterdeck_protocol.lobby.tables import ReplayAccess
from quarterdeck_protocol.messages import WatchMatch
from quarterdeck_protocol.names import MatchId, Milliseconds, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation.permissions import Permission, may
from quarterdeck_server.matches import match_refusals
from quarterdeck_server.web.connection_services import SERVICES
from quarterdeck_server.web.http.requests import asker


async def check_transcript(request: web.Request, opened: Opened, newest: Milliseconds) -> None:
    """Raise `CommandRefused` if the caller may not have the complete log of this match. `newest` is the time of its
    newest entry."""
    await _check(request, opened, newest, match_refusals.no_transcript_yet(opened), None, is_whole=True)


async def check_replay(request: web.Request, seat: Viewer, opened: Opened, newest: Milliseconds) -> None:
    """Raise `CommandRefused` if the caller may not see the replay of this match from this seat."""
    await _check(request, opened, newest, match_refusals.no_replay_yet(opened), seat, is_whole=False)


def is_for_all(request: web.Request, opened: Opened, newest: Milliseconds) -> bool:
    """True if the answer is now the same for all callers."""
    return opened.is_open_again and not opened.is_hidden(newest, _now(request))


def _now(request: web.Request) -> Milliseconds:
    return request.app[SERVICES].matches.clock.now()


async def _check(
    request: web.Request, opened: Opened, newest: Milliseconds, not_yet: CommandRefused, seat: Viewer, *, is_whole: bool
) -> None:
    # The caller is identified only if it matters. That must not depend on the state of the match.
    shown_to, tournament = opened.shown_again_to, None
    if shown_to is ReplayAccess.NOBODY:
        tournament = await request.app[SERVICES].tournaments.of_table(opened.table)
        if tournament is not None and tournament.seed is not None:
            shown_to = ReplayAccess.EVERYBODY
    if shown_to is ReplayAccess.EVERYBODY and not opened.end_delay:
        return
    identity = await asker(request)
    players = [player.id for player in opened.players]
    own = identity is not None and _may_watch(identity) and identity.player.id in players
    moderates = (
        identity is not None
        and _moderates(identity)
        and not own
        and not (tournament is not None and tournament.is_entered_by(identity.player))
    )  # decision 88: in a match or tournament of theirs they are a player
    match shown_to:
        case ReplayAccess.EVERYBODY:
            pass
        case ReplayAccess.NOBODY if own and not _is_seat_of(opened, seat, identity):
            text = Text("You can only replay this match from your own seat; its transcript stays private.")
            raise CommandRefused(RefusalCode.NO_SPECTATORS, text, "Authorization")
        case _ if not (own or moderates):
            text = Text("Only players of this match can replay it: send a token as `Authorization: Bearer …`.")
            raise CommandRefused(RefusalCode.NO_SPECTATORS, text, "Authorization")
        case _:
            pass
    if not own and opened.is_hidden(newest, _now(request)):
        raise not_yet
    match_id, services = MatchId(request.match_info["match"]), request.app[SERVICES]
    if identity is None or not moderates or shown_to is ReplayAccess.EVERYBODY:
        return
    await services.players.check_role(identity, "Authorization")
    if await services.matches.is_over(match_id):
        await services.looks.note_replay(identity, match_id, seat, players, is_whole=is_whole)


def _may_watch(identity: Identity) -> bool:
    """True if the caller's token shows matches. A program without that scope sees what strangers see."""
    return not identity.is_program or any(scope in identity.scopes for scope in WatchMatch.open_to)


def _is_seat_of(opened: Opened, seat: Viewer, identity: Identity | None) -> bool:
    if identity is None or seat is None or seat >= len(opened.players):
        return False
    return opened.players[seat].id == identity.player.id


def _moderates(identity: Identity) -> bool:
    return Scope.MODERATE in identity.scopes and may(identity.roles, Permission.MODERATE)
