"""A scenario for each card and Power of Electric, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, a, given
from quarterdeck_protocol.games.amiibart import Keyword, Stage


def test_spark_mouse() -> None:
    match = given([], ["moss-golem"], hand=["spark-mouse"], my={"energy": 4})
    match.plays("spark-mouse")
    assert match.happened[2:] == ["triggered spark-mouse", "I gained 1 Energy"]
    assert match.energy() == 4
    assert match.may_attack("spark-mouse", "moss-golem")
    first = given([], hand=["spark-mouse"], stage=Stage.TURN_ONE, turn=1, my={"energy": 0})
    first.plays("spark-mouse")
    assert first.energy() == 1, "Energy of Turn One buys nothing"
    assert not first.may_cast("bandage")


def test_storm_heron() -> None:
    match = given(["storm-heron"], ["moss-golem", "grave-bat", a("alley-cat", health=100)])
    match.attacks("storm-heron", "moss-golem")
    assert match.happened == [
        "storm-heron attacked moss-golem",
        "triggered storm-heron",
        "alley-cat took 100 from storm-heron",
        "alley-cat died",
        "moss-golem took 300 from storm-heron",
        "storm-heron took 200 from moss-golem",
    ]
    alone = given(["storm-heron"], [a("moss-golem", health=400)])
    alone.attacks("storm-heron", "moss-golem")
    assert alone.tokens() == (0, 1), "it may be the one that is attacked"


def test_coil_warden() -> None:
    match = given([a("alley-cat", health=100), "spear-line"], ["coil-warden"])
    match.attacks("alley-cat", "coil-warden")
    assert match.happened == [
        "alley-cat attacked coil-warden",
        "triggered coil-warden",
        "alley-cat took 100 from coil-warden",
        "alley-cat died",
        "fizzled",
    ]
    match.uses("spear-line", "coil-warden")
    assert match.health("spear-line") == 600, "by special attacks too"
    match.ends()
    match.attacks("coil-warden", "spear-line")
    assert match.health("spear-line") == 400, "not when it attacks"


def test_chain_caster() -> None:
    match = given(["chain-caster"], ["alley-cat", "moss-golem", "grave-bat", "temple-guard"], my={"energy": 4})
    assert not match.may_use("chain-caster", "moss-golem"), "Block"
    match.uses("chain-caster", "temple-guard")
    assert match.happened == [
        "chain-caster used Chain for 4 on temple-guard",
        "temple-guard took 200 from chain-caster",
        "grave-bat took 200 from chain-caster",
    ]
    assert not given(["chain-caster"], ["alley-cat"], my={"energy": 3}).may_use("chain-caster", "alley-cat")


def test_thunder_colossus() -> None:
    match = given(["thunder-colossus"], ["moss-golem", a("alley-cat", health=100)])
    match.ends()
    assert match.happened[:4] == [
        "triggered thunder-colossus",
        "moss-golem took 100 from thunder-colossus",
        "alley-cat took 100 from thunder-colossus",
        "alley-cat died",
    ]
    match.ends(THEM)
    assert match.stats("moss-golem") == (200, 700), "at the end of your turn, not of theirs"


def test_ball_lightning() -> None:
    match = given([], ["spear-line"], hand=["ball-lightning"])
    match.plays("ball-lightning")
    match.attacks("ball-lightning", "spear-line")
    assert match.slots() == [None] * 5, "what is dealt back kills it"
    assert (match.tokens(), match.library()) == ((1, 0), [])
    safe = given([], ["moss-golem"], hand=["ball-lightning"])
    safe.plays("ball-lightning")
    safe.attacks("ball-lightning", "moss-golem")
    assert safe.happened[1:] == [
        "moss-golem took 500 from ball-lightning",
        "ball-lightning took 200 from moss-golem",
        "triggered ball-lightning",
        "ball-lightning returned",
    ]
    assert (safe.tokens(), safe.library()) == ((0, 0), ["ball-lightning"])


def test_jolt() -> None:
    match = given(["moss-golem"], [a("alley-cat", health=100), "grave-bat"], hand=["jolt"])
    assert not match.may_cast("jolt", "moss-golem")
    match.casts("jolt", "alley-cat")
    assert match.happened == [
        "played jolt for 2",
        "alley-cat took 100 from jolt",
        "alley-cat died",
        "they will have 1 less Energy",
    ]
    match.ends()
    assert match.energy(THEM) == 9
    match.ends(THEM)
    match.ends()
    assert match.energy(THEM) == 10, "in their next turn alone"


def test_lightning_strike() -> None:
    match = given(["moss-golem"], ["moss-golem", "mud-ogre", "temple-guard"], hand=["lightning-strike"])
    match.casts("lightning-strike")
    assert match.happened == ["played lightning-strike for 4", "mud-ogre took 400 from lightning-strike"]
    assert not given(["moss-golem"], [], hand=["lightning-strike"]).may_cast("lightning-strike")


def test_blackout() -> None:
    match = given([], ["moss-golem"], hand=["blackout"], their={"hazards": ("ambush", "toll-gate")})
    match.casts("blackout")
    assert match.happened == ["played blackout for 5", "lost ambush", "lost toll-gate", "they will have 4 less Energy"]
    tripped = given([], ["moss-golem"], hand=["blackout"], their={"hazards": ("trip-wire",)}, my={"powers": ()})
    tripped.casts("blackout")
    assert tripped.happened[1] == "tripped trip-wire", "what waits for the Spell itself is quicker (S0:69)"
    dark = given([], ["moss-golem"], hand=["blackout"])
    dark.casts("blackout")
    dark.ends()
    assert dark.energy(THEM) == 6, "where there is no Hazard too"


def test_live_wire() -> None:
    match = given(["moss-golem", a("alley-cat", health=300)], ["moss-golem"], their={"hazards": ("live-wire",)})
    match.attacks("moss-golem", "moss-golem-2")
    assert match.happened == [
        "moss-golem attacked moss-golem-2",
        "moss-golem-2 took 200 from moss-golem",
        "moss-golem took 200 from moss-golem",
        "tripped live-wire",
        "moss-golem took 300 from live-wire",
    ]
    assert match.state.sides[THEM].hazards == ()
    dead = given([a("alley-cat", health=200)], ["moss-golem"], their={"hazards": ("live-wire",)})
    dead.attacks("alley-cat", "moss-golem")
    assert dead.state.sides[THEM].hazards == ("live-wire",), "there is nobody left whom it could be about (AM-38)"
    own = given(["moss-golem"], ["moss-golem"], my={"hazards": ("live-wire",)})
    own.attacks("moss-golem", "moss-golem-2")
    assert own.state.sides[ME].hazards == ("live-wire",), "an opposing Fighter"


def test_static() -> None:
    match = given([], ["moss-golem"], hand=["spear-line"], their={"powers": ("static",)})
    match.plays("spear-line")
    assert match.happened[2:] == ["triggered static", "spear-line got -100 Attack"]
    match.ends()
    assert match.attack("spear-line") == 200, "permanently"
    own = given([], ["moss-golem"], hand=["spear-line"], my={"powers": ("static",)})
    own.plays("spear-line")
    assert own.attack("spear-line") == 300
    summoned = given([], ["moss-golem"], hand=["go-to-ground", "spear-line"], their={"powers": ("static",)})
    summoned.plays("spear-line")
    summoned.casts("go-to-ground", "spear-line")
    assert summoned.attack("cub") == 100, "a Fighter that is played"


def test_overload() -> None:
    powers = {"powers": ("overload",), "energy": 3}
    match = given(["alley-cat"], ["moss-golem"], hand=["storm-heron"], my=powers)
    match.plays("storm-heron")
    assert not match.may_invoke("overload", "alley-cat"), "an Electric Fighter"
    match.invokes("overload", "storm-heron")
    assert match.happened == [
        "used overload for 2",
        "storm-heron gained swift this turn",
        "storm-heron got +100 Attack this turn",
    ]
    match.attacks("storm-heron", "moss-golem")
    match.ends()
    assert (match.attack("storm-heron"), match.has("storm-heron", Keyword.SWIFT)) == (300, False)
