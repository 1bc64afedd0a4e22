"""Where texts meet: what a fight has set off and what moves meanwhile, costs and what they bring, copies, orders, decks
that run out in the middle."""

import pytest
from games.amfibido.given import A, B, given
from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    CardId,
    DiscardShown,
    DraftDealt,
    Drew,
    Move,
    PieceId,
    PlayShown,
    Prompt,
    Reshuffled,
    ResolveFirst,
)


def test_boots_that_are_moved_return_the_fighter_that_won_with_them() -> None:
    """AF-39, AF-20: dojo 1 set them off; the newt in dojo 3 has drawn."""
    match = given(
        {1: "spawn", 2: "caiman", 3: "newt"},
        {3: "newt"},
        equipment={2: "sparring-boots"},
        decks={2: ["clouded-salamander"]},
    ).fight()
    match.move("sparring-boots", 3)
    assert (match.hand(), match.fighter(2), match.fighter(3)) == (["caiman"], None, "newt")


def test_barbed_wire_that_is_moved_retires_the_fighter_that_won_with_it() -> None:
    """AF-20"""
    match = given(
        {1: "spawn", 2: "caiman", 3: "newt"},
        {3: "newt"},
        equipment={2: "barbed-wire"},
        decks={2: ["clouded-salamander"]},
    ).fight()
    match.move("barbed-wire", 1)
    assert [match.fighter(dojo) for dojo in (1, 2, 3)] == ["clouded-salamander", None, "newt"]
    assert "caiman" in match.state.discard


def test_a_winner_that_has_become_another_card_is_the_winner_still() -> None:
    """AF-39, S3:268: first the spawn transforms and moves its boots away, then they return what it is now."""
    match = given({1: "spawn"}, equipment={1: "sparring-boots"}, decks={2: ["clouded-salamander"]}).fight()
    assert match.prompt is Prompt.WHICH_FIRST
    match.choose("spawn").move("sparring-boots", 2)
    assert (match.hand(), match.fighter(1)) == (["clouded-salamander"], None)


def test_a_winner_that_is_chosen_from_two_is_the_winner_still() -> None:
    """AF-39: while Mentor Morphos asks, the boots wait."""
    decks = {2: ["clouded-salamander", "basilisk"]}
    match = given({1: "spawn"}, equipment={1: "sparring-boots"}, sensei="mentor-morphos", decks=decks).fight()
    assert match.choose("spawn").choose("basilisk").hand() == ["basilisk"]


def test_a_cost_is_paid_whole_before_what_it_brings() -> None:
    """G-2: what a discarded toad draws cannot pay for the rest."""
    for toad, each in (("bloated-toad", 3), ("oak-toad", 4)):
        match = given({1: toad}, hand=["black-toad", "gecko"], decks={1: ["newt"]}).use(toad).choose("black-toad")
        assert match.hand() == ["gecko"], "nothing has been drawn yet"
        match.choose("gecko").decline()
        assert match.hand() == ["newt"]
        assert f"gained {toad} {2 * each}" in match.story
        assert match.story.index("drew newt") < match.story.index(f"gained {toad} {2 * each}")


def test_two_discarded_cards_are_paid_before_either_brings_something() -> None:
    """G-2"""
    match = given(sensei="master-toshi", hand=["black-toad", "bogart-toad"], in_round=1, spare=False)
    match.use("master-toshi").choose("black-toad")
    assert match.hand() == ["bogart-toad"]
    match.choose("bogart-toad")
    drawn = [event.level for event in match.happened if isinstance(event, Drew)]
    assert sorted(drawn[:2]) == [1, 2]
    assert drawn[2:] == [1], "then the sensei's own"


def test_a_copied_headlock_rests_if_one_of_its_fighters_has_not_won() -> None:
    """AF-41, AF-42"""
    match = given({1: "goliath-frog", 2: "black-toad"}, {2: "king-of-the-crocs"}, hand=["headlock"])
    assert match.play("headlock").fight().cooldown() == ["headlock"]
    returned = given(
        {1: "goliath-frog", 2: "black-toad"},
        {2: "king-of-the-crocs"},
        equipment={1: "sparring-boots"},
        hand=["headlock"],
    )
    assert returned.play("headlock").fight().cooldown() == ["headlock"], "also when its own fighter leaves before"
    won = given({1: "goliath-frog", 2: "black-toad"}, hand=["headlock"]).play("headlock").fight()
    assert won.cooldown() == []


