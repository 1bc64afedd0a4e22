"""Cards that meet in ways that no single card's text tells of: what the sheet's order makes of them."""

import pytest
from games.amiibart.given import GAME, ME, THEM, Fielded, a, given
from msgspec.structs import replace
from quarterdeck_games.amiibart.effects import Go, PlayOn, Task
from quarterdeck_games.amiibart.flow import go
from quarterdeck_games.amiibart.operations import update
from quarterdeck_games.amiibart.resolution import HOUSE, Resolution
from quarterdeck_games.amiibart.state import find
from quarterdeck_protocol.games.amiibart import CardId, Keyword, Stage

# Deaths


def test_two_that_die_at_once_leave_together_and_then_speak_into_the_free_slots() -> None:
    """AM-16, AM-60: a board that was full has room for what the dead summon."""
    phoenix = a("ash-phoenix", health=300)
    match = given(["moss-golem", phoenix, "moss-golem", phoenix, "moss-golem"], ["moss-golem"], hand=["world-fire"])
    match.casts("world-fire")
    assert [line for line in match.happened if "took" not in line] == [
        "played world-fire for 7",
        "ash-phoenix died",
        "ash-phoenix-2 died",
        "triggered ash-phoenix",
        "ember was summoned into slot 2",
        "triggered ash-phoenix",
        "ember-2 was summoned into slot 4",
    ]
    assert match.tokens() == (2, 0)


def test_a_player_who_dies_together_with_others_does_not_hear_of_their_deaths() -> None:
    """AM-60: they leave together."""
    match = given([a("carrion-king", health=300), a("kiln-keeper", health=300), "alley-cat"], hand=["world-fire"])
    match.casts("world-fire")
    assert match.happened[-3:] == ["carrion-king died", "kiln-keeper died", "alley-cat died"]


def test_a_token_that_dies_sets_off_what_waits_for_a_friendly_fighter_and_gives_no_death_token() -> None:
    """S0:93, AM-18: a Token is a Fighter as long as it is in play."""
    match = given(["kiln-keeper", "ember"], ["moss-golem"], hand=["fire-rain"], my={"stage": "catacombs"})
    match.attacks("ember", "moss-golem")
    assert match.happened[3:] == [
        "ember died",
        "triggered catacombs",
        "moss-golem took 100 from catacombs",
        "triggered kiln-keeper",
        "ember-2 was summoned into slot 2",
    ]
    assert (match.tokens(), match.state.sides[ME].discarded) == ((0, 0), ())


def test_instakill_and_lifesteal_on_one_fighter() -> None:
    """S0:153, S0:157: it kills whatever it hits, and is healed by what it dealt, not by what died."""
    leech = a("blood-leech", health=250, keywords_now=(Keyword.INSTAKILL,))
    match = given([leech], [a("old-mountain", health=2000)])
    match.attacks("blood-leech", "old-mountain")
    assert match.happened[1:] == [
        "old-mountain took 300 from blood-leech",
        "blood-leech took 300 from old-mountain",
        "blood-leech was healed by 300",
        "old-mountain was destroyed",
        "old-mountain died",
    ]
    assert match.health("blood-leech") == 250


def test_instakill_kills_everybody_whom_a_special_attack_hits() -> None:
    """S0:157: those beside the target too."""
    match = given([a("siege-roller", keywords_now=(Keyword.INSTAKILL,))], ["old-mountain", "moss-golem", "elder-oak"])
    match.uses("siege-roller", "old-mountain")
    assert match.slots(THEM) == [None, None, "elder-oak", None, None]


# Healing, Stages and Bind


def test_a_stage_does_not_heal_beyond_what_is_printed_nor_down_to_it() -> None:
    """S0:145, AM-48"""
    mine = [a("moss-golem", health=1100), a("alley-cat", health=300), a("grave-bat", health=399)]
    match = given(mine, ["moss-golem"], my={"stage": "sanctuary", "powers": ("rainfall",)})
    match.ends()
    match.ends()
    assert match.happened[2:] == ["triggered rainfall", "grave-bat was healed by 1", "triggered sanctuary"]
    assert match.health("moss-golem") == 1100


