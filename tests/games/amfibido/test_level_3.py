"""A scenario for each card of level III, with the boundary on both sides."""

from games.amfibido.given import A, B, given
from quarterdeck_protocol.games.amfibido import CardId, PlayAction, PlayEquipment, Prompt


def test_great_crocodile() -> None:
    assert given({1: "great-crocodile"}, {1: "mugger-crocodile"}).fight().won == [A, None, None]


def test_mugger_crocodile() -> None:
    assert given({1: "mugger-crocodile"}, {1: "alligator"}).fight().cooldown(B) == ["alligator"]
    assert given({1: "mugger-crocodile"}, {1: "great-crocodile"}).fight().cooldown(B) == []


def test_painted_turtle() -> None:
    paid = given(hand=["painted-turtle", "newt"]).play("painted-turtle").choose("newt")
    assert (paid.fighter(), paid.hand()) == ("painted-turtle", [])
    refused = given(hand=["painted-turtle", "newt"]).play("painted-turtle").decline()
    assert (refused.fighter(), refused.hand()) == (None, ["newt"])
    empty = given(hand=["painted-turtle"], spare=False).play("painted-turtle")
    assert "retired painted-turtle" in empty.story
    transformed = given({1: "alligator"}, hand=["rebirth"], decks={3: ["painted-turtle"]}).play("rebirth")
    assert transformed.fighter() == "painted-turtle", "only from hand (AF-15)"


def test_tipsy_turtle() -> None:
    for theirs in ("caiman", "king-of-the-crocs"):
        assert given({1: "tipsy-turtle"}, {1: theirs}).fight().cooldown() == ["tipsy-turtle"]


def test_cane_toad() -> None:
    match = given({2: "gecko"}, hand=["cane-toad", "newt", "focus"]).use("gecko").choose("newt").decline()
    assert match.play("cane-toad").power() == 5 + 3, "what was discarded before counts"
    assert match.use("gecko").choose("focus").decline().power() == 8, "it was no fighter"
    assert match.fight().power() == 5


def test_oak_toad() -> None:
    match = given({1: "oak-toad"}, hand=["newt"]).use("oak-toad").choose("newt").decline()
    assert match.power() == 6 + 4
    assert not match.may_use("oak-toad")


def test_black_mamba() -> None:
    assert given({1: "black-mamba"}).power() == 3
    assert given({1: "black-mamba", 2: "double-headed-viper", 3: "puff-adder"}).power() == 3 + 9


def test_iguana() -> None:
    assert "drew river-crocodile" in given({1: "iguana"}).fight().story
    assert given({1: "iguana"}, {1: "caiman"}).fight().hand() == []


def test_gila_monster() -> None:
    lost = given({1: "gila-monster"}, {1: "great-crocodile"}).fight()
    assert (lost.cooldown(B), lost.hand()) == (["great-crocodile"], ["gila-monster"])
    drew = given({1: "gila-monster"}, {1: "double-headed-viper"}).fight()
    assert drew.cooldown(B) == []


def test_axolotl() -> None:
    assert given({1: "axolotl"}, equipment={1: "iron-wrench"}).power() == 6 + 4
    assert given({1: "axolotl"}, equipment={1: "shaolin-cane"}).power() == 6 + 6 + 2


def test_fire_salamander() -> None:
    match = given({1: "fire-salamander"}, equipment={1: "boxing-gloves"}, hand=["newt"]).use("fire-salamander")
    assert match.choose("newt").equipment() == ["iron-wrench"]
    assert not given({1: "fire-salamander"}, equipment={1: "shaolin-cane"}).may_use("fire-salamander")
    assert not given({1: "fire-salamander"}, equipment={2: "boxing-gloves"}).may_use("fire-salamander")


def test_glass_frog() -> None:
    assert given({1: "glass-frog"}).power() == 6
    assert given({1: ["glass-frog", "right-hook"]}).power() == 6 + 4 + 4


def test_humongous_spawn() -> None:
    assert given({1: "coral-snake", 2: "humongous-spawn"}).power() == 1 + 2
    assert given({1: "humongous-spawn"}, equipment={1: "bokken"}).power() == 7 + 3
    muted = given({1: "humongous-spawn"}, {1: "hypnotoad"}, equipment={2: "bokken"})
    assert given({1: "coral-snake", 2: "humongous-spawn"}, {2: "hypnotoad"}).power() == 1
    assert muted.power() == 7


def test_shaolin_cane() -> None:
    assert given({1: "caiman"}, equipment={1: "shaolin-cane"}).power() == 4 + 3
    assert given({1: "clouded-salamander"}, equipment={1: "shaolin-cane"}).power() == 5 + 5


def test_smoke_bomb() -> None:
    match = given({1: "caiman"}, equipment={1: "smoke-bomb"})
    assert match.power() == 7
    assert match.use("smoke-bomb").story == ["activated smoke-bomb", "retired smoke-bomb", "gained caiman 5"]
    assert (match.power(), match.equipment()) == (9, [])
    assert not given(equipment={1: "smoke-bomb"}).may_use("smoke-bomb")


