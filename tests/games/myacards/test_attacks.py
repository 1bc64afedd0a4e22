"""Attacks, their order, and the windows before and after them."""

from games.myacards.given import GAME, A, B, given
from games.worlds import WORLDS
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Outcome, Point, Stage, Until
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import played

WOLF, BEAVER, COBRA, REMORA, CHEETAH = (
    "canis-lupus",
    "castor-fiber",
    "ophiophagus-hannah",
    "remora-remora",
    "acinonyx-jubatus",
)


def outcome(match: object) -> tuple[Outcome, int | None, int | None]:
    (event,) = [one for one in match.happened if isinstance(one, my.AttackResolved)]  # type: ignore[attr-defined]
    return event.outcome, event.attack, event.defense


def test_an_attack_above_the_defense_removes() -> None:
    """S4:85, S4:86, S4:125."""
    match = given({"0.3.0": WOLF, "1.3.0": COBRA, "1.3.7": BEAVER}, attacking=True).attack("0.3.0", "1.3.0")
    assert outcome(match) == (Outcome.REMOVED, 5, 2)
    assert match.at("1.3.0") is None
    assert match.oblivion(B) == [COBRA]


def test_an_attack_below_or_at_the_defense_does_nothing_and_is_used_up() -> None:
    """S4:87, S4:88, MY-42, S4:104."""
    for attacker, target in ((WOLF, BEAVER), ("lontra-canadensis", "cervus-elaphus")):
        match = given({"0.3.0": attacker, "1.3.0": target}, attacking=True).attack("0.3.0", "1.3.0")
        assert outcome(match)[0] is Outcome.WITHSTOOD
        assert match.at("1.3.0") == target
        assert match.targets("0.3.0") == set()
        again = my.Attack(piece=match.piece("0.3.0").id, targets=(match.piece("1.3.0").id,))
        assert match.refusal(again) == "S4:81"


def test_active_cards_attack_and_support_cards_do_not() -> None:
    """S4:16, S4:37, S4:19, S4:38: an active card has all three statistics, and defeats with them."""
    match = given({"0.3.0": WOLF, "0.2.1": REMORA, "1.3.0": COBRA, "1.3.1": COBRA}, attacking=True)
    wolf = match.stats("0.3.0")
    assert (wolf.attack, wolf.defense, wolf.speed) == (5, 4, 3)
    assert (match.targets("0.3.0"), match.targets("0.2.1")) == ({"1.3.0"}, set())
    support = my.Attack(piece=match.piece("0.2.1").id, targets=(match.piece("1.3.1").id,))
    assert match.refusal(support)


def test_the_statistics_of_active_cards_are_printed_and_support_cards_have_none() -> None:
    """S4:16, S4:19, S4:37, S4:38"""
    numbers = {card.id: (card.attack, card.defense, card.speed) for card in CARDS.values()}
    active = {card.id for card in CARDS.values() if card.kind is my.Kind.ACTIVE}
    assert {card for card, printed in numbers.items() if any(printed)} == active
    assert [card for card in active if numbers[card][1] < 1] == []


def test_every_enemy_entity_of_the_column_may_be_attacked_and_nothing_else() -> None:
    """S4:81, S4:82, S4:83, S4:123, MY-40: on either half, whatever stands between; not row 1."""
    field = {
        "0.3.2": WOLF,
        "0.4.2": f"!{BEAVER}",
        "1.4.2": COBRA,
        "1.3.2": BEAVER,
        "1.2.2": REMORA,
        "1.3.3": COBRA,
        "1.1.2": "drought",
    }
    match = given(field, attacking=True)
    assert match.targets("0.3.2") == {"0.4.2", "1.4.2", "1.3.2", "1.2.2"}
    aside = my.Attack(piece=match.piece("0.3.2").id, targets=(match.piece("1.3.3").id,))
    assert match.refusal(aside) == "S4:81"


def test_an_empty_column_gives_nothing_to_attack() -> None:
    """MY-43."""
    assert given({"0.3.2": WOLF, "1.3.3": BEAVER}, attacking=True).targets("0.3.2") == set()


