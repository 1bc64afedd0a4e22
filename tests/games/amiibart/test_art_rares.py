"""An Art Rare stays what it is, wherever it is; to the rules it is its card (AM-72, S0:11, S0:13)."""

from pathlib import Path

import pytest
from games.amiibart.given import CARDS, DICE, EVERYTHING, GAME, ME, Table, fighter, side
from games.amiibart.story import tell
from msgspec.structs import replace
from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards import card_names as who
from quarterdeck_games.amiibart.cards.card import Card, Rarity, spell
from quarterdeck_games.amiibart.cards.catalogue import LAUNCH, SHIPPED
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.state import Fighter
from quarterdeck_protocol.catalogue import CardSet, Printing
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, Element, Kind, PieceId
from quarterdeck_protocol.names import GameName
from quarterdeck_server.cards.host_sets import games_with

DEPLOY = Path(__file__).parents[3] / "deploy"
PRINTED = [(printing.id, CARDS[printing.of]) for printing in EVERYTHING.printings.values()]
FIGHTERS = [(art, card) for art, card in PRINTED if card.kind is Kind.FIGHTER]


@pytest.mark.parametrize("one", EVERYTHING.sets, ids=lambda one: one.id)
def test_every_ultra_rare_has_an_art_rare_with_words_and_somebody_whose_picture_it_is(one: CardSet[Card]) -> None:
    """AM-72, S0:11"""
    ultra = [card.id for card in one.cards if card.rarity is Rarity.ULTRA_RARE]
    assert [printing.of for printing in one.printings] == ultra
    for printing in one.printings:
        assert (printing.id, printing.rarity) == (f"{printing.of}-art", "art_rare")
        assert (printing.artist, bool(printing.flavour)) == ("Quarterdeck", True)


def of(art: str, health: int) -> Fighter:
    return Fighter(piece=PieceId("x"), card=CardId(art), fresh=False, health=health)


def with_art(deck: Deck) -> Deck:
    """Return a deck in which every card that has an Art Rare is one."""
    faces = {printing.of: printing.id for printing in LAUNCH.printings}
    return Deck(cards=tuple([(faces.get(card, card), count) for card, count in deck.cards]), beside=deck.beside)


@pytest.mark.parametrize("deck", SHIPPED.decks.values(), ids=lambda deck: deck.id)
def test_a_deck_keeps_its_art_rares_in_its_list_and_its_code(deck: Deck) -> None:
    """AM-72"""
    art = with_art(deck)
    assert art.cards != deck.cards
    decks = GAME.decks
    for text in (decks.write(art), decks.code(art)):
        again = decks.read(text)
        assert (again.all_cards, sorted(again.beside)) == (art.all_cards, sorted(art.beside))
    assert list(decks.faults(art, ab.Options())) == []
    assert decks.counts(art) == decks.counts(deck)
    assert decks.code(art) != decks.code(deck)


def test_copies_are_counted_by_the_card() -> None:
    """AM-3, S0:13"""
    deck = GAME.decks.read("1 night-countess, 1 night-countess-art, 1 old-mountain, 1 old-mountain-art")
    twice = [(card, 1) for card in ("night-countess", "night-countess-art", "old-mountain", "old-mountain-art")]
    assert deck.cards == tuple(twice)
    faults = GAME.decks.faults(deck, ab.Options())
    assert "Old Mountain has 4 stars: at most 1 in a deck, not 2." in faults
    assert not any("Night Countess" in fault for fault in faults)


def test_a_hosts_ready_deck_keeps_its_art_rares() -> None:
    """AM-72: Kite festival has two Kite Keepers as they are and one as an Art Rare."""
    kites = games_with(DEPLOY / "cards")["amiibart"]
    assert kites.decks is not None
    deck = kites.decks.ready["kite-festival"]
    assert dict(deck.cards)["kite-keeper-art"] == 1
    setup = kites.setup(2, ab.Options(), [deck])
    state = kites.fold(kites.blank(setup), kites.start(kites.blank(setup), DICE))
    assert state.sides[0].library.count("kite-keeper-art") == 1


