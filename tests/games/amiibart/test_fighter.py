"""A scenario for each card and Power of the Element Fighter (AM-2), with the boundary on both sides."""

from games.amiibart.given import THEM, a, given


def test_street_boxer() -> None:
    match = given(["street-boxer"], ["moss-golem"], my={"energy": 1})
    match.uses("street-boxer", "moss-golem")
    assert match.happened == [
        "street-boxer used Jab for 1 on moss-golem",
        "moss-golem took 100 from street-boxer",
        "street-boxer got +100 Attack",
    ]
    match.ends()
    assert match.stats("street-boxer") == (500, 700), "for good, and nobody answers"
    assert not given(["street-boxer"], ["moss-golem"], my={"energy": 0}).may_use("street-boxer", "moss-golem")


def test_spring_kicker() -> None:
    match = given([], ["grave-bat", "moss-golem", "alley-cat", "spear-line"], hand=["spring-kicker"], my={"energy": 3})
    match.plays("spring-kicker")
    match.uses("spring-kicker", "moss-golem")
    assert match.happened == [
        "spring-kicker used Flying Kick for 2 on moss-golem",
        "moss-golem took 200 from spring-kicker",
        "grave-bat took 100 from spring-kicker",
        "alley-cat took 100 from spring-kicker",
    ]
    poor = given(["spring-kicker"], ["moss-golem"], my={"energy": 1})
    assert not poor.may_use("spring-kicker", "moss-golem")


def test_mat_wrestler() -> None:
    match = given(["mat-wrestler"], [a("moss-golem", health=100, attack=300), "temple-guard"], my={"energy": 5})
    assert not match.may_use("mat-wrestler", "moss-golem"), "Block"
    match.uses("mat-wrestler", "temple-guard")
    assert match.happened == ["mat-wrestler used Throw for 5 on temple-guard", "temple-guard returned"]
    assert (match.library(THEM), match.tokens()) == (["temple-guard"], (0, 0)), "that is no death (AM-45)"
    token = given(["mat-wrestler"], ["cub"])
    token.uses("mat-wrestler", "cub")
    assert (token.library(THEM), token.slots(THEM)) == ([], [None] * 5)
    assert not given(["mat-wrestler"], ["cub"], my={"energy": 4}).may_use("mat-wrestler", "cub")


def test_cut_man() -> None:
    match = given([a("moss-golem", health=750), "cut-man"], ["grave-bat"])
    match.attacks("moss-golem", "grave-bat")
    assert match.happened[-2:] == ["triggered cut-man", "moss-golem was healed by 100"]
    assert match.health("moss-golem") == 650
    match.attacks("cut-man", "grave-bat")
    assert "triggered cut-man" not in match.happened, "another one"
    dead = given([a("alley-cat", health=200), "cut-man"], ["moss-golem"])
    dead.attacks("alley-cat", "moss-golem")
    assert dead.tokens() == (1, 0), "it comes too late for the dead"


def test_counter_puncher() -> None:
    match = given(["moss-golem"], ["counter-puncher"])
    match.attacks("moss-golem", "counter-puncher")
    assert match.happened == [
        "moss-golem attacked counter-puncher",
        "triggered counter-puncher",
        "counter-puncher got +200 Attack this turn",
        "counter-puncher took 200 from moss-golem",
        "moss-golem took 500 from counter-puncher",
    ]
    match.ends()
    match.attacks("counter-puncher", "moss-golem")
    assert (match.tokens(), match.attack("counter-puncher")) == ((1, 0), 300), "only when it is attacked"


def test_old_champion() -> None:
    match = given(["old-champion"], ["moss-golem"], my={"energy": 5})
    match.uses("old-champion", "moss-golem")
    assert match.happened == [
        "old-champion used Haymaker for 5 on moss-golem",
        "old-champion got +100 Attack",
        "moss-golem took 600 from old-champion",
    ]
    match.ends()
    assert match.attack("old-champion") == 600, "permanently"
    assert not given(["old-champion"], ["moss-golem"], my={"energy": 4}).may_use("old-champion", "moss-golem")


