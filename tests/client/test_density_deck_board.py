"""What is said at the table of Density Deck before somebody gives a deal, or all, away."""

import msgspec
import pytest
from msgspec import Raw
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_client.terminal.games.density_deck.board import DensityDeckBoard
from quarterdeck_games.density_deck.phrases import PHRASES
from quarterdeck_games.density_deck.rules import DensityDeck
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player

GAME = DensityDeck()
PHRASING = PhraseBook(msgspec.convert(msgspec.to_builtins(PHRASES), Phrases), ["Ada", "Bo"])


@pytest.mark.parametrize(
    ("lives", "said"),
    [
        (1, "Surrender this deal for 1? You have no life left then, and lose the match."),
        (2, "Surrender this deal for 1? You are out of this deal then."),
    ],
)
def test_a_player_who_would_lose_the_match_by_a_surrender_is_told_so(lives: int, said: str) -> None:
    """S2:29, S2:32: it costs a life in round 1, and who has no other is out."""
    state = GAME.blank(GAME.setup(2, dd.Options(lives=lives)))
    state = GAME.fold(state, GAME.start(state, Dice(b"", Version(1))))
    (seat,) = [seat for seat in (Seat(0), Seat(1)) if GAME.choices(state, seat)]
    update = RawUpdate(
        match=MatchId("m"),
        game=GameName("density-deck"),
        version=Version(1),
        since=Version(0),
        at=Milliseconds(0),
        now=Milliseconds(0),
        seat=seat,
        players=tuple(Player(id=PlayerId(name), name=name) for name in ("Ada", "Bo")),
        waiting=(),
        link="",
        result=None,
        events=(),
        view=Raw(msgspec.json.encode(GAME.view(state, seat))),
        choices=tuple(Raw(msgspec.json.encode(action)) for action in GAME.choices(state, seat)),
    )
    (surrender,) = [offer for offer in DensityDeckBoard().offers(update, PHRASING) if offer.key == "x"]
    assert surrender.so_far == said
