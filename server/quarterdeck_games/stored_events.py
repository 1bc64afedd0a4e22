"""The event types of which a game stores more than viewers receive."""

from typing import Any, Union, get_args


def stored_events(published: Any, *in_full: type) -> Any:
    """Return the union type for decoding stored events: the published event types, some of them replaced by types with
    more fields."""
    places = {event: full for full in in_full for event in full.__bases__}
    return Union[tuple(places.get(event, event) for event in get_args(published))]  # noqa: UP007 - made of a list
