"""Strength of a bot in whole matches against others, without wire or store.

    python -m quarterdeck_server.bench.bots amfibido --matches 400
    python -m quarterdeck_server.bench.bots density-deck --seats 4 --matches 400

Each bot gets exactly the input of a player: the bytes of its update.
"""

import argparse
import random
from typing import Any

import msgspec
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import RawUpdate, Update
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player
from rich.progress import track

from quarterdeck_server.bots.greedy_bot import GreedyBot, evaluators_of


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """Results of a bot against bots that choose at random."""

    game: str
    seats: int
    matches: int
    won: float
    """First places; one that is shared by n counts a nth."""

    @property
    def share(self) -> float:
        return self.won / self.matches


def measure(game: AnyGame, seats: int, matches: int, *, shown: bool = False) -> Figures:
    """Play matches of a greedy bot against random ones, each time from another seat."""
    numbers: Any = range(matches)
    if shown:
        numbers = track(numbers, description=f"{game.title}, greedy against {seats - 1} random")
    won = sum(_won(game, seats, number) for number in numbers)
    return Figures(game=game.name, seats=seats, matches=matches, won=won)


def _won(game: AnyGame, seats: int, number: int) -> float:
    """Play one match; return the greedy bot's share of the first place."""
    mine = Seat(number % seats)
    chance = random.Random(number)  # noqa: S311 - which choice is made is no secret
    bot = GreedyBot(chance)
    key = key_of(number.to_bytes(32, "big"), MatchId("bench"), ())
    state = game.blank(game.setup(seats, game.options()))
    events = game.start(state, Dice(key, Version(1)))
    state = game.fold(state, events)
    decoder = msgspec.json.Decoder(game.actions)
    version = 1
    while (result := game.result(state)) is None:
        seat = next(Seat(one) for one in range(seats) if game.choices(state, Seat(one)))
        version += 1
        if seat == mine:
            action = decoder.decode(bot.choose(update_for(game, state, seat, seats, Version(version))))
        else:
            action = chance.choice(game.choices(state, seat))
        state = game.fold(state, game.decide(state, seat, action, Dice(key, Version(version))))
    return 1 / result.places.count(1) if result.places[mine] == 1 else 0


def update_for(game: AnyGame, state: Any, seat: Seat, seats: int, version: Version) -> RawUpdate:
    """Return an update as a player reads it, encoded to bytes and decoded again."""
    update: Any = Update(
        match=MatchId("bench"),
        game=GameName(game.name),
        version=version,
        since=version,
        at=Milliseconds(0),
        now=Milliseconds(0),
        seat=seat,
        players=tuple(Player(id=PlayerId(str(one)), name=str(one)) for one in range(seats)),
        waiting=(),
        link="",
        result=None,
        events=(),
        view=game.view(state, seat),
        choices=tuple(game.choices(state, seat)),
    )
    read = wire.decode_from_server(wire.encode(update))
    if not isinstance(read, Update):
        raise TypeError("an update was not read as one")
    return read


def main() -> None:
    """Measure the bot at the game that the command line names."""
    parser = argparse.ArgumentParser(description="Measure how often the greedy bot beats random ones.")
    parser.add_argument("game", choices=sorted(evaluators_of(GAMES)))
    parser.add_argument("--seats", type=int, help="how many play; without it, as many as may")
    parser.add_argument("--matches", type=int, default=400)
    wanted = parser.parse_args()
    game = GAMES[wanted.game]
    figures = measure(game, wanted.seats or game.seats[-1], wanted.matches, shown=True)
    print(
        f"{figures.game}, {figures.seats} seats: the greedy bot won {figures.share:.1%} of {figures.matches} matches"
        f" (one seat in {figures.seats} would be {1 / figures.seats:.0%})"
    )


if __name__ == "__main__":
    main()
