"""A scenario for each card and Power of Animal, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, Fielded, a, given
from quarterdeck_protocol.games.amiibart import Keyword


def test_pack_wolf() -> None:
    match = given(["pack-wolf", "pack-wolf", "cub", "meadow-hare"], ["moss-golem", "pack-wolf"])
    match.attacks("pack-wolf", "moss-golem")
    assert match.happened == [
        "pack-wolf attacked moss-golem",
        "triggered pack-wolf",
        "moss-golem took 200 from pack-wolf",
        "moss-golem took 300 from pack-wolf",
        "pack-wolf took 200 from moss-golem",
    ]
    alone = given(["pack-wolf", "meadow-hare"], ["moss-golem"])
    alone.attacks("pack-wolf", "moss-golem")
    assert alone.health("moss-golem") == 500, "a hare is no wolf"


def test_den_mother() -> None:
    match = given(["den-mother"], ["moss-golem"])
    match.ends()
    assert match.slots() == ["den-mother", None, None, None, None], "at the start of your turn"
    match.ends(THEM)
    assert match.happened[-2:] == ["triggered den-mother", "cub was summoned into slot 2"]
    assert match.stats("cub") == (100, 200)
    assert not match.may_attack("cub", "moss-golem"), "not in the turn in which it comes (AM-19)"
    crowd: Fielded = ["den-mother", "moss-golem", "moss-golem", "moss-golem", "moss-golem"]
    full = given(crowd, ["moss-golem"])
    full.ends()
    full.ends(THEM)
    assert "cub" not in full.in_play


def test_meadow_hare() -> None:
    match = given([], ["moss-golem"], hand=["meadow-hare", "pack-wolf"])
    match.plays("meadow-hare")
    match.plays("pack-wolf")
    assert (match.may_attack("meadow-hare", "moss-golem"), match.may_attack("pack-wolf", "moss-golem")) == (True, False)


def test_old_tortoise() -> None:
    match = given(["moss-golem"], [a("old-tortoise", health=300), "alley-cat"])
    assert not match.may_attack("moss-golem", "alley-cat")
    match.ends()
    assert match.happened[-2:] == ["triggered old-tortoise", "old-tortoise was healed by 200"]
    nearly = given(["moss-golem"], [a("old-tortoise", health=700)])
    nearly.ends()
    assert nearly.health("old-tortoise") == 800, "up to what is printed"


def test_sky_hawk() -> None:
    match = given(["sky-hawk"], ["temple-guard", "moss-golem", a("alley-cat", health=201)], my={"energy": 2})
    match.uses("sky-hawk")
    assert match.happened[-1] == "alley-cat took 200 from sky-hawk", "Block is for those who choose (S0:155)"
    assert (match.health("alley-cat"), match.health("sky-hawk")) == (1, 600)
    assert not given(["sky-hawk"], ["moss-golem"], my={"energy": 1}).may_use("sky-hawk")


def test_great_bear() -> None:
    match = given(["spear-line", "great-bear"], [a("alley-cat", health=200), "cub"])
    match.uses("spear-line", "alley-cat")
    assert match.happened[2:] == ["alley-cat died", "triggered great-bear", "great-bear got +100 Attack +100 Health"]
    match.attacks("great-bear", "cub")
    assert match.stats("great-bear") == (500, 600), "a Token dies too, and this one strikes for 400"
    friendly = given([a("alley-cat", health=100), "great-bear"], ["moss-golem"], hand=["red-fury"])
    friendly.casts("red-fury", "alley-cat")
    assert friendly.attack("great-bear") == 300, "an opposing Fighter"


def test_stampede() -> None:
    match = given(["meadow-hare", "alley-cat"], ["moss-golem", "pack-wolf"], hand=["stampede", "pack-wolf"])
    match.plays("pack-wolf")
    match.casts("stampede")
    assert match.happened == [
        "played stampede for 5",
        "pack-wolf-2 gained swift this turn",
        "meadow-hare got +200 Attack this turn",
        "pack-wolf-2 got +200 Attack this turn",
    ]
    assert match.may_attack("pack-wolf-2", "moss-golem")
    assert [match.attack(one) for one in ("alley-cat", "pack-wolf")] == [300, 300]
    match.ends()
    assert (match.attack("pack-wolf-2"), match.has("pack-wolf-2", Keyword.SWIFT)) == (300, False)
    assert not given(["alley-cat"], ["moss-golem"], hand=["stampede"]).may_cast("stampede")


def test_go_to_ground() -> None:
    match = given([a("great-bear", health=100)], ["moss-golem"], hand=["go-to-ground"])
    assert not match.may_cast("go-to-ground", "moss-golem")
    match.casts("go-to-ground", "great-bear")
    assert match.happened == ["played go-to-ground for 2", "great-bear returned", "cub was summoned into slot 1"]
    assert (match.library(), match.tokens()) == (["great-bear"], (0, 0))


def test_feeding_time() -> None:
    match = given([a("pack-wolf", health=550), a("alley-cat", health=100)], ["pack-wolf"], hand=["feeding-time"])
    match.casts("feeding-time")
    assert match.happened == ["played feeding-time for 3", "pack-wolf got +100 Attack", "pack-wolf was healed by 50"]
    assert [match.stats(one) for one in ("pack-wolf", "alley-cat", "pack-wolf-2")] == [
        (400, 600),
        (300, 100),
        (300, 600),
    ]


def test_hunting_grounds() -> None:
    match = given([], ["moss-golem"], hand=["hunting-grounds", "spear-line"], their_hand=["alley-cat"])
    match.plays("hunting-grounds")
    match.plays("spear-line", 3)
    assert match.happened == [
        "played spear-line for 1",
        "spear-line entered slot 3",
        "triggered hunting-grounds",
        "cub was summoned into slot 1",
    ]
    match.ends()
    match.plays("alley-cat")
    assert match.slots(THEM).count("cub") == 0, "whenever you play one"


def test_instinct() -> None:
    powers = {"powers": ("instinct",)}
    match = given([a("spear-line", health=500), a("alley-cat", health=250)], [a("grave-bat", health=200)], my=powers)
    match.uses("spear-line", "grave-bat")
    assert match.happened[2:] == [
        "grave-bat died",
        "triggered instinct",
        "spear-line was healed by 100",
        "alley-cat was healed by 50",
    ]
    own = given([a("spear-line", health=500), a("alley-cat", health=100)], [], hand=["red-fury"], my=powers)
    own.casts("red-fury", "alley-cat")
    assert own.health("spear-line") == 500


def test_pack_call() -> None:
    powers = {"powers": ("pack-call",), "energy": 2}
    match = given([None, "pack-wolf"], ["moss-golem"], my=powers)
    match.invokes("pack-call")
    assert match.happened == ["used pack-call for 2", "cub was summoned into slot 1"]
    assert match.energy(ME) == 0
    full = given(["cub"] * 5, ["moss-golem"], my=powers)
    assert not full.may_invoke("pack-call"), "there is no room (AM-16, AM-70)"
