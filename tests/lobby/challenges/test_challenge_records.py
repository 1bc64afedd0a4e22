"""Limits and expiry of challenges, as they are stored."""

import pytest
from lobby.ratings_world import NOON
from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_protocol.lobby.social.challenges import DAYS_OPEN, ChallengeId, ChallengeStage, RatingBand
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.challenges.challenge_records import (
    DAY,
    MOST_A_DAY,
    MOST_A_DAY_BETWEEN_TWO,
    MOST_SENT,
    NEW,
    NONE_MADE,
    ChallengeCounts,
    ChallengeRecord,
    check_open,
    check_room,
)

ADA, BO = PlayerId("ada"), PlayerId("bo")


def challenge(number: int = 0, other: PlayerId = BO, at: int = NOON) -> ChallengeRecord:
    return ChallengeRecord(
        id=ChallengeId(f"c{number}"),
        players=(ADA, other),
        people=(ADA, other),
        game=GameName("tiny"),
        options=Raw(b"{}"),
        time_limit=Milliseconds(30_000),
        rated=False,
        seat=None,
        deck=None,
        order="",
        made_at=Milliseconds(at),
    )


def made(*challenges: ChallengeRecord, answered: bool = False) -> ChallengeCounts:
    """Return the counts of Ada after these challenges of hers."""
    own = NONE_MADE
    for each in challenges:
        own = own.after(each, each.made_at)
        if answered:
            own = own.after(replace(each, stage=ChallengeStage.DECLINED), each.made_at)
    return own


def test_it_expires_by_itself() -> None:
    record = challenge()
    last = Milliseconds(record.expires_at - 1)
    assert (record.stage_at(last), record.stage_at(record.expires_at)) == (ChallengeStage.OPEN, ChallengeStage.EXPIRED)
    assert record.expires_at == NOON + DAYS_OPEN * DAY
    check_open(record, last)
    with pytest.raises(CommandRefused, match="over"):
        check_open(record, record.expires_at)
    assert made(record).at(record.expires_at).open == {}
    assert NEW.after(record, ADA, record.made_at).at(record.expires_at).sent == {}
    assert replace(record, stage=ChallengeStage.DECLINED).stage_at(record.expires_at) is ChallengeStage.DECLINED


def test_a_player_has_a_limit_of_open_challenges_and_one_to_the_same_player() -> None:
    full = made(*(challenge(number, PlayerId(f"p{number}")) for number in range(MOST_SENT)))
    with pytest.raises(CommandRefused, match="cancel one first"):
        check_room(full, BO, Milliseconds(NOON))
    with pytest.raises(CommandRefused, match="waits for an answer") as refused:
        check_room(made(challenge()), BO, Milliseconds(NOON))
    assert refused.value.where == "$.player"
    check_room(made(challenge()), PlayerId("eve"), Milliseconds(NOON))


@pytest.mark.parametrize(("most", "where"), [(MOST_A_DAY_BETWEEN_TWO, "$.player"), (MOST_A_DAY, "$.type")])
def test_a_day_has_a_limit_however_the_challenges_end(most: int, where: str) -> None:
    others = [BO if where == "$.player" else PlayerId(f"p{number}") for number in range(most)]
    own = made(*(challenge(number, other, NOON + number) for number, other in enumerate(others)), answered=True)
    now = Milliseconds(NOON + most)
    with pytest.raises(CommandRefused, match="a day") as refused:
        check_room(own.at(now), BO, now)
    assert (refused.value.where, refused.value.retry_in) == (where, DAY - most)
    later = Milliseconds(NOON + DAY)
    check_room(own.at(later), BO, later)


def test_both_players_list_it_until_it_is_answered() -> None:
    record = challenge()
    hers, theirs = (NEW.after(record, player, record.made_at) for player in record.players)
    assert (hers.sent, theirs.received) == ({"c0": (BO, NOON)}, {"c0": (ADA, NOON)})
    assert theirs.after(replace(record, stage=ChallengeStage.ACCEPTED), BO, record.made_at).received == {}


@pytest.mark.parametrize(
    ("below", "above", "taken"),
    [
        (None, None, "low same high"),
        (100, None, "same high"),
        (None, 100, "low same"),
        (0, 0, "same"),
        (500, 500, "low same high"),
    ],
)
def test_a_band_limits_ratings_around_ones_own_in_its_game(below: int | None, above: int | None, taken: str) -> None:
    game = GameName("tiny")
    own = replace(NEW, bands=(RatingBand(game=game, below=below, above=above),))
    ratings = {"low": 1_300, "same": 1_500, "high": 1_700}
    assert " ".join(name for name, each in ratings.items() if own.takes_rating(game, 1_500, each)) == taken
    assert all(own.takes_rating(GameName("other"), 1_500, each) for each in ratings.values())
