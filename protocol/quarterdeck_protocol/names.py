"""A separate type for every kind of id and number, so that two of them cannot be confused."""

from typing import Annotated, NewType, TypeAlias

from msgspec import Meta

from quarterdeck_protocol.marks import NAMES

LARGEST = 2**53
"""No number is larger, or smaller than this below zero: every reader of JSON can hold so much exactly."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
"""A whole number. A bare `int` would take one of a thousand digits, which nothing behind the door can bear."""

Count = Annotated[int, Meta(ge=0, le=LARGEST)]
"""A number of things, or a place in a count."""

GameName = NewType("GameName", str)
"""A kind of game, in lower case with hyphens: `density-deck`."""

MatchId = NewType("MatchId", str)
"""One playing of a game. Random, so that nobody can guess another's."""

TableId = NewType("TableId", str)
"""A place where players gather."""

TicketId = NewType("TicketId", str)
"""A standing request to be paired."""

OfferId = NewType("OfferId", str)
"""A match that may begin, if all accept it."""

PlayerId = NewType("PlayerId", str)
"""A person or bot with an account."""

LineId = NewType("LineId", str)
"""One thing that was said."""

ReportId = NewType("ReportId", str)
"""A player's report to the moderators about another."""

DeedId = NewType("DeedId", str)
"""One entry of the audit log."""

Token = NewType("Token", str)
"""The secret that proves the identity of a player. It is shown to its owner once, and kept only as a hash."""

Ref = NewType("Ref", str)
"""A client's own name for one of its commands, up to 64 characters: the answer carries it, and sending the same
command again under the same name does it once."""

Seat = NewType("Seat", Annotated[int, Meta(ge=0, le=1_000, extra_json_schema={NAMES: "seat"})])
"""A place in a match, 0…n−1, clockwise."""

Version = NewType("Version", Count)
"""The number of entries of a match; also the number of its newest entry, counted from 1."""

Epoch = NewType("Epoch", Count)
"""Which history of a match this is: raised whenever the store has come back with less of it, or with another one. Of
two updates the one with the higher epoch is the newer, and within an epoch the one with the higher version."""

Milliseconds = NewType("Milliseconds", Count)
"""A point in time (since 1970-01-01 UTC) or a span, as the field's name says."""

Viewer: TypeAlias = Seat | None
"""The recipient of a view: a seat, or `None` for a spectator."""
