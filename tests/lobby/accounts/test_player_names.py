"""What players may be called, and which names look alike."""

import pytest
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.player_names import HOUSE_BOTS, LONGEST_NAME, RESERVED, checked, skeleton


@pytest.mark.parametrize(
    ("given", "normal"),
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
def test_a_name_is_kept_in_its_normal_form(given: str, normal: str) -> None:
    assert checked(given) == normal
    assert checked(normal) == normal


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
        "bot-ae61de48f79d2163",
        "4eb28c59ec7f0ffa2a1e-1-2",
        "4EB28C59EC7F0FFA2A1E-a7",
        "A\u3164da",  # a letter of Hangul that shows nothing
        "Ada\uffa0",
        "Ada\u200f",
        "Ada\ufe0f",
        "Ada\U000e0041",
        "\u0391\u039d\u039d\u0391",  # ANNA in Greek capitals, which is avva in small ones
        "\U0001f150\U0001f153\U0001f150",
        "\U0001f1e6\U0001f1e9",
        "Z" + 5 * "\u0334",
    ],
)
def test_anything_that_cannot_be_shown_or_deceives_is_no_name(name: str) -> None:
    with pytest.raises(CommandRefused) as refused:
        checked(name, "$.new_name")
    assert (refused.value.code, refused.value.where) == (RefusalCode.NAME_NOT_ALLOWED, "$.new_name")
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
        ("Tom", "\u0442\u043e\u043c"),  # Cyrillic, which looks so in capitals
        ("TOM", "\u0422\u043e\u043c"),
        ("bob", "\u042c\u043e\u044c"),
        ("Ada", "A\u0301\u0323da"),
        ("Ada", "\uff21\uff44\uff41"),
        ("Ada", "\U0001d49c\U0001d4b9\U0001d4b6"),
        ("Ada", "\u24b6\u24b9\u24b6"),
        ("Ada", "Ada\U0001f600"),
        ("Ada", "\ua4ee\ua4d3\ua4ee"),  # Lisu
        ("scope", "\u0455\u0441\u043e\u0440\u0435"),
        ("ss", "\u00df"),
        ("\u05d3\u05d5\u05d3", "\u05d3\u05b8\u05d5\u05b4\u05d3"),  # Hebrew with its points
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Ida"), ("Bo", "Boo"), ("Женя", "Жора"), ("漢", "字"), ("का", "की"), ("นา", "นี")]
)
def test_names_that_do_not_look_alike_have_different_ones(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


IMPOSTORS = (
    "Mod",
    "MOD",
    "M0d",
    "Mods",
    "Mod 1",
    "mod2",
    "Mod Ann",
    "Ann (mod)",
    "[MOD] Ann",
    "ModAnn",
    "Ann_Mod",
    "The Moderator of the day",
    "Moderat0r7",
    "Head Admin",
    "Admin-Ann",
    "Staff",
    "Staff Ann",
    "Quarterdeck Team",
    "The Quarterdeck",
    "Quarterdeck-Support",
    "Q u a r t e r d e c k Team",
    "quarterdeckofficial",
    "Quarterdec\u212a",
    "\U0001f6e1 Mod",
    "Random 1",
    "random 12",
    "Greedy 3",
    "Greedy #3",
    "Guest moderator",
    "M.o.d. Ann",
    "Ann, S t a f f",
    "Support Team",
    "Tech-Support",
    "Moderation",
)


@pytest.mark.parametrize("name", [*RESERVED, "Adm1n", "M o d e r a t o r", "\u0405ystem", *IMPOSTORS])
def test_nobody_may_seem_to_be_the_house(name: str) -> None:
    with pytest.raises(CommandRefused):
        checked(name)


def test_the_names_of_all_bots_of_the_house_are_the_houses() -> None:
    assert set(HOUSE_BOTS) == set(BOTS)


@pytest.mark.parametrize(
    "name",
    [
        "Modest Mouse",
        "J. R. R. Tolkien",
        "Supporter",
        "Modern Ann",
        "Badminton",
        "Staffan",
        "House of Cards",
        "Team Rocket",
        "Hostess",
        "Random Ann",
        "Randomness",
        "Deck Quarter",
        "Ann Commodore",
        "Guest 1234",
    ],
)
def test_names_that_only_sound_a_little_like_the_house_are_free(name: str) -> None:
    assert checked(name) == name
