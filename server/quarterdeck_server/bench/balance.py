"""How even the ready decks of Amiibart TCG are: each against each, in both seats, played by the greedy bot's eye.

python -m quarterdeck_server.bench.balance --matches 20
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from multiprocessing import Pool
from statistics import median

import msgspec
from msgspec import Raw
from quarterdeck_games.amiibart.cards.ready import DECKS, READY
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.games.amiibart import Options
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Seat, Version

from quarterdeck_server.bots.greedy_bot import GreedyBot

_encode = msgspec.json.Encoder().encode
_actions = msgspec.json.Decoder(Amiibart.actions)


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """How one match went."""

    decks: tuple[str, str]
    first: int
    places: tuple[int, ...]
    turns: int

    def score(self, seat: int) -> float:
        """Give 1 for a win, a half for a draw."""
        return 0.5 if self.places == (1, 1) else float(self.places[seat] == 1)


def play(decks: tuple[str, str], number: int) -> Played:
    """Play one match."""
    game = Amiibart()
    bot = GreedyBot(random.Random(number))  # noqa: S311 - which of two equal choices is made is no secret
    key = key_of(number.to_bytes(32, "big"), MatchId("balance"), ())
    state = game.blank(game.setup(2, Options(), [READY[deck] for deck in decks]))
    state = game.fold(state, game.start(state, Dice(key, Version(1))))
    first, version = state.turn_seat, 1
    while game.result(state) is None:
        seat = next(seat for seat in (Seat(0), Seat(1)) if game.choices(state, seat))
        choices = tuple([Raw(_encode(choice)) for choice in game.choices(state, seat)])
        update = RawUpdate(
            match=MatchId("balance"),
            game=GameName(game.name),
            version=Version(version),
            since=Version(version - 1),
            at=Milliseconds(0),
            now=Milliseconds(0),
            seat=seat,
            players=(),
            waiting=(),
            link="",
            result=None,
            events=(),
            view=Raw(_encode(game.view(state, seat))),
            choices=choices,
        )
        version += 1
        action = _actions.decode(bot.choose(update))
        state = game.fold(state, game.decide(state, seat, action, Dice(key, Version(version))))
    return Played(decks=decks, first=first, places=state.places, turns=state.turn)


def table(matches: Sequence[Played]) -> Iterator[str]:
    """Say how often each deck won against the others, how often whoever began, and how long it took."""
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for match in matches:
        for seat, deck in enumerate(match.decks):
            if match.decks[0] != match.decks[1]:
                won[deck] += match.score(seat)  # type: ignore[assignment]  # halves for draws
                played[deck] += 1
    for deck in played:
        yield f"{deck:12} {won[deck] / played[deck]:6.1%}"
    began = sum(match.score(match.first) for match in matches) / len(matches)
    yield f"who begins   {began:6.1%}; turns in the median: {median(match.turns for match in matches):.0f}"


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description="Measure how even the ready decks of Amiibart TCG are.")
    parser.add_argument("--matches", type=int, default=20, help="how many of each pair and order of decks")
    wanted = parser.parse_args()
    pairs = product([deck.id for deck in DECKS], repeat=2)
    jobs = [(pair, at * 1_000 + number) for at, pair in enumerate(pairs) for number in range(wanted.matches)]
    with Pool() as pool:
        print("\n".join(table(pool.starmap(play, jobs, chunksize=16))))


if __name__ == "__main__":
    main()
