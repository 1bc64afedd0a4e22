"""What players may be called, and which names look alike."""

import pytest
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_server.lobby.names import LONGEST_NAME, RESERVED, checked, skeleton
from quarterdeck_server.refusing import Refusing


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("Ålesund", "Ålesund"),
        ("ﬀ", "ff"),
        ("Ⅸ", "IX"),
        ("Женя", "Женя"),
        ("漢字カナ", "漢字カナ"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_kept_in_its_normal_form(given: str, kept: str) -> None:
    assert checked(given) == kept
    assert checked(kept) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * (LONGEST_NAME + 1),
        "a\x00b",
        "a\u202eb",
        "a\u200bb",
        "…!",
        "\u2800",
        "p\u0430yp\u0430l",
        "\ud800",
        "ae61de48f79d2163",
    ],
)
def test_what_cannot_be_shown_or_deceives_is_no_name(name: str) -> None:
    with pytest.raises(Refusing) as refused:
        checked(name, "$.new_name")
    assert (refused.value.code, refused.value.where) == (Refusal.NAME_NOT_ALLOWED, "$.new_name")
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada Lovelace", "AdaLovelace"),
        ("Ada", "\u0410d\u0430"),  # Cyrillic А and а
        ("Bob", "B0b"),
        ("Ill", "l11"),
        ("Modern", "Modem"),
        ("Zoë", "Zoe"),
        ("Ada_L", "Ada-L"),
        ("Ωmega", "ωmega"),
        ("Doug", "Dou\u0261"),  # Latin, but not the usual g
        ("Adrian", "Adr\u0131an"),  # ı without its dot
        ("Anna", "\u1d00nna"),  # a small capital
        ("Lola", "\u0141ola"),  # Ł
        ("Bill", "Bi\u01c0\u2223"),  # a click and a sign of mathematics
        ("Alex", "Ale\u00d7"),
        ("Ada", "\u2605Ada\u2605"),
        ("Ada", "Ada\u2800"),  # the empty cell of Braille
        ("Ada", "Ada\ufffc"),
        ("Ada", "Ada\u02bc"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ida"), ("Bo", "Boo"), ("Женя", "Жора"), ("漢", "字")])
def test_names_that_do_not_look_alike_have_different_ones(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("name", [*RESERVED, "Adm1n", "M o d e r a t o r", "\u0405ystem"])
def test_nobody_may_seem_to_be_the_house(name: str) -> None:
    with pytest.raises(Refusing):
        checked(name)
