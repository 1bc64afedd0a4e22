"""Public ratings of players, and the reasons why a match was not rated."""

import msgspec

from quarterdeck_protocol.names import Count, Whole
from quarterdeck_protocol.open_enum import OpenEnum


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """A player's strength in one game: a number and its uncertainty."""

    number: Whole
    """1500 for a beginner; the higher, the better."""

    uncertainty: Count
    """The likely error of the number: 333 for a beginner, and less with every match."""

    provisional: bool
    """True if it is still too uncertain for comparison."""


class RatedAmong(OpenEnum):
    """The players whom a rating compares. Each game has a ladder of people, and a ladder of bots."""

    PEOPLE = "people"
    """People, by their matches with other people."""

    BOTS = "bots"
    """Players' bots, by their matches with each other and with single people. A person has a rating among bots too,
    apart from the rating among people, but no place on the ladder of bots."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a value that is newer than itself."""


class Unrated(OpenEnum):
    """Reasons why a match changed no rating. If several apply, the first in this list is sent."""

    HOUSE_ERROR = "house_error"
    """The server could not finish the match. No player is to blame."""

    BOTS = "bots"
    """At most one of its players was not a bot of the server."""

    SAME_PLAYER_TWICE = "same_player_twice"
    """One player had two seats. A seat of a player's own bot counts as the player's."""

    ABANDONED_BEFORE_THE_DEAL = "abandoned_before_the_deal"
    """It ended before any person had acted. Between bots, before any of them had."""

    TOO_SHORT = "too_short"
    """It had fewer entries after its opening than it had seats; or, at a rated table, fewer than two people had acted
    three times. In a match with at most one person, the bots of players count as well."""

    UNRATED_TABLE = "unrated_table"
    """The table was not rated."""

    GUESTS = "guests"
    """Fewer than two of its players were people with a registered account, or, with at most one person in it, players
    with any account but a guest's."""

    SAME_ADDRESS = "same_address"
    """Two of these players recently had the same address."""

    MET_TOO_OFTEN = "met_too_often"
    """Within a day ten matches of this game have moved the ratings of two of them, or of one of them against all
    players from the address of another. In tournaments three matches, and twelve."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a reason that is newer than itself."""
