"""Balance of a game's ready decks: each deck plays against each other deck, from both seats, and the same bot plays
both.

The result of a match depends only on its plan, so a measurement can be repeated on any machine. A plan also names its
cards, so earlier matches with the same cards are not played again. The command is `quarterdeck balance`.
"""

import hashlib
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from math import ceil
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import amiibart, myacards
from quarterdeck_protocol.names import MatchId, Seat, Version

from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.cards.host_sets import FIRST_SETS, CardChoice, games_of
from quarterdeck_server.evaluation.balance_bounds import BOUNDS
from quarterdeck_server.evaluation.policies import policy_of, search_of

SEATS = (Seat(0), Seat(1))
EVEN = 0.5
"""The expected share of wins of a seat, unless the game has its own."""


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers that a game counts in a match for the balance of its decks."""

    plays: tuple[type[Any], ...]
    """The events of a seat that plays a card."""

    nothing: tuple[type, ...]
    """The actions by which a seat passes, such as ending its turn."""


COUNTED: Mapping[str, Counted] = {
    "amiibart": Counted(plays=(amiibart.CardPlayed,), nothing=(amiibart.EndTurn,)),
    "myacards": Counted(
        plays=(myacards.Placed, myacards.Played),
        nothing=(myacards.EndTurn, myacards.EndTurnWatching, myacards.LetPass, myacards.BeginAttacks),
    ),
}


def decks_of(game: AnyGame) -> Mapping[str, Deck]:
    """Return the ready decks that should win equally often."""
    decks, left_out = game.decks, BOUNDS[game.name].left_out
    return {} if decks is None else {name: deck for name, deck in decks.ready.items() if name not in left_out}


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """A planned match between two ready decks."""

    game: str
    decks: tuple[str, str]
    """By seat."""

    cards: str
    """A short mark of the cards and decks. A match with other cards or decks counts as a different planned match."""

    bot: str
    simulated: int | None
    """The number of actions that a search simulates for a decision; `None` for a bot that simulates none."""

    seed: int
    number: int
    """The how-manieth match of these decks in these seats it is, from 0."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one match played between two ready decks."""

    planned: Planned
    first: int
    """The seat that began."""

    places: tuple[int, ...]
    turns: int
    reason: str
    cards: tuple[Mapping[str, int], ...] = ({}, {})
    """Number of plays of each card by each seat."""

    decisions: int = 0
    forced: int = 0
    """The number of decisions that left one thing to do."""

    empty: int = 0
    """The number of decisions that left nothing to do but to pass."""

    lowest: tuple[float, ...] = (EVEN, EVEN)
    """The worst position of each seat at the beginning of any turn, from 0 (lost) to 1 (won), in the game's
    evaluation."""

    cpu: float = 0.0
    """Seconds of processor time."""

    @property
    def decks(self) -> tuple[str, str]:
        return self.planned.decks

    @property
    def is_draw(self) -> bool:
        return self.places == (1, 1)

    def score(self, seat: int) -> float:
        """Return a seat's score: 1 for a win, a half for a draw, 0 for a loss."""
        return 0.5 if self.is_draw else float(self.places[seat] == 1)


def plan(
    game: AnyGame,
    matches: int,
    seed: int,
    bot: str = "greedy",
    simulated: int | None = None,
    decks: Sequence[str] = (),
    *,
    against_all: bool = False,
) -> list[Planned]:
    """Return a plan of at least `matches` matches, in complete rounds. In a round every deck (or every one of `decks`)
    meets every other deck from both seats. With `against_all`, every one of `decks` meets all decks of the game. Each
    round has another order, so an interrupted measurement has matches of all decks. A search bot simulates the number
    of actions of its level, unless `simulated` is given."""
    pairs = list(permutations(decks_of(game) if against_all or not decks else decks, 2))
    if against_all:
        pairs = [pair for pair in pairs if not decks or set(pair) & set(decks)]
    if simulated is None:
        simulated = LEVELS.get(bot)
    return [
        Planned(
            game=game.name,
            decks=pair,
            cards=_cards_of(game, *sorted(pair)),
            bot=bot if simulated is None else "search",
            simulated=simulated,
            seed=seed,
            number=number,
        )
        for number in range(max(1, ceil(matches / len(pairs))))
        for pair in _mixed(pairs, f"{seed} {number}")
    ]


def _mixed(pairs: Sequence[tuple[str, str]], seed: str) -> list[tuple[str, str]]:
    return random.Random(seed).sample(pairs, len(pairs))  # noqa: S311 - an order is no secret


@cache
def _cards_of(game: AnyGame, *names: str) -> str:
    """Return a digest of the printed cards of two decks. The texts of these cards contain the numbers of the tokens
    that they create."""
    decks = [decks_of(game)[name] for name in names]
    listed = {card for deck in decks for card in (*deck.beside, *[card for card, _ in deck.cards])}
    printed = [card for card_set in game.card_sets for card in card_set.cards if card.id in listed]
    return hashlib.sha256(msgspec.json.encode([decks, printed])).hexdigest()[:16]


def play(planned: Planned, cards: CardChoice = FIRST_SETS) -> Played:
    """Play one planned match. The bot of each seat gets the same information as a player."""
    game = games_of(cards)[planned.game]
    counted = COUNTED[planned.game]
    seed = hashlib.sha256(f"balance {planned.seed} {planned.decks} {planned.number}".encode()).digest()
    chance = random.Random(seed)  # noqa: S311 - which of two equal choices is made is no secret
    if planned.simulated is None:
        policy = policy_of(game, len(SEATS), planned.bot, chance)
    else:
        policy = search_of(game, len(SEATS), planned.simulated, chance)
    key = key_of(seed, MatchId("balance"), ())
    ready = decks_of(game)
    state = game.blank(game.setup(len(SEATS), game.options(), [ready[deck] for deck in planned.decks]))
    events = game.start(state, Dice(key, Version(1)))
    first = next(event.starting_seat for event in events if hasattr(event, "starting_seat"))
    state = game.fold(state, events)
    plays: tuple[Counter[str], ...] = (Counter(), Counter())
    lowest = [EVEN, EVEN]
    version, forced, empty = 1, 0, 0
    began = time.process_time()
    while (result := game.result(state)) is None:
        seat, offered = next((seat, offered) for seat in SEATS if (offered := game.choices(state, seat)))
        forced += len(offered) == 1 and len(complete(offered)) == 1
        empty += all(isinstance(each, counted.nothing) for each in offered)
        version += 1
        turn = state.turn
        events = game.decide(state, seat, policy(state, seat), Dice(key, Version(version)))
        for event in events:
            if isinstance(event, counted.plays):
                plays[event.seat][event.card] += 1
        state = game.fold(state, events)
        if state.turn != turn >= len(SEATS) and game.result(state) is None:
            lowest = [min(pair) for pair in zip(lowest, _hopes(game, state), strict=True)]
    return Played(
        planned=planned,
        first=first,
        places=tuple(result.places),
        turns=state.turn,
        reason=result.reason,
        cards=plays,
        decisions=version - 1,
        forced=forced,
        empty=empty,
        lowest=tuple([round(each, 3) for each in lowest]),
        cpu=round(time.process_time() - began, 3),
    )


def _hopes(game: AnyGame, state: Any) -> Sequence[float]:
    """Return the estimated winning chances of each seat, from the game's own evaluation."""
    return (EVEN, EVEN) if game.simulator is None else game.simulator.values(state)
