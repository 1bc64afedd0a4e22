"""A scenario for each card and Power of Dark, with the boundary on both sides."""

from games.amiibart.given import THEM, Fielded, a, given


def test_grave_bat() -> None:
    match = given([a("grave-bat", health=200)], ["iron-snail"])
    match.attacks("grave-bat", "iron-snail")
    assert match.happened == [
        "grave-bat attacked iron-snail",
        "iron-snail took 200 from grave-bat",
        "grave-bat took 200 from iron-snail",
        "grave-bat was healed by 200",
    ]
    for health, survives in ((101, True), (100, False)):
        match = given([a("grave-bat", health=health)], ["spear-line"])
        match.attacks("grave-bat", "spear-line")
        assert (match.health("grave-bat") == 1) is survives
    unhurt = given(["grave-bat"], [a("grave-bat", attack=-200)])
    unhurt.attacks("grave-bat", "grave-bat-2")
    assert unhurt.health("grave-bat") == 400, "never past what is printed"


def test_hollow_monk() -> None:
    match = given(["spear-line", a("alley-cat", health=200)], [a("hollow-monk", health=300), a("ember", health=50)])
    match.attacks("spear-line", "hollow-monk")
    assert match.happened[3:] == [
        "hollow-monk died",
        "triggered hollow-monk",
        "alley-cat took 200 from hollow-monk",
        "alley-cat died",
    ]
    alone = given([a("alley-cat", health=200)], [a("hollow-monk", health=300)])
    alone.attacks("alley-cat", "hollow-monk")
    assert alone.happened[-1] == "triggered hollow-monk", "nobody is left to be hurt"


def test_dread_piper() -> None:
    match = given(["alley-cat"], ["dread-piper", "iron-snail"])
    match.attacks("alley-cat", "iron-snail")
    assert match.happened == [
        "alley-cat attacked iron-snail",
        "triggered dread-piper",
        "alley-cat got -100 Attack this turn",
        "iron-snail took 200 from alley-cat",
        "alley-cat took 200 from iron-snail",
    ]
    assert match.attack("alley-cat") == 200
    match.ends()
    assert match.attack("alley-cat") == 300
    own = given(["dread-piper", "alley-cat"], ["moss-golem"])
    own.attacks("alley-cat", "moss-golem")
    assert own.health("moss-golem") == 500, "it hears only opposing Fighters"
    zero = given([a("alley-cat", attack=-250, health=400)], ["dread-piper"])
    zero.attacks("alley-cat", "dread-piper")
    assert (zero.attack("alley-cat"), zero.health("dread-piper")) == (0, 700)


def test_carrion_king() -> None:
    match = given(["carrion-king", a("alley-cat", health=200)], ["spear-line"], hand=["dark-bargain"])
    match.casts("dark-bargain", "alley-cat")
    assert match.happened[1:5] == [
        "alley-cat took 200 from dark-bargain",
        "alley-cat died",
        "triggered carrion-king",
        "carrion-king got +100 Attack",
    ]
    match.ends()
    assert match.attack("carrion-king") == 400
    theirs = given(["spear-line"], ["carrion-king", a("alley-cat", health=200)], hand=["thrown-stone"])
    theirs.attacks("spear-line", "alley-cat")
    assert theirs.attack("carrion-king") == 400
    opposing = given(["carrion-king"], [a("alley-cat", health=200)])
    opposing.attacks("carrion-king", "alley-cat")
    assert opposing.attack("carrion-king") == 300, "only friendly Fighters"


def test_night_countess() -> None:
    match = given([a("night-countess", health=300)], ["moss-golem"], my={"energy": 4})
    match.uses("night-countess", "moss-golem")
    assert match.happened == [
        "night-countess used Soul Sip for 4 on moss-golem",
        "moss-golem took 300 from night-countess",
        "night-countess was healed by 300",
    ]
    assert match.energy() == 0
    full = given([a("night-countess", health=600)], ["moss-golem"])
    full.uses("night-countess", "moss-golem")
    assert full.health("night-countess") == 800
    poor = given(["night-countess"], ["moss-golem"], my={"energy": 3})
    assert not poor.may_use("night-countess", "moss-golem")


def test_whispering_skull() -> None:
    match = given(["whispering-skull"], ["moss-golem"], my={"energy": 2})
    match.uses("whispering-skull", "moss-golem")
    assert match.happened == ["whispering-skull used Dread for 2 on moss-golem", "moss-golem got -200 Attack"]
    match.ends()
    assert match.attack("moss-golem") == 0, "permanently"
    assert not given(["whispering-skull"], ["moss-golem"], my={"energy": 1}).may_use("whispering-skull", "moss-golem")
    assert not given(["whispering-skull"], []).may_use("whispering-skull")


