"""The terminal client talks: at a table that waits and in a match, by its keys against a real server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from quarterdeck_client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.lobby.moderation import Moderators
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.table import TableScreen
from quarterdeck_client.terminal.widgets.chat import PHRASES, UNKNOWN, ChatInput, in_words
from quarterdeck_client.terminal.widgets.line_input import LineInput
from quarterdeck_protocol.lobby.chat import LONGEST_LINE, Line, Phrase, Where
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import LineId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.storage.memory import Memory, MemoryStore
from relay import relay_to
from screens import Shown, terminal
from servers import LiveServer, live_server
from textual import events

PASSWORD = "a long walk by the sea"
WRITTEN = "n", "i", "c", "e", "space", "2"


@contextlib.asynccontextmanager
async def at_a_table(ada: Client, bo: Client) -> AsyncIterator[tuple[Shown, str]]:
    """Ada's screen of a table that waits until Bo is ready, and its id."""
    table = await bo.tables.open("tiny")
    await bo.chat.say(Where.TABLE, "who comes?", table.id)
    async with terminal(ada, Plan(table=table.id)) as shown:
        await shown.shows("Bo: who comes?")
        yield shown, table.id


@contextlib.asynccontextmanager
async def in_a_match(ada: Client, bo: Client) -> AsyncIterator[tuple[Shown, str]]:
    """Ada's screen of a match against Bo, and its id."""
    table = await bo.tables.open("tiny")
    waiting = asyncio.create_task(bo.begin(table.id))
    async with terminal(ada, Plan(table=table.id)) as shown:
        seat = await waiting
        await bo.chat.join_chat(Where.MATCH, seat.match)
        await bo.chat.say(Where.MATCH, "here we are", seat.match)
        await shown.shows("Bo: here we are")
        yield shown, seat.match


async def open_popup(shown: Shown) -> None:
    await shown.press("t")
    await shown.shows("7  Good game!")


async def heard(client: Client, where: Where, id_: str, most: int) -> list[tuple[str | None, Phrase | None]]:
    """Return what Ada says next, as somebody hears it."""
    said = []
    async for line in client.chat.lines(where, id_):
        if line.player.name == "Ada":
            said.append((line.text, line.phrase))
        if len(said) == most:
            break
    return said


async def both_ways(shown: Shown, bo: Client, where: Where, id_: str) -> None:
    """Ada says a phrase and a line of her own, and so does Bo; each reads the other, and herself once."""
    await bo.chat.join_chat(where, id_)
    await open_popup(shown)
    await shown.press("2")
    await shown.shows("Ada: Good luck!")
    await open_popup(shown)
    await shown.press(*WRITTEN, "enter")
    await shown.shows("Ada: nice 2")
    assert await heard(bo, where, id_, 2) == [(None, Phrase.GOOD_LUCK), ("nice 2", None)]
    await bo.chat.say_phrase(where, Phrase.THANKS, id_)
    await bo.chat.say(where, "[bold]as it is[/bold]", id_)
    await shown.shows("Bo: Thank you!")
    await shown.shows("Bo: [bold]as it is[/bold]")
    assert shown.text.count("Ada: nice 2") == 1


async def test_at_a_table_that_waits_both_read_each_other(ada: Client, bo: Client) -> None:
    async with at_a_table(ada, bo) as (shown, table):
        assert "t talk" in shown.text
        await both_ways(shown, bo, Where.TABLE, table)


async def test_in_a_match_both_read_each_other(ada: Client, bo: Client) -> None:
    async with in_a_match(ada, bo) as (shown, match):
        await both_ways(shown, bo, Where.MATCH, match)


async def test_pasted_lines_become_one_line_and_none_is_dropped(ada: Client, bo: Client) -> None:
    async with at_a_table(ada, bo) as (shown, _):
        await open_popup(shown)
        line = shown.app.screen.query_one(LineInput)
        line.post_message(events.Paste("2 good games\r\n\r\nand thanks\n"))
        await shown.until(lambda: line.value == "2 good games and thanks")
        line.post_message(events.Paste("x" * 2 * LONGEST_LINE))
        await shown.until(lambda: len(line.value) == LONGEST_LINE)
        await shown.press("enter")
        await shown.shows("Ada: 2 good games and")


