"""The state of one pairing of a round: its matches, and its result. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from quarterdeck_protocol.lobby.tournaments import PairingRule, TournamentId
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId

from quarterdeck_server.lobby.tournaments.tournament_field import POINT

EXTRA_GAMES = 2
"""The most matches after a tie in a bracket."""


@dataclass(slots=True)
class Game:
    """A match of a pairing. Two players exchange their seats from one match to the next."""

    match: MatchId
    players: tuple[PlayerId, ...]
    halves: tuple[int, ...] | None = None
    """The points in halves, in the order of the seats."""

    is_begun: bool = False


class Pairing:
    """A group of a round: the players of a match or of several, or one player with a bye."""

    def __init__(
        self,
        players: tuple[PlayerId, ...],
        tournament: TournamentId = TournamentId(""),  # noqa: B008 - a text
        round_: int = 0,
        place: int = 0,
    ) -> None:
        self.players = players
        self.points: tuple[int, ...] | None = None
        """The result in units of `POINT`; `None` while it is not known."""

        self.ruling: str | None = None
        self.ruled_at: Milliseconds | None = None
        """Time of the director's ruling about its result. A disqualification is none."""

        self.forfeited_by: PlayerId | None = None
        """The player whose disqualification has decided it."""

        self.games: list[Game] = []
        if len(players) > 1:
            self.games.append(Game(match_of(tournament, round_, place), players))
        else:
            self.points = (POINT,)

    @property
    def match(self) -> MatchId | None:
        """The id of the newest match of this pairing; `None` for a bye."""
        return self.games[-1].match if self.games else None

    @property
    def open_game(self) -> Game | None:
        """The match whose result is awaited."""
        return self.games[-1] if self.games and self.points is None else None

    @property
    def winner(self) -> PlayerId | None:
        """The player with most points; `None` if several have, or nobody has any."""
        points = self.points or ()
        most = max(points, default=0)
        return self.players[points.index(most)] if most and points.count(most) == 1 else None

    def rule(self, points: Sequence[int], why: str) -> None:
        """Record a director's ruling as the result of this pairing."""
        self.points, self.ruling, self.forfeited_by = tuple(points), why, None

    def reopen(self) -> None:
        """Take a forfeit back: the result of the match counts."""
        self.points = self.ruling = self.forfeited_by = None

    def score_pod(self, points: tuple[int, ...]) -> None:
        """Record the result of a pod (a group of more than two players)."""
        if self.points is None:
            self.points = points

    def score(self, match: MatchId, halves: tuple[int, ...], best_of: int, tied: PlayerId | None) -> None:
        """Take in the result of one match of two players. If nobody has won then, another match follows. A pairing that
        stays tied is won by `tied`, or drawn if that is `None`."""
        game = self.open_game
        if game is None or game.match != match:
            return
        game.halves = halves
        total = dict.fromkeys(self.players, 0)
        for each in self.games:
            for player, won in zip(each.players, each.halves or (), strict=True):
                total[player] += won
        first, second = (total[each] for each in self.players)
        most = best_of if tied is None else best_of + EXTRA_GAMES
        is_decided = first != second and (max(first, second) > best_of or len(self.games) >= best_of)
        if not is_decided and len(self.games) < most:
            following = MatchId(f"{self.games[0].match}-{len(self.games) + 1}")
            self.games.append(Game(following, game.players[::-1]))
            return
        if first == second:
            drawn = POINT // 2
            self.points = tuple(drawn if tied is None else POINT * (each == tied) for each in self.players)
        else:
            self.points = (POINT, 0) if first > second else (0, POINT)


class Round:
    """A round of a tournament, with its pairings and the times of its pairing and of its last result."""

    def __init__(
        self,
        paired_at: Milliseconds,
        pairings: list[Pairing],
        last_result_at: Milliseconds,
        rule: PairingRule | None = None,
    ) -> None:
        self.paired_at = paired_at
        self.rule = rule
        self.pairings = pairings
        self.last_result_at = last_result_at
        self.has_begun = False
        self._by_match = {each.match: each for each in pairings if each.match is not None}

    @property
    def is_over(self) -> bool:
        """True if all results are public."""
        return all(each.points is not None for each in self.pairings)

    @property
    def is_begun(self) -> bool:
        """True if all matches of this round that are due have begun."""
        return self.has_begun and all(each.open_game is None or each.open_game.is_begun for each in self.pairings)

    def begin(self) -> None:
        """Record that all matches of this round that are due have begun."""
        self.has_begun = True
        for each in self.pairings:
            if each.open_game is not None:
                each.open_game.is_begun = True

    def named(self, match: MatchId) -> Pairing | None:
        """Return the pairing of a match. Further matches of a pairing have the id of its first one and a number."""
        found = self._by_match.get(match) or self._by_match.get(MatchId(match.rpartition("-")[0]))
        return found if found is not None and any(each.match == match for each in found.games) else None


def match_of(tournament: TournamentId, round_: int, place: int) -> MatchId:
    """Return the id of the first match at this place of a round, from 1: it follows from the tournament, so nobody
    begins the match twice."""
    return MatchId(f"{tournament}-{round_}-{place}")


def shared(place_points: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the points of a pod by the places of its players. Players with the same place share the points of the
    places that they take."""
    table = [POINT // 100 * each for each in place_points] + [0] * len(places)
    return tuple(sum(table[place - 1 : place - 1 + places.count(place)]) // places.count(place) for place in places)


def halves_of(places: Sequence[int | None]) -> tuple[int, ...]:
    """Return the points in halves of two players by their places in a match. A match without a result is a draw: the
    server could not bring it to its end."""
    first, second = places
    if first is None or second is None or first == second:
        return 1, 1
    return (2, 0) if first < second else (0, 2)
