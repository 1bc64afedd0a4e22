"""The catalogue: how many cards of each kind, what they cost, and where their names come from."""

from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import get_args

import pytest
import quarterdeck_games.myacards.catalogue as catalogue
from quarterdeck_games.myacards.catalogue.actives import ACTIVES, points
from quarterdeck_games.myacards.catalogue.cards import ALL_CARDS, CARDS, FACES
from quarterdeck_games.myacards.catalogue.decks import ARK, READY, faults_of
from quarterdeck_games.myacards.catalogue.lineages import LINEAGES, RANKS, TAXA
from quarterdeck_games.myacards.catalogue.rarities import rarity_of
from quarterdeck_games.myacards.catalogue.supports import SUPPORTS
from quarterdeck_games.myacards.effects import (
    Aura,
    Bars,
    Cancels,
    Card,
    Chosen,
    Crowns,
    Deed,
    Draw,
    DrawsMore,
    Eases,
    Every,
    Guards,
    LargerHand,
    Law,
    Mill,
    Rarity,
    Reach,
    Recover,
    Reverses,
    SeeHand,
    Swift,
    TakeFromHand,
    TheyDiscard,
    Unordered,
    Who,
    Withstands,
)
from quarterdeck_protocol.games.myacards import CardId, Kind, Options

TERRAINS = {
    *("forest", "grassland", "desert", "mountain", "tundra", "river", "coast", "reef", "deep-sea", "cave", "sky"),
    "settlement",
}


def test_there_are_as_many_cards_of_each_kind_as_the_rulings_ask_for() -> None:
    """S4:15 to S4:23: five kinds, Juniors and figures among them."""
    kinds = Counter(card.kind for card in ALL_CARDS)
    assert len(ALL_CARDS) == len(CARDS) == len(FACES) >= 150
    assert kinds[Kind.ACTIVE] >= 80
    assert kinds[Kind.SUPPORT] >= 24
    assert kinds[Kind.DOMINION] >= 14
    assert kinds[Kind.EVENT] >= 16
    assert kinds[Kind.EFFECT] >= 16
    assert sum(bool(card.junior_of) for card in ACTIVES) >= 16
    figures = [card for card in SUPPORTS if not card.sets]
    assert len(figures) >= 6
    assert all(card.name.startswith("The ") and not card.english and not card.affinities for card in figures)


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.id)
def test_every_card_prints_what_its_kind_has(card: Card) -> None:
    """S4:16, S4:17, S4:18, S4:19, S4:20, S4:21, S4:22, S4:23, S4:92: statistics, classification, Senior, what lasts."""
    face = FACES[CardId(card.id)]
    assert face.kind is card.kind
    assert (face.stats is not None) is (card.kind is Kind.ACTIVE)
    assert bool(face.junior_of) is bool(card.junior_of)
    assert not face.junior_of or card.kind is Kind.ACTIVE
    assert bool(face.sets) is (card.is_entity and not card.name.startswith("The "))
    assert bool(face.affinities) is bool(face.sets)
    match card.kind:
        case Kind.ACTIVE:
            assert face.text == ""
        case Kind.SUPPORT:
            assert card.laws
            assert not card.does
        case Kind.DOMINION:
            assert face.lasting
            assert not card.does
        case _:
            assert face.lasting is bool(card.laws)
            assert bool(card.does) is not bool(card.laws)


STATISTICS = (Aura, Cancels, Crowns)
"""Laws that change statistics: bonuses are statistics, whoever gives or takes them."""

NUMBERS = (Bars, Eases, Guards, Withstands)
"""Laws on how many entities there are: who may be placed, what that costs, and who may be removed (MY-69)."""


def _concerns_active_cards(law: Law) -> bool:
    """True if a law changes what active cards are worth, may do, or meet (MY-69)."""
    match law:
        case Aura() | Guards() | Swift():
            return Kind.ACTIVE in law.who.kinds
        case Cancels() | Crowns() | Bars() | Eases() | Reverses() | Unordered():
            return True
        case Withstands() | LargerHand() | DrawsMore():
            return False


def _is_about_itself(law: Law) -> bool:
    """True if a law concerns the support card alone that says so: there is one in a column of a half."""
    match law:
        case Guards() | Withstands():
            return law.who == Who(kinds=(Kind.SUPPORT,), reach=Reach.COLUMN)
        case _:
            return False


