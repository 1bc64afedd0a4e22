"""A scenario for each card and Power of Warrior, with the boundary on both sides."""

from games.amiibart.given import THEM, a, given
from quarterdeck_protocol.games.amiibart import Keyword


def test_shield_bearer() -> None:
    match = given(["moss-golem"], [a("shield-bearer", health=200), a("alley-cat", health=250)])
    assert not match.may_attack("moss-golem", "alley-cat")
    match.attacks("moss-golem", "shield-bearer")
    assert match.happened[-3:] == ["shield-bearer died", "triggered shield-bearer", "alley-cat was healed by 50"]
    returned = given(["shield-bearer", a("alley-cat", health=250)], hand=["vanish"])
    returned.casts("vanish", "shield-bearer", forge=0)
    assert returned.health("alley-cat") == 250, "it has not died (AM-45)"


def test_line_sergeant() -> None:
    match = given(["moss-golem", None, "grave-bat", "alley-cat"], ["moss-golem"], hand=["line-sergeant"])
    match.plays("line-sergeant", 2)
    assert match.happened[2:] == ["triggered line-sergeant", "moss-golem got +100 Health", "grave-bat got +100 Health"]
    assert [match.health(one) for one in ("moss-golem", "alley-cat", "line-sergeant")] == [900, 300, 600]


def test_war_drummer() -> None:
    match = given(["alley-cat", "war-drummer"], ["moss-golem"])
    match.attacks("alley-cat", "moss-golem")
    assert match.happened[:4] == [
        "alley-cat attacked moss-golem",
        "triggered war-drummer",
        "alley-cat got +100 Attack this turn",
        "moss-golem took 400 from alley-cat",
    ]
    match.attacks("war-drummer", "moss-golem")
    assert match.health("moss-golem") == 200, "another one: it strikes for 200"
    theirs = given(["alley-cat"], ["moss-golem", "war-drummer"])
    theirs.attacks("alley-cat", "moss-golem")
    assert theirs.health("moss-golem") == 500, "a friendly one"


def test_oath_keeper() -> None:
    match = given([a("alley-cat", health=100), "oath-keeper"], ["grave-bat", "spear-line"], hand=["red-fury"])
    match.casts("red-fury", "alley-cat")
    assert match.happened[-2:] == ["triggered oath-keeper", "spear-line took 200 from oath-keeper"]
    itself = given([a("oath-keeper", health=100)], ["moss-golem"], hand=["red-fury"])
    itself.casts("red-fury", "oath-keeper")
    assert itself.health("moss-golem") == 800, "another one"


def test_drill_captain() -> None:
    match = given(["drill-captain"], hand=["war-drummer", "alley-cat"])
    match.plays("war-drummer")
    assert match.happened[2:] == ["triggered drill-captain", "war-drummer got +100 Attack +100 Health"]
    match.plays("alley-cat")
    assert match.stats("alley-cat") == (300, 300), "a Warrior Fighter"
    itself = given([], hand=["drill-captain"])
    itself.plays("drill-captain")
    assert itself.stats("drill-captain") == (300, 800), "another one"


def test_high_marshal() -> None:
    match = given(["high-marshal", "war-drummer", "alley-cat"], ["war-drummer"], hand=["vanish"])
    fielded = ("high-marshal", "war-drummer", "alley-cat", "war-drummer-2")
    assert [match.attack(one) for one in fielded] == [400, 300, 300, 200]
    match.casts("vanish", "high-marshal", forge=0)
    assert match.attack("war-drummer") == 200, "only while it is there"


def test_charge() -> None:
    match = given([], ["moss-golem"], hand=["spear-line", "charge"])
    match.plays("spear-line")
    assert not match.may_attack("spear-line", "moss-golem")
    match.casts("charge", "spear-line")
    assert match.happened == [
        "played charge for 2",
        "spear-line gained swift this turn",
        "spear-line got +100 Attack this turn",
    ]
    match.attacks("spear-line", "moss-golem")
    assert match.health("moss-golem") == 400
    match.ends()
    assert (match.attack("spear-line"), match.has("spear-line", Keyword.SWIFT)) == (300, False)


def test_shield_wall() -> None:
    match = given(["war-drummer", "alley-cat"], ["war-drummer"], hand=["shield-wall"])
    match.casts("shield-wall")
    assert match.happened == ["played shield-wall for 3", "war-drummer got +200 Health"]
    match.ends()
    assert match.health("war-drummer") == 700, "permanently"
    assert not given(["alley-cat"], ["war-drummer"], hand=["shield-wall"]).may_cast("shield-wall")


def test_braced_pikes() -> None:
    match = given([a("alley-cat", health=300)], ["moss-golem"], their={"hazards": ("braced-pikes",)})
    match.attacks("alley-cat", "moss-golem")
    assert match.happened == [
        "alley-cat attacked moss-golem",
        "tripped braced-pikes",
        "alley-cat took 300 from braced-pikes",
        "alley-cat died",
        "fizzled",
    ]
    alone = given(["thunder-colossus"], ["moss-golem"], their={"hazards": ("braced-pikes",)})
    alone.ends()
    assert alone.state.sides[THEM].hazards == ("braced-pikes",), "only an attack"


def test_parade_ground() -> None:
    match = given([], hand=["parade-ground", "alley-cat"], their_hand=["grave-bat"])
    match.plays("parade-ground")
    match.plays("alley-cat")
    assert match.happened[2:] == ["triggered parade-ground", "alley-cat got +100 Attack +100 Health"]
    match.ends()
    match.plays("grave-bat")
    assert match.stats("grave-bat") == (200, 400), "whenever you play one"


def test_war_cry() -> None:
    powers = {"powers": ("war-cry",), "energy": 2}
    match = given(["alley-cat", "moss-golem"], ["moss-golem"], my=powers)
    match.invokes("war-cry")
    assert match.happened == [
        "used war-cry for 2",
        "alley-cat got +100 Attack this turn",
        "moss-golem got +100 Attack this turn",
    ]
    match.ends()
    assert (match.attack("alley-cat"), match.attack("moss-golem")) == (300, 200)
    assert not given(["alley-cat"], ["moss-golem"], my={**powers, "energy": 1}).may_invoke("war-cry")
    assert not given([], ["moss-golem"], my=powers).may_invoke("war-cry")


def test_hold_formation() -> None:
    match = given(["alley-cat"], ["moss-golem", "grave-bat"], their={"powers": ("hold-formation",)})
    match.attacks("alley-cat", "moss-golem")
    assert match.happened[:4] == [
        "alley-cat attacked moss-golem",
        "triggered hold-formation",
        "moss-golem got +100 Health",
        "moss-golem took 300 from alley-cat",
    ]
    many = given(["volcano-drake"], ["moss-golem", "grave-bat"], their={"powers": ("hold-formation",)})
    many.uses("volcano-drake")
    assert [many.health(one) for one in ("moss-golem", "grave-bat")] == [700, 300], "each of those that are attacked"
    own = given([a("alley-cat", health=200)], ["moss-golem"], my={"powers": ("hold-formation",)})
    own.attacks("alley-cat", "moss-golem")
    assert own.tokens() == (1, 0), "a friendly one"
