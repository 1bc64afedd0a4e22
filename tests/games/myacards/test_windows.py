"""Whether a window opens, how long, and for what: told apart by nothing but what everybody can see (MY-47, MY-48).

Two worlds that differ in nothing but which cards the attacked player holds, and in what standing orders they have
(MY-66), are played side by side: in one there is something to react with, in the other there is not; in one an order
answers, in the other the player. Whoever does not hold the cards must not be able to tell which is which.
"""

from random import Random

from games.myacards.given import GAME, A, B, Match
from games.myacards.given import given as laid
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import encode
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind, Until
from quarterdeck_protocol.names import Milliseconds

REACTIONS = [card.id for card in CARDS.values() if not card.is_entity]
ENTITIES = [card.id for card in CARDS.values() if card.is_entity]
ACTIVES = [card.id for card in CARDS.values() if card.kind is Kind.ACTIVE and not card.sacrifices]
LASTING = {
    kind: [card.id for card in CARDS.values() if card.kind is kind and card.stays]
    for kind in (Kind.EVENT, Kind.EFFECT, Kind.DOMINION)
}
ROW_1 = [Kind.EVENT] * 3 + [Kind.EFFECT] * 3 + [Kind.DOMINION] * 2
MINUTE = Milliseconds(60_000)


def worlds(chance: Random) -> tuple[Match, Match]:
    """Return an attack phase twice, with hands of the same size: one that can react, and one that cannot."""
    columns = chance.sample(range(8), 3)
    field = {f"0.3.{column}": chance.choice(ACTIVES) for column in columns}
    field |= {f"1.3.{column}": chance.choice(ACTIVES) for column in columns}
    closed = chance.choice((0, 0.5, 1))  # how much of row 1 is taken
    for column, kind in enumerate(ROW_1):
        if chance.random() < closed:
            field[f"1.1.{column}"] = chance.choice(LASTING[kind])
    size = chance.choice((0, 1, 1, 3))
    hands = (chance.choices(REACTIONS, k=size), chance.choices(ENTITIES, k=size))
    able, unable = [laid(field, attacking=True, live=False, their_hand=hand) for hand in hands]
    return able, unable


def seen(match: Match) -> list[bytes]:
    """Return all that the attacker and a spectator get to know: events, view, choices, who is asked, every clock."""
    frames: list[bytes] = []
    for viewer in (A, None):
        heard = [GAME.redact(event, viewer) for event in match.happened]
        frames.append(encode([event for event in heard if event is not None]))
        frames.append(encode(GAME.view(match.state, viewer)))
    frames.append(encode(match.choices(A)))
    asked = [bool(GAME.choices(match.state, seat)) for seat in (A, B)]
    clocks = [GAME.time_limit(match.state, seat, MINUTE) for seat in (A, B)]
    frames.append(encode([asked, clocks]))
    return frames


def side_by_side(chance: Random, able: Match, unable: Match) -> tuple[int, int]:
    """Play the same attacks in both worlds until none is left; give how many windows opened, and how many attacks."""
    windows = attacks = 0
    while True:
        offered = [one for one in able.choices(A) if isinstance(one, my.Attack)]
        if able.state.window is None and offered:
            attacks += 1
            attack = chance.choice(offered)
            for match in (able, unable):
                match.act(attack, A)
        elif able.state.window is not None:
            windows += 1
            passing = [one for one in able.choices(B) if isinstance(one, my.LetPass)]
            assert passing == [one for one in unable.choices(B) if isinstance(one, my.LetPass)]
            if chance.random() < 0.2:
                for match in (able, unable):
                    match.times_out(B)
            else:
                for match in (able, unable):
                    match.obeys(B) if GAME.has_order(match.state, B) else match.act(chance.choice(passing), B)
        else:
            return windows, attacks
        assert seen(able) == seen(unable)


@given(seed=st.integers(0, 2**64 - 1))
def test_a_player_who_attacks_cannot_tell_a_hand_that_can_react_from_one_that_cannot(seed: int) -> None:
    """MY-48, MY-56, MY-66: not by a window, not by its clock, not by what follows when it is let pass, by order or by
    hand, or runs out; nor by what the turn's end makes of an order, or a turn that ends with its withdrawal."""
    chance = Random(seed)
    able, unable = worlds(chance)
    assert seen(able) == seen(unable)
    side_by_side(chance, able, unable)
    for match in (able, unable):
        match.end_turn()
    assert seen(able) == seen(unable)
    for match in (able, unable):
        ends = [one for one in match.choices(B) if isinstance(one, my.EndTurn | my.EndTurnWatching)]
        match.act(chance.choice(ends), B)
    assert seen(able) == seen(unable)


def test_these_worlds_come_by_open_windows_closed_ones_and_attacks_without() -> None:
    """So the test above says something of each."""
    counts, orders = [], set()
    for seed in range(60):
        chance = Random(seed)
        able, unable = worlds(chance)
        counts.append(side_by_side(chance, able, unable))
        orders.add((able.state.sides[B].passes, unable.state.sides[B].passes))
    assert any(windows > attacks for windows, attacks in counts), "before and after an attack"
    assert any(attacks and not windows for windows, attacks in counts), "an empty hand, or a full row 1"
    assert {(None, Until.CALL), (Until.TURN, None)} <= orders, "an order in one world, and none in the other"


def test_a_reaction_needs_a_hand_and_room_and_a_window_without_either_closes_by_itself() -> None:
    """MY-47, MY-48: when the last card has been played nothing is asked any more, and the attack goes on."""
    field = {"0.3.0": "canis-lupus", "1.3.0": "felis-silvestris", "1.3.7": "castor-fiber"}
    match = laid(field, attacking=True, their_hand=["bristling"]).attack("0.3.0", "1.3.0")
    assert match.kinds()[-1] is my.WindowOpened
    match.play("bristling").choose("1.3.0")
    assert match.state.window is None
    assert match.state.attack is None
    assert match.asked == A
    assert [one.until for one in match.happened if isinstance(one, my.Passed)] == [Until.NOW]
    assert [type(one) for one in match.happened if isinstance(one, my.AttackResolved | my.AttackOver)] == [
        my.AttackResolved,
        my.AttackOver,
    ]