def test_a_spawning_bed_and_what_a_combo_move_does_come_in_the_order_that_one_likes() -> None:
    """S3:316"""
    kick = given({1: "spawning-bed"}, hand=["flying-kick"]).play("flying-kick")
    assert kick.prompt is Prompt.WHICH_FIRST
    kick.choose("flying-kick").move("spawning-bed", 3)
    assert kick.fighter(3) == "king-of-the-crocs"
    strike = given({1: "spawning-bed"}, hand=["open-palm-strike"]).play("open-palm-strike")
    assert strike.prompt is Prompt.WHICH_FIRST
    assert strike.choose("spawning-bed").decline().fighter() == "king-of-the-crocs"


def test_kick_and_punch_may_come_before_or_after_its_spawning_bed() -> None:
    """S3:316: played first, the second combo move finds the bed still there; it transforms once all the same."""
    for first, seen in (("kick-and-punch", "spawning-bed"), ("spawning-bed", "king-of-the-crocs")):
        match = given({1: "spawning-bed"}, hand=["kick-and-punch"], cooldown=["headlock"]).play("kick-and-punch")
        assert match.prompt is Prompt.WHICH_FIRST
        assert match.choose(first).fighter() == seen
        assert match.show("headlock", 1).fighter() == "king-of-the-crocs"
        assert match.state.discard.count(CardId("spawning-bed")) == 1


def test_a_draw_and_a_transform_from_one_deck_come_in_the_order_that_one_likes() -> None:
    """S3:316"""
    decks = {2: ["basilisk", "bullfrog"]}
    for first, drawn, becomes in (("combat-headgear", "basilisk", "bullfrog"), ("spawn", "bullfrog", "basilisk")):
        match = given({1: "caiman", 2: "spawn"}, equipment={1: "combat-headgear"}, decks=decks).fight()
        assert match.prompt is Prompt.WHICH_FIRST
        match.choose(first)
        assert (match.hand(), match.fighter(2)) == ([drawn], becomes)


def test_a_draw_from_an_active_deck_may_come_after_another_draw() -> None:
    """S3:316: what one has drawn may tell which deck to choose."""
    match = given({1: "basilisk", 2: "caiman", 3: "newt"}, sensei="coach-hulk").fight()
    assert match.prompt is Prompt.WHICH_FIRST
    match.act(ResolveFirst(piece=PieceId("coach-hulk"), card=CardId("coach-hulk"))).level(1)
    assert [event.level for event in match.happened if isinstance(event, Drew)] == [1, 2]
    single = given({1: "iguana", 2: "caiman", 3: "newt"}, sensei="coach-hulk", in_round=8).fight()
    assert single.prompt is None, "two draws from one deck are the same in any order"


@pytest.mark.parametrize("left", range(4))
def test_the_last_card_of_a_deck_that_two_would_draw_is_one_card_they_take_hold_of(left: int) -> None:
    """AF-54: with more cards, or with none, two draws come to the same in any order."""
    cards = ["bullfrog", "dart-frog", "bokken"][:left]
    match = given({1: "basilisk", 2: "caiman"}, equipment={2: "combat-headgear"}, decks={2: cards}, only=True).fight()
    assert match.prompt is (Prompt.WHICH_FIRST if left == 1 else None)
    if left == 1:
        assert match.choose("combat-headgear").hand()[:1] == ["bullfrog"]
        drawn = [event for event in match.happened if isinstance(event, Drew)]
        assert len(drawn) == 2
        assert match.story[0] == "triggered combat-headgear"


def test_one_who_draws_the_last_card_is_not_asked_about_the_order() -> None:
    """AF-54: two effects must want it."""
    match = given({1: "basilisk", 2: "iguana"}, decks={2: ["bullfrog"]}, only=True, in_round=8).fight()
    assert match.prompt is None


def test_anything_that_retires_may_come_between_two_that_draw_the_last_card() -> None:
    """AF-54, AF-18: the second draw finds in the new deck what has retired before it."""
    match = given(
        {1: "basilisk", 2: "snapping-turtle"},
        equipment={2: "combat-headgear"},
        decks={2: ["bullfrog"]},
        only=True,
        in_round=8,
    )
    match.state = replace(match.state, discard=())
    assert match.fight().prompt is Prompt.WHICH_FIRST
    assert match.choose("basilisk").prompt is Prompt.WHICH_FIRST
    assert match.choose("snapping-turtle").hand() == ["bullfrog", "snapping-turtle"]


