"""What is printed on cards, read from the catalogues of the games."""

import msgspec
from msgspec import Raw
from quarterdeck_client.printed import Printed, book_of, name_of
from quarterdeck_games.amiibart.cards.catalogue import CARDS as AMIIBART
from quarterdeck_games.myacards.catalogue.cards import CARDS as MYACARDS


def raw(card: object) -> Raw:
    return Raw(msgspec.json.encode(card))


def test_every_card_of_amiibart_has_its_name_kind_and_text() -> None:
    book = book_of(map(raw, AMIIBART.values()))
    assert set(book) == set(AMIIBART)
    for id_, card in AMIIBART.items():
        assert (book[id_].name, book[id_].kind, book[id_].text) == (card.name, card.kind, card.text)
        assert len(book[id_].attacks) == len(card.attacks)
        assert len(book[id_].forge) == len(card.forge)


def test_a_fighter_is_told_with_its_numbers_and_a_spell_with_its_cost() -> None:
    book = book_of(map(raw, AMIIBART.values()))
    assert book["alley-cat"].line == "Assassin Beast · 300/300 · 1 star"
    assert book["knife-juggler"].attacks == ("Fan of Knives (3 Energy)",)
    assert book["trip-wire"].line == "Specialty · 2 Energy · 2 stars"
    assert (book["dusk"].line, book["bargain-of-knives"].line[:15]) == ("Primary Power · Dark", "Secondary Power")
    assert "Primary Power" in {printed.line.split(" · ")[0] for printed in book.values() if printed.kind == "power"}


def test_every_card_of_myacards_has_its_name_kind_and_text() -> None:
    book = book_of(map(raw, MYACARDS.values()))
    assert set(book) == set(MYACARDS)
    for id_, card in MYACARDS.items():
        assert (book[id_].kind, book[id_].text) == (card.kind, card.text)
        assert not card.name or book[id_].name == card.name
    lion = MYACARDS["panthera-leo"]
    assert book["panthera-leo"].line.startswith(f"Lion · active · {lion.attack}/{lion.defense}/{lion.speed} · ")


def test_a_card_that_is_in_no_book_is_called_by_its_id() -> None:
    assert name_of({}, "trip-wire") == "Trip Wire"
    assert name_of({"trip-wire": Printed(name="Tripwire")}, "trip-wire") == "Tripwire"


def test_what_a_newer_catalogue_says_beside_it_is_passed_over() -> None:
    assert book_of([Raw(b'{"id":"a-b","kind":"ghost","aura":[1],"does":[{"type":"haunt"}]}')]) == {
        "a-b": Printed(name="A B", kind="ghost", line="ghost")
    }
