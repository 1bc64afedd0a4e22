"""How a match begins, how turns go, and how it ends."""

from itertools import groupby
from typing import Any, get_args

import pytest
from games.myacards.given import GAME, A, B, Match, begun, given
from msgspec.structs import replace
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_games.myacards.catalogue.decks import GIANTS, PACKS, ROWS, faults_of
from quarterdeck_games.myacards.choices import has_opening
from quarterdeck_games.myacards.field import Chips
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Reason

WOLF, BEAVER, REMORA = "canis-lupus", "castor-fiber", "remora-remora"


# Beginning


def test_two_play_with_shuffled_face_down_decks_and_a_coin_says_who_begins() -> None:
    """S4:8, S4:10, S4:34, S4:36, S4:52, S4:66, S4:68, S4:69, S4:70, MY-57."""
    starters, orders = set(), set()
    for seed in range(20):
        match = begun(seed)
        shuffled = match.happened[0]
        assert isinstance(shuffled, my.Shuffled)
        assert shuffled.decks is not None
        assert [sorted(deck) for deck in shuffled.decks] == [list(PACKS.all_cards), list(ROWS.all_cards)]
        assert [list(deck) for deck in shuffled.decks] != [list(PACKS.in_order), list(ROWS.in_order)]
        orders.add(shuffled.decks)
        assert GAME.redact(shuffled, A) == my.Shuffled(starting_seat=shuffled.starting_seat, decks=None)
        starters.add(match.state.starter)
    assert starters == {A, B}
    assert len(orders) == 20
    assert list(GAME.seats) == [2]


def test_a_player_who_would_lose_when_the_turn_ends_is_told_so() -> None:
    """S4:65. The view says it, so that no client needs the rule."""

    def must_place(match: Match) -> list[bool]:
        return [seat.must_place_entity for seat in GAME.view(match.state, A).seats]

    assert must_place(given({"1.3.0": WOLF}, hand=[WOLF], live=False)) == [True, False]
    assert must_place(given({"0.3.0": WOLF, "1.3.0": WOLF})) == [False, False]
    assert must_place(given({"0.3.0": WOLF}, live=False)) == [False, False], "it is not the turn of who has none"
    assert must_place(begun()) == [False, False], "before the first turn nobody is at turn"


def test_an_opening_hand_of_five_then_the_usual_draw_on_the_first_turn_too() -> None:
    """MY-2, MY-3, S4:71."""
    match = begun()
    assert [len(match.hand(seat)) for seat in (A, B)] == [5, 5]
    match.act(my.KeepHand(), A)
    assert match.refusal(my.KeepHand(), A) == "MY-2"
    assert match.refusal(my.EndTurn(), B) == "MY-2"
    match.act(my.KeepHand(), B)
    starter = match.state.starter
    assert (match.state.turn, len(match.hand(starter))) == (1, 6)
    assert match.refusal(my.KeepHand()) == "MY-2"
    assert len(begun(opening_hand=3).hand(A)) == 3


def test_a_hand_without_an_entity_for_the_first_turn_may_be_drawn_again_once() -> None:
    """MY-2: it is shown, shuffled back, and the next is kept."""
    tried = (begun(seed, GIANTS, opening_hand=2) for seed in range(400))
    match = next(match for match in tried if not has_opening(CARDS, match.state.sides[A].hand))
    before = match.hand(A)
    match.act(my.Mulligan(), A)
    shown = match.happened[0]
    assert isinstance(shown, my.Mulliganed)
    assert (sorted(shown.cards), match.state.sides[A].kept, len(match.hand(A))) == (sorted(before), True, 2)
    assert GAME.choices(match.state, A) == ()
    assert shown.deck is not None
    assert sorted(shown.deck) == list(GIANTS.all_cards)
    old = next(
        one
        for one in (begun(seed, GIANTS, opening_hand=2) for seed in range(400))
        if one.hand(A) == before and not has_opening(CARDS, one.state.sides[A].hand)
    )
    assert shown.deck != (*old.state.sides[A].deck, *before)
    assert shown.deck != (*before, *old.state.sides[A].deck)
    good = begun(3)
    assert has_opening(CARDS, good.state.sides[A].hand)
    assert good.refusal(my.Mulligan(), A) == "MY-2"


def _faults(*names: str, **options: Any) -> list[str]:
    cards = tuple((name, len(list(same))) for name, same in groupby(names))
    return list(faults_of(Deck(cards=cards), my.Options(**options)))


