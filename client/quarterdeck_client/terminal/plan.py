"""Start options of the terminal client, and the later wishes of its player."""

import msgspec
from quarterdeck_protocol.lobby.tables import Access, Perspectives, ReplayAccess, SpectatorDelay
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import TableId

CLOCK_OF_A_TABLE = 60.0
CLOCK_OF_A_SEARCH = 30.0
"""The protocol's default, shared by all clients that set none: only players with the same terms meet."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """Terms of a search for opponents."""

    games: tuple[str, ...]
    decks: tuple[str | None, ...]
    """The deck for each of the games; `None` to leave it to the house."""

    time_limit: float
    """In seconds, as `bots_after`."""

    rated: bool = True
    bots_after: float | None = 60.0
    """`None` for never."""

    party: tuple[str, int] | None = None
    """The code that friends have agreed on, and how many they are."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Start options: the table, match or search to begin with."""

    game: str = "density-deck"
    bots: int | None = None
    """Number of the house's bots at a new table."""

    bot: str | None = None
    """The bot of the house to play against; by default the game's usual one."""

    seats: int | None = None
    """Number of seats of a new table."""

    time_limit: float | None = None
    """Seconds that a seat has for a decision; `None` for the usual limit."""

    table: TableId | None = None
    """The table to sit down at."""

    code: str | None = None
    """The invite code of the table to sit down at."""

    password: str | None = None
    """The password of the table to sit down at, or of a new one."""

    private: bool = False
    """True if a new table is unlisted."""

    rated: bool = False
    """True if matches at a new table count for ratings."""

    spectators: bool = True
    """True if matches at a new table may be watched."""

    replays: ReplayAccess | None = None
    """Access to replays of matches at a new table; by default that of spectators."""

    spectator_delay: SpectatorDelay | None = None
    """Spectator delay of matches at a new table; `None` for the usual one."""

    perspectives: Perspectives = Perspectives.AFTER
    """When spectators see matches at a new table through the eyes of a seat."""

    deck: str | None = None
    """The deck to play, in games that players bring decks to."""

    back_to: TableId | None = None
    """The table where one sat before, to come back to."""

    watch: str | None = None
    """A match to watch."""

    seek: tuple[str, ...] = ()
    """Games to seek opponents for."""

    bots_after: float | None = 60.0
    """Seconds of seeking after which bots of the house will do; `None` for never."""

    @property
    def access(self) -> Access:
        """The access to a new table."""
        if self.password is not None:
            return Access.PASSWORD
        return Access.UNLISTED if self.private else Access.PUBLIC

    @property
    def clock_of_a_table(self) -> float:
        """Seconds that a seat of a new table has for a decision."""
        return CLOCK_OF_A_TABLE if self.time_limit is None else self.time_limit

    @property
    def clock_of_a_search(self) -> float:
        """Seconds that a seat has for a decision in a sought match."""
        return CLOCK_OF_A_SEARCH if self.time_limit is None else self.time_limit

    @property
    def is_open(self) -> bool:
        """True if the options ask for nothing in particular, so that everything begins and ends at the table list."""
        return (self.watch, self.table, self.code, self.bots, self.seats) == (None,) * 5 and not self.seek

    def wish(self, offers: tuple[GameOffer, ...], games: tuple[str, ...]) -> Wish:
        """Return the terms of a search with only the games given."""
        with_decks = {str(offer.name) for offer in offers if offer.decks}
        return Wish(
            games=games,
            decks=tuple(self.deck if game in with_decks else None for game in games),
            time_limit=self.clock_of_a_search,
            bots_after=self.bots_after,
        )


def usual_bot(offer: GameOffer | None) -> str:
    """Return the default bot of the house for a game."""
    if offer is None or not offer.bots:
        return "random"
    return offer.bots[-1] if offer.default_bot is None else offer.default_bot


def bot_titles(offer: GameOffer | None) -> dict[str, str]:
    """Return the titles of the house's bots for a game, by their names."""
    named = {} if offer is None else {each.name: each.title for each in offer.bot_titles}
    bots = () if offer is None else offer.bots
    return {bot: named.get(bot) or bot.replace("_", " ").capitalize() for bot in bots}