def test_anything_that_retires_may_come_before_a_draw_that_it_would_refill_the_deck_for() -> None:
    """S3:316, AF-18: only if the deck is empty."""
    for decks, prompt in (([], Prompt.WHICH_FIRST), (["bullfrog"], None)):
        match = given({1: "basilisk", 2: "snapping-turtle"}, decks={2: decks}, only=True, in_round=8)
        match.state = replace(match.state, discard=())
        assert match.fight().prompt is prompt
        if prompt is not None:
            assert match.choose("snapping-turtle").hand() == ["snapping-turtle"]


def test_of_three_that_meet_in_a_chain_any_may_come_first() -> None:
    """S3:316: the headgear meets the spawn in a deck, and the spawn its boots; no two of the others meet."""
    match = given(
        {1: "caiman", 2: "spawn"},
        equipment={1: "combat-headgear", 2: "sparring-boots"},
        decks={2: ["basilisk", "bullfrog"]},
    ).fight()
    cards = ("combat-headgear", "spawn", "sparring-boots")
    assert match.choices(A) == [ResolveFirst(piece=match.piece(card), card=CardId(card)) for card in cards]
    match.choose("sparring-boots")
    assert sorted(match.hand()) == ["basilisk", "spawn"]


def test_a_deck_that_runs_out_in_the_middle_of_a_reveal_is_refilled() -> None:
    """AF-18"""
    focus = given({1: "caiman"}, hand=["focus"], decks={1: ["roundhouse-kick"]}, only=True).play("focus")
    focus.act(focus.choices(A)[1])
    assert [event.split()[0] for event in focus.story] == ["revealed", "reshuffled", "revealed", "bottomed"]
    assert focus.prompt is Prompt.PLAY_OR_DISCARD
    focus.act(next(choice for choice in focus.choices(A) if isinstance(choice, DiscardShown)))
    gamble = given({1: "caiman"}, hand=["gamble"], decks={2: ["bokken"], 3: ["iguana"]}, only=True).play("gamble")
    for _ in range(2):
        assert gamble.prompt is Prompt.PLAY_OR_DISCARD
        gamble.act(next(choice for choice in gamble.choices(A) if isinstance(choice, DiscardShown)))


def test_mentor_morphos_turns_up_two_even_if_the_deck_runs_out_after_one() -> None:
    """AF-18"""
    match = given({1: "caiman"}, hand=["rebirth"], sensei="mentor-morphos", decks={2: ["basilisk"]}, only=True)
    match.play("rebirth")
    assert match.prompt is Prompt.CHOOSE_A_CARD
    assert match.choose("basilisk").fighter() == "basilisk"


def test_a_gamble_turns_up_both_before_either_is_played() -> None:
    """S3:332: what Rebirth would transform into cannot be taken from what the Gamble turns up."""
    decks = {2: ["rebirth"], 3: ["uppercut", "great-crocodile"]}
    match = given({1: "alligator"}, hand=["gamble"], decks=decks).play("gamble")
    assert match.choices(A) == [
        PlayShown(card=CardId("rebirth"), dojo=1),
        PlayShown(card=CardId("uppercut"), dojo=1),
        DiscardShown(card=CardId("rebirth")),
        DiscardShown(card=CardId("uppercut")),
    ]
    match.show("uppercut", 1).show("rebirth", 1)
    assert (match.fighter(), match.power()) == ("great-crocodile", 8 + 5)


def test_a_neutralized_fighter_keeps_what_another_card_has_given_it() -> None:
    """AF-30, AF-34: ignored is what its own text has gained; a gift is the giver's text."""
    match = given({1: "bloated-toad"}, sensei="toada", hand=["newt", "gecko"], their_hand=["hypnotoad"], they_play=True)
    match.use("bloated-toad").choose("newt").decline().act(match.choices(B)[-1], B)
    match.use("toada").choose("gecko")
    assert match.power() == 4 + 3 + 2
    hushed = given({1: "bloated-toad"}, {1: "hypnotoad"}, sensei="toada", hand=["gecko"]).use("toada").choose("gecko")
    assert hushed.power() == 4 + 2


