"""A scenario for each card of level IV, with the boundary on both sides."""

from games.amfibido.given import A, B, given
from quarterdeck_protocol.games.amfibido import CardId, DiscardShown, PlayAction, PlayEquipment, PlayFighter, Prompt


def test_river_crocodile() -> None:
    assert given({1: "river-crocodile"}).power() == 11


def test_marsh_crocodile() -> None:
    match = given({1: "marsh-crocodile", 2: "caiman", 3: "puff-adder"}, {2: "newt", 3: "coral-snake"}).fight()
    assert (match.cooldown(B), match.hand(B)) == (["newt"], ["coral-snake"])


def test_sumo_turtle() -> None:
    lost = given({1: "sumo-turtle"}, {2: "newt", 3: "newt"}).fight()
    assert lost.points == (0, 2)
    won = given({1: "sumo-turtle"}).fight()
    assert won.points == (1, 0)


def test_desert_tortoise() -> None:
    match = given({1: "desert-tortoise", 2: "snapping-turtle", 3: "tipsy-turtle"}).fight()
    assert [match.fighter(dojo) for dojo in (1, 2, 3)] == ["desert-tortoise", "snapping-turtle", "tipsy-turtle"]
    muted = given({1: "desert-tortoise", 2: "snapping-turtle"}, {1: "hypnotoad"}).fight()
    assert "retired snapping-turtle" in muted.story
    played = given({1: "desert-tortoise"}, hand=["painted-turtle"]).play("painted-turtle", 2)
    assert played.fighter(2) == "painted-turtle"


def test_harlequin_toad() -> None:
    match = given({1: "harlequin-toad"}, hand=["great-crocodile"]).use("harlequin-toad").choose("great-crocodile")
    assert match.power() == 7 + 8
    assert not match.may_use("harlequin-toad")
    star = given({1: "harlequin-toad"}, hand=["veiled-chameleon"]).use("harlequin-toad").choose("veiled-chameleon")
    assert star.power() == 7 + 1


def test_king_cobra() -> None:
    assert given({1: "king-cobra"}).power() == 1
    assert given({1: "king-cobra", 2: "anaconda"}).power() == 1 + 10


def test_anaconda() -> None:
    match = given({1: "coral-snake"}, hand=["anaconda"]).play("anaconda", 2).move("anaconda", 1, swaps="coral-snake")
    assert match.power(2) == 1 + 4
    revealed = given({1: "great-crocodile"}, hand=["rebirth"], decks={4: ["anaconda"]}).play("rebirth")
    assert (revealed.fighter(), revealed.prompt) == ("anaconda", None), "only from hand (AF-15)"


def test_lonely_lizard() -> None:
    assert given({1: "lonely-lizard", 2: "caiman"}).power() == 8 + 6
    assert given({1: "lonely-lizard", 2: "caiman", 3: "newt"}).power() == 8


def test_veiled_chameleon() -> None:
    assert given({1: "veiled-chameleon"}, {1: "great-crocodile"}).power() == 1 + 8
    assert given({1: "veiled-chameleon"}, {2: "great-crocodile"}).power() == 1


def test_giant_salamander() -> None:
    match = given({1: "giant-salamander"}, equipment={1: "bokken"}, hand=["iron-wrench"]).play("iron-wrench")
    assert match.power() == 9 + 3 + 2
    muted = given({1: "giant-salamander"}, {1: "hypnotoad"}, equipment={1: "bokken"})
    assert not muted.may(PlayEquipment(card=CardId("baseball-bat"), dojo=1))


def test_rain_frog() -> None:
    match = given({1: "rain-frog", 2: "caiman"}, hand=["rebirth", "headlock"]).play("rebirth", 2).choose("caiman")
    assert match.power() == 7 + 3, "Rebirth counts as played"
    assert match.play("headlock", 2).power() == 7 + 6


def test_red_spotted_frog() -> None:
    match = given({1: "red-spotted-frog"}, hand=["headlock"]).play("headlock")
    assert (match.power(), match.boomerangs("headlock")) == (6 + 2 + 6, True)
    assert given({1: "red-spotted-frog"}).power() == 6


def test_spawning_bed() -> None:
    lost = given({1: "spawning-bed"}, {1: "caiman"}).fight()
    assert lost.hand() == ["king-of-the-crocs"]
    hit = given({1: "spawning-bed"}, hand=["right-hook"]).play("right-hook")
    assert (hit.fighter(), hit.power()) == ("king-of-the-crocs", 15 + 4)
    assert given({1: "spawning-bed"}).fight().fighter() == "spawning-bed"


def test_baseball_bat() -> None:
    assert given({1: "caiman"}, equipment={1: "baseball-bat"}, spare=False).power() == 9


def test_bo_staff() -> None:
    match = given(
        {1: "caiman"}, {1: ["newt", "nipple-twist"]}, equipment={1: "bo-staff"}, their_equipment={1: "yellow-belt"}
    )
    assert match.power(1, B) == 2 + 2 * 2 + 1, "its base power stays"
    assert (
        given({1: "caiman"}, {2: "caiman"}, equipment={1: "bo-staff"}, their_equipment={2: "bokken"}).power(2, B) == 5
    )


def test_meteor_hammer() -> None:
    match = given({1: "caiman", 2: "gecko"}, equipment={1: "meteor-hammer"}, hand=["newt", "focus"])
    assert match.power() == 8
    assert match.use("gecko").choose("newt").decline().power() == 10
    assert match.use("gecko").choose("focus").decline().power() == 10


