"""What a session can ask of the server."""

from dataclasses import dataclass

from quarterdeck_protocol.messages import GameOffer, Limits

from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.programs import Programs
from quarterdeck_server.lobby.exporting import Exports
from quarterdeck_server.lobby.following_up import FollowingUp
from quarterdeck_server.lobby.gathering.lobby import Lobby
from quarterdeck_server.lobby.moderating.moderating import Moderation
from quarterdeck_server.lobby.seeking.quick_match import QuickMatch
from quarterdeck_server.lobby.standing.patterns import PatternList
from quarterdeck_server.lobby.standing.standings import Standings
from quarterdeck_server.lobby.talking.reports import Reports
from quarterdeck_server.lobby.talking.talk import Talk
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
    following_up: FollowingUp
    talk: Talk
    reports: Reports
    standings: Standings
    exports: Exports
    patterns: PatternList
