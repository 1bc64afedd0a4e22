"""Every message of protocol v1, in both directions. The docstrings become the schema's text.

Within v1 there are only additions: new messages, new optional fields, new refusal codes. Readers ignore fields that
they do not know. Times are milliseconds; points in time are by the store's clock, since 1970-01-01 UTC.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw

from quarterdeck_protocol.accounts import AccountAnswer, AccountCommand
from quarterdeck_protocol.decks import Deck, DeckText
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, TableId, Version
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.seeking import Accept, Decline, OfferChanged, Seek, TicketChanged, Unseek
from quarterdeck_protocol.sides import FromClient as FromClient
from quarterdeck_protocol.sides import FromServer as FromServer
from quarterdeck_protocol.sides import Player as Player
from quarterdeck_protocol.sides import ShortText
from quarterdeck_protocol.standing import StandingAnswer, StandingCommand
from quarterdeck_protocol.talking import TalkAnswer, TalkCommand

Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")

Access = Literal["public", "unlisted", "password"]
"""Who may come to a table: everybody; who knows its invite code; or who knows its password."""

InviteCode = Annotated[str, Meta(min_length=1, max_length=16)]
TablePassword = Annotated[str, Meta(min_length=1, max_length=64)]
TimeLimit = Annotated[Milliseconds, Meta(ge=1_000, le=86_400_000)]


def _no_options() -> Raw:
    return Raw(b"{}")  # made anew, because a default that is `Raw` cannot be written into the schema


class Hello(FromClient, frozen=True, kw_only=True, tag="hello"):
    """Open the conversation. Answered by `welcome`."""

    protocol: int = 1
    """The version of the protocol that the client speaks."""

    client: ShortText | None = None
    """The client's name and version, for the server's log."""


class OpenTable(FromClient, frozen=True, kw_only=True, tag="open_table"):
    """Open a table and sit down at its first seat. Answered by `table`."""

    game: Annotated[GameName, Meta(max_length=64)]
    seats: int | None = None
    """How many play; without it, the game's own default."""

    options: Raw = msgspec.field(default_factory=_no_options)
    """The game's own options, an object; for what is left out, the defaults."""

    time_limit: TimeLimit = Milliseconds(30_000)
    """How long a seat may think about one decision."""

    rated: bool = False
    """Whether the matches that are played there count for ratings. `rated` says of each whether it did, or why not."""

    sit: bool = True
    """Whether to sit down at the first seat."""

    access: Access = "public"
    """Who may come: `public` is everybody; an `unlisted` table is in no list and found only by its invite code, which
    the server makes; whoever comes to one with a `password` has to know it."""

    password: TablePassword | None = None
    """The password, for `access` `password`."""

    spectators: bool = True
    """Whether matches at this table may be watched by those who do not sit there."""

    deck: DeckText | None = None
    """The deck for that seat, in games that are played with decks of one's own: the name of a ready deck, a deck code,
    or a list with a line `4 trip-wire` for each card. Two hundred cards fit in."""


class ListTables(FromClient, frozen=True, kw_only=True, tag="list_tables"):
    """Ask which tables there are. Answered by `tables`."""

    game: Annotated[GameName, Meta(max_length=64)] | None = None
    """Only tables of this game."""


