"""The terminal client says for whom the server plays, and how long they have to be back."""

from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_client.terminal.screens.match import away_in_words
from quarterdeck_protocol.messages import Away, RawUpdate
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Seat, Version

PHRASING = PhraseBook(Phrases(), ["Ada", "Bo", "Cy"])
UPDATE = RawUpdate(
    match=MatchId("m"),
    game=GameName("myacards"),
    version=Version(1),
    since=Version(0),
    at=Milliseconds(0),
    now=Milliseconds(1_000),
    seat=Seat(0),
    players=(),
    waiting=(),
    link="",
    result=None,
    events=(),
    view=Raw(b"{}"),
    choices=(),
)


def test_each_absent_player_is_named_with_the_seconds_that_are_left() -> None:
    away = Away(seat=Seat(1), back_by=Milliseconds(61_500)), Away(seat=Seat(2), back_by=None)
    assert away_in_words(UPDATE, PHRASING) == ""
    assert away_in_words(replace(UPDATE, away=away), PHRASING) == "Bo is away: 60 s to be back. Cy is away."
