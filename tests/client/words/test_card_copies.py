"""All cards of a game beside what one owns, and which of them are looked for."""

import msgspec
from quarterdeck_client.words.card_copies import CardCopies, CopiesFilter, Held, book_or_nothing, copies_of
from quarterdeck_protocol.catalogue import CardSet, Printing, RawCatalogue
from quarterdeck_protocol.lobby.collection.owned_copies import OwnedCopies
from quarterdeck_protocol.names import Count, GameName

GAME = GameName("amiibart")


def raw(**fields: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(fields))


def owned(card: str, count: int, free: int | None = None, game: str = GAME) -> OwnedCopies:
    return OwnedCopies(game=GameName(game), card=card, count=Count(count), free=Count(count if free is None else free))


CATALOGUE = RawCatalogue(
    game=GAME,
    sets=(
        CardSet(
            game=GAME,
            id="AB1",
            name="Launch set",
            cards=(
                raw(
                    id="bat", number=1, name="Grave Bat", kind="fighter", text="Lifesteal.", element="dark", health=400
                ),
                raw(id="deluge", number=3, name="Deluge", kind="spell", rarity="ultra_rare", text="Bind each Fighter."),
                raw(id="shield", number=4, name="Shield", kind="power"),
                raw(id="imp", number=5, name="Imp", kind="token"),
            ),
            printings=(Printing(id="deluge-art", number=2, of="deluge", rarity="art_rare", artist="Quarterdeck"),),
        ),
    ),
)
COPIES = copies_of(CATALOGUE, [owned("bat", 3, 1), owned("gone-card", 2), owned("lion", 4, game="myacards")])


def names(copies: tuple[CardCopies, ...]) -> list[str]:
    return [each.name for each in copies]


def test_cards_and_faces_stand_in_the_order_of_their_numbers_and_what_is_listed_no_more_at_the_end() -> None:
    assert names(COPIES) == ["Grave Bat", "Deluge (Art Rare)", "Deluge", "Gone Card"]
    assert [(each.set, each.number, each.rarity) for each in COPIES] == [
        ("AB1", 1, "common"),
        ("AB1", 2, "art_rare"),
        ("AB1", 3, "ultra_rare"),
        ("", 0, ""),
    ]
    assert [(each.count, each.free) for each in COPIES] == [(3, 1), (0, 0), (0, 0), (2, 2)]
    assert [each.is_other_face for each in COPIES] == [False, True, False, False]


def test_all_that_is_looked_for_has_to_apply() -> None:
    def found(**wanted: object) -> list[str]:
        return names(tuple(filter(CopiesFilter(**wanted).finds, COPIES)))  # type: ignore[arg-type]  # each is of its field

    assert found() == names(COPIES)
    assert found(words="LIFE bat") == ["Grave Bat"]
    assert found(words="fighter") == ["Deluge (Art Rare)", "Deluge"]
    assert found(rarity="ultra_rare") == ["Deluge"]
    assert found(set="AB1", held=Held.OWNED) == ["Grave Bat"]
    assert found(held=Held.MISSING) == ["Deluge (Art Rare)", "Deluge"]
    assert found(held=Held.OWNED, words="deluge") == []


def test_cards_in_a_shape_that_is_not_known_are_counted_by_their_ids() -> None:
    newer = msgspec.structs.replace(
        CATALOGUE, sets=(msgspec.structs.replace(CATALOGUE.sets[0], cards=(raw(id="bat", stars="many"),)),)
    )
    assert book_or_nothing(newer) == {}
    assert names(copies_of(newer, [owned("bat", 1)])) == ["Bat", "Deluge Art"]
