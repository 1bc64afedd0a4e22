"""The end of a match: its result, the rating change, and the offer of a rematch, or of the tournament."""

from collections.abc import Callable
from typing import assert_never

from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.tables import Table, TableStage
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.transcripts.signature_check import SignatureFound, Signed
from rich.text import Text

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, ForkedError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.widgets.chat import ChatPanel
from quarterdeck_client.terminal.widgets.popups import Question
from quarterdeck_client.words.standings_words import rated_in_words

AGAIN, LEAVE = "Play again at this table", "Leave"
TO_TOURNAMENT = "Back to the tournament"
VERIFIED = "✓ Every link comes from the seed that was promised before the deal."
NOT_VERIFIED = (
    "✗ This match does not match its seed. It was changed, or you were shown another match: {why}. Tell the "
    "server's host and the other players."
)
NOT_BOUND = (
    "This terminal sealed no share for the deal, or did not receive the others' seals or the rules of the "
    "deal. So it cannot say that nobody chose the deal."
)
LOST = "The server's store had lost entries, and the log records it."
SOMEBODY_WANTS = "Somebody wants to play again: press r"


def signed_in_words(found: SignatureFound | None) -> str:
    """Return a sentence that says if a server has signed the transcript of a match, and with which key."""
    if found is None:
        return "The signature is not checked: the server's keys could not be loaded."
    match found.signed:
        case Signed.BY_KEY:
            return f"Signed by this server, with its key {found.key}."
        case Signed.UNKNOWN_KEY:
            return "It is signed, but not with a key of this server."
        case Signed.UNSIGNED:
            return "It is not signed by any server."
        case Signed.UNCHECKED:
            return "The signature is not checked: that needs `pip install quarterdeck-client[signatures]`."
        case _:
            assert_never(found.signed)


class MatchEnd:
    """Receives the rating change, the signature and the table's chat after the end of a match, for the match screen."""

    def __init__(
        self,
        stage: AppScreen,
        client: Client,
        seated: FollowedMatch,
        table: TableId | None,
        show_line: Callable[[Text], None],
    ) -> None:
        """Make what the screen shows at the end of a match. `show_line` shows a line of the chat at the table, where
        players
        talk about the next match."""
        self._stage = stage
        self._client = client
        self._seated = seated
        self._table = table
        self.is_of_tournament = table is not None and str(table) == str(seated.match)
        self._show_line = show_line
        self._chat_panel = (
            None if table is None else ChatPanel(stage, client.chat, Where.TABLE, table, show_line, stage.say)
        )
        self._meant = ""
        """The text of the rating change; empty until it is known."""

    def begin(self) -> None:
        """Begin to receive messages about the end of the match."""
        if self._chat_panel is not None:
            self._chat_panel.begin(from_now=True)
        if self._table is not None:
            self._stage.carefully(self._await_table, self._table)
        if self._seated.seat is not None:
            self._stage.carefully(self._await_rating)
            self._stage.carefully(self._verify)  # others may not be shown the log

    def end(self) -> None:
        """Stop receiving messages about the end of the match."""
        if self._chat_panel is not None and self._seated.result is not None:
            self._chat_panel.end()

    @property
    def talk(self) -> ChatPanel | None:
        """The chat at the table, which also reaches players who went on to the next match; `None` before the end of the
        match."""
        return self._chat_panel if self._seated.result is not None else None

    def ask(self, words: Text, *, again: Callable[[], None], leave: Callable[[], None]) -> None:
        """Show the result, and ask for the next step. `again` goes to the next match, or to the tournament."""
        answers = ([] if self._table is None else [self._first_step]) + [LEAVE]

        def answered(answer: int | None) -> None:
            if answer is None:
                self._show_next_steps()
            elif answers[answer] != LEAVE:
                again()
            else:
                leave()

        self._stage.app.push_screen(Question(words, answers, back="Esc: look at the table", is_news=True), answered)

    @property
    def _first_step(self) -> str:
        return TO_TOURNAMENT if self.is_of_tournament else AGAIN

    def _show_next_steps(self) -> None:
        first = "tournament" if self.is_of_tournament else "again"
        keys = f"r: {first} · q: leave" if self._table is not None else "q: leave"
        self._stage.say(f"{keys}  {self._meant}".rstrip())

    async def _await_rating(self) -> None:
        self._meant = rated_in_words(await self._seated.rated())
        self._show_next_steps()

    async def _verify(self) -> None:
        """Verify the match, and show the finding and the signature. If the server does not send the transcript, nothing
        is shown."""
        try:
            verified = await self._client.verify(self._seated.match)
        except ForkedError as error:
            self._show_line(Text(NOT_VERIFIED.format(why=error), style="bold"))
        except ClientError:
            return
        else:
            sat_there = self._seated.seat is not None
            bound = f" {NOT_BOUND}" if sat_there and not verified.is_bound else ""
            lost = f" {LOST}" if verified.losses else ""
            self._show_line(Text(f"{VERIFIED}{bound}{lost} {signed_in_words(verified.signature)}", style="dim"))

    async def _await_table(self, table: TableId) -> None:
        async for newest in self._client.tables.changes(table):
            if newest.stage is TableStage.GATHERING and self._has_others(newest):
                self._stage.say(SOMEBODY_WANTS)

    def _has_others(self, table: Table) -> bool:
        people = [place.player for place in table.places if place.player and place.player.bot is None]
        return any(player.id != self._client.player.id for player in people)
