"""A scenario for each card and Power of Weapon, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, a, given
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, Stage


def test_anvil_twin() -> None:
    match = given([], hand=["anvil-twin"] * 2)
    match.plays("anvil-twin", 1, forge=0)
    assert match.happened == [
        "played anvil-twin for 1",
        "anvil-twin entered slot 1",
        "triggered anvil-twin",
        "anvil-twin got +100 Attack",
    ]
    match.plays("anvil-twin", 2, forge=1)
    assert (match.stats("anvil-twin"), match.stats("anvil-twin-2")) == ((400, 600), (300, 800))
    first = given([], hand=["anvil-twin"], stage=Stage.TURN_ONE, turn=2, my={"energy": 0})
    first.plays("anvil-twin", 3, forge=1)
    assert first.stats("anvil-twin") == (300, 800), "in Turn One too (AM-10)"


def test_spear_line() -> None:
    match = given(["spear-line"], [a("alley-cat", health=201)], my={"energy": 2})
    match.uses("spear-line", "alley-cat")
    assert match.happened == ["spear-line used Thrust for 2 on alley-cat", "alley-cat took 200 from spear-line"]
    assert match.health("alley-cat") == 1
    assert not given(["spear-line"], ["alley-cat"], my={"energy": 1}).may_use("spear-line", "alley-cat")


def test_living_blade() -> None:
    match = given(["alley-cat", "living-blade"], ["moss-golem"])
    match.attacks("alley-cat", "moss-golem")
    assert match.happened[:3] == [
        "alley-cat attacked moss-golem",
        "triggered living-blade",
        "living-blade got +100 Attack this turn",
    ]
    match.attacks("living-blade", "moss-golem")
    assert match.happened[1] == "moss-golem took 400 from living-blade", "it does not strengthen itself"
    match.ends()
    assert match.attack("living-blade") == 300
    match.attacks("moss-golem", "living-blade")
    assert match.attack("living-blade") == 300, "only friendly Fighters"


def test_master_smith() -> None:
    match = given(["moss-golem", None, "grave-bat"], [None, "alley-cat"], hand=["master-smith"])
    match.plays("master-smith", 2, forge=0)
    assert match.happened[2:] == ["triggered master-smith", "moss-golem got +200 Attack"]
    right = given(["moss-golem", None, "grave-bat"], hand=["master-smith"])
    right.plays("master-smith", 2, forge=1)
    assert right.happened[2:] == ["triggered master-smith", "grave-bat got +200 Attack"]
    assert (right.attack("moss-golem"), right.attack("grave-bat")) == (200, 400)
    apart = given([None, None, "grave-bat"], hand=["master-smith"])
    apart.plays("master-smith", 1, forge=1)
    assert apart.happened[2:] == ["triggered master-smith"], "only the next slot"
    edge = given([None, "grave-bat"], hand=["master-smith"])
    edge.plays("master-smith", 1, forge=0)
    assert edge.attack("grave-bat") == 200, "there is nothing to the left of slot 1"


def test_sword_saint() -> None:
    match = given([a("sword-saint", attack=100, attack_now=100)], ["moss-golem"], my={"energy": 4})
    match.uses("sword-saint", "moss-golem")
    assert match.happened == ["sword-saint used Cut for 4 on moss-golem", "moss-golem took 700 from sword-saint"]
    weak = given([a("sword-saint", attack=-600)], ["moss-golem"])
    weak.uses("sword-saint", "moss-golem")
    assert weak.happened == ["sword-saint used Cut for 4 on moss-golem"]
    piped = given(["sword-saint"], ["moss-golem", "dread-piper"])
    piped.uses("sword-saint", "moss-golem")
    assert piped.health("moss-golem") == 400, "its Attack as it strikes"
    assert not given(["sword-saint"], ["moss-golem"], my={"energy": 3}).may_use("sword-saint", "moss-golem")


def test_arms_dealer() -> None:
    match = given(["arms-dealer"], hand=["spear-line", "alley-cat"])
    match.plays("spear-line")
    assert match.happened[2:] == ["triggered arms-dealer", "spear-line got +100 Attack"]
    match.plays("alley-cat")
    assert match.attack("alley-cat") == 300, "a Weapon Fighter"
    itself = given([], ["arms-dealer"], hand=["arms-dealer"])
    itself.plays("arms-dealer")
    assert itself.attack("arms-dealer-2") == 300, "another one, and one that you play"
    two = given(["arms-dealer", "arms-dealer"], hand=["spear-line"])
    two.plays("spear-line")
    assert two.attack("spear-line") == 500


def test_whetstone() -> None:
    match = given(["moss-golem"], ["moss-golem"], hand=["whetstone"], my={"energy": 1})
    assert not match.may_cast("whetstone", "moss-golem-2")
    match.casts("whetstone", "moss-golem")
    assert match.happened == ["played whetstone for 1", "moss-golem got +100 Attack"]
    match.ends()
    assert match.attack("moss-golem") == 300


def test_made_to_measure() -> None:
    match = given(["alley-cat", "grave-bat"], ["moss-golem"], hand=["made-to-measure"] * 3)
    match.casts("made-to-measure", "alley-cat", forge=0)
    assert match.happened == ["played made-to-measure for 3", "alley-cat got +200 Attack"]
    match.casts("made-to-measure", "grave-bat", forge=1)
    assert match.happened[1:] == ["grave-bat gained block", "grave-bat got +200 Health"]
    match.casts("made-to-measure", "moss-golem", forge=2)
    assert match.happened[1:] == ["moss-golem took 200 from made-to-measure"]
    match.ends()
    assert not match.may_attack("moss-golem", "alley-cat")
    assert match.may_attack("moss-golem", "grave-bat")
    choose_one = given(["alley-cat"], ["moss-golem"], hand=["made-to-measure"])
    assert not choose_one.may_cast("made-to-measure", "alley-cat"), "one must be chosen"
    assert not choose_one.may_cast("made-to-measure", "alley-cat", forge=2)


def test_forgotten_edge() -> None:
    match = given([a("moss-golem", health=500)], ["moss-golem"], hand=["forgotten-edge"])
    match.casts("forgotten-edge", "moss-golem", forge=0)
    assert match.happened == ["played forgotten-edge for 4", "moss-golem gained lifesteal"]
    match.attacks("moss-golem", "moss-golem-2")
    assert match.health("moss-golem") == 500
    swift = given([], ["moss-golem"], hand=["spear-line", "forgotten-edge"])
    swift.plays("spear-line")
    assert not swift.may_attack("spear-line", "moss-golem")
    swift.casts("forgotten-edge", "spear-line", forge=1)
    assert swift.happened[1:] == ["spear-line gained swift", "spear-line got +100 Attack"]
    swift.attacks("spear-line", "moss-golem")
    assert swift.health("moss-golem") == 400


def test_great_forge() -> None:
    match = given(["spear-line", "alley-cat"], ["spear-line"], hand=["great-forge", "catacombs"], my={"energy": 6})
    match.plays("great-forge")
    assert match.happened == ["played great-forge for 2", "set great-forge"]
    assert [match.attack(one) for one in ("spear-line", "alley-cat", "spear-line-2")] == [400, 300, 300]
    match.plays("catacombs")
    assert match.attack("spear-line") == 300, "only while it is there"


def test_muster() -> None:
    match = given(["moss-golem", "alley-cat"], ["grave-bat"], my={"powers": ("muster",)})
    match.ends()
    assert match.asked == ["moss-golem", "alley-cat"]
    match.chooses("alley-cat")
    assert match.happened == ["triggered muster", "alley-cat got +100 Attack", "turn ended", "turn of 10 Energy"]
    match.ends(THEM)
    assert match.attack("alley-cat") == 400, "for good, and only at the end of your turn"


def test_edge_of_plenty() -> None:
    powers = {"powers": ("edge-of-plenty",), "energy": 1}
    match = given(["spear-line", "alley-cat"], ["spear-line"], my=powers)
    assert not match.may_invoke("edge-of-plenty", "alley-cat"), "a Weapon Fighter"
    assert not match.may_invoke("edge-of-plenty", "spear-line-2"), "a friendly one"
    match.invokes("edge-of-plenty", "spear-line")
    assert match.happened == ["used edge-of-plenty for 1", "spear-line got +100 Attack"]
    assert match.refuses(ab.UsePower(power=CardId("edge-of-plenty"), targets=(match.piece("spear-line"),))) == "S0:60"
    match.ends()
    assert (match.attack("spear-line"), match.energy(ME)) == (400, 0)
