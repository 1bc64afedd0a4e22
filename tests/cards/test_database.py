"""All cards in one place: a game of somebody else is searched like those that ship."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from quarterdeck_protocol.catalogue import CardSet, Printing, ReadyDeck, Taxon
from quarterdeck_protocol.names import GameName
from quarterdeck_server.cards.database import CARDS_A_PAGE, CardDatabase, CardQuestion, NoNumber, UnknownFacet


class Bird(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    number: int
    name: str
    text: str = ""
    wings: int = 2
    families: tuple[str, ...] = ()


BIRDS = CardSet(
    game=GameName("birds"),
    id="BI1",
    name="All birds",
    cards=(
        Bird(id="owl", number=2, name="Owl", text="It sees by night.", families=("STR",)),
        Bird(id="kiwi", number=1, name="Kiwi", wings=0, families=("APT",)),
    ),
    printings=(Printing(id="owl-art", number=3, of="owl", rarity="art_rare", artist="Ada", flavour="Hoo."),),
    decks=(ReadyDeck(id="night", name="By night", cards={"owl": 2, "owl-art": 1}),),
    taxa=(Taxon(code="STR", rank="family", name="Strigidae"), Taxon(code="APT", rank="family", name="Apterygidae")),
)


def database(*sets: CardSet[Any]) -> CardDatabase:
    game: Any = SimpleNamespace(name="birds", card_sets=sets)
    return CardDatabase([game])


def found(said: str = "", **facets: str) -> list[str]:
    page = database(BIRDS).search(CardQuestion(said, facets={name: [value] for name, value in facets.items()}))
    return [msgspec.json.decode(each.card)["id"] for each in page.cards]


def test_a_game_that_nobody_here_knows_is_searched_by_all_that_its_cards_have() -> None:
    assert found() == ["kiwi", "owl"]
    assert found("NIGHT sees") == found("strig") == found("hoo") == found("ada") == ["owl"]
    assert found("by night owls") == found("wl") == []
    assert found(wings="1..") == found(artist="ada") == found(rarity="art_rare") == found(deck="by NIGHT") == ["owl"]
    assert found(taxon="Apterygidae") == found(taxon="apt") == found(number="1") == ["kiwi"]
    assert found(set="BI1") == found(set="all birds") == ["kiwi", "owl"]


def test_its_facets_tell_what_can_be_asked_and_how_often_it_is_found() -> None:
    facets = {facet.name: facet for facet in database(BIRDS).search(CardQuestion()).facets}
    assert list(facets) == ["artist", "deck", "number", "rarity", "set", "taxon", "wings"]
    assert (facets["wings"].least, facets["wings"].most, facets["wings"].words) == (0, 2, ())
    told = [(word.value, word.name, word.cards) for word in facets["taxon"].words]
    assert told == [("APT", "Apterygidae", 1), ("STR", "Strigidae", 1)]
    only = database(BIRDS).search(CardQuestion("owl")).facets
    assert [(word.value, word.cards) for facet in only if facet.name == "taxon" for word in facet.words] == [("STR", 1)]


def test_copies_in_a_deck_are_counted_whichever_face_they_have() -> None:
    (owl,) = database(BIRDS).search(CardQuestion("owl")).cards
    assert [(deck.name, deck.copies) for deck in owl.decks] == [("By night", 3)]
    assert [face.id for face in owl.printings] == ["owl-art"]


def test_a_facet_that_there_is_not_and_a_number_that_is_none_are_refused() -> None:
    with pytest.raises(UnknownFacet) as unknown:
        found(families="STR")
    assert unknown.value.right == ("artist", "deck", "number", "rarity", "set", "taxon", "wings")
    with pytest.raises(NoNumber, match="wings"):
        found(wings="many")


def test_pages_are_pieces_of_one_order() -> None:
    many = tuple(Bird(id=f"b{n}", number=n, name=f"Bird {n}") for n in range(CARDS_A_PAGE + 1, 0, -1))
    whole = database(msgspec.structs.replace(BIRDS, cards=many, printings=(), decks=()))
    pages = [whole.search(CardQuestion(page=page)) for page in (1, 2, 3)]
    numbers = [[msgspec.json.decode(each.card)["number"] for each in page.cards] for page in pages]
    assert numbers == [list(range(1, CARDS_A_PAGE + 1)), [CARDS_A_PAGE + 1], []]
    assert {(page.total, page.pages) for page in pages} == {(CARDS_A_PAGE + 1, 2)}
    assert pages[0].facets == pages[2].facets


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Mentha × piperita", ["Mentha × piperita", "mentha x piperita", "mentha piperita"]),
        ("×Cuprocyparis leylandii", ["×Cuprocyparis", "x cuprocyparis", "Cuprocyparis leylandii"]),
        ("Père David’s deer", ["Père David’s deer", "Pere David's deer", "pe\u0300re david", "pere davids", "david's"]),
        ("Flabe\u0301be\u0301", ["Flabébé", "flabebe", "Flabe\u0301be\u0301"]),
        ("Nidoran♀ ★", ["Nidoran♀", "nidoran", "★"]),
        ("猫カード", ["猫", "カード", "ｶｰﾄﾞ"]),
        ("ＮＥＫＯ", ["neko", "Neko", "ＮＥＫＯ"]),
        ("דּוֹב (1)", ["דוב", "דוב 1"]),
        ("Löwe", ["löwe", "lowe", "LOEWE"]),
        ("Cæsar", ["caesar", "cæsar"]),
    ],
)
def test_a_card_is_found_however_somebody_types_its_name(name: str, typed: list[str]) -> None:
    cards = (Bird(id="it", number=1, name=name), Bird(id="other", number=2, name="Dog and owl"))
    whole = database(msgspec.structs.replace(BIRDS, cards=cards, printings=(), decks=(), taxa=()))
    found = {
        text: [msgspec.json.decode(each.card)["id"] for each in whole.search(CardQuestion(text)).cards]
        for text in typed
    }
    assert found == {text: ["it"] for text in typed}


def test_a_facet_is_asked_for_however_somebody_types_its_value() -> None:
    cards = (Bird(id="it", number=1, name="It", families=("Bärenvögel",)), Bird(id="other", number=2, name="Other"))
    taxa = (Taxon(code="Bärenvögel", rank="family", name="Père’s bears"),)
    whole = database(msgspec.structs.replace(BIRDS, cards=cards, printings=(), decks=(), taxa=taxa))
    for typed in ("Bärenvögel", "baerenvoegel", "BARENVOGEL", "Ba\u0308renvo\u0308gel", "pere's  bears", "PÈRES BEARS"):
        page = whole.search(CardQuestion(facets={"taxon": [typed]}))
        assert [msgspec.json.decode(each.card)["id"] for each in page.cards] == ["it"], typed