def test_a_support_card_falls_to_any_attack() -> None:
    """S4:90, MY-41: even to one of nought."""
    weak = given({"0.3.0": "cetorhinus-maximus", "1.2.0": REMORA, "1.3.7": BEAVER, "1.1.0": "long-winter"})
    assert weak.stats("0.3.0").attack == 0
    weak.begin_attacks().attack("0.3.0", "1.2.0")
    assert outcome(weak) == (Outcome.REMOVED, 0, None)
    tough = given(
        {"0.3.0": "cetorhinus-maximus", "1.2.0": REMORA, "1.1.6": "hostile-shore", "1.3.7": BEAVER}, attacking=True
    )
    assert outcome(tough.attack("0.3.0", "1.2.0"))[0] is Outcome.WITHSTOOD


def test_nobody_must_attack() -> None:
    """S4:84, S4:105."""
    match = given({"0.3.0": WOLF, "1.3.0": COBRA}, attacking=True).end_turn()
    assert match.state.active_seat == B


def test_one_attacks_only_on_their_own_turn() -> None:
    """S4:108."""
    match = given({"0.3.0": WOLF, "1.3.0": COBRA}, attacking=True)
    action = my.Attack(piece=match.piece("1.3.0").id, targets=(match.piece("0.3.0").id,))
    assert match.refusal(action, B) == "S4:108"


def test_a_card_may_attack_on_the_turn_on_which_it_is_placed() -> None:
    """MY-13."""
    match = given({"1.3.0": COBRA, "1.3.1": BEAVER}, hand=[WOLF]).place(WOLF, "0.3.0").begin_attacks()
    assert match.targets("0.3.0") == {"1.3.0"}


def test_a_player_who_begins_does_not_attack_on_the_first_turn_and_the_second_does() -> None:
    """S4:110, MY-14."""
    field = {"0.3.0": WOLF, "1.3.0": WOLF}
    assert given(field, turn=1).refusal(my.BeginAttacks()) == "S4:110"
    assert given(field, turn=2).begin_attacks().targets("1.3.0") == {"0.3.0"}


def test_attacks_come_from_the_fastest_to_the_slowest() -> None:
    """S4:89, MY-44: a slower one forfeits the faster; the same speed is free."""
    field = {"0.3.0": CHEETAH, "0.3.1": WOLF, "0.3.2": COBRA, "1.3.0": BEAVER, "1.3.1": BEAVER, "1.3.2": BEAVER}
    match = given(field, attacking=True).attack("0.3.1", "1.3.1")
    assert match.state.pace == 3
    assert match.targets("0.3.0") == set()
    assert match.targets("0.3.2") == {"1.3.2"}
    late = my.Attack(piece=match.piece("0.3.0").id, targets=(match.piece("1.3.0").id,))
    assert match.refusal(late) == "S4:89"


def test_a_speed_that_rises_above_the_last_attacker_has_missed_its_place() -> None:
    """MY-45."""
    field = {"0.3.0": WOLF, "0.3.1": COBRA, "1.3.0": BEAVER, "1.3.1": BEAVER}
    match = given(field, attacking=True, hand=["tailwind"]).attack("0.3.0", "1.3.0").play("tailwind")
    assert match.stats("0.3.1").speed == 5
    assert match.targets("0.3.1") == set()


def test_another_attack_may_be_used_at_once_or_in_order() -> None:
    """MY-46, S4:81: out of order only at once."""
    field = {"0.3.0": CHEETAH, "0.3.1": WOLF, "0.3.2": COBRA, "1.3.0": BEAVER, "1.3.1": BEAVER, "1.3.2": BEAVER}
    match = given(field, attacking=True, hand=["adrenaline"])
    match.attack("0.3.0", "1.3.0").attack("0.3.1", "1.3.1").play("adrenaline").choose("0.3.0")
    assert match.targets("0.3.0") == {"1.3.0"}
    match.attack("0.3.0", "1.3.0")
    assert match.state.pace == 3
    assert match.targets("0.3.2") == {"1.3.2"}
    later = given(field, attacking=True, hand=["adrenaline"])
    later.attack("0.3.0", "1.3.0").attack("0.3.1", "1.3.1").play("adrenaline").choose("0.3.0")
    assert later.attack("0.3.2", "1.3.2").targets("0.3.0") == set()
    slow = given(field, attacking=True, hand=["adrenaline"])
    slow.attack("0.3.1", "1.3.1").play("adrenaline").choose("0.3.2")
    slow.attack("0.3.2", "1.3.2").attack("0.3.2", "1.3.2")
    assert slow.targets("0.3.2") == set()


