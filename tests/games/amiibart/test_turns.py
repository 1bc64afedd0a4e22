"""Turns, cards as they are played, Powers, Hazards, Stages, and how a match is lost (S0:17…118)."""

import pytest
from games.amiibart.given import DICE, GAME, ME, THEM, Table, fighter, pieces, side
from quarterdeck_games.amiibart.state import State
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, DoubleLoss, PieceId, Reason, Stage
from quarterdeck_protocol.names import Seat, Version

HOUND = ab.PlayFighter(card=CardId("ember-hound"), slot=2)


def ended(table: Table) -> tuple[Reason | None, tuple[int, ...]]:
    return (table.state.ended, table.state.places)


def begun(key: bytes = b"") -> tuple[State, Seat]:
    state = GAME.blank(GAME.setup(2, ab.Options()))
    state = GAME.fold(state, GAME.start(state, Dice(key, Version(1))))
    return state, state.turn_seat


# Turn One


def test_turn_one_is_free_powers_and_three_fighters() -> None:
    """S0:37, S0:39, S0:41, AM-8, AM-9: no action but putting Fighters into play, and then it goes on by itself."""
    state, first = begun()
    assert [state.sides[seat].revealed for seat in (first, 1 - first)] == [True, False]
    assert {type(choice) for choice in GAME.choices(state, first)} == {ab.PlayFighter}
    for _ in range(3):
        assert state.turn_seat == first
        state = GAME.fold(state, GAME.decide(state, first, GAME.choices(state, first)[0], DICE))
    assert (state.turn_seat, state.turn, state.stage) == (1 - first, 2, Stage.TURN_ONE)
    assert [side.energy for side in state.sides] == [0, 0]
    assert [side.revealed for side in state.sides] == [True, True]


def test_a_coin_says_who_begins_and_is_kept_in_the_log() -> None:
    """S0:37, AM-67"""
    assert {begun(bytes([number]))[1] for number in range(20)} == {0, 1}
    state = GAME.blank(GAME.setup(2, ab.Options()))
    flipped, *_ = GAME.start(state, Dice(b"", Version(1)))
    assert isinstance(flipped, ab.CoinFlipped)
    assert flipped.starting_seat == begun()[1]


def test_a_passive_power_is_set_off_in_turn_one_and_the_first_player_is_spared() -> None:
    """S0:39, S0:41: the second player's Fighters meet the first one's Powers, not the other way round."""
    table = Table(
        side(library=("sun-lancer",) * 3, powers=("first-blood",), energy=0),
        side(powers=("first-blood",)),
        stage=Stage.TURN_ONE,
        turn=2,
    )
    table.plays("sun-lancer", 1)
    assert table.health("f51") == 600
    spared = Table(
        side(library=("sun-lancer",) * 3), side(powers=("first-blood",), revealed=False), stage=Stage.TURN_ONE, turn=1
    )
    spared.plays("sun-lancer", 1)
    assert spared.health("f51") == 700


def test_anything_that_takes_energy_in_turn_one_takes_it_from_a_turn_that_is_free_or_from_the_first_strike() -> None:
    """AM-8, AM-10: so it is worth more to whoever answers."""
    answering = Table(side(library=("titan-frame",) * 3), side(), stage=Stage.TURN_ONE, turn=2)
    answering.plays("titan-frame", 1)
    assert answering.state.sides[1].drained == 9
    beginning = Table(side(library=("titan-frame",) * 3), side(), stage=Stage.TURN_ONE, turn=1)
    beginning.plays("titan-frame", 1)
    assert beginning.state.sides[1].drained == 9, "of a Turn One, which costs nothing"


def test_texts_and_forge_work_in_turn_one_and_deaths_count() -> None:
    """AM-10, AM-11."""
    table = Table(
        side(library=("anvil-twin", "alley-cat", "seed-mother")),
        side(powers=("first-blood",)),
        stage=Stage.TURN_ONE,
        turn=2,
    )
    table.plays("anvil-twin", 2, forge=1)
    assert table.health("f51") == 700
    table.plays("seed-mother", 5)
    assert "sapling" in table.in_play


def test_turn_one_fighters_may_attack_in_the_next_turn() -> None:
    """AM-12"""
    table = Table(side(fighter("a", "ember-hound", fresh=True)), side(fighter("b", "moss-golem")), turn=3)
    table.ends()
    table.ends(THEM)
    table.attacks("a", "b")


