"""The SDK: connects one player to a server.

async with Client("http://127.0.0.1:8765", name="Ada") as me:
    seat = await me.play("density-deck", bots=3)
    async for turn in seat.turns():
        await turn.act(turn.choices[0])
    print(seat.result)
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

import msgspec
from quarterdeck_protocol.lobby.accounts import Account, SignedIn
from quarterdeck_protocol.lobby.collection.trades import Trades
from quarterdeck_protocol.lobby.matchmaking import OfferChanged, Opponents, SoughtGame, TicketChanged
from quarterdeck_protocol.lobby.notices import Notices
from quarterdeck_protocol.lobby.seats import GetSeats, Seats
from quarterdeck_protocol.lobby.tables import Perspectives, TableChanged, TableStage, WatchTable
from quarterdeck_protocol.messages import (
    AnnouncementsChanged,
    AnyFromServer,
    PauseChanged,
    Refused,
    SiteChanged,
    Update,
    WatchMatch,
    Welcome,
)
from quarterdeck_protocol.names import MatchId, PlayerId, Seat, TableId, Token, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, Player, PlayerKind
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_client.deprecated_names import deprecated
from quarterdeck_client.errors import ClientError, ForkedError, GoneError, UsageError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.followed_matches import FollowedMatches, OnDelay
from quarterdeck_client.http_requests import HttpRequests
from quarterdeck_client.lobby.account import AccountRequests
from quarterdeck_client.lobby.challenges import ChallengeRequests
from quarterdeck_client.lobby.chat import ChatRequests
from quarterdeck_client.lobby.claim_codes import CodeRequests
from quarterdeck_client.lobby.clubs import ClubRequests
from quarterdeck_client.lobby.collection import CollectionRequests
from quarterdeck_client.lobby.decks import DeckRequests
from quarterdeck_client.lobby.follow_lists import FollowingRequests
from quarterdeck_client.lobby.notices import NoticeRequests
from quarterdeck_client.lobby.private_messages import ConversationRequests
from quarterdeck_client.lobby.search import Search, wish
from quarterdeck_client.lobby.standings import StandingsRequests
from quarterdeck_client.lobby.tables import TableRequests, begins_with, place_of
from quarterdeck_client.lobby.tournaments import TournamentRequests
from quarterdeck_client.lobby.trades import TradeRequests
from quarterdeck_client.lobby.webhooks import WebhookRequests
from quarterdeck_client.phrases import PhraseBook, names_of, read_phrases
from quarterdeck_client.transport.answers import answered, read_body
from quarterdeck_client.transport.connection import Connection, ConnectionCallbacks, ConnectionSettings
from quarterdeck_client.transport.handshake import Credentials
from quarterdeck_client.verification.fairness import Verified, check_chain, check_signer, losses_in
from quarterdeck_client.verification.notes import Notes

if TYPE_CHECKING:
    from quarterdeck_protocol.games import amfibido, amiibart, density_deck, myacards

    from quarterdeck_client.typed_matches import TypedMatch

DEFAULT_URL = "http://127.0.0.1:8765"


class TableFields(TypedDict, total=False):
    """Return the keyword arguments of the client's method `play` that describe the table."""

    bots: int
    bot: str | None
    seats: int | None
    options: Mapping[str, Any] | None
    time_limit: float
    deck: str | None


class ConnectionFields(TypedDict, total=False):
    """Keyword arguments of `Client` for its connection."""

    renewed: Callable[[Token | None, Token], None]
    patience: float
    connect_timeout: float | None
    client: str
    language: str | None


