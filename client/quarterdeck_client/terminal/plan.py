"""What the terminal client is asked to begin with, and what a player asks for later."""

import msgspec
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.tables import Access, Perspectives, ReplayAccess, SpectatorDelay

CLOCK_OF_A_TABLE = 60.0
CLOCK_OF_A_SEARCH = 30.0
"""The protocol's own, as every client has it who says nothing: only those meet who want the same."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What opponents are sought for."""

    games: tuple[str, ...]
    decks: tuple[str | None, ...]
    """What to play in each of them; `None` to leave it to the house."""

    time_limit: float
    """In seconds, as `bots_after`."""

    rated: bool = True
    bots_after: float | None = 60.0
    """`None` for never."""

    party: tuple[str, int] | None = None
    """The code that friends have agreed on, and how many they are."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to begin with."""

    game: str = "density-deck"
    bots: int | None = None
    """How many bots of the house to play against at a new table."""

    bot: str | None = None
    """Which bot of the house sits down; the game's usual one if nobody says."""

    seats: int | None = None
    """How many seats a new table has."""

    time_limit: float | None = None
    """How many seconds a seat has for a decision; the usual ones if nobody says."""

    table: TableId | None = None
    """The table to sit down at."""

    code: str | None = None
    """The invite code of the table to sit down at."""

    password: str | None = None
    """The password of the table to sit down at, or of a new one."""

    private: bool = False
    """Whether a new table is unlisted."""

    rated: bool = False
    """Whether matches at a new table count for ratings."""

    spectators: bool = True
    """Whether matches at a new table may be watched."""

    replays: ReplayAccess | None = None
    """Who may see matches at a new table again; those who might watch if nobody says."""

    spectator_delay: SpectatorDelay | None = None
    """How much later others see matches at a new table; what is usual if nobody says."""

    perspectives: Perspectives = Perspectives.AFTER
    """When spectators see matches at a new table through the eyes of a seat."""

    deck: str | None = None
    """What to play, in games that players bring decks to."""

    back_to: TableId | None = None
    """The table where one sat before, to come back to."""

    watch: str | None = None
    """A match to watch."""

    seek: tuple[str, ...] = ()
    """Games to seek opponents for."""

    bots_after: float | None = 60.0
    """After how many seconds of seeking bots of the house will do; `None` for never."""

    @property
    def access(self) -> Access:
        """Who may come to a new table."""
        if self.password is not None:
            return Access.PASSWORD
        return Access.UNLISTED if self.private else Access.PUBLIC

    @property
    def clock_of_a_table(self) -> float:
        """How many seconds a seat of a new table has for a decision."""
        return CLOCK_OF_A_TABLE if self.time_limit is None else self.time_limit

    @property
    def clock_of_a_search(self) -> float:
        """How many seconds a seat has in a match that is sought."""
        return CLOCK_OF_A_SEARCH if self.time_limit is None else self.time_limit

    @property
    def is_open(self) -> bool:
        """Whether nothing particular is asked for, so that the list of tables is where everything begins and ends."""
        return (self.watch, self.table, self.code, self.bots, self.seats) == (None,) * 5 and not self.seek

    def wish(self, offers: tuple[GameOffer, ...], games: tuple[str, ...]) -> Wish:
        """Return what is sought if only the games are said."""
        with_decks = {str(offer.name) for offer in offers if offer.decks}
        return Wish(
            games=games,
            decks=tuple(self.deck if game in with_decks else None for game in games),
            time_limit=self.clock_of_a_search,
            bots_after=self.bots_after,
        )


def usual_bot(offer: GameOffer | None) -> str:
    """Return the bot of the house that sits down for a game if nobody says which."""
    if offer is None or not offer.bots:
        return "random"
    return offer.bots[-1] if offer.default_bot is None else offer.default_bot


def bot_titles(offer: GameOffer | None) -> dict[str, str]:
    """Return what the bots of the house for a game are called, by their names."""
    named = {} if offer is None else {each.name: each.title for each in offer.bot_titles}
    bots = () if offer is None else offer.bots
    return {bot: named.get(bot) or bot.replace("_", " ").capitalize() for bot in bots}
