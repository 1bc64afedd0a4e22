"""What each viewer is told, and above all what not."""

from collections.abc import Sequence
from itertools import takewhile
from random import Random

import msgspec
import pytest
from games.density_deck.given import (
    BLACK,
    GAME,
    HIGH,
    LOW,
    MIDDLE,
    SILVER,
    A,
    B,
    C,
    D,
    begun,
    common,
    given,
    played,
    red,
    yellow,
)
from quarterdeck_games.density_deck.deck import DECK
from quarterdeck_games.density_deck.state import State, face_up
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction, Setup
from quarterdeck_protocol.games.density_deck import (
    Action,
    Card,
    Colour,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drew,
    Ending,
    Event,
    Fight,
    Flipped,
    ForcedFight,
    HandsShown,
    Options,
    Outcome,
    Pass,
    Prospect,
    Reshuffled,
    Score,
    SeatView,
    Showing,
    Stage,
    Status,
    Subtraction,
    Surrender,
    Take,
    Taken,
    Took,
    View,
    Winner,
)
from quarterdeck_protocol.names import Seat, Version, Viewer
from quarterdeck_testing.profiles import as_many

EVERYONE: tuple[Viewer, ...] = (A, B, C, D, None)


def bytes_of(value: object) -> bytes:
    return msgspec.json.encode(value)


def commons(*powers: int) -> Score:
    added = tuple(common(power) for power in powers)
    return Score(base=None, multiplied=(), product=0, added=added, subtracted=(), total=sum(powers))


def seat_of(seat: Seat, **said: object) -> SeatView:
    rest: dict[str, object] = {
        "status": Status.PLAYING,
        "lives": 10,
        "pending": 0,
        "hand_count": 3,
        "discard_top": None,
        "discard_count": 0,
        "lapses": 0,
        "place": None,
    }
    return msgspec.convert({"seat": seat, **rest, **said}, SeatView)


def test_the_whole_view_of_the_seat_whose_turn_it_is() -> None:
    """DD-36"""
    hand = (red(5), SILVER, common(9))
    match = given(hand, MIDDLE, centre=(red(3), red(10), BLACK), discards={A: (BLACK,), B: (common(1), SILVER)})
    assert GAME.view(match.state, A) == View(
        options=Options(),
        stage=Stage.TURN,
        deal=1,
        round=2,
        dealer_seat=B,
        turn_seat=A,
        damage=2,
        surrender_cost=1,
        pile_count=38,
        centre=(red(3), None, None),
        taken=None,
        seats=(seat_of(A, discard_top=BLACK, discard_count=1), seat_of(B, discard_top=SILVER, discard_count=2)),
        hand=hand,
        drawn=None,
        score=Score(
            base=Colour.SILVER,
            multiplied=(SILVER, SILVER),
            product=16,
            added=(common(9),),
            subtracted=(Subtraction(colour=Colour.RED, cards=(red(5), red(3)), amount=15),),
            total=10,
        ),
        prospects=(),
        last=None,
    )


def test_a_spectator_sees_what_is_public() -> None:
    """DD-36"""
    match = given(pile=(SILVER, red(3)), discards={C: (BLACK,)}).play(A, Draw())
    assert GAME.view(match.state, None) == View(
        options=Options(),
        stage=Stage.HOLDING,
        deal=1,
        round=2,
        dealer_seat=D,
        turn_seat=A,
        damage=2,
        surrender_cost=1,
        pile_count=1,
        centre=(match.state.centre[0], None, None),
        taken=None,
        seats=(seat_of(A, hand_count=4), seat_of(B), seat_of(C, discard_top=BLACK, discard_count=1), seat_of(D)),
        hand=None,
        drawn=None,
        score=None,
        prospects=(),
        last=None,
    )


