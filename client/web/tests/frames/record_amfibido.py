"""Recorder of Amfibido updates for the browser tests of its table: `python client/web/tests/frames/record_amfibido.py`.

Matches are played at random, each from its seed, on the server's own record. Each moment is written as both players and
a spectator get it. The first viewer's update is written as the difference from the moment written before, and the
others as the difference from the first viewer's. The first match is written whole. Of the others, only moments with a
new kind of event or choice are written. The printed cards are written once.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from quarterdeck_protocol.names import Seat, Viewer
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import Playing, played

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[3] / "tests"))

from games.worlds import WORLDS  # noqa: E402 - found by the line above

WORLD = WORLDS["amfibido"]
WHOLE = 1
"""The number of matches that are written whole."""

SEEDS = range(1, 80)
MOST_BYTES = 290_000
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(1), None)
LEFT_OUT = frozenset({"link", "ref", "faces"})


def main() -> None:
    game = WORLD.game
    seen: set[str] = set()
    matches: list[list[Any]] = []
    head = {
        "phrases": {name: dict(getattr(game.phrases, name)) for name in ("actions", "events", "things")},
        "catalogue": {"sets": [msgspec.to_builtins(cards) for cards in game.card_sets]},
    }
    size = len(_text(head))
    for number, seed in enumerate(SEEDS):
        found = _match(seed, seen, is_whole=number < WHOLE)
        written = len(_text(found))
        if found and size + written < MOST_BYTES:
            matches.append(found)
            size += written
    HERE.joinpath("amfibido.json").write_text(_text({**head, "matches": matches}) + "\n", encoding="utf-8")
    print(f"{len(matches)} matches, {sum(map(len, matches))} moments, {size} bytes")
    print(" ".join(sorted(seen)))


def _match(seed: int, seen: set[str], *, is_whole: bool) -> list[Any]:
    setup = WORLD.game.setup(2, WORLD.game.options(), [None, None])
    found = []
    last: dict[str, Any] = {}
    for playing in played(Plan(world=WORLD, setup=setup, seed=seed, chance=seed)):
        kinds = set(_kinds(playing))
        if is_whole or not kinds <= seen:
            first, *others = [_update(playing, viewer) for viewer in VIEWERS]
            found.append([_otherwise(first, last), *(_otherwise(other, first) for other in others)])
            last = first
        seen |= kinds
    return found


def _kinds(playing: Playing) -> Iterator[str]:
    for event in playing.entries[-1].events:
        yield f"event {msgspec.to_builtins(event)['type']}"
    for choice in map(msgspec.to_builtins, playing.all_choices):
        fields = [name for name in ("replaces", "swaps") if choice.get(name) is not None]
        yield " ".join(["choice", choice["type"], *fields])


def _update(playing: Playing, viewer: Viewer) -> dict[str, Any]:
    update = json.loads(playing.frame(viewer))
    flat = {name: value for name, value in update.items() if name not in {*LEFT_OUT, "view"}}
    return flat | {f"view.{name}": value for name, value in update["view"].items() if name not in LEFT_OUT}


def _otherwise(update: dict[str, Any], than: dict[str, Any]) -> dict[str, Any]:
    changed = {name: value for name, value in update.items() if name not in than or than[name] != value}
    gone = [name for name in than if name not in update]
    return changed | ({"gone": gone} if gone else {})


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    main()
