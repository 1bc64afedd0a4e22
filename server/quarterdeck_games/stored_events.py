"""Which events a game stores, where it stores more of one than it publishes."""

from typing import Any, Union, get_args


def stored_events(published: Any, *in_full: type) -> Any:
    """Return the union that stored events are decoded as: that of the published ones, with these in the place of those
    that they extend."""
    places = {event: full for full in in_full for event in full.__bases__}
    return Union[tuple(places.get(event, event) for event in get_args(published))]  # noqa: UP007 - made of a list
