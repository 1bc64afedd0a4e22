"""*How to play* is complete for every decision that a player takes, and for every option that a table sets."""

import re
from collections.abc import Mapping

import pytest
from msgspec import inspect
from quarterdeck_games import GAMES
from quarterdeck_server.cards.rule_books import rule_book

ACTIONS: Mapping[str, Mapping[str, str]] = {
    "density-deck": {
        "fight": "**Fight**, from round 2 on, before you draw",
        "draw": "**Draw** the top of the pile",
        "take": "**take** the top of somebody else's discards",
        "discard": "**discard** one of your four cards",
        "pass": "**Pass**: keep what you have",
        "surrender": "**Surrender**: leave this deal",
    },
    "amfibido": {
        "keep_hand": "you may show them",
        "mulligan": "put them under the deck and draw three others",
        "choose_sensei": "three **sensei** and keeps one",
        "draft": "Keep one, pass two on, keep one of the two",
        "redraw_draft": "What it lets you do",
        "draw_instead": "What it lets you do",
        "play_fighter": "Play a **fighter** into one of your three dojos",
        "play_equipment": "Play **equipment** into a dojo",
        "play_combo": "Play a **combo move** on a fighter of yours",
        "play_action": "Play an **action** card",
        "activate": "Use an **action ability**",
        "activate_sensei": "as an action you may do once each round",
        "pass": "A pass is final for the round",
        "choose_card": "pay, then it is done",
        "choose_piece": "pay, then it is done",
        "choose_level": "*Active decks*",
        "choose_kind": "of its kind",
        "move": "*Switcheroo*: move a card to another dojo of yours",
        "play_shown": "declines what may be declined",
        "discard_shown": "declines what may be declined",
        "resolve_first": "you choose their order",
        "decline": "declines what may be declined",
    },
    "amiibart": {
        "play_fighter": "Play up to two **Fighters**",
        "play_spell": "Play **Spells**",
        "play_hazard": "Play **Hazards**",
        "play_stage": "Play a **Stage**",
        "attack": "**A basic attack** is free",
        "use_attack": "**A special attack** costs Energy",
        "use_power": "Use each **Active Power** once",
        "end_turn": "**End your turn.**",
        "choose": "each choice that a card asks of you",
    },
    "myacards": {
        "keep_hand": "you may show them",
        "mulligan": "shuffle them back and draw five others, once",
        "place": "place entities",
        "sacrifice": "needs so many of your own cards of its kind",
        "play": "**Dominions, events and effects** you may play",
        "begin_attacks": "Nothing is placed once you have begun to attack",
        "attack": "**Attack** one enemy entity in the same column",
        "end_turn": "discard down to eight",
        "let_pass": "or let it pass",
        "end_turn_watching": "asking to be *asked again*",
        "call_bonus": "one counts once its player has called it",
        "discard": "discard down to eight",
        "choose_piece": "A card without anything to aim at cannot be played",
        "choose_zone": "Zones are named half.row.column",
        "choose_card": "Oblivion",
    },
}
"""For each action of a game, where *How to play* says when one may take it or what it does."""

OPTIONS: Mapping[str, Mapping[str, str]] = {
    "density-deck": dict.fromkeys(
        (
            *("lives", "round_cap", "off_colour", "commons_only", "amplification_counts", "rediscard_taken"),
            "forced_fight",
        ),
        "A table may set other lives, another last round and a few finer points; the match shows what it has set",
    ),
    "amfibido": {
        "sensei": "a table may play without",
        "rules": "at a table that plays by the later manual, any number of times",
        "max_rounds": "After 16 rounds",
    },
    "amiibart": {"turn_cap": "After 100 turns", "double_loss": "a table may set sudden death instead"},
    "myacards": {
        "opening_hand": "each is dealt five cards",
        "deck_min": "has 45 to 200 cards",
        "turn_cap": "After 200 turns",
        "effect_copies": "two of each dominion, event and effect",
        "declare_bonus": "Where the table says that bonuses must be declared",
    },
}

TOLD_BEFORE_ONE_SITS_DOWN = {
    "amfibido": (
        "A sensei's ability holds for the whole match",
        "you may do once each round",
        "If there is no fighter among them you may show them",
        "Where several of your own texts come into effect at once you choose their order",
        "its combo moves are lost with it",
        "A dojo has room for one piece",
        "From round 9 on the draft is that of round 8",
        "After 16 rounds whoever has won more rounds wins",
    ),
    "density-deck": (
        "Only hands that fight are shown",
        "the hand of somebody who surrendered or was left alone",
        "the centre cards that were still face down",
        "stays hidden as long as the match goes on",
        "Once the match is over its transcript",
    ),
}


def how_to_play(game: str, language: str = "en") -> str:
    """Return it in one line, as it is read."""
    book = rule_book(GAMES[game], language)
    assert book is not None
    return re.sub(r"\s+", " ", book.how_to_play)


@pytest.mark.parametrize("game", ACTIONS)
def test_it_says_when_every_action_may_be_taken(game: str) -> None:
    shape = inspect.type_info(GAMES[game].actions)
    kinds = shape.types if isinstance(shape, inspect.UnionType) else (shape,)
    tags = {str(kind.tag) for kind in kinds if isinstance(kind, inspect.StructType)}
    assert tags - set(ACTIONS[game]) == set()
    text = how_to_play(game)
    assert [tag for tag, said in ACTIONS[game].items() if said not in text] == []


@pytest.mark.parametrize("game", OPTIONS)
def test_it_says_what_a_table_may_set(game: str) -> None:
    shape = inspect.type_info(GAMES[game].options)
    assert isinstance(shape, inspect.StructType)
    assert {field.name for field in shape.fields} == set(OPTIONS[game])
    text = how_to_play(game)
    assert [name for name, said in OPTIONS[game].items() if said not in text] == []


def test_amfibido_says_all_that_one_decides_by() -> None:
    """AF-56"""
    text = how_to_play("amfibido").replace("*", "")
    assert [said for said in TOLD_BEFORE_ONE_SITS_DOWN["amfibido"] if said not in text] == []


def test_density_deck_says_what_stays_hidden_and_what_a_transcript_opens() -> None:
    """DD-43"""
    text = how_to_play("density-deck")
    assert [said for said in TOLD_BEFORE_ONE_SITS_DOWN["density-deck"] if said not in text] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_amiibart_says_that_energy_has_a_ceiling_and_may_be_less(language: str) -> None:
    """AM-75"""
    said = {
        "en": ("less what cards have taken from your next turn", "you never have more than 10"),
        "de": ("weniger, was Karten deinem nächsten Zug genommen haben", "mehr als 10 hast du nie"),
    }
    text = how_to_play("amiibart", language)
    assert [each for each in said[language] if each not in text] == []


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.decks is not None])
def test_it_names_tables_for_owned_cards_as_the_form_does(game: str) -> None:
    """In the words in which a table is opened."""
    assert "*own cards only*, a deck may hold only copies that you own" in how_to_play(game)
    assert "*nur eigene Karten* sagt, darf ein Deck nur Stücke enthalten" in how_to_play(game, "de")


@pytest.mark.parametrize("game", ACTIONS)
def test_it_is_short(game: str) -> None:
    assert len(how_to_play(game).split()) < 1000
