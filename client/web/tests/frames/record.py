"""Recorder of Amiibart updates for the browser tests of its table: `python client/web/tests/frames/record.py`.

Matches are played at random, each from its seed, on the server's own record. The output is the update for the first
seat to act, or for a spectator if no seat has to act. The first matches are written whole. Of the others, only moments
with a new kind of event or choice are written.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from quarterdeck_games.amiibart.cards import ready
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import Playing, played

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[3] / "tests"))

from games.worlds import WORLDS  # noqa: E402 - found by the line above

WORLD = WORLDS["amiibart"]
WHOLE = 2
"""The number of matches that are written whole."""

SEEDS = range(1, 60)
MOST_BYTES = 290_000


def main() -> None:
    game = WORLD.game
    seen: set[str] = set()
    matches: list[list[Any]] = []
    head = {
        "phrases": {name: dict(getattr(game.phrases, name)) for name in ("actions", "events", "things")},
        "catalogue": {"sets": [{"cards": [msgspec.to_builtins(card) for card in SHIPPED.cards.values()]}]},
    }
    size = len(_text(head))
    for number, seed in enumerate(SEEDS):
        found = _match(seed, seen, is_whole=number < WHOLE)
        written = len(_text(found))
        if found and size + written < MOST_BYTES:
            matches.append(found)
            size += written
    HERE.joinpath("amiibart.json").write_text(_text({**head, "matches": matches}) + "\n", encoding="utf-8")
    print(f"{len(matches)} matches, {sum(map(len, matches))} moments, {size} bytes")
    print(" ".join(sorted(seen)))


def _match(seed: int, seen: set[str], *, is_whole: bool) -> list[Any]:
    decks = [ready.DECKS[(seed + at) % len(ready.DECKS)] for at in (0, 1 + seed // 6)]
    setup = WORLD.game.setup(2, WORLD.game.options(), decks)
    found = []
    for playing in played(Plan(world=WORLD, setup=setup, seed=seed, chance=seed)):
        kinds = set(_kinds(playing))
        if is_whole or not kinds <= seen:
            found.append(_update(playing))
        seen |= kinds
    return found


def _kinds(playing: Playing) -> Iterator[str]:
    for event in playing.entries[-1].events:
        yield f"event {msgspec.to_builtins(event)['type']}"
    for choice in map(msgspec.to_builtins, playing.all_choices):
        targets = len(choice.get("targets", ()))
        card = choice["card"] if choice.get("forge") is not None else ""
        yield f"choice {choice['type']} {targets} {card}"


def _update(playing: Playing) -> Any:
    asked = playing.asked
    update = json.loads(playing.frame(asked[0] if asked else None))
    return {name: value for name, value in update.items() if name not in ("link", "ref")}


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    main()
