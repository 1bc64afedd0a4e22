"""The stored record of a table, and the view of it for clients. Pure."""

import msgspec
from msgspec import UNSET, Raw, UnsetType
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.ratings import Rating
from quarterdeck_protocol.lobby.tables import (
    Access,
    BoundRules,
    CollectionRule,
    Perspectives,
    Place,
    RefusedDeal,
    ReplayAccess,
    SpectatorDelay,
    Table,
    TableStage,
    usual_delay,
    usual_replays,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, TableId, TournamentId
from quarterdeck_protocol.recess import RecessRule
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.visibility import Visibility
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_protocol.undo import UndoRule

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import avoided_as
from quarterdeck_server.lobby.ratings.match_results import foreseen

REFS_REMEMBERED = 32
ORDERED = (
    "game",
    "options",
    "time_limit",
    "brought",
    "rated",
    "access",
    "password",
    "spectators",
    "replays",
    "recess",
    "spectator_delay",
    "collection",
    "perspectives",
    "club",
)
"""The fields that are set when a table is opened, beside its seats."""


class PlaceRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one seat of a table."""

    player: Player | None = None
    ready: bool = False
    ready_beside: tuple[PlayerId | None, ...] = ()
    """The players of all seats when this player said `ready`; empty while not ready, and for bots."""

    entropy_hash: str | None = None
    """The hash that binds the player's share of entropy; `None` for a seat without one."""

    entropy: str = ""
    """The share of entropy, once the player has revealed it."""

    revealed: bool = False
    away: Milliseconds | None = None
    """Time since which no connection of the player to this table is known; `None` while the player is here."""

    deck: Deck | None = None
    """The deck that the player has brought; `None` if none, until the match begins."""

    rating: Rating | None = None
    """The player's rating in this game, as of the table's last change."""

    blocked: tuple[PlayerId, ...] = ()
    """The players that this player has blocked."""

    since: int = 0
    """The table's number of changes before the player sat down: lower for players seated longer."""

    @property
    def owes_entropy(self) -> bool:
        """True if the player of this seat has bound a share of entropy and not revealed it yet."""
        return self.entropy_hash is not None and not self.revealed


class CommandDone(msgspec.Struct, frozen=True, array_like=True):
    """The record of a command that a table has carried out."""

    player: PlayerId
    ref: Ref
    what: str


EMPTY = PlaceRecord()


class HiddenEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a match's end that is still hidden from everybody but its players."""

    playing: "TableRecord"
    """The table as it was during the match. Others see this state until the end is shown."""

    until: Milliseconds

    @property
    def visibility(self) -> Visibility:
        return Visibility(self.playing.people, self.until)


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a table. It holds the seed, so only the result of `shown` may leave the server."""

    id: TableId
    game: GameName
    options: Raw
    time_limit: Milliseconds
    places: tuple[PlaceRecord, ...]
    match: MatchId
    seed: str
    commitment: str
    stage: TableStage = TableStage.GATHERING
    opened_at: Milliseconds
    opening: str = ""
    """The commitment with which the table was opened. A later table with the same id has a different one."""

    called_at: Milliseconds = Milliseconds(0)
    """Time of the last roll call; 0 if there was none."""

    reveal_until: Milliseconds | None = None
    """Deadline for revealing shares of entropy; `None` while none are to be revealed."""

    decks_commitment: str | None = None
    bound_rules: BoundRules | UnsetType = UNSET
    refused: RefusedDeal | None = None
    """The last refused deal of this table, until a match begins."""

    is_sought: bool = False
    """True if quick match has opened the table."""

    changed: int = 1
    host: PlayerId | None = None
    """The opener or the player that the role was handed to, if seated or if nobody is; else the player seated
    longest."""

    access: Access = Access.PUBLIC
    code: str = ""
    """The invite code, for an unlisted table."""

    club: ClubId | UnsetType = UNSET
    """The club whose members alone find the table. It is an unlisted table without a code."""

    password: str = ""
    """The hash of the password, for a table that has one."""

    spectators: bool = True
    replays: ReplayAccess | None = None
    """The allowed viewers of replays, if set."""

    spectator_delay: SpectatorDelay | None = None
    """The delay of spectators, if set."""

    collection: CollectionRule = CollectionRule.OPEN
    """The cards that a deck here may hold."""
    perspectives: Perspectives = Perspectives.AFTER
    """The time from which spectators may see its matches from a seat. Players agree to it by getting ready."""

    hidden_end: HiddenEnd | None = None
    """The end that is still hidden from others; see `hidden_ends.py`."""

    kicked: tuple[PlayerId, ...] = ()
    """Players kicked from a seat since the last match was set up."""

    played: int = 0
    """Number of matches played here."""

    rated: bool = False
    undo_rule: UndoRule | UnsetType = UNSET
    recess: RecessRule | None = None
    brought: str = ""
    """The mark of the deck with which the table was opened."""

    done: tuple[CommandDone, ...] = ()
    """The newest commands carried out at this table, so that a repeated command is carried out only once."""

    @property
    def is_of_tournament(self) -> bool:
        """True if a tournament has set the table up for one match, whose id it has."""
        return str(self.id) == str(self.match)

    @property
    def tournament(self) -> TournamentId | None:
        """The tournament that has set the table up, whose id is the first part of the table's."""
        return TournamentId(self.id.partition("-")[0]) if self.is_of_tournament else None

    @property
    def delay(self) -> SpectatorDelay:
        """The spectator delay of the table's match."""
        usual = usual_delay(rated=self.rated, perspectives=self.perspectives)
        return usual if self.spectator_delay is None else self.spectator_delay

    @property
    def may_begin(self) -> bool:
        """True if every seat is taken and ready, and all bound entropy is revealed."""
        if self.stage is TableStage.REVEALING:
            return not any(place.owes_entropy for place in self.places)
        return self.is_full_and_ready and not self.binds_entropy

    @property
    def is_full_and_ready(self) -> bool:
        """True if every seat is taken and ready, and the table still gathers."""
        return self.stage is TableStage.GATHERING and all(place.player and place.ready for place in self.places)

    @property
    def binds_entropy(self) -> bool:
        """True if any player here has bound a share of entropy."""
        return any(place.entropy_hash is not None for place in self.places)

    @property
    def people(self) -> frozenset[PlayerId]:
        """The players at this table without the server's bots."""
        players = (place.player for place in self.places)
        return frozenset(player.id for player in players if player is not None and player.bot is None)

    @property
    def hidden_from(self) -> frozenset[PlayerId]:
        """Players blocked by somebody at this table. While it gathers, neither they nor their bots can find it or sit
        down."""
        if self.stage is not TableStage.GATHERING:
            return frozenset()
        return frozenset(player for place in self.places for player in place.blocked)

    def is_hidden_from(self, player: Player | None) -> bool:
        """True if this player may not find the table. Players at the table may."""
        return (
            player is not None and player.id not in self.people and not self.hidden_from.isdisjoint(avoided_as(player))
        )

    @property
    def is_deserted(self) -> bool:
        """True if only bots, or nobody, have seats at this table."""
        return not self.people

    @property
    def is_listed(self) -> bool:
        """True if everybody, or every member of its club, may find the table. A table with a finished match stays
        listed as long as the end is hidden."""
        is_over = self.stage is TableStage.OVER and self.hidden_end is None
        return (self.access is not Access.UNLISTED or bool(self.club)) and not is_over

    def seat_of(self, player: PlayerId) -> Seat | None:
        for number, place in enumerate(self.places):
            if place.player is not None and place.player.id == player:
                return Seat(number)
        return None

    def is_open_to(self, player: PlayerId) -> bool:
        """True if this player needs neither code nor password: the player sits here, or is the host of a table without
        people."""
        return player == self.host or self.seat_of(player) is not None

    def has_kicked(self, player: Player) -> bool:
        """True if the host has kicked this player, or the owner of this bot, since the last match was set up."""
        return not avoided_as(player).isdisjoint(self.kicked)

    def has_shut_out(self, player: Player) -> bool:
        """True if the host has kicked this player from a table that is not public. Until the next match is set up, the
        player and the player's bots neither enter nor follow it."""
        return self.access is not Access.PUBLIC and self.has_kicked(player)

    def is_as_opened_by(self, other: "TableRecord") -> bool:
        """True if the same command would open both tables."""
        return all(getattr(self, field) == getattr(other, field) for field in ORDERED) and (
            len(self.places) == len(other.places)
        )

    def remembers(self, player: PlayerId, ref: Ref | None, what: str) -> bool:
        """True if this command was carried out at this table before. Raises `CommandRefused` if its `ref` names another
        command."""
        for done in self.done:
            if (done.player, done.ref) == (player, ref):
                if done.what != what:
                    raise reused(ref)
                return True
        return False

    def remembering(self, player: PlayerId, ref: Ref | None, what: str) -> "TableRecord":
        if ref is None:
            return self
        return msgspec.structs.replace(self, done=(*self.done, CommandDone(player, ref, what))[-REFS_REMEMBERED:])


def reused(ref: Ref | None) -> CommandRefused:
    return CommandRefused(
        RefusalCode.REF_REUSED, Text("You have already used `{ref}` for another command.", ref=ref), "$.ref"
    )


def shown(table: TableRecord, *, are_decks_open: bool = False, to: PlayerId | None = None) -> Table:
    """Return the table as everybody may see it, or as this player may."""
    is_at_home = to is not None and table.is_open_to(to)
    return Table(
        id=table.id,
        game=table.game,
        options=table.options,
        time_limit=table.time_limit,
        places=tuple(_shown(place, is_open=are_decks_open) for place in table.places),
        commitment=table.commitment,
        match=table.match,
        stage=table.stage,
        opened_at=table.opened_at,
        changed=table.changed,
        rated=table.rated,
        host=table.host,
        access=table.access,
        spectators=table.spectators,
        replays=table.replays or usual_replays(table.access, spectators=table.spectators),
        recess=table.recess,
        spectator_delay=table.delay,
        collection=table.collection,
        perspectives=table.perspectives,
        code=table.code if is_at_home and table.code else None,
        reveal_until=table.reveal_until,
        decks_commitment=table.decks_commitment,
        bound_rules=table.bound_rules,
        refused=table.refused,
        club=table.club or None,
        tournament=table.tournament,
        unrated=foreseen([place.player for place in table.places], is_rated=table.rated),
    )


def _shown(place: PlaceRecord, *, is_open: bool) -> Place:
    deck = place.deck if is_open else None
    return Place(
        player=place.player,
        ready=place.ready,
        entropy_hash=place.entropy_hash,
        revealed=place.revealed,
        has_deck=place.deck is not None,
        deck=deck,
        rating=place.rating,
    )


def unknown(table: TableId) -> CommandRefused:
    return CommandRefused(
        RefusalCode.UNKNOWN_TABLE, Text("There is no table `{table}`. It may have been closed.", table=table), "$.table"
    )
