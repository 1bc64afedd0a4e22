"""What is seen, as numbers."""

from math import log1p

import numpy as np
import pytest
from quarterdeck_games.research.features import leaves, row_of_view, rows_of_choices

VIEW = {
    "round": 3,
    "over": False,
    "question": None,
    "hand": ["gecko", "caiman", "gecko"],
    "field": [{"piece": "p1", "zone": "0.1", "card": "gecko", "power": -4}, None],
    "faces": {"gecko": {"text": "Action: draw a card."}},
}


def test_each_leaf_is_a_feature_and_what_is_printed_is_none() -> None:
    assert leaves(VIEW, "") == [
        (".round", log1p(3)),
        (".over=False", 1.0),
        *((f".hand={card}", 1.0) for card in ("gecko", "caiman", "gecko")),
        (".field.0.1.piece=p1", 1.0),
        (".field.0.1.zone=0.1", 1.0),
        (".field.0.1.card=gecko", 1.0),
        (".field.0.1.power", -log1p(4)),
    ]


def test_a_hand_is_the_same_in_any_order_and_who_sees_it_is_told() -> None:
    turned = {**VIEW, "hand": ["gecko", "gecko", "caiman"]}
    np.testing.assert_array_equal(row_of_view(VIEW, 0, 512), row_of_view(turned, 0, 512))
    assert (row_of_view(VIEW, 0, 512) != row_of_view(VIEW, 1, 512)).any()
    assert (row_of_view(VIEW, 0, 512) != row_of_view({**VIEW, "hand": ["gecko"]}, 0, 512)).any()


def test_every_feature_counts_once_whatever_the_width() -> None:
    row = row_of_view({"hand": ["gecko"] * 5}, 0, 4096)
    assert sorted(np.abs(row[row != 0])) == [1.0, 5.0]
    assert np.abs(row_of_view({"hand": ["gecko"] * 5}, 0, 1)).sum() in (4.0, 6.0)


def test_a_choice_has_a_row_with_what_it_names_on_the_table() -> None:
    attacks = [{"type": "attack", "target": "p1"}, {"type": "attack", "target": "p2"}, {"type": "pass"}]
    rows = rows_of_choices(attacks, VIEW, 5, 256)
    assert rows.shape == (5, 256)
    assert np.abs(rows[0]).sum() == pytest.approx(4 + log1p(4))  # type, target, its zone and card, its power
    assert np.abs(rows[1]).sum() == 2
    assert np.abs(rows[2]).sum() == 1
    assert not rows[3:].any()