def test_a_deck_has_45_to_200_cards_and_few_of_each() -> None:
    """S4:67, S4:74, S4:75, S4:76, MY-1, MY-17, MY-18: four of an entity, two of any other, by name."""
    wolves = [card.id for card in CARDS.values() if card.kind is my.Kind.ACTIVE][:60]
    faults = _faults
    assert faults(*wolves[:45]) == []
    assert len(faults(*wolves[:44])) == 1
    assert faults(*wolves[:45], deck_min=50) == ["A deck has from 50 to 200 cards, not 45 (S4:67)."]
    assert len(faults(*wolves[:50] * 4, "moult")) == 1
    for name, most in ((WOLF, 4), (REMORA, 4), ("sahara", 2), ("drought", 2), ("moult", 2)):
        others = [each for each in wolves if each != name][:50]
        assert faults(*others, *[name] * most) == []
        assert len(faults(*others, *[name] * (most + 1))) == 1
    assert faults(*wolves[:45], "unicornis") == ["There is no card “unicornis”."]


@pytest.mark.parametrize(
    ("card", "copies", "rule"),
    [(WOLF, 5, "S4:74"), (REMORA, 5, "S4:74"), ("sahara", 3, "S4:75"), ("drought", 3, "S4:76"), ("moult", 3, "MY-17")],
)
def test_too_many_of_a_card_is_a_fault_with_its_own_rule(card: str, copies: int, rule: str) -> None:
    """S4:74, S4:75, S4:76, MY-17."""
    others = [each.id for each in CARDS.values() if each.kind is my.Kind.ACTIVE and each.id != WOLF][:50]
    (fault,) = _faults(*others, *[card] * copies)
    assert f"({rule})" in fault
    assert f"not {copies}" in fault


def test_how_many_of_an_effect_card_a_deck_may_have_is_an_option() -> None:
    """MY-17: the text sets no limit; two unless the table says more."""
    others = [each.id for each in CARDS.values() if each.kind is my.Kind.ACTIVE][:50]
    deck = (*others, *["moult"] * 7)
    assert my.Options().effect_copies == 2
    assert len(_faults(*deck)) == 1
    assert len(_faults(*deck, effect_copies=6)) == 1
    assert _faults(*deck, effect_copies=7) == []
    assert len(_faults(*deck, *["drought"] * 3, effect_copies=7)) == 1
    assert GAME.check(GAME.setup(2, my.Options(effect_copies=201))) != []
    assert GAME.check(GAME.setup(2, my.Options(effect_copies=200))) == []


def test_options_are_kept_within_bounds() -> None:
    """MY-1, MY-2, MY-58."""
    assert my.Options().deck_min == 45
    assert GAME.check(GAME.setup(2, my.Options(deck_min=50))) == []
    for name, wrong in (
        ("opening_hand", my.Options(opening_hand=9)),
        ("deck_min", my.Options(deck_min=51)),
        ("turn_cap", my.Options(turn_cap=3)),
        ("effect_copies", my.Options(effect_copies=1)),
        ("effect_copies", my.Options(effect_copies=201)),
    ):
        setup = GAME.setup(2, wrong)
        assert f"$.options.{name}" in [fault.path for fault in GAME.check(setup)]


# Turns


def test_a_turn_is_draw_play_attack_and_discard() -> None:
    """MY-11, S4:71."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, turn=4, their_hand=[], hand=[])
    match.end_turn()
    assert match.kinds()[:3] == [my.TurnEnded, my.TurnBegan, my.Drew]
    assert (match.state.active_seat, len(match.hand(A))) == (A, 1)
    match.begin_attacks()
    assert match.state.stage is my.Stage.ATTACK


def test_at_the_end_of_a_turn_one_discards_down_to_eight() -> None:
    """S4:73, MY-15, MY-16: one at a time, of one's choosing, for everybody to see."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF] * 5 + [BEAVER] * 5).end_turn()
    assert match.state.stage is my.Stage.DISCARD
    assert match.choices() == [my.Discard(card=my.CardId(WOLF)), my.Discard(card=my.CardId(BEAVER))]
    assert match.refusal(my.EndTurn()) == "S4:73"
    match.act(my.Discard(card=my.CardId(BEAVER)))
    assert match.state.active_seat == A
    match.act(my.Discard(card=my.CardId(WOLF)))
    assert (match.state.active_seat, len(match.hand(A)), match.oblivion()) == (B, 8, [BEAVER, WOLF])
    assert given({"0.3.0": WOLF, "1.3.0": BEAVER}).refusal(my.Discard(card=my.CardId(WOLF))) == "S4:73"


