"""`quarterdeck bench lobby`: quick match in virtual time, and what is held against it."""

import json

import msgspec
import pytest
from click.testing import CliRunner
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TicketId
from quarterdeck_server.__main__ import main
from quarterdeck_server.evaluation.capacity.lobby_hour import CROWDS, HOURS, Habits, Hour, has_company, simulate, speed
from quarterdeck_server.lobby.matchmaking.candidates import Ticket, Wish
from quarterdeck_server.lobby.matchmaking.rating_bands import BOUND

NOW = Milliseconds(1_000_000)
SMALL = Hour("small", 120)


def waiting(name: str, waited: int, size: int = 1, seats: int = 4, bots: Milliseconds | None = None) -> Ticket:
    return Ticket(
        id=TicketId(name),
        players=tuple(PlayerId(f"{name} {number}") for number in range(size)),
        wishes=(Wish(game=GameName("whist"), pool="whist", seats=seats, rating=1500, uncertainty=60),),
        since=Milliseconds(NOW - waited),
        bots_from=bots,
    )


def test_it_prints_what_was_promised_for_every_hour_and_nobody_waits_beyond_the_bound() -> None:
    ran = CliRunner().invoke(main, ["bench", "lobby", "--seed", "7", "--tickets", "500", "--json"])
    assert ran.exit_code == 0, ran.output
    figures = json.loads(ran.output.splitlines()[-1])
    assert [hour["name"] for hour in figures["hours"]] == [hour.name for hour in HOURS] == ["quiet", "normal", "busy"]
    for hour, kind in zip(figures["hours"], HOURS, strict=True):
        assert kind.arrivals / 2 < hour["tickets"] < kind.arrivals * 2
        assert 0 < hour["wait_p50"] <= hour["wait_p95"] <= hour["wait_max"]
        assert hour["difference_p50"] <= hour["difference_p95"]
        assert hour["over_the_bound"] == 0
        assert hour["begun"] + hour["absent"] + hour["unmatched"] <= hour["tickets"]
    assert figures["hours"][2]["wait_p95"] < BOUND / 1000
    assert figures["bound_s"] == BOUND / 1000
    assert {each["crowd"]: each["tickets"] for each in figures["rounds"]} == dict.fromkeys(CROWDS, 500)


def test_it_says_the_same_to_people() -> None:
    ran = CliRunner().invoke(main, ["bench", "lobby", "--tickets", "100"])
    assert ran.exit_code == 0
    for words in ("quiet hour:", "normal hour:", "busy hour:", "p95", "unmatched", "one round of 100 tickets"):
        assert words in ran.output


def test_a_share_that_is_none_is_said_in_a_sentence() -> None:
    ran = CliRunner().invoke(main, ["bench", "lobby", "--no-shows", "2"])
    assert ran.exit_code == 2
    assert "0<=x<=1" in ran.output


def test_an_hour_with_the_same_seed_is_the_same() -> None:
    habits = Habits(no_shows=0.2, parties=0.3)
    assert simulate(SMALL, habits, 3) == simulate(SMALL, habits, 3)
    assert simulate(SMALL, habits, 3) != simulate(SMALL, habits, 4)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "habits",
    [
        Habits(),
        Habits(no_shows=0.3, parties=0.5, spread=900.0, welcome_bots=0.1),
        Habits(plays_again=0.95, blocks=0.9, parties=0.3, welcome_bots=0.0),
    ],
)
def test_the_bound_holds_for_all_kinds_of_people(seed: int, habits: Habits) -> None:
    figures = simulate(SMALL, habits, seed)
    assert figures.over_the_bound == 0
    assert figures.begun > 0


def test_a_crowd_is_paired_almost_without_rest() -> None:
    measured = speed(1_000, 1, times=1)
    assert measured.tickets == 1_000
    assert measured.pairings > 300


class TestCompany:
    """What the simulation holds against pairing must be able to fail."""

    def test_is_there_if_those_who_are_left_fill_the_seats(self) -> None:
        late = waiting("late", BOUND)
        assert has_company(late, [late, waiting("a", 0), waiting("b", 0), waiting("c", 0)], NOW)
        assert has_company(late, [late, waiting("a", 0), waiting("pair", 0, size=2)], NOW)

    def test_is_not_if_they_do_not(self) -> None:
        late = waiting("late", BOUND)
        assert not has_company(late, [late, waiting("a", 0), waiting("b", 0)], NOW)
        assert not has_company(late, [late, waiting("pair", 0, size=2), waiting("two", 0, size=2)], NOW)

    def test_is_nobodys_right_before_the_bound(self) -> None:
        early = waiting("early", BOUND - 1)
        assert not has_company(early, [early, waiting("a", 0), waiting("b", 0), waiting("c", 0)], NOW)

    def test_is_none_of_whom_one_has_blocked_the_other(self) -> None:
        late, others = waiting("late", BOUND), [waiting("a", 0), waiting("b", 0), waiting("c", 0)]
        blocking = msgspec.structs.replace(late, avoids=frozenset(others[0].players))
        assert not has_company(blocking, [blocking, *others], NOW)
        others[1] = msgspec.structs.replace(others[1], avoids=frozenset(others[2].players))
        assert not has_company(late, [late, *others], NOW)
        assert has_company(late, [late, *others, waiting("d", 0)], NOW)

    def test_may_be_bots(self) -> None:
        late = waiting("late", BOUND, bots=NOW)
        assert has_company(late, [late], NOW)
