"""Choices that stand for several actions, and what a client makes of them."""

import msgspec
from msgspec import Raw
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.messages import Outlook, RawUpdate
from quarterdeck_protocol.open_choices import complete, field_left_open, with_complete_choices

LION = my.CardId("panthera-leo")
HERE, THERE = my.ZoneId("0.3.0"), my.ZoneId("0.3.1")
PATTERN = my.Place(card=LION, zones=(HERE, THERE), one_of="zones")
PARTS = (my.Place(card=LION, zones=(HERE,)), my.Place(card=LION, zones=(THERE,)))


def raw(action: object) -> Raw:
    return Raw(msgspec.json.encode(action))


def update_with(choices: tuple[object, ...], outlooks: list[object] | None = None) -> RawUpdate:
    fields: dict[str, object] = {
        "type": "update",
        "match": "m",
        "game": "g",
        "version": 1,
        "since": 1,
        "at": 0,
        "now": 0,
        "seat": 0,
        "players": [],
        "waiting": [],
        "link": "",
        "result": None,
        "events": [],
        "view": {},
        "choices": choices,
        **({} if outlooks is None else {"outlooks": outlooks}),
    }
    return msgspec.json.decode(msgspec.json.encode(fields), type=RawUpdate)


def test_a_pattern_is_taken_apart_into_one_action_for_each_that_it_lists() -> None:
    assert [bytes(each) for each in complete(raw(PATTERN))] == [msgspec.json.encode(part) for part in PARTS]


def test_a_choice_that_leaves_nothing_open_is_sent_byte_for_byte_as_it_is() -> None:
    choice = Raw(b'{ "type": "place", "zones": ["0.3.0"], "card": "x" }')
    assert complete(choice) == (choice,)


def test_words_that_only_look_like_a_pattern_are_let_be() -> None:
    for choice in (
        Raw(b'{"type":"say","text":"one_of"}'),
        Raw(b'{"one_of":"zones"}'),
        Raw(b'{"one_of":["x"],"x":[1]}'),
    ):
        assert complete(choice) == (choice,)


def test_each_part_has_the_outlook_of_its_choice() -> None:
    update = update_with((PATTERN, my.EndTurn()), [Outlook(power=3), None])
    found = with_complete_choices(update)
    assert [bytes(each) for each in found.choices] == [msgspec.json.encode(each) for each in (*PARTS, my.EndTurn())]
    assert found.outlooks == (Outlook(power=3), Outlook(power=3), None)


def test_an_update_without_patterns_is_left_alone() -> None:
    update = update_with((my.EndTurn(),))
    assert with_complete_choices(update) is update


def test_anything_that_an_action_leaves_open_is_told_by_the_marks_of_its_schema() -> None:
    attacked = (my.PieceId("p1"), my.PieceId("p2"))
    assert field_left_open(PATTERN) == "zones"
    assert field_left_open(my.Place(card=LION, zones=(HERE, THERE))) == "zones"
    assert field_left_open(my.Attack(piece=attacked[0], targets=attacked)) == "targets"
    assert [field_left_open(each) for each in (*PARTS, my.EndTurn())] == [None, None, None]
    aimed = ab.PlaySpell(card=ab.CardId("deluge"), targets=(ab.PieceId("f1"), ab.PieceId("f2")))
    assert field_left_open(aimed) is None, "all of these targets are meant"