def test_weapon_rack() -> None:
    won = given({1: "caiman"}, equipment={1: "weapon-rack"}).fight()
    assert won.equipment() == ["golden-gloves"]
    assert given({1: "caiman"}, {1: "great-crocodile"}, equipment={1: "weapon-rack"}).fight().equipment() == [
        "weapon-rack"
    ]


def test_chameleon_skin() -> None:
    assert given({1: "newt", 2: "great-crocodile"}, equipment={1: "chameleon-skin"}).power() == 8
    assert given({1: "great-crocodile", 2: "newt"}, equipment={1: "chameleon-skin"}).power() == 8
    assert given({1: "newt"}, {1: "great-crocodile"}, equipment={1: "chameleon-skin"}).power() == 2


def test_champions_belt() -> None:
    match = given({1: "newt", 2: "caiman"}, equipment={1: "champions-belt"}, hand=["gecko"]).use("champions-belt")
    assert match.story == ["activated champions-belt", "retired newt", "drew king-of-the-crocs", "dojo_closed 1"]
    assert match.equipment() == ["champions-belt"]
    assert not match.may(PlayFighter(card=CardId("gecko"), dojo=1))
    assert match.may(PlayFighter(card=CardId("gecko"), dojo=3))
    assert not match.may_use("champions-belt")
    assert not given(equipment={1: "champions-belt"}).may_use("champions-belt")


def test_crane_kick() -> None:
    match = given({1: "caiman"}, {1: "great-crocodile"}, hand=["crane-kick"]).play("crane-kick")
    assert match.power() == 11
    assert match.fight().cooldown(B) == ["great-crocodile"]


def test_fists_of_fury() -> None:
    match = given({1: "tree-frog", 2: "glass-frog", 3: "caiman"}, hand=["fists-of-fury"]).play("fists-of-fury")
    assert match.story == ["attached fists-of-fury", "copied fists-of-fury"]
    assert [match.power(dojo) for dojo in (1, 2, 3)] == [2 + 4 + 3, 6 + 4 + 4, 4]


def test_kick_and_punch() -> None:
    match = given({1: "caiman"}, hand=["kick-and-punch"], cooldown=["headlock", "newt"]).play("kick-and-punch")
    assert match.show("headlock", 1).power() == 4 + 5 + 2
    assert match.cooldown() == ["newt"]
    none = given({1: "caiman"}, hand=["kick-and-punch"], cooldown=["newt"]).play("kick-and-punch")
    assert none.prompt is None
    declined = given({1: "caiman"}, hand=["kick-and-punch"], cooldown=["headlock"]).play("kick-and-punch").decline()
    assert declined.cooldown() == ["headlock"]


def test_mass_metamorphosis() -> None:
    match = given({1: "caiman", 2: "river-crocodile", 3: "iguana"}, hand=["mass-metamorphosis"])
    match.play("mass-metamorphosis")
    assert [match.fighter(dojo) for dojo in (1, 2, 3)] == ["alligator", "river-crocodile", "marsh-crocodile"]
    assert given(hand=["mass-metamorphosis"]).play("mass-metamorphosis").hand() == []


def test_timeout_needs_a_fighter_in_play_or_resting() -> None:
    """AF-55, AF-10: what can be done is done."""
    for resting, allowed in ((["newt"], True), (["newt", "headlock"], True), (["headlock"], False), ([], False)):
        match = given(hand=["timeout"], cooldown=resting)
        assert match.may(PlayAction(card=CardId("timeout"))) is allowed
        if allowed:
            assert (match.play("timeout").hand(), match.cooldown()) == (resting, [])


def test_timeout() -> None:
    match = given({1: "caiman", 2: "newt"}, hand=["timeout"], cooldown=["headlock"]).play("timeout").choose("newt")
    assert (match.hand(), match.fighter(2), match.cooldown()) == (["newt", "headlock"], None, [])
    assert not given(hand=["timeout"]).may(PlayAction(card=CardId("timeout")))


def test_gamble() -> None:
    decks = {2: ["bokken", "right-hook"], 3: ["iguana", "uppercut"]}
    match = given({1: "caiman"}, hand=["gamble"], decks=decks).play("gamble").show("right-hook", 1)
    assert match.prompt is Prompt.PLAY_OR_DISCARD
    assert match.act(DiscardShown(card=CardId("uppercut"))).story == ["discarded uppercut", "action_done gamble"]
    assert match.power() == 8
    nobody = given(hand=["gamble"], decks=decks).play("gamble")
    assert nobody.choices(A) == [DiscardShown(card=CardId("right-hook")), DiscardShown(card=CardId("uppercut"))]
    nobody.act(DiscardShown(card=CardId("right-hook"))).act(DiscardShown(card=CardId("uppercut")))


def test_introduce_a_champion() -> None:
    decks = {5: ["hypnotoad", "steroids"]}
    match = given(hand=["introduce-a-champion", "newt"], decks=decks).play("introduce-a-champion").choose("newt")
    assert match.show("hypnotoad", 2).fighter(2) == "hypnotoad"
    assert match.state.decks[4][-1] == "steroids"
    out = given(hand=["introduce-a-champion", "newt"], decks=decks).play("introduce-a-champion").choose("newt")
    assert "discarded steroids" in out.act(DiscardShown(card=CardId("steroids"))).story
    assert not given(hand=["introduce-a-champion"], spare=False).may(PlayAction(card=CardId("introduce-a-champion")))