def _is_on_entities(law: Law) -> bool:
    who = getattr(law, "who", Who())
    return set(who.kinds) <= {Kind.ACTIVE, Kind.SUPPORT}


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card.kind is Kind.SUPPORT], ids=lambda card: card.id)
def test_support_cards_serve_active_cards(card: Card) -> None:
    """S4:19, S4:38, MY-69: each of their laws, but for what a card says of itself."""
    others = [law for law in card.laws if not _is_about_itself(law)]
    assert others
    assert all(map(_concerns_active_cards, others))


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card.kind is Kind.DOMINION], ids=lambda card: card.id)
def test_dominions_change_statistics_of_entities_or_how_many_there_are(card: Card) -> None:
    """S4:21, S4:41, MY-69"""
    assert all(isinstance(law, STATISTICS + NUMBERS) and _is_on_entities(law) for law in card.laws)


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card.kind is Kind.EVENT], ids=lambda card: card.id)
def test_events_change_or_remove_cards_on_the_field(card: Card) -> None:
    """S4:22, S4:40: no hand, no deck, and nothing that a player can do."""
    assert all(isinstance(deed, Chosen | Every) for deed in card.does)
    assert all(isinstance(law, STATISTICS) and _is_on_entities(law) for law in card.laws)


def test_anything_that_a_player_can_do_is_changed_by_effects_alone() -> None:
    """S4:23, S4:39: drawing, hands, decks, Oblivion and the order of attacks."""
    for_players = (Draw, TheyDiscard, TakeFromHand, SeeHand, Recover, Mill, LargerHand, DrawsMore, Reverses, Unordered)
    kinds = {
        type(word): {
            card.kind for card in ALL_CARDS if any(type(each) is type(word) for each in (*card.does, *card.laws))
        }
        for card in ALL_CARDS
        for word in (*card.does, *card.laws)
    }
    assert {word: kinds[word] for word in for_players} == {word: {Kind.EFFECT} for word in for_players}
    assert set(kinds) == {*get_args(Deed), *get_args(Law)}, "and every word of the cards is used by one"


@pytest.mark.parametrize("card", ACTIVES, ids=lambda card: card.id)
def test_every_active_card_keeps_the_formula(card: Card) -> None:
    """12 points, 4 for each sacrifice, 2 for a Junior; each statistic from 0 to 12."""
    assert card.attack + card.defense + card.speed == points(card)
    assert all(0 <= each <= 12 for each in (card.attack, card.defense, card.speed))
    assert 0 <= card.sacrifices <= 3


@pytest.mark.parametrize("card", [card for card in ALL_CARDS if card.sets], ids=lambda card: card.id)
def test_every_species_has_the_lineage_of_its_genus_and_lives_somewhere(card: Card) -> None:
    """S4:27, S4:29, S4:44: from one to nine sets, the broadest first, the genus last, set 5 the order."""
    genus, species = card.name.split()
    assert card.sets == LINEAGES[genus]
    assert 1 <= len(card.sets) <= 9
    ranks = [TAXA[code][0] for code in card.sets]
    assert ranks == sorted(ranks, key=RANKS.index)
    assert ranks[:5] == ["domain", "kingdom", "phylum", "class", "order"]
    assert TAXA[card.sets[-1]] == ("genus", genus)
    assert species == species.lower()
    assert card.affinities
    assert set(card.affinities) <= TERRAINS
    assert card.english


def test_the_table_of_codes_gives_each_taxon_one_code_of_three_letters() -> None:
    """S4:27: unique codes, and none that nobody uses."""
    assert all(len(code) == 3 and code.isupper() and code.isascii() for code in TAXA)
    assert len(set(TAXA.values())) == len(TAXA)
    assert {code for sets in LINEAGES.values() for code in sets} == set(TAXA)
    assert {card.name.split()[0] for card in ALL_CARDS if card.sets} == set(LINEAGES)


def test_a_taxon_stands_under_the_same_taxa_wherever_it_is_named() -> None:
    """A lineage is a path in one tree: one parent for every taxon, and each rank once on the way down."""
    above: dict[str, tuple[str, ...]] = {}
    for sets in LINEAGES.values():
        ranks = [TAXA[code][0] for code in sets]
        assert len(set(ranks)) == len(ranks)
        for depth, code in enumerate(sets):
            assert above.setdefault(code, sets[:depth]) == sets[:depth]
    assert {code for code, path in above.items() if not path} == {"EUK", "BAC"}


ENDINGS = {
    ("animals", "family"): "idae",
    ("animals", "subfamily"): "inae",
    ("animals", "tribe"): "ini",
    ("others", "order"): "ales",
    ("others", "family"): "aceae",
    ("others", "subfamily"): "oideae",
    ("others", "tribe"): "eae",
}
"""What the codes of nomenclature ask of a name of each rank."""


