"""A scenario for each card of level II, with the boundary on both sides."""

from games.amfibido.given import A, B, given
from quarterdeck_protocol.games.amfibido import CardId, PlayAction, Prompt


def test_alligator() -> None:
    assert given({1: "alligator"}, {1: "dwarf-crocodile"}).fight().won == [A, None, None]


def test_dwarf_crocodile() -> None:
    assert given({1: "dwarf-crocodile"}, {1: "caiman"}).fight().cooldown(B) == ["caiman"]
    drawn = given({1: "dwarf-crocodile"}, {1: "double-headed-viper"}).fight()
    assert (drawn.cooldown(B), drawn.fighter(1, B)) == ([], "double-headed-viper")


def test_snapping_turtle() -> None:
    won = given({1: "snapping-turtle"}).fight()
    assert "retired snapping-turtle" in won.story
    drew = given({1: "snapping-turtle"}, {2: "caiman"}).fight()
    assert drew.fighter() == "snapping-turtle", "the fight is won, the round is not"


def test_bogart_toad() -> None:
    match = given({1: "gecko"}, hand=["bogart-toad"]).use("gecko").choose("bogart-toad").decline()
    assert match.hand() == ["alligator"]
    assert given({1: "bogart-toad"}, hand=["caiman"]).play("caiman").hand() == []


def test_bloated_toad() -> None:
    match = given({1: "bloated-toad"}, hand=["caiman", "newt", "focus"]).use("bloated-toad").choose("caiman")
    assert match.choose("newt").prompt is Prompt.DISCARD_MORE_FIGHTERS
    assert match.decline().story == ["gained bloated-toad 6"]
    assert match.power() == 4 + 6
    assert not match.may_use("bloated-toad"), "once a round"
    assert not given({1: "bloated-toad"}, hand=["focus"]).may_use("bloated-toad"), "it takes a fighter"


def test_double_headed_viper() -> None:
    assert given({1: "coral-snake", 2: "double-headed-viper"}).power() == 1 + 4
    assert given({1: "double-headed-viper"}).power() == 5


def test_brown_snake() -> None:
    assert given({1: "brown-snake", 2: "puff-adder"}).power() == 3
    assert given({1: "brown-snake", 2: "double-headed-viper"}).power() == 3 + 5
    assert given({1: "brown-snake", 2: "puff-adder", 3: "coral-snake"}).power() == 3 + 5


def test_basilisk() -> None:
    won = given({1: "basilisk"}).fight()
    assert "drew alligator" in won.story
    assert given({1: "basilisk"}, {1: "puff-adder"}).fight().hand() == []


def test_pygmy_chameleon() -> None:
    assert given({1: "pygmy-chameleon"}).power() == 1
    assert given({1: "pygmy-chameleon", 2: "caiman", 3: "newt"}).power() == 1 + 2


def test_clouded_salamander() -> None:
    match = given(equipment={1: "bokken"}, hand=["clouded-salamander"]).play("clouded-salamander", 2)
    assert match.prompt is Prompt.SWITCHEROO
    assert match.move("bokken", 2).power(2) == 5 + 3
    assert given(equipment={1: "bokken"}, hand=["clouded-salamander"]).play("clouded-salamander").decline().power() == 8
    assert given(hand=["clouded-salamander"]).play("clouded-salamander").prompt is None, "no equipment, no question"


def test_marbled_salamander() -> None:
    sides = {1: "baseball-bat", 3: "boxing-gloves"}
    assert given({2: "marbled-salamander"}, equipment=sides, spare=False).power(2) == 4 + 6
    assert given({1: "marbled-salamander"}, equipment={2: "bokken", 3: "iron-wrench"}).power() == 4 + 1
    assert given({1: "marbled-salamander"}, equipment={2: "meteor-hammer"}).power() == 4 + 4


def test_dart_frog() -> None:
    match = given({1: "dart-frog", 2: "caiman"}, hand=["headlock"])
    assert match.power() == 3
    assert match.play("headlock", 2).power() == 3 + 3


def test_bullfrog() -> None:
    match = given({1: "bullfrog", 2: "caiman"}, hand=["right-hook", "uppercut"]).play("right-hook").play("uppercut", 2)
    assert match.fight().cooldown() == ["right-hook"]


