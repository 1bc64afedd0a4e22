"""The terminal's replay: every moment is what the seat saw when it was played, and every key does what is said."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from random import Random

import aiohttp
import msgspec
import pytest
from finished_matches import told_to_the_end
from quarterdeck_client import Client
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.errors import LostError, RefusedError, UsageError
from quarterdeck_client.replays import ReplaySource, ServerReplays
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.key_bindings import REPLAY_KEYS
from quarterdeck_client.terminal.playback import Playback
from quarterdeck_client.terminal.replay_app import ReplayTerminal
from quarterdeck_client.terminal.screens.replay import A_LEAP, ReplayScreen, opened
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tables import ReplayAccess
from quarterdeck_protocol.names import MatchId, Seat, Version
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.verification.transcript_replays import TranscriptReplays
from screens import PATIENCE, terminal
from servers import SERVED, Message, bot, live_server, opening
from textual.geometry import Size
from textual.pilot import Pilot
from transcripts import density_deck

MOST_ACTS = 8
PARTS = ("version", "at", "events", "view", "choices", "waiting", "players", "seat", "result", "game")


class Seen:
    """A replay on a screen, and the keys."""

    def __init__(self, screen: ReplayScreen, pilot: Pilot[None]) -> None:
        self.screen = screen
        self.pilot = pilot

    @property
    def text(self) -> str:
        app = self.pilot.app
        strips = app.screen._compositor.render_strips(Size(*app.size))
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def shows(self, words: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while words not in self.text:
                    await self.pilot.pause(0.01)
        except TimeoutError:
            raise AssertionError(f"{words!r} cannot be read in\n{self.text}") from None


@contextlib.asynccontextmanager
async def seen(
    source: ReplaySource,
    seat: int | None = None,
    at: int | None = None,
    playback: Playback | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Seen]:
    screen = await opened(
        source, seat=None if seat is None else Seat(seat), at=None if at is None else Version(at), playback=playback
    )
    async with ReplayTerminal(screen).run_test(size=size) as pilot:
        shown = Seen(screen, pilot)
        await pilot.pause()
        yield shown


async def played(game: str) -> tuple[Transcript, list[dict[int, Message]]]:
    """Return the transcript of a match that was just played over sockets, and what each seat, and then a spectator, was
    told at each version."""
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(live_server(messages_per_second=100_000, luck=7))
        seats = GAMES[game].seats[0]
        lines = [await stack.enter_async_context(server.line()) for _ in range(seats + 1)]
        for line in lines[:seats]:
            await line.sign_in()
        table = (await lines[0].ask({"type": "open_table", "game": game, "seats": seats}))["table"]
        for line in lines[1:seats]:
            await line.ask({"type": "sit", "table": table["id"]})
        for line in lines[:seats]:
            await line.ask({"type": "ready", "table": table["id"]})
        lucks = [*(Random(seat) for seat in range(seats)), None]
        match = table["match"]
        told = await asyncio.gather(
            *(told_to_the_end(line, match, luck, MOST_ACTS) for line, luck in zip(lines, lucks, strict=True))
        )
        async with aiohttp.ClientSession() as http, http.get(f"{server.url}/v1/matches/{match}") as answer:
            return msgspec.json.decode(await answer.read(), type=Transcript), told


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_stepping_through_a_transcript_shows_what_each_seat_saw_when_it_was_played(game: str) -> None:
    transcript, told = await played(game)
    source = TranscriptReplays(transcript, SERVED)
    last = max(told[0])
    async with seen(source, seat=0) as shown:
        forth = {}
        for version in range(1, last + 1):
            await shown.shows(f" {version} of {last} ·")
            forth[version] = shown.text
            assert shown.screen.update.version == version
            await shown.press("right")
        await shown.shows("the end (o)")
        for version in range(last - 1, 0, -1):
            await shown.press("left")
            await shown.shows(f" {version} of {last} ·")
            if forth[version] != shown.text:
                raise AssertionError(f"going back, {version} is another picture:\n{forth[version]}\n\n{shown.text}")
        for viewer in (0, *range(1, len(told) - 1), None):
            await shown.screen.view_as(None if viewer is None else Seat(viewer))
            live = told[-1 if viewer is None else viewer]
            compared = 0
            for version, update in live.items():
                again = msgspec.json.decode(msgspec.json.encode(shown.screen.updates[version - 1]))
                for part in PARTS:
                    if part != "events" or update["since"] == version - 1:
                        assert again[part] == update[part], (viewer, version, part)
                compared += 1
            assert compared == len(live) > 1


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def deck() -> TranscriptReplays:
    """Return a match of Density Deck, always the same."""
    return TranscriptReplays(density_deck(2, 5), GAMES)


async def test_keys_step_leap_and_jump_to_a_version() -> None:
    async with seen(deck(), seat=0, at=3) as shown:
        last = shown.screen.updates[-1].version
        assert last > 2 * A_LEAP
        for keys, version in (
            (["right"], 4),
            (["pagedown"], 4 + A_LEAP),
            (["pageup"], 4),
            (["left", "left", "left", "left", "left"], 1),
            (["end"], last),
            (["right"], last),
            (["home"], 1),
            (["1", "7", "enter"], 17),
            (["9", "9", "9", "9", "enter"], last),
            (["1", "backspace", "8", "enter"], 8),
        ):
            await shown.press(*keys)
            await shown.shows(f" {version} of {last} · as Ada")
        await shown.press("2", "1")
        await shown.shows("Go to 21▏ Enter: there")
        await shown.press("escape")
        await shown.shows("q leave")
        assert shown.screen.update.version == 8


async def test_it_plays_by_a_clock_and_stands_still_at_the_end_and_at_each_step() -> None:
    clock = Hands()
    async with seen(deck(), playback=Playback(1.0, clock)) as shown:
        last = shown.screen.updates[-1].version
        await shown.shows("paused (1 a second)")
        await shown.press("space")
        await shown.shows(f" 1 of {last} · as spectators · plays, 1 a second")
        for version in (2, 3):
            clock.now += 1
            await shown.shows(f" {version} of {last} ")
        await shown.press("plus")
        await shown.shows("plays, 2 a second")
        clock.now += 0.5
        await shown.shows(f" 4 of {last} ")
        await shown.press("minus", "minus")
        await shown.shows("plays, one every 2 s")
        await shown.press("left")
        await shown.shows(f" 3 of {last} · as spectators · paused")
        await shown.press("end", "left", "space")
        await shown.shows(f" {last - 1} of {last} · as spectators · plays")
        clock.now += 2
        await shown.shows(f" {last} of {last} · as spectators · paused")
        await shown.press("space")
        await shown.shows(f" 1 of {last} · as spectators · plays")


async def test_the_choices_of_a_moment_are_shown_with_the_one_that_was_taken() -> None:
    async with seen(deck(), seat=0) as shown:
        frames = shown.screen.replay.frames
        at = next(number for number, each in enumerate(frames[1:]) if each.cause is not None and frames[number].choices)
        cause = frames[at + 1].cause
        assert cause is not None
        await shown.press(*str(frames[at].version), "enter")
        await shown.shows(f"{len(frames[at].choices)} to choose from (o)")
        await shown.press("o")
        await shown.shows("[Possible choices]")
        taken = shown.screen._phrasing.at(frames[at].view).action(cause.action)
        await shown.shows(f"▶ {taken}")
        assert shown.text.count("▶") == 1
        await shown.press("right")
        await shown.shows("[What has happened]")
        await shown.press("escape", "end", "o", "right")
        await shown.shows("Why it ended")


async def test_spectators_are_told_that_nothing_is_asked_of_them() -> None:
    async with seen(deck()) as shown:
        await shown.press("o")
        await shown.shows("Spectators have no choices: press tab")


async def test_tab_goes_through_everybodys_eyes_and_shows_nobody_what_they_could_not_see() -> None:
    async with seen(deck(), at=5) as shown:
        await shown.shows("as spectators")
        await shown.shows("You watch: the hands are not shown to you.")
        await shown.press("tab")
        await shown.shows("as Ada")
        await shown.shows("Ada (you)")
        assert shown.screen.update.version == 5
        await shown.press("tab")
        await shown.shows("Zoë (you)")
        await shown.press("tab")
        await shown.shows("as spectators")
        await shown.press("shift+tab")
        await shown.shows("as Zoë")


async def test_the_page_of_keys_says_those_of_a_replay() -> None:
    async with seen(deck()) as shown:
        await shown.press("question_mark")
        await shown.shows("[Keys]")
        for keys, does in REPLAY_KEYS:
            await shown.shows(f"{keys:<9}  {does}")
        await shown.press("escape", "q")
        await shown.pilot.pause()
        assert not shown.pilot.app.is_running


async def test_a_small_terminal_is_told_how_large_one_has_to_be() -> None:
    async with seen(deck(), size=(60, 18)) as shown:
        await shown.shows("this terminal is 60×18; the table needs 80×24")
        await shown.press("right", "q")
        await shown.pilot.pause()
        assert not shown.pilot.app.is_running


@pytest.mark.parametrize(
    ("match", "seat", "words"),
    [
        ("nowhere", None, "There is no match `nowhere`"),
        ("goes-on", None, "This match is still being played; its replay is available after it ends."),
        ("closed", None, "Only players of this match can replay it"),
        ("open", 7, "This match has the seats 0 to 1."),
    ],
)
async def test_anything_that_cannot_be_seen_again_is_said_in_a_sentence(
    match: str, seat: int | None, words: str
) -> None:
    async with live_server() as server:
        await server.begin("goes-on", [bot(1), bot(2)], bot_delay=60_000)
        for ended, access in (("open", ReplayAccess.EVERYBODY), ("closed", ReplayAccess.PLAYERS)):
            agreed = opening(ended, [bot(1), bot(2)], marks=5)
            await server.services.matches.begin(msgspec.structs.replace(agreed, replays=access))
            held = await server.services.matches.open(MatchId(ended))
            while held.record.result is None:
                await server.services.matches.sweep()
                await asyncio.sleep(0)
        source = ServerReplays(server.url, MatchId(match), token="of another time")
        with pytest.raises(RefusedError) as refused:
            await opened(source, seat=None if seat is None else Seat(seat))
        assert words in str(refused.value)


async def test_a_server_that_is_not_there_is_said_in_a_sentence() -> None:
    with pytest.raises(LostError, match=r"the server at http://127.0.0.1:9 cannot be reached"):
        await opened(ServerReplays("http://127.0.0.1:9", MatchId("m")))
    with pytest.raises(UsageError, match="is not an address of a server"):
        await opened(ServerReplays("nowhere", MatchId("m")))


async def test_a_match_of_the_history_is_seen_again_from_their_own_seat(ada: Client, bo: Client) -> None:
    table = await bo.tables.open("tiny", options={"marks": 2})
    waiting = asyncio.create_task(bo.begin(table.id))
    async with terminal(ada, Plan(table=table.id)) as shown:
        playing = asyncio.create_task(RandomBot(1).play(await waiting))
        await shown.play_out(lambda labels: 1)
        await playing
        await shown.shows("Play again at this table")
        await shown.press("escape")
        await shown.shows("Not rated: unrated table.")
        await shown.press("p")
        await shown.pick("Bo")
        await shown.pick("Matches")
        await shown.pick("Replay one of them")
        await shown.shows("Replay which match?")
        await shown.press("1")
        await shown.shows("as Ada · paused")
        await shown.press("right")
        await shown.shows(" 2 of ")
        await shown.press("q")
        await shown.shows("of 1 won")
