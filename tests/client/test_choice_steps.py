"""Actions that are offered in steps."""

from msgspec import Raw
from quarterdeck_client.terminal.widgets.choice_steps import (
    END,
    GO_ON,
    KEEP,
    YES,
    ChoiceSteps,
    Offer,
    in_steps,
    keys_of,
)


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


def test_anything_that_is_not_asked_is_said_all_the_same() -> None:
    long = "Bandage: heal a Fighter by three hundred."
    ways = [way(1, "Cast:", long, "on Ant", "now"), way(2, "Cast:", long, "on Bee", "now"), way(3, "End")]
    offers = in_steps(ways)
    assert offers[0].so_far == f"Cast: {long}"
    assert labels(offers[0].further) == ["on Ant now", "on Bee now"]


def test_a_way_that_ends_where_another_goes_on_is_said_too() -> None:
    offers = in_steps([way(1, "Use it"), way(2, "Use it", "on Ant"), way(3, "End")])
    assert labels(offers[0].further) == ["just Use it", "on Ant"]


def keyed(number: int, key: str, *steps: str, asks: str = "") -> ChoiceSteps:
    return ChoiceSteps(steps, Raw(b"%d" % number), key, asks)


END_OF_TURN = keyed(9, END, "End your turn", asks="End your turn?")
TO_THE_ATTACKS = keyed(8, GO_ON, "Begin to attack", asks="Begin to attack?")


def test_anything_that_there_is_not_is_missing_and_the_others_keep_their_keys() -> None:
    play, attack = keyed(1, "1", "Play:", "Ant"), keyed(2, "5", "Attack:", "Hen")
    unheard_of = keyed(3, "", "Juggle")
    assert [(each.key, each.label) for each in in_steps([play, attack])] == [("1", "Play: Ant"), ("5", "Attack: Hen")]
    assert [(each.key, each.label) for each in in_steps([attack])] == [("5", "Attack: Hen")]
    offers = in_steps([play, attack, unheard_of])
    assert keys_of([each.key for each in offers]) == ("1", "5", "2"), "what is new has a number that nobody else has"


def test_anything_that_ends_a_turn_is_asked_once_more_while_anything_else_could_be_done() -> None:
    play = keyed(1, "1", "Play:", "Ant")
    ends = {each.key: each for each in in_steps([END_OF_TURN, play, TO_THE_ATTACKS])}
    assert ends[END].action is None
    assert ends[END].so_far == "End your turn? You could still: play, begin to attack."
    assert ends[GO_ON].so_far == "Begin to attack?"
    assert [(yes.key, yes.action) for yes in ends[END].further] == [(YES, END_OF_TURN.action)]
    last = {each.key: each for each in in_steps([END_OF_TURN, TO_THE_ATTACKS])}
    assert last[GO_ON].action == TO_THE_ATTACKS.action, "nothing is given up by it"
    assert last[END].so_far == "End your turn? You could still: begin to attack."
    (alone,) = in_steps([END_OF_TURN])
    assert alone.action == END_OF_TURN.action


def test_a_letter_stands_last_but_above_a_list_that_is_too_long_to_be_seen_at_once() -> None:
    keep = keyed(9, KEEP, "Keep")
    few, many = ([way(number, f"a card with a long text {number}") for number in range(most)] for most in (3, 12))
    assert [each.key for each in in_steps([keep, *few])] == ["", "", "", KEEP]
    assert in_steps([keep, *many])[0].key == KEEP


def test_anything_that_gives_something_up_is_asked_once_more_wherever_it_stands() -> None:
    lost = "Frog retires, and its combo move is lost. Go on?"
    ways = [
        way(0, "Field:", "Ant", "in dojo 1"),
        ChoiceSteps(("Field:", "Ant", "in dojo 2"), Raw(b"1"), asks=lost),
        ChoiceSteps(("Redraw",), Raw(b"2"), "7", asks="Have three other cards dealt?"),
    ]
    field, redraw = in_steps(ways)
    assert labels(field.further) == ["in dojo 1", "in dojo 2 …"]
    asked = field.further[1]
    assert (asked.action, asked.so_far, labels(asked.further)) == (None, lost, ["Yes: in dojo 2"])
    assert (redraw.key, redraw.so_far, redraw.further[0].key) == ("7", "Have three other cards dealt?", YES)
    assert sorted(actions((field, redraw))) == [b"0", b"1", b"2"]
