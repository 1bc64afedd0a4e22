"""The decks of one account: how many, and how much room they have."""

import pytest
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.decks import MOST_BYTES, DeckRecord, DecksRecord, with_deck


def test_all_of_them_together_have_their_room() -> None:
    long = Deck(cards=tuple((f"{number:060}", 1) for number in range(MOST_BYTES // 200)))
    decks = DecksRecord()
    decks = with_deck(decks, record("first", long))
    decks = with_deck(decks, record("second", long))
    with pytest.raises(CommandRefused) as refused:
        with_deck(decks, record("third", long))
    assert (refused.value.code, refused.value.where) == (RefusalCode.TOO_MANY_KEPT, "$.deck")
    assert len(with_deck(decks, record("second", Deck(cards=()))).decks) == 2


def record(name: str, deck: Deck) -> DeckRecord:
    return DeckRecord(game=GameName("amiibart"), name=name, deck=deck, kept_at=Milliseconds(0))
