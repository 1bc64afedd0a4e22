"""Messages about tables, where players gather before, between and after matches, and about the list of them."""

from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from quarterdeck_protocol.catalogue import SetMark
from quarterdeck_protocol.decks import Deck, DeckText
from quarterdeck_protocol.lobby.ratings import Rating, Unrated
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId, Seat, TableId
from quarterdeck_protocol.sides import EVERY_PROGRAM, FromClient, FromServer, Player, Scope, ShortText

InviteCode = Annotated[str, Meta(min_length=1, max_length=16)]
TablePassword = Annotated[str, Meta(min_length=1, max_length=64)]
TimeLimit = Annotated[int, Meta(ge=1_000, le=86_400_000)]
EntropyHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""SHA-256 of a share of entropy, as UTF-8, in small hexadecimal digits."""


class Access(StrEnum):
    """Ways to admit players to a table."""

    PUBLIC = "public"
    """Everybody."""

    UNLISTED = "unlisted"
    """Players that know its invite code, which the server makes: it is in no list."""

    PASSWORD = "password"  # noqa: S105 - not one, but that there is one
    """Players that know its password."""

    OTHER = "other"
    """Not sent by this server: a client uses it for an access that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "Access":
        return cls.OTHER


class ReplayAccess(StrEnum):
    """Viewers that may see a match again when it has ended: its replay and its transcript."""

    EVERYBODY = "everybody"
    """Everybody."""

    PLAYERS = "players"
    """Its players, and moderators."""

    NOBODY = "nobody"
    """Only moderators: its players see a replay from their own seat, as they saw it, and no transcript, which opens
    everything."""

    OTHER = "other"
    """Not sent by this server: a client uses it for viewers newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "ReplayAccess":
        return cls.OTHER


def usual_replays(access: Access | UnsetType, *, spectators: bool) -> ReplayAccess:
    """Return the replay access of a match whose table does not set it: everybody for a public match with spectators,
    otherwise the players alone."""
    is_open = spectators and access in (Access.PUBLIC, UNSET)
    return ReplayAccess.EVERYBODY if is_open else ReplayAccess.PLAYERS


class SpectatorDelay(StrEnum):
    """The delay by which viewers without a seat are behind the players of a match."""

    NONE = "none"
    """At once."""

    HALF_A_MINUTE = "30s"
    """30 seconds later."""

    THREE_MINUTES = "3min"
    """Three minutes later."""

    END = "end"
    """When the match has ended; until then spectators receive nothing of it."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a delay that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "SpectatorDelay":
        return cls.OTHER

    @property
    def span(self) -> Milliseconds:
        """Delay of each message; 0 for `none`, and for `end`."""
        return _SPANS.get(self, Milliseconds(0))


_SPANS = {
    SpectatorDelay.HALF_A_MINUTE: Milliseconds(30_000),
    SpectatorDelay.THREE_MINUTES: Milliseconds(180_000),
}


class Perspectives(StrEnum):
    """When those without a seat may see a match through the eyes of one that has."""

    AFTER = "after"
    """When it has ended, for viewers that may see it again."""

    DURING = "during"
    """While it is played, too, with the delay of spectators: all players have agreed to that by getting ready."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a word that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "Perspectives":
        return cls.OTHER


def usual_delay(*, rated: bool, perspectives: Perspectives = Perspectives.AFTER) -> SpectatorDelay:
    """Return how far behind spectators are at a table that says nothing of it."""
    if perspectives is Perspectives.DURING:
        return SpectatorDelay.THREE_MINUTES
    return SpectatorDelay.HALF_A_MINUTE if rated else SpectatorDelay.NONE


class CollectionRule(StrEnum):
    """Which cards a deck at a table may hold."""

    OPEN = "open"
    """All: everybody may play everything."""

    OWNED = "owned"
    """Cards that the player owns in as many copies, in the printing that the deck names. Cards beside the deck, such as
    Powers, belong to everybody, and bots of the house own everything. Played copies cannot move from the match's
    begin, with the reveal before it, until its end."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a rule that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "CollectionRule":
        return cls.OTHER


