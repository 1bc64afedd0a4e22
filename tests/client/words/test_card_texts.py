"""What is printed on cards, read from the catalogues of the games."""

import msgspec
from msgspec import Raw
from quarterdeck_client import RefusedError
from quarterdeck_client.words.card_texts import CardTexts, book_of, name_of, read_book
from quarterdeck_games.amiibart.cards.catalogue import CARDS as AMIIBART
from quarterdeck_games.myacards.catalogue.cards import CARDS as MYACARDS
from quarterdeck_protocol.catalogue import CardSet, Printing, RawCatalogue
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.refusals import RefusalCode

SET = CardSet(
    game=GameName("amiibart"), id="AB1", name="First set", cards=(Raw(b'{"id":"trip-wire","name":"Trip Wire"}'),)
)


async def test_all_sets_of_a_catalogue_are_in_one_book() -> None:
    async def cards(game: str) -> RawCatalogue:
        further = msgspec.structs.replace(SET, id="AB2", cards=(Raw(b'{"id":"trap","name":"Trap"}'),))
        return RawCatalogue(game=GameName(game), sets=(SET, further))

    assert await read_book(cards, "amiibart") == {
        "trip-wire": CardTexts(name="Trip Wire"),
        "trap": CardTexts(name="Trap"),
    }


async def test_another_face_of_a_card_has_its_words_and_says_which_it_is() -> None:
    """AM-72"""

    async def cards(game: str) -> RawCatalogue:
        art = (
            Printing(id="trip-wire-art", number=2, of="trip-wire", rarity="art_rare"),
            Printing(id="trip-wire-drawn", number=4, of="trip-wire", rarity="art_rare", artist="Ada"),
        )
        lost = (Printing(id="lost-art", number=3, of="lost", rarity="art_rare"),)
        return RawCatalogue(game=GameName(game), sets=(msgspec.structs.replace(SET, printings=art + lost),))

    book = await read_book(cards, "amiibart")
    called = "Trip Wire (Art Rare)"
    assert book == {
        "trip-wire": CardTexts(name="Trip Wire"),
        "trip-wire-art": CardTexts(name=called, face="Art Rare"),
        "trip-wire-drawn": CardTexts(name=called, face="Art Rare", line="picture by Ada"),
    }


async def test_a_server_without_a_catalogue_leaves_the_book_empty() -> None:
    async def none(game: str) -> RawCatalogue:
        raise RefusedError(Refused(code=RefusalCode.UNKNOWN_GAME, text=f"No cards of {game}."))

    async def newer(game: str) -> RawCatalogue:
        return RawCatalogue(game=GameName(game), sets=(msgspec.structs.replace(SET, cards=(Raw(b"[1]"),)),))

    assert await read_book(none, "amiibart") == await read_book(newer, "amiibart") == {}


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
    own = book_of([Raw(b'{"id":"ox","kind":"fighter","element":"elw","attack":1,"health":2}')])
    assert own["ox"].line == "ELW · 1/2 · 1 star", "what is not said is as usual"
    assert book["knife-juggler"].attacks == ("Fan of Knives (2 Energy)",)
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
    assert name_of({"trip-wire": CardTexts(name="Tripwire")}, "trip-wire") == "Tripwire"


def test_anything_that_a_newer_catalogue_says_beside_it_is_passed_over() -> None:
    assert book_of([Raw(b'{"id":"a-b","kind":"ghost","aura":[1],"does":[{"type":"haunt"}]}')]) == {
        "a-b": CardTexts(name="A B", kind="ghost", line="ghost")
    }
