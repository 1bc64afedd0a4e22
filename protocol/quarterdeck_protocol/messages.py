"""Every message of protocol version 1, in both directions. The docstrings are the descriptions in the schema.

Version 1 only grows: new messages, new optional fields, new refusal codes. Readers ignore fields that they do not know.
Durations are in milliseconds. Points in time are by the store's clock, in milliseconds since 1970-01-01 UTC.
"""

import sys
from enum import StrEnum
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, Union, get_origin

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from quarterdeck_protocol import recess, undo
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.lobby import (
    accounts,
    chat,
    claim_codes,
    clubs,
    export,
    kept_decks,
    matchmaking,
    notices,
    seats,
    standings,
    tables,
    tournament_schedules,
    tournaments,
    webhooks,
)
from quarterdeck_protocol.lobby.announcements import Announcement
from quarterdeck_protocol.lobby.collection import owned_copies, trades, wishes
from quarterdeck_protocol.lobby.moderation import PauseDetails
from quarterdeck_protocol.lobby.sign_in import email_address, programs, second_factor, sessions
from quarterdeck_protocol.lobby.site import Site
from quarterdeck_protocol.lobby.social import challenges, follow_lists, private_messages
from quarterdeck_protocol.lobby.tables import Perspectives
from quarterdeck_protocol.names import Count, Epoch, GameName, MatchId, Milliseconds, Ref, Seat, TableId, Version, Whole
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.patch import AnyOperation
from quarterdeck_protocol.recess import Recess
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import EVERY_PROGRAM, FromClient, FromServer, Player, Scope, ShortText
from quarterdeck_protocol.undo import Undo

Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")


class UpdateForm(StrEnum):
    """Forms in which a connection receives updates of matches."""

    WHOLE = "whole"
    """An `update` for every change."""

    PATCH = "patch"
    """An `update` first, then only the changes (`update_patch`)."""


class Hello(FromClient, frozen=True, kw_only=True, tag="hello"):
    """Open the conversation on a connection. Answered by `welcome`."""

    open_to = EVERY_PROGRAM

    protocol: Count = 1
    """The version of the protocol that the client speaks."""

    client: ShortText | None = None
    """The client's name and version, for the server's log."""

    updates: UpdateForm = UpdateForm.WHOLE
    """The form of updates on this connection, from now on: the next update of each match is whole in any case."""

    language: ShortText | None = None
    """The language of texts for people on this connection, from now on: a tag such as `de`, or several as in the header
    `Accept-Language`. Without it, and where the server speaks none of them, English."""


class Ping(FromClient, frozen=True, kw_only=True, tag="ping"):
    """Probe a silent connection for a living server. Answered by `pong`. For servers with a `limits.silence` other than
    0."""

    open_to = EVERY_PROGRAM


class WatchMatch(FromClient, frozen=True, kw_only=True, tag="watch_match"):
    """Subscribe to a match: from the sender's own seat if they have one, otherwise as a spectator. Answered by
    `update`."""

    open_to = (Scope.LOBBY_READ, Scope.PLAY)

    match: Annotated[MatchId, Meta(max_length=64)]
    since: Version | None = None
    """The version of the client's last `update`: the answer then has the events since, as far back as `limits.history`
    entries. Without it, the answer has no events."""

    link: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)] | None = None
    """The link of that `update`. If the match has a different link at that version, the store has lost entries: then
    the server sends `rewound` first, and the answer has no events."""

    live: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    """For moderators: the reason for watching a delayed match without its delay. It is recorded in the audit log. It
    applies until this connection unsubscribes, closes or changes its player."""

    seat: Seat | None = None
    """For spectators: the seat through whose eyes to watch, from now on; without it, none. While the match is played
    that takes a table with `perspectives` at `during`, otherwise `not_agreed`. Players of the match see it from
    their own seat."""


class UnwatchMatch(FromClient, frozen=True, kw_only=True, tag="unwatch_match"):
    """Unsubscribe from a match. Answered by `match_unwatched`."""

    open_to = EVERY_PROGRAM

    match: Annotated[MatchId, Meta(max_length=64)]


