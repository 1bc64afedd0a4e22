"""The match inspector: a match at any version with the eyes of any seat, computed from its log by the rules that it was
played with. Each look is recorded in the audit log, and refused to moderators with a stake in the match."""

import msgspec
from msgspec import Raw
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.console import InspectOrder
from quarterdeck_protocol.names import Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.inspection import InspectedStep
from quarterdeck_protocol.transcripts.transcript import Acted, Entry
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.matches import Matches

_NOTHING = Raw(b"null")


class MatchInspector:
    """Shows moderators any match. The method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, matches: Matches, moderation: Moderation) -> None:
        self._matches = matches
        self._moderation = moderation

    async def inspect(self, by: Identity, order: InspectOrder) -> bytes:
        """Return an encoded `Inspection`. The look is in the audit log when this returns."""
        opened, entries = await self._matches.opening(order.match)
        if order.seat is not None and order.seat >= len(opened.players):
            text = Text("This match has the seats 0 to {number}.", number=len(opened.players) - 1)
            raise CommandRefused(RefusalCode.NO_SUCH_SEAT, text, "$.seat")
        newest = entries[-1].version
        version = newest if order.version is None else order.version
        since = version if order.since is None else order.since
        for wanted, where in ((version, "$.version"), (since, "$.since")):
            if not 0 < wanted <= newest:
                text = Text("This match has the versions 1 to {newest}.", newest=newest)
                raise CommandRefused(RefusalCode.MALFORMED, text, where)
        await self._moderation.note_inspection(by, order, [player.id for player in opened.players])
        update, patch = await self._matches.inspected(order.match, order.seat, version, order.since)
        steps = wire.encode([_step(each) for each in entries])
        return b"".join((b'{"update":', update, b',"patch":', patch, b',"steps":', steps, b"}"))


def _step(stamped: Stamped) -> InspectedStep[Raw]:
    """Return the public part of a log entry. The cause of the first entry holds the seed, so only an action is
    shown."""
    entry = msgspec.json.decode(stamped.entry, type=Entry[Raw])
    return InspectedStep(
        version=Version(stamped.version),
        at=stamped.at,
        seat=entry.seat,
        kind=str(entry.cause.__struct_config__.tag),
        action=_action(entry.cause) if isinstance(entry.cause, Acted) else _NOTHING,
    )


def _action(cause: Acted) -> Raw:
    return Raw(wire.encode(cause.action))