# Windows


def test_the_attacked_player_may_react_before_and_after_each_attack() -> None:
    """S4:106, S4:107, MY-47: events, effects and dominions, any number; nobody answers a reaction."""
    match = given(
        {"0.3.0": WOLF, "1.3.0": COBRA, "1.3.7": BEAVER}, attacking=True, their_hand=["bristling", "bristling", WOLF]
    )
    match.attack("0.3.0", "1.3.0")
    assert match.state.window == B
    assert match.choices(A) == []
    assert match.refusal(my.EndTurn(), A) == "S4:107"
    assert match.refusal(my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("1.3.1"),)), B) == "S4:106"
    match.play("bristling").choose("1.3.0")
    assert match.choices(A) == []
    match.play("bristling").choose("1.3.0").let_pass()
    assert outcome(match) == (Outcome.WITHSTOOD, 5, 8)
    assert match.state.attack is not None
    assert match.state.attack.point is Point.AFTER
    assert match.refusal(my.LetPass(until=Until.ATTACK)) == "MY-47"
    assert match.let_pass().asked == A


def test_values_are_those_of_the_moment_when_the_attack_is_resolved() -> None:
    """MY-50: read after the reactions."""
    match = given({"0.3.0": WOLF, "1.3.0": "felis-silvestris"}, attacking=True, their_hand=["bristling", WOLF])
    match.attack("0.3.0", "1.3.0").play("bristling").choose("1.3.0").let_pass()
    assert outcome(match) == (Outcome.WITHSTOOD, 5, 7)


def test_an_attack_whose_target_has_gone_or_moved_is_voided_and_spent() -> None:
    """MY-49."""
    match = given({"0.3.0": WOLF, "1.3.0": COBRA, "1.3.7": BEAVER}, attacking=True, their_hand=["retreat", WOLF])
    match.attack("0.3.0", "1.3.0").play("retreat").choose("1.3.0").let_pass()
    assert outcome(match) == (Outcome.VOIDED, None, None)
    moved = given({"0.3.0": WOLF, "1.3.0": COBRA}, attacking=True, their_hand=["spring-dispersal", WOLF])
    moved.attack("0.3.0", "1.3.0").play("spring-dispersal").choose("1.3.0").choose("1.3.5").let_pass()
    assert outcome(moved)[0] is Outcome.VOIDED
    assert moved.piece("0.3.0").attacks == 1
    shoved = given({"0.3.0": WOLF, "1.3.0": COBRA}, attacking=True, their_hand=["displacement", WOLF])
    shoved.attack("0.3.0", "1.3.0").play("displacement").choose("0.3.0").choose("0.3.4").let_pass()
    assert outcome(shoved) == (Outcome.VOIDED, None, None)
    assert (shoved.at("1.3.0"), shoved.piece("0.3.4").attacks) == (COBRA, 1)
    gone = given({"0.3.0": "capra-ibex", "0.3.5": WOLF, "1.3.0": COBRA}, attacking=True, their_hand=["landslide", WOLF])
    gone.attack("0.3.0", "1.3.0").play("landslide").choose("0.3.0").let_pass()
    assert outcome(gone) == (Outcome.VOIDED, None, None)


def test_whether_a_window_opens_depends_on_what_all_can_see() -> None:
    """MY-48: cards in hand, not which; and a free zone in row 1."""
    field = {"0.3.0": WOLF, "1.3.0": BEAVER}
    for held in (["bristling"], [WOLF], ["canis-latrans"]):
        assert given(field, attacking=True, their_hand=held).attack("0.3.0", "1.3.0").state.window == B
    assert given(field, attacking=True).attack("0.3.0", "1.3.0").state.window is None
    full = {f"1.1.{column}": "mast-year" for column in range(3)}
    full |= {f"1.1.{column}": "hybridisation" for column in range(3, 6)} | {"1.1.6": "sahara", "1.1.7": "himalaya"}
    closed = given({**field, **full}, attacking=True, their_hand=["bristling"]).attack("0.3.0", "1.3.0")
    assert closed.state.window is None