def test_only_the_hand_of_whose_turn_ends_is_counted() -> None:
    """MY-15."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, their_hand=[WOLF] * 12).end_turn()
    assert match.state.active_seat == B


def test_removed_cards_lie_in_oblivion_until_a_card_brings_them_back_but_banned_ones_never() -> None:
    """S4:35, S4:53, S4:125, S4:126, S4:127, MY-59."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=["seed-bank"], oblivion=[WOLF, BEAVER], banned=[BEAVER])
    match.play("seed-bank")
    assert match.choices() == [my.ChooseCard(card=my.CardId(WOLF))]
    assert match.choose(WOLF).hand() == [WOLF]
    none = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=["seed-bank"], oblivion=[BEAVER], banned=[BEAVER])
    assert none.refusal(my.Play(card=my.CardId("seed-bank"))) == "MY-54"


def test_instant_cards_go_to_oblivion_and_lasting_ones_stay() -> None:
    """MY-51: and those that count turns leave when they have run."""
    match = given({"0.3.0": "lontra-canadensis", "1.3.0": WOLF}, hand=["moult", "drought"])
    match.play("moult").choose("0.3.0").play("drought")
    assert (match.at("0.1.3"), match.at("0.1.0"), match.oblivion()) == (None, "drought", ["moult"])
    match.end_turn().end_turn()
    assert match.at("0.1.0") == "drought"
    match.end_turn()
    assert match.at("0.1.0") is None


def test_a_card_that_would_find_nothing_to_do_is_not_played() -> None:
    """MY-54."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=["mobbing"])
    assert not match.playable("mobbing")
    assert match.refusal(my.Play(card=my.CardId("mobbing"))) == "MY-54"


def test_a_statistic_below_nought_removes_and_nought_stays() -> None:
    """S4:91, MY-39, S4:9, S4:80: chips are put on and stay."""
    match = given({"0.3.0": WOLF, "1.3.0": "castor-fiber", "1.3.5": WOLF}, hand=["parasite-load"] * 2)
    match.play("parasite-load").choose("1.3.0")
    assert match.stats("1.3.0") == (0, 8, 1)
    match.play("parasite-load").choose("1.3.0")
    assert match.at("1.3.0") is None
    (removed,) = [one for one in match.happened if isinstance(one, my.Removed) and one.card == "castor-fiber"]
    assert removed.why is my.Why.BELOW_ZERO


def test_statistics_have_no_upper_limit() -> None:
    """MY-62."""
    match = given({"0.3.0": "balaenoptera-musculus", "1.3.0": WOLF}, hand=["moult"] * 5)
    for _ in range(5):
        match.play("moult").choose("0.3.0")
    assert match.stats("0.3.0").defense == 17


# Ending


def test_a_player_who_has_no_entity_left_loses() -> None:
    """S4:65, MY-4, MY-6."""
    match = given({"0.3.0": WOLF, "1.3.0": "ophiophagus-hannah"}, attacking=True).attack("0.3.0", "1.3.0")
    assert match.places == (1, 2)
    assert match.refusal(my.EndTurn(), A) == "S4:65"


@pytest.mark.parametrize(
    ("field", "places"),
    [({"0.3.0": WOLF}, (1, 2)), ({"1.3.0": WOLF}, (2, 1)), ({}, (1, 1)), ({"0.3.0": WOLF, "1.3.0": WOLF}, None)],
)
def test_this_is_first_seen_when_the_second_player_ends_the_first_turn(
    field: dict[str, str], places: tuple[int, int] | None
) -> None:
    """S4:65, MY-4, MY-5: without entities on either side it is a draw."""
    match = given(field, turn=1).end_turn()
    assert match.places is None
    assert match.end_turn().places == places


def test_losing_the_last_entities_at_once_is_a_draw() -> None:
    """MY-8."""
    match = given({"0.3.0": "phoca-vitulina", "1.3.0": "phoca-vitulina"}, hand=["red-tide"] * 6)
    for _ in range(6):
        match.play("red-tide")
    assert match.places == (1, 1)


def test_chips_that_are_taken_away_at_the_end_of_a_turn_can_end_it_for_both_at_once() -> None:
    """MY-8, MY-38, S4:91: what held both last cards at nought runs out in one instant."""
    field = {"0.3.0": "mirounga-leonina", "1.3.0": "phoca-vitulina"}
    match = given(field, turn=5)
    board = list(match.state.board)
    for number, piece in enumerate(board):
        if piece is not None and CARDS[piece.card].kind is my.Kind.ACTIVE:
            printed = CARDS[piece.card].defense
            chips = Chips(attack=0, defense=1, speed=0, last_turn=5)
            board[number] = replace(piece, defense=-printed - 1, chips=(chips,))
    match.state = replace(match.state, board=tuple(board))
    assert match.settled().happened == []
    match.end_turn()
    assert match.places == (1, 1)
    assert my.TurnBegan not in match.kinds()


def test_a_hand_that_may_be_larger_may_not_any_more_when_the_card_has_gone() -> None:
    """S4:73: what counts is the end of the turn."""
    match = given({"0.3.0": WOLF, "0.1.3": "spring-flood", "1.3.0": BEAVER}, hand=[WOLF] * 11, their_hand=[])
    (full,) = [one for one in match.end_turn().happened if isinstance(one, my.TurnEnded)]
    assert full.seat == A
    gone = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF] * 11).end_turn()
    assert [one.count for one in gone.happened if isinstance(one, my.HandFull)] == [3]


def test_a_player_who_cannot_draw_loses_before_anything_else() -> None:
    """S4:72, MY-9, MY-10: an empty deck alone does not."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, deck=(), their_deck=[WOLF]).end_turn()
    assert GAME.result(match.state) is None
    match.end_turn()
    assert match.places == (2, 1)
    result = GAME.result(match.state)
    assert result is not None
    assert result.reason == Reason.EMPTY_DECK