# Energy and cards


def test_all_kinds_of_things_may_be_done_in_any_order_and_then_the_other_goes() -> None:
    """S0:46, S0:47, and a Hazard that lies there is seen by all, S0:67."""
    library = ("ember-hound", "scorch", "sanctuary", "trip-wire")
    mine = side(fighter("a", "moss-golem"), library=library, powers=("pebble",))
    table = Table(mine, side(fighter("b", "moss-golem")))
    table.attacks("a", "b")
    table.does(ab.PlayHazard(card=CardId("trip-wire")))
    table.does(ab.UsePower(power=CardId("pebble"), targets=pieces("b")))
    table.plays("ember-hound", 2)
    table.does(ab.PlayStage(card=CardId("sanctuary")))
    assert GAME.view(table.state, THEM).seats[0].hazards == ("trip-wire",)
    assert table.refuses(ab.EndTurn(), THEM) == "S0:47"
    table.ends()
    assert GAME.choices(table.state, ME) == ()
    table.ends(THEM)


def test_energy_is_ten_at_the_start_of_a_turn_and_none_in_the_other() -> None:
    """S0:45, S0:57, AM-13."""
    table = Table(side(fighter("a", "ember-hound"), energy=4), side(fighter("b", "ember-hound"), energy=0))
    table.ends()
    assert (table.state.sides[0].energy, table.state.sides[1].energy) == (0, 10)


def test_anything_that_costs_too_much_is_refused() -> None:
    """S0:57; a Stage costs what is printed, S0:86, AM-14."""
    table = Table(
        side(
            fighter("a", "cinder-witch"), library=("ember-hound", "scorch", "sanctuary"), energy=0, powers=("pebble",)
        ),
        side(fighter("b", "moss-golem")),
    )
    target = pieces("b")
    assert table.refuses(HOUND) == "S0:57"
    assert table.refuses(ab.PlaySpell(card=CardId("scorch"), targets=target)) == "S0:57"
    assert table.refuses(ab.PlayStage(card=CardId("sanctuary"))) == "S0:57"
    assert table.refuses(ab.UsePower(power=CardId("pebble"), targets=target)) == "S0:57"
    assert table.refuses(ab.UseAttack(piece=PieceId("a"), attack=0, targets=target)) == "S0:57"


def test_two_fighters_a_turn_and_summoned_ones_do_not_count() -> None:
    """S0:118, AM-15; Tokens go to the left-most empty slot, S0:93, AM-17."""
    table = Table(
        side(None, fighter("a", "ember-hound"), library=("seed-mother", "ember-hound", "ember-hound")), side()
    )
    table.plays("seed-mother", 4)
    assert table.of_kind(ab.FighterEntered)[1].slot == 1
    table.plays("ember-hound", 3)
    assert table.refuses(ab.PlayFighter(card=CardId("ember-hound"), slot=5)) == "S0:118"
    assert table.state.sides[0].energy == 8


def test_a_full_board_takes_no_fighter_and_no_token() -> None:
    """S0:118, AM-16."""
    full = [fighter(name, "moss-golem") for name in "abcd"]
    table = Table(side(*full, library=("ember-hound", "seed-mother")), side())
    table.plays("seed-mother")
    assert table.happened[1:] == ["seed-mother entered slot 5", "triggered seed-mother"]
    assert table.refuses(HOUND) == "S0:118"


def test_all_cards_not_yet_played_are_at_hand_and_open() -> None:
    """S0:33, S0:35, S0:147, AM-5, AM-6, AM-7: the same view for everybody."""
    state, _ = begun()
    assert sum(GAME.view(state, None).seats[1].library.values()) == 30
    assert GAME.view(state, ME) == GAME.view(state, THEM) == GAME.view(state, None)
    table = Table(side(library=("scorch",)), side())
    assert table.refuses(ab.PlayStage(card=CardId("sanctuary"))) == "S0:33"


# Spells and Hazards


def test_a_spell_takes_effect_and_is_discarded() -> None:
    """S0:63"""
    table = Table(side(library=("scorch",)), side(fighter("b", "moss-golem")))
    table.casts("scorch", "b")
    assert (table.health("b"), table.state.sides[0].discarded) == (600, ("scorch",))


