"""A scenario for each card and Power of Brute, with the boundary on both sides."""

from games.amiibart.given import THEM, a, given


def test_mud_ogre() -> None:
    match = given(["mud-ogre"], ["moss-golem"])
    match.attacks("mud-ogre", "moss-golem")
    assert match.happened == [
        "mud-ogre attacked moss-golem",
        "moss-golem took 400 from mud-ogre",
        "mud-ogre took 200 from moss-golem",
        "triggered mud-ogre",
        "mud-ogre took 100 from mud-ogre",
    ]
    tired = given([a("mud-ogre", health=100)], [a("alley-cat", attack=-300)])
    tired.attacks("mud-ogre", "alley-cat")
    assert tired.tokens() == (1, 1), "its own blow may be its last"
    attacked = given(["moss-golem"], ["mud-ogre"])
    attacked.attacks("moss-golem", "mud-ogre")
    assert attacked.health("mud-ogre") == 500, "only when it attacks"


def test_club_swinger() -> None:
    match = given([a("club-swinger", attack=100)], ["moss-golem"], my={"energy": 2})
    match.uses("club-swinger", "moss-golem")
    assert match.happened == [
        "club-swinger used Wild Swing for 2 on moss-golem",
        "moss-golem took 400 from club-swinger",
        "club-swinger took 200 from club-swinger",
    ]
    last = given([a("club-swinger", health=200)], ["moss-golem"])
    last.uses("club-swinger", "moss-golem")
    assert (last.health("moss-golem"), last.tokens()) == (500, (1, 0))
    assert not given(["club-swinger"], ["moss-golem"], my={"energy": 1}).may_use("club-swinger", "moss-golem")


def test_scar_troll() -> None:
    match = given(["alley-cat", "grave-bat"], ["scar-troll"])
    match.attacks("alley-cat", "scar-troll")
    assert match.happened[1:] == [
        "scar-troll took 300 from alley-cat",
        "alley-cat took 200 from scar-troll",
        "triggered scar-troll",
        "scar-troll got +100 Attack",
    ]
    match.attacks("grave-bat", "scar-troll")
    assert match.attack("scar-troll") == 400, "for good, each time"
    special = given(["spear-line"], ["scar-troll"])
    special.uses("spear-line", "scar-troll")
    assert special.attack("scar-troll") == 300, "by a special attack too"
    own = given(["scar-troll"], ["alley-cat"])
    own.attacks("scar-troll", "alley-cat")
    assert own.attack("scar-troll") == 200, "not when it attacks"


def test_boulder_giant() -> None:
    match = given([], [None, a("alley-cat", health=200), "moss-golem"], hand=["boulder-giant"])
    match.plays("boulder-giant", 2)
    assert match.happened == [
        "played boulder-giant for 1",
        "boulder-giant entered slot 2",
        "triggered boulder-giant",
        "alley-cat took 200 from boulder-giant",
        "alley-cat died",
    ]
    nobody = given([], [None, "moss-golem"], hand=["boulder-giant"])
    nobody.plays("boulder-giant", 1)
    assert nobody.health("moss-golem") == 800, "only the one across"


def test_mountain_breaker() -> None:
    match = given(["mountain-breaker", "moss-golem"], ["temple-guard", a("alley-cat", health=300)], my={"energy": 7})
    match.uses("mountain-breaker")
    assert match.happened == [
        "mountain-breaker used Landslide for 7 on temple-guard, alley-cat",
        "temple-guard took 300 from mountain-breaker",
        "alley-cat took 300 from mountain-breaker",
        "alley-cat died",
        "mountain-breaker took 300 from mountain-breaker",
    ]
    assert (match.health("mountain-breaker"), match.health("moss-golem")) == (700, 800)
    assert not given(["mountain-breaker"], ["moss-golem"], my={"energy": 6}).may_use("mountain-breaker")


