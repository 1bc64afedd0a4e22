"""Each promise of the pairing, for whatever tickets there are."""

from collections.abc import Iterable, Sequence
from itertools import combinations, product

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_protocol.lobby.matchmaking import Opponents
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TicketId
from quarterdeck_server.lobby.matchmaking.candidates import BOTS, PEOPLE, Ticket, Wish
from quarterdeck_server.lobby.matchmaking.pairing import LOOKS_OF_EACH, MORE_LOOKS, Pairing, pairings
from quarterdeck_server.lobby.matchmaking.rating_bands import (
    BOUND,
    FIRST_HALF_WIDTH,
    POINTS_A_SECOND,
    bands,
    half_width,
)

NOW = Milliseconds(1_000_000)
SEATS = {"whist": 4, "piquet": 2, "skat": 3}


def wish(game: str = "piquet", rating: int = 1500, uncertainty: int = 0) -> Wish:
    return Wish(game=GameName(game), pool=game, seats=SEATS[game], rating=rating, uncertainty=uncertainty)


def ticket(name: str, *wishes: Wish, waited: int = 0, size: int = 1, **more: object) -> Ticket:
    """Return the ticket of Ann, or of a party Ann, Ann 2 …"""
    players = (PlayerId(name), *(PlayerId(f"{name} {number}") for number in range(2, size + 1)))
    since = Milliseconds(NOW - waited)
    made = Ticket(id=TicketId(name), players=players, wishes=wishes or (wish(),), since=since)
    return msgspec.structs.replace(made, **more)


def together(tickets: Sequence[Ticket]) -> list[set[str]]:
    """Return who is paired, each pairing as a set of tickets."""
    return [set(pairing.tickets) for pairing in pairings(tickets, NOW)]


