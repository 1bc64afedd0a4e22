"""A scenario for each card and Power of Light, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, Fielded, a, given
from quarterdeck_protocol.games.amiibart import Stage


def test_candle_squire() -> None:
    hurt: Fielded = [a("moss-golem", health=600), a("alley-cat", health=250), "grave-bat"]
    match = given(hurt, [a("moss-golem", health=600)], hand=["candle-squire"])
    match.plays("candle-squire")
    assert match.happened == [
        "played candle-squire for 1",
        "candle-squire entered slot 4",
        "triggered candle-squire",
        "moss-golem was healed by 100",
        "alley-cat was healed by 50",
    ]
    assert match.health("moss-golem-2") == 600
    first = given([a("moss-golem", health=600)], hand=["candle-squire"], stage=Stage.TURN_ONE, turn=2)
    first.plays("candle-squire", 2)
    assert first.health("moss-golem") == 700, "in Turn One too (AM-10)"


def test_temple_guard() -> None:
    match = given(["spear-line"], ["moss-golem", "temple-guard", "grave-bat"])
    assert [match.may_attack("spear-line", target) for target in ("moss-golem", "temple-guard", "grave-bat")] == [
        False,
        True,
        False,
    ]
    assert not match.may_use("spear-line", "moss-golem")
    assert match.may_use("spear-line", "temple-guard")
    gone = given(["spear-line", "cinder-witch"], ["moss-golem", a("temple-guard", health=300)])
    gone.uses("cinder-witch", "temple-guard")
    assert gone.may_attack("spear-line", "moss-golem")


def test_choir_sister() -> None:
    match = given(["choir-sister", a("moss-golem", health=100)], my={"energy": 1})
    match.uses("choir-sister", "moss-golem")
    assert match.happened == ["choir-sister used Hymn for 1", "moss-golem was healed by 300"]
    capped = given([a("choir-sister", health=300)], ["temple-guard"])
    capped.uses("choir-sister", "choir-sister")
    assert capped.health("choir-sister") == 500, "itself too, and never past what is printed"
    assert not capped.may_use("choir-sister", "temple-guard"), "a friendly Fighter"
    assert not given(["choir-sister"], my={"energy": 0}).may_use("choir-sister", "choir-sister")


def test_banner_bearer() -> None:
    match = given(["moss-golem", "banner-bearer", "grave-bat", "alley-cat"], [None, "spear-line"])
    assert [match.attack(one) for one in ("moss-golem", "banner-bearer", "grave-bat", "alley-cat", "spear-line")] == [
        300,
        200,
        300,
        300,
        300,
    ]
    two = given(["banner-bearer", "grave-bat", "banner-bearer"])
    assert two.attack("grave-bat") == 400
    gone = given(["moss-golem", a("banner-bearer", health=200)], hand=["dark-bargain"])
    gone.casts("dark-bargain", "banner-bearer")
    assert gone.attack("moss-golem") == 200, "only while it is there"


def test_dawn_archangel() -> None:
    match = given(["spear-line"], ["dawn-archangel", a("moss-golem", health=250)])
    match.attacks("spear-line", "moss-golem")
    assert match.happened == [
        "spear-line attacked moss-golem",
        "triggered dawn-archangel",
        "moss-golem was healed by 200",
        "moss-golem took 300 from spear-line",
        "spear-line took 200 from moss-golem",
    ]
    assert match.health("moss-golem") == 150
    capped = given(["spear-line"], ["dawn-archangel", a("moss-golem", health=700)])
    capped.attacks("spear-line", "moss-golem")
    assert capped.health("moss-golem") == 500
    itself = given(["spear-line"], [a("dawn-archangel", health=300), "moss-golem"])
    itself.attacks("spear-line", "dawn-archangel")
    assert "triggered dawn-archangel" not in itself.happened
    both = given(["knife-juggler"], [a("dawn-archangel", health=300), a("moss-golem", health=300)])
    both.uses("knife-juggler")
    assert (both.health("dawn-archangel"), both.health("moss-golem")) == (200, 400), "another, not itself"


def test_sun_lancer() -> None:
    match = given(["alley-cat", "sun-lancer", "sun-lancer"], ["moss-golem"])
    match.attacks("alley-cat", "moss-golem")
    assert match.happened[3:] == [
        "triggered sun-lancer",
        "sun-lancer got +100 Attack this turn",
        "triggered sun-lancer",
        "sun-lancer-2 got +100 Attack this turn",
    ]
    match.attacks("sun-lancer", "moss-golem")
    assert (match.attack("sun-lancer"), match.attack("sun-lancer-2")) == (400, 500)
    match.ends()
    assert match.attack("sun-lancer-2") == 300
    wasted = given([a("alley-cat", health=200), "sun-lancer"], ["moss-golem"], their={"hazards": ("spiked-moat",)})
    wasted.attacks("alley-cat", "moss-golem")
    assert wasted.attack("sun-lancer") == 300, "an attack that comes to nothing has no after (AM-39)"


def test_healing_light() -> None:
    match = given([a("moss-golem", health=300), a("grave-bat", health=1)], ["moss-golem"], hand=["healing-light"] * 2)
    match.casts("healing-light", "moss-golem")
    assert match.happened == ["played healing-light for 2", "moss-golem was healed by 400"]
    match.casts("healing-light", "grave-bat")
    assert match.health("grave-bat") == 400
    assert not given([], ["moss-golem"], hand=["healing-light"]).may_cast("healing-light", "moss-golem")


def test_blessing() -> None:
    match = given([a("moss-golem", health=700)], ["moss-golem"], hand=["blessing"])
    match.casts("blessing", "moss-golem")
    assert match.happened == ["played blessing for 3", "moss-golem got +100 Attack +200 Health"]
    match.ends()
    assert match.stats("moss-golem") == (300, 900), "for good, and past what is printed (AM-48)"


def test_judgement() -> None:
    match = given(["volcano-drake"], ["alley-cat", a("moss-golem", attack=150)], hand=["judgement"])
    match.casts("judgement")
    assert match.happened == ["played judgement for 7", "moss-golem was destroyed", "moss-golem died"]
    assert match.tokens() == (0, 1)
    tied = given([], ["moss-golem", "alley-cat", "spear-line"], hand=["judgement"])
    tied.casts("judgement")
    assert tied.slots(THEM)[:3] == ["moss-golem", None, "spear-line"], "of two the left-most"
    aura = given([], ["alley-cat", "moss-golem", "banner-bearer", "banner-bearer"], hand=["judgement"])
    aura.casts("judgement")
    assert aura.health("alley-cat") is None
    nobody = given([], [], hand=["judgement"])
    assert not nobody.may_cast("judgement"), "AM-70"


def test_sanctuary() -> None:
    hurt = [a("moss-golem", health=100), a("alley-cat", health=250)]
    match = given(hurt, [a("moss-golem", health=100)], hand=["sanctuary"], my={"energy": 2})
    match.plays("sanctuary")
    assert match.happened == ["played sanctuary for 2", "set sanctuary"]
    match.ends()
    assert match.health("moss-golem") == 100, "at the start of your turn"
    match.ends()
    assert match.happened == [
        "turn ended",
        "turn of 10 Energy",
        "triggered sanctuary",
        "moss-golem was healed by 100",
        "alley-cat was healed by 50",
    ]


def test_first_light() -> None:
    powers = {"powers": ("first-light",)}
    match = given([a("moss-golem", health=300)], ["grave-bat"], hand=["alley-cat"], my=powers)
    match.plays("alley-cat", 3)
    assert match.asked == ["moss-golem", "alley-cat"]
    match.chooses("moss-golem")
    assert match.happened == [
        "played alley-cat for 1",
        "alley-cat entered slot 3",
        "triggered first-light",
        "moss-golem was healed by 100",
    ]
    alone = given([], hand=["alley-cat"], my=powers)
    alone.plays("alley-cat", 1)
    assert alone.asked == [], "there is nothing to choose"
    summoned = given([a("moss-golem", health=300)], hand=[], my={"powers": ("first-light", "green-thumb")})
    summoned.invokes("green-thumb")
    assert summoned.health("moss-golem") == 300, "what is summoned is not played"
    theirs = given([], [a("moss-golem", health=300)], hand=["alley-cat"], their=powers)
    theirs.plays("alley-cat")
    assert theirs.health("moss-golem") == 300


def test_order_of_dawn() -> None:
    powers = {"powers": ("order-of-dawn",), "energy": 2}
    match = given(["candle-squire", "choir-sister"], ["gate-warden"], my=powers)
    assert not match.may_invoke("order-of-dawn", "choir-sister"), "a Knight"
    assert not match.may_invoke("order-of-dawn", "gate-warden"), "a friendly one"
    match.invokes("order-of-dawn", "candle-squire")
    assert match.happened == ["used order-of-dawn for 2", "candle-squire got +100 Attack +100 Health"]
    assert match.stats("candle-squire") == (300, 700)
    assert (match.energy(ME), match.may_invoke("order-of-dawn", "candle-squire")) == (0, False)
    other_element = given(["gate-warden"], my=powers)
    assert other_element.may_invoke("order-of-dawn", "gate-warden"), "Knights of other Elements too"
