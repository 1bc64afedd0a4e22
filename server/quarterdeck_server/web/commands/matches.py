"""Commands about matches, and the matches that one connection follows."""

import msgspec
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.messages import Act, MatchUnwatched, Resign, UnwatchMatch, UpdateForm, WatchMatch
from quarterdeck_protocol.names import MatchId, PlayerId, Seat, TableId, Version, Viewer
from quarterdeck_protocol.recess import RecessMatch
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_protocol.undo import AnswerUndo, AskUndo

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import Sharer
from quarterdeck_server.lobby.moderation.orders import LiveWatch
from quarterdeck_server.matches.audience import SpectatorRights, Viewing
from quarterdeck_server.matches.match import Match
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.watched_tables import WatchedTables


class ExportedViewing(msgspec.Struct, frozen=True, kw_only=True):
    """The match that a connection follows, with its viewer and the form of updates, for a move to another process."""

    match: MatchId
    seat: Viewer
    through: Seat | None
    takes_patches: bool


class SentUpTo(msgspec.Struct, frozen=True):
    """The version and link of a match up to which a connection has received updates."""

    version: Version
    link: str


class MatchCommands:
    """Match commands of one connection, which sees every match as its player. Each method has the name of its
    command."""

    __slots__ = ("_caller", "_live_watching_ended", "_matches", "_takes_patches", "_viewings", "_watches")

    def __init__(self, caller: Caller, watched: WatchedTables) -> None:
        """Make the match commands of a connection. `watched` contains the tables that the connection follows."""
        self._caller = caller
        self._watches = watched.watches
        watched.when_shut_out.append(self._end_watching_at)
        self._matches = caller.services.matches
        self._takes_patches = False
        self._live_watching_ended = 0
        """Number of times that the player has ceased to be a moderator: a request in progress at that time gets no
        live look."""

        self._viewings: dict[MatchId, tuple[Match, Viewing]] = {}

    async def watch_match(self, message: WatchMatch) -> None:
        ended = self._live_watching_ended
        if message.live is not None:
            await self._begin_live_watching(message, message.live)
        already_watched = self._held(message.match) is not None
        match, viewing = await self._viewing_of(
            message.match, sees_all_at_once=message.live is not None, through=message.seat
        )
        if viewing.sees_all_at_once and ended != self._live_watching_ended:
            self._end_watch(match, viewing)
            raise _no_moderator()
        answer = match.send_since if already_watched else match.answer_watch
        try:
            await answer(viewing, message.since, message.ref, message.link)
        except CommandRefused as refusing:
            if refusing.code is RefusalCode.NOT_SHOWN_YET:
                self._end_watch(match, viewing)
            raise

    async def unwatch_match(self, message: UnwatchMatch) -> MatchUnwatched:
        held = self._viewings.pop(message.match, None)
        if held is None:
            raise CommandRefused(
                RefusalCode.NOT_WATCHING, Text("You are not watching match `{match}`.", match=message.match), "$.match"
            )
        match, viewing = held
        match.leave(viewing)
        return MatchUnwatched(match=message.match)

    async def resign(self, message: Resign) -> None:
        match, viewing, seat = await self._seat_at(message.match)
        match.resign(seat, viewing, message, self._caller.send)

    async def ask_undo(self, message: AskUndo) -> None:
        match, viewing, seat = await self._seat_at(message.match)
        match.ask_undo(seat, viewing, message, self._caller.send)

    async def recess_match(self, message: RecessMatch) -> None:
        match, viewing, seat = await self._seat_at(message.match)
        match.recess(seat, viewing, message, self._caller.send)

    async def answer_undo(self, message: AnswerUndo) -> None:
        match, viewing, seat = await self._seat_at(message.match)
        match.answer_undo(seat, viewing, message, self._caller.send)

    def set_update_form(self, form: UpdateForm) -> None:
        """Set the form of all further updates; the next update of each match is complete."""
        self._takes_patches = form is UpdateForm.PATCH
        for _, viewing in self._viewings.values():
            viewing.takes_patches = self._takes_patches
            viewing.shown = None

    async def act(self, message: Act, received: float) -> None:
        """Carry out a command to act in a match, which was received at this time. Raises `CommandRefused`,
        `Unavailable`."""
        match, viewing, seat = await self._seat_at(message.match)
        match.act(seat, viewing, message, self._caller.send, received)

    def act_at_once(self, message: Act, received: float) -> bool:
        """Carry out an action if this connection already follows the match from a seat, and return true. Otherwise
        return false, because the match must be opened first. Raises `CommandRefused`."""
        held = self._held(message.match)
        if held is None or (seat := held[1].seat) is None:
            return False
        held[0].act(seat, held[1], message, self._caller.send, received)
        return True

    @property
    def exported(self) -> ExportedViewing | None:
        """The followed match, for a move of the connection to another process. `None` if this connection follows no
        match or several, the match is over, or a moderator sees it without delay."""
        if len(self._viewings) != 1:
            return None
        ((match, viewing),) = self._viewings.values()
        if match.is_lost or match.is_over or viewing.sees_all_at_once or viewing.is_dismissed:
            return None
        return ExportedViewing(
            match=match.id, seat=viewing.seat, through=viewing.through, takes_patches=self._takes_patches
        )

    @property
    def sent_up_to(self) -> SentUpTo | None:
        """Version and link of that match up to which this connection was sent updates. `None` while an update is still
        to be sent, or if the connection sees the match with a delay."""
        ((match, viewing),) = self._viewings.values()
        if not match.is_up_to_date(viewing):
            return None
        return SentUpTo(match.record.version, match.record.link.hex())

    async def resume_with(self, exported: ExportedViewing, sent_up_to: SentUpTo, player: PlayerId) -> None:
        """Follow the match that this player followed at another process. Raises `ConnectionResetError` if the
        connection does not belong to them any more, a change that the other process has not received yet;
        `CommandRefused`, `Unavailable`."""
        match = await self._matches.open(exported.match)
        if self._caller.player() != player:
            raise ConnectionResetError("the connection belongs to another player now, or to none")
        self._takes_patches = exported.takes_patches
        viewing = self._viewing(exported.seat)
        viewing.through = exported.through
        self._viewings[match.id] = match, viewing
        await match.resume_with(viewing, sent_up_to.version, sent_up_to.link)

    def switch_player(self, player: PlayerId | None, *, is_another: bool) -> None:
        """Show all followed matches as this player may see them from now on, and stop following those that the player
        may not see. With `is_another`, the connection had another player before, and tables that admitted that player
        do not count."""
        for id_, (match, viewing) in list(self._viewings.items()):
            if viewing.is_dismissed:
                del self._viewings[id_]
                continue
            match.leave(viewing)
            viewing.sharer = self._sharer
            viewing.is_hidden = self._is_hidden
            viewing.seat = None if player is None else match.seat_of(player)
            viewing.sees_all_at_once = False
            if viewing.seat is not None:
                viewing.through = None
                self._caller.belonging.plays()
            elif not match.may_be_watched(lambda table: not is_another and self._watches(table)):
                del self._viewings[id_]
                continue
            try:
                match.join(viewing)
            except CommandRefused:  # it is sent nothing before the end
                del self._viewings[id_]

    def end_live_watching(self) -> None:
        """Stop showing matches without their spectator delay, because the player is no longer a moderator."""
        self._live_watching_ended += 1
        why = _no_moderator()
        for match, viewing in list(self._viewings.values()):
            if viewing.sees_all_at_once:
                self._end_watch(match, viewing)
                self._caller.send(MatchUnwatched(match=match.id, code=why.code, text=why.text))

    def _end_watching_at(self, table: TableId) -> None:
        """Stop showing the match of a table that has shut the player out."""
        for match, viewing in list(self._viewings.values()):
            is_here = match.record.opened.table == table and viewing.seat is None
            if is_here and not (viewing.sees_all_at_once or match.may_be_watched(self._watches)):
                self._end_watch(match, viewing)
                why = match.no_spectators("$.match")
                self._caller.send(MatchUnwatched(match=match.id, code=why.code, text=why.text))

    def _end_watch(self, match: Match, viewing: Viewing) -> None:
        match.leave(viewing)
        self._viewings.pop(match.id, None)

    async def settle(self) -> None:
        """Wait until every command about a match has its answer."""
        for _, viewing in list(self._viewings.values()):
            await viewing.settle()

    def leave(self) -> None:
        """Stop following all matches."""
        for match, viewing in self._viewings.values():
            match.leave(viewing)
        self._viewings.clear()

    async def _seat_at(self, id_: MatchId) -> tuple[Match, Viewing, Seat]:
        """Return the match, this connection's subscription to it, and its player's seat. Raises `CommandRefused` if the
        player has none."""
        held = self._held(id_)
        if held is None:  # a connection without a seat does not begin to follow it by acting
            match = await self._caller.match(id_)
            player = self._caller.player()
            if player is None or match.seat_of(player) is None:
                raise _no_seat()
            held = await self._viewing_of(id_)
        match, viewing = held
        if viewing.seat is None:
            raise _no_seat()
        return match, viewing, viewing.seat

    async def _begin_live_watching(self, message: WatchMatch, why: str) -> None:
        """Record that a moderator watches a match without delay. Raises `CommandRefused`, `Unavailable`."""
        identity = self._caller.identity()
        if identity is None:
            raise CommandRefused(
                RefusalCode.NOT_SIGNED_IN, Text("Only moderators can watch without delay: sign in as one."), "$.live"
            )
        if message.seat is not None:
            raise _live_without_delay()
        self._caller.services.looks.check_live_watch(identity)
        await self._caller.services.players.check_role(identity, "$.live")
        match = await self._matches.open(message.match)
        if self._held(match.id) is None and match.seat_of(identity.player.id) is None:
            self._check_watch(match)  # a look that is refused must not stand in the log
        order = LiveWatch(match=message.match, why=why, ref=message.ref)
        players = [player.id for player in match.record.players]
        await self._caller.services.looks.note_live_watch(identity, order, players)

    async def _viewing_of(
        self, id_: MatchId, *, sees_all_at_once: bool = False, through: Seat | None = None
    ) -> tuple[Match, Viewing]:
        """Return the match and this connection's subscription to it: from its player's seat or as a spectator, with the
        view `through` a seat or with the spectators' view."""
        held = self._held(id_)
        if held is not None:
            _switch_perspective(held[0], held[1], through)
        if held is not None and sees_all_at_once and not held[1].sees_all_at_once:
            held[0].leave(held[1])
            held[1].sees_all_at_once = True
            held[0].join(held[1])
        if held is None:
            self._viewings = {each: held for each, held in self._viewings.items() if not held[0].is_lost}
            most = self._caller.services.limits.watched_matches
            if len(self._viewings) >= most:
                text = Text("One connection can watch at most {most} matches.", most=most)
                raise CommandRefused(RefusalCode.WATCHING_TOO_MANY, text, "$.match")
            match = await self._caller.match(id_)
            player = self._caller.player()
            seat = None if player is None else match.seat_of(player)
            if seat is not None:
                self._caller.belonging.plays()
            else:
                self._check_watch(match)
            held = match, self._viewing(seat, sees_all_at_once=sees_all_at_once)
            _switch_perspective(match, held[1], through)
            match.join(held[1])
            self._viewings[id_] = held
            self._caller.began_watching()
        return held

    def _check_watch(self, match: Match) -> None:
        """Raise `CommandRefused` if a match may not be watched here without a seat."""
        if not match.may_be_watched(self._watches):
            raise match.no_spectators("$.match")

    def _viewing(self, seat: Viewer, *, sees_all_at_once: bool = False) -> Viewing:
        output = self._caller.output
        viewing = Viewing(
            seat,
            output.send,
            send_first=output.send_first,
            send_message=self._caller.send,
            takes_patches=self._takes_patches,
            rights=SpectatorRights(sees_all_at_once=sees_all_at_once),
            outlet=output.outlet,
            sharer=self._sharer,
        )
        viewing.is_hidden = self._is_hidden
        return viewing

    @property
    def _is_hidden(self) -> bool:
        identity = self._caller.identity()
        return identity is not None and identity.seen_by is SeenBy.NOBODY

    def note_presence(self) -> None:
        """Count the player among the spectators of followed matches, or no longer, as the player has chosen."""
        for _, viewing in self._viewings.values():
            viewing.is_hidden = self._is_hidden

    @property
    def _sharer(self) -> Sharer:
        return Sharer(self._caller.address, self._caller.player() or "")

    def _held(self, id_: MatchId) -> tuple[Match, Viewing] | None:
        """Return a match and this connection's subscription to it; `None` if the connection no longer follows it or the
        store has lost it."""
        held = self._viewings.get(id_)
        if held is not None and (held[0].is_lost or held[1].is_dismissed):
            del self._viewings[id_]
            return None
        return held


