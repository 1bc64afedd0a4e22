"""Swiss events that chance plays, with the code of real ones: the log grows, and each round is paired from it."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import Raw
from quarterdeck_protocol.lobby.tournaments import EntrantStage, TieBreak, Tournament, TournamentFormat, TournamentId
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.draws import field_of, paired_event
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.tournament_field import Field, Pairs
from quarterdeck_server.lobby.tournaments.tournament_state import state_of
from quarterdeck_server.lobby.tournaments.tournament_view import reading_of, view_of

NOW = Milliseconds(1_795_996_800_000)
"""30 November 2026. By the day a checker chooses the edition of the tie-break rules."""

RESULTS = ((2, 0), (2, 0), (0, 2), (0, 2), (1, 1))
SEED = "5eed" * 16
TIE_BREAKS = (
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.PROGRESS,
)


@dataclass(frozen=True)
class GeneratedRound:
    """A round that is paired and played."""

    field: Field
    pairs: Pairs
    record: log.TournamentRecord


class NamedPlayers(dict[PlayerId, Player]):
    """The players of an event, named by their ids."""

    def __missing__(self, player: PlayerId) -> Player:
        return Player(id=player, name=f"Player {player}")


def shown(record: log.TournamentRecord) -> Tournament:
    """Return an event as everybody sees it."""
    return view_of(reading_of(record), NamedPlayers(), {})


def played(
    seed: int,
    players: int,
    rounds: int,
    settings: Sequence[str] = ("late", "drops", "forfeits", "rulings"),
    results: Sequence[tuple[int, int]] = RESULTS,
    *,
    accelerated: bool = False,
) -> Iterator[GeneratedRound]:
    """Play an event. `settings` are what happens beside matches: late entries, drops with returns, forfeits, rulings.
    `results` are those of matches, in halves."""
    chance = random.Random(seed)
    terms = log.Settings(
        name=f"Event {seed}",
        game=GameName("tiny"),
        format=TournamentFormat.SWISS,
        options=Raw(b"{}"),
        time_limit=NOW,
        rounds=rounds,
        most_entrants=players * 2,
        starts_at=None,
        between_rounds=NOW,
        bots=False,
        stored_rules=log.FormatRules(tie_breaks=TIE_BREAKS, virtual_opponents=True, accelerated=accelerated),
    )
    created = log.Created(at=NOW, by=PlayerId("director"), settings=terms, commitment="")
    record = log.TournamentRecord(id=TournamentId(f"event{seed}"), seed=SEED, ref=None, log=(created,))
    record = record.plus(*(_joined(each, chance) for each in range(1, players + 1)))
    for number in range(1, rounds + 1):
        if number > 1:
            record = record.plus(*_changes(record, chance, settings, is_early=2 * (number - 1) < rounds))
        state = state_of(record)
        if len(state.playing) < 2:
            return
        record = record.plus(log.FieldClosed(at=NOW, players=tuple(each.player for each in state.playing)))
        field = field_of(state_of(record), record.seed)
        pairs = pair(field)
        record = record.plus(paired_event(state_of(record), record.seed, pairs, NOW))
        record = record.plus(*_results(record, chance, settings, results))
        yield GeneratedRound(field, pairs, record)


def _joined(number: int, chance: random.Random) -> log.Joined:
    return log.Joined(at=NOW, player=PlayerId(f"p{number}"), rating=chance.randint(800, 2200), deck_hash=None)


def _changes(
    record: log.TournamentRecord, chance: random.Random, settings: Sequence[str], *, is_early: bool
) -> Iterator[log.AnyEvent]:
    state = state_of(record)
    for player, entrant in state.entrants.items():
        is_in = entrant.stage is EntrantStage.IN
        if "drops" in settings and is_in and chance.random() < 0.06:
            yield log.Left(at=NOW, player=player)
        elif "drops" in settings and not is_in and chance.random() < 0.3:
            yield log.Joined(at=NOW, player=player, rating=entrant.rating, deck_hash=None)
    if "late" in settings and is_early and chance.random() < 0.4:
        yield _joined(len(state.entrants) + 1, chance)


def _results(
    record: log.TournamentRecord,
    chance: random.Random,
    settings: Sequence[str],
    results: Sequence[tuple[int, int]],
) -> Iterator[log.AnyEvent]:
    for pairing in state_of(record).rounds[-1].pairings:
        if pairing.match is None:
            continue
        lot = chance.random()
        if "rulings" in settings and lot < 0.05:
            halves = chance.choice([*results, (0, 0)])
            yield log.Ruled(at=NOW, match=pairing.match, by=PlayerId("director"), why="by chance", halves=halves)
            continue
        halves = chance.choice(results)
        yield log.Scored(at=NOW, match=pairing.match, halves=halves)
        if "forfeits" in settings and lot > 0.95 and 0 in halves:
            yield log.Absent(at=NOW, player=pairing.players[halves.index(0)], match=pairing.match)
