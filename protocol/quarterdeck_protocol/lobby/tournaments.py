"""Messages about tournaments.

A tournament is its log: players join and leave, the server pairs rounds, begins their matches, and reads the results
from the matches. Standings derive from the log. A result appears as soon as spectators of its match may see it.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw

from quarterdeck_protocol.decks import Deck, DeckText
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.collection.owned_copies import PackCard
from quarterdeck_protocol.lobby.tables import SpectatorDelay, TimeLimit, no_options
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.names import TournamentId as TournamentId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import FromClient, FromServer, Player, Scope

AnyTournament = Annotated[TournamentId, Meta(min_length=1, max_length=64)]

MOST_ENTRANTS = 128
"""Maximum number of players of a tournament. Some formats take more, by fields of their own."""

MOST_IN_SWISS = 500
"""Maximum number of players in the Swiss system."""

MOST_IN_ARENA = 1000
"""Maximum number of players of an arena."""

MOST_ROUNDS = 20
"""Maximum number of rounds of a tournament."""

MOST_ROWS = 100
"""Maximum number of rows in a part of a tournament."""

LONGEST_NAME = 60
"""Maximum length of the name of a tournament."""

LONGEST_REASON = 500
"""Maximum length of a director's reason."""

WORDS = Meta(min_length=1, max_length=LONGEST_REASON)


class TournamentFormat(OpenEnum):
    """Formats of tournaments."""

    SWISS = "swiss"
    """Every player plays in every round, against opponents with as many points, and nobody twice: the Dutch system of
    FIDE."""

    ROUND_ROBIN = "round_robin"
    """Everybody plays everybody once, in the order of the Berger tables."""

    SINGLE_ELIMINATION = "single_elimination"
    """A player who loses is out. The strongest players meet last."""

    DOUBLE_ELIMINATION = "double_elimination"
    """A player who loses twice is out."""

    PODS = "pods"
    """Groups of two to four players, for games with as many seats. Nobody has a bye, and few players meet again. Points
    are given by place."""

    ARENA = "arena"
    """Waiting players are paired every few seconds with a player of a near place, for a fixed time. A win gives 2
    points and a draw 1, and twice as many after two wins in a row."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a format that is newer than itself."""


class BracketPart(OpenEnum):
    """Parts of a bracket."""

    WINNERS = "winners"
    """The part of the players without a loss."""

    LOSERS = "losers"
    """The part of the players with one loss, in double elimination."""

    FINAL = "final"
    """The final. In double elimination it is repeated if the player without a loss loses it."""

    THIRD_PLACE = "third_place"
    """The match for the third place."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a part that is newer than itself."""


class TournamentStage(OpenEnum):
    """Stages of a tournament."""

    OPEN = "open"
    """Players join. No round is paired yet."""

    RUNNING = "running"
    """The first round is paired."""

    ENDED = "ended"
    """All rounds are played, or the director has ended it. The standings are final."""

    CANCELLED = "cancelled"
    """It has ended before its first round."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


class TournamentEntry(OpenEnum):
    """Rules for the entry to a tournament."""

    OPEN = "open"
    """Every player with an account can enter."""

    INVITED = "invited"
    """The director invites players with `invite_to_tournament`."""

    CLUB = "club"
    """The members of one club can enter."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a rule that is newer than itself."""


class TournamentDecks(OpenEnum):
    """Rules for the decks of a tournament."""

    ANY = "any"
    """Every deck that the game allows, or a ready one."""

    READY = "ready"
    """Ready decks of the server only."""

    OWNED = "owned"
    """Decks of cards that the player owns at entry."""

    SEALED = "sealed"
    """Decks built from packs that are opened for the event. Common cards belong to everybody."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a rule that is newer than itself."""


