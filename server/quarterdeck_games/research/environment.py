"""A game as a PettingZoo environment (AEC): agents are seats, and the agent that has to make a decision acts.

An agent sees the view of a player at its seat, and nothing else. Action number n is the n-th of the complete choices
that the rules offer, in their order. `action_mask` has the number of choices, and `choices` of the observation
describes each. The same seed gives the same cards.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from msgspec import Raw
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player

from quarterdeck_games import AnyGame, installed_games
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice
from quarterdeck_games.research.features import Row, as_json, row_of_view, rows_of_choices

MOST_CHOICES = 512
"""Number of actions in the action space, few of which are offered at a time."""

VIEW_WIDTH = 2048
CHOICE_WIDTH = 64

Observation = dict[str, Row | NDArray[np.int8]]


class TooManyChoices(Exception):  # noqa: N818 - said as what it is
    """Error: the rules offer more choices than the action space has. Make the environment with a larger
    `most_choices`."""


def env(game: str | AnyGame, **how: Any) -> Any:
    """Return a game as an environment that also checks its use: a step before `reset` is an error, and an illegal
    action ends the match as a loss of its agent. Takes the arguments of `MatchEnvironment`."""
    watched: Any = TerminateIllegalWrapper(raw_env(game, **how), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(watched))


def raw_env(game: str | AnyGame, **how: Any) -> "MatchEnvironment":
    """Return a game as an environment without any wrapper."""
    return MatchEnvironment(game, **how)


class MatchEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A match between agents; the first one has seat 0.

    Rewards come at the end: 1 for the first place, and for the others the value that makes the sum 0 (with two seats
    -1). Agents that share the first place share its reward.
    """

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        decks: Sequence[str | None] = (),
        most_choices: int = MOST_CHOICES,
        view_width: int = VIEW_WIDTH,
        choice_width: int = CHOICE_WIDTH,
        render_mode: str | None = None,
    ) -> None:
        """Make an environment for machine learning in which an agent plays matches. `game` is the name of an installed
        game, or the game itself. `decks` are names of ready decks, one for each seat. Raises `ValueError` for an
        unknown game, or settings that cannot be played."""
        super().__init__()
        self.game = _found(game)
        self._setup = _agreed(self.game, seats, options, decks)
        self.metadata: dict[str, Any] = {
            "name": f"quarterdeck_{self.game.name.replace('-', '_')}_v{self.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._setup.seats)]
        self._seat_of = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self._most, self._view_width, self._choice_width = most_choices, view_width, choice_width
        self._random: Any = None
        self.agents: list[str] = []

    @cached_property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """Observations of each agent: rows of numbers, and a mask of the offered actions."""
        return {agent: self._observation_space() for agent in self.possible_agents}

    @cached_property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The action space of each agent."""
        return {agent: spaces.Discrete(self._most) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the cards of a new match. The same seed gives the same cards; without a seed, the next cards are
        random."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._key = self._random.bytes(32)
        self._version = 1
        game = self.game
        state = game.blank(self._setup)
        self._state = game.fold(state, game.start(state, Dice(self._key, Version(1))))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int | None) -> None:
        """Take an action of the active agent. Raises `ValueError` for an action that is not offered; nothing has
        changed then."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._choices):
            raise ValueError(f"{agent} has {len(self._choices)} choices, so action {action} does not exist")
        self._version += 1
        taken, dice = self._choices[action], Dice(self._key, Version(self._version))
        events = self.game.decide(self._state, self._seat_of[agent], taken, dice)
        self._state = self.game.fold(self._state, events)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._ask()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent. An agent that has no decision to make has no offered action."""
        view, choices = as_json(self.view(agent)), as_json(self.choices(agent))
        mask = np.zeros(self._most, dtype=np.int8)
        mask[: len(choices)] = 1
        return {
            "observation": row_of_view(view, self._seat_of[agent], self._view_width),
            "action_mask": mask,
            "choices": rows_of_choices(choices, view, self._most, self._choice_width),
        }

    def view(self, agent: str) -> Any:
        """Return an agent's view of the match, as the game's own type."""
        return self.game.view(self._state, self._seat_of[agent])

    def choices(self, agent: str) -> Sequence[Any]:
        """Return the actions that are offered to an agent; the n-th one is action number n."""
        return self._choices if self._is_asked(agent) else []

    def update(self, agent: str) -> RawUpdate:
        """Return an agent's update in the form that clients receive, for evaluators and bots that read it."""
        return RawUpdate(
            match=MatchId("research"),
            game=GameName(self.game.name),
            version=Version(self._version),
            since=Version(self._version),
            at=Milliseconds(0),
            now=Milliseconds(0),
            seat=self._seat_of[agent],
            players=tuple(Player(id=PlayerId(each), name=each) for each in self.possible_agents),
            waiting=(),
            link="",
            result=None,
            events=(),
            view=Raw(msgspec.json.encode(self.view(agent))),
            choices=tuple([Raw(msgspec.json.encode(choice)) for choice in self.choices(agent)]),
        )

    def render(self) -> str | None:
        """Return the view of the active agent, as JSON; `None` without a render mode."""
        if self.render_mode is None:
            return None
        return msgspec.json.format(msgspec.json.encode(self.view(self.agent_selection))).decode()

    def close(self) -> None:
        """Do nothing, because there are no resources to release."""

    def _is_asked(self, agent: str) -> bool:
        return agent == self.agent_selection and not self.terminations.get(agent, True)

    def _ask(self) -> None:
        """Find the next active agent and its choices, or end the match."""
        result = self.game.result(self._state)
        if result is not None:
            self._choices: list[Any] = []
            self.agent_selection = self.agents[0]
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, _rewards(result.places), strict=True))
            return
        offers = ((agent, self.game.choices(self._state, seat)) for agent, seat in self._seat_of.items())
        self.agent_selection, offered = next((agent, choices) for agent, choices in offers if choices)
        self._choices = complete(offered)
        if len(self._choices) > self._most:
            raise TooManyChoices(f"{len(self._choices)} choices, and an action space of {self._most}")

    def _observation_space(self) -> spaces.Space[Any]:
        return spaces.Dict(
            {
                "observation": _box((self._view_width,)),
                "action_mask": spaces.Box(0, 1, (self._most,), np.int8),
                "choices": _box((self._most, self._choice_width)),
            }
        )


