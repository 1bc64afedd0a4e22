"""Start options of the terminal client, and terms of a search for opponents."""

import msgspec
from quarterdeck_protocol.lobby.matchmaking import Opponents
from quarterdeck_protocol.lobby.tables import Access, Perspectives, ReplayAccess, SpectatorDelay
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import TableId

CLOCK_OF_A_TABLE = 60.0
CLOCK_OF_A_SEARCH = 30.0
"""Default time limit of a search, in seconds. All clients use the protocol's default, because only players with the
same terms are matched."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """Terms of a search for opponents."""

    games: tuple[str, ...]
    decks: tuple[str | None, ...]
    """The deck for each of the games; `None` to let the server choose."""

    time_limit: float
    """Time limit for a decision, in seconds."""

    rated: bool = True
    bots_after: float | None = 60.0
    """Seconds of searching after which bots of the server may join; `None` for never."""

    party: tuple[str, int] | None = None
    """The code that a group of friends has agreed on, and the size of the group."""

    opponents: Opponents = Opponents.ANYBODY


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Start options: the table, match or search to begin with."""

    game: str = "density-deck"
    bots: int | None = None
    """Number of the server's bots at a new table."""

    bot: str | None = None
    """The kind of the server's bots to play against; by default the game's default bot."""

    seats: int | None = None
    """Number of seats of a new table."""

    time_limit: float | None = None
    """Seconds that a seat has for a decision; `None` for the default."""

    table: TableId | None = None
    """The table to join."""

    code: str | None = None
    """The invite code of the table to join."""

    password: str | None = None
    """The password of the table to join, or of a new table."""

    private: bool = False
    """True if a new table is unlisted."""

    rated: bool = False
    """True if matches at a new table count for ratings."""

    spectators: bool = True
    """True if spectators may watch matches at a new table."""

    replays: ReplayAccess | None = None
    """Players who may see replays of matches at a new table; by default the same players who may watch."""

    spectator_delay: SpectatorDelay | None = None
    """Spectator delay of matches at a new table; `None` for the default."""

    perspectives: Perspectives = Perspectives.AFTER
    """The time from which spectators may see a match at a new table from the view of a seat, with the cards in its
    hand."""

    deck: str | None = None
    """The deck to play, in games for which players bring decks."""

    back_to: TableId | None = None
    """The table where the player sat before, to return to."""

    watch: str | None = None
    """A match to watch."""

    seek: tuple[str, ...] = ()
    """Games in which to search for opponents."""

    bots_after: float | None = 60.0
    """Seconds of searching after which bots of the server may join; `None` for never."""

    opponents: Opponents = Opponents.ANYBODY
    """The players to meet in a search."""

    @property
    def access(self) -> Access:
        """The access setting of a new table."""
        if self.password is not None:
            return Access.PASSWORD
        return Access.UNLISTED if self.private else Access.PUBLIC

    @property
    def clock_of_a_table(self) -> float:
        """Seconds that a seat of a new table has for a decision."""
        return CLOCK_OF_A_TABLE if self.time_limit is None else self.time_limit

    @property
    def clock_of_a_search(self) -> float:
        """Seconds that a seat has for a decision in a match found by a search."""
        return CLOCK_OF_A_SEARCH if self.time_limit is None else self.time_limit

    @property
    def is_open(self) -> bool:
        """True if the options name no table, match or search, so that the client begins and ends with the lobby."""
        return (self.watch, self.table, self.code, self.bots, self.seats) == (None,) * 5 and not self.seek

    def wish(self, offers: tuple[GameOffer, ...], games: tuple[str, ...]) -> Wish:
        """Return the terms of a search in these games, with the start options for everything else."""
        with_decks = {str(offer.name) for offer in offers if offer.decks}
        return Wish(
            games=games,
            decks=tuple(self.deck if game in with_decks else None for game in games),
            time_limit=self.clock_of_a_search,
            bots_after=self.bots_after,
            opponents=self.opponents,
        )


def usual_bot(offer: GameOffer | None) -> str:
    """Return the server's default bot for a game."""
    if offer is None or not offer.bots:
        return "random"
    return offer.bots[-1] if offer.default_bot is None else offer.default_bot


def bot_titles(offer: GameOffer | None) -> dict[str, str]:
    """Return the titles of the server's bots for a game, by bot name."""
    named = {} if offer is None else {each.name: each.title for each in offer.bot_titles}
    bots = () if offer is None else offer.bots
    return {bot: named.get(bot) or bot.replace("_", " ").capitalize() for bot in bots}
