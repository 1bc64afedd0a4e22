"""A scenario for each card of level I, with the boundary on both sides."""

from games.amfibido.given import A, B, given
from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import CardId, ChooseKind, DiscardShown, Kind


def test_caiman() -> None:
    match = given(theirs={1: "caiman"}, hand=["caiman"]).play("caiman")
    assert match.story == ["fielded caiman 1"]
    assert match.power() == match.power(1, B) == 4


def test_puff_adder() -> None:
    assert given({1: "puff-adder"}).power() == 3


def test_coral_snake() -> None:
    assert given({1: "coral-snake"}).power() == 1
    assert given({1: "coral-snake", 2: "puff-adder", 3: "caiman"}).power() == 1 + 2
    assert given({1: "coral-snake", 2: "puff-adder", 3: "double-headed-viper"}).power() == 1 + 6
    assert given({1: "coral-snake"}, {2: "puff-adder"}).power() == 1, "only your own count"


def test_tree_frog() -> None:
    """S3:220: with a Roundhouse Kick it gains 6."""
    match = given({1: "tree-frog"}, hand=["roundhouse-kick"])
    assert match.power() == 2
    assert match.play("roundhouse-kick").power() == 2 + 6
    assert given({1: ["tree-frog", "rebirth"]}).power() == 2, "no power, no bonus (AF fact 12)"


def test_newt() -> None:
    assert given({1: "newt"}, equipment={1: "boxing-gloves"}).power() == 2 + 2
    assert (
        given({1: "newt"}, equipment={1: "kung-fu-gi"}, hand=["caiman"]).use("kung-fu-gi").choose("caiman").power() == 5
    )
    assert given({1: "newt"}, equipment={2: "boxing-gloves"}).power() == 2, "only what it receives"


def test_black_toad() -> None:
    match = given({1: "gecko"}, hand=["black-toad"]).use("gecko").choose("black-toad")
    assert match.story == ["discarded black-toad", "triggered black-toad", "drew caiman"]
    assert match.decline().hand() == ["caiman"]
    replaced = given({1: "black-toad"}, hand=["caiman"]).play("caiman")
    assert replaced.story == ["retired black-toad", "fielded caiman 1"], "retired is not discarded from hand"


def test_gecko() -> None:
    match = given({1: "gecko", 2: "newt"}, hand=["caiman"]).use("gecko").choose("caiman")
    assert match.move("gecko", 2, swaps="newt").story == ["switched gecko 2"]
    assert (match.fighter(1), match.fighter(2), match.hand()) == ("newt", "gecko", [])
    assert not given({1: "gecko"}, spare=False).may_use("gecko"), "the cost must be paid"


def test_panther_chameleon() -> None:
    assert given({1: "panther-chameleon"}, {1: "caiman", 3: "puff-adder"}).power() == 1 + 3
    assert given({1: "panther-chameleon"}).power() == 1
    assert given({1: "panther-chameleon"}, {2: "veiled-chameleon"}).power() == 1 + 1, "a * counts as 1 (AF-26)"


def test_spawn() -> None:
    match = given({1: "spawn"}, {1: "coral-snake"}).fight()
    assert match.story[-5:] == [
        "triggered spawn",
        "revealed alligator",
        "transformed spawn alligator",
        "returned coral-snake hand",
        "round_ended",
    ]
    assert match.fighter() == "alligator"
    lost = given({1: "spawn"}, {1: "caiman"}).fight()
    assert lost.hand() == ["spawn"]


def test_boxing_gloves() -> None:
    match = given({1: "caiman"}, hand=["boxing-gloves"]).play("boxing-gloves")
    assert (match.story, match.power()) == (["fielded boxing-gloves 1"], 5)


def test_wrist_wraps() -> None:
    waiting = given({1: "caiman"}, equipment={1: "wrist-wraps"})
    assert waiting.power() == 4
    assert given(equipment={1: "wrist-wraps"}, hand=["caiman"]).play("caiman").power() == 4 + 2
    moved = (
        given({2: "gecko"}, equipment={1: "wrist-wraps"}, hand=["caiman"])
        .use("gecko")
        .choose("caiman")
        .move("gecko", 1)
    )
    assert moved.power() == 3 + 2, "moving in is coming in (AF-15)"
    assert given({1: "newt"}, equipment={1: "wrist-wraps"}).power() == 2, "no base power to double"


