"""The action phase: one action in turn, what each needs, and how everything else is refused."""

import msgspec
from games.amfibido.given import A, B, given
from quarterdeck_games.amfibido.flow import MOST_ACTIONS
from quarterdeck_protocol.games.amfibido import (
    Action,
    Activate,
    ActivateSensei,
    CardId,
    ChooseCard,
    Decline,
    Lapsed,
    Options,
    Pass,
    Passed,
    PieceId,
    PlayAction,
    PlayCombo,
    PlayEquipment,
    PlayFighter,
    Prompt,
    Rules,
    Stage,
    TurnBegan,
)


def test_turns_alternate_until_both_have_passed() -> None:
    """S3:139, AF-8"""
    match = given(hand=["caiman", "newt"], their_hand=["gecko"], they_play=True).play("caiman")
    assert match.state.turn == B
    match.act(Pass(), B)
    assert match.state.turn == A
    assert match.play("newt", 2).state.turn == A, "whoever has passed is left out"
    assert match.act(Pass(), A).state.round == 4


def test_a_pass_is_final_for_the_round() -> None:
    """AF-8, S3:165"""
    match = given({1: "caiman"})
    assert match.refusal(B, Pass()) == ("You have passed, and a pass is final for the round.", "S3:165")
    playing = given({1: "caiman"}, they_play=True)
    assert playing.refusal(B, Pass()) == ("It is your opponent's turn.", "S3:139")


def test_passing_is_always_legal_and_who_can_do_nothing_else_passes_at_once() -> None:
    """AF-9: where everyone can see it; with cards in hand one is asked."""
    match = given(hand=["caiman"], spare=False).play("caiman")
    assert Passed(seat=A, forced=True) in match.happened
    stuck = given(hand=["right-hook", "newt"], spare=False).play("newt").play("right-hook")
    assert stuck.state.round == 4
    unplayable = given(hand=["focus", "right-hook"], spare=False, decks={1: ["newt"]}, only=True)
    unplayable.state = msgspec.structs.replace(unplayable.state, discard=())
    unplayable.act(PlayAction(card=CardId("focus"))).act(unplayable.choices(A)[1])
    assert unplayable.choices(A) == [Pass()]


def test_an_ability_without_a_cost_keeps_one_in_the_round() -> None:
    """AF-9"""
    match = given({1: "caiman"}, equipment={1: "smoke-bomb"}, hand=["newt"], spare=False).play("newt", 2)
    assert match.state.turn == A


def test_a_fighter_that_is_replaced_retires_with_its_combo_moves() -> None:
    """S3:151, S3:300: boomerang or not."""
    match = given({1: ["caiman", "nipple-twist"]}, hand=["newt"]).play("newt")
    assert match.story == ["retired caiman", "fielded newt 1"]
    assert (match.cooldown(), match.power()) == ([], 2)
    assert {"caiman", "nipple-twist"} <= set(match.state.discard)


def test_equipment_may_wait_in_a_dojo_without_a_fighter() -> None:
    """AF-12"""
    match = given(hand=["boxing-gloves", "caiman"]).play("boxing-gloves", 2).play("caiman", 2)
    assert match.power(2) == 5


def test_new_equipment_replaces_what_the_player_names() -> None:
    """AF-13"""
    match = given(equipment={1: ["twin-sai", "bokken"]}, hand=["iron-wrench"])
    refused = match.refusal(A, PlayEquipment(card=CardId("iron-wrench"), dojo=1))
    assert refused == ("Dojo 1 has no free place for Iron Wrench: say which equipment it replaces.", "AF-13")
    match.play("iron-wrench", replaces=match.piece("bokken"))
    assert match.equipment() == ["twin-sai", "iron-wrench"]