def test_the_card_drawn_is_its_owners_alone_with_what_each_discard_would_score() -> None:
    """DD-36"""
    match = given((red(3), common(1), common(1)), MIDDLE, pile=(red(5),)).play(A, Draw())
    mine, others = GAME.view(match.state, A), GAME.view(match.state, B)
    assert (mine.drawn, others.drawn, others.prospects) == (red(5), None, ())
    single = Score(
        base=Colour.RED, multiplied=(red(5),), product=5, added=(common(1), common(1)), subtracted=(), total=7
    )
    double = Score(
        base=Colour.RED, multiplied=(red(3), red(5)), product=15, added=(common(1),), subtracted=(), total=16
    )
    assert mine.prospects == (
        Prospect(discard=red(3), score=single),
        Prospect(discard=common(1), score=double),
        Prospect(discard=red(5), score=msgspec.structs.replace(single, multiplied=(red(3),), product=3, total=5)),
    )
    assert mine.score == mine.prospects[2].score


def test_a_card_taken_is_public() -> None:
    """DD-36"""
    match = given(discards={B: (red(3), SILVER)}).play(A, Take(from_seat=B))
    for viewer in EVERYONE:
        assert [GAME.redact(event, viewer) for event in match.happened] == [Took(seat=A, from_seat=B, card=SILVER)]
        assert GAME.view(match.state, viewer).taken == Taken(from_seat=B, card=SILVER)


def test_cards_below_a_discard_top_cannot_be_looked_at_again() -> None:
    """DD-36: only their number"""
    worlds = [given(discards={B: below}) for below in ((red(3), red(5), BLACK), (yellow(3), SILVER, BLACK))]
    for viewer in EVERYONE:
        assert len({bytes_of(GAME.view(world.state, viewer)) for world in worlds}) == 1


def test_a_deal_is_told_to_each_seat_with_its_own_hand_alone() -> None:
    """DD-36"""
    dealt = begun(3).happened[0]
    assert isinstance(dealt, Dealt)
    assert GAME.redact(dealt, B) == Dealt(
        deal=1,
        dealer_seat=dealt.dealer_seat,
        hands=(None, dealt.hands[1], None),
        centre=(None, None, None),
        pile=None,
        pile_count=38,
    )
    assert GAME.redact(dealt, None) == msgspec.structs.replace(
        dealt, hands=(None, None, None), centre=(None, None, None), pile=None
    )


def test_a_card_drawn_is_told_to_its_owner_alone() -> None:
    """DD-36"""
    event = given(pile=(SILVER,)).play(A, Draw()).happened[0]
    assert [GAME.redact(event, viewer) for viewer in (A, B, None)] == [
        Drew(seat=A, card=SILVER),
        Drew(seat=A, card=None),
        Drew(seat=A, card=None),
    ]


def test_of_a_reshuffle_everyone_hears_the_number_of_cards() -> None:
    """DD-36, DD-31"""
    match = given(pile=(), discards={B: (red(3), red(5), SILVER)}).play(A, Draw())
    for viewer in EVERYONE:
        assert GAME.redact(match.happened[0], viewer) == Reshuffled(pile=None, pile_count=2)


def test_a_fight_shows_the_fighters_hands_and_scores_to_all() -> None:
    """S2:24, DD-37"""
    match = given((red(3), common(2), common(1)), LOW, MIDDLE, HIGH, pile=DECK[40:41]).play(A, Surrender())
    match.play(B, Surrender()).play(C, Fight())
    shown = match.happened[1]
    assert isinstance(shown, HandsShown)
    assert shown.showings == (
        Showing(seat=C, hand=MIDDLE, score=commons(4, 5, 6)),
        Showing(seat=D, hand=HIGH, score=commons(7, 8, 9)),
    )
    for viewer in EVERYONE:
        assert GAME.redact(shown, viewer) == shown


def test_anything_that_just_happened_stays_in_the_view() -> None:
    """DD-37"""
    match = given(LOW, MIDDLE, in_round=3, centre=(red(3), BLACK, SILVER)).play(A, Fight())
    for viewer in (A, B, None):
        assert GAME.view(match.state, viewer).last == Outcome(
            deal=1,
            round=3,
            ending=Ending.FIGHT,
            caller_seat=A,
            winners=(Winner(seat=B, total=15),),
            showings=(
                Showing(seat=A, hand=LOW, score=commons(1, 2, 3)),
                Showing(seat=B, hand=MIDDLE, score=commons(4, 5, 6)),
            ),
            centre=(red(3), BLACK, None),
            damage=(3, 0),
            lives=(7, 10),
        )