def test_kung_fu_gi() -> None:
    match = given({1: "caiman"}, equipment={1: "kung-fu-gi"}, hand=["newt", "spawn"]).use("kung-fu-gi").choose("newt")
    assert match.story == ["discarded newt", "gained kung-fu-gi 3"]
    assert match.power() == 7
    assert match.use("kung-fu-gi").choose("spawn").power() == 10, "as often as one can pay (AF fact 7)"
    assert match.fight().power() == 4, "it ends with the round (AF fact 9)"


def test_white_belt() -> None:
    assert given({1: ["caiman", "nipple-twist"]}, equipment={1: "white-belt"}).power() == 4 + 1 + 3
    assert given({1: ["tree-frog", "nipple-twist", "right-hook"]}, equipment={1: "white-belt"}).power() == 2 + 5 + 6 + 6
    assert given({1: ["caiman", "rebirth"]}, equipment={1: "white-belt"}).power() == 4


def test_sparring_boots() -> None:
    won = given({1: "caiman"}, {1: "newt"}, equipment={1: "sparring-boots"}).fight()
    assert "returned caiman hand" in won.story
    assert (won.hand(), won.equipment()) == (["caiman"], ["sparring-boots"])
    drew = given({1: "puff-adder"}, {1: "caiman"}, equipment={1: "sparring-boots"}).fight()
    assert drew.fighter() == "puff-adder"
    tipsy = given({1: "tipsy-turtle"}, equipment={1: "sparring-boots"}).fight()
    assert tipsy.cooldown() == ["tipsy-turtle"], "not when it is knocked out (AF fact 15)"


def test_roundhouse_kick() -> None:
    match = given({1: "caiman"}, hand=["roundhouse-kick"]).play("roundhouse-kick")
    assert (match.story, match.power()) == (["attached roundhouse-kick"], 7)
    assert match.fight().cooldown() == []


def test_headlock() -> None:
    for theirs, rests in (("great-crocodile", True), ("alligator", True), ("puff-adder", False)):
        match = given({1: ["caiman", "headlock"]}, {1: theirs}).fight()
        assert (match.cooldown() == ["headlock"]) is rests


def test_nipple_twist() -> None:
    """S3:274"""
    match = given({1: "caiman"}, {1: "newt"}, hand=["nipple-twist"]).play("nipple-twist")
    assert match.power() == 5
    assert match.fight().cooldown() == ["nipple-twist"]
    assert match.state.sides[A].cooldown[0].back_after == 4, "back after the next round (S3:276)"


def test_focus() -> None:
    match = given(hand=["focus"], decks={1: ["nipple-twist", "newt"]}).play("focus").act(ChooseKind(kind=Kind.FIGHTER))
    assert match.story == ["revealed nipple-twist newt", "bottomed nipple-twist"]
    assert match.show("newt", 2).story == ["fielded newt 2", "action_done focus"]
    assert match.fighter(2) == "newt"
    other = given(hand=["focus"]).play("focus").act(ChooseKind(kind=Kind.EQUIPMENT))
    assert other.act(DiscardShown(card=CardId("boxing-gloves"))).story == [
        "discarded boxing-gloves",
        "action_done focus",
    ]
    none = given(hand=["focus"], decks={1: ["newt"]}, only=True)
    none.state = replace(none.state, discard=())
    none.play("focus").act(ChooseKind(kind=Kind.EQUIPMENT))
    assert none.story == ["revealed newt", "bottomed newt", "action_done focus"]


def test_switcheroo() -> None:
    match = given({1: "newt", 2: "caiman"}, equipment={1: "boxing-gloves"}, hand=["switcheroo"]).play("switcheroo")
    match.move("newt", 3).move("boxing-gloves", 3).move("caiman", 1)
    assert [match.fighter(dojo) for dojo in (1, 2, 3)] == ["caiman", None, "newt"]
    assert match.equipment(3) == ["boxing-gloves"]
    idle = given(hand=["switcheroo"]).play("switcheroo")
    assert idle.story == ["action_played switcheroo", "action_done switcheroo"], "may be played for nothing (AF-10)"
