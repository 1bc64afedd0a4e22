"""The match inspector: a match at any version with the eyes of any seat, computed from its log by the rules that it was
played with. Each look is recorded in the audit log, and refused to moderators with a stake in the match."""

import msgspec
from msgspec import Raw
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.console import InspectOrder
from quarterdeck_protocol.names import Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.inspection import InspectedStep
from quarterdeck_protocol.transcripts.transcript import Acted, Entry, Obeyed
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.moderation.looks import Looks
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.matches import Matches

_NOTHING = Raw(b"null")


class MatchInspector:
    """Shows moderators any match. The method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, matches: Matches, looks: Looks) -> None:
        self._matches = matches
        self._looks = looks

    async def inspect(self, by: Identity, order: InspectOrder) -> bytes:
        """Return an encoded `Inspection`. The look is in the audit log when this returns."""
        opened, entries = await self._matches.opening(order.match)
        if order.seat is not None and order.seat >= len(opened.players):
            text = Text("This match has the seats 0 to {number}.", number=len(opened.players) - 1)
            raise CommandRefused(RefusalCode.NO_SUCH_SEAT, text, "$.seat")
        newest = entries[-1].version
        wanted = {"$.version": order.version, "$.since": order.since}
        for where, each in wanted.items():
            if each is not None and not 0 < each <= newest:
                text = Text("This match has the versions 1 to {newest}.", newest=newest)
                raise CommandRefused(RefusalCode.MALFORMED, text, where)
        last = await self._looks.note_inspection(by, order, [player.id for player in opened.players], newest)
        if any(each is not None and each > last for each in wanted.values()):
            text = Text("This look shows the versions 1 to {last}. Send another `ref` to look again.", last=last)
            raise CommandRefused(RefusalCode.REF_REUSED, text, "$.ref")
        version = last if order.version is None else order.version
        update, patch = await self._matches.inspected(order.match, order.seat, version, order.since)
        steps = wire.encode([_step(each, order.seat) for each in entries if each.version <= last])
        return b"".join((b'{"update":', update, b',"patch":', patch, b',"steps":', steps, b"}"))


def _step(stamped: Stamped, eyes: Viewer) -> InspectedStep[Raw]:
    """Return a log entry as these eyes see it, like a frame of a replay: actions and standing orders of the same seat
    alone. To see those of others is another look. The cause of the first entry holds the seed."""
    entry = msgspec.json.decode(stamped.entry, type=Entry[Raw])
    is_own = eyes is not None and entry.seat == eyes
    kind = Acted if isinstance(entry.cause, Obeyed) and not is_own else type(entry.cause)
    return InspectedStep(
        version=Version(stamped.version),
        at=stamped.at,
        seat=entry.seat,
        kind=str(kind.__struct_config__.tag),
        action=Raw(wire.encode(entry.cause.action)) if is_own and isinstance(entry.cause, Acted) else _NOTHING,
    )