def test_a_hazard_resolves_before_the_spell_which_is_wasted() -> None:
    """S0:65, S0:69, AM-54, and the example of the sheet: Trip Wire and a Spell to heal."""
    table = Table(
        side(fighter("a", "moss-golem", health=200), library=("healing-light",)), side(hazards=("trip-wire",))
    )
    table.casts("healing-light", "a")
    assert [event.card for event in table.of_kind(ab.HazardTripped, ab.Died)] == ["trip-wire", "moss-golem"]
    assert table.of_kind(ab.SpellDone)[0].wasted
    assert table.state.sides[1].discarded == ("trip-wire",)


def test_an_after_hazard_comes_when_the_fighter_is_in_play() -> None:
    """S0:71, AM-55: its own text first, then the opponent's Power, then the Hazard."""
    table = Table(
        side(library=("candle-squire",), powers=("first-light",)), side(hazards=("ambush",), powers=("first-blood",))
    )
    table.plays("candle-squire", 1)
    triggered = [event.card for event in table.of_kind(ab.Triggered, ab.HazardTripped)]
    assert triggered == ["candle-squire", "first-light", "first-blood", "ambush"]


def test_a_hazard_is_a_spell_and_only_one_of_a_name_lies_there() -> None:
    """S0:73, AM-50, AM-51."""
    table = Table(
        side(fighter("a", "moss-golem"), library=("trip-wire", "trip-wire", "toll-gate")), side(hazards=("trip-wire",))
    )
    table.does(ab.PlayHazard(card=CardId("trip-wire")))
    assert table.health("a") == 600
    assert table.refuses(ab.PlayHazard(card=CardId("trip-wire"))) == "S0:73"
    table.does(ab.PlayHazard(card=CardId("toll-gate")))
    assert table.state.sides[0].hazards == ("trip-wire", "toll-gate")


def test_hazards_come_oldest_first_and_must_still_apply() -> None:
    """AM-38: the second finds nobody any more."""
    table = Table(
        side(fighter("a", "alley-cat", health=200)),
        side(fighter("b", "moss-golem"), hazards=("spiked-moat", "firewall")),
    )
    table.attacks("a", "b")
    assert [event.card for event in table.of_kind(ab.HazardTripped)] == ["spiked-moat"]
    assert table.state.sides[1].hazards == ("firewall",)


def test_a_power_trips_a_hazard_which_comes_first_in_its_owners_turn_too() -> None:
    """S0:149, AM-52, AM-53."""
    table = Table(
        side(fighter("a", "moss-golem"), hazards=("null-field",)),
        side(fighter("b", "moss-golem", attack=100), powers=("steady-hands", "dusk")),
    )
    table.ends()
    table.ends(THEM)
    kinds = [type(event) for event in table.of_kind(ab.HazardTripped, ab.Damaged)]
    assert kinds[:2] == [ab.HazardTripped, ab.Damaged]
    mine = Table(
        side(fighter("a", "moss-golem"), hazards=("null-field",), library=("alley-cat",)), side(powers=("first-blood",))
    )
    mine.plays("alley-cat", 2)
    assert mine.of_kind(ab.HazardTripped)


def test_a_stage_stays_until_its_owner_plays_another() -> None:
    """S0:82, AM-56: each player has one."""
    table = Table(side(library=("sanctuary", "catacombs")), side(stage="great-forge"))
    table.does(ab.PlayStage(card=CardId("sanctuary")))
    table.does(ab.PlayStage(card=CardId("catacombs")))
    assert (table.state.sides[0].stage, table.state.sides[1].stage) == ("catacombs", "great-forge")
    assert table.state.sides[0].discarded == ("sanctuary",)


# Powers


def test_an_active_power_is_used_once_a_turn_and_needs_all_its_targets() -> None:
    """S0:60, AM-58, AM-59."""
    table = Table(side(fighter("a", "moss-golem"), powers=("fair-exchange",)), side())
    assert table.refuses(ab.UsePower(power=CardId("fair-exchange"), targets=pieces("a"))) == "AM-58"
    table = Table(side(fighter("a", "moss-golem"), powers=("fair-exchange",)), side(fighter("b", "moss-golem")))
    table.does(ab.UsePower(power=CardId("fair-exchange"), targets=pieces("a", "b")))
    assert (table.health("a"), table.health("b")) == (600, 600)
    assert table.refuses(ab.UsePower(power=CardId("fair-exchange"), targets=pieces("a", "b"))) == "S0:60"