def test_a_hand_is_shown_in_the_order_of_the_deck_list_which_tells_nothing_of_its_past() -> None:
    """DD-37"""
    orders = ((BLACK, red(5), common(2)), (common(2), BLACK, red(5)))
    first, second = (given(hand, LOW).play(A, Fight()).happened[1] for hand in orders)
    assert first == second
    assert isinstance(first, HandsShown)
    assert first.showings[0].hand == (common(2), red(5), BLACK)


def test_centre_cards_that_were_never_turned_up_stay_hidden_after_the_deal() -> None:
    """DD-6"""
    worlds = [
        given(LOW, MIDDLE, centre=(BLACK, *rest), pile=(SILVER,)).play(A, Fight())
        for rest in ((red(3), red(5)), (yellow(3), yellow(4)))
    ]
    for viewer in (A, B, None):
        redacted = [[GAME.redact(event, viewer) for event in world.settled] for world in worlds]
        assert bytes_of(redacted[0]) == bytes_of(redacted[1])
        assert len({bytes_of(GAME.view(world.state, viewer).last) for world in worlds}) == 1


def test_a_hand_that_is_not_contested_is_not_shown() -> None:
    """DD-23"""
    worlds = [given(LOW, hand, pile=(SILVER,)).play(A, Surrender()) for hand in (MIDDLE, HIGH)]
    for viewer in (A, None):
        redacted = [[GAME.redact(event, viewer) for event in world.settled] for world in worlds]
        assert bytes_of(redacted[0]) == bytes_of(redacted[1])
        assert len({bytes_of(GAME.view(world.state, viewer).last) for world in worlds}) == 1


def test_a_surrendered_hand_is_gone_from_every_view() -> None:
    """DD-37, DD-21"""
    match = given(pile=(SILVER,)).play(A, Draw()).play(A, Surrender())
    mine = GAME.view(match.state, A)
    assert (mine.hand, mine.drawn, mine.score, mine.seats[A].hand_count) == ((), None, None, 0)


def test_before_the_deal_there_is_nothing_to_see() -> None:
    blank = GAME.blank(Setup(seats=4, options=Options()))
    view = GAME.view(blank, A)
    assert (view.stage, view.hand, view.score, view.centre) == (Stage.NOT_DEALT, (), None, ())


def test_when_the_match_is_over_the_view_says_who_finished_where() -> None:
    match = given(LOW, MIDDLE, lives=(1, 1)).play(A, Fight())
    view = GAME.view(match.state, None)
    assert (view.stage, view.turn_seat, [seat.place for seat in view.seats]) == (Stage.OVER, None, [2, 1])


def test_the_encoder_for_viewers_refuses_the_state() -> None:
    with pytest.raises(TypeError):
        msgspec.json.encode(begun().state)


def otherwise(state: State, viewer: Viewer, chance: Random) -> State:
    """Return a world that differs only in what this viewer may not see: all hidden cards change places."""
    own = viewer is not None and viewer == state.turn
    up = face_up(state.round)
    hands_hidden = [seat for seat in range(len(state.hands)) if seat != viewer]
    draw_hidden = state.drawn is not None and state.taken_from is None and not own
    below = [pile[:-1] for pile in state.discards]
    hidden: list[Card] = [*state.pile, *state.centre[up:], *state.muck]
    for cards in (*(state.hands[seat] for seat in hands_hidden), *below):
        hidden += cards
    if draw_hidden and state.drawn is not None:
        hidden.append(state.drawn)
    chance.shuffle(hidden)

    def deal(count: int) -> tuple[Card, ...]:
        cards = tuple(hidden[:count])
        del hidden[:count]
        return cards

    return msgspec.structs.replace(
        state,
        pile=deal(len(state.pile)),
        centre=(*state.centre[:up], *deal(len(state.centre) - up)),
        muck=deal(len(state.muck)),
        hands=tuple(deal(len(hand)) if seat in hands_hidden else hand for seat, hand in enumerate(state.hands)),
        discards=tuple((*deal(len(under)), *pile[-1:]) for under, pile in zip(below, state.discards, strict=True)),
        drawn=deal(1)[0] if draw_hidden else state.drawn,
    )


