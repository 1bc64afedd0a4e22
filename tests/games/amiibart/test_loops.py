"""A loop that two legal decks of Dark and Fire can build, and the cap that ends it (AM-61, G-7).

On both sides stand a Kiln Keeper, an Ember, the Catacombs and the Widow's Pension. An Ember dies in an attack: the
Catacombs of its owner burn the other side, where an Ember dies too and is summoned anew, and so on. Every round costs
each Keeper 100 Health, and the Widow's Pension gives it back.
"""

from games.amiibart.given import THEM, Table, given
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED
from quarterdeck_games.amiibart.deck_rules import wrong_with
from quarterdeck_games.amiibart.triggers import MOST_TRIGGERS
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Reason

DECK = Deck(
    cards=(
        ("kiln-keeper", 3),
        ("ash-phoenix", 3),
        ("ember-hound", 4),
        ("cinder-witch", 4),
        ("volcano-drake", 2),
        ("night-countess", 2),
        ("catacombs", 3),
        ("fire-rain", 4),
        ("scorch", 4),
        ("world-fire", 1),
    ),
    beside=("spark", "widows-pension"),
)


def looping(*more: str) -> Table:
    ours = {"stage": "catacombs", "powers": ("spark", "widows-pension")}
    keeper_and_ember = ["kiln-keeper", "ember", *more]
    table = given(keeper_and_ember, keeper_and_ember, my=ours, their=ours)
    table.attacks("kiln-keeper", "ember-2")
    return table


def texts_heard(table: Table) -> int:
    return len(table.of_kind(ab.Triggered, ab.HazardTripped))


def test_the_deck_of_the_loop_is_legal() -> None:
    assert list(wrong_with(DECK, catalogue=SHIPPED)) == []


def test_one_round_of_the_loop_leaves_everything_as_it_was() -> None:
    table = looping()
    happened = table.happened
    first, second = (
        happened.index("ember-3 was summoned into slot 2"),
        happened.index("ember-5 was summoned into slot 2"),
    )
    assert happened[first + 1 : second + 1] == [
        "triggered widows-pension",
        "kiln-keeper was healed by 100",
        "triggered catacombs",
        "kiln-keeper-2 took 100 from catacombs",
        "ember-3 took 100 from catacombs",
        "ember-3 died",
        "triggered kiln-keeper",
        "ember-4 was summoned into slot 2",
        "triggered widows-pension",
        "kiln-keeper-2 was healed by 100",
        "triggered catacombs",
        "kiln-keeper took 100 from catacombs",
        "ember-4 took 100 from catacombs",
        "ember-4 died",
        "triggered kiln-keeper",
        "ember-5 was summoned into slot 2",
    ]


def test_a_loop_in_which_nobody_can_choose_is_cut_and_a_draw() -> None:
    """AM-61, G-7: the five hundredth text is the last that is heard. Each Keeper is the only one to be healed."""
    table = looping()
    assert texts_heard(table) == MOST_TRIGGERS == 500
    assert table.happened[-2:] == ["loop cut", "match ended by loop"]
    assert (table.state.ended, table.state.places) == (Reason.LOOP, (1, 1))


def test_a_loop_in_which_somebody_could_choose_is_cut_and_the_match_goes_on() -> None:
    """AM-61: whoever can choose has to stop; what is left of the chain is ignored."""
    table = looping("night-countess")
    answers = 0
    while table.asked:
        answers += 1
        table.chooses(table.asked[0])
    assert answers > 0
    assert texts_heard(table) == MOST_TRIGGERS
    assert table.happened[-1] == "loop cut"
    assert (table.state.ended, table.tokens()) == (None, (1, 1))
    table.ends()
    assert table.energy(THEM) == 10


def test_a_chain_begins_again_with_the_next_action_and_with_the_next_turn() -> None:
    """AM-61: the cap is one action's."""
    table = looping("night-countess")
    while table.asked:
        table.chooses(table.asked[0])
    assert table.state.chain == MOST_TRIGGERS
    table.ends()
    assert (table.state.chain, table.state.cut, table.state.chosen) == (0, False, False)
    table.attacks("kiln-keeper-2", "kiln-keeper")
    assert table.happened[:2] == ["kiln-keeper-2 attacked kiln-keeper", "kiln-keeper took 200 from kiln-keeper"]
