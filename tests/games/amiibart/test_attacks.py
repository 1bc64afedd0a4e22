"""Attacks: their eight steps, Block, Lifesteal, Instakill, death (S0:116…167)."""

from games.amiibart.given import GAME, ME, Table, fighter, given, side
from quarterdeck_games.amiibart.triggers import ATTACK
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import PieceId


def attack(piece: str, target: str) -> ab.Attack:
    return ab.Attack(piece=PieceId(piece), target=PieceId(target))


def test_a_basic_attack_damages_both_and_costs_nothing() -> None:
    """S0:124: both take damage equal to the other's Attack."""
    table = Table(side(fighter("a", "sun-lancer")), side(fighter("b", "temple-guard")))
    table.attacks("a", "b")
    assert (table.health("a"), table.health("b")) == (500, 400)
    assert table.state.sides[0].energy == 10


def test_a_special_attack_costs_energy_and_is_not_answered() -> None:
    """S0:122, AM-31, and the Fighters beside the target (S0:116)."""
    table = Table(
        side(fighter("a", "siege-roller")), side(fighter("b", "moss-golem"), fighter("c", "moss-golem"), None)
    )
    table.uses("a", "b")
    assert (table.health("a"), table.health("b"), table.health("c")) == (700, 500, 700)
    assert table.state.sides[0].energy == 7


def test_a_fighter_attacks_once_a_turn_either_way() -> None:
    """S0:128, AM-35."""
    table = Table(side(fighter("a", "siege-roller")), side(fighter("b", "moss-golem")))
    table.attacks("a", "b")
    assert table.refuses(attack("a", "b")) == "S0:128"
    assert table.refuses(ab.UseAttack(piece=PieceId("a"), attack=0, targets=(PieceId("b"),))) == "S0:128"


def test_a_fighter_has_its_basic_attack_and_those_on_its_card() -> None:
    """S0:120: two ways to attack."""
    table = Table(side(fighter("a", "siege-roller"), fighter("c", "temple-guard")), side(fighter("b", "moss-golem")))
    ways = [choice for choice in GAME.choices(table.state, ME) if isinstance(choice, ab.Attack | ab.UseAttack)]
    special = ab.UseAttack(piece=PieceId("a"), attack=0, targets=(PieceId("b"),))
    assert ways == [attack("a", "b"), special, attack("c", "b")]


def test_a_fighter_may_not_attack_in_the_turn_it_is_played_unless_swift() -> None:
    """S0:89, S0:159; AM-19 for Tokens."""
    table = Table(
        side(fighter("a", "ember-hound", fresh=True), fighter("s", "alley-cat", fresh=True)),
        side(fighter("b", "moss-golem")),
    )
    assert table.refuses(attack("a", "b")) == "S0:89"
    table.attacks("s", "b")


def test_block_must_be_attacked_first_and_spells_pass_it() -> None:
    """S0:155, AM-32; among several the attacker picks, AM-33."""
    table = Table(
        side(fighter("a", "cinder-witch"), library=("scorch",)),
        side(fighter("b", "moss-golem"), fighter("g", "temple-guard"), fighter("h", "iron-snail")),
    )
    assert table.refuses(attack("a", "b")) == "S0:155"
    assert table.refuses(ab.UseAttack(piece=PieceId("a"), attack=0, targets=(PieceId("b"),))) == "AM-58"
    table.casts("scorch", "b")
    assert table.health("b") == 600
    table.attacks("a", "h")


def test_an_area_attack_ignores_block() -> None:
    """AM-32"""
    table = Table(side(fighter("a", "knife-juggler")), side(fighter("b", "moss-golem"), fighter("g", "temple-guard")))
    table.uses("a")
    assert (table.health("b"), table.health("g")) == (700, 600)


def test_without_an_opposing_fighter_there_is_no_basic_attack() -> None:
    """AM-30"""
    table = Table(side(fighter("a", "ember-hound")), side())
    assert table.refuses(attack("a", "b")) == "S0:155"


def test_attack_zero_is_legal_and_answered() -> None:
    """AM-34, AM-49: Attack is never below 0."""
    table = Table(side(fighter("a", "sun-lancer", attack=-900)), side(fighter("b", "moss-golem")))
    table.attacks("a", "b")
    assert (table.attack("a"), table.health("a"), table.health("b")) == (0, 500, 800)


def test_lifesteal_saves_from_a_blow_that_would_have_killed() -> None:
    """S0:153, AM-40: damage, then Lifesteal, then death."""
    table = Table(side(fighter("a", "blood-leech")), side(fighter("b", "volcano-drake")))
    table.attacks("a", "b")
    assert table.health("a") == 200
    assert [type(event) for event in table.of_kind(ab.Damaged, ab.Healed)] == [ab.Damaged, ab.Damaged, ab.Healed]


def test_lifesteal_counts_all_damage_up_to_the_printed_health_and_on_special_attacks() -> None:
    """AM-41, S0:145."""
    table = Table(side(fighter("a", "night-countess", health=500)), side(fighter("b", "moss-golem", health=100)))
    table.uses("a", "b")
    assert table.health("a") == 800


def test_lifesteal_does_not_stop_instakill() -> None:
    """S0:157, AM-42."""
    table = Table(side(fighter("a", "silent-widow")), side(fighter("b", "night-countess")))
    table.attacks("a", "b")
    assert table.health("b") is None


def test_instakill_works_at_no_damage_and_not_in_answer() -> None:
    """AM-43"""
    table = Table(
        side(fighter("a", "silent-widow", attack=-100), fighter("c", "moss-golem")),
        side(fighter("b", "moss-golem"), fighter("w", "silent-widow", health=900)),
    )
    table.attacks("a", "b")
    assert table.health("b") is None
    table.attacks("c", "w")
    assert table.health("c") == 700


