"""Text for tournaments."""

from msgspec.structs import replace
from quarterdeck_client.words.tournament_words import (
    goes_on,
    is_played,
    pairings_in_words,
    standings_in_words,
    summary_in_words,
    tournament_in_words,
)
from quarterdeck_protocol.lobby.tournaments import (
    ArenaSheet,
    Entrant,
    EntrantStage,
    PairingRule,
    TieBreak,
    Tournament,
    TournamentFormat,
    TournamentId,
    TournamentPairing,
    TournamentPart,
    TournamentRound,
    TournamentStage,
    TournamentSummary,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

ADA, BO, CY = (Player(id=PlayerId(name.lower()), name=name) for name in ("Ada", "Bo", "Cy"))


def entrant(player: Player, place: int, points: int, stage: EntrantStage = EntrantStage.IN) -> Entrant:
    """Return a player of a tournament."""
    return Entrant(
        player=player, stage=stage, place=place, points=points, tie_breaks=(150, 25), rating=1500, reason="late"
    )


def running() -> Tournament:
    """Return a tournament in its first round."""
    return Tournament(
        summary=TournamentSummary(
            id=TournamentId("t"),
            name="Friday",
            game=GameName("tiny"),
            format=TournamentFormat("a format of tomorrow"),
            stage=TournamentStage.RUNNING,
            rounds=3,
            round=1,
            entrants=2,
            most_entrants=8,
        ),
        director=ADA,
        options={},
        time_limit=Milliseconds(30_000),
        between_rounds=None,
        bots=False,
        made_at=Milliseconds(0),
        tie_breaks=(TieBreak.BUCHHOLZ_CUT_1, TieBreak.WINS),
        commitment="c",
        entrants=(entrant(ADA, 1, 100), entrant(BO, 2, 50), entrant(CY, 3, 0, EntrantStage.REMOVED)),
        rounds=(
            TournamentRound(
                pairings=(
                    TournamentPairing(
                        players=(ADA.id, BO.id), match=MatchId("m"), points=(100, 0), ruling="a broken line"
                    ),
                    TournamentPairing(players=(CY.id,), points=(100,)),
                ),
                paired_at=Milliseconds(0),
                rule=PairingRule.FEWEST_REPEATS,
            ),
        ),
    )


def test_a_running_tournament_says_its_terms_standings_and_pairings() -> None:
    tournament = running()
    assert summary_in_words(tournament.summary, {"tiny": "Tiny"}) == (
        "Friday: Tiny, other, round 1 of 3, 2 players, running"
    )
    assert tournament_in_words(tournament, {}, BO.id)[1:] == [
        "Directed by Ada, 30 s for each action.",
        "Round 2 begins when the director says so.",
        "You: 0.5 points, place 2.",
    ]
    assert standings_in_words(tournament) == [
        "1. Ada: 1 point (1.5 buchholz cut 1, 0.25 wins)",
        "2. Bo: 0.5 points (1.5 buchholz cut 1, 0.25 wins)",
        "3. Cy, removed: late: 0 points (1.5 buchholz cut 1, 0.25 wins)",
    ]
    assert pairings_in_words(tournament) == [
        "Round 1, in which some must meet again",
        "  Ada – Bo  1 : 0  (ruling: a broken line)",
        "  Cy  bye",
    ]


def test_an_arena_says_its_end_and_the_points_of_its_players() -> None:
    usual = running()
    summary = replace(usual.summary, format=TournamentFormat.ARENA, stage=TournamentStage.OPEN, round=0)
    sheet = ArenaSheet(matches=2, wins=2, streak=True, last=(200, 200))
    tournament = replace(
        usual,
        summary=summary,
        tie_breaks=(TieBreak.PERFORMANCE,),
        entrants=(replace(entrant(ADA, 1, 400), tie_breaks=(200_000,), arena=sheet),),
        rounds=(),
        duration=Milliseconds(3_600_000),
    )
    assert tournament_in_words(tournament, {}, BO.id)[2:] == ["The director begins the arena. It lasts 60 minutes."]
    begun = replace(
        tournament,
        summary=replace(summary, stage=TournamentStage.RUNNING, round=2),
        ends_at=Milliseconds(0),
        rounds=(TournamentRound(pairings=(TournamentPairing(players=(ADA.id,)),), paired_at=Milliseconds(0)),),
    )
    assert "2 waves" in tournament_in_words(begun, {}, BO.id)[0]
    assert tournament_in_words(begun, {}, BO.id)[2].startswith("The arena ends 1970-01-01")
    assert standings_in_words(begun) == ["1. Ada: 4 points (2000 performance), matches: 2 2, points count twice"]
    assert pairings_in_words(begun) == ["Ada  bye"]


def test_a_round_that_waits_names_its_players() -> None:
    over = running().rounds[0]
    tournament = replace(running(), when_ready=True, awaited=(BO.id,), rounds=(over,))
    lines = tournament_in_words(tournament, {}, BO.id)
    assert "Rounds begin when all are ready." in lines
    assert "The next round waits until these players are ready: Bo." in lines


def test_another_round_follows_for_those_who_can_play_in_it() -> None:
    before = running()
    last = replace(before, summary=replace(before.summary, round=3))
    over = replace(before, summary=replace(before.summary, stage=TournamentStage.ENDED))
    arena = replace(last, summary=replace(last.summary, format=TournamentFormat.ARENA))
    cut = replace(before, cut=(ADA.id, CY.id))
    assert [goes_on(each, BO.id) for each in (before, last, over, arena, cut)] == [True, False, False, True, False]
    part = TournamentPart(version=1, from_row=1, rows=3, taken=3, round=1, from_pairing=1, pairings=2, open=1)
    assert [is_played(each) for each in (before, replace(before, part=part))] == [False, True]


def test_standings_say_the_places_that_can_be_reached() -> None:
    places = ((3, 7), (2, 2), (None, None))
    tournament = replace(
        running(), entrants=tuple(replace(entrant(CY, 3, 0), best_place=a, worst_place=b) for a, b in places)
    )
    ends = [line.rpartition(")")[2] for line in standings_in_words(tournament)]
    assert ends == [", can still finish 3 to 7", ", will finish 2", ""]
