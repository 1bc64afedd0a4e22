"""Labels of choices fit into Discord's limits in every position of every game, and lead back to their choice."""

from random import Random

import msgspec
import pytest
from games.worlds import WORLDS
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Seat
from quarterdeck_server.cards.rule_books import phrases_of
from quarterdeck_server.translations import LANGUAGES
from quarterdeck_server.web.discord.labels import chosen, labelled, number_of_pages, page_of
from quarterdeck_server.web.discord.view_texts import LEFT_OUT, TITLES
from quarterdeck_testing.profiles import CHOSEN
from two_worlds import moments, some_course

MATCHES = {"long": 60, "soak": 60}.get(CHOSEN, 1)
EMPTY: tuple[object, ...] = (None, [], {}, "")
NAMES = ("Ada", "W" * 32, "𝔄" * 32, "Dan")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.listed and name in WORLDS])
def test_labels_are_different_short_and_lead_back_to_their_choice(game: str, language: str) -> None:
    rules = GAMES[game]
    phrases = msgspec.convert(msgspec.to_builtins(phrases_of(rules, language)), Phrases)
    positions = pages = 0
    for number in range(MATCHES):
        course = some_course(game, 24, Random(number))
        for moment in moments(course):
            for seat in map(Seat, range(course.setup.seats)):
                view = msgspec.to_builtins(rules.view(moment.state, seat))
                offered = [msgspec.to_builtins(choice) for choice in rules.choices(moment.state, seat)]
                found = labelled(offered, PhraseBook(phrases, NAMES).at(view))
                labels = [each.label for each in found]
                assert len(set(labels)) == len(labels) == len({each.value for each in found})
                assert all(0 < len(label.encode("utf-16-le")) <= 160 for label in labels)
                assert [chosen(found, each.value) for each in found] == list(found)
                shown = [each for page in range(number_of_pages(found)) for each in page_of(found, page)]
                assert shown == list(found)
                assert chosen(found, "0.deadbeef") is None
                positions, pages = positions + 1, max(pages, number_of_pages(found))
    assert positions >= 48 * MATCHES
    assert pages >= 1


def test_a_choice_that_leaves_a_field_open_is_shown_as_complete_actions() -> None:
    book = PhraseBook(Phrases(actions={"play": "Play {card}"}), ())
    found = labelled([{"type": "play", "card": ["x", "y"], "one_of": "card"}], book)
    assert [(each.label, each.action) for each in found] == [
        ("Play x", {"type": "play", "card": ["x"]}),
        ("Play y", {"type": "play", "card": ["y"]}),
    ]


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.listed and name in WORLDS])
def test_every_field_of_a_view_that_is_shown_has_a_title_in_the_language_of_the_channel(game: str) -> None:
    course = some_course(game, 24, Random(1))
    for moment in moments(course):
        for viewer in (Seat(0), None):
            view = msgspec.to_builtins(GAMES[game].view(moment.state, viewer))
            for part in (view, *view.get("seats", ())):
                shown = {name for name, value in part.items() if not isinstance(value, bool) and value not in EMPTY}
                assert shown <= LEFT_OUT | TITLES.keys()