@pytest.mark.parametrize("genus", list(LINEAGES))
def test_names_end_as_the_codes_of_nomenclature_ask(genus: str) -> None:
    """A family of animals ends in -idae, one of plants, fungi, algae or bacteria in -aceae, and so on."""
    kin = "animals" if "ANI" in LINEAGES[genus] else "others"
    for code in LINEAGES[genus]:
        rank, name = TAXA[code]
        assert name.endswith(ENDINGS.get((kin, rank), ""))
        assert name == name.capitalize()


def test_every_card_is_as_rare_as_the_rule_of_the_catalogue_says() -> None:
    """MY-68: by what it asks and how far it reaches; the read-me says how many there are of each."""
    rarities = {card.id: card.rarity for card in ALL_CARDS}
    assert rarities == {card.id: rarity_of(card) for card in ALL_CARDS}
    assert rarities == {
        card.id: rarity for card, rarity in zip(ALL_CARDS, map(_rarity_by_text, ALL_CARDS), strict=True)
    }
    counted = Counter(rarities.values())
    assert [counted[rarity] for rarity in Rarity] == [74, 70, 21]
    readme = (Path(next(iter(catalogue.__path__))) / "README.md").read_text("utf-8")
    assert "| cards | 74 | 70 | 21 |" in readme


def _rarity_by_text(card: Card) -> Rarity:
    """Return how rare a card is by the read-me's table, from what people read on it."""
    if card.is_entity:
        at_least = Rarity.RARE if card.text.startswith("Junior of") or card.name.startswith("The ") else Rarity.COMMON
        return (at_least, Rarity.RARE, Rarity.ULTRA_RARE, Rarity.ULTRA_RARE)[card.sacrifices]
    text = card.text
    if card.kind is Kind.DOMINION:
        is_plain = all(sentence.rpartition(" have ")[1] for sentence in text.split(".") if sentence)
        return Rarity.RARE if is_plain else Rarity.ULTRA_RARE
    if text.startswith("Remove") or "discard a card of it" in text:
        return Rarity.ULTRA_RARE
    reaches = (
        "All ",
        "hand, then",
        "Draw",
        "turns long",
        "For good, you",
        "opponent discards",
        "top three",
        "your Oblivion into",
    )
    return Rarity.RARE if any(words in text for words in reaches) else Rarity.COMMON


def test_every_bonus_is_within_reach() -> None:
    """S4:59, S4:60: eight genera with two species, six orders with three."""
    genera = Counter(card.sets for card in ACTIVES)
    orders = Counter(card.sets[4] for card in ACTIVES)
    assert sum(count >= 2 for count in genera.values()) >= 8
    assert sum(count >= 3 for count in orders.values()) >= 6


def test_every_junior_names_a_senior_that_needs_no_other() -> None:
    """S4:18: an active card."""
    for card in ACTIVES:
        if card.junior_of:
            assert CARDS[card.junior_of].kind is Kind.ACTIVE
            assert CARDS[card.junior_of].junior_of in ("", None)


def test_every_card_that_is_no_plain_entity_says_what_it_does() -> None:
    for card in ALL_CARDS:
        assert (card.kind is Kind.ACTIVE) is not bool(card.does or card.laws)
        assert card.kind is Kind.ACTIVE or card.text
        assert card.turns is None or card.laws


@pytest.mark.parametrize("name", READY)
def test_every_ready_deck_may_be_played(name: str) -> None:
    """S4:67, S4:74: fifty cards; the ark has two hundred."""
    deck = READY[name]
    assert list(faults_of(deck, Options(deck_min=50))) == []
    assert deck.count == (200 if deck is ARK else 50)
    for junior in {card for card in deck.all_cards if CARDS[card].junior_of}:
        assert CARDS[junior].junior_of in deck.all_cards, f"{junior} can never be placed"


def test_every_card_stands_in_a_ready_deck_of_fifty() -> None:
    """So each is measured; the ark is not."""
    assert {card for deck in READY.values() if deck is not ARK for card in deck.all_cards} == set(CARDS)


def test_the_readme_names_the_source_of_the_taxonomy_and_the_formula() -> None:
    folder = Path(next(iter(catalogue.__path__)))
    text = (folder / "README.md").read_text("utf-8")
    for word in ("NCBI Taxonomy", "12 + 4", "lineages.py"):
        assert word in text


def test_names_of_cards_are_unique() -> None:
    """MY-18: the same card is the same name."""
    names = sorted(card.name for card in ALL_CARDS)
    assert [name for name, same in groupby(names) if len(list(same)) > 1] == []