def test_iron_wrench() -> None:
    assert given({1: "caiman"}, equipment={1: "iron-wrench"}).power() == 6


def test_nunchucks() -> None:
    assert given({1: "caiman"}, equipment={1: "nunchucks"}).power() == 4 + 1
    assert given({1: "axolotl"}, equipment={1: "nunchucks"}).power() == 6 + 3 * 2, "it is base power"
    muted = given({1: "caiman"}, {1: "newt"}, equipment={1: "nunchucks"}, their_equipment={1: "bo-staff"})
    assert muted.power() == 4


def test_brass_knuckles() -> None:
    beaten = given({1: "caiman"}, {1: "newt"}, equipment={1: "brass-knuckles"}).fight()
    assert beaten.cooldown(B) == ["newt"]
    assert given({1: "puff-adder"}, {1: "newt"}, equipment={1: "brass-knuckles"}).fight().hand(B) == ["newt"]


def test_bokken() -> None:
    assert given({1: "caiman"}, equipment={1: "bokken"}).power() == 4 + 1
    assert given({1: "newt"}, equipment={1: "bokken"}).power() == 2 + 2 + 2, "only its base power doubles"


def test_barbed_wire() -> None:
    won = given({1: "caiman"}, {1: "newt"}, equipment={1: "barbed-wire"}).fight()
    assert (won.fighter(), won.equipment()) == (None, ["barbed-wire"])
    assert "retired caiman" in won.story
    assert given({1: "caiman"}, {1: "great-crocodile"}, equipment={1: "barbed-wire"}).fight().fighter() == "caiman"


def test_spawning_sword() -> None:
    match = given({1: "caiman"}, equipment={1: "spawning-sword"}, hand=["glass-frog"]).use("spawning-sword")
    match.choose("glass-frog")
    assert match.story[-2] == "transformed spawning-sword bo-staff"
    assert match.equipment() == ["bo-staff"]
    assert not given(equipment={1: "spawning-sword"}, spare=False).may_use("spawning-sword")


def test_right_hook() -> None:
    assert given({1: ["caiman", "right-hook"]}).power() == 8


def test_flying_kick() -> None:
    match = given({1: "caiman"}, hand=["flying-kick"]).play("flying-kick").move("caiman", 3)
    assert match.power(3) == 7, "it follows the fighter (S3:83)"
    assert given({1: "caiman"}, hand=["flying-kick"]).play("flying-kick").decline().power() == 7


def test_open_palm_strike() -> None:
    match = given({1: "caiman"}, hand=["open-palm-strike", "newt"]).play("open-palm-strike").choose("newt")
    assert match.boomerangs("open-palm-strike")
    declined = given({1: "caiman"}, hand=["open-palm-strike", "newt"]).play("open-palm-strike").decline()
    assert (declined.boomerangs("open-palm-strike"), declined.hand()) == (False, ["newt"])
    nothing_fits = given({1: "caiman"}, hand=["open-palm-strike", "focus"]).play("open-palm-strike")
    assert nothing_fits.prompt is Prompt.MAY_DISCARD, "asked all the same, or it would tell what the hand is"
    nothing_fits.decline()


def test_rebirth() -> None:
    match = given({1: "caiman", 2: "newt"}, hand=["rebirth"]).play("rebirth", 1).choose("newt")
    assert (match.fighter(1), match.fighter(2)) == ("caiman", "alligator")
    alone = given({1: "caiman"}, hand=["rebirth"]).play("rebirth")
    assert alone.story == ["attached rebirth", "revealed alligator", "transformed caiman alligator"]


def test_meditate() -> None:
    match = given(hand=["meditate", "caiman"], decks={2: ["basilisk", "bokken", "rearm"]}).play("meditate")
    match.choose("caiman").level(2).choose("bokken")
    assert match.hand() == ["bokken"]
    assert match.state.decks[1][-2:] in (("basilisk", "rearm"), ("rearm", "basilisk"))
    assert not given(hand=["meditate"], spare=False).may(PlayAction(card=CardId("meditate")))


def test_rearm() -> None:
    match = given(equipment={1: "boxing-gloves"}, hand=["rearm"]).play("rearm")
    assert match.equipment() == ["iron-wrench"]
    assert not given({1: "caiman"}, hand=["rearm"]).may(PlayAction(card=CardId("rearm")))
