"""Attacks that are met on their way: what the sheet's eight steps make of Hazards, watchers and last words."""

from games.amiibart.given import Fielded, a, given


def test_a_hazard_that_kills_the_attacker_wastes_its_special_attack() -> None:
    """S0:69, AM-39: the Energy and the attack are spent; nothing of the attack itself takes effect."""
    bound = a("spear-line", attack=300)
    match = given([a("moss-golem", health=200)], [bound], their={"hazards": ("spiked-moat",)})
    match.uses("moss-golem", "spear-line")
    assert match.happened == [
        "moss-golem used Overgrow for 2 on spear-line",
        "tripped spiked-moat",
        "moss-golem took 200 from spiked-moat",
        "moss-golem died",
        "fizzled",
    ]
    assert (match.energy(), match.attack("spear-line")) == (8, 600)


def test_a_player_who_is_attacked_is_still_heard_when_the_attacker_has_died_on_the_way() -> None:
    """AM-39: steps 5 to 7 are skipped, step 4 is not."""
    theirs: Fielded = ["dawn-archangel", a("moss-golem", health=100)]
    match = given([a("alley-cat", health=200)], theirs, their={"hazards": ("spiked-moat",)})
    match.attacks("alley-cat", "moss-golem")
    assert match.happened[3:] == [
        "alley-cat died",
        "triggered dawn-archangel",
        "moss-golem was healed by 200",
        "fizzled",
    ]


def test_lifesteal_is_of_no_use_to_who_dies_before_it_strikes() -> None:
    """S0:153: it heals by the damage that it deals, and it deals none."""
    match = given([a("grave-bat", health=200)], ["thorn-bastion"])
    match.attacks("grave-bat", "thorn-bastion")
    assert match.happened[-2:] == ["grave-bat died", "fizzled"]
    assert match.health("thorn-bastion") == 900


def test_two_hazards_trip_at_their_own_steps_of_one_attack() -> None:
    """S0:130: Spiked Moat at step 2, Firewall at step 4, whichever was set first."""
    match = given(["volcano-drake"], ["moss-golem"], their={"hazards": ("firewall", "spiked-moat")})
    match.attacks("volcano-drake", "moss-golem")
    assert match.happened == [
        "volcano-drake attacked moss-golem",
        "tripped spiked-moat",
        "volcano-drake took 200 from spiked-moat",
        "tripped firewall",
        "volcano-drake got -200 Attack this turn",
        "moss-golem took 300 from volcano-drake",
        "volcano-drake took 200 from moss-golem",
    ]


def test_last_words_of_who_dies_on_the_way_wait_for_step_eight() -> None:
    """S0:141: Ember Hound kills a Hollow Monk beside the target at step 1; the Monk speaks after the attack."""
    match = given(["ember-hound"], ["moss-golem", a("hollow-monk", health=100)])
    match.attacks("ember-hound", "moss-golem")
    assert match.happened == [
        "ember-hound attacked moss-golem",
        "triggered ember-hound",
        "hollow-monk took 100 from ember-hound",
        "hollow-monk died",
        "moss-golem took 300 from ember-hound",
        "ember-hound took 200 from moss-golem",
        "triggered hollow-monk",
        "ember-hound took 200 from hollow-monk",
        "ember-hound died",
    ]


def test_an_attacked_fighter_hears_itself_attacked_before_undertow_takes_it_away() -> None:
    """S0:137 before S0:138: what an attack does, unless it says when, it does at step 5."""
    match = given(["tide-caller"], ["thorn-bastion"])
    match.uses("tide-caller", "thorn-bastion")
    assert match.happened == [
        "tide-caller used Undertow for 4 on thorn-bastion",
        "triggered thorn-bastion",
        "tide-caller took 200 from thorn-bastion",
        "thorn-bastion returned",
    ]


def test_every_attacked_piper_and_every_watching_one_is_heard_once_for_an_area_attack() -> None:
    """AM-36"""
    match = given(["volcano-drake"], ["dread-piper", "dread-piper"])
    match.uses("volcano-drake")
    assert match.happened.count("volcano-drake got -100 Attack this turn") == 2


def test_a_dead_attacker_is_not_healed_by_what_comes_after_its_attack() -> None:
    """AM-40: what it says after its attack is still heard; it is not there any more."""
    match = given([a("arch-wizard", health=100)], ["moss-golem", "titan-frame"])
    match.uses("arch-wizard", "moss-golem")
    assert match.happened[2:] == ["triggered titan-frame", "arch-wizard took 100 from titan-frame", "arch-wizard died"]


def test_attack_is_what_it_is_at_step_five() -> None:
    """AM-49, S0:138: the neighbour that gave it 100 has died at step 1."""
    match = given(["ember-hound"], [a("banner-bearer", health=100), "moss-golem"])
    match.attacks("ember-hound", "moss-golem")
    assert match.health("ember-hound") == 200


def test_the_attacked_and_who_watches_speak_from_left_to_right() -> None:
    """AM-37: its own text in its place among the others."""
    theirs: Fielded = ["dawn-archangel", "mirror-djinn", "dawn-archangel"]
    match = given(["alley-cat"], theirs)
    match.attacks("alley-cat", "mirror-djinn")
    triggered = [line for line in match.happened if line.startswith("triggered")]
    assert triggered == ["triggered dawn-archangel", "triggered mirror-djinn", "triggered dawn-archangel"]