class TestForExample:
    def test_two_who_seek_the_same_are_paired(self) -> None:
        (pairing,) = pairings([ticket("Ann"), ticket("Ben", waited=5)], NOW)
        assert pairing == Pairing(
            pool="piquet", game=GameName("piquet"), tickets=(TicketId("Ben"), TicketId("Ann")), bots=0
        )

    def test_two_who_seek_something_else_are_not(self) -> None:
        assert together([ticket("Ann"), ticket("Ben", wish("skat"))]) == []

    def test_the_band_widens_until_they_fit(self) -> None:
        apart = FIRST_HALF_WIDTH + 10 * POINTS_A_SECOND
        pair = [wish(), wish(rating=1500 + apart)]
        assert together([ticket("Ann", pair[0], waited=9_999), ticket("Ben", pair[1], waited=9_999)]) == []
        assert together([ticket("Ann", pair[0], waited=10_000), ticket("Ben", pair[1], waited=9_999)]) == []
        assert together([ticket("Ann", pair[0], waited=10_000), ticket("Ben", pair[1], waited=10_000)]) != []

    def test_an_uncertain_rating_has_a_wider_band(self) -> None:
        far = wish(rating=1500 + FIRST_HALF_WIDTH + 100, uncertainty=200)
        assert together([ticket("Ann", wish(uncertainty=200)), ticket("Ben", far)]) == [{"Ann", "Ben"}]
        assert together([ticket("Ann", wish(uncertainty=190)), ticket("Ben", far)]) == []

    def test_tickets_meet_if_each_wants_the_kind_of_the_other(self) -> None:
        takes = {Opponents.ANYBODY: {PEOPLE, BOTS}, Opponents.PEOPLE: {PEOPLE}, Opponents.BOTS: {BOTS}}
        kinds = [(mine, theirs) for mine in (PEOPLE, BOTS) for theirs in (PEOPLE, BOTS)]
        for (mine, theirs), own, other in product(kinds, takes, takes):
            ann = ticket("Ann", kinds=mine, opponents=own, waited=BOUND)
            paired = together([ann, ticket("Ben", kinds=theirs, opponents=other)])
            assert bool(paired) is (theirs in takes[own] and mine in takes[other]), (mine, theirs, own, other)
        party = ticket("Ann", wish("whist"), kinds=PEOPLE | BOTS, size=3, waited=BOUND)
        assert together([party, ticket("Ben", wish("whist"), opponents=Opponents.BOTS)]) == []

    def test_after_the_bound_the_nearest_there_is_will_do(self) -> None:
        others = [ticket("far", wish(rating=9000)), ticket("farther", wish(rating=-6500))]
        assert together([ticket("Ann", waited=BOUND - 1), *others]) == []
        assert together([ticket("Ann", waited=BOUND), *others]) == [{"Ann", "far"}]

    def test_of_two_who_are_equally_near_the_longest_waiter_is_taken(self) -> None:
        for lower, upper in ((50, 40), (40, 50)):
            others = [
                ticket("lower", wish(rating=1450), waited=lower),
                ticket("upper", wish(rating=1550), waited=upper),
            ]
            assert together([ticket("Ann", waited=60), *others]) == [{"Ann", "lower" if lower > upper else "upper"}]
        same = [ticket(f"same-{number}", wish(rating=1450), waited=number) for number in range(5)]
        assert together([ticket("Ann", waited=60), *same])[0] == {"Ann", "same-4"}

    def test_the_same_opponent_twice_running_is_avoided_while_there_is_a_choice(self) -> None:
        ann = ticket("Ann", waited=10, last=frozenset({PlayerId("Ben")}))
        ben, cleo = ticket("Ben", waited=5), ticket("Cleo", wish(rating=1599))
        assert together([ann, ben, cleo]) == [{"Ann", "Cleo"}]
        assert together([ann, ben]) == [{"Ann", "Ben"}]

    def test_it_is_the_same_which_of_the_two_remembers_the_other(self) -> None:
        ann, cleo = ticket("Ann", waited=10), ticket("Cleo", wish(rating=1599))
        ben = ticket("Ben", waited=5, last=frozenset({PlayerId("Ann")}))
        assert together([ann, ben, cleo]) == [{"Ann", "Cleo"}]

    def test_a_party_avoids_whom_one_of_its_friends_has_just_met(self) -> None:
        pair = ticket("pair", wish("whist"), waited=10, size=2, last=frozenset({PlayerId("Ben")}))
        ben, cleo, dan = (
            ticket(name, wish("whist", rating)) for name, rating in (("Ben", 1500), ("Cleo", 1580), ("Dan", 1590))
        )
        assert together([pair, ben, cleo, dan]) == [{"pair", "Cleo", "Dan"}]
        assert together([pair, ben, cleo]) == [{"pair", "Ben", "Cleo"}]
        met = ticket("met", wish("whist"), size=2, last=frozenset({PlayerId("pair 2")}))
        assert together([pair, met, cleo, dan]) == [{"pair", "Cleo", "Dan"}]

    def test_a_player_who_is_held_back_waits(self) -> None:
        assert together([ticket("Ann", held_until=Milliseconds(NOW + 1)), ticket("Ben")]) == []
        assert together([ticket("Ann", held_until=NOW), ticket("Ben")]) == [{"Ann", "Ben"}]

    def test_of_several_games_that_is_played_where_the_ratings_lie_closest(self) -> None:
        both = (wish("piquet", 1500), wish("whist", 1500))
        ann = ticket("Ann", *both, waited=10)
        ben = ticket("Ben", wish("piquet", 1590))
        whist = [ticket(f"w{number}", wish("whist", 1500 + number)) for number in range(3)]
        assert together([ann, ben, *whist])[0] == {"Ann", "w0", "w1", "w2"}

    def test_parties_sit_together(self) -> None:
        four = [wish("whist")]
        assert together([ticket("two", *four, size=2), ticket("pair", *four, size=2)]) == [{"two", "pair"}]
        assert together([ticket("three", *four, size=3), ticket("Ann", *four)]) == [{"three", "Ann"}]
        assert together([ticket("four", *four, size=4)]) == [{"four"}]
        assert together([ticket("three", *four, size=3), ticket("pair", *four, size=2)]) == []

    def test_bots_come_when_they_are_welcome_and_nobody_else_fits(self) -> None:
        ann = ticket("Ann", wish("whist"), bots_from=NOW)
        (alone,) = pairings([ann, ticket("Ben", wish("whist")), ticket("Cleo", wish("whist"))], NOW)
        assert (alone.tickets, alone.bots) == (("Ann",), 3)
        ben = ticket("Ben", wish("whist"), bots_from=NOW)
        (both,) = pairings([ann, ben, ticket("Cleo", wish("whist"))], NOW)
        assert (set(both.tickets), both.bots) == ({"Ann", "Ben"}, 2)
        assert pairings([msgspec.structs.replace(ann, bots_from=Milliseconds(NOW + 1))], NOW) == []


