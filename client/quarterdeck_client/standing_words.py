"""Saying in words how somebody stands."""

from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.ratings import Rating
from quarterdeck_protocol.standing import Played, Rated

from quarterdeck_client.phrasing import NOTHING


def rating_in_words(rating: Rating) -> str:
    """Say a rating with its uncertainty: `1668 ± 190`, and `1516 ± 313?` while it is provisional."""
    return f"{rating.number} ± {rating.uncertainty}{'?' if rating.provisional else ''}"


def rated_in_words(rated: Rated) -> str:
    """Say what a match has meant: `Rated: 1500 ± 333? → 1621 ± 313?`, or `Not rated: unrated table.`"""
    if rated.before is None or rated.after is None:
        return f"Not rated: {str(rated.unrated or NOTHING).replace('_', ' ')}."
    return f"Rated: {rating_in_words(rated.before)} → {rating_in_words(rated.after)}"


def number_in_words(rating: Rating) -> str:
    """Say a rating in few words: `1612`, and `1612?` while it is provisional."""
    return f"{rating.number}?" if rating.provisional else f"{rating.number}"


def result_in_words(match: Played, player: PlayerId) -> tuple[str, str]:
    """Say which place a player had in a match, and what it meant for their rating: `1 of 2`, `+121`."""
    own = next((seat for seat in match.seats if seat.player.id == player), None)
    if own is None:
        return NOTHING, NOTHING
    place = NOTHING if own.place is None else f"{own.place} of {len(match.seats)}"
    if own.before is None or own.after is None:
        return place, str(match.unrated or NOTHING).replace("_", " ")
    return place, f"{own.after.number - own.before.number:+}"
