"""Recorder of MYACARDS updates for the browser tests of its table: `python client/web/tests/frames/record_myacards.py`.

Matches are played at random, each from its seed, on the server's own record. A whole match is written as one viewer
gets it, from its first moment to its last: the first update whole, and each further one as a patch. Of other matches,
only moments with a new kind of event or choice are written.
"""

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from quarterdeck_games.myacards.catalogue.decks import READY
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED
from quarterdeck_protocol.games.myacards import Options
from quarterdeck_protocol.names import Seat, Viewer
from quarterdeck_server.matches.difference import difference
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import Playing, played

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[3] / "tests"))

from games.worlds import WORLDS  # noqa: E402 - found by the line above

WORLD = WORLDS["myacards"]
WHOLE: dict[int, Viewer] = {1: Seat(0), 5: Seat(1), 3: None}
"""The matches that are written whole, as the viewer of each seed."""

SEEDS = range(6, 120)
MOST_BYTES = 290_000
LEFT_OUT = ("link", "ref", "now", "at", "epoch")


def main() -> None:
    game = WORLD.game
    seen: set[str] = set()
    whole = [_whole(seed, viewer, seen) for seed, viewer in WHOLE.items()]
    head = {
        "phrases": {name: dict(getattr(game.phrases, name)) for name in ("actions", "events", "things")},
        "catalogue": {"sets": [{"cards": [_printed(card) for card in SHIPPED.cards.values()]}]},
        "matches": whole,
    }
    moments: list[Any] = []
    size = len(_text(head))
    for seed in SEEDS:
        for update in _novel(seed, seen):
            size += len(_text(update)) + 1
            if size < MOST_BYTES:
                moments.append(update)
    HERE.joinpath("myacards.json").write_text(_text({**head, "moments": moments}) + "\n", encoding="utf-8")
    print([len(match["patches"]) for match in whole], len(moments), size)
    print(" ".join(sorted(seen)))


def _printed(card: Any) -> Any:
    """Return the fields of a card that a table shows. Its text already describes its effects."""
    return {name: value for name, value in msgspec.to_builtins(card).items() if name not in ("does", "laws")}


def _plan(seed: int) -> Plan:
    decks = list(READY.values())
    options = Options(turn_cap=6 if seed in WHOLE else 40, declare_bonus=bool(seed % 2))
    setup = WORLD.game.setup(2, options, [decks[seed % len(decks)], decks[(seed // 4) % len(decks)]])
    return Plan(world=WORLD, setup=setup, seed=seed, chance=seed)


def _whole(seed: int, viewer: Viewer, seen: set[str]) -> Any:
    told: list[Any] = []
    for playing in played(_plan(seed)):
        told.append(_update(playing, viewer))
        seen |= set(_kinds(playing, viewer))
    patches = [msgspec.to_builtins(difference(*pair)) for pair in pairwise(told)]
    return {"first": told[0], "patches": patches}


def _novel(seed: int, seen: set[str]) -> Iterator[Any]:
    for playing in played(_plan(seed)):
        for viewer in playing.asked:
            kinds = set(_kinds(playing, viewer))
            if not kinds <= seen:
                seen |= kinds
                yield _update(playing, viewer)


def _kinds(playing: Playing, viewer: Viewer) -> Iterator[str]:
    """Yield the kinds of events and of choices with their question, by which a moment is new to a table."""
    for event in playing.entries[-1].events:
        yield f"event {msgspec.to_builtins(event)['type']}"
    asked = playing.state.asked
    for choice in playing.record.choices[viewer] if viewer is not None else ():
        told = msgspec.to_builtins(choice)
        yield f"choice {told['type']} {told.get('one_of', '')} {'' if asked is None else asked.prompt.value}"
    if viewer is not None and playing.state.sides[viewer].passes is not None:
        yield "standing order"


def _update(playing: Playing, viewer: Viewer) -> Any:
    update = json.loads(playing.frame(viewer))
    return {name: value for name, value in update.items() if name not in LEFT_OUT}


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    main()
