"""A scenario for each card and Power of Assassin, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, a, given
from quarterdeck_protocol.games.amiibart import Keyword, Stage


def test_alley_cat() -> None:
    match = given(["grave-bat"], ["moss-golem"], hand=["alley-cat"])
    match.plays("alley-cat")
    match.attacks("alley-cat", "moss-golem")
    assert match.happened == [
        "alley-cat attacked moss-golem",
        "moss-golem took 300 from alley-cat",
        "alley-cat took 200 from moss-golem",
    ]
    assert not match.may_attack("alley-cat", "moss-golem"), "once"


def test_needle_dancer() -> None:
    match = given(["grave-bat"], ["moss-golem"], hand=["needle-dancer"])
    match.plays("needle-dancer")
    match.attacks("needle-dancer", "moss-golem")
    assert match.happened == [
        "needle-dancer attacked moss-golem",
        "triggered needle-dancer",
        "needle-dancer got +100 Attack this turn",
        "moss-golem took 300 from needle-dancer",
        "needle-dancer took 200 from moss-golem",
    ]
    match.ends()
    assert match.attack("needle-dancer") == 200
    match.attacks("moss-golem", "needle-dancer")
    assert match.happened[2] == "moss-golem took 200 from needle-dancer", "not when it is attacked"


def test_knife_juggler() -> None:
    match = given(["knife-juggler", "alley-cat"], ["iron-snail", a("grave-bat", health=100)], my={"energy": 3})
    match.uses("knife-juggler")
    assert match.happened == [
        "knife-juggler used Fan of Knives for 2 on iron-snail, grave-bat",
        "iron-snail took 100 from knife-juggler",
        "grave-bat took 100 from knife-juggler",
        "grave-bat died",
    ]
    assert match.health("alley-cat") == 300
    assert not given(["knife-juggler"], ["iron-snail"], my={"energy": 1}).may_use("knife-juggler")


def test_silent_widow() -> None:
    match = given(["silent-widow"], [a("old-mountain", health=2000), "spear-line"])
    match.attacks("silent-widow", "old-mountain")
    assert match.happened == [
        "silent-widow attacked old-mountain",
        "old-mountain took 100 from silent-widow",
        "silent-widow took 300 from old-mountain",
        "old-mountain was destroyed",
        "silent-widow died",
        "old-mountain died",
    ]
    attacked = given(["spear-line"], [a("silent-widow", health=900)])
    attacked.attacks("spear-line", "silent-widow")
    assert attacked.health("spear-line") == 600, "only its own attacks kill (AM-43)"


def test_blood_leech() -> None:
    match = given(["grave-bat"], ["moss-golem", "volcano-drake"], hand=["blood-leech"])
    match.plays("blood-leech")
    match.attacks("blood-leech", "volcano-drake")
    assert match.happened == [
        "blood-leech attacked volcano-drake",
        "volcano-drake took 300 from blood-leech",
        "blood-leech took 500 from volcano-drake",
        "blood-leech was healed by 300",
    ]
    dead = given([a("blood-leech", health=200)], ["volcano-drake"])
    dead.attacks("blood-leech", "volcano-drake")
    assert dead.tokens() == (1, 0), "healed to nothing is dead"
    attacked = given(["spear-line"], [a("blood-leech", health=200)])
    attacked.attacks("spear-line", "blood-leech")
    assert attacked.health("blood-leech") == 200, "when it answers too (AM-41)"


def test_last_breath() -> None:
    match = given(["moss-golem"], [a("old-mountain", health=2000)], hand=["last-breath"])
    match.plays("last-breath")
    match.attacks("last-breath", "old-mountain")
    assert match.happened == [
        "last-breath attacked old-mountain",
        "old-mountain took 400 from last-breath",
        "last-breath took 300 from old-mountain",
        "old-mountain was destroyed",
        "last-breath died",
        "old-mountain died",
        "triggered last-breath",
    ]
    survives = given([a("last-breath", health=900), "moss-golem"], ["moss-golem"])
    survives.attacks("last-breath", "moss-golem-2")
    assert survives.happened[-3:] == ["triggered last-breath", "last-breath was destroyed", "last-breath died"]
    assert survives.tokens() == (1, 1), "destroyed is dead (AM-44)"
    assert survives.state.sides[ME].removed == ("last-breath",), "Void"


def test_poisoned_blade() -> None:
    match = given(["grave-bat"], ["moss-golem"], hand=["poisoned-blade"], my={"energy": 6})
    match.casts("poisoned-blade", "grave-bat")
    assert match.happened == ["played poisoned-blade for 6", "grave-bat gained instakill this turn for a basic attack"]
    assert match.has("grave-bat", Keyword.INSTAKILL)
    match.attacks("grave-bat", "moss-golem")
    assert match.tokens() == (0, 1)
    match.ends()
    assert not match.has("grave-bat", Keyword.INSTAKILL)
    area = given(["knife-juggler"], ["moss-golem", "old-mountain"], hand=["poisoned-blade"])
    area.casts("poisoned-blade", "knife-juggler")
    area.uses("knife-juggler")
    assert area.tokens() == (0, 0), "a special attack is no basic one"
    assert not area.has("knife-juggler", Keyword.INSTAKILL), "and its only attack this turn"
    kept = given(["grave-bat", "knife-juggler"], ["moss-golem", "old-mountain"], hand=["poisoned-blade"])
    kept.casts("poisoned-blade", "grave-bat")
    kept.uses("knife-juggler")
    kept.attacks("grave-bat", "old-mountain")
    assert kept.tokens() == (0, 1), "only a special attack of its own makes it void"
    bound = given(["grave-bat"], ["moss-golem"], hand=["poisoned-blade", "plain-truth"])
    bound.casts("poisoned-blade", "grave-bat")
    bound.casts("plain-truth", "grave-bat")
    assert not bound.has("grave-bat", Keyword.INSTAKILL), "Bind takes it (S0:165)"


def test_vanish() -> None:
    match = given([a("alley-cat", health=1, attack=100), "moss-golem"], ["spear-line"], hand=["vanish"])
    assert not match.may_cast("vanish", "spear-line", forge=0)
    match.casts("vanish", "alley-cat", forge=0)
    assert match.happened == ["played vanish for 4", "alley-cat returned"]
    assert (match.library(), match.tokens()) == (["alley-cat"], (0, 0))
    match.plays("alley-cat")
    assert match.stats("alley-cat-2") == (300, 300), "as printed"
    token = given(["sapling", "moss-golem"], hand=["vanish"])
    token.casts("vanish", "sapling", forge=0)
    assert token.library() == [], "a Token is gone (S0:93)"
    weakest = [a("grave-bat", health=100), a("alley-cat", health=100)]
    weak = given(["moss-golem"], ["spear-line", *weakest], hand=["vanish"])
    weak.casts("vanish", forge=1)
    assert weak.happened == ["played vanish for 4", "grave-bat returned"], "of two the left-most"
    assert (weak.library(THEM), weak.tokens()) == (["grave-bat"], (0, 0))
    alone = given(["moss-golem"], [], hand=["vanish"])
    assert not alone.may_cast("vanish", forge=1), "there is nobody (AM-70)"
    assert not given(["moss-golem"], ["spear-line"], hand=["vanish"], my={"energy": 3}).may_cast("vanish", forge=1)


def test_backstab() -> None:
    match = given([], ["moss-golem", "grave-bat", "alley-cat", "torch-runner"], hand=["backstab"] * 2)
    match.casts("backstab")
    assert match.happened == ["played backstab for 2", "alley-cat took 300 from backstab", "alley-cat died"], (
        "of two the left-most"
    )
    match.casts("backstab")
    assert match.tokens() == (0, 2)
    lives = given([], [a("alley-cat", health=301)], hand=["backstab"])
    lives.casts("backstab")
    assert lives.health("alley-cat") == 1
    nobody = given(["moss-golem"], [], hand=["backstab"])
    assert not nobody.may_cast("backstab"), "AM-70"


def test_ambush() -> None:
    match = given(["moss-golem"], hand=["grave-bat", "alley-cat"], their={"hazards": ("ambush",)})
    match.plays("alley-cat")
    assert match.happened == [
        "played alley-cat for 1",
        "alley-cat entered slot 2",
        "tripped ambush",
        "alley-cat took 300 from ambush",
        "alley-cat died",
    ]
    match.plays("grave-bat")
    assert match.health("grave-bat") == 400, "it is spent"
    lives = given([], hand=["grave-bat"], their={"hazards": ("ambush",)})
    lives.plays("grave-bat")
    assert lives.health("grave-bat") == 100
    summoned = given([], my={"powers": ("assembly-line",)}, their={"hazards": ("ambush",)})
    summoned.invokes("assembly-line")
    assert summoned.health("drone") == 200, "a Token is not played"
    set_up = given(["moss-golem"], hand=["ambush"])
    set_up.plays("ambush")
    assert set_up.happened == ["played ambush for 3", "set ambush"]


def test_first_blood() -> None:
    powers = {"powers": ("first-blood",)}
    match = given(["moss-golem"], hand=["candle-squire", "alley-cat"], their=powers)
    match.plays("candle-squire")
    assert match.happened == [
        "played candle-squire for 1",
        "candle-squire entered slot 2",
        "triggered candle-squire",
        "triggered first-blood",
        "candle-squire took 100 from first-blood",
    ], "its own text comes first (AM-55)"
    match.plays("alley-cat")
    assert match.health("alley-cat") == 200, "whenever"
    mine = given([], hand=["alley-cat"], my=powers)
    mine.plays("alley-cat")
    assert mine.health("alley-cat") == 300
    first = given([], hand=["alley-cat"], their=powers, stage=Stage.TURN_ONE, turn=2)
    first.plays("alley-cat")
    assert first.health("alley-cat") == 200, "in Turn One too (S0:39)"


def test_bargain_of_knives() -> None:
    powers = {"powers": ("bargain-of-knives",), "energy": 0}
    match = given(["alley-cat", "moss-golem"], ["alley-cat"], my=powers)
    assert not match.may_invoke("bargain-of-knives", "moss-golem"), "an Assassin Fighter"
    assert not match.may_invoke("bargain-of-knives", "alley-cat-2"), "a friendly one"
    match.invokes("bargain-of-knives", "alley-cat")
    assert match.happened == [
        "used bargain-of-knives for 0",
        "alley-cat took 100 from bargain-of-knives",
        "alley-cat got +200 Attack this turn",
    ]
    assert not match.may_invoke("bargain-of-knives", "alley-cat"), "once a turn"
    match.ends()
    assert match.stats("alley-cat") == (300, 200)
    dead = given([a("alley-cat", health=100), "moss-golem"], my=powers)
    dead.invokes("bargain-of-knives", "alley-cat")
    assert dead.happened[1:] == ["alley-cat took 100 from bargain-of-knives", "alley-cat died"]
