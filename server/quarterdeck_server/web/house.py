"""What a session can ask of the server."""

from dataclasses import dataclass

from quarterdeck_protocol.messages import GameOffer, Limits

from quarterdeck_server.lobby.exporting import Exports
from quarterdeck_server.lobby.lobby import Lobby
from quarterdeck_server.lobby.moderating import Moderation
from quarterdeck_server.lobby.players import Players
from quarterdeck_server.lobby.programs import Programs
from quarterdeck_server.lobby.quick_match import QuickMatch
from quarterdeck_server.lobby.reports import Reports
from quarterdeck_server.lobby.standings import Standings
from quarterdeck_server.lobby.talk import Talk
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.web.presence import Presence
from quarterdeck_server.web.quotas import Quotas


@dataclass(frozen=True, slots=True)
class House:
    """What a session can ask of the server."""

    name: str
    limits: Limits
    offers: tuple[GameOffer, ...]
    matches: Matches
    lobby: Lobby
    players: Players
    programs: Programs
    presence: Presence
    quotas: Quotas
    quick_match: QuickMatch
    moderation: Moderation
    talk: Talk
    reports: Reports
    standings: Standings
    exports: Exports