class EntrantStage(OpenEnum):
    """Stages of a player in a tournament."""

    IN = "in"
    """The player takes part, and is paired in the next round."""

    OUT = "out"
    """The player has left, and keeps the points."""

    ABSENT = "absent"
    """The player has not checked in, or has done nothing in a match. `join_tournament` brings the player back."""

    REMOVED = "removed"
    """The director has removed the player."""

    DISQUALIFIED = "disqualified"
    """The director has disqualified the player, who is last in the standings."""

    WAITING = "waiting"
    """The player is on the waiting list."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


class TieBreak(OpenEnum):
    """Numbers that order players with as many points. In the Swiss system a round without an opponent counts as one
    against a virtual opponent, by the regulations of FIDE. In other formats it counts as 0."""

    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    """The sum of the opponents' points, without the lowest one. A round in which the player was away is left out first.
    """

    BUCHHOLZ = "buchholz"
    """The sum of the opponents' points."""

    SONNEBORN_BERGER = "sonneborn_berger"
    """The sum of the points of all beaten opponents, and half of those of drawn ones."""

    WINS = "wins"
    """The number of won matches."""

    DIRECT_ENCOUNTER = "direct_encounter"
    """The number of players, equal so far, who are behind by the matches against each other."""

    PROGRESS = "progress"
    """The sum of the points after each round."""

    OPPONENTS_WINS_33 = "opponents_wins_33"
    """The average of the opponents' shares of won points, each at least 33 %, in hundredths of a percent."""

    OPPONENTS_WINS_25 = "opponents_wins_25"
    """The same, with at least 25 %."""

    PERFORMANCE = "performance"
    """In an arena, the average of the opponents' ratings, 500 more for a win and 500 less for a loss."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a number that is newer than itself."""


class ArenaSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The matches of a player of an arena."""

    matches: Count
    """The number of matches with a result."""

    wins: Count
    """The number of won matches."""

    streak: bool
    """True while points count twice: after two wins in a row, until a match is not won."""

    last: tuple[Count, ...]
    """The points of the last matches in hundredths, at most 20, the newest last."""


class PairingRule(OpenEnum):
    """Rules that pair a round of the Swiss system."""

    DUTCH = "dutch"
    """The Dutch system of FIDE, for at most 128 players."""

    MATCHING = "matching"
    """A matching with the smallest differences of points, for more players."""

    FEWEST_REPEATS = "fewest_repeats"
    """A matching with the fewest repeated meetings and byes, because some cannot be avoided."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a rule that is newer than itself."""


class AppealStage(OpenEnum):
    """Stages of an appeal."""

    OPEN = "open"
    """Nobody has answered it."""

    UPHELD = "upheld"
    """The player is right. A removed or disqualified player can enter again; a result of the last round is ruled anew
    with `rule_tournament_result`."""

    REJECTED = "rejected"
    """The ruling stands."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


class TournamentAppeal(msgspec.Struct, frozen=True, kw_only=True):
    """An appeal of a player against a ruling, a removal or a disqualification."""

    number: Count
    """The number in the tournament, from 1."""

    player: Player
    """The player who appeals."""

    match: MatchId | None = None
    """The match whose result is ruled; `null` for a removal or disqualification."""

    why: str
    """The player's words."""

    at: Milliseconds
    """Time of the appeal."""

    stage: AppealStage = AppealStage.OPEN
    """The stage."""

    answer: str | None = None
    """The words of the director or moderator; `null` without an answer."""

    answered_by: Player | None = None
    """The director or moderator who has answered."""


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """A player of a tournament, with the standing."""

    player: Player
    """The player."""

    stage: EntrantStage
    """The stage of the player."""

    number: Count | None = None
    """The starting number, from 1: by rating, then by lot. `null` before the player's first round is paired."""

    place: Count
    """The place in the standings, from 1. Players with the same points and tie-breaks share a place."""

    points: Count
    """The points in hundredths: 100 for a won match or a bye, 50 for a draw and for each round missed by a late
    entry."""

    tie_breaks: tuple[Count, ...]
    """The numbers in the order of `tie_breaks` of the tournament, in hundredths."""

    rating: Count
    """The public rating at entry."""

    deck_hash: str | None = None
    """The SHA-256 hash of the deck that the player has brought; `null` without one. The deck is locked when the first
    round is paired, or at a late entry."""

    reason: str | None = None
    """The director's words about a removal, a disqualification or its end."""

    checked_in: bool = False
    """True if the player has checked in."""

    arena: ArenaSheet | None = None
    """In an arena, the player's matches."""

    best_place: Count | None = None
    """The best place at the end that the player can still reach, unless somebody leaves or the director rules.
    `null` before the first round, while entries are open after it, in an arena, at the end, and for players who
    are not paired any more."""

    worst_place: Count | None = None
    """The worst place at the end that the player can still get, with the same conditions."""

    deck: Deck | None = None
    """The locked deck, from the first round on, in a tournament with `open_lists`."""