def test_powers_come_before_the_stage_and_the_stage_before_fighters() -> None:
    """AM-37"""
    mine: Fielded = [a("moss-golem", health=100), "repair-arm"]
    match = given(mine, ["moss-golem"], my={"stage": "burning-ground", "powers": ("dusk", "steady-hands")})
    match.ends()
    match.chooses("moss-golem")
    triggered = [line for line in match.happened if line.startswith("triggered")]
    assert triggered == ["triggered dusk", "triggered steady-hands", "triggered burning-ground", "triggered repair-arm"]


def test_bind_takes_away_block_and_swift_that_were_gained_and_leaves_auras() -> None:
    """S0:165: auras are no effect on it; they hold while their card is there."""
    built_up = a("moss-golem", attack=200, keywords=(Keyword.BLOCK,))
    match = given(["alley-cat"], [built_up, "banner-bearer"], hand=["plain-truth"])
    assert not match.may_attack("alley-cat", "banner-bearer")
    match.casts("plain-truth", "moss-golem")
    assert match.may_attack("alley-cat", "banner-bearer")
    assert match.attack("moss-golem") == 300
    swift = given([a("moss-golem", fresh=True, keywords=(Keyword.SWIFT,))], ["alley-cat"], hand=["plain-truth"])
    assert swift.may_attack("moss-golem", "alley-cat")
    swift.casts("plain-truth", "moss-golem")
    assert not swift.may_attack("moss-golem", "alley-cat")


def test_swift_gained_after_an_attack_gives_no_second_one() -> None:
    """S0:128"""
    match = given(["spear-line"], ["moss-golem"], hand=["forgotten-edge"])
    match.attacks("spear-line", "moss-golem")
    match.casts("forgotten-edge", "spear-line", forge=1)
    assert not match.may_attack("spear-line", "moss-golem")


# Cards as they are played


def test_a_fighter_that_a_power_kills_as_it_enters_trips_no_after_hazard() -> None:
    """AM-55, AM-38: Powers come before after-Hazards, and a Hazard must still have somebody to be about."""
    theirs = {"powers": ("first-blood",), "hazards": ("ambush", "quicksand")}
    match = given(["moss-golem"], hand=["silent-widow"], my={"stage": "catacombs"}, their=theirs)
    match.plays("silent-widow")
    assert match.happened[2:] == [
        "triggered first-blood",
        "silent-widow took 100 from first-blood",
        "tripped ambush",
        "silent-widow took 300 from ambush",
        "silent-widow died",
        "triggered catacombs",
    ]
    assert match.state.sides[THEM].hazards == ("quicksand",)
    spared = given([], ["moss-golem"], hand=["alley-cat"], their=theirs)
    spared.plays("alley-cat")
    assert spared.state.sides[THEM].hazards == ("quicksand",)


def test_a_power_comes_before_an_after_hazard_of_a_spell() -> None:
    """AM-55: Page of Runes and Echo of the active player, then Counterspell, then Toll Gate."""
    theirs = {"powers": ("counterspell",), "hazards": ("toll-gate",)}
    match = given(["page-of-runes"], ["moss-golem"], hand=["trip-wire"], my={"powers": ("echo",)}, their=theirs)
    match.plays("trip-wire")
    assert match.happened == [
        "played trip-wire for 2",
        "set trip-wire",
        "triggered echo",
        "moss-golem took 100 from echo",
        "triggered page-of-runes",
        "page-of-runes got +100 Attack",
        "triggered counterspell",
        "page-of-runes took 100 from counterspell",
        "tripped toll-gate",
        "I will have 2 less Energy",
    ]


def test_anything_that_drains_adds_up() -> None:
    """AM-13: nothing is carried over, and nothing below none."""
    match = given(["star-reader"], ["moss-golem"], hand=["time-slip"], their={"drained": 3})
    match.casts("time-slip")
    match.uses("star-reader")
    assert GAME.view(match.state, THEM).seats[THEM].drained == 8, "all can see it"
    match.ends()
    assert match.energy(THEM) == 2
    match.ends()
    match.ends()
    assert match.energy(THEM) == 10


GREAT = (
    *("night-countess", "dawn-archangel", "volcano-drake", "elder-oak", "arch-wizard", "sword-saint", "titan-frame"),
    *("old-mountain", "thunder-colossus", "great-bear", "old-champion"),
)


