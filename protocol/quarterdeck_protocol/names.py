"""A separate type for every kind of id and number, so that two of them cannot be confused."""

from typing import Annotated, NewType, TypeAlias

from msgspec import Meta

from quarterdeck_protocol.marks import NAMES

LARGEST = 2**53
"""No number is larger, or smaller than this below zero: every reader of JSON can hold so much exactly."""

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
"""A whole number of bounded size. A bare `int` would accept thousands of digits, which no later code can handle."""

Count = Annotated[int, Meta(ge=0, le=LARGEST)]
"""A number of things, or a place in a count."""

GameName = NewType("GameName", str)
"""A kind of game, in lower case with hyphens: `density-deck`."""

MatchId = NewType("MatchId", str)
"""The id of a match. It is random, so that it cannot be guessed."""

TableId = NewType("TableId", str)
"""A place where players gather."""

TicketId = NewType("TicketId", str)
"""A standing request to be paired."""

OfferId = NewType("OfferId", str)
"""A match that may begin, if all accept it."""

PlayerId = NewType("PlayerId", str)
"""A person or bot with an account."""

TournamentId = NewType("TournamentId", str)
"""The id of a tournament."""

LineId = NewType("LineId", str)
"""The id of a chat line."""

ReportId = NewType("ReportId", str)
"""A player's report to the moderators about another."""

DeedId = NewType("DeedId", str)
"""The id of an entry of the audit log."""

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
"""The number of the match's history. It rises each time the store has come back without some entries, or with others.
Of two updates, the one with the higher epoch is newer; within an epoch, the one with the higher version.
"""

Milliseconds = NewType("Milliseconds", Count)
"""A time since 1970-01-01 UTC or a length of time, as the name of the field says."""

Viewer: TypeAlias = Seat | None
"""The recipient of a view: a seat, or `None` for a spectator."""
