"""What a match that has ended means for those who played it."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import msgspec
import pytest
from quarterdeck_protocol.lobby.ratings import RatedAmong, Unrated
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.lobby.ratings.match_results import (
    NEVER_MET,
    NEW,
    Circumstances,
    FinishedMatch,
    MeetingsRecord,
    StandingRecord,
    foreseen,
    meetings_after,
    pairs,
    pairs_of,
    standing_after,
    verdict,
    why_not,
)
from quarterdeck_server.lobby.ratings.rating_model import BEGINNER, Skill, after

ADA, BO, CY = (Player(id=PlayerId(name), name=name.title()) for name in ("ada", "bo", "cy"))
ENGINE = Player(id=PlayerId("engine"), name="Engine", kind=PlayerKind.BOT, owner=ADA.id)
OTHER_ENGINE = Player(id=PlayerId("other-engine"), name="Other Engine", kind=PlayerKind.BOT, owner=ADA.id)
FOREIGN_ENGINE = Player(id=PlayerId("foreign-engine"), name="Foreign", kind=PlayerKind.BOT, owner=PlayerId("di"))
GUEST = Player(id=PlayerId("guest"), name="Guest 1", kind=PlayerKind.GUEST)
HOUSE = Player(id=PlayerId("bot-1"), name="Random 1", kind=PlayerKind.BOT, bot="random")


def finished(players: Sequence[Player], places: Sequence[int] | None, **more: object) -> FinishedMatch:
    """Return a match that would be rated, unless told otherwise."""
    usual = FinishedMatch(
        match=MatchId("m"),
        game=GameName("tiny"),
        players=tuple(players),
        rated=True,
        result=None if places is None else Result(places=tuple(places), reason="end"),
        began=Milliseconds(1),
        ended=Milliseconds(2),
        entries=9,
        acted=tuple(4 for _ in players),
    )
    return msgspec.structs.replace(usual, **more)


@pytest.mark.parametrize(
    ("match", "code"),
    [
        (finished([ADA, BO], [1, 2]), None),
        (finished([ADA, BO], None), Unrated.HOUSE_ERROR),
        (finished([ADA, BO], [1]), Unrated.HOUSE_ERROR),
        (finished([ADA, ADA], [1, 2]), Unrated.SAME_PLAYER_TWICE),
        (finished([ADA, ENGINE, BO], [1, 2, 3]), Unrated.SAME_PLAYER_TWICE),
        (finished([BO, ENGINE, CY], [1, 2, 3]), None),
        (finished([BO, ENGINE, CY, OTHER_ENGINE], [1, 2, 3, 4]), Unrated.SAME_PLAYER_TWICE),
        (finished([ADA, HOUSE], [1, 2]), Unrated.BOTS),
        (finished([ADA, ENGINE], [1, 2]), Unrated.SAME_PLAYER_TWICE),
        (finished([ENGINE, OTHER_ENGINE], [1, 2]), Unrated.SAME_PLAYER_TWICE),
        (finished([BO, ENGINE], [1, 2]), None),
        (finished([BO, ENGINE], [1, 2], rated=False), Unrated.UNRATED_TABLE),
        (finished([ENGINE, FOREIGN_ENGINE], [1, 2]), None),
        (finished([ENGINE, FOREIGN_ENGINE], [1, 2], acted=(3, 2)), Unrated.TOO_SHORT),
        (finished([ENGINE, FOREIGN_ENGINE], [1, 2], acted=(0, 0)), Unrated.ABANDONED_BEFORE_THE_DEAL),
        (finished([GUEST, ENGINE], [1, 2]), Unrated.GUESTS),
        (finished([GUEST, ENGINE, FOREIGN_ENGINE], [1, 2, 3]), None),
        (finished([ENGINE, HOUSE], [1, 2]), Unrated.BOTS),
        (finished([ADA, HOUSE, BO], [1, 2, 3]), None),
        (finished([ADA, BO], [1, 2], acted=(0, 0)), Unrated.ABANDONED_BEFORE_THE_DEAL),
        (finished([ADA, HOUSE, BO], [1, 2, 3], acted=(0, 7, 0)), Unrated.ABANDONED_BEFORE_THE_DEAL),
        (finished([ADA, BO], [1, 2], acted=(1, 0), entries=2), Unrated.TOO_SHORT),
        (finished([ADA, BO], [1, 2], acted=(3, 3), entries=3), None),
        (finished([ADA, BO], [1, 2], acted=(3, 2)), Unrated.TOO_SHORT),
        (finished([ADA, BO, CY], [1, 2, 3], acted=(3, 0, 3)), None),
        (finished([ADA, BO], [1, 2], rated=False), Unrated.UNRATED_TABLE),
        (finished([ADA, GUEST], [1, 2]), Unrated.GUESTS),
        (finished([ADA, GUEST], [1, 2], rated=False), Unrated.UNRATED_TABLE),
        (finished([ADA, GUEST, BO], [1, 2, 3]), None),
        (finished([ADA, HOUSE], [1, 2], rated=False), Unrated.BOTS),
    ],
)
def test_the_first_reason_is_told(match: FinishedMatch, code: Unrated | None) -> None:
    assert why_not(match) is code
    assert verdict(match, {}).unrated is code


def test_every_reason_of_this_server_is_in_the_table_above() -> None:
    marks = test_the_first_reason_is_told.pytestmark  # type: ignore[attr-defined]  # pytest puts it there
    of_circumstances = {Unrated.SAME_ADDRESS, Unrated.MET_TOO_OFTEN}
    assert {code for _, code in marks[0].args[1]} == {None, *Unrated} - {Unrated.OTHER} - of_circumstances


ANYBODY = (ADA, BO, ENGINE, OTHER_ENGINE, FOREIGN_ENGINE, GUEST, HOUSE)
STRANGERS = [Player(id=PlayerId(f"stranger-{n}"), name=f"Stranger {n}") for n in range(4)]
PROGRAMS = [
    Player(id=PlayerId(f"program-{n}"), name=f"Program {n}", kind=PlayerKind.BOT, owner=PlayerId(f"owner-{n}"))
    for n in range(4)
]


@pytest.mark.parametrize("is_rated", [True, False])
def test_why_a_match_will_not_be_rated_is_known_as_soon_as_its_players_are(is_rated: bool) -> None:
    matches = [some for seats in (2, 3, 4) for some in combinations_with_replacement(ANYBODY, seats)]
    assert {foreseen(some, is_rated=is_rated) for some in matches} >= {Unrated.BOTS, Unrated.SAME_PLAYER_TWICE}
    for some in matches:
        match = finished(some, range(1, len(some) + 1), rated=is_rated, entries=99)
        assert foreseen(some, is_rated=is_rated) is why_not(match), some


@pytest.mark.parametrize("is_rated", [True, False])
def test_free_seats_may_be_taken_by_anybody(is_rated: bool) -> None:
    for seats in (2, 3, 4):
        for taken in range(seats):
            for some in combinations_with_replacement(ANYBODY, taken):
                told = foreseen([*some, *(None for _ in range(seats - taken))], is_rated=is_rated)
                ends = [
                    why_not(finished([*some, *best[taken:seats]], range(1, seats + 1), rated=is_rated, entries=99))
                    for best in (STRANGERS, PROGRAMS)
                ]
                assert told is (None if None in ends else ends[0]), some


def test_anything_that_is_known_beside_a_match_counts_for_those_who_would_be_rated() -> None:
    match, strangers = finished([ADA, GUEST, BO], [1, 2, 3]), pairs_of([ADA, GUEST])
    assert why_not(match, Circumstances(neighbours=strangers, regulars=strangers)) is None
    both = pairs_of([BO, ADA])
    assert why_not(match, Circumstances(neighbours=both, regulars=both)) is Unrated.SAME_ADDRESS
    assert why_not(match, Circumstances(regulars=both)) is Unrated.MET_TOO_OFTEN
    assert why_not(msgspec.structs.replace(match, rated=False), Circumstances(neighbours=both)) is Unrated.UNRATED_TABLE


def test_people_are_rated_among_themselves_and_bots_not_at_all() -> None:
    result = verdict(finished([ADA, HOUSE, BO], [3, 1, 2]), {BO.id: StandingRecord(skill=Skill(30, 5))})
    ada, house, bo = result.seats
    assert (house.bot, house.before, house.after) == (HOUSE, None, None)
    assert (ada.before, bo.before) == (BEGINNER, Skill(30, 5))
    assert [bo.after, ada.after] == after([Skill(30, 5), BEGINNER], [1, 2])
    assert [seat.place for seat in result.seats] == [3, 1, 2]


def test_without_two_people_all_accounts_are_rated_among_bots() -> None:
    result = verdict(finished([ENGINE, HOUSE, BO, FOREIGN_ENGINE], [1, 2, 3, 4]), {BO.id: StandingRecord(won=7)})
    assert result.among is RatedAmong.BOTS
    assert [bool(seat.against_bots) for seat in result.seats] == [False, False, True, False]
    engine, house, bo, foreign = result.seats
    assert (house.before, house.after) == (None, None)
    assert [engine.after, bo.after, foreign.after] == after([BEGINNER] * 3, [1, 3, 4])
    assert bo.after is not None
    assert standing_after(StandingRecord(won=7), result, bo) == StandingRecord(skill=bo.after, rated=1, played=1, won=7)
    people = verdict(finished([ADA, FOREIGN_ENGINE, BO], [1, 2, 3]), {})
    assert people.among is RatedAmong.PEOPLE
    assert [bool(seat.against_bots) for seat in people.seats] == [False] * 3
    assert people.seats[1].after is None


def test_nobody_with_an_account_is_kept_by_name() -> None:
    assert b"Ada" not in msgspec.json.encode(verdict(finished([ADA, BO], [1, 2]), {}))


def test_wins_count_where_people_meet_rated_or_not() -> None:
    friendly = verdict(finished([ADA, BO], [1, 1], rated=False), {})
    assert standing_after(NEW, friendly, friendly.seats[0]) == StandingRecord(played=1, won=1)
    rated = verdict(finished([ADA, BO], [1, 2]), {})
    winner, loser = (standing_after(NEW, rated, seat) for seat in rated.seats)
    assert (winner.rated, winner.played, winner.won) == (1, 1, 1)
    assert (loser.rated, loser.played, loser.won) == (1, 1, 0)
    assert (winner.skill, loser.skill) == (rated.seats[0].after, rated.seats[1].after)
    bots = verdict(finished([ADA, HOUSE], [1, 2]), {})
    assert standing_after(NEW, bots, bots.seats[0]) == NEW


def test_meetings_are_seen_from_the_side_whose_id_comes_first() -> None:
    result = verdict(finished([CY, HOUSE, BO, ADA], [1, 2, 3, 3]), {})
    seen = {pair: meetings_after(NEVER_MET, result, *seats) for pair, seats in pairs(result).items()}
    assert seen == {
        (ADA.id, BO.id): MeetingsRecord(equal=1, rated=(result.ended,)),
        (ADA.id, CY.id): MeetingsRecord(below=1, rated=(result.ended,)),
        (BO.id, CY.id): MeetingsRecord(below=1, rated=(result.ended,)),
    }
