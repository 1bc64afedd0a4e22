"""What nobody else may know: cards looked at, options of a question, what comes after it (AF-5), discards (AF-52)."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from games.amfibido.given import GAME, A, B, Match, given
from games.worlds import WORLDS
from hypothesis import given as tried
from hypothesis import strategies as st
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.effects import AskedInFull
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Viewer
from quarterdeck_testing.plans import Manner, Plan, plans
from quarterdeck_testing.random_matches import played


def looking() -> Match:
    match = given(hand=["concentrate", "caiman"], decks={2: ["basilisk", "bullfrog", "rearm", "rebirth"]})
    return match.play("concentrate").choose("caiman").level(2)


@pytest.mark.parametrize("viewer", [B, None])
def test_cards_looked_at_are_for_who_looks(viewer: Viewer) -> None:
    match = looking()
    frames = msgspec.json.encode([GAME.view(match.state, viewer), [GAME.redact(one, viewer) for one in match.happened]])
    assert not any(card in frames for card in (b"basilisk", b"bullfrog", b"rearm", b"rebirth"))
    assert GAME.view(match.state, A).looked_at == ("basilisk", "bullfrog", "rearm", "rebirth")
    match.choose("rearm")
    frames = msgspec.json.encode([GAME.redact(one, viewer) for one in match.happened])
    assert b"rearm" not in frames
    assert [one for one in match.story if one.startswith("took")] == ["took rearm"]


@pytest.mark.parametrize("viewer", [A, B, None])
def test_a_fighter_in_a_dojo_has_its_face_beside_the_table(viewer: Viewer) -> None:
    view = GAME.view(given({1: "caiman"}, {2: "bullfrog"}).state, viewer)
    assert {"caiman", "bullfrog"} <= set(view.faces)


@pytest.mark.parametrize("viewer", [A, B, None])
def test_anything_that_comes_after_a_question_is_told_to_nobody(viewer: Viewer) -> None:
    match = looking()
    (asked,) = [event for event in match.happened if isinstance(event, AskedInFull)]
    assert asked.then
    redacted = GAME.redact(asked, viewer)
    assert type(redacted) is af.Asked
    assert bool(redacted.options) is (viewer == A)
    match.choose("rearm")


@tried(data=st.data())
def test_no_frame_ever_has_what_is_still_to_be_done(data: st.DataObject) -> None:
    plan: Plan = data.draw(plans(WORLDS["amfibido"]))
    for playing in played(plan):
        for viewer in playing.viewers:
            assert b'"then"' not in playing.frame(viewer)


NAMED = {
    "bloated-toad",
    "oak-toad",
    "harlequin-toad",
    "spawning-suit",
    "toada",
    "open-palm-strike",
    "spawning-sword",
    "crocodile-dandoo",
}
"""The texts that go by what is discarded for them: a fighter, a crocodile, a level."""

FACE_DOWN = {
    "gecko",
    "kung-fu-gi",
    "fire-salamander",
    "twin-katanas",
    "sir-scurry",
    "master-toshi",
    "meditate",
    "concentrate",
    "introduce-a-champion",
    "painted-turtle",
    "smoog",
}
"""Those for which any card does."""

DRAWS = {"black-toad", "bogart-toad"}
"""What is discarded shows itself by its own text."""

COUNTS = {"cane-toad", "meteor-hammer"}


def test_every_text_that_discards_from_hand_is_known_here() -> None:
    def discards(word: Any) -> bool:
        tag = str(type(word).__struct_config__.tag)
        return "discard" in tag and tag not in ("play_or_discard", "gain_per_discarded")

    found = set()
    for card in CARDS.values():
        words = [*card.does, *(word for on in card.on for word in on.does)]
        words += [] if card.ability is None else card.ability.does
        if any(discards(word) for word in words):
            found.add(card.id)
    assert found == NAMED | FACE_DOWN


@tried(data=st.data())
def test_a_discard_is_named_only_where_a_text_goes_by_what_it_is(data: st.DataObject) -> None:
    """AF-52: where it is, that card and no other; otherwise how many and from where."""
    about = None
    for playing in played(data.draw(plans(WORLDS["amfibido"]))):
        for event in playing.entries[-1].events:
            if isinstance(event, af.Discarded):
                named = event.source is af.Zone.REVEALED
                if event.source is af.Zone.HAND:
                    named = about in NAMED or event.card in DRAWS
                for viewer in playing.viewers:
                    redacted = playing.game.redact(event, viewer)
                    assert redacted is not None
                    assert redacted.card == (event.card if named or viewer == event.seat else None)
                    assert (redacted.seat, redacted.source) == (event.seat, event.source)
            if isinstance(event, AskedInFull):
                about = event.about
        if playing.state.asked is not None:
            about = playing.state.asked.about


@pytest.mark.parametrize("viewer", [B, None])
def test_anything_that_was_discarded_is_in_no_frame_until_it_is_counted(viewer: Viewer) -> None:
    """AF-52: two worlds that differ in what was discarded, and in what is still in hand, are one to the others."""

    def heard(gone: str, held: str) -> list[bytes]:
        match = given({1: "caiman"}, equipment={1: "kung-fu-gi"}, hand=[gone, held], they_play=True)
        frames = []
        steps: tuple[Callable[[], Match], ...] = (
            lambda: match.use("kung-fu-gi"),
            lambda: match.choose(gone),
            lambda: match.act(af.Pass(), B),
            lambda: match.act(af.Pass(), A),
        )
        for step in steps:
            step()
            redacted = [GAME.redact(one, viewer) for one in match.happened]
            seen = GAME.view(match.state, viewer)
            refused = match.refusal(B, af.PlayFighter(card=af.CardId("hypnotoad"), dojo=1))
            if match.state.round == 3:
                frames.append(msgspec.json.encode([redacted, seen, refused, match.choices(B)]))
        return frames

    assert heard("newt", "focus") == heard("focus", "newt")
    assert len(heard("newt", "focus")) == 3


def test_a_player_sees_how_many_fighters_they_have_discarded_and_the_others_those_they_know_of() -> None:
    match = given({1: "caiman", 2: "bloated-toad"}, equipment={1: "kung-fu-gi"}, hand=["newt", "puff-adder"])
    match.use("kung-fu-gi").choose("newt")
    assert [GAME.view(match.state, viewer).seats[A].fighters_discarded for viewer in (A, B, None)] == [1, 0, 0]
    match.use("bloated-toad").choose("puff-adder").decline()
    assert [GAME.view(match.state, viewer).seats[A].fighters_discarded for viewer in (A, B, None)] == [2, 1, 1]


@pytest.mark.parametrize("counts", ["cane-toad", "meteor-hammer"])
def test_anything_that_counts_discarded_fighters_names_those_and_no_other_card(counts: str) -> None:
    """AF-52: those that were discarded before it came into play, and those after."""
    match = given({1: "caiman"}, equipment={2: "kung-fu-gi"}, hand=["newt", "focus", counts, "tree-frog", "gecko"])
    match.use("kung-fu-gi").choose("newt").use("kung-fu-gi").choose("focus")
    match.play(counts)
    for viewer in (A, B, None):
        heard = [GAME.redact(one, viewer) for one in match.happened]
        assert af.DiscardsCounted(seat=A, cards=(af.CardId("newt"),), count=2, by=af.CardId(counts)) in heard
        assert b'"focus"' not in msgspec.json.encode(heard)
    match.use("kung-fu-gi").choose("tree-frog")
    redacted = [GAME.redact(one, B) for one in match.happened]
    assert af.Discarded(seat=A, card=None, source=af.Zone.HAND, shown=False) in redacted
    assert af.DiscardsCounted(seat=A, cards=(af.CardId("tree-frog"),), count=1, by=af.CardId(counts)) in redacted
    assert GAME.view(match.state, B).seats[A].fighters_discarded == 2


def test_anything_that_counts_discards_and_is_neutralized_names_none() -> None:
    match = given({1: "cane-toad"}, {1: "hypnotoad"}, equipment={2: "kung-fu-gi"}, hand=["newt"], they_play=True)
    match.use("kung-fu-gi").choose("newt")
    assert not any(isinstance(event, af.DiscardsCounted) for event in match.happened)
    assert GAME.view(match.state, B).seats[A].fighters_discarded == 0


def test_an_outlook_does_not_count_what_lies_face_down() -> None:
    """AF-52: what the opponent's card would be worth if it were not neutralized any more tells what was discarded."""

    def foretold(gone: str) -> object:
        match = given(
            {1: "cane-toad"},
            {1: "hypnotoad"},
            equipment={2: "kung-fu-gi"},
            hand=[gone],
            their_hand=["river-crocodile"],
            they_play=True,
        )
        match.use("kung-fu-gi").choose(gone)
        return GAME.outlooks(match.state, B, match.choices(B))

    assert foretold("newt") == foretold("focus") != ()


def test_a_card_of_those_looked_at_that_is_discarded_is_not_told() -> None:
    """AF-52: Introduce a Champion."""
    match = given(hand=["introduce-a-champion", "newt"], decks={5: ["steroids", "hypnotoad"]})
    match.play("introduce-a-champion").choose("newt").act(af.DiscardShown(card=af.CardId("steroids")))
    for viewer in (B, None):
        frames = msgspec.json.encode([GAME.redact(one, viewer) for one in match.happened])
        assert b"steroids" not in frames
        assert b"hypnotoad" not in frames


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
    for playing in played(data.draw(plans(WORLDS["amfibido"], Manner.ACTS))):
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
    for playing in played(data.draw(plans(WORLDS["amfibido"], Manner.ACTS))):
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
    for playing in played(data.draw(plans(WORLDS["amfibido"]))):
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
