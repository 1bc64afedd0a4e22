"""A scenario for each card and Power of Magic, with the boundary on both sides."""

from games.amiibart.given import ME, THEM, Fielded, a, given
from quarterdeck_protocol.games.amiibart import Keyword


def test_page_of_runes() -> None:
    match = given(["page-of-runes"], ["moss-golem"], hand=["thrown-stone", "trip-wire", "catacombs"])
    match.casts("thrown-stone", "moss-golem")
    assert match.happened[1:] == [
        "moss-golem took 100 from thrown-stone",
        "triggered page-of-runes",
        "page-of-runes got +100 Attack",
    ]
    match.plays("trip-wire")
    assert match.attack("page-of-runes") == 400, "a Hazard is a Spell (AM-50)"
    match.plays("catacombs")
    assert match.attack("page-of-runes") == 400, "a Stage is none"
    theirs = given([], ["page-of-runes"], hand=["thrown-stone"])
    theirs.casts("thrown-stone", "page-of-runes")
    assert theirs.attack("page-of-runes") == 200, "your own Spells"


def test_mirror_djinn() -> None:
    match = given(["spear-line"], ["mirror-djinn", "moss-golem"])
    match.attacks("spear-line", "mirror-djinn")
    assert match.happened == [
        "spear-line attacked mirror-djinn",
        "triggered mirror-djinn",
        "spear-line got -100 Attack",
        "mirror-djinn took 200 from spear-line",
        "spear-line took 200 from mirror-djinn",
    ]
    match.ends()
    assert match.attack("spear-line") == 200, "permanently"
    other = given(["spear-line"], ["mirror-djinn", "moss-golem"])
    other.attacks("spear-line", "moss-golem")
    assert other.attack("spear-line") == 300
    special = given(["spear-line"], ["mirror-djinn"])
    special.uses("spear-line", "mirror-djinn")
    assert (special.health("mirror-djinn"), special.attack("spear-line")) == (400, 200), "what is printed stays 200"


def test_star_reader() -> None:
    match = given(["star-reader"], ["moss-golem"], my={"energy": 1})
    match.uses("star-reader")
    assert match.happened == ["star-reader used Omen for 1", "they will have 1 less Energy"]
    match.ends()
    assert match.energy(THEM) == 9
    match.ends()
    match.ends()
    assert match.energy(THEM) == 10, "only in their next turn"
    assert not given(["star-reader"], my={"energy": 0}).may_use("star-reader")
    alone = given(["star-reader"], [])
    assert alone.may_use("star-reader"), "it is aimed at nobody"


def test_unmaker() -> None:
    built_up = [a("alley-cat", attack=200, keywords=(Keyword.LIFESTEAL,)), a("moss-golem", attack=-100)]
    match = given([a("grave-bat", attack=100)], built_up, hand=["unmaker"])
    match.plays("unmaker")
    assert match.happened[2:] == ["triggered unmaker", "alley-cat was bound", "moss-golem was bound"]
    assert (match.attack("alley-cat"), match.attack("moss-golem"), match.attack("grave-bat")) == (300, 200, 300)
    assert not match.has("alley-cat", Keyword.LIFESTEAL)
    assert match.has("alley-cat", Keyword.SWIFT), "what is printed stays"


def test_arch_wizard() -> None:
    match = given([a("arch-wizard", health=800)], ["moss-golem"], my={"energy": 5})
    match.uses("arch-wizard", "moss-golem")
    assert match.happened == [
        "arch-wizard used Comet for 5 on moss-golem",
        "moss-golem took 400 from arch-wizard",
        "arch-wizard was healed by 100",
    ]
    hurt = given([a("arch-wizard", health=100)], [a("moss-golem", health=400)])
    hurt.uses("arch-wizard", "moss-golem")
    assert hurt.happened[1:] == [
        "moss-golem took 400 from arch-wizard",
        "moss-golem died",
        "arch-wizard was healed by 200",
    ]
    assert not given(["arch-wizard"], ["moss-golem"], my={"energy": 4}).may_use("arch-wizard", "moss-golem")


def test_paper_dragon() -> None:
    match = given(["moss-golem"], ["paper-dragon", a("paper-dragon", health=100)], hand=["thrown-stone", "catacombs"])
    match.casts("thrown-stone", "paper-dragon")
    assert match.happened[1:] == [
        "paper-dragon took 100 from thrown-stone",
        "triggered paper-dragon",
        "paper-dragon took 100 from paper-dragon",
        "triggered paper-dragon",
        "paper-dragon-2 took 100 from paper-dragon",
        "paper-dragon-2 died",
    ]
    match.plays("catacombs")
    assert match.health("paper-dragon") == 400, "a Stage is no Spell"
    own = given(["paper-dragon"], ["moss-golem"], hand=["thrown-stone"])
    own.casts("thrown-stone", "moss-golem")
    assert own.health("paper-dragon") == 600, "your opponent's Spells"


