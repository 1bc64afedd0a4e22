"""Setup and draft: what is dealt, what is sealed, and in which order."""

import msgspec
from games.amfibido.given import GAME, A, B, Match, begun, given
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.state import State
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games.amfibido import (
    CardId,
    ChooseSensei,
    Draft,
    Drafted,
    DraftPassed,
    DrawInstead,
    KeepHand,
    Kind,
    Mulligan,
    Options,
    Pass,
    PlayFighter,
    RedrawDraft,
    Stage,
)
from quarterdeck_protocol.names import Seat


def other(seat: Seat) -> Seat:
    return B if seat == A else A


def fighterless(match: Match, seat: Seat) -> Match:
    """Exchange a starting hand for one without fighters."""
    side = match.state.sides[seat]
    level = list(match.state.decks[0])
    cards = [card for card in level if CARDS[card].kind is not Kind.FIGHTER][:3]
    for card in cards:
        level.remove(card)
    sides = list(match.state.sides)
    sides[seat] = msgspec.structs.replace(side, hand=tuple(cards))
    decks = (tuple(level) + side.hand, *match.state.decks[1:])
    match.state = msgspec.structs.replace(match.state, sides=(sides[0], sides[1]), decks=decks)
    return match


def test_each_player_draws_three_level_one_cards() -> None:
    """S3:23, S3:22"""
    match = begun()
    assert [len(match.hand(seat)) for seat in (A, B)] == [3, 3]
    assert len(match.state.decks[0]) == 32 - 6
    assert {begun(seed).state.starter for seed in range(8)} == {A, B}


def test_the_starting_player_decides_about_the_hand_first() -> None:
    """AF-6"""
    match = begun()
    first = match.state.starter
    assert match.choices(other(first)) == []
    assert match.refusal(other(first), KeepHand()) == (
        "The starting player decides about the starting hand first.",
        "AF-6",
    )
    assert match.act(KeepHand(), first).choices(other(first))


def test_only_a_hand_without_a_fighter_may_be_drawn_again_and_again() -> None:
    """AF-6: it is shown."""
    match = begun()
    first = match.state.starter
    assert match.choices(first) == [KeepHand()]
    assert match.refusal(first, Mulligan())[1] == "AF-6"
    fighterless(match, first)
    shown = sorted(match.hand(first))
    match.act(Mulligan(), first)
    assert sorted(match.story[0].split()[1:]) == shown
    assert fighterless(match, first).choices(first) == [KeepHand(), Mulligan()]


def test_hands_come_before_sensei_and_both_are_shown_together() -> None:
    """AF-7, S3:24"""
    match = begun()
    first = match.state.starter
    match.act(KeepHand(), first).act(KeepHand(), other(first))
    assert match.state.stage is Stage.SENSEI
    offers = [side.offer for side in match.state.sides]
    assert match.refusal(A, ChooseSensei(sensei=offers[1][0]))[1] == "S3:24"
    match.act(ChooseSensei(sensei=offers[1][0]), B)
    assert match.state.sides[B].sensei is None
    match.act(ChooseSensei(sensei=offers[0][1]), A)
    assert [side.sensei for side in match.state.sides] == [offers[0][1], offers[1][0]]


def test_a_table_may_play_without_sensei() -> None:
    """S3:24, S3:93: for the first game."""
    match = begun(sensei=False)
    first = match.state.starter
    match.act(KeepHand(), first).act(KeepHand(), other(first))
    assert (match.state.stage, match.state.senseis) == (Stage.DRAFT, ())


def drafting() -> Match:
    match = begun(sensei=False)
    first = match.state.starter
    return match.act(KeepHand(), first).act(KeepHand(), other(first))


def test_picks_are_sealed_until_both_are_in() -> None:
    """S3:123, AF-4"""
    match = drafting()
    pick = match.choices(A)[0]
    assert isinstance(pick, Draft)
    match.act(pick, A)
    assert [type(event) for event in match.happened] == [Drafted]
    heard = GAME.redact(match.happened[0], B)
    assert isinstance(heard, Drafted)
    assert heard.card is None
    assert match.refusal(A, pick) == ("You have decided, and wait for your opponent.", "AF-4")
    match.act(match.choices(B)[0], B)
    passed = match.happened[-1]
    assert isinstance(passed, DraftPassed)
    redacted = GAME.redact(passed, A)
    assert isinstance(redacted, DraftPassed)
    assert (redacted.received[A] == passed.received[A], redacted.received[B]) == (True, None)


