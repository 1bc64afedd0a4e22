"""The sentences of the sheet that no other test is named after."""

import msgspec
from games.amfibido.given import GAME, A, B, given
from quarterdeck_protocol.games.amfibido import CardId, PlayEquipment, PlayFighter


def test_the_discard_pile_is_face_down_and_common() -> None:
    """S3:28: only how many cards it has can be seen."""
    match = given({1: "caiman"}, hand=["newt"]).play("newt")
    assert match.state.discard == ("caiman",)
    view = GAME.view(match.state, B)
    assert view.discard_count == 1
    assert "caiman" not in msgspec.json.encode(view).decode()


def test_cards_that_rest_come_back_a_round_later() -> None:
    """S3:32"""
    match = given({1: ["caiman", "nipple-twist"]}).fight()
    assert (match.cooldown(), match.hand()) == (["nipple-twist"], [])
    again = given(cooldown=["nipple-twist"]).fight()
    assert (again.cooldown(), again.hand()) == ([], ["nipple-twist"])


def test_without_a_fighter_one_does_not_compete() -> None:
    """S3:69: equipment alone wins nothing."""
    match = given(theirs={1: "newt"}, equipment={1: "weapon-rack"}).fight()
    assert match.won == [B, None, None]


def test_a_dojo_has_one_piece_of_equipment() -> None:
    """S3:75"""
    match = given(equipment={1: "bokken"}, hand=["iron-wrench"])
    assert not match.may(PlayEquipment(card=CardId("iron-wrench"), dojo=1))
    assert match.play("iron-wrench", replaces=match.piece("bokken")).equipment() == ["iron-wrench"]


def test_several_combo_moves_may_lie_on_a_fighter() -> None:
    """S3:81"""
    match = given({1: "caiman"}, hand=["headlock", "uppercut"]).play("headlock").play("uppercut")
    assert match.power() == 4 + 2 + 5


def test_an_action_card_is_carried_out_and_then_discarded() -> None:
    """S3:156"""
    match = given({1: "caiman"}, hand=["mass-metamorphosis"]).play("mass-metamorphosis")
    assert match.story[0] == "action_played mass-metamorphosis"
    assert match.story[-1] == "action_done mass-metamorphosis"
    assert match.state.discard[-1] == "mass-metamorphosis"


def test_four_rounds_win_the_match() -> None:
    """S3:97, S3:115, S3:192: one step for each round, none for a draw."""
    assert given({1: "caiman"}, points=(2, 0)).fight().state.ended is None
    assert given({1: "caiman"}, points=(3, 0)).fight().state.ended is not None
    assert given(points=(3, 3)).fight().points == (3, 3)


def test_anything_that_is_dealt_follows_the_round_marker() -> None:
    """S3:121, S3:125, S3:246"""
    match = given({1: "caiman"}, in_round=3).fight()
    assert match.state.round == 4
    dealt = [getattr(event, "level", None) for event in match.happened if type(event).__name__ == "DraftDealt"]
    assert dealt == [3, 3, 2, 2, 2, 2]


def test_a_card_goes_into_any_of_the_three_dojos() -> None:
    """S3:144, S3:149"""
    match = given(hand=["caiman", "bokken"])
    for dojo in (1, 2, 3):
        assert match.may(PlayFighter(card=CardId("caiman"), dojo=dojo))
        assert match.may(PlayEquipment(card=CardId("bokken"), dojo=dojo))
    assert not match.may(PlayFighter(card=CardId("caiman"), dojo=4))


def test_the_cost_is_paid_before_the_effect() -> None:
    """S3:161"""
    match = given(equipment={1: "kung-fu-gi"}, hand=["newt"]).use("kung-fu-gi").choose("newt")
    assert match.story == ["discarded newt", "gained kung-fu-gi 3"]


def test_they_fight_when_both_have_passed() -> None:
    """S3:171"""
    match = given({1: "caiman"}, they_play=True, their_hand=["newt"])
    assert match.play("baseball-bat").state.last is None
    assert match.fight().state.last is not None


def test_active_decks_are_those_of_the_round() -> None:
    """S3:260, S3:262, S3:264"""
    match = given(hand=["meditate", "newt"], in_round=3).play("meditate").choose("newt")
    assert [getattr(choice, "level", None) for choice in match.choices(A)] == [1, 2]
    match.level(2).act(match.choices(A)[0])


def test_a_transform_reveals_until_the_kind_appears() -> None:
    """S3:266, S3:268, S3:270, S3:332: the others go under the deck."""
    match = given({1: "caiman"}, hand=["rebirth"], decks={2: ["bokken", "rearm", "basilisk"]}).play("rebirth")
    assert match.story[1:3] == ["revealed bokken rearm basilisk", "transformed caiman basilisk"]
    assert set(match.state.decks[1][-2:]) == {"bokken", "rearm"}
    assert "caiman" in match.state.discard


def test_a_card_of_the_highest_level_becomes_another_one_of_it() -> None:
    """S3:272"""
    match = given({1: "hypnotoad"}, hand=["rebirth"]).play("rebirth")
    assert match.fighter() == "king-of-the-crocs"


def test_knocked_out_fighters_miss_a_round() -> None:
    """S3:278, S3:280, S3:244"""
    match = given({1: "dwarf-crocodile"}, {1: "newt"}).fight()
    assert (match.hand(B), match.cooldown(B)) == ([], ["newt"])


def test_a_switcheroo_moves_or_exchanges() -> None:
    """S3:284, S3:286"""
    moved = given({1: "caiman"}, hand=["flying-kick"]).play("flying-kick").move("caiman", 3)
    assert (moved.fighter(1), moved.fighter(3)) == (None, "caiman")
    swapped = given({1: "caiman", 2: "newt"}, hand=["flying-kick"]).play("flying-kick").move("caiman", 2, swaps="newt")
    assert (swapped.fighter(1), swapped.fighter(2)) == ("newt", "caiman")


def test_neutralizing_ignores_abilities_and_nothing_else() -> None:
    """S3:288, S3:290: base power and type stay."""
    match = given({1: "coral-snake", 2: "puff-adder"}, {1: "hypnotoad"})
    assert match.power(1) == 1
    assert given({1: "coral-snake", 2: "puff-adder"}, {2: "hypnotoad"}).power(1) == 3, "still a snake"