def test_attacks_may_be_let_pass_for_a_while() -> None:
    """MY-48, MY-66: for this attack, for this turn, or until one says so. Every window opens for all that, and the
    order answers it; whoever has given it may be quicker than it, and act."""
    field = {"0.3.0": WOLF, "0.3.1": WOLF, "1.3.0": BEAVER, "1.3.1": BEAVER}
    no, yes = False, True
    for until, answered in (
        (Until.NOW, [no, no, no]),
        (Until.ATTACK, [yes, no, no]),
        (Until.TURN, [yes, yes, yes]),
        (Until.CALL, [yes, yes, yes]),
    ):
        match = given(field, attacking=True, their_hand=["bristling", WOLF])
        match.attack("0.3.0", "1.3.0").let_pass(until)
        for by_order in answered:  # after the first attack, before the second and after it
            assert match.state.window == B
            assert my.Play(card=my.CardId("bristling")) in match.choices(B)
            assert GAME.has_order(match.state, B) is by_order
            match = match.obeys(B) if by_order else match.let_pass()
            if match.asked == A and match.targets("0.3.1"):
                match.attack("0.3.1", "1.3.1")
        assert match.asked == A
        match.end_turn()
        assert (match.state.sides[B].passes is Until.CALL) is (until is Until.CALL)


def test_a_standing_order_is_withdrawn_with_the_end_of_a_turn_and_stands_until_then() -> None:
    """MY-48, MY-66."""
    field = {"0.3.0": WOLF, "1.3.0": BEAVER}
    match = given(field, attacking=True, their_hand=[WOLF] * 8).attack("0.3.0", "1.3.0").let_pass(Until.CALL)
    match.obeys(B).end_turn()
    assert match.refusal(my.EndTurnWatching(), A) == "S4:108"
    match.act(my.EndTurnWatching(), B)
    assert (match.state.stage, match.state.sides[B].passes) == (Stage.DISCARD, None)
    match.act(my.Discard(card=my.CardId(WOLF)), B)
    assert match.refusal(my.EndTurnWatching(), A) == "MY-66"
    assert my.EndTurnWatching() not in match.choices(A)


def test_nobody_reacts_when_nothing_is_attacked() -> None:
    """MY-47."""
    assert given({"0.3.0": WOLF, "1.3.0": BEAVER}).refusal(my.LetPass(until=Until.NOW)) == "MY-47"


def test_events_effects_and_dominions_are_played_in_the_attack_phase_and_entities_are_not() -> None:
    """S4:22, S4:23, S4:39, S4:40, S4:106, MY-11."""
    match = given({"0.3.0": WOLF, "1.3.0": BEAVER}, hand=[WOLF, "moult"], attacking=True)
    assert match.playable("moult")
    assert match.refusal(my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("0.3.1"),))) == "MY-11"
    assert match.refusal(my.BeginAttacks()) == "MY-11"
    action = my.Attack(piece=match.piece("0.3.0").id, targets=(match.piece("1.3.0").id,))
    assert given({"0.3.0": WOLF, "1.3.0": BEAVER}).refusal(action) == "MY-11"


def test_a_reaction_can_end_the_match() -> None:
    """MY-47, S4:65: nothing of the attack goes on."""
    match = given({"0.3.0": "capra-ibex", "1.3.0": BEAVER}, attacking=True, their_hand=["landslide"])
    match.attack("0.3.0", "1.3.0").play("landslide").choose("0.3.0")
    assert match.places == (2, 1)


def test_the_house_keeps_the_short_clock_of_every_window() -> None:
    """MY-48: as the record of a match says when time runs out."""
    setup = GAME.setup(2, my.Options())
    windows = 0
    for playing in played(Plan(world=WORLDS["myacards"], setup=setup, seed=5, chance=5)):
        for seat in playing.asked:
            until = playing.record.until[seat]
            assert until is not None
            if playing.state.window == seat and playing.state.asked is None and playing.entries[-1].seat != seat:
                windows += 1
                assert until - playing.record.at == 8_000
    assert windows > 0