class TableStage(StrEnum):
    """Stages of a table."""

    GATHERING = "gathering"
    """The match has not begun: seats are taken and given up."""

    REVEALING = "revealing"
    """Everybody is ready, and players that have bound a share of entropy reveal it. Nothing else changes at the
    table."""

    PLAYING = "playing"
    """The match is being played."""

    OVER = "over"
    """The match has ended; there may be another one."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "TableStage":
        return cls.OTHER


def _no_options() -> Raw:
    return Raw(b"{}")  # made anew, because a default that is `Raw` cannot be written into the schema


class OpenTable(FromClient, frozen=True, kw_only=True, tag="open_table"):
    """Open a table and sit down at its first seat. Answered by `table_changed`."""

    open_to = (Scope.LOBBY_HOST,)

    game: Annotated[GameName, Meta(max_length=64)]
    seats: Count | None = None
    """Number of players; without it, the game's own default."""

    options: Raw = msgspec.field(default_factory=_no_options)
    """The game's own options, an object; absent ones have their defaults."""

    time_limit: TimeLimit = Milliseconds(30_000)
    """The time for one decision of a seat; in games that count the time of whole turns, `games[…].limits_a_turn` times
    as long for all its actions in one."""

    rated: bool = False
    """True if the matches at this table count for ratings. `rated` says for each if it did, or why not."""

    sit: bool = True
    """True to sit down at the first seat."""

    access: Access = Access.PUBLIC
    """Admission: `public` is everybody; an `unlisted` table is in no list and found only by its invite code, which the
    server makes; a table with a `password` admits players that know it."""

    password: TablePassword | None = None
    """The password, for `access` `password`."""

    spectators: bool = True
    """True if players without a seat may watch matches at this table."""

    replays: ReplayAccess | None = None
    """The viewers of replays and transcripts of matches at this table, when they have ended; `null` is `everybody`
    where everybody might watch them, and otherwise `players`."""

    spectator_delay: SpectatorDelay | None = None
    """The delay of everybody else behind the players of matches at this table: spectators, the list of tables,
    histories, replays, and the players' chat for spectators. `null` is `30s` for `rated` ones, `3min` where
    `perspectives` is `during`, and otherwise `none`."""

    perspectives: Perspectives = Perspectives.AFTER
    """The time from which spectators may see a match at this table through the eyes of a seat, its hand and all.
    `during` is for tables that are not `rated`, may be watched, with a delay of `3min` and replays that are not for
    `nobody`: and all players have to agree, with `ready`."""

    collection: CollectionRule = CollectionRule.OPEN
    """The cards that a deck may hold: all, or only copies that the player owns, in games with decks that players
    bring."""

    deck: DeckText | None = None
    """The deck for that seat, in games that are played with decks of one's own: the name of a ready deck, a deck code,
    or a list with a line `4 trip-wire` for each card. Two hundred cards fit in."""


class ListTables(FromClient, frozen=True, kw_only=True, tag="list_tables"):
    """Ask which tables there are. Answered by `tables`."""

    open_to = (Scope.LOBBY_READ,)

    game: Annotated[GameName, Meta(max_length=64)] | None = None
    """Only tables of this game."""


class ReadDeck(FromClient, frozen=True, kw_only=True, tag="read_deck"):
    """Ask for the cards of a deck and all its faults, without a table. Answered by `deck_read`."""

    open_to = (Scope.LOBBY_READ,)

    game: Annotated[GameName, Meta(max_length=64)]
    deck: DeckText
    """The name of a ready deck, a deck code, or a list."""

    options: Raw = msgspec.field(default_factory=_no_options)
    """The options of the table that it is for; absent ones have their defaults."""


class DeckQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same over HTTP: the body of `POST /v1/games/<game>/deck`."""

    deck: DeckText
    """The name of a ready deck, a deck code, or a list."""

    options: Raw = msgspec.field(default_factory=_no_options)
    """The options of the table that it is for; absent ones have their defaults."""


class Sit(FromClient, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or change to another one. Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)] | None = None
    """Which table; with its invite code it can be left out."""

    code: InviteCode | None = None
    """The invite code, for an unlisted table at which one does not sit yet, or `/join/CODE`. Case,
    blanks and signs between its letters make no difference."""

    password: TablePassword | None = None
    """The password, for a table that has one and at which one does not sit yet."""

    seat: Seat | None = None
    """Which one; without it, the first that is free."""

    deck: DeckText | None = None
    """The deck to play, as in `open_table`; without it, the one that was brought before. A player without one when the
    match begins plays a ready deck: the seat's number picks it from `games[…].decks`."""