@pytest.mark.parametrize("great", GREAT)
def test_the_greatest_fighters_take_energy_from_the_next_turn_as_they_are_played(great: str) -> None:
    match = given([], ["moss-golem"], hand=[great])
    match.plays(great)
    assert match.happened[-1] == "they will have 9 less Energy"
    match.ends()
    assert match.energy(THEM) == 1


def test_the_last_slot_takes_the_fighter_and_not_its_token() -> None:
    """AM-16: and in Turn One too, where what enters is free (AM-8, AM-10)."""
    full = ["moss-golem", "moss-golem", "moss-golem", "moss-golem"]
    match = given(full, hand=["drone-nest"], stage=Stage.TURN_ONE, turn=2, my={"energy": 0, "fighters_played": 1})
    match.plays("drone-nest", 5)
    assert match.happened[:3] == ["played drone-nest for 0", "drone-nest entered slot 5", "triggered drone-nest"]
    assert "drone" not in match.in_play


def test_an_updated_fighter_can_be_recovered_and_a_returned_one_needs_not() -> None:
    """S0:167, AM-45: it was discarded, and did not die."""
    match = given(["prototype"], hand=["new-release", "second-wind"])
    match.casts("new-release", "prototype")
    match.casts("second-wind")
    assert (match.library(), match.tokens()) == (["prototype"], (0, 0))


def test_a_question_in_the_middle_of_the_opponents_attack_does_not_lose_the_rest_of_it() -> None:
    """AM-57: the Widow's Pension of the attacked asks its owner at step 8; then the attack is over and goes on."""
    mine = ["sun-lancer", "alley-cat"]
    theirs = [a("ash-phoenix", health=100), a("moss-golem", health=100), a("grave-bat", health=100)]
    match = given(mine, theirs, their={"powers": ("widows-pension",)})
    match.attacks("alley-cat", "ash-phoenix")
    assert match.acting == THEM
    assert match.asked == ["ember", "moss-golem", "grave-bat"]
    match.chooses("grave-bat")
    assert match.happened == [
        "alley-cat attacked ash-phoenix",
        "ash-phoenix took 300 from alley-cat",
        "alley-cat took 300 from ash-phoenix",
        "alley-cat died",
        "ash-phoenix died",
        "triggered sun-lancer",
        "sun-lancer got +100 Attack this turn",
        "triggered ash-phoenix",
        "ember was summoned into slot 1",
        "triggered widows-pension",
        "grave-bat was healed by 100",
    ]
    assert (match.acting, match.state.fight) == (ME, None)


@pytest.mark.parametrize("there", [True, False])
def test_an_update_into_a_card_that_is_no_token_takes_it_from_the_deck(there: bool) -> None:
    """AM-46: no card of the set says so, others may; without that card in the deck nothing happens."""
    match = given([None, "prototype"], hand=["volt-hopper"] if there else [])
    resolution = Resolution(match.state)
    found = find(match.state, match.piece("prototype"))
    assert found is not None
    update(resolution, found, CardId("volt-hopper"))
    side = resolution.state.sides[ME]
    assert [None if one is None else one.card for one in side.slots[:2]] == [
        None,
        "volt-hopper" if there else "prototype",
    ]
    assert (side.library, side.discarded) == (("bandage",), ("prototype",) if there else ())


@pytest.mark.parametrize(("slots", "entered"), [([None, "moss-golem", None], 1), (["moss-golem"] * 5, None)])
def test_a_fighter_whose_slot_was_filled_goes_to_the_left_most_empty_one_or_back(
    slots: list[str | None], entered: int | None
) -> None:
    """AM-54: no Hazard of the set summons before a Fighter enters, others may; here slot 2 was filled meanwhile."""
    match = given(slots, my={"resolving": ("alley-cat",)})
    resolution = Resolution(match.state)
    resolution.agenda = [Task(does=(Go(PlayOn.AFTER_PLAY),), seat=ME, card=HOUSE, played=CardId("alley-cat"), slot=2)]
    go(resolution, replace(resolution.agenda[0], does=()), Go(PlayOn.PLAY))
    side = resolution.state.sides[ME]
    there = [slot for slot, one in enumerate(side.slots, 1) if one is not None and one.card == "alley-cat"]
    assert there == ([] if entered is None else [entered])
    assert side.library == (("alley-cat", "bandage") if entered is None else ("bandage",))
    assert side.resolving == ()