def test_the_place_of_a_second_piece_stays_filled_when_its_source_is_replaced() -> None:
    """AF-14, S3:324: what comes takes the place of the source; from then on it is one for one."""
    match = given({2: "caiman"}, equipment={1: ["twin-sai", "bokken"]}, hand=["iron-wrench", "boxing-gloves"])
    match.play("iron-wrench", replaces=match.piece("twin-sai"))
    assert match.equipment() == ["bokken", "iron-wrench"]
    match.play("boxing-gloves", replaces=match.piece("bokken"))
    assert match.equipment() == ["iron-wrench", "boxing-gloves"]


def test_a_veiled_chameleon_reads_the_print_that_steroids_double() -> None:
    """AF-26, AF-28: doublings are read by nobody."""
    match = given({1: "veiled-chameleon"}, {1: "caiman"}, their_equipment={1: "steroids"})
    assert (match.power(1, A), match.power(1, B)) == (1 + 4, 8)


def test_a_round_that_counts_double_counts_double_for_pei_mai() -> None:
    """AF-23: rounds won are read from the score path, as for winning the match."""
    match = given({1: "sumo-turtle"}, {2: "newt", 3: "gecko"}, sensei="pei-mai").fight()
    assert (match.points, match.power()) == ((0, 2), 13 + 1)


def test_a_copy_sets_off_the_spawning_bed_that_it_is_on() -> None:
    """AF-42: and stays on what that becomes."""
    match = given({1: "humongous-spawn", 2: "spawning-bed"}, hand=["fists-of-fury"]).play("fists-of-fury")
    assert (match.fighter(2), match.power(2)) == ("king-of-the-crocs", 15 + 4)


def test_copies_leave_with_the_fighter_that_has_the_card_and_not_the_other_way_round() -> None:
    """AF-41"""
    for gone, stays, power in (("goliath-frog", 2, 2), ("black-toad", 1, 9 + 2)):
        match = given({1: "goliath-frog", 2: "black-toad"}, hand=["headlock", "timeout"]).play("headlock")
        match.play("timeout").choose(gone)
        assert (match.hand(), match.power(stays)) == ([gone], power)


def test_a_boomerang_that_a_copy_has_granted_outlives_the_copy() -> None:
    """AF-41: the card rests if any of them granted it."""
    match = given({1: "tree-frog", 2: "bullfrog"}, hand=["fists-of-fury", "newt"]).play("fists-of-fury")
    assert match.play("newt", 2).fight().cooldown() == ["fists-of-fury"]


def test_boots_and_barbed_wire_on_one_fighter_come_in_the_order_that_one_likes() -> None:
    """S3:316: whichever comes second finds nobody."""
    for first, hand in (("sparring-boots", ["caiman"]), ("barbed-wire", [])):
        match = given({1: "caiman"}, equipment={1: ["sparring-boots", "barbed-wire"]}).fight()
        assert match.choose(first).hand() == hand
        assert match.fighter() is None


def test_boots_do_nothing_for_a_winner_that_its_loser_knocks_out() -> None:
    """AF fact 15"""
    match = given({1: "alligator"}, {1: "gila-monster"}, equipment={1: "sparring-boots"}).fight()
    assert (match.won[0], match.hand(), match.cooldown()) == (A, [], ["alligator"])


def test_headgear_saves_a_tipsy_turtle() -> None:
    """AF fact 15: it is knocked out, and goes to the hand instead."""
    match = given({1: "tipsy-turtle"}, equipment={1: "combat-headgear"}, decks={2: ["basilisk"]}).fight()
    assert (match.hand(), match.cooldown()) == (["basilisk", "tipsy-turtle"], [])


def test_a_gila_monster_knocks_out_the_komodo_that_beat_it_as_a_guest() -> None:
    """AF-35: also away from home."""
    match = given({1: "komodo-dragon", 2: "newt"}, {3: "gila-monster"}).fight()
    assert (match.won, match.cooldown(), match.hand(B)) == ([A, A, A], ["komodo-dragon"], ["gila-monster"])


def test_a_neutralized_sumo_turtle_loses_once() -> None:
    """AF-23, S3:290"""
    assert given({1: "sumo-turtle"}, {2: "newt", 3: "newt"}, sensei="coach-hulk").fight().points == (0, 1)