class Stand(FromClient, frozen=True, kw_only=True, tag="stand"):
    """Give the seat up, or, as the host, take a bot away from one. Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]
    seat: Seat | None = None
    """A bot's seat, to take the bot away; without it, one's own."""


class Kick(FromClient, frozen=True, kw_only=True, tag="kick"):
    """As the host, remove a bot or a person from a seat; that person cannot sit down here again until the next match is
    set up. Answered by `table_changed`."""

    open_to = (Scope.LOBBY_HOST,)

    table: Annotated[TableId, Meta(max_length=64)]
    seat: Seat


class TransferHost(FromClient, frozen=True, kw_only=True, tag="transfer_host"):
    """As the host, make another person at the table its host. Answered by `table_changed`."""

    open_to = (Scope.LOBBY_HOST,)

    table: Annotated[TableId, Meta(max_length=64)]
    player: Annotated[PlayerId, Meta(max_length=64)]


class Ready(FromClient, frozen=True, kw_only=True, tag="ready"):
    """Say that one is ready. When all seats are taken and ready, the match begins. Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]
    entropy_hash: EntropyHash | None = None
    """Binds some randomness of the player's own, which goes into every shuffle: SHA-256 of a text that nobody can
    guess. When all are ready, the table is `revealing` and all players with a bound share have to `reveal` it. The
    server has published the hash of its seed before, so nobody could choose anything to suit the others'."""

    deck: DeckText | None = None
    """The deck to play, as in `sit`. Until the match begins, `ready` may be said again with another deck."""

    perspectives: Perspectives | None = None
    """At a table with `perspectives` at `during`: `during`, by which the player agrees that spectators see their hand,
    with the delay of the table. Without it the player is not ready there (`not_agreed`)."""


class Reveal(FromClient, frozen=True, kw_only=True, tag="reveal"):
    """Reveal the share of entropy that one has bound with `ready` or `accept`. When all have, the match begins.
    Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]
    entropy: ShortText
    """The text of the bound hash."""


class AddBot(FromClient, frozen=True, kw_only=True, tag="add_bot"):
    """As the host, let a bot of the house take a seat. Answered by `table_changed`."""

    open_to = (Scope.LOBBY_HOST,)

    table: Annotated[TableId, Meta(max_length=64)]
    bot: ShortText | None = None
    """Which; without it, the game's `default_bot`."""

    seat: Seat | None = None
    """Which seat; without it, the first that is free."""

    deck: DeckText | None = None
    """The deck that it plays, as in `sit`."""


class Rematch(FromClient, frozen=True, kw_only=True, tag="rematch"):
    """After a match, set the table up for another one with seats moved on by one; everybody keeps their deck. Answered
    by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]


class WatchTable(FromClient, frozen=True, kw_only=True, tag="watch_table"):
    """Subscribe to a table. Answered by `table_changed`, which is sent again on every change from now on."""

    open_to = (Scope.LOBBY_READ, Scope.PLAY)

    table: Annotated[TableId, Meta(max_length=64)] | None = None
    """Which table; with its invite code it can be left out."""

    code: InviteCode | None = None
    """The invite code, as in `sit`."""

    password: TablePassword | None = None
    """The password, as in `sit`."""


class WatchLobby(FromClient, frozen=True, kw_only=True, tag="watch_lobby"):
    """Subscribe to the list of tables at which players gather or play. Answered by `lobby_snapshot`; further changes
    come in `lobby_changed`. A repeated command replaces the earlier subscription."""

    open_to = (Scope.LOBBY_READ,)

    games: Annotated[tuple[GameName, ...], Meta(max_length=64)] | None = None
    """Only tables of these games."""

    open_seats: Annotated[int, Meta(ge=0, le=64)] = 0
    """Only tables that are gathering and have at least so many free seats; 0 for all tables."""

    rated: bool | None = None
    """Only tables with matches that count for ratings, or only those without."""

    least_time_limit: TimeLimit | None = None
    """Only tables with at least so long a time for decisions."""

    most_time_limit: TimeLimit | None = None
    """Only tables with at most so long a time for decisions."""


class UnwatchLobby(FromClient, frozen=True, kw_only=True, tag="unwatch_lobby"):
    """Follow the list of tables no longer. Answered by `lobby_unwatched`."""

    open_to = EVERY_PROGRAM


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table."""

    player: Player | None = None
    """The player there."""

    ready: bool = False
    entropy_hash: str | None = None
    """The hash by which the player has bound a share of entropy; `null` for a seat that adds none."""

    revealed: bool = False
    """True if that share has been revealed. It is secret before the match has ended."""

    has_deck: bool = False
    """True if a deck has been brought, in games with decks that players bring."""

    deck: Deck | None = None
    """That deck, card by card, in games with open lists; elsewhere it is secret."""

    rating: Rating | None = None
    """The player's rating in this game, as of the table's last change; `null` for bots, which are not rated."""


class RefusedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A refused deal: shares of entropy had been bound, and a player did not reveal theirs in time. No match was
    played. Missing players have lost it, if it was rated. If nobody is missing, all had revealed, and the server could
    not deal: that is nobody's loss, and published all the same."""

    match: MatchId
    game: GameName
    rated: bool
    commitment: str
    """SHA-256 of the seed of that match."""

    players: tuple[Player, ...]
    """The players of the match, seat by seat."""

    entropy_hashes: tuple[str | None, ...]
    """The hash of each seat's share; `null` for a seat that had bound none."""

    missing: tuple[Seat, ...]
    """The seats that did not reveal; empty if the server could not deal."""

    at: Milliseconds
    """The time of the refusal."""