@pytest.mark.parametrize(("art", "card"), PRINTED, ids=lambda one: getattr(one, "id", one))
def test_an_art_rare_is_played_as_its_card_and_seen_as_what_it_is(art: str, card: Card) -> None:
    """AM-72: whatever follows is what would follow of its card, and every event, pile and view has its own face."""
    stories, views = [], []
    for face in (card.id, CardId(art)):
        its_own = ("pack-wolf",) if card.element is Element.ANIMAL else ()
        friends = [fighter(name, name, health=100) for name in ("spear-line", "volt-hopper", "grave-bat", *its_own)]
        mine = side(*friends, library=(face,), discarded=("alley-cat",))
        table = Table(mine, side(fighter("them", "moss-golem", attack=100), hazards=("ambush",)))
        ways = [one for one in GAME.choices(table.state, ME) if getattr(one, "card", None) == face]
        assert ways
        table.does(ways[0])
        table.names = {piece: name.replace(art, card.id) for piece, name in table.names.items()}
        stories.append([sentence for event in table.events if (sentence := tell(event, table.names)) is not None])
        views.append(repr(GAME.view(table.state, None)))
        assert face in views[-1]
        assert face in stories[-1][0]
    assert [line.replace(art, card.id) for line in stories[1]] == stories[0]
    assert views[1].replace(art, card.id) == views[0]


@pytest.mark.parametrize(("art", "card"), FIGHTERS, ids=lambda one: getattr(one, "id", one))
def test_it_is_an_art_rare_wherever_it_goes(art: str, card: Card) -> None:
    """AM-72: in play, back in the deck, discarded, recovered, and gone for good if it has Void."""
    back = Table(side(of(art, 500), library=("vanish",)), side())
    assert [one.card for one in back.state.sides[0].slots if one is not None] == [art]
    back.casts("vanish", "x", forge=0)
    assert back.state.sides[0].library == (art,)
    dead = Table(side(of(art, 100), library=("world-fire", "second-wind"), energy=10), side(fighter("a", "moss-golem")))
    dead.casts("world-fire")
    assert [event.card for event in dead.of_kind(ab.Died)] == [art]
    if ab.Keyword.VOID in card.keywords:
        assert dead.state.sides[0].removed == (art,)
    else:
        assert dead.state.sides[0].discarded == ("world-fire", art)[::-1]
        dead.casts("second-wind")
        assert dead.state.sides[0].library == (art,)


def further(card: Card) -> Catalogue:
    """The launch set, a card of a host beside it, and an Art Rare of that."""
    art = Printing(id=f"{card.id}-art", number=2, of=card.id, rarity="art_rare")
    return Catalogue(
        LAUNCH, [CardSet(game=GameName("amiibart"), id="MORE", name="More", cards=(card,), printings=(art,))]
    )


def test_a_hazard_does_not_lie_beside_its_art_rare() -> None:
    """S0:73"""
    wire = replace(SHIPPED.cards[CardId("trip-wire")], id=CardId("wire"), name="Wire", number=1)
    table = Table(side(library=("wire", "wire-art")), side(), catalogue=further(wire))
    table.does(ab.PlayHazard(card=CardId("wire-art")))
    assert table.state.sides[0].hazards == ("wire-art",)
    assert table.refuses(ab.PlayHazard(card=CardId("wire"))) == "S0:73"


def test_a_stage_gives_way_to_its_art_rare() -> None:
    """S0:82"""
    table = Table(side(library=("the-long-wall", "the-long-wall-art")), side())
    table.plays("the-long-wall")
    table.does(ab.PlayStage(card=CardId("the-long-wall-art")))
    assert table.state.sides[0].stage == "the-long-wall-art"
    assert table.state.sides[0].discarded == ("the-long-wall",)


@pytest.mark.parametrize(
    ("library", "comes"),
    [(("titan-frame-art",), "titan-frame-art"), (("titan-frame", "titan-frame-art"), "titan-frame"), ((), None)],
)
def test_anything_that_is_updated_becomes_an_art_rare_if_there_is_no_other(
    library: tuple[str, ...], comes: str | None
) -> None:
    """S0:167: the card must still be in the deck, with whichever face; its own comes before that of an Art Rare."""
    great = spell("Great Build", Element.TECH, 1, does=(do.Update(who.FRIEND, CardId("titan-frame")),))
    table = Table(side(fighter("p", "prototype"), library=("great-build", *library)), side(), catalogue=further(great))
    assert table.may_cast("great-build", "p") is (comes is not None)
    if comes is not None:
        table.casts("great-build", "p")
        assert table.in_play == [comes]
        assert comes not in table.state.sides[0].library


def test_an_art_rare_of_a_power_is_a_power() -> None:
    """AM-72, S0:25: a host may print one."""
    drill = replace(SHIPPED.cards[CardId("old-drill")], id=CardId("drill"), name="Drill", number=1)
    catalogue = further(drill)
    table = Table(side(fighter("a", "moss-golem"), powers=("drill-art",)), side(), catalogue=catalogue)
    table.invokes("drill-art", "a")
    assert table.state.sides[0].used == ("drill-art",)
    assert table.events[0].power == "drill-art"
    assert not table.may_invoke("drill-art", "a")
