"""A scenario for each card of level V, with the boundary on both sides."""

from games.amfibido.given import A, B, given


def test_king_of_the_crocs() -> None:
    assert given({1: "king-of-the-crocs"}).power() == 15


def test_komodo_dragon() -> None:
    """S3:340: combo moves count in both dojos, equipment only where it lies."""
    match = given(
        {1: ["komodo-dragon", "headlock"], 2: "newt"},
        {1: "king-of-the-crocs", 3: "river-crocodile"},
        equipment={1: "boxing-gloves", 3: "iron-wrench"},
    )
    assert (match.power(1), match.power(3)) == (12 + 1 + 2, 12 + 2 + 2)
    assert match.fight().won == [None, A, A]
    two_empty = given({1: "komodo-dragon"}, {3: "newt"}).fight()
    assert two_empty.won == [A, None, B]


def test_python_emperor() -> None:
    assert given({1: "python-emperor"}).power() == 8
    assert given({1: "python-emperor", 2: "anaconda", 3: "coral-snake"}).power() == 8 + 12
    assert given({1: "coral-snake", 2: "python-emperor"}).power() == 1 + 4


def test_hypnotoad() -> None:
    match = given({1: "hypnotoad"}, {1: ["tree-frog", "headlock"]}, their_equipment={1: "white-belt"})
    assert match.power(1, B) == 2 + 2
    assert given({2: "hypnotoad"}, {1: ["tree-frog", "headlock"]}).power(1, B) == 2 + 2 + 3


def test_goliath_frog() -> None:
    match = given({1: "goliath-frog", 2: "black-toad", 3: "caiman"}, hand=["headlock", "uppercut"])
    match.play("headlock")
    assert [match.power(dojo) for dojo in (1, 2, 3)] == [11, 4, 4]
    match.play("uppercut", 2)
    assert match.power(1) == 11, "it shares what is played on it"


def test_siren_salamander() -> None:
    match = given(
        {1: "newt", 2: "siren-salamander", 3: "caiman"}, equipment={1: "bokken", 2: "iron-wrench", 3: "yellow-belt"}
    )
    assert match.power(2) == 10 + 2 + 1 + 2
    assert match.power(1) == 2 + (1 + 2) * 2 + 2, "doubled, as the newt does, and the Bokken's own 2"
    assert match.power(3) == 6


def test_golden_gloves() -> None:
    match = given({1: "caiman"}, {1: "great-crocodile"}, equipment={1: "golden-gloves"})
    assert match.power() == 11
    assert match.fight().cooldown(B) == ["great-crocodile"]


def test_twin_katanas() -> None:
    match = given({1: "caiman"}, equipment={1: "twin-katanas", 2: "bokken"}, hand=["newt"])
    assert match.power() == 10
    match.use("twin-katanas").choose("newt").move("bokken", 3).move("twin-katanas", 2)
    assert [match.equipment(dojo) for dojo in (1, 2, 3)] == [[], ["twin-katanas"], ["bokken"]]
    assert not given(equipment={1: "twin-katanas"}, spare=False).may_use("twin-katanas")


def test_black_belt() -> None:
    assert given({1: ["caiman", "headlock"]}, equipment={1: "black-belt"}).power() == 4 + 3 + 6
    frog = given({1: ["tree-frog", "headlock"]}, equipment={1: "black-belt"})
    assert frog.power() == 2 + 3 + 6 + 3, "the frog's bonus is no combo power (AF-29)"


def test_steroids() -> None:
    assert given({1: "caiman"}, equipment={1: "steroids"}).power() == 8
    assert given({1: ["caiman", "headlock"]}, equipment={1: ["steroids", "bokken"]}).power() == 8 + 1 + 2
