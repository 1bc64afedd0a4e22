"""Messages about tables, where players gather before, between and after matches, and about the list of them."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from quarterdeck_protocol.catalogue import SetMark
from quarterdeck_protocol.decks import Deck, DeckText
from quarterdeck_protocol.lobby.clubs import AnyClub, ClubId
from quarterdeck_protocol.lobby.ratings import Rating, Unrated
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, PlayerId, Seat, TableId, TournamentId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.recess import RecessRule
from quarterdeck_protocol.sides import EVERY_PROGRAM, FromClient, FromServer, Player, Scope, ShortText

InviteCode = Annotated[str, Meta(min_length=1, max_length=16)]
TablePassword = Annotated[str, Meta(min_length=1, max_length=64)]
TimeLimit = Annotated[int, Meta(ge=1_000, le=86_400_000)]
EntropyHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""SHA-256 of a share of entropy as UTF-8, in lower-case hexadecimal."""


class Access(OpenEnum):
    """Ways in which players are admitted to a table."""

    PUBLIC = "public"
    """Everybody."""

    UNLISTED = "unlisted"
    """Players that know its invite code, which the server makes: it is in no list."""

    PASSWORD = "password"  # noqa: S105 - not one, but that there is one
    """Players that know its password."""

    OTHER = "other"
    """Not sent by this server: a client uses it for an access that is newer than itself."""


class ReplayAccess(OpenEnum):
    """Viewers that may see the replay and the transcript of a match after its end."""

    EVERYBODY = "everybody"
    """Everybody."""

    PLAYERS = "players"
    """Its players, and moderators."""

    NOBODY = "nobody"
    """Only moderators. Players get a replay from their own seat, as they saw it, but no transcript, because a
    transcript reveals everything."""

    OTHER = "other"
    """Not sent by this server: a client uses it for viewers newer than itself."""


def usual_replays(access: Access | UnsetType, *, spectators: bool) -> ReplayAccess:
    """Return the replay access of a match whose table does not set it: everybody for a public match with spectators,
    otherwise the players alone."""
    is_open = spectators and access in (Access.PUBLIC, UNSET)
    return ReplayAccess.EVERYBODY if is_open else ReplayAccess.PLAYERS


class SpectatorDelay(OpenEnum):
    """The delay by which viewers without a seat are behind the players of a match."""

    NONE = "none"
    """No delay."""

    HALF_A_MINUTE = "30s"
    """A delay of 30 seconds."""

    THREE_MINUTES = "3min"
    """A delay of three minutes."""

    END = "end"
    """Until the end of the match. Before it, spectators receive nothing."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a delay that is newer than itself."""

    @property
    def span(self) -> Milliseconds:
        """Delay of each message; 0 for `none`, and for `end`."""
        return _SPANS.get(self, Milliseconds(0))


_SPANS = {SpectatorDelay.HALF_A_MINUTE: Milliseconds(30_000), SpectatorDelay.THREE_MINUTES: Milliseconds(180_000)}


class Perspectives(OpenEnum):
    """Times from which spectators may see a match from the perspective of a seat."""

    AFTER = "after"
    """After the end of the match, for viewers that may see its replay."""

    DURING = "during"
    """During the match as well, with the spectator delay. All players agree to this in `ready`."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a value that is newer than itself."""


def usual_delay(*, rated: bool, perspectives: Perspectives = Perspectives.AFTER) -> SpectatorDelay:
    """Return the spectator delay of a table that does not set one."""
    if perspectives is Perspectives.DURING:
        return SpectatorDelay.THREE_MINUTES
    return SpectatorDelay.HALF_A_MINUTE if rated else SpectatorDelay.NONE


class CollectionRule(OpenEnum):
    """Rules for the cards that a deck at a table may hold."""

    OPEN = "open"
    """All cards: every player may play every card."""

    OWNED = "owned"
    """Only copies that the player owns, in the printing that the deck names. Every player may use cards beside the
    deck, such as Powers, and the server's bots own every card. The played copies are locked from the reveal before the
    match until its end."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a rule that is newer than itself."""


class TableStage(OpenEnum):
    """Stages of a table."""

    GATHERING = "gathering"
    """The match has not begun. Players take and leave seats."""

    REVEALING = "revealing"
    """All players are ready, and those that have committed to a share of entropy reveal it. Nothing else changes at the
    table."""

    PLAYING = "playing"
    """The match is being played."""

    OVER = "over"
    """The match has ended. A rematch is possible."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a stage that is newer than itself."""


