"""Limit on the finished matches that are read from the store for one player or address.

A running match is read for its players, who must not be kept from it. So only matches that turn out to be over are
counted, and only if they were not in this process's memory already. While delayed spectators may not know of the end,
the match counts as running, so that the quota does not reveal it.
"""

from quarterdeck_protocol.names import MatchId, PlayerId

from quarterdeck_server.matches.match import Match
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.web.rate_limit.quotas import FINISHED_MATCH, FINISHED_MATCH_FROM, Quotas


async def open_match(
    id_: MatchId, matches: Matches, quotas: Quotas, address: str, player: PlayerId | None = None
) -> Match:
    """Return a match to a caller from this address. Raises `CommandRefused` if it does not exist, or if it would have
    to be read and the caller's quota is used up; `Unavailable`."""
    if (held := matches.here(id_)) is not None:
        return held
    holders = [(FINISHED_MATCH_FROM, address)]
    if player is not None:
        holders.insert(0, (FINISHED_MATCH, player))
    taken = []
    counts = False
    try:
        for quota, holder in holders:
            quotas.take(quota, holder)
            taken.append((quota, holder))
        match = await matches.open(id_)
        counts = match.is_over_for_all
    finally:
        if not counts:
            for quota, holder in taken:
                quotas.give_back(quota, holder)
    return match