def test_drawing_for_an_effect_from_an_empty_deck_does_not_lose() -> None:
    """MY-9: what is there is drawn."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, deck=[WOLF], hand=["good-foraging"]).play("good-foraging")
    assert (match.hand(), match.places) == ([WOLF], None)


def test_after_the_last_turn_the_match_is_a_draw() -> None:
    """MY-58."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, turn=6, options=my.Options(turn_cap=6)).end_turn()
    assert match.places == (1, 1)


def _attempts() -> list[my.Action]:
    """Return something wrong of every kind: cards not held, pieces of others, zones that are taken, too early."""
    lion, piece, far = my.CardId("panthera-leo"), my.PieceId("p2"), my.PieceId("p99")
    return [
        my.KeepHand(),
        my.Mulligan(),
        my.Place(card=lion, zones=(my.ZoneId("0.3.1"),)),
        my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("0.3.0"),)),
        my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("1.3.1"),)),
        my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("nowhere"),)),
        my.Sacrifice(piece=piece),
        my.Play(card=my.CardId("moult")),
        my.Play(card=my.CardId("no-such-card")),
        my.Attack(piece=piece, targets=(my.PieceId("p1"),)),
        my.Attack(piece=far, targets=(far,)),
        my.LetPass(until=my.Until.NOW),
        my.EndTurnWatching(),
        my.CallBonus(bonus=my.Bonus.PACK),
        my.Discard(card=my.CardId(WOLF)),
        my.ChoosePiece(piece=piece),
        my.ChooseZone(zone=my.ZoneId("0.3.1")),
        my.ChooseCard(card=my.CardId(WOLF)),
    ]


@pytest.mark.parametrize("attempt", _attempts(), ids=lambda one: type(one).__name__)
def test_cheating_is_refused_without_penalty_and_the_match_goes_on(attempt: my.Action) -> None:
    """S4:137, S4:138, MY-61, G-1: nobody loses by it, nothing changes, and as often as one likes."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF], their_hand=["moult"])
    before, offered = match.state, (match.choices(A), match.choices(B))
    for seat in (A, B):
        assert all(match.refusal(attempt, seat) for _ in range(3))
    assert match.state == before
    assert (match.choices(A), match.choices(B)) == offered
    assert GAME.result(match.state) is None
    assert match.place(WOLF, "0.3.1").at("0.3.1") == WOLF


def test_no_kind_of_action_has_escaped_the_cheats() -> None:
    """MY-61: but for ending one's phases, which only the player of the turn may."""
    tried = {type(one) for one in _attempts()} | {my.BeginAttacks, my.EndTurn}
    assert tried == set(get_args(my.Action))
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER})
    assert [match.refusal(one, B) for one in (my.BeginAttacks(), my.EndTurn())] == ["S4:108", "S4:108"]
    assert GAME.result(match.state) is None