def test_spawning_suit() -> None:
    match = given({1: "caiman"}, equipment={1: "spawning-suit"}, hand=["newt", "gecko"]).use("spawning-suit")
    assert match.choose("newt").fighter() == "alligator"
    assert not match.may_use("spawning-suit"), "once a round"
    assert not given({1: "caiman"}, equipment={1: "spawning-suit"}).may_use("spawning-suit"), "it takes a fighter"
    assert not given(equipment={1: "spawning-suit"}, hand=["newt"]).may_use("spawning-suit")


def test_yellow_belt() -> None:
    assert given({1: ["caiman", "nipple-twist"]}, equipment={1: "yellow-belt"}).power() == 4 + 2 + 1 + 3
    both = given({1: ["caiman", "nipple-twist"]}, equipment={1: ["yellow-belt", "white-belt"]})
    assert both.power() == 4 + 2 + 1 + 3 + 3, "they stack"
    assert given({1: "caiman"}, equipment={1: "yellow-belt"}).power() == 6


def test_combat_headgear() -> None:
    assert "drew alligator" in given({1: "caiman"}, equipment={1: "combat-headgear"}).fight().story
    out = given({1: "caiman"}, {1: "dwarf-crocodile"}, equipment={1: "combat-headgear"})
    assert out.power() == 5
    lost = given({1: "newt"}, {1: "dwarf-crocodile"}, equipment={1: "combat-headgear"}).fight()
    assert (lost.hand(), lost.cooldown()) == (["newt"], [])
    out.fight()


def test_croackers_gi() -> None:
    frog = given({1: "tree-frog"}, equipment={1: "croackers-gi"}, hand=["right-hook"]).play("right-hook")
    assert frog.boomerangs("right-hook")
    snake = given({1: "puff-adder"}, equipment={1: "croackers-gi"}, hand=["right-hook"]).play("right-hook")
    assert not snake.boomerangs("right-hook")
    left = given({1: "tree-frog"}, equipment={1: "croackers-gi"}, hand=["flying-kick"]).play("flying-kick")
    assert left.move("tree-frog", 2).fight().cooldown() == ["flying-kick"], "checked as it is played (AF fact 18)"


def test_twin_sai() -> None:
    """S3:324: the second piece stays when the sai is gone, and may be moved."""
    match = given({1: "caiman"}, equipment={1: "twin-sai"}, hand=["bokken", "shaolin-cane"]).play("bokken")
    assert (match.equipment(), match.power()) == (["twin-sai", "bokken"], 4 + 3)
    match.play("shaolin-cane", replaces=match.piece("twin-sai"))
    assert match.equipment() == ["bokken", "shaolin-cane"]
    assert not match.may(PlayEquipment(card=CardId("baseball-bat"), dojo=1)), "no third (AF-14)"
    one = given(equipment={1: "bokken"})
    assert not one.may(PlayEquipment(card=CardId("baseball-bat"), dojo=1))


def test_uppercut() -> None:
    assert given({1: ["caiman", "uppercut"]}).power() == 9


def test_tail_swipe() -> None:
    croc = given({1: "caiman"}, {1: "newt"}, hand=["tail-swipe"]).play("tail-swipe").fight()
    assert (croc.cooldown(), croc.cooldown(B)) == (["tail-swipe"], ["newt"])
    frog = given({1: "tree-frog"}, {1: "newt"}, hand=["tail-swipe"]).play("tail-swipe").fight()
    assert (frog.cooldown(), frog.cooldown(B)) == ([], [])


def test_tag_team() -> None:
    match = given({1: "caiman", 2: "newt"}, hand=["tag-team"]).play("tag-team").move("caiman", 2, swaps="newt")
    assert match.power(2) == 6
    assert match.fight().cooldown() == ["tag-team"]
    given({1: "caiman"}, hand=["tag-team"]).play("tag-team").decline()


def test_sucker_punch() -> None:
    for theirs in ("king-of-the-crocs", "alligator", "newt"):
        match = given({1: "caiman"}, {1: theirs}, hand=["sucker-punch"]).play("sucker-punch").fight()
        assert match.cooldown(B) == [theirs]
    assert given({1: ["caiman", "sucker-punch"]}, {2: "newt"}).fight().cooldown(B) == [], "nobody is opposite"


def test_metamorphosis() -> None:
    match = given({1: "caiman"}, equipment={1: "boxing-gloves"}, hand=["metamorphosis"]).play("metamorphosis")
    assert match.prompt is Prompt.CHOOSE_A_PIECE
    assert match.choose("boxing-gloves").equipment() == ["iron-wrench"]
    assert given({1: "caiman"}, hand=["metamorphosis"]).play("metamorphosis").fighter() == "alligator"


def test_concentrate() -> None:
    match = given(hand=["concentrate", "caiman"], decks={1: ["newt", "gecko", "focus", "spawn"]}, in_round=1)
    match.play("concentrate").choose("caiman").choose("spawn")
    assert match.hand() == ["spawn"]
    assert not given(hand=["concentrate"], spare=False).may(PlayAction(card=CardId("concentrate")))