def test_gate_crasher() -> None:
    match = given([], ["moss-golem"], hand=["gate-crasher"], my={"stage": "sanctuary"}, their={"stage": "catacombs"})
    match.plays("gate-crasher")
    assert match.happened[2:] == ["triggered gate-crasher", "lost catacombs"]
    assert (match.state.sides[0].stage, match.state.sides[1].stage) == ("sanctuary", None)
    without = given([], ["moss-golem"], hand=["gate-crasher"])
    without.plays("gate-crasher")
    assert without.happened[2:] == ["triggered gate-crasher"]


def test_roar() -> None:
    match = given(["alley-cat"], ["moss-golem", "grave-bat"], hand=["roar"], my={"energy": 2})
    match.casts("roar")
    assert match.happened == [
        "played roar for 2",
        "moss-golem got -100 Attack this turn",
        "grave-bat got -100 Attack this turn",
    ]
    assert [match.attack(one) for one in ("moss-golem", "grave-bat", "alley-cat")] == [100, 100, 300]
    match.ends()
    assert match.attack("moss-golem") == 200
    assert not given(["alley-cat"], [], hand=["roar"]).may_cast("roar"), "nobody hears it (AM-70)"


def test_crush_underfoot() -> None:
    match = given(["alley-cat"], ["moss-golem", "temple-guard"], hand=["crush-underfoot"])
    match.casts("crush-underfoot")
    assert match.happened == ["played crush-underfoot for 5", "temple-guard was destroyed", "temple-guard died"]
    equal = given([], ["alley-cat", a("moss-golem", health=300)], hand=["crush-underfoot"])
    equal.casts("crush-underfoot")
    assert equal.slots(THEM)[:2] == [None, "moss-golem"], "the left-most of equals"


def test_red_fury() -> None:
    match = given(["spear-line"], ["moss-golem"], hand=["red-fury"])
    assert not match.may_cast("red-fury", "moss-golem")
    match.casts("red-fury", "spear-line")
    assert match.happened == [
        "played red-fury for 2",
        "spear-line got +300 Attack this turn",
        "spear-line took 100 from red-fury",
    ]
    match.attacks("spear-line", "moss-golem")
    assert match.health("moss-golem") == 200
    match.ends()
    assert match.attack("spear-line") == 300
    dying = given([a("alley-cat", health=100)], hand=["red-fury"])
    dying.casts("red-fury", "alley-cat")
    assert dying.tokens() == (1, 0)


def test_bone_yard() -> None:
    match = given(["mud-ogre", "alley-cat"], ["mud-ogre"], hand=["bone-yard"], my={"energy": 4})
    match.plays("bone-yard")
    assert match.attack("mud-ogre") == 400, "not at once"
    match.ends()
    assert match.happened[:2] == ["triggered bone-yard", "mud-ogre got +100 Attack"]
    match.ends(THEM)
    match.ends()
    assert [match.attack(one) for one in ("mud-ogre", "alley-cat", "mud-ogre-2")] == [600, 300, 400], "permanently"


def test_heavy_hand() -> None:
    match = given(["alley-cat"], ["grave-bat", a("spear-line", health=100)], my={"powers": ("heavy-hand",)})
    match.ends()
    assert match.happened[:3] == ["triggered heavy-hand", "spear-line took 100 from heavy-hand", "spear-line died"]
    match.ends(THEM)
    assert match.health("grave-bat") == 400, "at the end of your turn, not of theirs"


def test_blood_price() -> None:
    powers = {"powers": ("blood-price",), "energy": 0}
    match = given(["mud-ogre", "alley-cat"], ["mud-ogre"], my=powers)
    assert not match.may_invoke("blood-price", "alley-cat"), "a Brute Fighter"
    assert not match.may_invoke("blood-price", "mud-ogre-2"), "a friendly one"
    match.invokes("blood-price", "mud-ogre")
    assert match.happened == [
        "used blood-price for 0",
        "mud-ogre took 100 from blood-price",
        "mud-ogre got +100 Attack",
    ]
    match.ends()
    assert match.stats("mud-ogre") == (500, 600), "permanently"
    dying = given([a("mud-ogre", health=100)], my=powers)
    dying.invokes("blood-price", "mud-ogre")
    assert dying.tokens() == (1, 0)