def no_options() -> Raw:
    return Raw(b"{}")  # made anew, because a default that is `Raw` cannot be written into the schema


class OpenTable(FromClient, frozen=True, kw_only=True, tag="open_table"):
    """Open a table and take its first seat. Answered by `table_changed`."""

    open_to = (Scope.LOBBY_HOST,)

    game: Annotated[GameName, Meta(max_length=64)]
    seats: Count | None = None
    """Number of players; without it, the game's own default."""

    options: Raw = msgspec.field(default_factory=no_options)
    """The game's own options, an object; absent ones have their defaults."""

    time_limit: TimeLimit = Milliseconds(30_000)
    """The time for one decision of a seat; in games that count the time of whole turns, `games[…].limits_a_turn` times
    as long for all its actions in one."""

    rated: bool = False
    """True if the matches at this table count for ratings. After each match, the message `rated` says if it counted, or
    why not."""

    sit: bool = True
    """True to take the first seat."""

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

    recess: RecessRule | None = None
    """The recess by consent of matches at this table: `consent` also if they are rated, `never` for none. `null` is a
    recess unless they are rated."""

    club: AnyClub | None = None
    """A club of the sender: only its members find the table and sit down. Its `access` is then `unlisted`, without an
    invite code. With `access` `password`, it is refused."""

    deck: DeckText | None = None
    """The deck for that seat, in games that are played with decks of one's own: the name of a ready deck, a deck code,
    or a list with a line `4 trip-wire` for each card. Two hundred cards fit in."""


class ListTables(FromClient, frozen=True, kw_only=True, tag="list_tables"):
    """List the tables. Answered by `tables`."""

    open_to = (Scope.LOBBY_READ,)

    game: Annotated[GameName, Meta(max_length=64)] | None = None
    """Only tables of this game."""

    club: AnyClub | None = None
    """The tables of this club, of which the sender is a member. Without it, no table of a club is listed."""


class ReadDeck(FromClient, frozen=True, kw_only=True, tag="read_deck"):
    """Check a deck without a table: request its cards and all its faults. Answered by `deck_read`."""

    open_to = (Scope.LOBBY_READ,)

    game: Annotated[GameName, Meta(max_length=64)]
    deck: DeckText
    """The name of a ready deck, a deck code, or a list."""

    options: Raw = msgspec.field(default_factory=no_options)
    """The options of the table that it is for; absent ones have their defaults."""


class DeckQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Check a deck over HTTP: the body of `POST /v1/games/<game>/deck`."""

    deck: DeckText
    """The name of a ready deck, a deck code, or a list."""

    options: Raw = msgspec.field(default_factory=no_options)
    """The options of the table that it is for; absent ones have their defaults."""


class Sit(FromClient, frozen=True, kw_only=True, tag="sit"):
    """Take a seat, or move to another seat. Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)] | None = None
    """The id of the table. It may be omitted if there is an invite code."""

    code: InviteCode | None = None
    """The invite code, for an unlisted table at which one does not sit yet, or `/join/CODE`. Case,
    blanks and signs between its letters make no difference."""

    password: TablePassword | None = None
    """The password of the table, if it has one and the sender has no seat there yet."""

    seat: Seat | None = None
    """The seat; without it, the first free seat."""

    deck: DeckText | None = None
    """The deck to play, as in `open_table`; without it, the one that was brought before. A player without one when the
    match begins plays a ready deck: the seat's number picks it from `games[…].decks`."""


class Stand(FromClient, frozen=True, kw_only=True, tag="stand"):
    """Leave the seat or, as the host, remove a bot. Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]
    seat: Seat | None = None
    """The seat of the bot to remove; without it, the sender's own seat."""


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
    """Mark the sender as ready. The match begins when all seats are taken and ready. Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]
    entropy_hash: EntropyHash | None = None
    """A commitment to the player's share of entropy, which goes into every shuffle: SHA-256 of a text that nobody can
    guess. When all players are ready, the table is `revealing`, and every player with a commitment must `reveal` the
    share. The server has published the hash of its seed before, so nobody can adapt a share to the others."""

    deck: DeckText | None = None
    """The deck to play, as in `sit`. Until the match begins, `ready` may be said again with another deck."""

    perspectives: Perspectives | None = None
    """At a table with `perspectives` at `during`: `during`, by which the player agrees that spectators see their hand,
    with the delay of the table. Without it the player is not ready there (`not_agreed`)."""


class Reveal(FromClient, frozen=True, kw_only=True, tag="reveal"):
    """Reveal the share of entropy that the sender committed to with `ready` or `accept`. The match begins when all
    shares are revealed. Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]
    entropy: ShortText
    """The text whose hash was sent before."""


