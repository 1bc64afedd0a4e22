"""A scenario for each card and Power of Tank, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, Fielded, a, given
from quarterdeck_protocol.games.amiibart import Keyword


def test_iron_snail() -> None:
    match = given(["spear-line"], ["moss-golem", "iron-snail", "temple-guard"], hand=["scorch"])
    assert not match.may_attack("spear-line", "moss-golem")
    assert match.may_attack("spear-line", "iron-snail")
    assert match.may_attack("spear-line", "temple-guard"), "any of those with Block (AM-33)"
    match.casts("scorch", "moss-golem")
    assert match.health("moss-golem") == 600, "Spells pass it (AM-32)"


def test_gate_warden() -> None:
    match = given(["spear-line"], ["moss-golem", a("gate-warden", health=500)])
    assert not match.may_attack("spear-line", "moss-golem")
    match.attacks("spear-line", "gate-warden")
    assert match.happened == [
        "spear-line attacked gate-warden",
        "gate-warden took 300 from spear-line",
        "spear-line took 200 from gate-warden",
        "triggered gate-warden",
        "gate-warden was healed by 100",
    ]
    dead = given(["spear-line"], [a("gate-warden", health=300)])
    dead.attacks("spear-line", "gate-warden")
    assert dead.happened[-2:] == ["gate-warden died", "triggered gate-warden"], "too late"
    unhurt = given([a("spear-line", attack=-300)], ["gate-warden"])
    unhurt.attacks("spear-line", "gate-warden")
    assert unhurt.health("gate-warden") == 800


def test_siege_roller() -> None:
    row: Fielded = ["alley-cat", "moss-golem", a("grave-bat", health=100), "spear-line"]
    match = given(["siege-roller"], row, my={"energy": 3})
    match.uses("siege-roller", "moss-golem")
    assert match.happened == [
        "siege-roller used Crush for 3 on moss-golem",
        "moss-golem took 300 from siege-roller",
        "alley-cat took 100 from siege-roller",
        "grave-bat took 100 from siege-roller",
        "grave-bat died",
    ]
    assert match.health("spear-line") == 700
    assert not given(["siege-roller"], ["moss-golem"], my={"energy": 2}).may_use("siege-roller", "moss-golem")


def test_thorn_bastion() -> None:
    match = given([a("alley-cat", health=201)], ["moss-golem", "thorn-bastion"])
    assert not match.may_attack("alley-cat", "moss-golem")
    match.attacks("alley-cat", "thorn-bastion")
    assert match.happened == [
        "alley-cat attacked thorn-bastion",
        "triggered thorn-bastion",
        "alley-cat took 200 from thorn-bastion",
        "thorn-bastion took 300 from alley-cat",
        "alley-cat took 100 from thorn-bastion",
        "alley-cat died",
    ]
    first = given([a("alley-cat", health=200)], ["thorn-bastion"])
    first.attacks("alley-cat", "thorn-bastion")
    assert first.happened[-2:] == ["alley-cat died", "fizzled"]
    assert first.health("thorn-bastion") == 900, "the attacker was dead before it could strike"
    special = given(["cinder-witch"], ["thorn-bastion"])
    special.uses("cinder-witch", "thorn-bastion")
    assert special.health("cinder-witch") == 300


def test_shield_captain() -> None:
    match = given(["spear-line"] * 4, ["moss-golem", "shield-captain", None, "volt-hopper"])
    match.attacks("spear-line", "moss-golem")
    assert match.happened[1] == "moss-golem took 200 from spear-line"
    match.attacks("spear-line-2", "shield-captain")
    assert match.health("shield-captain") == 400, "those beside it, not itself"
    match.uses("spear-line-3", "moss-golem")
    assert match.happened[1] == "moss-golem took 100 from spear-line", "special attacks too"
    match.attacks("spear-line-4", "volt-hopper")
    assert match.health("volt-hopper") == 200, "only the next slots"
    back = given(["spear-line", "shield-captain"], ["moss-golem"], their_hand=["scorch"])
    back.attacks("spear-line", "moss-golem")
    assert back.health("spear-line") == 500, "what is dealt back is no attack (AM-69)"
    back.ends()
    back.casts("scorch", "spear-line")
    assert back.health("spear-line") == 300, "a Spell is no attack"


def test_old_mountain() -> None:
    match = given([a("old-mountain", health=950)], ["moss-golem", "alley-cat"])
    match.ends()
    assert match.happened[:2] == ["triggered old-mountain", "moss-golem took 250 from old-mountain"]
    unhurt = given(["old-mountain"], ["moss-golem"])
    unhurt.ends()
    assert unhurt.happened[:2] == ["triggered old-mountain", "turn ended"]
    more = given([a("old-mountain", health=1300)], ["moss-golem"])
    more.ends()
    assert more.health("moss-golem") == 800
    apart = given([a("old-mountain", health=100)], [None, "moss-golem"])
    apart.ends()
    assert apart.health("moss-golem") == 800, "only the Fighter across"
    dead = given([a("old-mountain", health=900), "moss-golem"], [a("alley-cat", health=300)])
    dead.ends()
    assert dead.tokens() == (0, 1)
    blocking = given(["moss-golem", "old-mountain"], ["spear-line"])
    blocking.ends()
    assert not blocking.may_attack("spear-line", "moss-golem"), "Block"


def test_brace() -> None:
    match = given([a("moss-golem", health=700), "alley-cat"], ["spear-line"], hand=["brace"], my={"energy": 2})
    match.casts("brace", "moss-golem")
    assert match.happened == ["played brace for 2", "moss-golem got +300 Health", "moss-golem gained block"]
    match.ends()
    assert match.health("moss-golem") == 1000, "past what is printed (AM-48)"
    assert not match.may_attack("spear-line", "alley-cat")
    twice = given(["iron-snail"], hand=["brace"])
    twice.casts("brace", "iron-snail")
    assert twice.happened[1:] == ["iron-snail got +300 Health"], "it has Block already"


def test_field_repairs() -> None:
    hurt = [a("iron-snail", health=400), a("moss-golem", health=100), a("old-mountain", health=1100)]
    match = given(hurt, [a("iron-snail", health=100)], hand=["field-repairs"])
    match.casts("field-repairs")
    assert match.happened == [
        "played field-repairs for 2",
        "iron-snail was healed by 200",
        "old-mountain was healed by 100",
    ]
    assert (match.health("moss-golem"), match.health("iron-snail-2")) == (100, 100)


def test_spiked_moat() -> None:
    match = given([a("alley-cat", health=301)], ["moss-golem"], their={"hazards": ("spiked-moat",)})
    match.attacks("alley-cat", "moss-golem")
    assert match.happened == [
        "alley-cat attacked moss-golem",
        "tripped spiked-moat",
        "alley-cat took 200 from spiked-moat",
        "moss-golem took 300 from alley-cat",
        "alley-cat took 200 from moss-golem",
        "alley-cat died",
    ]
    killed = given([a("alley-cat", health=200), "torch-runner"], ["moss-golem"], their={"hazards": ("spiked-moat",)})
    killed.attacks("alley-cat", "moss-golem")
    assert killed.happened[3:] == ["alley-cat died", "fizzled"]
    killed.attacks("torch-runner", "moss-golem")
    assert killed.health("torch-runner") == 100, "it is spent"
    set_up = given([], ["moss-golem"], hand=["spiked-moat"])
    set_up.plays("spiked-moat")
    assert set_up.happened == ["played spiked-moat for 2", "set spiked-moat"]


def test_the_long_wall() -> None:
    match = given(["spear-line", "needle-dancer"], ["siege-roller", "moss-golem"], their={"stage": "the-long-wall"})
    match.attacks("spear-line", "siege-roller")
    assert match.happened[1] == "siege-roller took 200 from spear-line"
    match.attacks("needle-dancer", "moss-golem")
    assert match.health("moss-golem") == 500, "a Tank Fighter"
    match.ends()
    match.attacks("siege-roller", "spear-line")
    assert match.happened[1] == "spear-line took 300 from siege-roller"
    back = given(["siege-roller"], ["spear-line"], their={"stage": "the-long-wall"})
    back.attacks("siege-roller", "spear-line")
    assert back.health("siege-roller") == 400, "a friendly one"
    both = given(["spear-line"], ["siege-roller", "shield-captain"], their={"stage": "the-long-wall"})
    both.attacks("spear-line", "siege-roller")
    assert both.health("siege-roller") == 600, "with the Captain beside it 200 less"
    spell = given([], ["siege-roller"], hand=["thrown-stone", "the-long-wall"], their={"stage": "the-long-wall"})
    spell.casts("thrown-stone", "siege-roller")
    assert spell.health("siege-roller") == 600, "only attacks"
    spell.plays("the-long-wall")
    assert spell.happened == ["played the-long-wall for 2", "set the-long-wall"]
    weak = given(["silent-widow"], ["siege-roller"], their={"stage": "the-long-wall"})
    weak.attacks("silent-widow", "siege-roller")
    assert weak.happened == [
        "silent-widow attacked siege-roller",
        "silent-widow took 300 from siege-roller",
        "siege-roller was destroyed",
        "silent-widow died",
        "siege-roller died",
    ], "Instakill at no damage (AM-43)"


def test_steady_hands() -> None:
    match = given([a("moss-golem", health=750), "alley-cat"], ["grave-bat"], my={"powers": ("steady-hands",)})
    match.ends()
    match.chooses("moss-golem")
    assert match.happened == [
        "triggered steady-hands",
        "moss-golem was healed by 50",
        "turn ended",
        "turn of 10 Energy",
    ]
    alone = given([a("moss-golem", health=100)], ["grave-bat"], my={"powers": ("steady-hands",)})
    alone.ends()
    assert (alone.asked, alone.health("moss-golem")) == ([], 200)
    alone.ends(THEM)
    assert alone.health("moss-golem") == 200, "at the end of your turn"


def test_hold_the_line() -> None:
    powers = {"powers": ("hold-the-line",), "energy": 2}
    match = given(["iron-snail", "moss-golem"], ["iron-snail"], my=powers)
    assert not match.may_invoke("hold-the-line", "moss-golem"), "a Tank Fighter"
    assert not match.may_invoke("hold-the-line", "iron-snail-2"), "a friendly one"
    match.invokes("hold-the-line", "iron-snail")
    assert match.happened == ["used hold-the-line for 2", "iron-snail got +200 Health"]
    assert (match.health("iron-snail"), match.energy(ME)) == (900, 0)
    assert match.has("iron-snail", Keyword.BLOCK)
    assert not given(["iron-snail"], my={**powers, "energy": 1}).may_invoke("hold-the-line", "iron-snail")