def answers(state: State, viewer: Viewer) -> list[object]:
    """Everything that a viewer can get out of a state by asking and trying."""
    if viewer is None:
        return [GAME.view(state, None)]
    every: Sequence[Action] = (
        Fight(),
        Draw(),
        Pass(),
        Surrender(),
        *(Take(from_seat=Seat(seat)) for seat in range(-1, 5)),
        *(Discard(card=card) for card in dict.fromkeys(DECK)),
    )
    shown: list[object] = [GAME.view(state, viewer), GAME.choices(state, viewer)]
    offered = GAME.choices(state, viewer)
    for action in every:
        try:
            GAME.decide(state, viewer, action, Dice(b"", Version(1)))
        except IllegalAction as refused:
            shown.append((str(refused), refused.rule))
        else:
            assert action in offered
    return shown


def reveals(event: Event) -> bool:
    return isinstance(event, Flipped | HandsShown | Dealt)


def hidden_actions(state: State, seat: Seat) -> list[Action]:
    """What a seat may do without showing a card."""
    return [action for action in GAME.choices(state, seat) if not isinstance(action, Discard)]


@pytest.mark.parametrize("seed", range(as_many(3, at_length=120)))
def test_in_two_worlds_that_differ_in_what_a_viewer_may_not_see_the_viewer_is_told_the_same(seed: int) -> None:
    """DD-36, DD-37"""
    chance = Random(seed)
    for match, turn in played(seed, seats=2 + seed % 3, actions=200, round_cap=50, forced_fight=ForcedFight.ROUND_CAP):
        viewers: list[Viewer] = [None, *(Seat(seat) for seat in range(len(match.state.lives)))]
        for viewer in viewers:
            other = otherwise(match.state, viewer, chance)
            assert bytes_of(answers(match.state, viewer)) == bytes_of(answers(other, viewer))
            for action in hidden_actions(match.state, turn):
                assert _redacted(match.state, turn, action, viewer) == _redacted(other, turn, action, viewer)


def _redacted(state: State, seat: Seat, action: Action, viewer: Viewer) -> bytes:
    """What a viewer hears of an action, up to where something is turned up for everybody."""
    events = GAME.decide(state, seat, action, Dice(b"", Version(1)))
    redacted = [GAME.redact(event, viewer) for event in takewhile(lambda event: not reveals(event), events)]
    if viewer == seat:
        redacted = [
            msgspec.structs.replace(event, card=None) if isinstance(event, Drew) else event for event in redacted
        ]
    return bytes_of(redacted)


def test_dealing_otherwise_sounds_the_same_to_whoever_got_the_same_hand() -> None:
    """DD-36"""
    match = begun()
    dealt = match.happened[0]
    assert isinstance(dealt, Dealt)
    other = otherwise(match.state, B, Random(1))
    dealt_otherwise = msgspec.structs.replace(dealt, hands=other.hands, centre=other.centre, pile=other.pile)
    assert dealt != dealt_otherwise
    assert bytes_of(GAME.redact(dealt, B)) == bytes_of(GAME.redact(dealt_otherwise, B))


def test_a_discard_says_the_same_of_a_hand_whichever_place_it_came_from() -> None:
    """DD-36: the fourth card slips into the place of the discarded one, which only its owner sees"""
    worlds = [given(hand, LOW, pile=(SILVER,)) for hand in ((red(3), BLACK, common(9)), (common(9), red(3), BLACK))]
    redacted: list[list[Event]] = []
    for world in worlds:
        world.play(A, Draw()).play(A, Discard(card=red(3)))
        redacted.append([GAME.redact(event, B) for event in world.happened])
    assert redacted[0] == redacted[1]
    assert redacted[0][0] == Discarded(seat=A, card=red(3))
    assert bytes_of(GAME.view(worlds[0].state, B)) == bytes_of(GAME.view(worlds[1].state, B))
