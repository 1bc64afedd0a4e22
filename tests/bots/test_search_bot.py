"""The levels of the search bots as a table knows them: on offer where bots search, and for games that can be."""

import pytest
from games.amfibido.given import A, given
from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Version
from quarterdeck_server.bots.roster import TITLES, bots_for, bots_of, default_of, titled
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.evaluation.matches import update_for

ALL = {name: world.game for name, world in WORLDS.items()}


@pytest.mark.parametrize("name", ALL)
def test_a_level_is_on_offer_where_bots_search_for_games_that_can_be_played_ahead(name: str) -> None:
    simple = bots_of(bots_for(ALL), name)
    levels = tuple(LEVELS) if ALL[name].simulator is not None else ()
    assert bots_of(bots_for(ALL, are_searching=True), name) == (*simple, *levels)
    assert default_of(bots_for(ALL), name) == simple[-1]
    assert default_of(bots_for(ALL, are_searching=True), name) == ("club" if levels else simple[-1])


def test_where_nobody_searches_a_seated_one_plays_as_the_greedy_bot_does() -> None:
    update = update_for(GAMES["amfibido"], given({1: "caiman"}).state, A, 2, Version(1))
    for level in LEVELS:
        assert bots_for(GAMES)[level].choose(update) in update.choices


def test_each_has_a_title_and_says_what_it_is_like() -> None:
    assert list(TITLES) == list(bots_for(GAMES))
    assert all(titled(bot).description for bot in TITLES)