class BoundRules(msgspec.Struct, frozen=True, kw_only=True):
    """By which rules and with which cards a match is dealt."""

    version: Count
    """The version of the game's rules: `rules` of the match's `opened`."""

    card_sets: tuple[SetMark, ...] = ()
    """The sets of cards beside the shipped one: `card_sets` of its `opened`; empty if there are none."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The place of players before, between and after matches."""

    id: TableId
    game: GameName
    options: Any
    time_limit: Milliseconds
    places: tuple[Place, ...]
    commitment: str
    """SHA-256 of the seed of the match to come, or of the one being played, in hexadecimal."""

    match: MatchId
    """The id of the match to come, of the one being played, or of the last one."""

    stage: TableStage

    opened_at: Milliseconds
    changed: Count
    """Counts the changes of this table; of two messages about it the one with the higher count is the newer."""

    rated: bool = False
    """True if its matches count for ratings."""

    host: PlayerId | None = None
    """The player that may kick others, add bots and hand over: the opener; once they have left, the player longest at
    the table."""

    access: Access = Access.PUBLIC

    spectators: bool = True
    """True if players without a seat may watch matches here."""

    replays: ReplayAccess = ReplayAccess.EVERYBODY
    """The viewers that may see matches here again when they have ended."""

    spectator_delay: SpectatorDelay = SpectatorDelay.NONE
    """The delay of everybody else behind the players of matches here."""

    collection: CollectionRule = CollectionRule.OPEN
    """Which cards a deck here may hold."""
    perspectives: Perspectives = Perspectives.AFTER
    """The time from which spectators may see matches here through the eyes of a seat. With `during` spectators learn
    each hand as it was `spectator_delay` ago, and so may an opponent, with a second window: tell people so before
    they sit down."""

    code: str | None = None
    """The invite code of an unlisted table. Only players at the table receive it."""

    reveal_until: Milliseconds | None = None
    """While it is `revealing`: until when every share of entropy that was bound has to be revealed."""

    decks_commitment: str | None = None
    """While it is `revealing` and from then on, in games that are played with decks: a keyed hash of all seats' decks,
    which cannot be changed any more. It can be checked when the match has ended (FAIRNESS.md)."""

    bound_rules: BoundRules | UnsetType = UNSET
    """While it is `revealing` and from then on: the rules of the deal, which cannot be changed any more."""

    refused: RefusedDeal | None = None
    """The deal that was refused here last, until a match begins."""

    unrated: Unrated | None = None
    """The reason why no match of the present players would be rated, with any player on the free seats: `bots`,
    `same_player_twice`, `unrated_table` or `guests`. `null` while a match may be rated, and from older servers.
    `rated` stays as the table was opened."""


class TableChanged(FromServer, frozen=True, kw_only=True, tag="table_changed"):
    """The current state of a table."""

    table: Table
    gone: bool = False
    """True if it has been closed: no player is left."""

    kicked: bool = False
    """True if the host has kicked you from your seat: you cannot sit down here until the next match is set up."""


class Tables(FromServer, frozen=True, kw_only=True, tag="tables"):
    """Answers `list_tables`."""

    tables: tuple[Table, ...]


class DeckRead(FromServer, frozen=True, kw_only=True, tag="deck_read"):
    """Answers `read_deck`: the deck and its faults."""

    game: GameName
    deck: Deck | None = None
    """The deck, card by card; `null` if the text is none."""

    code: str | None = None
    """Its deck code, if it can be played with these options."""

    faults: tuple[str, ...] = ()
    """Everything that is wrong with it, each in a sentence; empty if it can be played."""


class LobbySnapshot(FromServer, frozen=True, kw_only=True, tag="lobby_snapshot"):
    """Answers `watch_lobby`: the tables that are wanted, as they stand now."""

    tables: tuple[Table, ...]
    """At most 200, the latest changed; others are sent when they change."""

    total: Count
    """Number of all tables."""

    online: Count = 0
    """Approximate number of signed-in players, on any page."""


class LobbyChanged(FromServer, frozen=True, kw_only=True, tag="lobby_changed"):
    """Changes in the subscribed list of tables; at most four times a second."""

    tables: tuple[Table, ...] = ()
    """The tables that are new, or have changed, as they stand now."""

    gone: tuple[TableId, ...] = ()
    """The tables that are closed, or are not as wanted any more."""

    online: Count = 0
    """As in `lobby_snapshot`, as it is now. No message is sent for this alone."""


class LobbyUnwatched(FromServer, frozen=True, kw_only=True, tag="lobby_unwatched"):
    """Answers `unwatch_lobby`."""