def test_corner_coach() -> None:
    field = ["corner-coach", "street-boxer", "moss-golem"]
    match = given(field, ["street-boxer"], hand=["thrown-stone", "live-wire", "spear-line"], their_hand=["bandage"])
    match.casts("thrown-stone", "street-boxer-2")
    assert match.happened[-2:] == ["triggered corner-coach", "street-boxer got +100 Attack this turn"]
    match.plays("live-wire")
    match.plays("spear-line")
    assert match.attack("street-boxer") == 600, "a Hazard is a Spell (AM-50), a Fighter is none"
    assert [match.attack(one) for one in ("corner-coach", "moss-golem", "street-boxer-2")] == [200, 200, 400]
    match.ends()
    assert match.attack("street-boxer") == 400


def test_low_blow() -> None:
    match = given(["moss-golem"], ["moss-golem"], hand=["low-blow"])
    assert not match.may_cast("low-blow", "moss-golem")
    match.casts("low-blow", "moss-golem-2")
    assert match.happened == [
        "played low-blow for 2",
        "moss-golem-2 took 100 from low-blow",
        "moss-golem-2 got -100 Attack",
    ]
    match.ends()
    assert match.stats("moss-golem-2") == (100, 700), "permanently"


def test_perfect_form() -> None:
    match = given(["street-boxer", "counter-puncher", "alley-cat"], ["street-boxer"], hand=["perfect-form"] * 2)
    match.casts("perfect-form", "alley-cat", forge=0)
    assert match.happened == ["played perfect-form for 4", "alley-cat got +200 Attack +200 Health"]
    match.casts("perfect-form", forge=1)
    assert match.happened == [
        "played perfect-form for 4",
        "street-boxer got +100 Attack",
        "counter-puncher got +100 Attack",
    ]
    nobody = given(["alley-cat"], ["street-boxer"], hand=["perfect-form"])
    assert not nobody.may_cast("perfect-form", forge=1), "no Boxer of yours"


def test_the_ring() -> None:
    match = given(["street-boxer", "alley-cat"], ["moss-golem"], hand=["the-ring", "catacombs"], my={"energy": 5})
    match.plays("the-ring")
    assert [match.attack(one) for one in ("street-boxer", "alley-cat", "moss-golem")] == [500, 400, 300], "everybody"
    match.plays("catacombs")
    assert match.attack("moss-golem") == 200, "only while it is there"
    both = given(["street-boxer"], ["moss-golem"], my={"stage": "the-ring"}, their={"stage": "the-ring"})
    assert both.attack("street-boxer") == 600


def test_feint() -> None:
    powers = {"powers": ("feint",), "energy": 1}
    match = given(["moss-golem"], ["spear-line"], my=powers)
    assert not match.may_invoke("feint", "moss-golem")
    match.invokes("feint", "spear-line")
    assert match.happened == ["used feint for 1", "spear-line got -200 Attack this turn"]
    match.attacks("moss-golem", "spear-line")
    assert match.health("moss-golem") == 700
    match.ends()
    assert match.attack("spear-line") == 300
    assert not given([], ["moss-golem"], my={**powers, "energy": 0}).may_invoke("feint", "moss-golem")


def test_second_round() -> None:
    powers = {"powers": ("second-round",), "energy": 1}
    match = given([a("street-boxer", health=550), "alley-cat"], ["street-boxer"], my=powers)
    assert not match.may_invoke("second-round", "alley-cat"), "a Boxer"
    assert not match.may_invoke("second-round", "street-boxer-2"), "a friendly one"
    match.invokes("second-round", "street-boxer")
    assert match.happened == [
        "used second-round for 1",
        "street-boxer was healed by 100",
        "street-boxer got +100 Attack this turn",
    ]
    match.ends()
    assert match.stats("street-boxer") == (400, 650)