def test_a_passive_power_asks_its_owner_and_the_house_takes_the_left_most() -> None:
    """AM-57"""
    mine = side(fighter("a", "moss-golem"), fighter("b", "moss-golem"), powers=("muster",))
    table = Table(mine, side(fighter("c", "moss-golem")))
    table.ends()
    assert table.state.asked is not None
    assert table.refuses(ab.EndTurn()) == "AM-57"
    assert table.refuses(ab.Choose(piece=PieceId("a")), THEM) == "AM-57"
    state = GAME.fold(table.state, GAME.timed_out(table.state, ME, DICE))
    assert [one.attack for one in state.sides[0].slots if one] == [100, 0]
    table.does(ab.Choose(piece=PieceId("b")))
    assert (table.attack("a"), table.attack("b")) == (200, 300)


def test_anything_that_holds_for_this_turn_ends_with_it() -> None:
    """AM-64"""
    table = Table(side(fighter("a", "moss-golem"), library=("rally",)), side(fighter("b", "moss-golem")))
    table.casts("rally")
    assert table.attack("a") == 300
    table.ends()
    assert table.attack("a") == 200


# Keywords


def test_healing_stops_at_the_printed_health_and_never_lowers() -> None:
    """S0:145, AM-48."""
    table = Table(
        side(fighter("a", "moss-golem", health=700), fighter("b", "moss-golem", health=1100), library=("spring-rain",)),
        side(),
    )
    table.casts("spring-rain")
    assert (table.health("a"), table.health("b")) == (800, 1100)


def test_anything_that_has_void_never_comes_back() -> None:
    """S0:161, AM-62."""
    table = Table(
        side(library=("double-shift", "second-wind"), energy=5, discarded=("alley-cat",), removed=("last-breath",)),
        side(),
    )
    table.casts("double-shift")
    assert (table.state.sides[0].energy, table.state.sides[0].removed) == (7, ("last-breath", "double-shift"))
    table.casts("second-wind")
    assert table.state.sides[0].library == ("alley-cat",)


def test_forge_is_chosen_as_the_card_is_played() -> None:
    """S0:163, AM-63."""
    table = Table(side(fighter("a", "moss-golem"), None, fighter("b", "moss-golem"), library=("master-smith",)), side())
    assert table.refuses(ab.PlayFighter(card=CardId("master-smith"), slot=2)) == "S0:163"
    table.plays("master-smith", 2, forge=1)
    assert table.of_kind(ab.CardPlayed)[0].forge == 1
    assert (table.attack("a"), table.attack("b")) == (200, 400)


def test_bind_leaves_what_is_printed_and_the_damage() -> None:
    """S0:165, AM-47."""
    table = Table(
        side(library=("plain-truth",) * 2),
        side(fighter("b", "moss-golem", health=1100, attack=300), fighter("c", "moss-golem", health=500, attack=-100)),
    )
    table.casts("plain-truth", "b")
    table.casts("plain-truth", "c")
    assert (table.health("b"), table.attack("b")) == (800, 200)
    assert (table.health("c"), table.attack("c")) == (500, 200)


def test_update_discards_without_a_death_and_summons_in_the_same_slot() -> None:
    """S0:167, AM-45, AM-46."""
    table = Table(
        side(None, fighter("a", "volt-hopper", health=100, attack=100), library=("new-release",)),
        side(fighter("b", "moss-golem")),
    )
    table.casts("new-release", "a")
    slot = table.state.sides[0].slots[1]
    assert slot is not None
    assert (slot.card, slot.health, slot.attack) == ("mark-two", 700, 0)
    assert (table.tokens(), table.state.sides[0].fighters_played) == ((0, 0), 0)
    assert table.refuses(ab.Attack(piece=slot.piece, target=PieceId("b"))) == "S0:89"


def test_returned_cards_are_as_printed_and_tokens_are_gone() -> None:
    """S0:93, AM-5, AM-45."""
    table = Table(
        side(fighter("a", "alley-cat", health=100), fighter("t", "drone"), library=("vanish", "vanish")), side()
    )
    table.casts("vanish", "a", forge=0)
    table.casts("vanish", "t", forge=0)
    assert (table.state.sides[0].library, table.in_play, table.tokens()) == (("alley-cat",), [], (0, 0))


def test_several_die_together_and_speak_in_order() -> None:
    """AM-60: the active player's from left to right, then the other's."""
    table = Table(
        side(fighter("a", "hollow-monk", health=100), fighter("x", "moss-golem"), library=("world-fire",)),
        side(fighter("b", "ash-phoenix", health=100), fighter("c", "hollow-monk", health=100)),
    )
    table.casts("world-fire")
    triggered = [(event.seat, event.card) for event in table.of_kind(ab.Triggered)]
    assert triggered == [(0, "hollow-monk"), (1, "ash-phoenix"), (1, "hollow-monk")]


