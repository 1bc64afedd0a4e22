"""Fights, what they set off, and the end of a round."""

from games.amfibido.given import A, B, Match, given
from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    CardId,
    Fought,
    KnockedOut,
    MatchEnded,
    Options,
    Part,
    Prompt,
    Reason,
    RoundBegan,
    Share,
)


def test_the_higher_total_wins_alone_one_wins_and_nobody_draws() -> None:
    """S3:173…180"""
    match = given({1: "caiman", 2: "newt"}, {1: "puff-adder", 3: "newt"}).fight()
    assert match.won == [A, A, B]
    assert given({1: "caiman"}, {1: "caiman"}).fight().won == [None, None, None]


def test_a_player_who_wins_more_fights_wins_the_round() -> None:
    """AF-25, S3:182…190"""
    assert given({1: "caiman", 2: "newt"}, {3: "newt"}).fight().points == (1, 0)
    assert given({1: "caiman"}, {2: "newt"}).fight().points == (0, 0), "one each, and a draw"
    assert given({1: "caiman"}).fight().points == (1, 0), "one, and two draws"


def test_all_three_fights_are_worked_out_from_one_frozen_state() -> None:
    """AF-20: the spawn that wins in dojo 1 is still a spawn for dojo 2."""
    match = given({1: "spawn", 2: "pygmy-chameleon"}, {2: "puff-adder"}).fight()
    assert match.won == [A, None, None]


def test_the_starting_player_s_effects_come_first() -> None:
    """AF-20"""
    match = given({1: "basilisk"}, {2: "iguana"}, starter=B).fight()
    assert [event for event in match.story if event.startswith("triggered")] == [
        "triggered iguana",
        "triggered basilisk",
    ]
    drawn = [event for event in match.happened if type(event).__name__ == "Drew"]
    assert [getattr(event, "seat", None) for event in drawn] == [B, A]


def test_boots_and_a_snapping_turtle_come_in_the_order_that_one_likes() -> None:
    """S3:316, AF-39: the boots must return it, but the turtle may retire first."""
    for first, hand in (("sparring-boots", ["snapping-turtle"]), ("snapping-turtle", [])):
        match = given({1: "snapping-turtle"}, equipment={1: "sparring-boots"}).fight()
        assert match.prompt is Prompt.WHICH_FIRST
        assert match.choose(first).hand() == hand
        assert match.fighter() is None


def test_where_the_order_does_not_matter_nobody_is_asked() -> None:
    """S3:316"""
    match = given({1: "basilisk", 2: "iguana"}, equipment={1: "combat-headgear", 2: "weapon-rack"}).fight()
    assert match.prompt is None, "two draws from one deck are the same in any order"


def test_effects_of_fights_come_before_the_four_steps() -> None:
    """AF-21"""
    match = given(
        {1: ["caiman", "headlock"]}, {2: "caiman"}, equipment={1: "sparring-boots"}, cooldown=["newt"]
    ).fight()
    story = match.story
    assert story.index("returned caiman hand") < story.index("recovered newt")


def test_the_four_steps_come_in_their_order() -> None:
    """S3:230…244"""
    match = given({1: ["newt", "nipple-twist"]}, {1: "great-crocodile"}, cooldown=["gecko"]).fight()
    assert match.story == [
        "fought",
        "scored 1",
        "recovered gecko",
        "combos_cleared nipple-twist",
        "returned newt hand",
        "round_ended",
    ]
    assert (match.hand(), match.cooldown()) == (["gecko", "newt"], ["nipple-twist"]), "it rests a round (S3:234)"


def test_the_fourth_round_won_ends_the_match_before_anything_else() -> None:
    """AF-22, S3:254"""
    match = given({1: "basilisk"}, points=(3, 0)).fight()
    assert match.happened[-1] == MatchEnded(places=(1, 2), reason=Reason.FOUR_ROUNDS)
    assert match.story == ["fought", "scored 4", "match_ended"]


def test_a_sumo_turtle_makes_two_steps_of_the_loser_s_round_but_never_five_points() -> None:
    """AF-23"""
    assert given({1: "sumo-turtle"}, {2: "newt", 3: "gecko"}, points=(0, 3)).fight().points == (0, 4)
    assert given({1: "sumo-turtle"}, {2: "newt", 3: "gecko"}, points=(0, 1)).fight().points == (0, 3)
    winners = given({1: "sumo-turtle", 2: "newt"}, {3: "gecko"}).fight()
    assert winners.points == (1, 0), "the loser's only"


def test_a_drawn_round_with_a_sumo_turtle_is_a_drawn_round() -> None:
    """AF-24"""
    assert given({1: "sumo-turtle"}, {2: "newt"}).fight().points == (0, 0)