class TournamentGame(msgspec.Struct, frozen=True, kw_only=True):
    """One match of two players who play best of three."""

    match: MatchId
    """The match."""

    players: tuple[PlayerId, ...]
    """The players in the order of their seats."""

    points: tuple[Count, ...] | None = None
    """The points of each player in hundredths; `null` while the result is not public."""


class TournamentPairing(msgspec.Struct, frozen=True, kw_only=True):
    """The players of one match of a round. A bye has one player and no match."""

    players: tuple[PlayerId, ...]
    """The players in the order of their seats."""

    match: MatchId | None = None
    """The newest match; `null` for a bye."""

    points: tuple[Count, ...] | None = None
    """The points of each player in hundredths; `null` while the result is not public."""

    ruling: str | None = None
    """The director's words, if the director has ruled the result."""

    games: tuple[TournamentGame, ...] = ()
    """All matches of the pairing, in order. The next one begins when the last one is public."""

    part: BracketPart | None = None
    """The part of the bracket."""


class TournamentRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of a tournament."""

    pairings: tuple[TournamentPairing, ...]
    """The matches, and the byes after them."""

    paired_at: Milliseconds
    """Time of the pairing."""

    rule: PairingRule | None = None
    """The rule of a round of the Swiss system. `null` in the other formats, and in rounds of older servers."""


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: TournamentId
    """The id."""

    name: str
    """The name. If a moderator has ended the tournament, it is the id."""

    game: GameName
    """The game."""

    format: TournamentFormat
    """The format."""

    stage: TournamentStage
    """The stage."""

    rounds: Count
    """Number of rounds that are planned."""

    round: Count
    """Number of rounds that are paired."""

    entrants: Count
    """Number of players that take part. At the end, the number of those who have played."""

    most_entrants: Count
    """Maximum number of players."""

    starts_at: Milliseconds | None = None
    """The planned time of the first round; `null` if the director begins it."""


class TournamentPart(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a large tournament that an answer has."""

    version: Count
    """A number that grows with each change of the tournament."""

    rows: Count
    """The number of players in all standings."""

    from_row: Count
    """The row of the standings at which the part begins, from 1."""

    taken: Count
    """The number of players who have a place, or wait for one."""

    round: Count
    """The round whose pairings are shown; 0 before the first one."""

    pairings: Count
    """The number of all pairings of this round."""

    from_pairing: Count
    """The pairing at which the part begins, from 1."""

    open: Count
    """The number of pairings of the last round without a public result."""


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament, as everybody may see it."""

    summary: TournamentSummary
    """The same as in the list."""

    director: Player
    """The player who has made the tournament, and directs it."""

    options: Any
    """The options of the game in all matches."""

    time_limit: Milliseconds
    """The time limit in all matches."""

    between_rounds: Milliseconds | None
    """Time from the last result of a round to the next round; `null` if the director begins each round."""

    bots: bool
    """True if programs may enter."""

    made_at: Milliseconds
    """Time of its making."""

    tie_breaks: tuple[TieBreak, ...]
    """The tie-breaks, in the order in which they count."""

    commitment: str
    """The SHA-256 hash of the seed of the drawing of lots."""

    seed: str | None = None
    """The seed of the drawing of lots in hexadecimal, once the tournament has ended."""

    entrants: tuple[Entrant, ...]
    """The players in the order of the standings. Of an arena, the first 100, the viewer, and the opponents of running
    matches that are shown."""

    rounds: tuple[TournamentRound, ...]
    """The rounds that are paired. An arena has one: the running matches of its first players, and of the viewer."""

    next_round_at: Milliseconds | None = None
    """Time of the next round, if it is known."""

    ends_at: Milliseconds | None = None
    """Time of the end after the last round, if it is known. Until then the director can rule its results. The end of an
    arena, once it has begun."""

    best_of: Count = 1
    """The number of matches in a pairing: 1 or 3. A pairing ends as soon as it is decided. In a bracket, a tied one has
    up to two matches more, and then the stronger seed goes on."""

    cut_to: Count | None = None
    """The number of players who play on in a bracket of single elimination after `rounds`; `null` for none."""

    cut: tuple[PlayerId, ...] = ()
    """The players of this bracket, in the order of the standings before it."""

    third_place: bool = False
    """True if a bracket of single elimination has a match for the third place."""

    pod_size: Count | None = None
    """The most players of a pod; `null` without pods."""

    place_points: tuple[Count, ...] = ()
    """The points by place in a pod, in hundredths. Players with the same place share the points of their places."""

    check_in: Milliseconds | None = None
    """Time before `starts_at` in which players check in; `null` without check-in."""

    rated: bool = False
    """True if matches change ratings, also between players at one address."""

    duration: Milliseconds | None = None
    """The duration of an arena; `null` for other formats."""

    entry: TournamentEntry = TournamentEntry.OPEN
    """The rule for entries. The club of a tournament for its members is not named."""

    least_rating: Count | None = None
    """The lowest public rating at entry; `null` for any."""

    most_rating: Count | None = None
    """The highest public rating at entry; `null` for any."""

    waiting_list: bool = False
    """True if players can wait for a place when all are taken."""

    invited: tuple[PlayerId, ...] = ()
    """The players that the director has invited."""

    assistants: tuple[Player, ...] = ()
    """The players who direct the tournament, too."""

    accelerated: bool = False
    """True if the first rounds are accelerated."""

    decks: TournamentDecks = TournamentDecks.ANY
    """The rule for decks."""

    open_lists: bool = False
    """True if everybody reads the decks from the first round on."""

    packs: Count | None = None
    """The number of packs of each player, in a sealed tournament."""

    build_from: Milliseconds | None = None
    """Time at which the packs of a sealed tournament are opened, if it is known."""

    own_packs: tuple[PackCard, ...] = ()
    """The cards in the packs of the recipient, once they are opened. Nobody else gets them."""

    part: TournamentPart | None = None
    """The part that this answer has; `null` if it is the whole."""

    appeals: tuple[TournamentAppeal, ...] = ()
    """The appeals, oldest first. Like rulings, everybody can read them."""

    spectator_delay: SpectatorDelay = SpectatorDelay.NONE
    """The delay of spectators behind the players of its matches. Results are public only after it."""

    when_ready: bool = False
    """True if the next round begins as soon as all players have checked in for it."""

    awaited: tuple[PlayerId, ...] = ()
    """The players of the next round who have not checked in for it, once the last round is over. A part has only those
    whose rows it has."""

    reason: str | None = None
    """The director's words about the end; `null` after the last round, and if a moderator has ended it."""


