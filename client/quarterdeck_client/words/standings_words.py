"""Text for the standings of players."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.lobby.ratings import RatedAmong, Rating
from quarterdeck_protocol.lobby.standings import GameStanding, HeadToHead, Played, Profile, Rated
from quarterdeck_protocol.names import PlayerId

from quarterdeck_client.phrases import NOTHING, name_of


def rating_in_words(rating: Rating) -> str:
    """Return the text of a rating with its uncertainty: `1668 ± 190`, or `1516 ± 313?` while the rating is
    provisional."""
    return f"{rating.number} ± {rating.uncertainty}{'?' if rating.provisional else ''}"


def rated_in_words(rated: Rated) -> str:
    """Return the text of a match's rating change: `Rated: 1500 ± 333? → 1621 ± 313?`, or `Not rated: unrated table.`"""
    if rated.before is None or rated.after is None:
        return f"Not rated: {str(rated.unrated or NOTHING).replace('_', ' ')}."
    lost = " (the server had lost a part of this match)" if rated.rewound else ""
    among = " against bots" if rated.among is RatedAmong.BOTS else ""
    return f"Rated{among}: {rating_in_words(rated.before)} → {rating_in_words(rated.after)}{lost}"


def number_in_words(rating: Rating) -> str:
    """Return the short text of a rating: `1612`, or `1612?` while the rating is provisional."""
    return f"{rating.number}?" if rating.provisional else f"{rating.number}"


def result_in_words(match: Played, player: PlayerId) -> tuple[str, str]:
    """Return the texts of a player's place in a match and of their rating change: `1 of 2`, `+121`."""
    own = next((seat for seat in match.seats if seat.player.id == player), None)
    if own is None:
        return NOTHING, NOTHING
    place = NOTHING if own.place is None else f"{own.place} of {len(match.seats)}"
    if own.before is None or own.after is None:
        return place, str(match.unrated or NOTHING).replace("_", " ")
    return place, f"{own.after.number - own.before.number:+}"


def standing_in_words(own: GameStanding) -> str:
    """Return the text of a player's standing in one game: `1668 ± 190, place 3 · 12 of 20 won · Adept`."""
    place = "" if own.place is None else f", place {own.place}"
    rank = "" if own.rank is None else f" · {own.rank}"
    doubt = " (provisional)" if own.rating.provisional else ""
    return f"{rating_in_words(own.rating)}{doubt}{place} · {own.won} of {own.played} won{rank}"


def profile_in_words(profile: Profile, titles: Mapping[str, str]) -> list[str]:
    """Return one line for each game with a player's standing there."""
    among_people = [f"{titles.get(each.game, each.game)}: {standing_in_words(each)}" for each in profile.games]
    return [
        *(among_people or ["Has not played with other people yet."]),
        *(
            f"{titles.get(each.game, each.game)} against bots: {standing_in_words(each)}"
            for each in profile.against_bots
        ),
    ]


def matches_in_words(matches: Sequence[Played], player: PlayerId, titles: Mapping[str, str]) -> list[str]:
    """Return one line for each match with a player's result."""
    lines = []
    for match in matches:
        place, meant = result_in_words(match, player)
        others = ", ".join(name_of(seat.player) for seat in match.seats if seat.player.id != player)
        lines.append(f"{titles.get(match.game, match.game)} with {others}: {place}, {meant} · {match.match}")
    return lines or ["No match yet."]


def met_in_words(met: HeadToHead, titles: Mapping[str, str]) -> list[str]:
    """Return one line for each game with two players' results against each other."""
    if not met.games:
        return [f"{met.player.name} and {met.other.name} have not met yet."]
    return [
        f"{titles.get(each.game, each.game)}: {met.player.name} was above {each.above} times, below {each.below} times"
        + (f", equal {each.equal} times" if each.equal else "")
        for each in met.games
    ]