def test_a_drafted_round_adds_two_cards_to_each_hand_and_one_to_the_discards() -> None:
    """S3:123…133"""
    match = drafting()
    for _ in range(2):
        for seat in (B, A):
            match.act(match.choices(seat)[-1], seat)
    assert [len(match.hand(seat)) for seat in (A, B)] == [5, 5]
    assert (len(match.state.discard), match.state.stage) == (2, Stage.ACTIONS)
    assert match.state.turn == match.state.starter, "S3:139"


def test_fighters_that_were_drafted_compete_in_the_dojos() -> None:
    """S3:9: what is kept of the draft is in the hand, and a fighter of it goes into any dojo."""
    match = drafting()
    fighter = next(
        (seat, choice)
        for seat in (A, B)
        for choice in match.choices(seat)
        if isinstance(choice, Draft) and CARDS[choice.card].kind is Kind.FIGHTER
    )
    seat, kept = fighter
    before = match.hand(seat).count(kept.card)
    match.act(kept, seat).act(match.choices(other(seat))[0], other(seat))
    for each in (A, B):
        match.act(match.choices(each)[0], each)
    assert match.hand(seat).count(kept.card) > before
    if match.state.turn != seat:
        match.act(Pass(), other(seat))
    dojos = [
        choice.dojo for choice in match.choices(seat) if isinstance(choice, PlayFighter) and choice.card == kept.card
    ]
    assert dojos == [1, 2, 3]
    match.act(PlayFighter(card=kept.card, dojo=2), seat)
    assert [dojo.fighter and dojo.fighter.card for dojo in match.state.sides[seat].dojos] == [None, kept.card, None]


def test_a_draft_that_runs_out_of_time_takes_the_first_card() -> None:
    """AF-4"""
    match = drafting()
    first = match.state.sides[A].offer[0]
    match.times_out(A)
    assert match.state.sides[A].pick == first


def test_draft_choices_of_sensei_are_refused_to_others() -> None:
    """AF-46"""
    match = drafting()
    assert match.refusal(A, RedrawDraft())[0] == "You have no sensei who deals draft cards anew."
    assert match.refusal(A, DrawInstead(level=1))[0] == "You have no sensei who draws instead of drafting."
    assert match.refusal(A, Pass())[1] == "S3:128"
    missing = next(card for card in CARDS if card not in match.state.sides[A].offer)
    assert match.refusal(A, Draft(card=missing))[0].startswith(CARDS[missing].name)


def test_an_empty_deck_is_made_again_from_its_discards() -> None:
    """AF-18"""
    match = given(theirs={1: "caiman"}, decks={1: ["newt"]}, only=True, in_round=1).fight()
    assert any(event.startswith("reshuffled") for event in map(str, _tags(match)))
    assert all(len(side.offer) == 3 for side in match.state.sides)


def _tags(match: Match) -> list[str]:
    return [str(type(event).__struct_config__.tag) for event in match.happened]


def empty_decks(match: Match, left: tuple[str, ...]) -> Match:
    """Leave only those cards of levels I and II anywhere but in play."""
    gone = tuple(card for deck in match.state.decks for card in deck) + match.state.discard
    decks = (tuple(map(CardId, left)), (), (), (), ())
    match.state = msgspec.structs.replace(match.state, decks=decks, discard=())
    assert gone
    return match


def test_without_enough_cards_fewer_are_dealt_in_turn() -> None:
    """AF-18"""
    match = empty_decks(given(theirs={1: "caiman"}, in_round=1), ("newt", "gecko", "spawn")).fight()
    assert [len(side.offer) for side in match.state.sides] == [1, 2], "the winner starts, and is dealt to first"
    match.act(match.choices(A)[0], A).act(match.choices(B)[0], B)
    assert [len(side.offer) for side in match.state.sides] == [1, 0]
    match.act(match.choices(A)[0], A)
    assert match.state.stage is Stage.ACTIONS


def test_without_any_card_there_is_no_draft() -> None:
    """AF-18"""
    match = empty_decks(given(theirs={1: "caiman"}, in_round=1), ()).fight()
    assert match.state.stage is Stage.ACTIONS


def test_the_last_round_must_be_one_that_can_be_played() -> None:
    """AF-47"""
    faults = GAME.check(Setup(seats=3, options=Options(max_rounds=3)))
    assert [fault.path for fault in faults] == ["$.seats", "$.options.max_rounds"]


def test_nothing_can_be_done_before_the_deal() -> None:
    match = Match(State(options=Options()))
    assert match.choices(A) == []
    assert match.refusal(A, Pass()) == ("Nothing has been dealt yet.", "S3:17")