def test_dual_blast() -> None:
    match = given([], ["moss-golem", "alley-cat"], hand=["dual-blast"], my={"energy": 4})
    match.casts("dual-blast", "alley-cat", "moss-golem")
    assert match.happened == [
        "played dual-blast for 4",
        "alley-cat took 300 from dual-blast",
        "alley-cat died",
        "moss-golem took 200 from dual-blast",
    ]
    assert match.energy() == 0
    alone = given([], ["moss-golem"], hand=["dual-blast"])
    assert not alone.may_cast("dual-blast", "moss-golem", "moss-golem"), "another is another one"
    assert not alone.may_cast("dual-blast", "moss-golem")


def test_dark_bargain() -> None:
    match = given([a("alley-cat", health=200)], hand=["dark-bargain"], my={"energy": 5})
    match.casts("dark-bargain", "alley-cat")
    assert match.happened == [
        "played dark-bargain for 1",
        "alley-cat took 200 from dark-bargain",
        "alley-cat died",
        "I gained 2 Energy",
    ]
    assert match.energy() == 6
    full = given(["moss-golem"], hand=["dark-bargain"], my={"energy": 10})
    full.casts("dark-bargain", "moss-golem")
    assert full.happened[-1] == "I gained 1 Energy", "never more than ten"
    assert not given([], ["moss-golem"], hand=["dark-bargain"]).may_cast("dark-bargain", "moss-golem")


def test_open_grave() -> None:
    buried = ("alley-cat", "backstab", "grave-bat", "hollow-monk", "scorch")
    match = given(["moss-golem"], hand=["open-grave"], my={"discarded": buried, "energy": 5})
    match.casts("open-grave")
    assert match.happened == ["played open-grave for 5", "recovered hollow-monk", "recovered grave-bat"]
    assert match.library() == ["grave-bat", "hollow-monk"]
    assert match.state.sides[0].removed == ("open-grave",), "Void"
    one = given(["moss-golem"], hand=["open-grave"], my={"discarded": ("alley-cat",)})
    one.casts("open-grave")
    assert one.library() == ["alley-cat"], "as many as there are"
    gone = given(["moss-golem"], hand=["open-grave"], my={"removed": ("last-breath",)})
    assert not gone.may_cast("open-grave"), "a Fighter with Void is not discarded but gone (AM-70)"


def test_catacombs() -> None:
    mine: Fielded = [a("alley-cat", health=200), "grave-bat"]
    match = given(mine, ["moss-golem", "ember"], hand=["dark-bargain"], my={"stage": "catacombs"})
    match.casts("dark-bargain", "alley-cat")
    assert match.happened[1:] == [
        "alley-cat took 200 from dark-bargain",
        "alley-cat died",
        "triggered catacombs",
        "moss-golem took 100 from catacombs",
        "ember took 100 from catacombs",
        "ember died",
        "I gained 1 Energy",
    ]
    other = given(["spear-line"], ["alley-cat"], my={"stage": "catacombs"})
    other.attacks("spear-line", "alley-cat")
    assert "triggered catacombs" not in other.happened, "only friendly Fighters"
    assert other.tokens() == (0, 1)


def test_dusk() -> None:
    match = given(["moss-golem"], ["moss-golem", "alley-cat", "alley-cat"], my={"powers": ("dusk",)})
    match.ends()
    assert match.happened == ["triggered dusk", "alley-cat took 100 from dusk", "turn ended", "turn of 10 Energy"]
    match.ends(THEM)
    assert "triggered dusk" not in match.happened, "at the end of your turn"
    empty = given(["moss-golem"], [], my={"powers": ("dusk",)})
    empty.ends()
    assert empty.happened[:2] == ["triggered dusk", "turn ended"], "nobody is there"


def test_grave_tithe() -> None:
    powers = {"powers": ("grave-tithe",), "energy": 1}
    match = given([a("grave-bat", health=100), "alley-cat"], ["moss-golem"], my=powers)
    match.invokes("grave-tithe", "grave-bat", "moss-golem")
    assert match.happened == [
        "used grave-tithe for 1",
        "grave-bat took 100 from grave-tithe",
        "grave-bat died",
        "moss-golem took 200 from grave-tithe",
    ]
    match = given(["grave-bat", "alley-cat"], ["moss-golem"], my=powers)
    assert not match.may_invoke("grave-tithe", "alley-cat", "moss-golem"), "a Dark Fighter"
    assert not given(["grave-bat"], [], my=powers).may_invoke("grave-tithe", "grave-bat")