def test_the_second_place_is_gone_with_its_source_once_there_is_room() -> None:
    """AF-14, S3:324"""
    decks = {4: ["weapon-rack"]}
    match = given(equipment={1: ["twin-sai", "bokken"]}, hand=["rearm"], decks=decks).play("rearm").choose("twin-sai")
    assert match.equipment() == ["weapon-rack", "bokken"], "what is there stays"
    left = given({2: "caiman"}, equipment={1: ["weapon-rack", "smoke-bomb"]}, hand=["switcheroo", "iron-wrench"])
    left.play("switcheroo").move("caiman", 1).move("weapon-rack", 2).decline()
    assert not left.may(PlayEquipment(card=CardId("iron-wrench"), dojo=1)), "and then there is room for one"


def test_combo_moves_are_played_on_own_fighters_only() -> None:
    """AF-11"""
    match = given({1: "caiman"}, {2: "newt"}, hand=["right-hook"])
    assert [choice for choice in match.choices(A) if isinstance(choice, PlayCombo)] == [
        PlayCombo(card=CardId("right-hook"), dojo=1)
    ]
    assert match.refusal(A, PlayCombo(card=CardId("right-hook"), dojo=2)) == (
        "Right Hook needs a fighter of yours, and there is none in dojo 2.",
        "AF-11",
    )


def test_an_action_needs_its_cost_and_whom_it_is_about() -> None:
    """AF-10, G-5"""
    match = given(hand=["rearm", "timeout", "switcheroo"])
    assert match.refusal(A, PlayAction(card=CardId("rearm"))) == (
        "Rearm needs a piece of equipment of yours in a dojo.",
        "AF-10",
    )
    assert match.refusal(A, PlayAction(card=CardId("timeout")))[0] == (
        "Timeout needs a fighter of yours in a dojo or in your cooldown zone."
    )
    assert match.may(PlayAction(card=CardId("switcheroo"))), "what may be done may be left"
    alone = given(hand=["meditate"], spare=False)
    assert alone.refusal(A, PlayAction(card=CardId("meditate")))[0] == (
        "Meditate needs another card in your hand to discard."
    )


def test_moves_and_transforms_are_comings_in() -> None:
    """AF-15: but not from hand."""
    match = given({1: "clouded-salamander"}, equipment={1: "bokken"}, hand=["flying-kick"]).play("flying-kick")
    match.move("clouded-salamander", 2)
    assert match.prompt is Prompt.SWITCHEROO, "its ability again"
    match.decline()
    become = given({1: "newt"}, equipment={2: "bokken"}, hand=["rebirth"], decks={2: ["clouded-salamander"]}).play(
        "rebirth"
    )
    assert become.prompt is Prompt.SWITCHEROO
    become.decline()


def test_no_fighter_comes_into_a_closed_dojo() -> None:
    """AF-16: not by moving either."""
    match = given({1: "newt", 2: "gecko"}, equipment={1: "champions-belt"}, hand=["spawn", "caiman"])
    match.use("champions-belt").use("gecko").choose("spawn")
    assert [choice.dojo for choice in match.choices(A) if hasattr(choice, "dojo")] == [3]
    match.decline()
    assert match.refusal(A, PlayFighter(card=CardId("caiman"), dojo=1)) == (
        "Caiman cannot go there: no fighter may be put into dojo 1.",
        "AF-16",
    )


def test_a_transform_that_finds_nothing_leaves_the_card() -> None:
    """AF-17"""
    match = given({1: "caiman"}, hand=["rebirth"])
    decks = (match.state.decks[0], (CardId("bokken"),), *match.state.decks[2:])
    match.state = msgspec.structs.replace(match.state, decks=decks)
    match.play("rebirth")
    assert (match.fighter(), match.story) == ("caiman", ["attached rebirth"])
    refilled = given({1: "caiman"}, hand=["rebirth"], decks={2: ["bokken"]}, only=True).play("rebirth")
    assert [event.split()[0] for event in refilled.story] == [
        "attached",
        "revealed",
        "reshuffled",
        "revealed",
        "transformed",
        "bottomed",
    ]