def test_the_table_of_steps_cites_the_lines_of_the_sheet() -> None:
    assert [(row.step, row.rule) for row in ATTACK] == [(n, f"S0:{133 + n}") for n in range(1, 9)]


def test_the_steps_come_in_order() -> None:
    """S0:132, S0:134, S0:135, S0:137, S0:138, S0:139: the attacker, a watcher, the attacked, damage, after."""
    table = Table(
        side(fighter("a", "needle-dancer", health=900)),
        side(fighter("b", "thorn-bastion"), fighter("p", "dread-piper"), fighter("t", "titan-frame")),
    )
    table.attacks("a", "b")
    triggered = [getattr(event, "card", "") for event in table.of_kind(ab.Triggered)]
    assert triggered == ["needle-dancer", "dread-piper", "thorn-bastion", "titan-frame"]
    kinds = [type(event).__name__ for event in table.events]
    assert kinds.index("Attacked") < kinds.index("Triggered") < kinds.index("Damaged")
    assert kinds[-1] == "AttackEnded"


def test_when_this_attack_is_used_comes_before_the_attacked_is_heard() -> None:
    """S0:136 before S0:137."""
    table = Table(side(fighter("a", "moss-golem")), side(fighter("b", "mirror-djinn", attack=300)))
    table.uses("a", "b")
    kinds = [type(event) for event in table.of_kind(ab.Bound, ab.Triggered)]
    assert kinds == [ab.Bound, ab.Triggered]


def test_after_it_is_attacked_comes_before_after_it_attacks() -> None:
    """S0:139 before S0:140."""
    table = Table(side(fighter("a", "river-otter", health=300)), side(fighter("b", "gate-warden", health=900)))
    table.attacks("a", "b")
    assert [event.card for event in table.of_kind(ab.Triggered)] == ["gate-warden", "river-otter"]


def test_after_it_attacks_comes_before_when_this_dies() -> None:
    """S0:140 before S0:141; a dead Fighter is still heard once (AM-40)."""
    table = Table(side(fighter("a", "river-otter", health=100)), side(fighter("b", "hollow-monk", health=100)))
    table.attacks("a", "b")
    assert [event.card for event in table.of_kind(ab.Triggered)] == ["river-otter", "hollow-monk"]
    assert [event.card for event in table.of_kind(ab.Died)] == ["river-otter", "hollow-monk"]


def test_a_hazard_comes_first_and_may_waste_the_attack() -> None:
    """S0:130, S0:69, AM-37, AM-39: the attacker is dead before step 5; the attack is spent."""
    table = Table(
        side(fighter("a", "alley-cat", health=200)),
        side(fighter("b", "moss-golem"), fighter("p", "dread-piper"), hazards=("spiked-moat",)),
    )
    table.attacks("a", "b")
    kinds = [type(event) for event in table.events]
    assert kinds[:2] == [ab.Attacked, ab.HazardTripped]
    assert kinds[-2:] == [ab.Fizzled, ab.AttackEnded]
    assert (table.health("b"), table.tokens()) == (800, (1, 0))


def test_when_an_opposing_fighter_attacks_is_heard_once_by_the_watchers_first_and_by_the_attacked_later() -> None:
    """AM-36, S0:135, S0:137: the phrase stands in both steps; nobody is heard twice for one attack."""
    match = given(["sun-lancer"], ["dread-piper", "thorn-bastion", "dread-piper"])
    match.attacks("sun-lancer", "thorn-bastion")
    assert match.happened[1:3] == ["triggered dread-piper", "sun-lancer got -100 Attack this turn"]
    assert match.happened[3:5] == ["triggered dread-piper", "sun-lancer got -100 Attack this turn"]
    assert match.happened[5:7] == ["triggered thorn-bastion", "sun-lancer took 200 from thorn-bastion"]
    match = given(["ember-hound"], ["dread-piper", "iron-snail", "titan-frame", "thorn-bastion"])
    match.attacks("ember-hound", "thorn-bastion")
    assert [event.card for event in match.of_kind(ab.Triggered)] == [
        "ember-hound",
        "dread-piper",
        "thorn-bastion",
        "titan-frame",
    ]


def test_an_attacked_piper_is_heard_at_the_step_of_the_attacked() -> None:
    """S0:137, AM-36"""
    match = given(["needle-dancer"], ["mirror-djinn", "dread-piper", "dread-piper"])
    match.attacks("needle-dancer", "dread-piper")
    assert match.happened == [
        "needle-dancer attacked dread-piper",
        "triggered needle-dancer",
        "needle-dancer got +100 Attack this turn",
        "triggered dread-piper",
        "needle-dancer got -100 Attack this turn",
        "triggered dread-piper",
        "needle-dancer got -100 Attack this turn",
        "dread-piper took 100 from needle-dancer",
        "needle-dancer took 200 from dread-piper",
    ]


def test_armour_and_adjacency() -> None:
    """S0:116: only the slots beside it."""
    table = Table(
        side(fighter("a", "ember-hound"), fighter("e", "ember-hound")),
        side(fighter("n", "moss-golem"), fighter("c", "shield-captain"), None, fighter("f", "moss-golem")),
    )
    table.attacks("a", "n")
    table.attacks("e", "f")
    assert (table.health("n"), table.health("f")) == (600, 500)


def test_a_death_gives_a_death_token_and_a_token_fighter_does_not() -> None:
    """S0:91, S0:93, S0:126, AM-18, AM-44."""
    table = Table(
        side(fighter("a", "ember-hound")),
        side(fighter("b", "ember"), fighter("c", "alley-cat"), library=("bandage",)),
        turn=9,
    )
    table.attacks("a", "b")
    assert (table.health("c"), table.tokens()) == (200, (0, 0))
