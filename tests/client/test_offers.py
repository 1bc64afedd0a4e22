"""Actions that are offered in steps."""

from msgspec import Raw
from quarterdeck_client.terminal.widgets.choice_steps import ChoiceSteps, Offer, in_steps


def way(number: int, *steps: str) -> ChoiceSteps:
    return ChoiceSteps(steps, Raw(b"%d" % number))


def labels(offers: tuple[Offer, ...]) -> list[str]:
    return [offer.label for offer in offers]


def actions(offers: tuple[Offer, ...]) -> list[bytes]:
    """Return every action that can be reached."""
    return [
        action
        for offer in offers
        for action in (actions(offer.further) if offer.action is None else [bytes(offer.action)])
    ]


WAYS = [
    way(0, "Attack with Ox:", "Cow"),
    way(1, "Play:", "Ant", "into slot 1"),
    way(2, "Play:", "Ant", "into slot 2"),
    way(3, "Play:", "Bee", "into slot 1"),
    way(4, "Attack with Ox:", "Hen"),
    way(5, "End your turn"),
]


def test_equal_steps_stand_together_where_the_first_of_them_stood() -> None:
    offers = in_steps(WAYS)
    assert labels(offers) == ["Attack with Ox …", "Play …", "End your turn"]
    assert labels(offers[0].further) == ["Cow", "Hen"]
    assert labels(offers[1].further) == ["Ant …", "Bee into slot 1"]
    assert labels(offers[1].further[0].further) == ["into slot 1", "into slot 2"]
    assert offers[1].further[0].so_far == "Play: Ant"


def test_every_action_can_be_reached_once() -> None:
    assert sorted(actions(in_steps(WAYS))) == [b"0", b"1", b"2", b"3", b"4", b"5"]


def test_a_step_that_leaves_nothing_to_choose_is_not_asked() -> None:
    offers = in_steps([way(1, "Play:", "Ant", "into slot 1"), way(2, "Play:", "Ant", "into slot 2"), way(3, "End")])
    assert labels(offers) == ["Play: Ant …", "End"]
    assert labels(offers[0].further) == ["into slot 1", "into slot 2"]


def test_only_one_thing_to_do_is_asked_at_once() -> None:
    offers = in_steps([way(1, "Play:", "Ant"), way(2, "Play:", "Bee")])
    assert labels(offers) == ["Ant", "Bee"]


def test_a_long_text_waits_for_the_second_list() -> None:
    long = "Bandage: heal a Fighter by three hundred."
    offers = in_steps([way(1, "Cast a Spell:", long), way(2, "End")])
    assert labels(offers) == ["Cast a Spell …", "End"]
    assert labels(offers[0].further) == [long]
    targets = in_steps(
        [way(1, "Cast a Spell:", long, "on Ant"), way(2, "Cast a Spell:", long, "on Bee"), way(3, "End")]
    )
    assert labels(targets[0].further) == ["on Ant", "on Bee"]
    assert actions(targets) == [b"1", b"2", b"3"]


def test_what_is_not_asked_is_said_all_the_same() -> None:
    long = "Bandage: heal a Fighter by three hundred."
    ways = [way(1, "Cast:", long, "on Ant", "now"), way(2, "Cast:", long, "on Bee", "now"), way(3, "End")]
    offers = in_steps(ways)
    assert offers[0].so_far == f"Cast: {long}"
    assert labels(offers[0].further) == ["on Ant now", "on Bee now"]


def test_a_way_that_ends_where_another_goes_on_is_said_too() -> None:
    offers = in_steps([way(1, "Use it"), way(2, "Use it", "on Ant"), way(3, "End")])
    assert labels(offers[0].further) == ["just Use it", "on Ant"]