def test_anything_that_was_looked_at_goes_under_the_deck_in_a_random_order() -> None:
    """AF-19"""
    orders = set()
    for filler in ("newt", "gecko", "spawn", "caiman", "focus", "headlock"):
        match = given(hand=["concentrate", filler], decks={2: ["basilisk", "bullfrog", "rearm", "rebirth"]})
        for _ in range(len(filler)):
            match._dice()
        match.play("concentrate").choose(filler).level(2).choose("rearm")
        orders.add(match.state.decks[1][-3:])
    assert len(orders) > 1


def test_a_sensei_acts_once_a_round_by_the_sheet_and_as_often_as_one_pays_by_the_manual() -> None:
    """AF-2, S3:91"""
    for rules, again in ((Rules.SHEET, False), (Rules.MANUAL, True)):
        match = given(
            {1: "gecko", 2: "newt"}, sensei="sir-scurry", hand=["spawn", "caiman"], options=Options(rules=rules)
        )
        assert match.use("sir-scurry").choose("spawn").decline().may_use("sir-scurry") is again
        if not again:
            assert match.refusal(A, ActivateSensei()) == (
                "Sir Scurry has acted in this round, and may once each round.",
                "S3:91",
            )


def test_a_neutralized_ability_cannot_be_used() -> None:
    """AF-31"""
    match = given({1: "gecko"}, {1: "hypnotoad"}, hand=["newt"])
    assert match.refusal(A, match.activation("gecko")) == (
        "Gecko is neutralized: its ability cannot be used, nor paid for.",
        "AF-31",
    )


def test_effects_on_the_cooldown_zone_work_at_once() -> None:
    """AF-40"""
    match = given({1: "caiman"}, hand=["timeout", "kick-and-punch"], cooldown=["headlock", "newt"])
    match.play("kick-and-punch").show("headlock", 1)
    assert match.play("timeout").hand() == ["caiman", "newt"]


def test_there_is_no_hand_limit() -> None:
    """AF-44"""
    many = ["caiman", "newt", "gecko", "spawn", "focus", "headlock", "right-hook", "rebirth", "uppercut", "iguana"]
    match = given(hand=[*many, "concentrate"]).play("concentrate").choose("focus").level(1)
    match.act(match.choices(A)[0])
    assert len(match.hand()) == 10


def test_running_out_of_time_is_a_pass() -> None:
    """AF-48, G-9: final for the round. The bank of time is the house's clock's: tests/matches/test_clock.py."""
    match = given({1: "caiman"}, hand=["newt"], they_play=True).times_out(A)
    assert match.happened == [Lapsed(seat=A), Passed(seat=A, forced=False), TurnBegan(seat=B)]


def test_an_answer_that_does_not_come_is_a_no() -> None:
    """AF-46, G-9"""
    match = given({1: "caiman"}, hand=["flying-kick"]).play("flying-kick").times_out(A)
    assert (match.fighter(1), match.prompt) == ("caiman", None)
    paying = given({1: "gecko"}, hand=["newt", "spawn"]).use("gecko").times_out(A)
    assert paying.prompt is Prompt.SWITCHEROO, "a cost must be paid: with the first card"
    assert paying.decline().hand() == ["spawn"]


def test_after_two_hundred_actions_both_pass() -> None:
    """AF-51"""
    match = given({1: "caiman"}, hand=["newt", "gecko"], they_play=True)
    match.state = msgspec.structs.replace(match.state, actions=MOST_ACTIONS)
    match.play("newt", 2)
    assert match.state.round == 4
    below = given({1: "caiman"}, hand=["newt", "gecko"], they_play=True)
    below.state = msgspec.structs.replace(below.state, actions=MOST_ACTIONS - 1)
    assert below.play("newt", 2).state.stage is Stage.ACTIONS