def crowd(count: int, groups: int, waited: int) -> list[Ticket]:
    """Return many who are alike, in so many groups in which everybody has blocked everybody else."""
    names = [PlayerId(f"g{place * groups // count} {place:04}") for place in range(count)]
    return [
        ticket(
            name,
            wish("whist"),
            avoids=Counted(each for each in names if each[:2] == name[:2] and each != name),
            waited=waited,
        )
        for name in names
    ]


class Counted(frozenset[PlayerId]):
    """Blocked players, with how often anybody has asked for them."""

    asked = 0

    def isdisjoint(self, other: Iterable[object], /) -> bool:
        Counted.asked += 1
        return super().isdisjoint(other)


class TestInACrowdInWhichNobodyGetsOnWithTheirNeighbours:
    def test_the_longest_waiter_is_paired_however_many_there_are(self) -> None:
        found = pairings(crowd(1_200, 4, waited=BOUND), NOW)
        assert TicketId("g0 0000") in found[0].tickets
        assert len({name[:2] for name in found[0].tickets}) == 4

    def test_the_work_is_bounded(self) -> None:
        tickets, Counted.asked = crowd(1_200, 3, waited=BOUND), 0
        assert pairings(tickets, NOW) == []
        looks = LOOKS_OF_EACH * len(tickets) + MORE_LOOKS
        assert looks / 4 < Counted.asked < 8 * looks, "each look asks both, about two who are chosen at the most"

    def test_enough_is_left_for_those_who_come_after_it(self) -> None:
        after = [ticket("Ann"), ticket("Ben")]
        assert together([*crowd(1_200, 3, waited=BOUND), *after]) == [{"Ann", "Ben"}]

    def test_a_player_who_gets_on_with_others_is_paired_beside_it(self) -> None:
        tickets = [*crowd(1_200, 3, waited=BOUND), *(ticket(f"z{number}", wish("whist")) for number in range(4))]
        assert {"z0", "z1", "z2", "z3"} & {name for pairing in pairings(tickets, NOW) for name in pairing.tickets}


NAMES = [f"p{number}" for number in range(9)]


@st.composite
def tickets(draw: st.DrawFn, most: int = 9) -> list[Ticket]:
    """Return a few tickets, as different as they can be."""
    made = []
    for name in NAMES[: draw(st.integers(0, most))]:
        size = draw(st.sampled_from([1, 1, 1, 1, 2, 3, 4]))
        games = ["whist"] if size > 1 else draw(st.lists(st.sampled_from(sorted(SEATS)), min_size=1, unique=True))
        wishes = [wish(game, draw(st.integers(1200, 1800)), draw(st.sampled_from([0, 40, 333]))) for game in games]
        made.append(
            ticket(
                name,
                *wishes,
                waited=draw(st.integers(0, BOUND + 20_000)),
                size=size,
                held_until=draw(st.sampled_from([Milliseconds(0), NOW, Milliseconds(NOW + 1)])),
                bots_from=draw(st.sampled_from([None, NOW, Milliseconds(NOW + 1)])),
                avoids=frozenset(map(PlayerId, draw(st.lists(st.sampled_from(NAMES), max_size=3)))) - {name},
                last=frozenset(map(PlayerId, draw(st.lists(st.sampled_from(NAMES), max_size=3)))) - {name},
            )
        )
    return made


