"""A scenario for each card and Power of Tech, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, Fielded, a, given
from quarterdeck_protocol.games.amiibart import Keyword, Stage

FULL = ["moss-golem", "grave-bat", "alley-cat", "spear-line", "iron-snail"]


def test_prototype() -> None:
    match = given([None, a("prototype", health=1, attack=300), "moss-golem"], ["moss-golem"], my={"energy": 2})
    match.uses("prototype")
    assert match.happened == ["prototype used Boot for 2", "prototype was updated", "mark-two was summoned into slot 2"]
    assert (match.stats("mark-two"), match.tokens()) == ((300, 700), (0, 0))
    assert match.state.sides[ME].discarded == ("prototype",)
    assert not match.may_attack("mark-two", "moss-golem-2"), "not in the turn it is summoned (AM-46)"
    killed = given([a("prototype", health=200)], ["moss-golem"], their={"hazards": ("spiked-moat",)})
    killed.uses("prototype")
    assert killed.slots() == [None] * 5
    assert not given(["prototype"], my={"energy": 1}).may_use("prototype")


def test_drone_nest() -> None:
    match = given(["moss-golem"], ["moss-golem"], hand=["drone-nest"])
    match.plays("drone-nest", 2)
    assert match.happened == [
        "played drone-nest for 1",
        "drone-nest entered slot 2",
        "triggered drone-nest",
        "drone was summoned into slot 3",
    ]
    assert match.stats("drone") == (200, 200)
    assert match.may_attack("drone", "moss-golem-2"), "Swift"
    full = given(FULL[:4], hand=["drone-nest"])
    full.plays("drone-nest", 5)
    assert full.happened[-1] == "triggered drone-nest"


def test_volt_hopper() -> None:
    row: Fielded = ["alley-cat", "moss-golem", a("grave-bat", health=100), "spear-line"]
    match = given(["volt-hopper"], row, my={"energy": 3})
    match.uses("volt-hopper", "moss-golem")
    assert match.happened == [
        "volt-hopper used Arc for 3 on moss-golem",
        "moss-golem took 200 from volt-hopper",
        "alley-cat took 100 from volt-hopper",
        "grave-bat took 100 from volt-hopper",
        "grave-bat died",
    ]
    assert match.health("spear-line") == 700
    dead = given(["volt-hopper"], ["alley-cat", a("grave-bat", health=200)])
    dead.uses("volt-hopper", "grave-bat")
    assert dead.health("alley-cat") == 200, "beside it though it is dead"
    assert not given(["volt-hopper"], ["moss-golem"], my={"energy": 2}).may_use("volt-hopper", "moss-golem")


def test_repair_arm() -> None:
    hurt = a("moss-golem", health=100)
    match = given([hurt, a("repair-arm", health=100), a("alley-cat", health=250), hurt], ["moss-golem"])
    match.ends()
    assert match.happened[:3] == ["triggered repair-arm", "moss-golem was healed by 100", "alley-cat was healed by 50"]
    assert (match.health("repair-arm"), match.health("moss-golem-2")) == (100, 100)
    match.ends(THEM)
    assert match.health("moss-golem") == 200, "at the end of your turn"


def test_overclocker() -> None:
    match = given(["overclocker"], hand=["volt-hopper", "alley-cat"], my={"energy": 9})
    match.plays("volt-hopper")
    assert match.happened[2:] == ["triggered overclocker", "I gained 1 Energy"]
    match.plays("alley-cat")
    assert match.energy() == 8, "a Tech Fighter"
    itself = given([], hand=["overclocker"])
    itself.plays("overclocker")
    assert itself.energy() == 9, "another one"
    three = given(["overclocker"] * 3, hand=["volt-hopper"])
    three.plays("volt-hopper")
    assert three.happened[2:] == ["triggered overclocker", "I gained 1 Energy", *["triggered overclocker"] * 2]
    assert three.energy() == 10, "never more than ten"
    theirs = given([], ["overclocker"], hand=["volt-hopper"])
    theirs.plays("volt-hopper")
    assert (theirs.energy(THEM), theirs.energy()) == (10, 9)


def test_titan_frame() -> None:
    match = given([a("spear-line", health=301)], ["titan-frame", a("moss-golem", health=300)])
    match.attacks("spear-line", "moss-golem")
    assert match.happened[3:] == ["moss-golem died", "triggered titan-frame", "spear-line took 100 from titan-frame"]
    assert match.health("spear-line") == 1
    itself = given(["spear-line"], ["titan-frame", "moss-golem"])
    itself.attacks("spear-line", "titan-frame")
    assert itself.health("spear-line") == 300, "another friendly Fighter"
    area = given([a("knife-juggler", health=100)], ["titan-frame", "moss-golem", "grave-bat"])
    area.uses("knife-juggler")
    assert area.happened[4:] == [
        "triggered titan-frame",
        "knife-juggler took 100 from titan-frame",
        "knife-juggler died",
    ], "once for one attack"


def test_gear_up() -> None:
    match = given(["prototype", "drone", "alley-cat"], ["prototype"], hand=["gear-up"], my={"energy": 4})
    match.casts("gear-up")
    assert match.happened == [
        "played gear-up for 4",
        "prototype got +100 Attack +100 Health",
        "drone got +100 Attack +100 Health",
    ]
    match.ends()
    assert (match.stats("prototype"), match.stats("drone")) == ((200, 500), (300, 300))
    assert match.stats("prototype-2") == (100, 400)


def test_new_release() -> None:
    match = given(["alley-cat", a("drone", health=100)], hand=["new-release"], my={"energy": 4})
    assert not match.may_cast("new-release", "alley-cat"), "a Tech Fighter"
    match.casts("new-release", "drone")
    assert match.happened == ["played new-release for 4", "drone was updated", "mark-two was summoned into slot 2"]
    assert match.stats("mark-two") == (300, 700)
    assert match.state.sides[ME].discarded == ("new-release",), "a Token is no discarded card (S0:93)"
    full = given([*FULL[:4], "prototype"], hand=["new-release"])
    full.casts("new-release", "prototype")
    assert full.slots()[4] == "mark-two", "the slot is its own"


def test_final_build() -> None:
    match = given(["mark-two", "moss-golem"], ["spear-line"], hand=["final-build"], my={"energy": 6})
    assert not match.may_cast("final-build", "moss-golem"), "a Tech Fighter"
    match.casts("final-build", "mark-two")
    assert match.happened == ["played final-build for 6", "mark-two was updated", "mark-three was summoned into slot 1"]
    assert (match.stats("mark-three"), match.tokens()) == ((500, 1000), (0, 0))
    assert match.has("mark-three", Keyword.BLOCK)
    match.ends()
    assert not match.may_attack("spear-line", "moss-golem")


def test_firewall() -> None:
    match = given(["spear-line"], ["moss-golem", "thorn-bastion"], their={"hazards": ("firewall",)})
    match.attacks("spear-line", "thorn-bastion")
    assert match.happened == [
        "spear-line attacked thorn-bastion",
        "tripped firewall",
        "spear-line got -200 Attack this turn",
        "triggered thorn-bastion",
        "spear-line took 200 from thorn-bastion",
        "thorn-bastion took 100 from spear-line",
        "spear-line took 100 from thorn-bastion",
    ]
    match.ends()
    assert match.attack("spear-line") == 300
    nobody = given(["star-reader"], ["moss-golem"], their={"hazards": ("firewall",)})
    nobody.uses("star-reader")
    assert nobody.state.sides[THEM].hazards == ("firewall",), "nobody was attacked"
    set_up = given([], ["moss-golem"], hand=["firewall"])
    set_up.plays("firewall")
    assert set_up.happened == ["played firewall for 2", "set firewall"]


def test_battery() -> None:
    match = given(["moss-golem", "alley-cat"], ["grave-bat"], my={"powers": ("battery",)})
    match.ends()
    match.ends()
    assert match.asked == ["moss-golem", "alley-cat"]
    match.chooses("moss-golem")
    assert match.happened == [
        "turn ended",
        "turn of 10 Energy",
        "triggered battery",
        "moss-golem got +100 Attack this turn",
    ]
    match.ends()
    assert match.attack("moss-golem") == 200
    first = given([], hand=["alley-cat"], my={"powers": ("battery",)}, stage=Stage.TURN_ONE, turn=2)
    first.plays("alley-cat")
    assert first.attack("alley-cat") == 300


def test_assembly_line() -> None:
    powers = {"powers": ("assembly-line",), "energy": 3}
    match = given(["moss-golem"], ["moss-golem"], my=powers)
    match.invokes("assembly-line")
    assert match.happened == ["used assembly-line for 3", "drone was summoned into slot 2"]
    assert (match.stats("drone"), match.energy()) == ((200, 200), 0)
    match.attacks("drone", "moss-golem-2")
    assert match.tokens() == (0, 0), "a Token gives no Death Token"
    full = given(FULL, my=powers)
    assert not full.may_invoke("assembly-line"), "there is no room (AM-70)"
    assert not given([], my={**powers, "energy": 2}).may_invoke("assembly-line")