class Client(HttpRequests):
    """A client of the server for one player.

    The client reopens a broken connection and sends unanswered commands again. Every request raises:

    - `RefusedError` when the server refuses it; then nothing has changed
    - `LostError` when the connection is lost for good
    - `MisunderstoodError` when the answer does not fit
    - `UsageError` when the client was not started
    """

    def __init__(
        self,
        url: str = DEFAULT_URL,
        *,
        name: str | None = None,
        password: str | None = None,
        token: str | None = None,
        recovery_code: str | None = None,
        code: str | None = None,
        **fields: Unpack[ConnectionFields],
    ) -> None:
        """Create a client; `async with` connects it.

        - `name`, `password`: the credentials of an account; with the account's `recovery_code`, or the code of a link
          in a mail, `password` becomes its new password
        - `code`: a code of the second factor of the account, if it has one; beside the code of a mail, too
        - `token`: an earlier client's `token`, to be the same player again
        - `renewed`: called with the old and the new token; the server renews the token on each connection
        - `patience`: seconds for which the client retries a broken connection, and commands while the server's store is
          unreachable (60)
        - `connect_timeout`: timeout in seconds for connecting, for signing in and for an HTTP request (10)
        - `client`: the name of the program, for the server's log
        - `language`: the language of phrases, cards, rules and refusals, such as `de`; English if the server does not
          have it
        """
        known = None if token is None else Token(token)
        settings = ConnectionSettings(**fields)
        self.language = settings.language
        self._connection = Connection(
            url,
            Credentials(name=name, password=password, token=known, recovery_code=recovery_code, code=code),
            settings,
            ConnectionCallbacks(
                received=self._received,
                resume=self._resume,
                resumed=self._resumed,
                failed=self._failed,
                is_playing=lambda: self._matches.is_playing,
            ),
        )

        self.notes = Notes()
        """Commitments of the latest matches, recorded before the cards were dealt, and the chain links received since
        then."""

        self._matches = FollowedMatches(self.ask, self._connection.fresh_ref, self.notes)
        self._search: Search | None = None
        self.tables = TableRequests(self.ask, self.notes, self._own_id)
        """Requests at tables, and the table list."""

        self._trades = TradeRequests(self.ask, lambda: self.welcome)
        self.notices = NoticeRequests(self.ask, lambda: self.welcome)
        self.chat = ChatRequests(self.ask, self._say)
        """Chat in the lobby, at tables and in matches."""

    async def __aenter__(self) -> "Client":
        await self._connection.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._connection.close()

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._connection.url

    @property
    def welcome(self) -> Welcome:
        """The server's `welcome` message, with its games and limits."""
        if self._connection.welcome is None:
            raise UsageError("the client has not been started; use `async with`")
        return self._connection.welcome

    @property
    def terms_due(self) -> str | None:
        """The version of the host's terms of use that the player must still accept, with `account.accept_terms`."""
        return self._signed_in.terms_due

    @property
    def is_paused(self) -> bool:
        """True if the server is paused: no new match begins, and running matches continue."""
        return self.welcome.paused

    def _own_id(self) -> PlayerId | None:
        signed_in = self._connection.signed_in
        return None if signed_in is None else signed_in.player.id

    @property
    def player(self) -> Player:
        """This client's player as others see it: a permanent id, and a name."""
        return self._signed_in.player

    @property
    def token(self) -> Token:
        """The secret token that signs this player in again. Store it."""
        return self._signed_in.token

    @property
    def reconnects(self) -> int:
        """Number of reconnects so far."""
        return self._connection.reconnects

    @property
    def is_connected(self) -> bool:
        """True if the connection is up, as far as the client knows. If not, the client is reconnecting."""
        return self._connection.is_up

    @property
    def is_store_away(self) -> bool:
        """True if a command waits because the server cannot reach its store. The client retries by itself."""
        return self._connection.is_store_away

    async def ask(self, command: FromClient) -> AnyFromServer:
        """Send a command and return its answer, even if the client has to reconnect in between."""
        return await self._connection.ask(command)

    async def _get(self, path: str, *, signed: bool = False) -> bytes:
        return await self._connection.get(path, signed=signed)

    async def _say(self, command: FromClient) -> AnyFromServer:
        """Send a chat message. A message that exceeds the quota is refused at once and not retried."""
        return await self._connection.ask(command, again_on=frozenset({RefusalCode.UNAVAILABLE}))

    async def seats(self) -> Seats:
        """Return this player's seats at all open tables, from all devices, with a flag where the match waits for this
        player. The answer also has the player's matchmaking ticket and offer."""
        return await answered(self.ask, GetSeats(), Seats)

    @property
    def account(self) -> AccountRequests:
        """Requests about this player: account, tokens and bot accounts for programs, blocked players."""
        return AccountRequests(self.ask)

    @property
    def decks(self) -> DeckRequests:
        """Requests about the decks that this player has stored in their account."""
        return DeckRequests(self.ask, lambda: self.welcome)

    @property
    def challenges(self) -> ChallengeRequests:
        """Requests about challenges to and by other players."""
        return ChallengeRequests(self.ask, lambda: self.welcome, self.notices, lambda match: self.watch_match(match, 0))

    @property
    def following(self) -> FollowingRequests:
        """Requests about the players whom this player follows."""
        return FollowingRequests(self.ask, lambda: self.welcome)

    @property
    def conversations(self) -> ConversationRequests:
        """Requests about private messages with players who follow this player back."""
        return ConversationRequests(self.ask, lambda: self.welcome)

    @property
    def clubs(self) -> ClubRequests:
        """Requests about clubs."""
        return ClubRequests(self.ask, lambda: self.welcome)

    @property
    def webhooks(self) -> WebhookRequests:
        """Requests about the player's webhooks."""
        return WebhookRequests(self.ask, lambda: self.welcome)

    @property
    def tournaments(self) -> TournamentRequests:
        """Requests about tournaments."""
        return TournamentRequests(self.ask, lambda: self.welcome)

    @property
    def collection(self) -> CollectionRequests:
        """Requests about the card copies that this player owns, their packs and trades."""
        return CollectionRequests(self.ask, lambda: self.welcome, self._trades)

    @property
    def codes(self) -> CodeRequests:
        """Requests about claim codes: players claim a code, and moderators create batches of codes."""
        return CodeRequests(self.ask, lambda: self.welcome)

    @property
    def standings(self) -> StandingsRequests:
        """Requests about standings: ratings, ladders, played matches."""
        return StandingsRequests(self.ask)

    @property
    def talk(self) -> ChatRequests:
        """Deprecated since 0.2.0: use `chat`."""
        deprecated("talk", "chat")
        return self.chat

    @property
    def standing(self) -> StandingsRequests:
        """Deprecated since 0.2.0: use `standings`."""
        deprecated("standing", "standings")
        return self.standings

    # Quick match

    async def seek(
        self,
        games: Sequence[str | SoughtGame],
        *,
        time_limit: float = 30.0,
        rated: bool = True,
        bots_after: float | None = None,
        party: tuple[str, int] | None = None,
        opponents: Opponents = Opponents.ANYBODY,
    ) -> Search:
        """Search for opponents in these games. The first match found ends the search. Times are in seconds. `party` is
        the code that a group of friends has agreed on, and the size of the group. `opponents` are people, bots of
        players, or both."""
        command = wish(
            games, time_limit=time_limit, rated=rated, bots_after=bots_after, party=party, opponents=opponents
        )
        self._search = Search(self.ask, self.tables, self.watch_match, self.notes)
        await self._search.begin(command)
        return self._search

    # Matches

    @overload
    async def play(
        self, game: Literal["amfibido"], **fields: Unpack[TableFields]
    ) -> "TypedMatch[amfibido.Action, amfibido.Event, amfibido.View]": ...

    @overload
    async def play(
        self, game: Literal["amiibart"], **fields: Unpack[TableFields]
    ) -> "TypedMatch[amiibart.Action, amiibart.Event, amiibart.View]": ...

    @overload
    async def play(
        self, game: Literal["density-deck"], **fields: Unpack[TableFields]
    ) -> "TypedMatch[density_deck.Action, density_deck.Event, density_deck.View]": ...

    @overload
    async def play(
        self, game: Literal["myacards"], **fields: Unpack[TableFields]
    ) -> "TypedMatch[myacards.Action, myacards.Event, myacards.View]": ...

    @overload
    async def play(self, game: str, **fields: Unpack[TableFields]) -> FollowedMatch: ...

    async def play(
        self,
        game: str,
        *,
        bots: int = 0,
        bot: str | None = None,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        time_limit: float = 30.0,
        deck: str | None = None,
    ) -> FollowedMatch:
        """Open a table, add bots of the server, declare this player ready, and return the match when all seats are
        ready. For a shipped game, the returned match is typed.

        `bot` names the kind of bot; the default is the game's default bot. With bots, the table has one seat for each
        of them and one for this player, unless you set `seats`.
        """
        seats = bots + 1 if bots and seats is None else seats
        table = await self.tables.open(game, seats=seats, options=options, time_limit=time_limit, deck=deck)
        for _ in range(bots):
            await self.tables.add_bot(table.id, bot)
        return await self.begin(table.id)

    async def join(
        self, table: str, seat: Seat | None = None, *, deck: str | None = None, perspectives: Perspectives | None = None
    ) -> FollowedMatch:
        """Take a seat at a table, declare this player ready, and return the match when all seats are ready."""
        await self.tables.sit(TableId(table), seat, deck=deck)
        return await self.begin(TableId(table), perspectives=perspectives)

    async def begin(
        self,
        table: TableId,
        entropy: str | None = None,
        *,
        deck: str | None = None,
        perspectives: Perspectives | None = None,
    ) -> FollowedMatch:
        """Declare this player ready at the table where they sit, and return the match when all seats are ready. With
        `Perspectives.DURING`, the player agrees that spectators see the cards in players' hands during the match.

        The client sends `ready` again after a reconnect and after a change of the table. So a caller of this method
        accepts every opponent who joins. To check opponents first, use `tables.ready` and `tables.changes`.
        """
        match = (await self.tables.ready(table, entropy, deck=deck, perspectives=perspectives)).match
        async for newest in self.tables.changes(table):
            if not begins_with(match, newest):
                break
            own = place_of(self.player.id, newest)
            if own is None:
                was_kicked = self.tables.was_kicked(table)
                raise GoneError("the host has kicked you from your seat" if was_kicked else "the seat was given up")
            if not own.ready and newest.stage is TableStage.GATHERING:
                await self.tables.ready(table, entropy, perspectives=perspectives)
        return await self.watch_match(match, Version(0))

    async def watch_match(
        self,
        match: str,
        since: int | None = None,
        *,
        on_delay: OnDelay | None = None,
        seat: Seat | None = None,
        told_later: OnDelay | None = None,
    ) -> FollowedMatch:
        """Follow a match: from this player's seat if they have one, otherwise as a spectator. With `seat`, a spectator
        sees the match as that seat does, if all players have agreed. First unsubscribes from followed matches that have
        ended.

        The first update has the events after version `since`, as far back as the server stores them. If the spectator
        delay has not passed since the beginning, the server refuses with `not_shown_yet`. With `on_delay`, the client
        then calls this function with the seconds to wait, waits, and asks again. It does not wait for matches that
        spectators see only after the end. `told_later` is the former name of `on_delay`, deprecated since 0.2.0.
        """
        if told_later is not None:
            deprecated("told_later", "on_delay")
            on_delay = told_later
        wanted, known = MatchId(match), None if since is None else Version(since)
        if on_delay is None:
            return await self._matches.watch(wanted, known, seat)
        return await self._matches.watch_when_visible(wanted, known, on_delay, seat)

    async def unwatch_match(self, match: str) -> None:
        """Unsubscribe from a match."""
        await self._matches.unwatch(MatchId(match))

    # Verification

    async def check_chain(self, match: str) -> int:
        """Check the transcript of an ended match, and return how many of the received chain links it contains. Raises
        `ForkedError` unless the whole chain follows from the seed, the seed matches the server's commitment, and the
        player's recorded entropy is the one that they gave."""
        return self._check_chain(MatchId(match), await self.transcript(match))

    async def verify(self, match: str, *, key: str | None = None) -> Verified:
        """Check the chain of an ended match as `check_chain` does, and its signature, and return the findings. If you
        pass a `key` that you recorded earlier, the signature must be by that key. Raises `ForkedError` if the
        transcript differs from the followed match or the signature is wrong. To check the drawn cards and the rules,
        run `quarterdeck verify`."""
        transcript = await self.transcript(match)
        links, note = self._check_chain(MatchId(match), transcript), self.notes.get(transcript.match)
        is_bound = note is not None and note.is_bound and note.bound_rules is not None
        try:
            keys = read_body(await self._get("/v1/keys"), PublicKeys)
        except ClientError:
            signature = None
        else:
            signature = check_signer(transcript, keys, key)
        return Verified(links=links, is_bound=is_bound, signature=signature, losses=losses_in(transcript))

    def _check_chain(self, match: MatchId, transcript: Transcript) -> int:
        if transcript.match != match:  # or the server could show any valid transcript instead
            raise ForkedError(match, None, f"the server sent the transcript of another match, {transcript.match}")
        note, followed = self.notes.get(transcript.match), self._matches.followed(transcript.match)
        return check_chain(
            transcript,
            self.notes.links(transcript.match),
            None if note is None else note.commitment,
            None if note is None or followed is None or followed.seat is None else (followed.seat, note.entropy),
            note,
        )

    async def phrase_book(self, match: FollowedMatch) -> PhraseBook:
        """Return a phrase book that turns actions and events of a match into sentences with the names of its
        players."""
        latest = match.raw_latest
        described = await self.game(latest.game, rules=latest.rules or None)
        phrases = read_phrases(described["phrases"], self.language)
        return PhraseBook(phrases, names_of(match.raw_latest.players))

    @property
    def _signed_in(self) -> SignedIn:
        if self._connection.signed_in is None:
            raise UsageError("the client has not been started; use `async with`")
        return self._connection.signed_in

    def _received(self, message: AnyFromServer) -> None:
        self.chat.receive(message)
        self.tables.receive(message)
        self._trades.receive(message)
        self.notices.receive(message)
        self._matches.receive(message)
        if isinstance(message, (TicketChanged, OfferChanged)):
            if self._search is not None:
                self._search.receive(message)
        elif isinstance(message, PauseChanged) and self._connection.welcome is not None:
            paused, details = message.paused, message.pause
            self._connection.welcome = msgspec.structs.replace(self.welcome, paused=paused, pause=details)
        elif isinstance(message, AnnouncementsChanged) and self._connection.welcome is not None:
            announced = message.announcements
            self._connection.welcome = msgspec.structs.replace(self.welcome, announcements=announced)
        elif isinstance(message, SiteChanged) and self._connection.welcome is not None:
            terms = None if message.site is None else message.site.terms
            was = None if self.welcome.site is None else self.welcome.site.terms
            self._connection.welcome = msgspec.structs.replace(self.welcome, site=message.site)
            signed_in = self._connection.signed_in
            if signed_in is not None and terms != was and signed_in.player.kind is not PlayerKind.BOT:
                self._connection.signed_in = msgspec.structs.replace(signed_in, terms_due=terms)
        elif isinstance(message, Account):
            known = self._connection.signed_in
            if known is not None and known.player.id == message.player.id:  # the name may have changed
                accepted = [each.version for each in message.terms_accepted[-1:]]
                due = None if known.terms_due in accepted else known.terms_due
                self._connection.signed_in = msgspec.structs.replace(known, player=message.player, terms_due=due)

    def _resume(self) -> Iterator[FromClient]:
        """Yield the commands that subscribe to all tables, matches, chats and trades again after a reconnect."""
        yield from self.tables.resume()
        yield from self._matches.resume()
        yield from self.chat.resume()
        yield from self._trades.resume()
        yield from self.notices.resume()

    def _resumed(self, command: FromClient, answer: AnyFromServer) -> None:
        """Handle the answer to one of the commands of `_resume`: the current state of the table, match or trades, or a
        refusal if it does not exist any more."""
        if isinstance(answer, Refused):
            self._parted(command, answer)
        elif isinstance(answer, Update):
            self._matches.stand_at(answer)
        elif isinstance(answer, TableChanged):
            self.tables.stand_at(answer)
        elif isinstance(answer, Trades):
            self._trades.stand_at(answer)
        elif isinstance(answer, Notices):
            self.notices.stand_at(answer)

    def _parted(self, command: FromClient, refused: Refused) -> None:
        if isinstance(command, WatchTable) and command.table is not None:
            self.tables.part(command.table)
        elif isinstance(command, WatchMatch):
            self._matches.part(command.match, refused.text)

    def _failed(self, error: ClientError) -> None:
        self.tables.fail(error)
        if self._search is not None:
            self._search.fail(error)
        self.chat.fail(error)
        self._trades.fail(error)
        self.notices.fail(error)
        self._matches.fail(error)