class AddBot(FromClient, frozen=True, kw_only=True, tag="add_bot"):
    """As the host, add one of the server's bots. Answered by `table_changed`."""

    open_to = (Scope.LOBBY_HOST,)

    table: Annotated[TableId, Meta(max_length=64)]
    bot: ShortText | None = None
    """The name of the bot; without it, the game's `default_bot`."""

    seat: Seat | None = None
    """The seat; without it, the first free seat."""

    deck: DeckText | None = None
    """The deck that it plays, as in `sit`."""


class Rematch(FromClient, frozen=True, kw_only=True, tag="rematch"):
    """Set the table up for another match after the last one. Seats rotate by one, and players keep their decks.
    Answered by `table_changed`."""

    open_to = (Scope.PLAY,)

    table: Annotated[TableId, Meta(max_length=64)]


class WatchTable(FromClient, frozen=True, kw_only=True, tag="watch_table"):
    """Subscribe to a table. Answered by `table_changed`, which the server sends again on every change."""

    open_to = (Scope.LOBBY_READ, Scope.PLAY)

    table: Annotated[TableId, Meta(max_length=64)] | None = None
    """The id of the table. It may be omitted if there is an invite code or a match."""

    code: InviteCode | None = None
    """The invite code, as in `sit`."""

    password: TablePassword | None = None
    """The password, as in `sit`."""

    match: Annotated[MatchId, Meta(max_length=64)] | None = None
    """A match of the player, instead of `table`: its table, for example to agree on a rematch after a reload."""


class WatchLobby(FromClient, frozen=True, kw_only=True, tag="watch_lobby"):
    """Subscribe to the list of tables at which players gather or play. Answered by `lobby_snapshot`. Later changes
    arrive in `lobby_changed`. A repeated command replaces the earlier subscription."""

    open_to = (Scope.LOBBY_READ,)

    games: Annotated[tuple[GameName, ...], Meta(max_length=64)] | None = None
    """Only tables of these games."""

    open_seats: Annotated[int, Meta(ge=0, le=64)] = 0
    """Only gathering tables with at least this many free seats; 0 for all tables."""

    rated: bool | None = None
    """True for only rated tables, false for only unrated ones."""

    least_time_limit: TimeLimit | None = None
    """Only tables with at least this time limit."""

    most_time_limit: TimeLimit | None = None
    """Only tables with at most this time limit."""

    club: AnyClub | None = None
    """The tables of this club, as in `list_tables`."""


class UnwatchLobby(FromClient, frozen=True, kw_only=True, tag="unwatch_lobby"):
    """Unsubscribe from the list of tables. Answered by `lobby_unwatched`."""

    open_to = EVERY_PROGRAM


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table, with its player."""

    player: Player | None = None
    """The player on this seat."""

    ready: bool = False
    entropy_hash: str | None = None
    """The hash of the player's share of entropy; `null` for a seat that adds none."""

    revealed: bool = False
    """True if the share has been revealed. The share itself is secret until the match has ended."""

    has_deck: bool = False
    """True if a deck has been brought, in games with decks that players bring."""

    deck: Deck | None = None
    """The deck, card by card, in games with open deck lists; otherwise secret."""

    rating: Rating | None = None
    """The player's rating in this game, as of the table's last change; `null` for bots, which are not rated."""


class RefusedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A refused deal: a player did not reveal a committed share of entropy in time. No match was played. At a rated
    table the missing players lose. If `missing` is empty, all players revealed their shares and the server could not
    deal: nobody loses, and the deal is published as well."""

    match: MatchId
    game: GameName
    rated: bool
    commitment: str
    """SHA-256 of the seed of the refused match."""

    players: tuple[Player, ...]
    """The players, in seat order."""

    entropy_hashes: tuple[str | None, ...]
    """The hash of each seat's share; `null` for a seat without a commitment."""

    missing: tuple[Seat, ...]
    """The seats that did not reveal; empty if the server could not deal."""

    at: Milliseconds
    """The time of the refusal."""


class BoundRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules version and card sets with which a match's cards are dealt."""

    version: Count
    """The version of the game's rules: `rules` of the match's `opened`."""

    card_sets: tuple[SetMark, ...] = ()
    """The card sets in addition to the shipped one: `card_sets` of the match's `opened`; empty if there are none."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table, at which players gather before, between and after matches."""

    id: TableId
    game: GameName
    options: Any
    time_limit: Milliseconds
    places: tuple[Place, ...]
    commitment: str
    """SHA-256 of the seed of the next match, or of the current one, in hexadecimal."""

    match: MatchId
    """The id of the next, the current or the last match."""

    stage: TableStage

    opened_at: Milliseconds
    changed: Count
    """Number of changes of this table. Of two messages about it, the one with the higher number is newer."""

    rated: bool = False
    """True if its matches count for ratings."""

    host: PlayerId | None = None
    """The player that may kick others, add bots and hand over: the opener; once they have left, the player longest at
    the table."""

    access: Access = Access.PUBLIC

    spectators: bool = True
    """True if players without a seat may watch matches here."""

    replays: ReplayAccess = ReplayAccess.EVERYBODY
    """The viewers that may see replays and transcripts of matches at this table."""

    recess: RecessRule | None = None
    """The rule about a recess by consent; `null` if that follows from `rated`."""

    spectator_delay: SpectatorDelay = SpectatorDelay.NONE
    """The delay of everybody else behind the players of matches at this table."""

    collection: CollectionRule = CollectionRule.OPEN
    """The cards that a deck at this table may hold."""
    perspectives: Perspectives = Perspectives.AFTER
    """The time from which spectators may see matches here through the eyes of a seat. With `during` spectators learn
    each hand as it was `spectator_delay` ago, and so may an opponent, with a second window: tell people so before
    they sit down."""

    code: str | None = None
    """The invite code of an unlisted table. Only players at the table receive it."""

    reveal_until: Milliseconds | None = None
    """The time by which every committed share of entropy must be revealed, while the table is `revealing`."""

    decks_commitment: str | None = None
    """A keyed hash of all seats' decks, from `revealing` on, in games with decks. The decks can no longer change. The
    hash can be verified after the match (FAIRNESS.md)."""

    bound_rules: BoundRules | UnsetType = UNSET
    """The rules of the deal, from `revealing` on. They can no longer change."""

    refused: RefusedDeal | None = None
    """The last refused deal at this table, until a match begins."""

    club: ClubId | None = None
    """The club whose members alone find the table; `null` for a table without a club."""

    tournament: TournamentId | None = None
    """The tournament to which its one match belongs: it has no rematch."""

    unrated: Unrated | None = None
    """The reason why no match of the current players could be rated, whoever takes the free seats: `bots`,
    `same_player_twice`, `unrated_table` or `guests`. `null` if a match may be rated, and from older servers. `rated`
    stays as set when the table was opened."""


class TableChanged(FromServer, frozen=True, kw_only=True, tag="table_changed"):
    """The current state of a table."""

    table: Table
    gone: bool = False
    """True if it has been closed: no player is left."""

    kicked: bool = False
    """True if the host has kicked you from your seat: you cannot sit down here until the next match is set up."""


class Tables(FromServer, frozen=True, kw_only=True, tag="tables"):
    """The answer to `list_tables`."""

    tables: tuple[Table, ...]


class DeckRead(FromServer, frozen=True, kw_only=True, tag="deck_read"):
    """The answer to `read_deck`: the deck and its faults."""

    game: GameName
    deck: Deck | None = None
    """The deck, card by card; `null` if the text is not a deck."""

    code: str | None = None
    """The deck code, if the deck can be played with these options."""

    faults: tuple[str, ...] = ()
    """All faults of the deck, one sentence each; empty if it can be played."""


class LobbySnapshot(FromServer, frozen=True, kw_only=True, tag="lobby_snapshot"):
    """The answer to `watch_lobby`, with the current state of the matching tables."""

    tables: tuple[Table, ...]
    """The tables, at most 200, the latest changed. Others are sent when they change."""

    total: Count
    """Number of all tables."""

    online: Count = 0
    """Approximate number of all signed-in players."""


class LobbyChanged(FromServer, frozen=True, kw_only=True, tag="lobby_changed"):
    """Changes in the subscribed list of tables. Sent at most four times a second."""

    tables: tuple[Table, ...] = ()
    """New and changed tables, in their current state."""

    gone: tuple[TableId, ...] = ()
    """Tables that are closed or no longer match the subscription."""

    online: Count = 0
    """As in `lobby_snapshot`. A change of this number alone sends no message."""


class LobbyUnwatched(FromServer, frozen=True, kw_only=True, tag="lobby_unwatched"):
    """The answer to `unwatch_lobby`."""
