"""All cards of Amfibido as data, for the catalogue."""

from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games.amfibido import PrintedCard
from quarterdeck_protocol.names import GameName

from quarterdeck_games.amfibido.cards.copies import CARDS, FACES, copies

BOX: CardSet[PrintedCard] = CardSet(
    game=GameName("amfibido"),
    id="AF1",
    name="Amfibido",
    cards=tuple(
        [
            PrintedCard(
                id=card.id,
                number=number,
                name=card.name,
                kind=card.kind,
                level=card.level,
                species=card.species,
                power=FACES[card.id].power,
                text=card.text,
                copies=copies(card) if card.level else 1,
            )
            for number, card in enumerate(CARDS.values(), 1)
        ]
    ),
)
"""Every card and sensei, level by level."""
