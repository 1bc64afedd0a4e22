"""A scenario for each card and Power of Specialty, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, Fielded, a, given


def test_bandage() -> None:
    match = given([a("moss-golem", health=300), a("alley-cat", health=250)], ["grave-bat"], hand=["bandage"])
    match.casts("bandage", "moss-golem")
    assert match.happened == ["played bandage for 1", "moss-golem was healed by 200"]
    match.casts("bandage", "alley-cat")
    assert match.health("alley-cat") == 300
    assert not given([], ["grave-bat"]).may_cast("bandage", "grave-bat")


def test_thrown_stone() -> None:
    match = given(["moss-golem"], ["iron-snail", a("alley-cat", health=100)], hand=["thrown-stone"])
    assert not match.may_cast("thrown-stone", "moss-golem")
    match.casts("thrown-stone", "alley-cat")
    assert match.happened == ["played thrown-stone for 1", "alley-cat took 100 from thrown-stone", "alley-cat died"]
    lives = given([], [a("alley-cat", health=101)], hand=["thrown-stone"])
    lives.casts("thrown-stone", "alley-cat")
    assert lives.health("alley-cat") == 1


def test_rally() -> None:
    match = given(["moss-golem", "alley-cat"], ["grave-bat"], hand=["rally"], my={"energy": 2})
    match.casts("rally")
    assert match.happened == [
        "played rally for 2",
        "moss-golem got +100 Attack this turn",
        "alley-cat got +100 Attack this turn",
    ]
    assert (match.attack("moss-golem"), match.attack("grave-bat")) == (300, 200)
    match.ends()
    assert match.attack("moss-golem") == 200


def test_second_wind() -> None:
    buried = ("grave-bat", "alley-cat", "scorch")
    match = given(["moss-golem"], hand=["second-wind"], my={"discarded": buried})
    match.casts("second-wind")
    assert match.happened == ["played second-wind for 2", "recovered alley-cat"]
    assert match.state.sides[ME].discarded == ("grave-bat", "scorch", "second-wind")
    none = given(["moss-golem"], hand=["second-wind"], my={"discarded": ("scorch",)})
    assert not none.may_cast("second-wind"), "a Fighter (AM-70)"


def test_call_home() -> None:
    match = given(["moss-golem"], ["iron-snail", a("alley-cat", attack=300)], hand=["call-home"], my={"energy": 5})
    assert not match.may_cast("call-home", "moss-golem")
    match.casts("call-home", "alley-cat")
    assert match.happened == ["played call-home for 5", "alley-cat returned"]
    assert (match.library(THEM), match.tokens(), match.energy()) == (["alley-cat"], (0, 0), 0)


def test_plain_truth() -> None:
    match = given([a("moss-golem", attack=-200)], [a("alley-cat", attack=200, health=500)], hand=["plain-truth"] * 2)
    match.casts("plain-truth", "alley-cat")
    assert match.happened == ["played plain-truth for 2", "alley-cat was bound"]
    match.casts("plain-truth", "moss-golem")
    assert (match.stats("alley-cat"), match.attack("moss-golem")) == ((300, 300), 200), "any Fighter"


def test_clean_sweep() -> None:
    theirs = {"hazards": ("toll-gate", "ambush"), "stage": "catacombs"}
    mine = {"hazards": ("ambush",), "stage": "sanctuary"}
    match = given(["moss-golem"], ["moss-golem"], hand=["clean-sweep"], my=mine, their=theirs)
    match.casts("clean-sweep")
    assert match.happened == ["played clean-sweep for 4", "lost toll-gate", "lost ambush", "lost catacombs"], (
        "Toll Gate comes after the Spell: too late"
    )
    assert (match.state.sides[ME].hazards, match.state.sides[ME].stage) == (("ambush",), "sanctuary")
    before = given(["moss-golem"], ["moss-golem"], hand=["clean-sweep"], their={"hazards": ("trip-wire",)})
    before.casts("clean-sweep")
    assert before.happened[1:] == ["tripped trip-wire", "moss-golem took 200 from trip-wire"], "Trip Wire before"
    assert before.state.sides[THEM].discarded == ("trip-wire",)


def test_double_shift() -> None:
    """AM-75: what is gained beyond ten is lost, and the event says how much was gained."""
    match = given(["moss-golem"], hand=["double-shift"], my={"energy": 1})
    match.casts("double-shift")
    assert match.happened == ["played double-shift for 1", "I gained 3 Energy"]
    assert match.state.sides[ME].removed == ("double-shift",), "Void"
    full = given(["moss-golem"], hand=["double-shift"])
    full.casts("double-shift")
    assert full.happened == ["played double-shift for 1", "I gained 1 Energy"]
    assert full.energy() == 10, "never more than ten"


def test_trip_wire() -> None:
    match = given(
        [None, a("moss-golem", health=200), "alley-cat"],
        hand=["healing-light", "rally"],
        their={"hazards": ("trip-wire",)},
    )
    match.casts("healing-light", "moss-golem")
    assert match.happened == [
        "played healing-light for 2",
        "tripped trip-wire",
        "moss-golem took 200 from trip-wire",
        "moss-golem died",
        "healing-light was wasted",
    ], "the example of the sheet (S0:69)"
    match.casts("rally")
    assert match.health("alley-cat") == 300, "it is spent"
    nobody = given([], ["moss-golem"], hand=["thrown-stone"], their={"hazards": ("trip-wire",)})
    nobody.casts("thrown-stone", "moss-golem")
    assert nobody.happened[1:] == ["tripped trip-wire", "moss-golem took 100 from thrown-stone"]
    other = given(["moss-golem"], hand=["alley-cat", "catacombs"], their={"hazards": ("trip-wire",)})
    other.plays("alley-cat")
    other.plays("catacombs")
    assert other.state.sides[THEM].hazards == ("trip-wire",), "neither Fighter nor Stage is a Spell"


def test_toll_gate() -> None:
    match = given([], ["moss-golem"], hand=["thrown-stone"] * 2, their={"hazards": ("toll-gate",)})
    match.casts("thrown-stone", "moss-golem")
    assert match.happened == [
        "played thrown-stone for 1",
        "moss-golem took 100 from thrown-stone",
        "tripped toll-gate",
        "I will have 2 less Energy",
    ]
    match.ends()
    match.ends()
    assert match.energy() == 8


def test_old_drill() -> None:
    powers = {"powers": ("old-drill",), "energy": 1}
    match = given(["moss-golem"], ["grave-bat"], my=powers)
    assert not match.may_invoke("old-drill", "grave-bat")
    match.invokes("old-drill", "moss-golem")
    assert match.happened == ["used old-drill for 1", "moss-golem got +100 Attack this turn"]
    match.ends()
    assert match.attack("moss-golem") == 200
    assert not given(["moss-golem"], my={**powers, "energy": 0}).may_invoke("old-drill", "moss-golem")


def test_pebble() -> None:
    powers = {"powers": ("pebble",), "energy": 2}
    match = given(["moss-golem"], ["iron-snail", a("alley-cat", health=100)], my=powers)
    assert not match.may_invoke("pebble", "moss-golem")
    match.invokes("pebble", "alley-cat")
    assert match.happened == ["used pebble for 2", "alley-cat took 100 from pebble", "alley-cat died"]
    assert not given([], ["alley-cat"], my={**powers, "energy": 1}).may_invoke("pebble", "alley-cat")


def test_fair_exchange() -> None:
    powers = {"powers": ("fair-exchange",), "energy": 0}
    match = given([a("alley-cat", health=200), "moss-golem"], [a("grave-bat", health=200)], my=powers)
    match.invokes("fair-exchange", "alley-cat", "grave-bat")
    assert match.happened == [
        "used fair-exchange for 0",
        "alley-cat took 200 from fair-exchange",
        "alley-cat died",
        "grave-bat took 200 from fair-exchange",
        "grave-bat died",
    ]
    assert match.tokens() == (1, 1)
    assert not given(["moss-golem"], [], my=powers).may_invoke("fair-exchange", "moss-golem")
    assert not given([], ["moss-golem"], my=powers).may_invoke("fair-exchange", "moss-golem")


def test_widows_pension() -> None:
    powers = {"powers": ("widows-pension",)}
    hurt: Fielded = [a("alley-cat", health=200), a("moss-golem", health=300), "grave-bat"]
    match = given(hurt, [a("spear-line", health=1)], hand=["dark-bargain"], my=powers)
    match.casts("dark-bargain", "alley-cat")
    assert match.asked == ["moss-golem", "grave-bat"]
    match.chooses("moss-golem")
    assert match.happened[2:5] == ["alley-cat died", "triggered widows-pension", "moss-golem was healed by 100"]
    attacked = given(["spear-line"], ["alley-cat", a("moss-golem", health=300)], their=powers)
    attacked.attacks("spear-line", "alley-cat")
    assert attacked.health("moss-golem") == 400, "in the opponent's turn too, and without asking where there is one"
    opposing = given(["spear-line"], [a("alley-cat")], my=powers)
    opposing.attacks("spear-line", "alley-cat")
    assert opposing.health("spear-line") == 400, "only friendly Fighters"
    last = given([a("alley-cat", health=200)], hand=["dark-bargain"], my=powers)
    last.casts("dark-bargain", "alley-cat")
    assert last.asked == [], "nobody is left"


def test_counterspell() -> None:
    powers = {"powers": ("counterspell",)}
    mine: Fielded = [a("moss-golem", health=50), "alley-cat"]
    match = given(mine, [None, None, "grave-bat"], hand=["bandage", "catacombs"], their=powers)
    match.casts("bandage", "moss-golem")
    assert match.happened == [
        "played bandage for 1",
        "moss-golem was healed by 200",
        "triggered counterspell",
        "alley-cat took 100 from counterspell",
    ]
    match.plays("catacombs")
    assert match.health("alley-cat") == 200, "a Stage is no Spell"
    own = given(["alley-cat"], ["moss-golem"], hand=["thrown-stone"], my=powers)
    own.casts("thrown-stone", "moss-golem")
    assert own.health("moss-golem") == 700, "the opponent's Spells"
