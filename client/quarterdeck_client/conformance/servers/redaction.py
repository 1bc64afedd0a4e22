"""Leaks of secret information to the viewers of one match.

Only the rules of a game say which fields are secret. They are listed here for the shipped games. For all other games,
one check always holds: everything that is sent to a spectator is also sent to both seats.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quarterdeck_client.conformance.servers.playthrough import Viewer
from quarterdeck_client.conformance.servers.visit import Message

HANDS = ("hand", "drawn")
"""Fields of a seat in a view whose cards only that seat may see."""

OWN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "density-deck": {"drew": ("card",)},
    "amfibido": {
        "hand_dealt": ("cards",),
        "sensei_dealt": ("senseis",),
        "sensei_chosen": ("sensei",),
        "draft_dealt": ("card",),
        "drafted": ("card", "instead"),
        "drew": ("card",),
        "looked_at": ("cards",),
        "took": ("card",),
    },
    "myacards": {"hand_dealt": ("cards",), "hand_seen": ("cards",), "drew": ("card",), "passed": ("until",)},
}
"""By game and event, the fields that only the event's own seat may see."""

NOBODYS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "density-deck": {"dealt": ("pile",), "reshuffled": ("pile",)},
    "amfibido": {
        "shuffled": ("decks", "senseis"),
        "sensei_shown": ("bottom",),
        "draft_returned": ("cards",),
        "reshuffled": ("cards",),
        "bottomed": ("cards",),
    },
    "myacards": {"shuffled": ("decks",), "mulliganed": ("deck",)},
}
"""By game and event, the fields that no viewer may see during the match."""


def leaks(game: str, viewers: Sequence[Viewer]) -> list[str]:
    """Return a sentence for each secret that leaked to one of these viewers: seat 0, seat 1, and a spectator."""
    faults = [
        f"{viewer.name} was told {fault}"
        for viewer, own in zip(viewers, (0, 1, None), strict=True)
        for update in viewer.updates
        if update["result"] is None
        for fault in _secrets(game, update, own)
    ]
    seats = [{each["version"]: each for each in viewer.updates} for viewer in viewers[:2]]
    for update in viewers[2].updates:
        shown = [seat[update["version"]] for seat in seats if update["version"] in seat]
        more = _more_than(update["view"], [each["view"] for each in shown], "view")
        faults += [f"a spectator was told `{path}` as not both seats were" for path in more]
    return list(dict.fromkeys(f"{fault}." for fault in faults))


def _secrets(game: str, update: Message, own: int | None) -> Iterator[str]:
    for event in update["events"]:
        kind = event.get("type", "")
        for field in NOBODYS.get(game, {}).get(kind, ()):
            if event.get(field):
                yield f"`{field}` of `{kind}`, which nobody is"
        for field in OWN.get(game, {}).get(kind, ()):
            if event.get(field) is not None and event.get("seat") != own:
                yield f"`{field}` of `{kind}` of another seat"
    view = update["view"]
    if own is None and any(view.get(name) for name in HANDS):
        yield "a hand"
    for seat in view.get("seats", []):
        if isinstance(seat, dict) and seat.get("seat") != own and any(seat.get(name) for name in HANDS):
            yield "the hand of another seat"


def _more_than(value: Any, others: Sequence[Any], path: str) -> Iterator[str]:
    """Yield the paths of values for which at least one of `others` has a different value."""
    if not value or all(other == value for other in others):
        return
    if isinstance(value, dict) and all(isinstance(other, dict) for other in others):
        for name, each in value.items():
            yield from _more_than(each, [other.get(name) for other in others], f"{path}.{name}")
    elif isinstance(value, list) and all(isinstance(other, list) and len(other) == len(value) for other in others):
        for number, each in enumerate(value):
            yield from _more_than(each, [other[number] for other in others], f"{path}[{number}]")
    else:
        yield path