# How a match is lost


def test_five_death_tokens_lose_when_the_action_is_over() -> None:
    """S0:49, AM-27."""
    table = Table(side(fighter("a", "sun-lancer")), side(fighter("b", "alley-cat"), fighter("c", "drone"), tokens=4))
    table.attacks("a", "b")
    assert ended(table) == (Reason.DEATH_TOKENS, (1, 2))
    assert type(table.events[-2]) is ab.AttackEnded


@pytest.mark.parametrize("rule", DoubleLoss)
def test_both_at_five_is_a_draw_or_sudden_death(rule: DoubleLoss) -> None:
    """AM-28, AM-29, G-4."""
    mine = side(fighter("a", "alley-cat"), fighter("x", "alley-cat"), tokens=4)
    theirs = side(fighter("b", "alley-cat"), fighter("y", "moss-golem"), tokens=4)
    table = Table(mine, theirs, ab.Options(double_loss=rule))
    table.attacks("a", "b")
    if rule is DoubleLoss.DRAW:
        assert ended(table) == (Reason.DEATH_TOKENS, (1, 1))
    else:
        assert table.state.sudden
        table.attacks("x", "y")
        assert (table.state.ended, table.of_kind(ab.SuddenDeath)) == (None, [])
        table.ends()
        table.does(ab.Attack(piece=PieceId("y"), target=PieceId("x")), THEM)
        assert ended(table) == (Reason.DEATH_TOKENS, (2, 1))


def test_a_turn_that_began_without_fighters_must_play_one() -> None:
    """S0:51, AM-21; a Token that stands saves its owner, AM-20; Spells in the deck do not, AM-23."""
    lost = Table(side(library=("bandage",), began_empty=True), side(fighter("b", "moss-golem")))
    assert [seat.must_play_fighter for seat in GAME.view(lost.state, None).seats] == [True, False]
    lost.ends()
    assert ended(lost) == (Reason.NO_FIGHTERS, (2, 1))
    saved = Table(
        side(library=("bandage",), powers=("green-thumb",), began_empty=True), side(fighter("b", "moss-golem"))
    )
    saved.does(ab.UsePower(power=CardId("green-thumb")))
    saved.ends()
    assert saved.state.ended is None
    emptied = Table(side(library=("bandage",)), side(fighter("b", "moss-golem")))
    assert not GAME.view(emptied.state, None).seats[ME].must_play_fighter
    emptied.ends()
    assert emptied.state.ended is None


def test_neither_cards_nor_fighters_loses_at_once() -> None:
    """S0:53, AM-22."""
    table = Table(side(fighter("a", "alley-cat"), library=()), side(fighter("b", "moss-golem", attack=100), tokens=0))
    table.attacks("a", "b")
    assert ended(table) == (Reason.NOTHING_LEFT, (2, 1))


def test_three_idle_turns_lose_and_a_power_for_nothing_counts_as_doing_something() -> None:
    """S0:55, AM-24, AM-25; a turn that the clock has ended is idle too, AM-65."""
    mine = side(fighter("a", "moss-golem"), idle=2, powers=("fair-exchange",))
    table = Table(mine, side(fighter("b", "moss-golem")))
    state = GAME.fold(table.state, GAME.timed_out(table.state, ME, DICE))
    assert (state.ended, state.places) == (Reason.IDLE, (2, 1))
    table.does(ab.UsePower(power=CardId("fair-exchange"), targets=pieces("a", "b")))
    table.ends()
    assert (table.state.ended, table.state.sides[0].idle) == (None, 0)


def test_a_player_who_concedes_loses_at_once_in_any_turn() -> None:
    """S0:55, AM-66."""
    table = Table(side(), side())
    state = GAME.fold(table.state, GAME.resigned(table.state, THEM, DICE))
    assert (state.ended, state.places) == (Reason.LEFT, (1, 2))


def test_the_turn_cap_is_a_draw() -> None:
    """AM-26"""
    table = Table(side(fighter("a", "moss-golem")), side(fighter("b", "moss-golem")), turn=100)
    table.ends()
    assert ended(table) == (Reason.TURN_CAP, (1, 1))