class CreateTournament(FromClient, frozen=True, kw_only=True, tag="create_tournament"):
    """Make a tournament, and direct it. Answered by `tournament_changed`. The sender needs a registered account."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    """The name: one line, which everybody can read. Muted players cannot give one."""

    game: GameName
    """The game."""

    format: TournamentFormat = TournamentFormat.SWISS
    """The format."""

    options: Raw = msgspec.field(default_factory=no_options)
    """The options of the game in all matches, as in `open_table`."""

    time_limit: TimeLimit = Milliseconds(30_000)
    """The time limit in all matches, as in `open_table`."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    """Number of rounds. It does not count in an arena."""

    most_entrants: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] = MOST_ENTRANTS
    """Maximum number of players. It does not count in an arena."""

    starts_at: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """Time of the first round, within a year. Without it, the director begins it with `begin_tournament_round`, and the
    tournament is cancelled after 30 days."""

    between_rounds: Annotated[int, Meta(ge=0, le=7 * 24 * 60 * 60 * 1000)] | None = 60_000
    """Time from the last result of a round to the next one, or to the end. With `null` the director begins each round,
    and ends the tournament."""

    spectator_delay: SpectatorDelay | None = None
    """The delay of spectators in all matches, as in `open_table`. Results and the next round wait for it."""

    when_ready: bool = False
    """True if the next round begins as soon as all its players have checked in for it with `check_in_tournament`, at
    the latest after `between_rounds`. Not for arenas."""

    bots: bool = False
    """True if programs may enter."""

    best_of: Annotated[int, Meta(ge=1, le=3)] = 1
    """The number of matches in a pairing of two players: 1 or 3."""

    cut_to: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] | None = None
    """The number of players who play on in a bracket of single elimination after `rounds`, in the formats `swiss`,
    `round_robin`."""

    third_place: bool = False
    """True for a match for the third place in single elimination, or in the bracket after a cut."""

    pod_size: Annotated[int, Meta(ge=3, le=4)] = 4
    """The most players of a pod."""

    place_points: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=4)] = ()
    """The points by place in a pod, in hundredths. Without them, 300, 200, 100 and 0."""

    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=8)] = ()
    """The tie-breaks in the order in which they count. Without them, those that are usual for the format."""

    check_in: Annotated[int, Meta(ge=60_000, le=24 * 60 * 60 * 1000)] | None = None
    """Time before `starts_at` in which players check in with `check_in_tournament`. Players who have not, and who have
    not entered in this time, are absent in the first round. Without `starts_at`, players check in at any time."""

    rated: bool = False
    """True if matches change ratings. Only moderators can make rated tournaments."""

    duration: Annotated[int, Meta(ge=60_000, le=24 * 60 * 60 * 1000)] | None = None
    """The duration of an arena, which needs one. Other formats have none."""

    most_in_arena: Annotated[int, Meta(ge=2, le=MOST_IN_ARENA)] = MOST_IN_ARENA
    """Maximum number of players of an arena."""

    entry: TournamentEntry = TournamentEntry.OPEN
    """The rule for entries: `club` with `club`, and `invited` with `invite_to_tournament`."""

    club: Annotated[ClubId, Meta(min_length=1, max_length=64)] | None = None
    """A club of the director, whose members can enter."""

    least_rating: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """The lowest public rating at entry."""

    most_rating: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """The highest public rating at entry."""

    waiting_list: bool = False
    """True for a waiting list. Its first player moves up when another player leaves, with the notice
    `tournament_admitted`."""

    most_in_swiss: Annotated[int, Meta(ge=2, le=MOST_IN_SWISS)] | None = None
    """Maximum number of players in the Swiss system, instead of `most_entrants`."""

    accelerated: bool = False
    """True to accelerate the first half of the rounds in the Swiss system (Baku): for the pairing, the upper half of
    the players has a point more, and then half a point. For many players and few rounds."""

    decks: TournamentDecks = TournamentDecks.ANY
    """The rule for decks, in games with decks."""

    open_lists: bool = False
    """True if everybody reads the decks from the first round on."""

    packs: Annotated[int, Meta(ge=1, le=12)] = 6
    """The number of packs of each player of a sealed tournament."""

    build_time: Annotated[int, Meta(ge=60_000, le=24 * 60 * 60 * 1000)] | None = None
    """Time before `starts_at` at which the packs of a sealed tournament are opened. Without it, or without `starts_at`,
    each player sees the packs at entry."""


class ListTournaments(FromClient, frozen=True, kw_only=True, tag="list_tournaments"):
    """List tournaments: open and running ones first, then ended ones, newest first. Answered by `tournaments`."""

    open_to = (Scope.LOBBY_READ, Scope.TOURNAMENT_DIRECT)


class GetTournament(FromClient, frozen=True, kw_only=True, tag="get_tournament"):
    """Get a tournament with its standings and pairings. Answered by `tournament_changed`."""

    open_to = (Scope.LOBBY_READ, Scope.TOURNAMENT_DIRECT)

    tournament: AnyTournament
    """The tournament."""

    rows: Annotated[int, Meta(ge=0, le=MOST_ROWS)] | None = None
    """With this, a tournament of more players is answered by a part: so many rows of the standings, and pairings of a
    round with so many players. The sender's own row and last pairing, the rows of all players of these pairings, and
    the bracket after a cut are there, too. Brackets and arenas have no parts."""

    from_row: Annotated[int, Meta(ge=1, le=MOST_IN_SWISS)] = 1
    """The first row of the part."""

    round: Annotated[int, Meta(ge=1, le=2 * MOST_ROUNDS)] | None = None
    """The round whose pairings are shown; `null` for the last one. The other rounds are there without pairings."""

    from_pairing: Annotated[int, Meta(ge=1, le=MOST_IN_SWISS)] = 1
    """The first pairing of the part."""


class JoinTournament(FromClient, frozen=True, kw_only=True, tag="join_tournament"):
    """Enter a tournament, or come back after `leave_tournament`. Until half of the rounds are paired, players can enter
    late. Before the first round, the command replaces the deck. Answered by `tournament_changed`."""

    open_to = (Scope.PLAY,)

    tournament: AnyTournament
    """The tournament."""

    deck: DeckText | None = None
    """The deck for all matches, in games with decks. Without it the server chooses a ready deck."""


class LeaveTournament(FromClient, frozen=True, kw_only=True, tag="leave_tournament"):
    """Leave a tournament, or pause in an arena. The player is not paired any more. A running match goes on, and counts.
    Answered by `tournament_changed`."""

    open_to = (Scope.PLAY,)

    tournament: AnyTournament
    """The tournament."""


class CheckInTournament(FromClient, frozen=True, kw_only=True, tag="check_in_tournament"):
    """Check in to a tournament with check-in, or for the next round of one with `when_ready`. Answered by
    `tournament_changed`."""

    open_to = (Scope.PLAY,)

    tournament: AnyTournament
    """The tournament."""

    round: Annotated[int, Meta(ge=2, le=2 * MOST_ROUNDS)] | None = None
    """The round for which the player is ready, in a tournament with `when_ready`, once the one before it is over."""


class BeginTournamentRound(FromClient, frozen=True, kw_only=True, tag="begin_tournament_round"):
    """As the director, have the next round paired now. All results of the last one must be public. Answered by
    `tournament_changed`; the round follows within seconds."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    """The round, so that a repeated command begins no second one."""


class RuleTournamentResult(FromClient, frozen=True, kw_only=True, tag="rule_tournament_result"):
    """As the director, rule the result of a pairing of the last round. The ruling is public. Answered by
    `tournament_changed`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    match: Annotated[MatchId, Meta(min_length=1, max_length=64)]
    """The match."""

    points: tuple[Annotated[int, Meta(ge=0, le=100)], Annotated[int, Meta(ge=0, le=100)]]
    """The points of both players in hundredths: 0, 50 or 100 each, and at most 100 together. They do not count in a
    pod."""

    pod_points: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=4)] = ()
    """The points of all players of a pod in hundredths, in the order of its seats, each at most those of the first
    place."""

    why: Annotated[str, WORDS]
    """The reason, which everybody can read."""