def test_cards_with_a_star_read_what_is_printed() -> None:
    """AF-26"""
    match = given({1: "veiled-chameleon"}, {1: "panther-chameleon"})
    assert (match.power(1, A), match.power(1, B)) == (2, 2)


def test_base_powers_are_set_then_doubled_then_equipped() -> None:
    """AF-27"""
    match = given({1: "newt", 2: "great-crocodile"}, equipment={1: ["chameleon-skin", "steroids"]})
    assert match.power() == 16
    pygmy = given({1: "pygmy-chameleon", 2: "great-crocodile"}, equipment={1: "chameleon-skin"})
    assert pygmy.power() == 9, "the higher of two that set it"


def test_a_chameleon_skin_looks_at_stars_but_not_at_doublings() -> None:
    """AF-28"""
    doubled = given({1: "newt", 2: "caiman"}, equipment={1: "chameleon-skin", 2: "steroids"})
    assert doubled.power() == 4
    star = given({1: "newt", 2: "veiled-chameleon"}, {2: "great-crocodile"}, equipment={1: "chameleon-skin"})
    assert star.power() == 9


def test_a_black_belt_triples_printed_power_only() -> None:
    """AF-29"""
    match = given({1: ["caiman", "nipple-twist"]}, equipment={1: ["black-belt", "white-belt"]})
    assert match.power() == 4 + 3 + 3 * 1 + 3


def test_a_gained_bonus_is_ignored_while_its_card_is_neutralized() -> None:
    """AF-30"""
    match = given({1: "bloated-toad"}, hand=["newt"], their_hand=["hypnotoad"], they_play=True)
    match.use("bloated-toad").choose("newt").decline()
    assert match.power() == 7
    assert match.play("hypnotoad", 1, seat=B).power() == 4


def test_two_hypnotoads_would_silence_each_other_and_nothing_else() -> None:
    """AF-32: there is one in the box; two are laid out here all the same."""
    match = given({1: "hypnotoad"}, {1: "caiman"}, equipment={1: "yellow-belt"}, their_equipment={1: "nunchucks"})
    assert match.power(1, B) == 4
    staffs = given({1: "caiman"}, {1: "newt"}, equipment={1: "bo-staff"}, their_equipment={1: "nunchucks"})
    assert staffs.power(1, B) == 2
    twin = _two("hypnotoad")
    assert twin.power(1, B) == 10 + 5
    assert twin.power(1, A) == 10


def _two(card: str) -> Match:
    """A match that the box does not allow."""
    match = given({1: card}, {1: "newt"}, their_equipment={1: "nunchucks"})
    theirs = match.state.sides[B]
    dojo = theirs.dojos[0]
    assert dojo.fighter is not None
    changed = replace(dojo, fighter=replace(dojo.fighter, card=CardId(card)))
    side = replace(theirs, dojos=(changed, theirs.dojos[1], theirs.dojos[2]))
    match.state = replace(match.state, sides=(match.state.sides[0], side))
    return match


def test_a_desert_tortoise_keeps_its_own_line() -> None:
    """AF-33"""
    match = given({1: "desert-tortoise", 2: "tipsy-turtle"}).fight()
    assert match.cooldown() == []


def test_knockout_that_others_grant_stays_when_its_fighter_is_neutralized() -> None:
    """AF-34"""
    match = given({1: ["king-of-the-crocs"], 2: "marsh-crocodile"}, {1: "hypnotoad"}).fight()
    assert match.cooldown(B) == ["hypnotoad"]
    own = given({1: ["mugger-crocodile", "uppercut"]}, {1: "hypnotoad"}).fight()
    assert (own.won[0], own.cooldown(B)) == (A, [])


def test_the_fight_next_door_only_scores_for_a_komodo() -> None:
    """AF-35: at home it decides where it goes; knocked out is knocked out."""
    away = given({1: "komodo-dragon", 2: "newt"}, {3: "king-of-the-crocs"}).fight()
    assert (away.won, away.fighter()) == ([A, A, B], "komodo-dragon")
    home = given({1: "komodo-dragon", 2: "newt"}, {1: "king-of-the-crocs"}).fight()
    assert home.hand() == ["komodo-dragon"]
    out = given({1: "komodo-dragon", 2: "newt"}, {3: "king-of-the-crocs"}, their_equipment={3: "golden-gloves"}).fight()
    assert out.cooldown() == ["komodo-dragon"]


def test_a_lonely_lizard_counts_fighters_not_fights() -> None:
    """AF-36"""
    assert given({1: "lonely-lizard", 2: "komodo-dragon"}).power() == 14