def reach(each: Ticket, pool: str) -> tuple[int, int]:
    (found,) = (wish for wish in each.wishes if wish.pool == pool)
    return found.rating, half_width(found.uncertainty, NOW - each.since)


def is_overdue(each: Ticket) -> bool:
    return NOW - each.since >= BOUND


def get_on(one: Ticket, other: Ticket) -> bool:
    return one.avoids.isdisjoint(other.players) and other.avoids.isdisjoint(one.players)


def tables_in(tickets: Sequence[Ticket], pool: str) -> list[tuple[Ticket, ...]]:
    """Return every way to fill the seats of one match of a pool, by trying all."""
    there = [each for each in tickets if any(wish.pool == pool for wish in each.wishes)]
    return [
        company
        for count in range(1, 5)
        for company in combinations(there, count)
        if sum(len(each.players) for each in company) == SEATS[pool]
        and all(get_on(one, other) for one, other in combinations(company, 2))
    ]


@given(tickets())
def test_everybody_is_paired_once_at_most_and_every_seat_is_taken(given: list[Ticket]) -> None:
    by_id = {each.id: each for each in given}
    found = pairings(given, NOW)
    paired = [each for pairing in found for each in pairing.tickets]
    assert len(paired) == len(set(paired))
    for pairing in found:
        people = sum(len(by_id[each].players) for each in pairing.tickets)
        assert people + pairing.bots == SEATS[pairing.pool]
        assert all(any(wish.pool == pairing.pool for wish in by_id[each].wishes) for each in pairing.tickets)
        assert [by_id[each].since for each in pairing.tickets] == sorted(by_id[each].since for each in pairing.tickets)


@given(tickets())
def test_players_who_blocked_each_other_never_meet_and_who_is_held_back_meets_nobody(given: list[Ticket]) -> None:
    by_id = {each.id: each for each in given}
    for pairing in pairings(given, NOW):
        company = [by_id[each] for each in pairing.tickets]
        assert all(get_on(one, other) for one, other in combinations(company, 2))
        assert all(each.held_until <= NOW for each in company)


@given(tickets())
def test_before_the_bound_everybody_is_in_everybodys_band(given: list[Ticket]) -> None:
    by_id = {each.id: each for each in given}
    for pairing in pairings(given, NOW):
        company = [by_id[each] for each in pairing.tickets]
        if not any(is_overdue(each) for each in company):
            for one, other in combinations(company, 2):
                (mine, my_reach), (theirs, their_reach) = reach(one, pairing.pool), reach(other, pairing.pool)
                assert abs(mine - theirs) <= min(my_reach, their_reach)


@given(tickets())
def test_bots_sit_only_with_those_who_welcome_them(given: list[Ticket]) -> None:
    by_id = {each.id: each for each in given}
    for pairing in pairings(given, NOW):
        if pairing.bots:
            welcomes = [by_id[each].bots_from for each in pairing.tickets]
            assert all(start is not None and start <= NOW for start in welcomes)


@given(tickets())
def test_a_player_who_has_waited_for_the_bound_is_left_only_if_those_left_cannot_fill_the_seats(
    given: list[Ticket],
) -> None:
    paired = {each for pairing in pairings(given, NOW) for each in pairing.tickets}
    left = [each for each in given if each.id not in paired and each.held_until <= NOW]
    for overdue in filter(is_overdue, left):
        assert overdue.bots_from is None or overdue.bots_from > NOW or len(overdue.players) == 4
        for each in overdue.wishes:
            assert not [company for company in tables_in(left, each.pool) if overdue in company]


