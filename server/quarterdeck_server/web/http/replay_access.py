"""Who may see a finished match again, as a replay or as a transcript: what was closed stays closed
(`decisions/0041-what-was-closed-stays-closed.md`)."""

from aiohttp import web
from quarterdeck_protocol.accounts import Scope
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcript import Opened
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation.sanction_rules import is_moderator
from quarterdeck_server.web.http.requests import asker


async def check_seen_again(request: web.Request, opened: Opened) -> None:
    """Raise `CommandRefused` if whoever asks may not see this match again. Who asks is looked at only where it
    matters: what is open is the same for everybody."""
    if opened.is_open_again:
        return
    who = await asker(request)
    if who is None or not (_sat_in(opened, who) or _moderates(who)):
        text = Text("Only those who sat in this match may see it again: send a token as `Authorization: Bearer …`.")
        raise CommandRefused(RefusalCode.NO_SPECTATORS, text, "Authorization")


def _sat_in(opened: Opened, who: Identity) -> bool:
    return who.player.id in [player.id for player in opened.players]


def _moderates(who: Identity) -> bool:
    return Scope.MODERATE in who.scopes and is_moderator(who.roles)