async def test_escape_closes_without_a_word(ada: Client, bo: Client) -> None:
    async with at_a_table(ada, bo) as (shown, table):
        await open_popup(shown)
        await shown.press(*WRITTEN, "escape")
        await shown.until(lambda: isinstance(shown.app.screen, TableScreen))
        await open_popup(shown)
        await shown.press("space", "enter")
        await shown.until(lambda: isinstance(shown.app.screen, TableScreen))
        await open_popup(shown)
        await shown.press("1")
        await shown.shows("Ada: Hello!")
        said = await bo.chat.join_chat(Where.TABLE, table)
        assert [(line.player.name, line.text) for line in said] == [("Bo", "who comes?"), ("Ada", None)]


async def mute(server: LiveServer, muted: PlayerId) -> None:
    """Mute a player, by a moderator who shares nothing with them."""
    async with Client(server.url, name="Cy") as cy:
        await cy.account.register("Cy", PASSWORD)
        await server.services.moderation.make_first_admin("Cy")
        await Moderators(server.url, cy.token).sanction(muted, SanctionKind.MUTE, "rude", seconds=60)


async def test_a_player_who_is_muted_reads_so_and_may_still_say_phrases(
    server: LiveServer, ada: Client, bo: Client
) -> None:
    async with at_a_table(ada, bo) as (shown, _):
        await mute(server, ada.player.id)
        await open_popup(shown)
        await shown.press(*WRITTEN, "enter")
        await shown.shows("You are muted until")
        assert "Ada: nice" not in shown.text
        await open_popup(shown)
        await shown.press("6")
        await shown.shows("Ada: Sorry!")


async def test_a_player_who_is_muted_in_a_match_reads_so(server: LiveServer, ada: Client, bo: Client) -> None:
    async with in_a_match(ada, bo) as (shown, _):
        await mute(server, ada.player.id)
        await open_popup(shown)
        await shown.press(*WRITTEN, "enter")
        await shown.shows("You are muted until")
        assert "Ada: nice" not in shown.text


@pytest.mark.parametrize("size", [(60, 18), (40, 12), (30, 10)])
async def test_on_a_small_screen_the_line_to_write_can_be_seen(ada: Client, size: tuple[int, int]) -> None:
    async with terminal(ada, Plan(seats=3), size=size) as shown:
        await shown.shows("Waiting for all")
        await shown.press("t")
        await shown.until(lambda: isinstance(shown.app.screen, ChatInput))
        await shown.shows("1  Hello!")
        await shown.shows("or your own message")
        await shown.until(lambda: "Esc: back" in " ".join(shown.text.replace("│", " ").split()))


async def test_a_screen_that_is_gone_listens_no_more(server: LiveServer, bo: Client) -> None:
    async with (
        relay_to(server.url) as relay,
        Client(relay.url, name="Ada") as ada,
        at_a_table(ada, bo) as (shown, table),
    ):
        seat = await bo.begin(TableId(table))

        def has_said(kind: str, where: Where, id_: str) -> bool:
            said = [(each["type"], each.get("where"), each.get("id")) for each in relay.from_clients]
            return (kind, where, id_) in said

        await shown.until(lambda: has_said("join_chat", Where.MATCH, seat.match))
        await shown.until(lambda: has_said("leave_chat", Where.TABLE, table))


async def test_a_player_who_says_too_much_reads_so_and_need_not_write_it_again() -> None:
    def noon() -> Milliseconds:
        return Milliseconds(1_800_000_000_000)

    async with (
        live_server(MemoryStore(Memory(noon)), quotas="on") as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bo") as bo,
        at_a_table(ada, bo) as (shown, table),
    ):
        for number in range(8):
            await ada.chat.say(Where.TABLE, f"line {number}", table)
        await shown.shows("Ada: line 7")
        await open_popup(shown)
        await shown.press(*WRITTEN, "enter")
        await shown.shows("Too many chat messages")
        assert "Ada: nice 2" not in shown.text
        await open_popup(shown)
        await shown.shows("nice 2")
        with pytest.raises(RefusedError, match="Too many chat messages") as refused:
            await ada.chat.say_phrase(Where.TABLE, Phrase.SORRY, table)
        assert refused.value.code is RefusalCode.TOO_MANY


def test_every_phrase_has_words() -> None:
    assert set(PHRASES) == set(Phrase) - {Phrase.OTHER}
    ada = Player(id=PlayerId("p"), name="Ada")
    newer = Line(id=LineId("l"), player=ada, phrase=Phrase.OTHER, at=Milliseconds(0))
    assert in_words(newer).plain == f"Ada: {UNKNOWN}"