class Act(FromClient, frozen=True, kw_only=True, tag="act"):
    """Take an action in a match. Answered by the `update` that it causes.

    A command repeated under the same `ref` is carried out only once, even after a reconnect and on another process. The
    answer to the repetition is an `update` that begins at the action.
    """

    open_to = (Scope.PLAY,)

    match: Annotated[MatchId, Meta(max_length=64)]
    seen: Version
    """The version of the `update` with the choices that the client saw. If the choice is still available, later actions
    of others do not matter."""

    epoch: Epoch | None = None
    """The epoch of that `update`: choices of another history are `stale`. Without it the epoch is not checked."""

    action: Raw
    """One of the choices, or the game's own action in the same form. For a choice with `one_of`, the named field must
    have one of its elements, and `one_of` is left out.
    """


class Resign(FromClient, frozen=True, kw_only=True, tag="resign"):
    """Leave a match for good, at once. Answered by `update`."""

    open_to = (Scope.PLAY,)

    match: Annotated[MatchId, Meta(max_length=64)]


class Titled(msgspec.Struct, frozen=True, kw_only=True):
    """A name with a title and a description for people."""

    name: str
    """The name that commands use."""

    title: str
    description: str = ""
    """A description in a sentence; empty if there is none."""


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played on this server."""

    name: GameName
    title: str
    version: Count
    """The version of its rules."""

    least_seats: Count
    most_seats: Count
    default_seats: Count
    bots: tuple[str, ...]
    """The names of the house's bots that play it, the weakest first."""

    default_bot: str | None = None
    """The bot that plays if none is named: `add_bot` without `bot`, and quick match. It suits most players and is not
    the strongest."""

    decks: tuple[str, ...] = ()
    """The ready decks by id; empty in a game without decks of players. A seat without a deck plays the one with the
    seat's number, counted from 0 and starting again after the last.
    """

    bot_titles: tuple[Titled, ...] = ()
    """Titles and descriptions of `bots`, in the same order."""

    deck_titles: tuple[Titled, ...] = ()
    """Titles and descriptions of `decks`, in the same order."""

    limits_a_turn: Count = 0
    """The multiple of `time_limit` that a seat may take for a whole turn, in games that count the time of turns; 0 in
    those that count the time of each decision."""

    lesson: bool = False
    """True if the game has a lesson, a guided first match: `GET /v1/games/<game>/lesson`."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a match."""

    places: tuple[Count, ...]
    """The place of each seat, from 1. Seats that tie share a number, and the next number is skipped. Empty if the
    server had to abort the match; then it counts for nobody."""

    reason: str
    """The reason for the end, a word from the game's own list; `void` if the server had to abort the match."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat that the match waits for."""

    seat: Seat
    until: Milliseconds
    """The end of its time, by the store's clock."""

    bank: Milliseconds = Milliseconds(0)
    """The part of that time that comes from the seat's time bank for the whole match. Used time is not restored."""

    absent: bool = False
    """True if the seat has run out of time so often that the server plays for it at once until it is back."""


