"""The bonuses against a slow and obvious reading of S4:58 to S4:61, tried on the whole board at every event."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from games.hosted import HOSTED
from games.worlds import WORLDS
from hypothesis import given
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.myacards.state import State
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus, Kind
from quarterdeck_testing.plans import Manner, Plan, plans
from quarterdeck_testing.random_matches import played

GAME = HOSTED["myacards"]
assert isinstance(GAME, Myacards)
CARDS = GAME.catalogue.cards
Cell = tuple[int, int, int]
"""Half, row and column."""


def cells(state: State) -> dict[Cell, Any]:
    """Return every card with where it stands."""
    found = {}
    for number, piece in enumerate(state.board):
        if piece is not None:
            found[number // 32, number // 8 % 4 + 1, number % 8] = piece
    return found


def stretches(state: State, seat: int, halves: tuple[int, ...]) -> Iterator[list[Any]]:
    """Return every stretch of neighbours of one seat's active cards in one row: all of them, long and short."""
    board = cells(state)
    for half in halves:
        for row in (3, 4):
            for first in range(8):
                for last in range(first, 8):
                    pieces = [board.get((half, row, column)) for column in range(first, last + 1)]
                    if all(piece is not None and piece.seat == seat for piece in pieces):
                        yield pieces


def deserves(stretch: list[Any], bonus: Bonus) -> bool:
    """Return whether these neighbours qualify for a bonus, whatever others they have (MY-65), and so many of them would
    newly be awarded it that it does not end at once (S4:59, S4:61)."""
    cards = [CARDS[piece.card] for piece in stretch]
    names = {card.name for card in cards}
    new = sum(piece.bonus is None for piece in stretch)
    joins = any(piece.bonus is bonus for piece in stretch)
    if bonus is Bonus.PHYLOGENETIC:
        alike = len(cards) >= 3 and len(names) == len(cards) and len({card.sets[4] for card in cards}) == 1
        return new >= 2 and not joins and alike  # one instance: later neighbours do not join
    if bonus is Bonus.SISTER_TAXA:
        return new >= 1 and len(names) >= 2 and len({card.sets for card in cards}) == 1
    return new >= (1 if joins else 3) and len(cards) >= 3 and len(names) == 1


def deserving(state: State, bonus: Bonus) -> list[set[str]]:
    found = []
    for seat in (0, 1):
        halves = (0, 1) if bonus is Bonus.PACK else (seat,)
        found += [{one.id for one in each} for each in stretches(state, seat, halves) if deserves(each, bonus)]
    return found


def has_ended(state: State, piece: Any) -> bool:
    """Return whether the bonus of a card has come to its end."""
    board = cells(state)
    group = {at: one for at, one in board.items() if one.bonus is piece.bonus and one.group == piece.group}
    match piece.bonus:
        case Bonus.PACK:
            return bool(len(group) <= 2)
        case Bonus.PHYLOGENETIC:
            return sum(bool(half == one.seat) for (half, _, _), one in group.items()) <= 1
        case _:
            mine = [one for (half, row, _), one in board.items() if half == one.seat == piece.seat and row > 2]
            sharing = Counter(CARDS[one.card].sets for one in mine)
            return sharing[CARDS[piece.card].sets] < 2


def is_tyrant(state: State, seat: int) -> bool:
    """Whoever has filled what there is to fill, and called it where it must be; nobody, while they are cancelled."""
    if any(piece.card == "trophic-collapse" for piece in cells(state).values()):
        return False
    called = state.sides[seat].crowned or not state.options.declare_bonus
    return called and is_filled(state, seat)


def is_filled(state: State, seat: int) -> bool:
    """All 24 entity zones, or as many as a card of the seat's asks for."""
    board = cells(state)
    own = {piece.card for piece in board.values() if piece.seat == seat}
    needed = 10 if "apex-of-the-food-web" in own else 12 if "rhizobium-leguminosarum" in own else 24
    return sum(bool(half == seat == one.seat and row > 1) for (half, row, _), one in board.items()) >= needed


def steps(plan: Plan) -> Iterator[tuple[State, my.Event | None]]:
    """Return every state of a match with the event that comes next; `None` where an entry has ended."""
    state: State = plan.rules.blank(plan.setup)
    for playing in played(plan):
        for event in playing.entries[-1].events:
            yield state, event
            state = plan.rules.evolve(state, event)
        yield state, None


@given(plan=plans(WORLDS["myacards"], Manner.ACTS, Manner.DAWDLES))
def test_bonuses_are_awarded_and_lost_as_the_rules_say_and_at_once(plan: Plan) -> None:
    """S4:58 to S4:61, MY-30 to MY-36; where bonuses must be declared, nobody has what was not called (MY-37)."""
    declared = plan.setup.options.declare_bonus
    higher = {Bonus.PACK: (), Bonus.SISTER_TAXA: (Bonus.PACK,), Bonus.PHYLOGENETIC: (Bonus.PACK, Bonus.SISTER_TAXA)}
    for state, event in steps(plan):
        board = cells(state)
        match event:
            case my.BonusGained(bonus=Bonus.TYRANT):
                assert declared
                assert is_filled(state, event.seat)
            case my.BonusLost(bonus=Bonus.TYRANT):
                assert declared
                assert not is_filled(state, event.seat)
            case my.BonusGained():
                new = set(event.pieces)
                assert any(new <= each for each in deserving(state, event.bonus))
                assert declared or all(deserving(state, bonus) == [] for bonus in higher[event.bonus])
            case my.BonusLost():
                losing = [one for one in board.values() if one.id in event.pieces]
                assert losing
                assert all(has_ended(state, one) for one in losing)
            case None if state.ended is None:
                assert [one for one in board.values() if one.bonus is not None and has_ended(state, one)] == []
                assert declared or [bonus for bonus in higher if deserving(state, bonus)] == []
            case _:
                pass


@given(plan=plans(WORLDS["myacards"], Manner.ACTS))
def test_anything_that_bonuses_add_is_a_function_of_the_board_and_the_locked_groups(plan: Plan) -> None:
    """S4:58 to S4:61, MY-36: 1, 1, 2 and 3 points, on every statistic."""
    worth = {Bonus.PACK: 3, Bonus.SISTER_TAXA: 2, Bonus.PHYLOGENETIC: 1}
    silencing = {"island-isolation", "hybridisation"}
    for state, event in steps(plan):
        board = cells(state)
        if event is not None or {one.card for one in board.values()} & silencing:
            continue
        reading = state.field
        for piece in board.values():
            if CARDS[piece.card].kind is Kind.ACTIVE:
                bonuses = reading.bonuses(piece)
                expected = worth[piece.bonus] if piece.bonus is not None else 0
                expected += is_tyrant(state, piece.seat)
                assert sum({**worth, Bonus.TYRANT: 1}[bonus] for bonus in bonuses) == expected


@given(plan=plans(WORLDS["myacards"], Manner.ACTS))
def test_no_statistic_below_nought_survives_a_check_and_turns_are_bounded(plan: Plan) -> None:
    """S4:91, MY-38, MY-58: and each turn follows the other seat's."""
    turns = [0]
    for state, event in steps(plan):
        if isinstance(event, my.TurnBegan):
            turns.append(event.turn)
        if event is None and state.ended is None:
            reading = state.field
            for zone, piece in enumerate(state.board):
                if piece is not None and CARDS[piece.card].kind is Kind.ACTIVE:
                    assert min(reading.stats(piece, zone)) >= 0
    assert all(after == before + 1 for before, after in pairwise(turns))
    assert turns[-1] <= plan.setup.options.turn_cap