def test_anything_that_a_spawning_bed_becomes_after_its_fight_goes_where_the_bed_would_go() -> None:
    """S3:240, S3:244: to the hand, knocked out to rest, or by Coach Nickey for good."""
    decks = {5: ["hypnotoad"]}
    assert given({1: "spawning-bed"}, {1: "caiman"}, decks=decks).fight().hand() == ["hypnotoad"]
    assert given({1: "spawning-bed"}, {1: "mugger-crocodile"}, decks=decks).fight().cooldown() == ["hypnotoad"]
    gone = given({1: "spawning-bed"}, {1: "mugger-crocodile"}, their_sensei="coach-nickey", decks=decks).fight()
    assert (gone.hand(), gone.cooldown()) == ([], [])
    assert {"spawning-bed", "hypnotoad"} <= set(gone.state.discard)


def test_the_last_fighter_of_the_highest_level_does_not_transform_into_itself() -> None:
    """AF-17, S3:272"""
    match = given({1: "hypnotoad"}, hand=["rebirth"], decks={5: ["steroids"]}, only=True)
    match.state = replace(match.state, discard=())
    assert match.play("rebirth").fighter() == "hypnotoad"


def test_no_piece_of_equipment_makes_room_for_itself() -> None:
    """AF-14: Twin Sai moved to where something lies changes places with it."""
    match = given(equipment={1: ["twin-sai", "bokken"], 2: "iron-wrench"}, hand=["switcheroo"]).play("switcheroo")
    sai, wrench = match.piece("twin-sai"), match.piece("iron-wrench")
    moves = [move for move in match.choices(A) if isinstance(move, Move) and move.piece == sai]
    assert [(move.from_dojo, move.dojo, move.swaps) for move in moves] == [(1, 2, wrench), (1, 3, None)]
    match.move("twin-sai", 2, swaps="iron-wrench").decline()
    assert (match.equipment(1), match.equipment(2)) == (["bokken", "iron-wrench"], ["twin-sai"])


def test_in_round_nine_the_discards_of_level_four_are_dealt_again() -> None:
    """AF-18, S3:248"""
    match = given({1: "caiman"}, in_round=8, decks={4: ["rain-frog"]}, only=True).fight()
    dealt = [event.level for event in match.happened if isinstance(event, DraftDealt)]
    assert (match.state.round, dealt) == (9, [4] * 6)
    assert [type(event) for event in match.happened].count(Reshuffled) == 1


def test_anything_that_was_given_to_a_fighter_is_lost_as_it_transforms_and_its_combo_moves_stay() -> None:
    """AF-53, S3:83: bonuses of Toada, Dandoo and the Smoke Bomb go with whom they were given to."""
    toada = given({1: "caiman"}, hand=["newt", "headlock", "rebirth"], sensei="toada", decks={2: ["alligator"]})
    toada.use("toada").choose("newt").play("headlock").play("rebirth")
    assert (toada.fighter(), toada.power()) == ("alligator", 6 + 2)
    dandoo = given(
        {1: "spawn"}, hand=["caiman", "crane-kick", "rebirth"], sensei="crocodile-dandoo", decks={2: ["basilisk"]}
    )
    dandoo.use("crocodile-dandoo").choose("caiman")
    assert (dandoo.power(), dandoo.made_of().knockout) == (2 + 2, True)
    dandoo.play("rebirth")
    assert (dandoo.power(), dandoo.made_of().knockout) == (3, False)
    dandoo.play("crane-kick")
    assert dandoo.made_of().knockout, "a combo move gives it to whatever its fighter becomes"
    bomb = given({1: "spawn"}, equipment={1: "smoke-bomb"}, hand=["rebirth"], decks={2: ["basilisk"]})
    bomb.use("smoke-bomb").play("rebirth")
    assert bomb.power() == 3


def test_knockout_of_a_combo_move_stays_as_its_fighter_transforms() -> None:
    """AF-53, S3:83"""
    match = given({1: "spawn"}, hand=["crane-kick", "rebirth"], decks={2: ["basilisk"]})
    match.play("crane-kick").play("rebirth")
    assert (match.fighter(), match.made_of().knockout, match.power()) == ("basilisk", True, 3 + 7)