def _switch_perspective(match: Match, viewing: Viewing, seat: Seat | None) -> None:
    """Show a connection the match as a seat sees it, or as spectators do. Raises `CommandRefused`."""
    if seat is not None and viewing.seat is not None:
        if seat == viewing.seat:
            return
        text = Text("You play in this match: you can only see it from your own seat.")
        raise CommandRefused(RefusalCode.NOT_YOUR_SEAT, text, "$.seat")
    if seat is not None:
        if viewing.sees_all_at_once:
            raise _live_without_delay()
        match.check_perspective(seat)
    if viewing.through != seat:
        viewing.through = seat
        viewing.shown = None


def _live_without_delay() -> CommandRefused:
    text = Text("Without delay you see what all spectators see: leave out `live` or `seat`.")
    return CommandRefused(RefusalCode.MALFORMED, text, "$.seat")


def _no_moderator() -> CommandRefused:
    text = Text(
        "Only moderators can watch without delay, and you are no longer one: watch the match again as a spectator."
    )
    return CommandRefused(RefusalCode.MISSING_ROLE, text, "$.live")


def _no_seat() -> CommandRefused:
    return CommandRefused(
        RefusalCode.NOT_YOUR_SEAT, Text("You have no seat in this match; you can only watch."), "$.match"
    )