class Sit(FromClient, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or change to another one. Answered by `table`."""

    table: Annotated[TableId, Meta(max_length=64)] | None = None
    """Which table; with its invite code it can be left out."""

    code: InviteCode | None = None
    """The invite code, for an unlisted table at which one does not sit yet. Small letters will do."""

    password: TablePassword | None = None
    """The password, for a table that has one and at which one does not sit yet."""

    seat: Seat | None = None
    """Which one; without it, the first that is free."""

    deck: DeckText | None = None
    """The deck to play, as in `open_table`; without it, the one that was brought before. Who has brought none when the
    match begins plays a ready deck: the seat's number says which of `games[…].decks`."""


class Stand(FromClient, frozen=True, kw_only=True, tag="stand"):
    """Give the seat up, or, as the host, take a bot away from one. Answered by `table`."""

    table: Annotated[TableId, Meta(max_length=64)]
    seat: Seat | None = None
    """A bot's seat, to take the bot away; without it, one's own."""


class Lift(FromClient, frozen=True, kw_only=True, tag="lift"):
    """As the host, take somebody away from a seat, a bot or a person; that person cannot sit down here again until the
    next match is set up. Answered by `table`."""

    table: Annotated[TableId, Meta(max_length=64)]
    seat: Seat


class HandOver(FromClient, frozen=True, kw_only=True, tag="hand_over"):
    """As the host, let another person who sits at the table be its host. Answered by `table`."""

    table: Annotated[TableId, Meta(max_length=64)]
    player: Annotated[PlayerId, Meta(max_length=64)]


class Ready(FromClient, frozen=True, kw_only=True, tag="ready"):
    """Say that one is ready. When all seats are taken and ready, the match begins. Answered by `table`."""

    table: Annotated[TableId, Meta(max_length=64)]
    entropy: ShortText | None = None
    """Some randomness of one's own, which goes into every shuffle. It is given after the server has published the hash
    of its seed, so the server could not have chosen the seed to suit it."""

    deck: DeckText | None = None
    """The deck to play, as in `sit`. Until the match begins, `ready` may be said again with another deck."""


class AddBot(FromClient, frozen=True, kw_only=True, tag="add_bot"):
    """As the host, let a bot of the house take a seat. Answered by `table`."""

    table: Annotated[TableId, Meta(max_length=64)]
    bot: ShortText = "random"
    seat: Seat | None = None
    """Which seat; without it, the first that is free."""

    deck: DeckText | None = None
    """The deck that it plays, as in `sit`."""


class Rematch(FromClient, frozen=True, kw_only=True, tag="rematch"):
    """After a match, set the table up for another one with seats moved on by one; everybody keeps their deck. Answered
    by `table`."""

    table: Annotated[TableId, Meta(max_length=64)]


class LookAt(FromClient, frozen=True, kw_only=True, tag="look_at"):
    """Follow a table: answered by `table`, and every change of it is told from now on."""

    table: Annotated[TableId, Meta(max_length=64)] | None = None
    """Which table; with its invite code it can be left out."""

    code: InviteCode | None = None
    """The invite code, as in `sit`."""

    password: TablePassword | None = None
    """The password, as in `sit`."""


class FollowLobby(FromClient, frozen=True, kw_only=True, tag="follow_lobby"):
    """Follow the list of tables where somebody gathers or plays. Answered by `lobby`, and what changes is told in
    `lobby_changed` from now on. Said again, it replaces what was wanted before."""

    games: Annotated[tuple[GameName, ...], Meta(max_length=64)] | None = None
    """Only tables of these games."""

    open_seats: Annotated[int, Meta(ge=0, le=64)] = 0
    """Only tables that are gathering and have at least so many free seats; 0 for all tables."""

    rated: bool | None = None
    """Only tables whose matches count for ratings, or only those whose do not."""

    least_time_limit: TimeLimit | None = None
    """Only tables whose seats may think for at least so long."""

    most_time_limit: TimeLimit | None = None
    """Only tables whose seats may think for at most so long."""


class UnfollowLobby(FromClient, frozen=True, kw_only=True, tag="unfollow_lobby"):
    """Follow the list of tables no longer. Answered by `lobby_unfollowed`."""


class Watch(FromClient, frozen=True, kw_only=True, tag="watch"):
    """Follow a match, from one's own seat if one has one there, as a spectator otherwise. Answered by `update`."""

    match: Annotated[MatchId, Meta(max_length=64)]
    since: Version | None = None
    """The version of the last `update` one has: the answer then tells what has happened since, as far back as
    `limits.history` entries. Without it, the answer tells no events."""


class Unwatch(FromClient, frozen=True, kw_only=True, tag="unwatch"):
    """Follow a match no longer. Answered by `unwatched`."""

    match: Annotated[MatchId, Meta(max_length=64)]


class Act(FromClient, frozen=True, kw_only=True, tag="act"):
    """Do something in a match. Answered by the `update` that it causes.

    Sent again under the same `ref`, also after a reconnect and to another process, it is done once: the answer is then
    an `update` that begins where the action stands.
    """

    match: Annotated[MatchId, Meta(max_length=64)]
    seen: Version
    """The version of the `update` whose choices one has seen. If they are still on offer it does not matter that others
    have acted since."""

    action: Raw
    """One of the choices, or the game's own action in the same shape."""


class Resign(FromClient, frozen=True, kw_only=True, tag="resign"):
    """Leave a match for good, at once. Answered by `update`."""

    match: Annotated[MatchId, Meta(max_length=64)]


AnyFromClient = (
    Hello
    | AccountCommand
    | OpenTable
    | ListTables
    | Sit
    | Stand
    | Ready
    | Lift
    | HandOver
    | AddBot
    | Rematch
    | LookAt
    | FollowLobby
    | UnfollowLobby
    | Watch
    | Unwatch
    | Act
    | Resign
    | Seek
    | Unseek
    | Accept
    | Decline
    | TalkCommand
    | StandingCommand
)


class Quota(msgspec.Struct, frozen=True, kw_only=True):
    """How often something may be done, beside what one connection may send."""

    what: str
    """The quota's name; a refusal for it names it."""

    per: str
    """`address` or `player`: who has one of these."""

    at_once: int
    per_minute: int


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What the server bears from one connection."""

    message_bytes: int = 65_536
    """The largest frame that is read."""

    messages_per_second: int = 100
    """How many commands a second, over a while."""

    messages_at_once: int = 200
    """How many commands in one go."""

    watched_matches: int = 64
    """How many matches one connection may watch."""

    history: int = 200
    """How many entries back `watch` with `since` tells events."""

    tables_per_player: int = 0
    """At how many tables one player may sit at the same time, finished ones apart; 0 for any number."""

    tables_per_address: int = 0
    """How many tables that were opened from one address there may be at the same time; 0 for any number."""

    quotas: tuple[Quota, ...] = ()
    """How often other things may be done, for each address or player."""


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: GameName
    title: str
    version: int
    """The version of its rules."""

    least_seats: int
    most_seats: int
    default_seats: int
    bots: tuple[str, ...]
    """The names of the house's bots that play it."""

    decks: tuple[str, ...] = ()
    """The ready decks, by the names to ask for them by; empty if nobody brings a deck to this game. A seat without a
    deck plays the one with its own number, counted from 0, and round again."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table."""

    player: Player | None = None
    """Who sits there."""

    ready: bool = False
    has_deck: bool = False
    """Whether a deck has been brought, in games that are played with decks of one's own."""

    deck: Deck | None = None
    """That deck, card by card, in games whose lists are open; elsewhere nobody is told."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Where players gather before, between and after matches."""

    id: TableId
    game: GameName
    options: Raw
    time_limit: Milliseconds
    places: tuple[Place, ...]
    commitment: str
    """SHA-256 of the seed of the match to come, or of the one being played, in hexadecimal."""

    match: MatchId
    """The id of the match to come, of the one being played, or of the last one."""

    stage: str
    """`gathering`, `playing` or `over`."""

    opened_at: Milliseconds
    changed: int
    """Counts the changes of this table; of two messages about it the one with the higher count is the newer."""

    rated: bool = False
    """Whether its matches count for ratings."""

    host: PlayerId | None = None
    """Who may lift others, add bots and hand over: who opened it; once they have left, who has sat here longest."""

    access: str = "public"
    """`public`, `unlisted` or `password`."""

    spectators: bool = True
    """Whether matches here may be watched by those who do not sit here."""

    code: str | None = None
    """The invite code of an unlisted table. Only those who sit there are told."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended."""

    places: tuple[int, ...]
    """For every seat its place, from 1; seats that share a place share the number, and the next is left out."""

    reason: str
    """In one word why it ended, from the game's own list."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat that the match waits for."""

    seat: Seat
    until: Milliseconds
    """When its time runs out, by the store's clock."""

    bank: Milliseconds = Milliseconds(0)
    """How much of that time is the seat's bank for the whole match: what it uses of it, it has no more."""

    absent: bool = False
    """Whether it has let its time run out so often that the house plays on at once until it is back."""


class Welcome(FromServer, frozen=True, kw_only=True, tag="welcome"):
    """Answers `hello`."""

    server: str
    """The server's name and version."""

    protocol: int
    limits: Limits
    games: tuple[GameOffer, ...]
    now: Milliseconds
    """The store's clock."""


class TableChanged(FromServer, frozen=True, kw_only=True, tag="table"):
    """How a table stands now."""

    table: Table
    gone: bool = False
    """Whether it has been closed: nobody sits there any more."""

    lifted: bool = False
    """Whether the host has lifted you from your seat: you cannot sit down here until the next match is set up."""


class Tables(FromServer, frozen=True, kw_only=True, tag="tables"):
    """Answers `list_tables`."""

    tables: tuple[Table, ...]


class LobbyShown(FromServer, frozen=True, kw_only=True, tag="lobby"):
    """Answers `follow_lobby`: the tables that are wanted, as they stand now."""

    tables: tuple[Table, ...]
    """At most 200, those that have changed last; of others one hears when they change."""

    total: int
    """How many there are."""


class LobbyChanged(FromServer, frozen=True, kw_only=True, tag="lobby_changed"):
    """What has changed in the list of tables that one follows; at most four times a second."""

    tables: tuple[Table, ...] = ()
    """The tables that are new, or have changed, as they stand now."""

    gone: tuple[TableId, ...] = ()
    """The tables that are closed, or are not as wanted any more."""


class LobbyUnfollowed(FromServer, frozen=True, kw_only=True, tag="lobby_unfollowed"):
    """Answers `unfollow_lobby`."""


class Update(FromServer, Generic[Action, Event, View], frozen=True, kw_only=True, tag="update"):
    """What happened in a match, how it stands for this viewer, and what this viewer may do now. It stands alone."""

    match: MatchId
    game: GameName
    version: Version
    """How many entries the match has now."""

    since: Version
    """The version that the events begin after. In the answer to an `act` or `resign` that was sent again it is the
    version before the one at which it stands."""

    at: Milliseconds
    """When the newest entry was written, by the store's clock."""

    now: Milliseconds
    """The store's clock when this was sent: `waiting.until − now` is what is left."""

    seat: Seat | None
    """Whose view this is; `null` for a spectator."""

    players: tuple[Player, ...]
    """Who sits where."""

    waiting: tuple[Waiting, ...]
    """The seats that are asked for an action."""

    link: str
    """The newest link of the chain over all entries, in hexadecimal."""

    result: Result | None
    """How it ended, if it has."""

    events: tuple[Event, ...]
    """What happened after `since`, as this viewer may hear of it, in the game's own shapes."""

    view: View
    """The state as this viewer may see it, in the game's own shape."""

    choices: tuple[Action, ...]
    """What this viewer may do now, in the game's own shapes. Empty if nothing is asked of it."""


class Unwatched(FromServer, frozen=True, kw_only=True, tag="unwatched"):
    """Answers `unwatch`."""

    match: MatchId


class Refused(FromServer, frozen=True, kw_only=True, tag="refused"):
    """A command was refused. Nothing has changed."""

    code: Refusal
    text: str
    """What was wrong and what would be right, in a sentence."""

    where: str | None = None
    """The place of the fault: a JSON path in the message, or the rule for `illegal`."""

    match: MatchId | None = None
    table: TableId | None = None
    retry_in: Milliseconds | None = None
    """After how long it may be sent again, for what came too often."""

    faults: tuple[str, ...] = ()
    """Everything that is wrong with a deck or with options, each in a sentence; `text` has them in one."""


RawUpdate = Update[Raw, Raw, Raw]
"""An update whose game's own parts are still JSON."""

AnyFromServer = (
    Welcome
    | AccountAnswer
    | StandingAnswer
    | TableChanged
    | Tables
    | LobbyShown
    | LobbyChanged
    | LobbyUnfollowed
    | RawUpdate
    | Unwatched
    | TicketChanged
    | OfferChanged
    | TalkAnswer
    | Refused
)
AnyUpdate = Update[Any, Any, Any]