def test_arcane_bolt() -> None:
    match = given(["star-reader", "paper-dragon", "cinder-witch"], ["moss-golem", "unmaker"], hand=["arcane-bolt"] * 2)
    match.casts("arcane-bolt", "moss-golem")
    assert match.happened == ["played arcane-bolt for 3", "moss-golem took 200 from arcane-bolt"]
    none = given(["cinder-witch"], ["moss-golem"], hand=["arcane-bolt"])
    assert not none.may_cast("arcane-bolt", "moss-golem"), "a Mage of Fire is no Magic Fighter (AM-70)"


def test_unravel() -> None:
    match = given([], [a("alley-cat", attack=200, health=700)], hand=["unravel"])
    match.casts("unravel", "alley-cat")
    assert match.happened == ["played unravel for 2", "alley-cat was bound", "alley-cat took 100 from unravel"]
    assert match.stats("alley-cat") == (300, 200), "it is bound first"
    own = given(["moss-golem"], [], hand=["unravel"])
    assert not own.may_cast("unravel", "moss-golem")


def test_time_slip() -> None:
    """AM-75: the next turn begins with less, and never with less than none."""
    match = given(["moss-golem"], ["moss-golem"], hand=["time-slip"], my={"energy": 4})
    match.casts("time-slip")
    assert match.happened == ["played time-slip for 4", "they will have 4 less Energy"]
    assert match.state.sides[ME].removed == ("time-slip",), "Void"
    match.ends()
    assert match.energy(THEM) == 6
    heap = given(["moss-golem"], ["moss-golem"], hand=["time-slip"], their={"drained": 8})
    heap.casts("time-slip")
    heap.ends()
    assert heap.energy(THEM) == 0, "never less than none"


def test_null_field() -> None:
    built_up = [a("moss-golem", attack=100), a("alley-cat", health=100)]
    match = given(built_up, ["grave-bat"], my={"powers": ("pebble",)}, their={"hazards": ("null-field",)})
    match.invokes("pebble", "grave-bat")
    assert match.happened == [
        "used pebble for 2",
        "tripped null-field",
        "moss-golem was bound",
        "alley-cat was bound",
        "moss-golem took 100 from null-field",
        "alley-cat took 100 from null-field",
        "alley-cat died",
        "grave-bat took 100 from pebble",
    ]
    passive = given(["moss-golem"], ["grave-bat"], my={"powers": ("dusk",)}, their={"hazards": ("null-field",)})
    passive.ends()
    assert passive.happened[:4] == [
        "triggered dusk",
        "tripped null-field",
        "moss-golem was bound",
        "moss-golem took 100 from null-field",
    ], "a Passive Power too, and the Hazard comes first (S0:149)"
    own = given(["moss-golem"], ["grave-bat"], my={"powers": ("pebble",), "hazards": ("null-field",)})
    own.invokes("pebble", "grave-bat")
    assert own.state.sides[ME].hazards == ("null-field",), "the opponent's Powers"


def test_ley_line() -> None:
    powers = {"powers": ("ley-line",)}
    match = given([a("moss-golem", health=100), "alley-cat"], ["moss-golem"], hand=["thrown-stone"], my=powers)
    match.casts("thrown-stone", "moss-golem-2")
    assert match.asked == ["moss-golem", "alley-cat"]
    match.chooses("moss-golem")
    assert match.happened[1:] == [
        "moss-golem-2 took 100 from thrown-stone",
        "triggered ley-line",
        "moss-golem was healed by 100",
    ]
    theirs = given([], [a("moss-golem", health=100)], hand=["trip-wire"], their=powers)
    theirs.plays("trip-wire")
    assert theirs.happened == ["played trip-wire for 2", "set trip-wire"], "only your own Spells"
    nobody = given([], ["moss-golem"], hand=["trip-wire"], my=powers)
    nobody.plays("trip-wire")
    assert nobody.happened[-1] == "triggered ley-line"


def test_echo() -> None:
    powers = {"powers": ("echo",)}
    theirs: Fielded = [None, a("alley-cat", health=200), "moss-golem"]
    match = given(["grave-bat"], theirs, hand=["thrown-stone"], my=powers)
    match.casts("thrown-stone", "alley-cat")
    assert match.happened == [
        "played thrown-stone for 1",
        "alley-cat took 100 from thrown-stone",
        "triggered echo",
        "alley-cat took 100 from echo",
        "alley-cat died",
    ]
    fighter = given([], ["moss-golem"], hand=["alley-cat"], my=powers)
    fighter.plays("alley-cat")
    assert fighter.health("moss-golem") == 800, "a Fighter is no Spell"