class Away(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat that has run out of time so often that the server plays for it at once until it is back."""

    seat: Seat

    back_by: Milliseconds | None
    """The time by the store's clock from which on the server leaves the match for the seat; `null` in games in which it
    plays for the seat to the end."""


class Capability(OpenEnum):
    """Abilities of a server beyond those of every server of this version. A client sends the fields and messages of a
    capability only if the server names it here."""

    KEPT_DECKS = "kept_decks"
    """Players keep decks in their accounts: `list_decks`, `keep_deck`, `drop_deck`."""

    COLLECTION = "collection"
    """Accounts own copies of cards: `get_collection`, `get_packs`, `claim_packs`, `open_pack`, and tables with
    `collection` at `owned`."""

    TRADES = "trades"
    """Players trade copies of cards: `offer_trade`, `counter_trade`, `accept_trade`, `cancel_trade`, `get_trade` and
    `get_trades`; `trade_changed` comes by itself."""

    CLAIM_CODES = "claim_codes"
    """Codes give cards and packs to players that claim them: `claim_code`, and the moderators' messages for them."""

    WISH_LISTS = "wish_lists"
    """Accounts keep wish lists, and players find trade partners: `get_wishes`, `change_wishes`, `be_found` and
    `find_traders`."""

    NOTICES = "notices"
    """Players have an inbox of notices: `get_notices`, `watch_notices` and `read_notices`, `GET /v1/me/notices` and
    `GET /v1/me/events`."""

    CHALLENGES = "challenges"
    """Players challenge each other: `create_challenge`, `accept_challenge`, `decline_challenge`, `cancel_challenge`,
    `get_challenges` and `set_challengers`."""

    FOLLOWING = "following"
    """Players follow each other and see who is online: `follow`, `unfollow`, `get_following` and `set_seen_by`."""

    PRIVATE_MESSAGES = "private_messages"
    """Players who follow each other send private messages: `send_private_message`, `get_conversations`,
    `get_conversation`, `read_conversation` and `delete_conversation`. A host can turn them off."""

    TOURNAMENTS = "tournaments"
    """Tournaments are made, entered and directed: `create_tournament`, `list_tournaments`, `get_tournament` and the
    commands about one tournament."""

    CLUBS = "clubs"
    """Players gather in clubs: `create_club`, `list_clubs`, `get_club`, `join_club`, `leave_club`, and the commands of
    owners and organisers."""

    TERMS = "terms"
    """Hosts have terms of use with versions: `accept_terms`."""

    INVITES = "invites"
    """Players register with the code of an invite: `register.invite`."""

    UNDO = "undo"
    """Players take actions back by consent: `ask_undo` and `answer_undo`."""

    RECESS = "recess"
    """Players agree on a recess in which the clocks stand: `recess_match`."""

    WEBHOOKS = "webhooks"
    """Players have webhooks: `create_webhook`, `list_webhooks`, `change_webhook` and `get_deliveries`. A host turns
    them on."""

    OTHER = "other"
    """Not sent by this server: a client uses it for one that is newer than itself."""


class Welcome(FromServer, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `hello`."""

    server: str
    """The name and version of the server."""

    protocol: Count
    limits: Limits
    games: tuple[GameOffer, ...]
    now: Milliseconds
    """The store's clock."""

    language: str = "en"
    """The language of texts for people on this connection: the best available one of those that `hello` asks for."""

    languages: tuple[str, ...] = ("en",)
    """The languages in which the server can do so, English first."""

    capabilities: tuple[Capability, ...] = ()
    """The abilities of this server beyond those of every server of this version. Older servers refuse a field or
    message that was added to the version later, and a client sends it only where its capability is named here."""

    paused: bool = False
    """True if no match begins for now, as far as the answering process knows; running ones go on. From now on
    `pause_changed` is sent when that changes."""

    pause: PauseDetails | None = None
    """The reason and the expected end of the pause; `null` if nothing is said of it, or there is no pause."""

    news: str = ""
    """The news of the server's operator; empty if there are none. They are plain text and must be shown as such."""

    site: Site | None = None
    """The identity of the host; `null` if the host has set none. From now on `site_changed` is sent when it changes."""

    announcements: tuple[Announcement, ...] = ()
    """The announcements of the operators that are in force. From now on `announcements_changed` is sent when they
    change. A private server shows them to players with an account alone."""


class Pong(FromServer, frozen=True, kw_only=True, tag="pong"):
    """The answer to `ping`."""


class PauseChanged(FromServer, frozen=True, kw_only=True, tag="pause_changed"):
    """The pause of new matches has begun or ended. Sent unrequested to every connection that has sent `hello`."""

    paused: bool
    """As in `welcome`."""

    pause: PauseDetails | None = None
    """As in `welcome`."""


class SiteChanged(FromServer, frozen=True, kw_only=True, tag="site_changed"):
    """The host has changed the site. Sent unrequested to every connection that has sent `hello`."""

    site: Site | None
    """As in `welcome`."""


class AnnouncementsChanged(FromServer, frozen=True, kw_only=True, tag="announcements_changed"):
    """Other announcements are in force. Sent unrequested to every connection that has sent `hello`."""

    announcements: tuple[Announcement, ...]
    """As in `welcome`: all that are in force now."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The immediate consequences of a choice, as far as its player may know them: hidden cards are not considered."""

    score: Whole | None = None
    """The seat's score after the choice."""

    power: Whole | None = None
    """The power in a fight of the seat's card that the choice is about, or of the one in the place it is about."""

    against: Whole | None = None
    """The opposing power; absent if nothing opposes the card, or the opposing card has no value to compare."""

    removes: bool | None = None
    """True if the target would be removed in the current state."""

    dies: bool | None = None
    """True if the attacker would be removed as well; absent in games in which attackers take no damage."""


class Update(FromServer, Generic[Action, Event, View], frozen=True, kw_only=True, tag="update"):
    """The latest events of a match, its view for this viewer, and the choices of this viewer. It is complete: no
    earlier message is needed to read it."""

    match: MatchId
    game: GameName
    rules: Count | UnsetType = UNSET
    """The version of the game's rules of this match, if it differs from the one for new matches in `welcome.games`. A
    match keeps the rules that it began with.
    """

    version: Version
    """The current number of entries of the match."""

    epoch: Epoch = Epoch(0)
    """The history of the match. It is raised when the store has lost acknowledged entries, and then the version may be
    lower than before: of two updates the one with the higher (`epoch`, `version`) is the newer."""

    since: Version
    """The version after which the events begin. In the answer to a repeated `act` or `resign` it is the version before
    the repeated action.
    """

    at: Milliseconds
    """The time at which the newest entry was written, by the store's clock."""

    now: Milliseconds
    """The store's clock when this was sent: `waiting.until − now` is the remaining time."""

    seat: Seat | None
    """The seat of this view; `null` for a spectator."""

    players: tuple[Player, ...]
    """The players, by seat."""

    waiting: tuple[Waiting, ...]
    """The seats that are asked for an action."""

    link: str
    """The newest link of the chain over all entries, in hexadecimal."""

    result: Result | None
    """The result, if it has ended."""

    events: tuple[Event, ...]
    """The events after `since`, as this viewer may see them, in the game's own shapes."""

    view: View
    """The state as this viewer may see it, in the game's own shape."""

    choices: tuple[Action, ...]
    """The choices of this viewer now, in the game's own shapes. Empty if nothing is asked of it."""

    outlooks: tuple[Outlook | None, ...] | UnsetType = UNSET
    """The immediate consequences of each choice; `null` for a choice without any. Absent if no choice has any."""

    watching: Count | UnsetType = UNSET
    """Approximate number of spectators at the time of sending; absent if there are none. A change of this number alone
    sends no message."""

    delay: Milliseconds | UnsetType = UNSET
    """The delay of this view behind the match, for a spectator of a delayed one; `at`, `now` and `waiting` are of that
    time. Absent without a delay."""

    through: Seat | UnsetType = UNSET
    """The seat whose view a spectator gets. `events` and `view` are as for that seat, and `choices` is empty, because
    spectators do not act. Absent without one, and for players.
    """

    perspectives: Perspectives | UnsetType = UNSET
    """`during` where spectators may watch through the eyes of a seat (`watch_match.seat`) while the match is played;
    otherwise absent."""

    away: tuple[Away, ...] | UnsetType = UNSET
    """The seats for which the server plays until they are back, also while the match waits for another seat; absent
    if there are none."""

    undo: Undo | UnsetType = UNSET
    """The request to take the last action back; absent if there is none and this viewer cannot ask. A request that was
    agreed to or declined is in the update of that version alone."""

    recess: Recess | UnsetType = UNSET
    """The recess or the request for one; absent if there is none. One that was declined or is over is in the update of
    that version alone."""


class UpdatePatch(FromServer, Generic[Event], frozen=True, kw_only=True, tag="update_patch"):
    """An `update` as its changes since the one with version `since`, the last of this match that was sent on this
    connection, whole or as a patch. Clients that asked for it in `hello` receive it in place of every `update` except
    the first and those that answer `watch_match` or repeat an answer. Everything that is neither here nor in the patch
    is unchanged."""

    match: MatchId
    version: Version
    """As in `update`."""

    epoch: Epoch = Epoch(0)
    """As in `update`; it is that of the update before."""

    since: Version
    """The version of the update before, and the one that the events begin after."""

    at: Milliseconds
    """As in `update`."""

    now: Milliseconds
    """As in `update`."""

    link: str
    """As in `update`."""

    events: tuple[Event, ...]
    """As in `update`."""

    patch: tuple[AnyOperation, ...]
    """The changes from `players`, `waiting`, `result`, `view`, `choices`, `outlooks` and `watching` of the update
    before to those of this one, by operations of JSON Patch (RFC 6902) that are carried out in this order."""

    away: tuple[Away, ...] | UnsetType = UNSET
    """As in `update`; empty if the update before had some and this one has none."""

    undo: Undo | UnsetType | None = UNSET
    """As in `update`; `null` if the update before had one and this one has none."""

    recess: Recess | UnsetType = UNSET
    """As in `update`, also if it has not changed; absent if there is none."""


class MatchUnwatched(FromServer, frozen=True, kw_only=True, tag="match_unwatched"):
    """The answer to `unwatch_match`. Also sent unrequested, without a `ref`, when a match can no longer be watched:
    then
    `code` and `text` give the reason."""

    match: MatchId
    code: RefusalCode | None = None
    """`unknown_match` if the store no longer has the match, `internal` if the server cannot continue it,
    `no_spectators` if the player is no longer a member of the club of its table,
    `too_many_spectators` if other viewers have taken the place, because more viewers come from this address than from
    theirs.
    """

    text: str = ""
    """Why, in a sentence."""


class Rewound(FromServer, frozen=True, kw_only=True, tag="rewound"):
    """The store has lost a part of a match, and the match continues from the remaining part. The message comes
    unrequested, right before the `update` that shows the present state. Nobody has cheated: the server lost the
    entries."""

    match: MatchId
    epoch: Epoch
    """The new epoch of the match."""

    version: Version
    """The newest remaining version of those sent. All later entries are gone, with their links."""

    was: Version
    """The version before the loss; equal to the remaining one if nothing that was sent here is lost."""

    refs: tuple[Ref, ...] = ()
    """The sender's commands that were answered with an `update` and are lost, in order. They may be sent again."""

    text: str = ""
    """The same in a sentence."""


class Refused(FromServer, frozen=True, kw_only=True, tag="refused"):
    """The answer to a command that was refused. Nothing has changed."""

    code: RefusalCode
    text: str
    """The fault and the right form, in a sentence."""

    where: str | None = None
    """The place of the fault: a JSON path in the message; for `illegal`, where the rule can be read on this server, as
    `/v1/games/amiibart/rules#AM-35`."""

    match: MatchId | None = None
    table: TableId | None = None
    retry_in: Milliseconds | None = None
    """The wait in milliseconds before the command may be sent again, if it was sent too often."""

    remaining: Count | None = None
    """Number of further commands of this kind that may be sent at once, if they are limited. The refused command counts
    as used."""

    faults: tuple[str, ...] = ()
    """All faults of a deck or of options, one sentence each. `text` has them in one."""


RawUpdate = Update[Raw, Raw, Raw]
"""An update with the game's own parts still as JSON."""

RawUpdatePatch = UpdatePatch[Raw]
"""The same of a patch, but for the values in its operations."""

GROUPS: tuple[ModuleType, ...] = (
    sys.modules[__name__],
    undo,
    recess,
    accounts,
    tables,
    matchmaking,
    chat,
    standings,
    seats,
    second_factor,
    sessions,
    email_address,
    kept_decks,
    programs,
    owned_copies,
    trades,
    claim_codes,
    wishes,
    notices,
    challenges,
    follow_lists,
    private_messages,
    tournament_schedules,
    tournaments,
    clubs,
    webhooks,
    export,
)
"""The modules with messages, in the order of the documents. A message of one of them is declared by its class alone."""


def _messages_of(side: type) -> tuple[Any, ...]:
    """Return the message classes of one side: those without type variables, and those with the variables filled in."""
    found = [kind for group in GROUPS for kind in vars(group).values() if _is_of(side, kind, group)]
    return tuple(dict.fromkeys(found))


def _is_of(side: type, kind: Any, group: ModuleType) -> bool:
    plain = get_origin(kind) or kind
    is_message = isinstance(plain, type) and issubclass(plain, side) and plain.__module__ == group.__name__
    return is_message and not getattr(kind, "__parameters__", ())


if TYPE_CHECKING:
    AnyFromClient = FromClient
    AnyFromServer = FromServer
else:
    AnyFromClient = Union[_messages_of(FromClient)]  # noqa: UP007 - a union of a tuple has no other form
    AnyFromServer = Union[_messages_of(FromServer)]  # noqa: UP007
