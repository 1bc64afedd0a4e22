"""A scenario for each card and Power of ELW, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, a, given
from quarterdeck_protocol.games.amiibart import Keyword

FULL = ["moss-golem", "grave-bat", "alley-cat", "spear-line"]


def test_moss_golem() -> None:
    built_up = a("spear-line", attack=200, health=900, keywords=(Keyword.BLOCK,))
    match = given(["moss-golem"], [built_up], my={"energy": 2})
    match.uses("moss-golem", "spear-line")
    assert match.happened == ["moss-golem used Overgrow for 2 on spear-line", "spear-line was bound"]
    assert match.stats("spear-line") == (300, 700)
    assert not match.has("spear-line", Keyword.BLOCK)
    hurt = given(["moss-golem"], [a("spear-line", health=100)])
    hurt.uses("moss-golem", "spear-line")
    assert hurt.health("spear-line") == 100, "damage stays (AM-47)"
    assert not given(["moss-golem"], ["spear-line"], my={"energy": 1}).may_use("moss-golem", "spear-line")


def test_seed_mother() -> None:
    match = given(["grave-bat"], hand=["seed-mother"])
    match.plays("seed-mother", 4)
    assert match.happened == [
        "played seed-mother for 1",
        "seed-mother entered slot 4",
        "triggered seed-mother",
        "sapling was summoned into slot 2",
    ]
    assert match.stats("sapling") == (100, 300)
    assert not match.may_attack("sapling", "sapling"), "not in the turn it is summoned"
    last = given(FULL, hand=["seed-mother"])
    last.plays("seed-mother", 5)
    assert last.happened[-1] == "triggered seed-mother", "there is no room left (AM-16)"


def test_river_otter() -> None:
    match = given([a("river-otter", health=301)], ["spear-line"])
    match.attacks("river-otter", "spear-line")
    assert match.happened[3:] == ["triggered river-otter", "river-otter was healed by 100"]
    assert match.health("river-otter") == 101
    dead = given([a("river-otter", health=300)], ["spear-line"])
    dead.attacks("river-otter", "spear-line")
    assert dead.happened[3:] == ["river-otter died", "triggered river-otter"], "too late"
    unhurt = given(["river-otter"], [a("moss-golem", attack=-150)])
    unhurt.attacks("river-otter", "moss-golem")
    assert unhurt.health("river-otter") == 400


def test_tide_caller() -> None:
    match = given(["tide-caller", "sun-lancer"], [a("moss-golem", health=50, attack=300)], my={"energy": 4})
    match.uses("tide-caller", "moss-golem")
    assert match.happened == [
        "tide-caller used Undertow for 4 on moss-golem",
        "moss-golem returned",
        "triggered sun-lancer",
        "sun-lancer got +100 Attack this turn",
    ]
    assert (match.library(THEM), match.tokens()) == (["moss-golem"], (0, 0))
    token = given(["tide-caller"], ["sapling"])
    token.uses("tide-caller", "sapling")
    assert (token.slots(THEM), token.library(THEM)) == ([None] * 5, []), "a Token is gone (S0:93)"
    assert not given(["tide-caller"], ["moss-golem"], my={"energy": 3}).may_use("tide-caller", "moss-golem")
    blocked = given(["tide-caller"], ["moss-golem", "iron-snail"])
    assert not blocked.may_use("tide-caller", "moss-golem"), "Block comes first"


def test_elder_oak() -> None:
    match = given(["sapling", "elder-oak", "moss-golem", "bramble-boar"], ["sapling", "elder-oak"])
    assert [match.attack(one) for one in ("sapling", "elder-oak", "moss-golem", "bramble-boar", "sapling-2")] == [
        200,
        300,
        200,
        500,
        200,
    ]
    match.ends()
    assert not match.may_attack("sapling-2", "sapling")
    assert match.may_attack("sapling-2", "elder-oak")
    two = given(["elder-oak", "elder-oak"])
    assert two.attack("elder-oak") == 400, "each is another one"


def test_bramble_boar() -> None:
    match = given(["alley-cat"], ["bramble-boar"])
    match.attacks("alley-cat", "bramble-boar")
    assert match.happened[-2:] == ["triggered bramble-boar", "sapling was summoned into slot 2"]
    dead = given(["spear-line"], [a("bramble-boar", health=300)])
    dead.attacks("spear-line", "bramble-boar")
    assert dead.slots(THEM)[0] == "sapling", "it is heard once more (AM-40)"
    full = given(["alley-cat"], [*FULL, "bramble-boar"])
    full.attacks("alley-cat", "bramble-boar")
    assert full.happened[-1] == "triggered bramble-boar"
    attacking = given(["bramble-boar"], ["moss-golem"])
    attacking.attacks("bramble-boar", "moss-golem")
    assert attacking.slots()[1] is None, "only when it is attacked"
    shot = given(["knife-juggler"], ["bramble-boar"])
    shot.uses("knife-juggler")
    assert shot.slots(THEM)[1] == "sapling", "by a special attack too"


def test_entangle() -> None:
    match = given([], [a("spear-line", attack=300, health=800)], hand=["entangle"])
    match.casts("entangle", "spear-line")
    assert match.happened == ["played entangle for 2", "spear-line was bound", "spear-line got -100 Attack this turn"]
    assert match.stats("spear-line") == (200, 700)
    match.ends()
    assert match.attack("spear-line") == 300
    own = given([a("spear-line", attack=-300)], ["moss-golem"], hand=["entangle"])
    own.casts("entangle", "spear-line")
    assert own.attack("spear-line") == 200, "any Fighter"


def test_spring_rain() -> None:
    hurt = [a("moss-golem", health=100), a("alley-cat", health=250)]
    match = given(hurt, [a("moss-golem", health=100)], hand=["spring-rain"])
    match.casts("spring-rain")
    assert match.happened == ["played spring-rain for 3", "moss-golem was healed by 200", "alley-cat was healed by 50"]
    assert match.health("moss-golem-2") == 100


def test_deluge() -> None:
    built_up = a("alley-cat", attack=100, health=600)
    match = given([a("moss-golem", attack=100)], [built_up, a("moss-golem", health=200)], hand=["deluge"])
    match.casts("deluge")
    assert match.happened == [
        "played deluge for 5",
        "alley-cat was bound",
        "moss-golem-2 was bound",
        "alley-cat took 200 from deluge",
        "moss-golem-2 took 200 from deluge",
        "moss-golem-2 died",
    ]
    assert (match.stats("alley-cat"), match.attack("moss-golem")) == ((300, 100), 300)


def test_quicksand() -> None:
    match = given([], hand=["alley-cat", "spear-line"], their={"hazards": ("quicksand",)})
    match.plays("spear-line")
    assert match.happened == [
        "played spear-line for 1",
        "spear-line entered slot 1",
        "tripped quicksand",
        "spear-line got -200 Attack",
    ]
    match.plays("alley-cat")
    assert (match.attack("spear-line"), match.attack("alley-cat")) == (100, 300), "it is spent"
    summoned = given([], my={"powers": ("green-thumb",)}, their={"hazards": ("quicksand",)})
    summoned.invokes("green-thumb")
    assert summoned.state.sides[THEM].hazards == ("quicksand",), "a Token is not played"
    set_up = given([], hand=["quicksand"], my={"energy": 2})
    set_up.plays("quicksand")
    assert set_up.state.sides[ME].hazards == ("quicksand",)


def test_rainfall() -> None:
    hurt = [a("moss-golem", health=100), a("alley-cat", health=250)]
    match = given(hurt, [a("grave-bat", health=100)], my={"powers": ("rainfall",)})
    match.ends()
    assert match.health("grave-bat") == 100
    match.ends()
    assert match.happened == [
        "turn ended",
        "turn of 10 Energy",
        "triggered rainfall",
        "moss-golem was healed by 100",
        "alley-cat was healed by 50",
    ]


def test_green_thumb() -> None:
    powers = {"powers": ("green-thumb",), "energy": 2}
    match = given([None, "moss-golem"], ["moss-golem"], my=powers)
    match.invokes("green-thumb")
    assert match.happened == ["used green-thumb for 2", "sapling was summoned into slot 1"]
    assert (match.stats("sapling"), match.energy()) == ((100, 300), 0)
    full = given([*FULL, "grave-bat"], my=powers)
    assert not full.may_invoke("green-thumb"), "there is no room (AM-70)"
    assert not given([], my={**powers, "energy": 1}).may_invoke("green-thumb")
