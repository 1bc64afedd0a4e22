"""What nobody else may know: cards looked at, options of a question, what comes after it (AF-5)."""

import msgspec
import pytest
from games.amfibido.given import GAME, A, B, Match, given
from games.playing import Plan, plans, played
from hypothesis import given as tried
from hypothesis import strategies as st
from quarterdeck_games.amfibido.effects import AskedInFull
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Viewer


def looking() -> Match:
    match = given(hand=["concentrate", "caiman"], decks={2: ["basilisk", "bullfrog", "rearm", "rebirth"]})
    return match.play("concentrate").choose("caiman").level(2)


@pytest.mark.parametrize("viewer", [B, None])
def test_cards_looked_at_are_for_who_looks(viewer: Viewer) -> None:
    match = looking()
    told = msgspec.json.encode([GAME.view(match.state, viewer), [GAME.redact(one, viewer) for one in match.happened]])
    assert not any(card in told for card in (b"basilisk", b"bullfrog", b"rearm", b"rebirth"))
    assert GAME.view(match.state, A).looked_at == ("basilisk", "bullfrog", "rearm", "rebirth")
    match.choose("rearm")
    told = msgspec.json.encode([GAME.redact(one, viewer) for one in match.happened])
    assert b"rearm" not in told
    assert [one for one in match.story if one.startswith("took")] == ["took rearm"]


@pytest.mark.parametrize("viewer", [A, B, None])
def test_what_comes_after_a_question_is_told_to_nobody(viewer: Viewer) -> None:
    match = looking()
    (asked,) = [event for event in match.happened if isinstance(event, AskedInFull)]
    assert asked.then
    told = GAME.redact(asked, viewer)
    assert type(told) is af.Asked
    assert bool(told.options) is (viewer == A)
    match.choose("rearm")


@tried(data=st.data())
def test_no_frame_ever_has_what_is_still_to_be_done(data: st.DataObject) -> None:
    plan: Plan = data.draw(plans("amfibido"))
    for playing in played(plan):
        for viewer in playing.viewers:
            assert b'"then"' not in playing.frame(viewer)


def test_whether_one_is_asked_does_not_tell_what_one_holds() -> None:
    """With any card in hand one is asked, also if none fits."""
    prompts = set()
    for card in ("newt", "focus"):
        match = given({1: "caiman"}, hand=["open-palm-strike", card], spare=False).play("open-palm-strike")
        prompts.add(match.prompt)
        match.decline()
    assert prompts == {af.Prompt.MAY_DISCARD}


def test_a_card_that_comes_back_from_a_hand_is_another_piece() -> None:
    match = given({1: "caiman"}, hand=["timeout"])
    before = match.piece("caiman")
    match.play("timeout").play("caiman")
    assert match.piece("caiman") != before


@tried(data=st.data())
def test_every_action_but_a_pass_spends_a_card_from_hand_or_play(data: st.DataObject) -> None:
    """AF-51: so the action phase ends. A draw at best replaces what was spent, and comes from a deck that shrinks."""
    for playing in played(data.draw(plans("amfibido", "acts"))):
        events = playing.entries[-1].events
        acted = [event for event in events if isinstance(event, af.Activated | af.ActionPlayed)]
        for event in acted:
            spends = isinstance(event, af.ActionPlayed) or any(
                isinstance(other, af.Retired | af.Asked) for other in events
            )
            assert spends, event


@tried(data=st.data())
def test_a_round_goes_to_whoever_won_more_fights(data: st.DataObject) -> None:
    """AF-25: the result of a round is the sign of the difference."""
    for playing in played(data.draw(plans("amfibido", "acts"))):
        for event in playing.entries[-1].events:
            if isinstance(event, af.Fought):
                won = [sum(fight.winner_seat == seat for fight in event.fights) for seat in (A, B)]
                winner = None if won[0] == won[1] else A if won[0] > won[1] else B
                assert event.winner_seat == winner
                for fight in event.fights:
                    for side in fight.sides:
                        assert side is None or side.total == sum(part.amount for part in side.parts)


@tried(data=st.data())
def test_ids_of_pieces_are_never_given_twice(data: st.DataObject) -> None:
    seen: set[af.PieceId] = set()
    for playing in played(data.draw(plans("amfibido"))):
        for event in playing.entries[-1].events:
            match event:
                case af.Fielded() | af.Attached():
                    assert event.piece not in seen
                    seen.add(event.piece)
                case af.Transformed():
                    assert event.as_piece not in seen
                    seen.add(event.as_piece)
                case _:
                    pass