def test_every_illegal_play_is_refused_with_its_own_reason() -> None:
    """G-1"""
    match = given({1: "gecko"}, hand=["newt", "focus"], sensei="pei-mai")
    refused: dict[str, Action] = {
        "Caiman is not in your hand.": PlayFighter(card=CardId("caiman"), dojo=1),
        "There is no such card to play.": PlayAction(card=CardId("nobody")),
        "Newt is played as a fighter.": PlayAction(card=CardId("newt")),
        "There is no dojo 4 for Newt: they are numbered 1 to 3.": PlayFighter(card=CardId("newt"), dojo=4),
        "The equipment that Baseball Bat is to replace is not in dojo 1.": PlayEquipment(
            card=CardId("baseball-bat"), dojo=1, replaces=PieceId("p9")
        ),
        "That is not a fighter or equipment of yours in play.": Activate(
            piece=PieceId("p9"), card=CardId("gecko"), dojo=1
        ),
        "Pei Mai has no action ability.": ActivateSensei(),
        "Nothing has been asked: play a card, use an ability or pass.": Decline(),
    }
    assert {match.refusal(A, action)[0]: action for action in refused.values()} == refused
    assert given().refusal(A, ActivateSensei())[0] == "You have no sensei."
    plain = given({1: "caiman"}, equipment={1: "champions-belt"})
    assert plain.refusal(A, plain.activation("caiman"))[0] == "Caiman has no action ability."
    empty = given(equipment={1: "champions-belt"})
    assert empty.refusal(A, empty.activation("champions-belt"))[0] == ("Champion's Belt needs a fighter in its dojo.")


def test_while_a_card_waits_for_an_answer_nothing_else_is_possible() -> None:
    match = given({1: "caiman"}, hand=["flying-kick"], they_play=True).play("flying-kick")
    assert match.refusal(A, Pass())[0] == "Flying Kick waits for another answer: choose one of those on offer."
    assert match.refusal(A, ChooseCard(card=CardId("caiman")))[1] == "S3:139"
    assert match.refusal(B, Pass())[0] == "Flying Kick waits for your opponent's answer."
    match.decline()


def test_a_once_a_round_ability_says_so() -> None:
    match = given({1: "oak-toad"}, hand=["newt", "gecko"]).use("oak-toad").choose("newt").decline()
    assert match.refusal(A, match.activation("oak-toad"))[0] == (
        "Oak Toad has used its ability, which works once a round."
    )


def test_discarding_is_public_and_what_it_was_counts_for_all() -> None:
    """AF-5: the discard pile is face down; what goes there from a hand is seen as it goes."""
    match = given({1: "gecko"}, hand=["newt"]).use("gecko").choose("newt").decline()
    assert match.state.sides[A].fighters_discarded == 1


def test_fists_reach_all_that_share_a_type() -> None:
    """AF-43"""
    fighters = {1: "caiman", 2: "humongous-spawn", 3: "newt"}
    match = given(fighters, hand=["fists-of-fury"]).play("fists-of-fury")
    assert [match.power(dojo) for dojo in (1, 2, 3)] == [8, 11, 2]


def test_a_copy_counts_as_played() -> None:
    """AF-42"""
    match = given({1: "dart-frog", 2: "tree-frog"}, hand=["fists-of-fury"]).play("fists-of-fury", 2)
    assert match.power(1) == 3 + 4 + 2 * 3


def test_copies_go_with_the_card_and_it_rests_if_any_of_them_may() -> None:
    """AF-41"""
    match = given({1: "tree-frog", 2: "bullfrog"}, hand=["fists-of-fury", "caiman"]).play("fists-of-fury")
    assert match.boomerangs("fists-of-fury")
    gone = given({1: "tree-frog", 2: "glass-frog"}, hand=["fists-of-fury", "caiman"]).play("fists-of-fury")
    assert gone.play("caiman", 1).power(2) == 6
    assert match.fight().cooldown() == ["fists-of-fury"]
    goliath = given({1: "goliath-frog", 2: "black-toad"}, hand=["headlock"]).play("headlock").fight()
    assert goliath.state.discard.count(CardId("headlock")) == 1
