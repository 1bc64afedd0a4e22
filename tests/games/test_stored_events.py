"""Which events a game stores, and which it publishes."""

from typing import Any, get_args

import msgspec
import pytest
from quarterdeck_games import GAMES
from quarterdeck_games.amfibido.effects import AskedInFull as AmfibidoAsked
from quarterdeck_games.amiibart.effects import AskedInFull as AmiibartAsked
from quarterdeck_games.stored_events import stored_events
from quarterdeck_protocol.games import amfibido, amiibart


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    count: int


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    about: str


class AskedInFull(Asked, frozen=True, tag="asked"):
    then: tuple[str, ...] = ()


def test_an_event_that_is_stored_in_full_stands_in_the_place_of_what_is_published_of_it() -> None:
    assert get_args(stored_events(Drew | Asked, AskedInFull)) == (Drew, AskedInFull)
    stored = msgspec.json.encode(AskedInFull(about="hope", then=("draw",)))
    assert msgspec.json.decode(stored, type=stored_events(Drew | Asked, AskedInFull)).then == ("draw",)


@pytest.mark.parametrize(
    ("name", "published", "in_full"),
    [("amfibido", amfibido.Asked, AmfibidoAsked), ("amiibart", amiibart.Asked, AmiibartAsked)],
)
def test_a_question_is_stored_with_all_that_comes_after_it_and_published_without(
    name: str, published: Any, in_full: Any
) -> None:
    game = GAMES[name]
    stored, public = get_args(game.events), get_args(game.published_events)
    assert (in_full in stored, published in stored) == (True, False)
    assert (in_full in public, published in public) == (False, True)
    assert set(stored) - {in_full} == set(public) - {published}