class RemoveEntrant(FromClient, frozen=True, kw_only=True, tag="remove_entrant"):
    """As the director, remove a player from a tournament. Answered by `tournament_changed`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    player: Annotated[PlayerId, Meta(min_length=1, max_length=64)]
    """The player."""

    why: Annotated[str, WORDS]
    """The reason, which everybody can read."""

    disqualify: bool = False
    """True to disqualify the player, who loses a running match of two players and is last in the standings."""


class ReinstateEntrant(FromClient, frozen=True, kw_only=True, tag="reinstate_entrant"):
    """As the director, take a removal or disqualification back, after an appeal. The player can enter again. Answered
    by `tournament_changed`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    player: Annotated[PlayerId, Meta(min_length=1, max_length=64)]
    """The player."""

    why: Annotated[str, WORDS]
    """The reason, which everybody can read."""


class AppealRuling(FromClient, frozen=True, kw_only=True, tag="appeal_ruling"):
    """Appeal once against a ruling about an own match, or against the own removal or disqualification, until the
    tournament ends. The directors receive the notice `ruling_appealed`. Answered by `tournament_changed`."""

    open_to = (Scope.PLAY,)

    tournament: AnyTournament
    """The tournament."""

    match: Annotated[MatchId, Meta(min_length=1, max_length=64)] | None = None
    """The match with the ruling; `null` for the removal or disqualification."""

    why: Annotated[str, WORDS]
    """The reason, which everybody can read."""


