"""The Textual app of the terminal client: it switches between the screens."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, assert_never

import msgspec
from quarterdeck_protocol.lobby.matchmaking import SoughtGame
from quarterdeck_protocol.lobby.tables import Table, TableStage
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import GameName, MatchId, TableId, Version
from quarterdeck_protocol.refusals import RefusalCode
from textual.filter import LineFilter
from textual.screen import Screen

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, GoneError, RefusedError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.lobby.tables import place_of
from quarterdeck_client.phrases import visible_from_in_words
from quarterdeck_client.saved_tokens import SavedTokens
from quarterdeck_client.terminal.game_info import GameInfo
from quarterdeck_client.terminal.identity import Identity
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.plan import Plan as Plan
from quarterdeck_client.terminal.plan import Wish
from quarterdeck_client.terminal.safe_lines import SafeLines
from quarterdeck_client.terminal.screens.accounts import Renamed, SignIn
from quarterdeck_client.terminal.screens.inbox.tournament_dialog import show_tournament
from quarterdeck_client.terminal.screens.lobby import LobbyScreen
from quarterdeck_client.terminal.screens.match import MatchScreen
from quarterdeck_client.terminal.screens.matchmaking import MatchmakingScreen
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.screens.table import TableScreen
from quarterdeck_client.terminal.screens.table_entry import sit_down
from quarterdeck_client.terminal.widgets.forms import written
from quarterdeck_client.terminal.widgets.notice_delay import Noticed

SECONDS_FOR_A_GOODBYE = 1.0


class Terminal(Noticed):
    """The Textual app of the terminal client. After it has exited, `error` is the error that ended it, or `None`."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Quarterdeck"

    def __init__(self, client: Client, plan: Plan, notebook: SavedTokens | None) -> None:
        super().__init__()
        self.animation_level = "none"
        self.plan = plan
        self.error: ClientError | None = None
        self._who = Identity(client, notebook)
        self._info = GameInfo()
        self._output_filter = SafeLines()

    @property
    def client(self) -> Client:
        """The client of the current player."""
        return self._who.client

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that Textual applies to every line before it is drawn."""
        return [*super().get_line_filters(), self._output_filter]

    def on_mount(self) -> None:
        self._do(self._begin)

    async def on_unmount(self) -> None:
        await self._who.close()

    # From one screen to the next

    async def _begin(self) -> None:
        plan = self.plan
        if plan.watch is not None:
            await self._watch(MatchId(plan.watch), None)
        elif plan.back_to is not None and await self._come_back(plan.back_to):
            return
        elif plan.table is not None or plan.code is not None:
            await self._sit(plan.table, plan.code)
        elif plan.seek:
            await self._seek(plan.wish(self.client.welcome.games, plan.seek))
        elif plan.is_open:
            await self._show_lobby()
        else:
            await self._open(plan)

    async def _show_lobby(self, notice: str = "") -> None:
        await self._show(LobbyScreen(self.client, self.plan, notice))

    async def _come_back(self, id_: TableId) -> bool:
        """Go back to the player's table, and return true if they still sit there."""
        try:
            table = await self.client.tables.watch(id_)
        except RefusedError:
            return False
        if not self._sits_at(table):
            return False
        match table.stage:
            case TableStage.GATHERING | TableStage.REVEALING:
                await self._gather(table)
            case TableStage.PLAYING | TableStage.OTHER:
                await self._play(await self.client.watch_match(table.match, Version(0)), table.id)
            case TableStage.OVER:
                return False
            case _:
                assert_never(table.stage)
        return True

    async def _open(self, plan: Plan) -> None:
        """Open the table that the start options describe."""
        bots = plan.bots or 0
        table = await self.client.tables.open(
            plan.game,
            seats=bots + 1 if plan.seats is None and bots else plan.seats,
            time_limit=plan.clock_of_a_table,
            rated=plan.rated,
            access=plan.access,
            password=plan.password,
            spectators=plan.spectators,
            replays=plan.replays,
            spectator_delay=plan.spectator_delay,
            perspectives=plan.perspectives,
        )
        for _ in range(bots):
            table = await self.client.tables.add_bot(table.id, plan.bot)
        await self._gather(table)

    def _offer(self, game: str) -> GameOffer | None:
        return next((offer for offer in self.client.welcome.games if offer.name == game), None)

    async def _gather(self, table: Table) -> None:
        """Show the screen of the table, declare the player ready, and wait for the other players."""
        self._note(table.id)
        screen = TableScreen(self.client, table, self._offer(table.game))
        await self._show(screen)
        if not await screen.agrees():
            await self._stand()
            return
        deck = await self._choose_deck(screen)
        try:
            seated = await self.client.begin(table.id, deck=deck, perspectives=table.perspectives)
        except GoneError as gone:
            if screen in self.screen_stack and not screen.is_left:
                await self._show_lobby(f"{str(gone)[:1].upper()}{str(gone)[1:]}.")
            return
        if screen in self.screen_stack:
            await self._play(seated, table.id)

    async def _choose_deck(self, screen: TableScreen) -> str | None:
        """Return the deck from the start options, or let the player choose one before all players are ready."""
        if not screen.ready_decks:
            return None
        if self.plan.deck is not None and not screen.has_deck:
            return self.plan.deck
        await screen.choose_deck()
        return None

    async def _seek(self, wish: Wish) -> None:
        """Search for opponents and show the search screen."""
        sought = [SoughtGame(game=GameName(game), deck=deck) for game, deck in zip(wish.games, wish.decks, strict=True)]
        search = await self.client.seek(
            sought,
            time_limit=wish.time_limit,
            rated=wish.rated,
            bots_after=wish.bots_after,
            party=wish.party,
            opponents=wish.opponents,
        )
        await self._show(MatchmakingScreen(self.client, search))

    async def _play(self, seated: FollowedMatch, table: TableId | None) -> None:
        game = seated.latest.game
        rules = seated.latest.rules or None
        phrases = await self._info.phrases(self.client, game, rules)
        book = await self._info.book(self.client, game, rules)
        await self._show(MatchScreen(self.client, seated, phrases, table, book))

    async def _show(self, screen: Screen[None]) -> None:
        """Show this screen, and close all other screens."""
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        await self.push_screen(screen)

    # What the screens ask for

    def on_lobby_screen_picked(self, picked: LobbyScreen.Picked) -> None:
        match picked.what:
            case GameOffer() as offer:
                bots = offer.default_seats - 1 if picked.with_bots else 0
                self._do(self._open, msgspec.structs.replace(self.plan, game=offer.name, bots=bots, seats=None))
            case Table(stage=TableStage.GATHERING | TableStage.REVEALING) as table if not self._sits_at(table):
                self._do(self._sit, table.id, None)
            case Table(stage=TableStage.GATHERING | TableStage.REVEALING) as table:
                self._do(self._gather, table)
            case Table() as table:
                self._do(self._watch, table.match, table.id if self._sits_at(table) else None)

    def on_lobby_screen_wished(self, wished: LobbyScreen.Wished) -> None:
        match wished.what:
            case Wish() as wish:
                self._do(self._seek, wish)
            case Plan() as plan:
                self._do(self._open, plan)
            case str() as code:
                self._do(self._sit, None, code)

    def on_lobby_screen_became(self, became: LobbyScreen.Became) -> None:
        match became.who:
            case SignIn() as who:
                self._do(self._become, who)
            case Renamed(name=name):
                self._who.save_new_name()
                self._do(self._show_lobby, f"You are {name} from now on.")

    def on_matchmaking_screen_found(self, found: MatchmakingScreen.Found) -> None:
        self._note(found.offer.table)
        self._do(self._play, found.seated, found.offer.table)

    def on_matchmaking_screen_left(self, left: MatchmakingScreen.Left) -> None:
        self._do(self._show_lobby, left.why)

    def on_lobby_screen_left(self) -> None:
        self.exit()

    def on_table_screen_left(self) -> None:
        self._do(self._stand)

    def on_match_screen_left(self) -> None:
        self._do(self._leave)

    def on_match_screen_rematch_wanted(self) -> None:
        self._do(self._rematch)

    def on_match_screen_tournament_wanted(self) -> None:
        self._do(self._back_to_tournament)

    def on_match_screen_over(self, over: MatchScreen.Over) -> None:
        if isinstance(over.error, GoneError) and self.plan.is_open:
            self._do(self._show_lobby, str(over.error))
        else:
            self._fail(over.error)

    def on_app_screen_lost(self, lost: AppScreen.Lost) -> None:
        if lost.client is self.client:  # and not of an earlier client
            self._fail(lost.error)

    async def _sit(self, id_: TableId | None, code: str | None) -> None:
        await self._gather(await sit_down(self, self.client, id_, code, self.plan.password))

    async def _watch(self, match: MatchId, mine: TableId | None) -> None:
        """Show a match. If the spectator delay has not passed yet, wait in the lobby, and show the match then unless
        the player has left the lobby."""
        waiting: LobbyScreen | None = None

        async def show_start(seconds: float) -> None:
            nonlocal waiting
            notice = f"{visible_from_in_words(seconds)} It is shown here by itself."
            if waiting is None and self._lobby is None:
                await self._show_lobby(notice)
            waiting = waiting or self._lobby
            if waiting is not None and waiting is self._lobby:
                waiting.say(notice)

        try:
            seated = await self.client.watch_match(match, Version(0), on_delay=show_start)
        except ClientError:
            if waiting is self._lobby or waiting is None:
                raise
            return  # a player signed in meanwhile has another connection
        if waiting is None or waiting is self._lobby:
            await self._play(seated, mine)
        else:
            await self._send_farewell(self.client.unwatch_match, match)

    @property
    def _lobby(self) -> LobbyScreen | None:
        """The lobby screen in the stack, also below other screens; `None` if there is none."""
        return next((screen for screen in self.screen_stack if isinstance(screen, LobbyScreen)), None)

    async def _stand(self) -> None:
        """Give up the player's seat at a table before its match, and leave the screen."""
        screen = self.screen_stack[1]
        if isinstance(screen, TableScreen):
            screen.is_left = True
            await self._send_farewell(self.client.tables.stand, screen.table.id)
            await self._go_back()

    async def _leave(self) -> None:
        """Leave a match. If the match has ended, give up the seat at its table too."""
        screen = self.screen_stack[1]
        if isinstance(screen, MatchScreen):
            # a returning player gets all of it again
            await self._send_farewell(self.client.unwatch_match, screen.seated.match)
            if screen.table is not None and screen.seated.result is not None:
                await self._send_farewell(self.client.tables.stand, screen.table)
        await self._go_back()

    async def _send_farewell(self, say: Callable[[Any], Awaitable[object]], of: Any) -> None:
        """Send a last request when leaving, but do not wait long if the connection is broken."""
        with contextlib.suppress(ClientError, TimeoutError):
            async with asyncio.timeout(SECONDS_FOR_A_GOODBYE):
                await say(of)

    async def _go_back(self) -> None:
        """Show the lobby, or exit the app if it was started for one table, match or search."""
        if self.plan.is_open:
            await self._show_lobby()
        else:
            self.exit()

    async def _rematch(self) -> None:
        screen = self.screen_stack[1]
        if not isinstance(screen, MatchScreen) or screen.table is None:
            return
        table = await self.client.tables.watch(screen.table)
        if table.stage not in (TableStage.GATHERING, TableStage.REVEALING):  # no other player was first
            table = await self.client.tables.rematch(table.id)
        await self._gather(table)

    async def _back_to_tournament(self) -> None:
        screen = self.screen_stack[1]
        if not isinstance(screen, MatchScreen) or screen.table is None:
            return
        await self._send_farewell(self.client.unwatch_match, screen.seated.match)
        table = await self.client.tables.watch(screen.table)
        await self._show_lobby()
        if table.tournament is not None:
            match = await show_tournament(self, self.client, table.tournament)
            if match is not None:
                await self._watch(MatchId(match), match)

    async def _become(self, who: SignIn) -> None:
        try:
            before = await self._who.become(who)
        except RefusedError as refused:
            if refused.code is not RefusalCode.SECOND_FACTOR_NEEDED:
                raise
            code = await written(self, "A code of your second factor, or a recovery code:")
            if code is None:
                return
            before = await self._who.become(who._replace(code=code))
        await self._show_lobby(f"You are {self.client.player.name} from now on.")
        await before()

    def _sits_at(self, table: Table) -> bool:
        return place_of(self.client.player.id, table) is not None

    # What can go wrong

    def _do(self, work: Callable[..., Awaitable[None]], *of: Any) -> None:
        self.run_worker(Later(self._carefully, work, *of))

    async def _carefully(self, work: Callable[..., Awaitable[None]], *of: Any) -> None:
        try:
            await work(*of)
        except RefusedError as refused:
            if len(self.screen_stack) > 1 and isinstance(self.screen, MatchScreen):
                self.screen.say(str(refused))
            else:
                await self._show_lobby(str(refused))
        except ClientError as error:
            self._fail(error)

    def _fail(self, error: ClientError) -> None:
        self.error = error
        self.exit()

    def _note(self, table: TableId) -> None:
        try:
            self._who.note(table)
        except ClientError as error:
            self.error = error
