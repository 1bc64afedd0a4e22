"""A scenario for each card and Power of Fire, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, Fielded, a, given


def test_ember_hound() -> None:
    match = given(["ember-hound"], ["moss-golem", a("alley-cat", health=100), "spear-line", "grave-bat"])
    match.attacks("ember-hound", "spear-line")
    assert match.happened == [
        "ember-hound attacked spear-line",
        "triggered ember-hound",
        "alley-cat took 100 from ember-hound",
        "grave-bat took 100 from ember-hound",
        "alley-cat died",
        "spear-line took 300 from ember-hound",
        "ember-hound took 300 from spear-line",
    ]
    edge = given(["ember-hound"], ["moss-golem", None, "alley-cat"])
    edge.attacks("ember-hound", "moss-golem")
    assert edge.health("alley-cat") == 300, "only the next slots"
    theirs = given(["ember-hound", "moss-golem"], ["ember-hound"], hand=[])
    theirs.ends()
    theirs.attacks("ember-hound-2", "ember-hound")
    assert theirs.health("moss-golem") == 700


def test_torch_runner() -> None:
    match = given([], ["moss-golem"], hand=["torch-runner", "ember-hound"])
    match.plays("torch-runner")
    match.plays("ember-hound")
    assert (match.may_attack("torch-runner", "moss-golem"), match.may_attack("ember-hound", "moss-golem")) == (
        True,
        False,
    )
    match.attacks("torch-runner", "moss-golem")
    assert not match.may_attack("torch-runner", "moss-golem"), "once"


def test_cinder_witch() -> None:
    match = given(["cinder-witch"], ["spear-line"], my={"energy": 3})
    match.uses("cinder-witch", "spear-line")
    assert match.happened == ["cinder-witch used Flare for 3 on spear-line", "spear-line took 300 from cinder-witch"]
    assert match.health("cinder-witch") == 500, "not answered"
    assert not given(["cinder-witch"], ["spear-line"], my={"energy": 2}).may_use("cinder-witch", "spear-line")


def test_ash_phoenix() -> None:
    full: Fielded = ["moss-golem", "moss-golem", a("ash-phoenix", health=300), "moss-golem", "moss-golem"]
    alone = given(["spear-line"], [None, a("ash-phoenix", health=300)])
    alone.attacks("spear-line", "ash-phoenix")
    assert alone.slots(THEM) == ["ember", None, None, None, None]
    match = given(["spear-line"], full)
    match.attacks("spear-line", "ash-phoenix")
    assert match.happened[3:] == ["ash-phoenix died", "triggered ash-phoenix", "ember was summoned into slot 3"]
    assert (match.stats("ember"), match.tokens()) == ((100, 100), (0, 1))
    returned = given(["ash-phoenix"], hand=["vanish"])
    returned.casts("vanish", "ash-phoenix", forge=0)
    assert returned.slots() == [None] * 5, "it has not died (AM-45)"


def test_volcano_drake() -> None:
    match = given(["volcano-drake", "moss-golem"], ["temple-guard", a("alley-cat", health=200)], my={"energy": 6})
    match.uses("volcano-drake")
    assert match.happened == [
        "volcano-drake used Eruption for 6 on temple-guard, alley-cat",
        "temple-guard took 200 from volcano-drake",
        "alley-cat took 200 from volcano-drake",
        "alley-cat died",
    ]
    assert (match.energy(), match.health("moss-golem")) == (0, 800)
    assert not given(["volcano-drake"], ["alley-cat"], my={"energy": 5}).may_use("volcano-drake")


def test_kiln_keeper() -> None:
    match = given([a("alley-cat", health=200), "kiln-keeper"], hand=["dark-bargain"])
    match.casts("dark-bargain", "alley-cat")
    assert match.happened[2:5] == ["alley-cat died", "triggered kiln-keeper", "ember was summoned into slot 1"]
    assert match.slots() == ["ember", "kiln-keeper", None, None, None]
    itself = given([a("kiln-keeper", health=200)], hand=["dark-bargain"])
    itself.casts("dark-bargain", "kiln-keeper")
    assert itself.slots() == [None] * 5, "another one"
    opposing = given(["kiln-keeper"], [a("alley-cat", health=200)])
    opposing.attacks("kiln-keeper", "alley-cat")
    assert opposing.slots(ME)[1] is None, "a friendly one"


def test_fire_rain() -> None:
    match = given(["moss-golem"], ["temple-guard", a("alley-cat", health=100)], hand=["fire-rain"])
    match.casts("fire-rain")
    assert match.happened == [
        "played fire-rain for 4",
        "temple-guard took 100 from fire-rain",
        "alley-cat took 100 from fire-rain",
        "alley-cat died",
    ]
    assert match.health("moss-golem") == 800


def test_scorch() -> None:
    match = given(["moss-golem"], ["temple-guard", a("alley-cat", health=201)], hand=["scorch"])
    assert not match.may_cast("scorch", "moss-golem")
    match.casts("scorch", "alley-cat")
    assert match.happened == ["played scorch for 2", "alley-cat took 200 from scorch"]
    assert match.health("alley-cat") == 1
    dead = given([], [a("alley-cat", health=200)], hand=["scorch"])
    dead.casts("scorch", "alley-cat")
    assert dead.happened[-1] == "alley-cat died"


def test_world_fire() -> None:
    match = given(["alley-cat", "moss-golem"], ["grave-bat", "alley-cat"], hand=["world-fire"])
    match.casts("world-fire")
    assert match.happened == [
        "played world-fire for 7",
        "alley-cat took 300 from world-fire",
        "moss-golem took 300 from world-fire",
        "grave-bat took 300 from world-fire",
        "alley-cat-2 took 300 from world-fire",
        "alley-cat died",
        "alley-cat-2 died",
    ]


def test_burning_ground() -> None:
    match = given(["moss-golem"], [a("alley-cat", health=100)], hand=["burning-ground"], my={"energy": 3})
    match.plays("burning-ground")
    match.ends()
    assert match.happened == [
        "triggered burning-ground",
        "moss-golem took 100 from burning-ground",
        "alley-cat took 100 from burning-ground",
        "alley-cat died",
        "turn ended",
        "turn of 10 Energy",
    ]
    match.ends(THEM)
    assert match.health("moss-golem") == 700, "at the end of your turn, not of theirs"


def test_spark() -> None:
    powers = {"powers": ("spark",), "energy": 2}
    match = given([None, None, "grave-bat"], ["alley-cat", "moss-golem"], my=powers)
    match.invokes("spark", "alley-cat")
    assert match.happened == ["used spark for 2", "alley-cat took 100 from spark", "moss-golem took 100 from spark"]
    twice = given([], ["moss-golem", a("alley-cat", health=200)], my=powers)
    twice.invokes("spark", "alley-cat")
    assert twice.tokens() == (0, 1), "the right-most one can be the same"
    then = given([], ["moss-golem", a("alley-cat", health=100)], my=powers)
    then.invokes("spark", "alley-cat")
    assert then.health("moss-golem") == 700, "the one that is right-most then"
    assert not given([], ["moss-golem"], my={"powers": ("spark",), "energy": 1}).may_invoke("spark", "moss-golem")
    assert not given([], [], my=powers).may_invoke("spark")


def test_wildfire() -> None:
    powers = {"powers": ("wildfire",)}
    match = given([a("alley-cat", health=200), "moss-golem"], ["grave-bat"], hand=["dark-bargain"], my=powers)
    match.casts("dark-bargain", "alley-cat")
    assert match.happened[2:6] == [
        "alley-cat died",
        "triggered wildfire",
        "grave-bat took 100 from wildfire",
        "I gained 1 Energy",
    ]
    assert match.health("moss-golem") == 800, "its own are spared"
    opposing = given(["spear-line"], ["alley-cat"], my=powers)
    opposing.attacks("spear-line", "alley-cat")
    assert opposing.health("spear-line") == 400, "only what dies on its side"
    left = given([a("alley-cat", health=200)], ["moss-golem", "grave-bat"], hand=["dark-bargain"], my=powers)
    left.casts("dark-bargain", "alley-cat")
    assert (left.health("moss-golem"), left.health("grave-bat")) == (700, 400), "the left-most alone"