class AnswerAppeal(FromClient, frozen=True, kw_only=True, tag="answer_appeal"):
    """As a director or moderator who does not take part, answer an appeal. The player receives the notice
    `appeal_answered`. Answered by `tournament_changed`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    appeal: Annotated[int, Meta(ge=1, le=1_000_000)]
    """The number of the appeal."""

    upheld: bool
    """True if the player is right: a removal or disqualification is taken back. False if the ruling stands."""

    why: Annotated[str, WORDS]
    """The reason, which everybody can read."""


class EndTournament(FromClient, frozen=True, kw_only=True, tag="end_tournament"):
    """As the director, end a tournament: before its first round it is cancelled. A moderator can end the tournaments of
    others, and their names are withheld. Answered by `tournament_changed`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    why: Annotated[str, WORDS]
    """The reason, which everybody can read, and which is kept in the log of the tournament. That of a moderator is not
    shown."""


class InviteToTournament(FromClient, frozen=True, kw_only=True, tag="invite_to_tournament"):
    """As a director, let a player enter a tournament whose `entry` is `invited`. Answered by `tournament_changed`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    player: Annotated[PlayerId, Meta(min_length=1, max_length=64)]
    """The player."""


class AppointAssistant(FromClient, frozen=True, kw_only=True, tag="appoint_assistant"):
    """As the player who has made a tournament, let another player direct it too, or no longer. Only the maker appoints
    assistants and ends the tournament. Answered by `tournament_changed`."""

    open_to = (Scope.TOURNAMENT_DIRECT,)

    tournament: AnyTournament
    """The tournament."""

    player: Annotated[PlayerId, Meta(min_length=1, max_length=64)]
    """The player."""

    on: bool = True
    """False to take the role back."""


class TournamentChanged(FromServer, frozen=True, kw_only=True, tag="tournament_changed"):
    """The answer to commands about one tournament."""

    tournament: Tournament
    """The tournament."""


class Tournaments(FromServer, frozen=True, kw_only=True, tag="tournaments"):
    """The answer to `list_tournaments`."""

    tournaments: tuple[TournamentSummary, ...]
    """At most 100 tournaments."""