@given(tickets())
def test_nobody_is_left_who_fits_somebody_at_a_table_for_two(given: list[Ticket]) -> None:
    paired = {each for pairing in pairings(given, NOW) for each in pairing.tickets}
    left = [each for each in given if each.id not in paired and each.held_until <= NOW]
    for one, other in tables_in(left, "piquet"):
        (mine, my_reach), (theirs, their_reach) = reach(one, "piquet"), reach(other, "piquet")
        assert abs(mine - theirs) > min(my_reach, their_reach)


@given(tickets())
def test_the_longest_waiter_gets_the_best_there_is(given: list[Ticket]) -> None:
    """The first of all who wait: nobody can have taken anything away from him."""
    free = [each for each in given if each.held_until <= NOW]
    if not free:
        return
    longest = min(free, key=lambda each: (each.since, each.id))
    found = [pairing for pairing in pairings(given, NOW) if longest.id in pairing.tickets and not pairing.bots]
    if not is_overdue(longest):
        return
    possible = [
        (has_met(company, longest), spread(company, wish.pool))
        for wish in longest.wishes
        for company in tables_in(free, wish.pool)
        if longest in company
    ]
    assert bool(found) == bool(possible)
    by_id = {each.id: each for each in given}
    for pairing in found:
        company = tuple(by_id[each] for each in pairing.tickets)
        assert has_met(company, longest) == min(met for met, _ in possible)
        if len(company) == 2:
            assert spread(company, pairing.pool) <= min(
                apart for met, apart in possible_for_two(longest, free, has_met(company, longest))
            )


def possible_for_two(longest: Ticket, free: Sequence[Ticket], met: bool) -> list[tuple[bool, int]]:
    return [
        (has_met(company, longest), spread(company, wish.pool))
        for wish in longest.wishes
        for company in tables_in(free, wish.pool)
        if longest in company and len(company) == 2 and has_met(company, longest) <= met
    ]


def has_met(company: Sequence[Ticket], _: Ticket) -> bool:
    return any(
        not one.last.isdisjoint(other.players) or not other.last.isdisjoint(one.players)
        for one, other in combinations(company, 2)
    )


def spread(company: Sequence[Ticket], pool: str) -> int:
    ratings = [reach(each, pool)[0] for each in company]
    return max(ratings) - min(ratings)


@given(tickets(), st.randoms(use_true_random=False))
def test_the_order_in_which_tickets_are_listed_says_nothing(given: list[Ticket], chance: object) -> None:
    shuffled = given[::-1]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # it is a `random.Random`
    assert pairings(shuffled, NOW) == pairings(given, NOW)


class TestABand:
    @given(st.integers(0, 3000), st.integers(0, 400), st.integers(0, 200_000))
    def test_explains_what_it_will_be(self, rating: int, uncertainty: int, waited: int) -> None:
        since = Milliseconds(NOW - waited)
        explained = bands(rating, uncertainty, since, NOW)
        assert [band.after for band in explained] == [0, 10_000, 30_000, 60_000]
        for band in explained:
            later = bands(rating, uncertainty, since, Milliseconds(NOW + band.after))[0]
            assert (band.lowest, band.highest) == (later.lowest, later.highest)
            if waited + band.after >= BOUND:
                assert (band.lowest, band.highest) == (None, None)
            else:
                assert band.lowest is not None
                assert band.highest is not None
                assert band.highest - rating == rating - band.lowest == half_width(uncertainty, waited + band.after)

    @given(st.integers(0, 400), st.integers(0, 100_000), st.integers(0, 100_000))
    def test_never_narrows(self, uncertainty: int, waited: int, longer: int) -> None:
        assert half_width(uncertainty, waited + longer) >= half_width(uncertainty, waited) >= FIRST_HALF_WIDTH
