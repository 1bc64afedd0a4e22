"""Every game as an environment: PettingZoo's own tests, and what they do not ask."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import asdict
from pettingzoo.test import api_test, seed_test
from quarterdeck_games import GAMES
from quarterdeck_games.research import MatchEnvironment, TooManyChoices, env, raw_env

CYCLES = 60

# It says so of every environment whose observation is more than one array: an action mask makes it more.
MORE_THAN_ONE_ARRAY = (
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


def _played(table: MatchEnvironment, seed: int, most: int = 10_000) -> list[tuple[str, bytes]]:
    """Play at random, and return who was asked, and what they saw."""
    chance = np.random.default_rng(seed)
    table.reset(seed=seed)
    seen: list[tuple[str, bytes]] = []
    while not table.terminations[table.agent_selection] and len(seen) < most:
        observation = table.observe(table.agent_selection)
        seen.append((table.agent_selection, observation["observation"].tobytes()))
        table.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return seen


@pytest.mark.filterwarnings(*MORE_THAN_ONE_ARRAY)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("make", [env, raw_env])
def test_it_passes_the_tests_of_pettingzoo(game: str, make: Any) -> None:
    api_test(make(game), num_cycles=CYCLES)
    seed_test(lambda: make(game), num_cycles=CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_a_match(game: str) -> None:
    table = raw_env(game)
    first, again, other = _played(table, 1, 40), _played(raw_env(game), 1, 40), _played(table, 2, 40)
    assert first == again
    assert game == "tiny" or first != other  # in which nothing is drawn but who begins


def test_without_a_seed_the_next_cards_are_dealt() -> None:
    table = raw_env("density-deck")
    table.reset(seed=1)
    first = table.view("seat_0")
    table.reset()
    second = table.view("seat_0")
    table.reset(seed=1)
    assert (table.view("seat_0"), first != second) == (first, True)


@pytest.mark.parametrize(("game", "seats"), [("amfibido", 2), ("density-deck", 4)])
def test_rewards_come_with_the_end_and_add_up_to_nothing(game: str, seats: int) -> None:
    table = raw_env(game, seats=seats)
    _played(table, 3)
    result = table.game.result(table._state)
    assert result is not None
    assert all(table.terminations.values())
    assert sum(table.rewards.values()) == pytest.approx(0)
    assert max(table.rewards.values()) == table.rewards[f"seat_{result.places.index(1)}"] == 1


def test_an_agent_sees_its_own_hand_and_nobody_elses() -> None:
    table = raw_env("density-deck", seats=2)
    table.reset(seed=1)
    hands = [asdict(table.view(agent))["hand"] for agent in table.agents]
    assert hands[0] != hands[1]
    assert table.view("seat_0") == table.game.view(table._state, table._seat_of["seat_0"])


def test_a_player_who_is_not_asked_has_no_choices() -> None:
    table = raw_env("amfibido")
    table.reset(seed=1)
    asked, other = sorted(table.agents, key=lambda agent: agent != table.agent_selection)
    assert table.observe(asked)["action_mask"].sum() == len(table.choices(asked)) > 0
    assert table.observe(other)["action_mask"].sum() == len(table.choices(other)) == 0


def test_the_nth_action_is_the_nth_choice() -> None:
    table = raw_env("density-deck", seats=2)
    table.reset(seed=1)
    agent = table.agent_selection
    number = next(each for each, choice in enumerate(table.choices(agent)) if type(choice).__name__ == "Surrender")
    assert table.view(agent).deal == 1
    table.step(number)
    assert table.view(agent).deal == 2  # between two, who surrenders ends it


def test_anything_that_is_not_on_offer_changes_nothing() -> None:
    table = raw_env("amfibido")
    table.reset(seed=1)
    before, agent = table._state, table.agent_selection
    for action in (len(table.choices(agent)), -1, None):
        with pytest.raises(ValueError, match=f"{agent} has .* choices, so action {action} does not exist"):
            table.step(action)
    assert (table._state, table.agent_selection) == (before, agent)


def test_an_action_that_is_not_on_offer_loses_where_it_is_watched() -> None:
    table = env("amfibido")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(500)
    assert table.unwrapped.terminations[agent]
    assert table.unwrapped.rewards[agent] == -1


def test_more_choices_than_actions_are_said() -> None:
    table = raw_env("amfibido", most_choices=1)
    with pytest.raises(TooManyChoices, match="choices, and an action space of 1"):
        table.reset(seed=1)


def test_bots_read_what_a_client_is_told() -> None:
    table = raw_env("myacards", render_mode="ansi")
    table.reset(seed=1)
    agent = table.agent_selection
    update = table.update(agent)
    assert len(update.choices) == len(table.choices(agent)) > 0
    assert update.seat == table._seat_of[agent]
    assert '"hand"' in (table.render() or "")
    assert raw_env("myacards").render() is None


def _ready(game: str) -> list[str]:
    decks = GAMES[game].decks
    return [] if decks is None else sorted(decks.ready)


@pytest.mark.parametrize(
    ("game", "how", "complaint"),
    [
        ("bridge", {}, "There is no game bridge; there are"),
        ("amfibido", {"seats": 3}, "2 seats, not 3"),
        ("density-deck", {"options": {"lives": "many"}}, "Density Deck: Expected `int`, got `str`"),
        ("amiibart", {"decks": ["a-diary"]}, "a-diary: no ready deck of Amiibart TCG"),
    ],
)
def test_anything_that_cannot_be_played_is_said(game: str, how: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        raw_env(game, **how)


def test_ready_decks_are_brought_by_name() -> None:
    name = _ready("amiibart")[-1]
    table = raw_env("amiibart", decks=[name, None])
    assert table._setup.decks[0] == GAMES["amiibart"].decks.ready[name]  # type: ignore[union-attr]  # it has decks
    assert raw_env(GAMES["amiibart"]).game is GAMES["amiibart"]
