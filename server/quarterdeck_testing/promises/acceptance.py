"""Tests that offered actions are accepted, and no others."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from quarterdeck_games.state_codec import keep
from quarterdeck_protocol.open_choices import field_left_open
from quarterdeck_protocol.refusals import RefusalCode

from quarterdeck_testing.made_up_actions import some_action
from quarterdeck_testing.plans import plans, usual_plan
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import rules_refusal, sampled, settled
from quarterdeck_testing.promises.cited_rules import anchors_of
from quarterdeck_testing.random_matches import Playing, act, is_on_offer, refusal
from quarterdeck_testing.world import World, parts_of

NO_ACTIONS = [b"{}", b"[]", b"null", b"7", b'{"type":"what"}', b'{"type":null}', b'"', b"", b"{" * 9, b'{"type"']

MOST_TRIED = 60
"""Most choices that are tried at one moment of a match; at the next it is something else."""


@runs_of_profile
@given(data=st.data())
@promise("every action on offer is accepted")
def test_every_choice_on_offer_is_accepted(world: World, data: st.DataObject) -> None:
    """Every offered action is accepted, and its consequences are checked."""
    for playing in sampled(data.draw(plans(world))):
        for seat in playing.asked:
            choices = playing.record.choices[seat]
            assert list(choices) == list(playing.game.choices(playing.state, seat)), (
                "`choices` must return the same choices in the same order each time"
            )
            written = [bytes(playing.record.codec.canonical(choice)) for choice in choices]
            assert len(set(written)) == len(written), "`choices` must not offer a choice twice"
            for choice, raw in zip(choices, written, strict=True):
                assert playing.record.codec.action(Raw(raw)) == choice, (
                    "a client must be able to send a choice back as it was received"
                )
                if field_left_open(choice) is not None:
                    code, _, _ = refusal(playing.record, seat, Raw(raw)) or (None, "", None)
                    assert code == RefusalCode.INCOMPLETE, "an action with an open field must be refused as incomplete"
                for action in parts_of(choice):
                    refused = refusal(playing.record, seat, playing.record.codec.canonical(action))
                    assert refused is None, "`decide` must accept each action that `choices` offers"
                    settled(playing, act(playing.record, seat, action))


@runs_of_profile
@given(data=st.data())
@promise("every other action is refused with a reason and a rule, and changes nothing")
def test_anything_that_is_not_on_offer_is_refused_and_changes_nothing(world: World, data: st.DataObject) -> None:
    """Actions that are not offered are refused and change nothing. The test tries random actions and earlier
    offers to any seat, from every seat."""
    plan = data.draw(plans(world))
    ever = sorted(
        {bytes(playing.record.codec.canonical(choice)) for playing in sampled(plan) for choice in playing.all_choices}
    )
    chance, anchors = Random(plan.chance + 2), anchors_of(world)
    for playing in sampled(plan):
        before = keep(playing.state)
        some = chance.sample(ever, min(MOST_TRIED, len(ever)))
        actions = [playing.record.codec.action(Raw(raw)) for raw in some]
        actions += [some_action(playing.game, chance) for _ in range(20)]
        for seat in playing.record.seats:
            for action in actions:
                if is_on_offer(playing, seat, action) or field_left_open(action) is not None:
                    continue  # the server refuses an action with an open field before the game sees it
                refused = rules_refusal(playing.record, seat, action)
                assert refused is not None, (
                    "`decide` must raise IllegalAction for an action that `choices` does not offer"
                )
                reason, rule = refused
                assert reason.endswith((".", "!")), "the reason of a refusal must be a sentence with a full stop"
                assert rule, "a refusal must cite a rule: IllegalAction(text, rule)"
                if anchors is not None:
                    assert rule in anchors, (
                        f"RULES.md must have the rule that a refusal cites: an anchor with the id {rule!r}"
                    )
        assert keep(playing.state) == before, "a refused action must not change the state"


@pytest.mark.parametrize("raw", NO_ACTIONS, ids=repr)
@promise("every other action is refused with a reason and a rule, and changes nothing")
def test_anything_that_is_no_action_at_all_is_refused_with_the_place(world: World, raw: bytes) -> None:
    """Input that does not even have the type of an action is refused, with the place of the fault."""
    playing = Playing(usual_plan(world))
    refused = refusal(playing.record, playing.asked[0], Raw(raw))
    assert refused is not None, f"input that is no action must be refused: {raw!r}"
    code, _, where = refused
    assert (code, (where or "")[:8]) == (RefusalCode.MALFORMED, "$.action"), (
        "the refusal of such input must be `malformed`, with a path in `$.action`"
    )