def test_a_player_who_leaves_loses() -> None:
    """S4:137, S4:138, MY-61: of all that one can do only leaving loses at once (G-10)."""
    assert begun().leaves(B).places == (1, 2)
    lion = "panthera-leo"
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[lion]).place(lion, "0.3.1").leaves(A)
    assert (match.places, match.hand()) == ((2, 1), [lion])


# Absence


def test_the_house_ends_phases_for_whoever_is_away() -> None:
    """MY-60, MY-67: keeps the hand, passes, and ends all phases of a turn whose time is over."""
    match = begun()
    match.times_out(A).times_out(B)
    assert match.state.turn == 1
    match.times_out()
    assert match.state.turn == 2
    match.times_out()
    assert match.places == (1, 1)


def test_the_house_answers_reacts_and_discards_for_whoever_is_away() -> None:
    """MY-15, MY-60: what is discarded, the lot says."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF] * 6 + [BEAVER] * 6, attacking=True).times_out()
    assert (len(match.hand()), match.state.active_seat) == (8, B)
    full = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF] * 12).end_turn().times_out()
    assert (len(full.hand()), full.state.active_seat) == (8, B)
    window = given({"0.3.0": WOLF, "1.3.0": BEAVER}, attacking=True, their_hand=[WOLF]).attack("0.3.0", "1.3.0")
    assert window.times_out().state.attack is not None
    assert window.times_out().asked == A
    asked = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=["moult"]).play("moult").times_out()
    assert asked.more("0.3.0") == (1, 1, 1)
    assert asked.state.active_seat == B
    lion = "panthera-leo"
    placing = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[lion]).place(lion, "0.3.1").times_out()
    assert (placing.at("0.3.1"), placing.state.active_seat) == (lion, B)


# What may be seen


@pytest.mark.parametrize("viewer", [A, B, None])
def test_a_card_that_is_being_placed_has_its_face_beside_the_table(viewer: Any) -> None:
    """MY-28"""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=["panthera-leo"]).place("panthera-leo", "0.3.1")
    assert match.state.placing is not None
    assert "panthera-leo" in GAME.view(match.state, viewer).faces


def test_hands_and_decks_are_hidden_and_all_else_is_public() -> None:
    """MY-56, S4:69, S4:140: what is no longer in a hand may be looked at by anybody."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF], their_hand=[BEAVER], their_oblivion=[REMORA])
    mine, watched = GAME.view(match.state, A), GAME.view(match.state, None)
    assert (mine.hand, watched.hand) == ((WOLF,), None)
    assert [seat.hand_count for seat in watched.seats] == [1, 1]
    assert watched.seats[B].oblivion == {REMORA: 1}
    assert set(watched.faces) == {WOLF, BEAVER}
    assert watched.faces[my.CardId(WOLF)].sets.startswith("EUK ANI CHO MAM CAR")


def test_anything_that_is_printed_on_the_cards_of_oblivion_is_told_while_one_is_chosen() -> None:
    """S4:140, MY-59: to everybody, because everybody may look at them."""
    match = given(
        {"0.3.0": WOLF, "1.3.0": BEAVER}, hand=["seed-bank"], oblivion=[REMORA, "drought", "panthera-leo", WOLF]
    )
    assert REMORA not in GAME.view(match.state, A).faces
    match.play("seed-bank")
    for viewer in (A, B, None):
        assert {REMORA, "panthera-leo"} <= set(GAME.view(match.state, viewer).faces)
    assert REMORA in GAME.view(match.choose("panthera-leo").state, B).faces
    assert REMORA not in GAME.view(match.choose(WOLF).state, B).faces


def test_reactions_and_refusals_name_what_is_unknown() -> None:
    """S4:71: a card that is not held, or that there is not."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER})
    assert match.refusal(my.Play(card=my.CardId("moult"))) == "S4:71"
    assert match.refusal(my.Play(card=my.CardId("unicornis"))) == "S4:15"
    assert match.refusal(my.ChooseZone(zone=my.ZoneId("0.3.0"))) == "MY-54"
    held = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF, "moult"])
    assert held.refusal(my.Play(card=my.CardId(WOLF))) == "S4:106"
    assert held.refusal(my.Place(card=my.CardId("moult"), zones=())) == "S4:118"
