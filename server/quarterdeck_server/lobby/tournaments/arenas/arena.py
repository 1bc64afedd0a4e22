"""The state of an arena, which follows from its log. Pure.

Players have numbers in the order of entry, from 1, and matches in the order of pairing. So the log of an evening with
1,000 players stays small.
"""

from collections.abc import Sequence

from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId

WON_FIRST, WON_SECOND, DRAWN, NO_RESULT = range(4)
"""Results of a match: the player at the first or second seat has won, nobody has, or there is none."""

WIN, DRAW = 2, 1
"""Points."""

STREAK = 2
"""The wins in a row after which points count twice."""

SWING = 500
"""The difference of a win to the rating of the opponent, and of a loss, in the performance."""


class Contestant:
    """A player of an arena."""

    def __init__(self, number: int, player: PlayerId, rating: int, at: Milliseconds) -> None:
        self.number = number
        self.player = player
        self.rating = rating
        self.waits_since = at
        self.is_playing = False
        self.sheet: list[int] = []
        """The points of each match."""

        self.score = 0
        self.wins = 0
        self.wins_in_a_row = 0
        self.has_drawn = False
        """True after a draw, until a win. Further draws give no points."""

        self.opponent: int | None = None
        """The last opponent."""

        self.first_seats = 0
        """The number of matches at the first seat, minus those at the second."""

        self.performances = 0

    @property
    def is_on_streak(self) -> bool:
        """True while points count twice."""
        return self.wins_in_a_row >= STREAK

    @property
    def performance(self) -> int:
        """The average of the opponents' ratings, 500 more for a win and 500 less for a loss."""
        return max(0, self.performances // len(self.sheet)) if self.sheet else 0

    def score_match(self, own: int, other_rating: int) -> None:
        """Count a match with `own` points, without a streak."""
        factor = 2 if self.is_on_streak else 1
        points = 0 if own == DRAW and self.has_drawn else own * factor
        self.wins_in_a_row = self.wins_in_a_row + 1 if own == WIN else 0
        self.has_drawn = own == DRAW or (self.has_drawn and own != WIN)
        self.wins += own == WIN
        self.score += points
        self.sheet.append(points)
        self.performances += other_rating + SWING * (own - DRAW)


class Arena:
    """The state of an arena after its log."""

    def __init__(self, id_: TournamentId) -> None:
        self._id = id_
        self.ends_at: Milliseconds | None = None
        """The time of the end; `None` before the start."""

        self.contestants: list[Contestant] = []
        self.number_of: dict[PlayerId, int] = {}
        self.matches: list[tuple[int, int]] = []
        self.open: dict[int, tuple[int, int]] = {}
        """The matches without a result."""

        self.begun = 0
        """The number of matches that have begun."""

        self.waves = 0
        self.last_wave_at = Milliseconds(0)

    def match_of(self, match: int) -> MatchId:
        """Return the id of a match: it follows from the arena, so nobody begins the match twice."""
        return MatchId(f"{self._id}-a{match}")

    def has_paired(self, player: PlayerId) -> bool:
        """True if a player plays a match, or has played one."""
        contestant = self.named(self.number_of[player])
        return contestant.is_playing or bool(contestant.sheet)

    def named(self, number: int) -> Contestant:
        """Return the player with this number."""
        return self.contestants[number - 1]

    def enter(self, player: PlayerId, rating: int, at: Milliseconds) -> None:
        """Take in that a player enters or comes back."""
        if player in self.number_of:
            self.named(self.number_of[player]).waits_since = at
            return
        number = len(self.contestants) + 1
        self.number_of[player] = number
        self.contestants.append(Contestant(number, player, rating, at))

    def pair(self, pairs: Sequence[tuple[int, int]], at: Milliseconds) -> None:
        """Take in a wave."""
        self.waves += 1
        self.last_wave_at = at
        for one, other in pairs:
            self.matches.append((one, other))
            self.open[len(self.matches)] = (one, other)
            for own, opponent, seat in ((one, other, 1), (other, one, -1)):
                contestant = self.named(own)
                contestant.is_playing, contestant.opponent = True, opponent
                contestant.first_seats += seat

    def score(self, results: Sequence[tuple[int, int]], at: Milliseconds) -> None:
        """Take in results: numbers of matches, each with its result."""
        for match, result in results:
            pair = self.open.pop(match, None)
            if pair is None:
                continue
            one, other = (self.named(each) for each in pair)
            for own, opponent, win in ((one, other, WON_FIRST), (other, one, WON_SECOND)):
                own.is_playing, own.waits_since = False, at
                if result != NO_RESULT:
                    own.score_match(DRAW if result == DRAWN else WIN * (result == win), opponent.rating)


def result_of(places: Sequence[int | None]) -> int:
    """Return the result of a match by the places of its players."""
    first, second = places
    if first is None or second is None:
        return NO_RESULT
    if first == second:
        return DRAWN
    return WON_FIRST if first < second else WON_SECOND