def _box(shape: tuple[int, ...]) -> spaces.Box:
    return spaces.Box(-np.inf, np.inf, shape, np.float32)


def _rewards(places: Sequence[int]) -> list[float]:
    first, seats = places.count(1), len(places)
    return [(seats / first - 1) / (seats - 1) if place == 1 else -1 / (seats - 1) for place in places]


def _found(game: str | AnyGame) -> AnyGame:
    if not isinstance(game, str):
        return game
    known = installed_games()
    if game not in known:
        raise ValueError(f"There is no game {game}; there are {', '.join(sorted(known))}.")
    return known[game]


def _agreed(game: AnyGame, seats: int | None, options: Mapping[str, Any] | None, decks: Sequence[str | None]) -> Any:
    ready = {} if game.decks is None else game.decks.ready
    unknown = [name for name in decks if name is not None and name not in ready]
    if unknown:
        raise ValueError(f"{', '.join(map(str, unknown))}: no ready deck of {game.title}.")
    try:
        wanted = msgspec.convert(options or {}, game.options)
    except msgspec.ValidationError as error:
        raise ValueError(f"{game.title}: {error}") from error
    brought = [None if name is None else ready[name] for name in decks]
    setup = game.setup(game.default_seats if seats is None else seats, wanted, brought)
    if faults := game.check(setup):
        raise ValueError(" ".join(str(fault.text) for fault in faults))
    return setup