def test_two_fighters_can_knock_each_other_out() -> None:
    """AF-37"""
    match = given({1: "gila-monster"}, {1: "mugger-crocodile"}).fight()
    assert (match.cooldown(), match.cooldown(B)) == (["gila-monster"], ["mugger-crocodile"])


def test_where_headgear_and_coach_nickey_both_decide_its_controller_chooses() -> None:
    """AF-38"""
    for choice, hand in (("combat-headgear", ["newt"]), ("coach-nickey", [])):
        match = given(
            {1: "newt"}, {1: "dwarf-crocodile"}, equipment={1: "combat-headgear"}, their_sensei="coach-nickey"
        ).fight()
        assert match.prompt is Prompt.CHOOSE_A_FATE
        assert match.choose(choice).hand() == hand
    late = given({1: "newt"}, {1: "dwarf-crocodile"}, equipment={1: "combat-headgear"}, their_sensei="coach-nickey")
    assert late.fight().times_out(A).hand() == ["newt"], "the headgear, if nobody says"


def test_the_winner_starts_the_next_round_and_after_a_draw_who_did_not() -> None:
    """AF-45, S3:252"""
    for theirs, starter, following in (({1: "caiman"}, A, B), ({}, A, B), ({}, B, A)):
        match = given({}, theirs, starter=starter).fight()
        assert match.state.starter == following


def test_after_the_last_round_more_rounds_won_decide() -> None:
    """AF-47"""
    for points, places in (((2, 1), (1, 2)), ((1, 2), (2, 1)), ((1, 1), (1, 1))):
        match = given(points=points, in_round=16).fight()
        assert match.happened[-1] == MatchEnded(places=places, reason=Reason.ROUND_CAP)
    assert given(in_round=15).fight().state.ended is None
    assert given(in_round=6, options=Options(max_rounds=6)).fight().state.ended is Reason.ROUND_CAP


def test_after_round_eight_the_deck_of_level_four_goes_on() -> None:
    """AF-3, S3:248"""
    match = given({1: "caiman"}, in_round=8).fight()
    began = [event for event in match.happened if isinstance(event, RoundBegan)]
    dealt = {getattr(event, "level", None) for event in match.happened if type(event).__name__ == "DraftDealt"}
    assert (began[0].round, dealt) == (9, {4})


def test_a_player_who_leaves_loses_at_once() -> None:
    """AF-49, AF-50: the grace itself is the house's clock's: tests/matches/test_record.py."""
    match = given(points=(3, 0), they_play=True).leaves(A)
    assert match.happened[-1] == MatchEnded(places=(2, 1), reason=Reason.LEFT)
    assert match.choices(B) == []


def test_combo_power_is_counted_when_they_fight() -> None:
    """S3:308: who leaves a White Belt leaves its bonus."""
    match = given({1: ["caiman", "nipple-twist"]}, equipment={1: "white-belt"}, hand=["switcheroo"])
    assert match.power() == 8
    assert match.play("switcheroo").move("caiman", 2).decline().power(2) == 5


def test_a_combo_move_stays_when_its_fighter_transforms() -> None:
    """S3:83, AF fact 13"""
    match = given({1: ["caiman", "headlock"]}, hand=["rebirth"]).play("rebirth")
    assert match.power() == 6 + 2


def test_a_fighter_s_power_is_explained_part_by_part() -> None:
    """S3:194…220: base, equipment, abilities, combo moves; the fight tells the same for both."""
    match = given({1: ["tree-frog", "roundhouse-kick"]}, equipment={1: "boxing-gloves"})
    parts = (
        Part(Share.BASE, CardId("tree-frog"), 2),
        Part(Share.EQUIPMENT, CardId("boxing-gloves"), 1),
        Part(Share.ABILITY, CardId("tree-frog"), 3),
        Part(Share.COMBO, CardId("roundhouse-kick"), 3),
    )
    assert match.made_of().parts == parts
    fought = next(event for event in match.fight().happened if isinstance(event, Fought))
    side = fought.fights[0].sides[A]
    assert side is not None
    assert (side.parts, side.total) == (parts, 9)


def test_knocked_out_is_told_with_what_did_it() -> None:
    """S3:282"""
    match = given({1: "dwarf-crocodile"}, {1: "newt"}).fight()
    out = [event for event in match.happened if isinstance(event, KnockedOut)]
    assert [(event.seat, event.card, event.by) for event in out] == [(B, "newt", "dwarf-crocodile")]


def test_a_spawning_bed_and_rebirth_come_in_the_order_that_one_likes() -> None:
    """S3:316"""
    match = given({1: "spawning-bed"}, hand=["rebirth"]).play("rebirth")
    assert match.prompt is Prompt.WHICH_FIRST
    assert match.choose("spawning-bed").fighter() != "spawning-bed"
