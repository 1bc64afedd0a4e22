"""The terminal client at 80 by 24, played by its keys against a real server."""

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from matches.processes import Hand
from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_client import Client, LostError
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_client.saved_tokens import SavedTokens
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.games.density_deck.board import DensityDeckBoard, _showdown
from quarterdeck_client.terminal.games.density_deck.words import STYLES, face
from quarterdeck_client.terminal.games.general_board import GeneralBoard
from quarterdeck_client.terminal.screens.lobby import LobbyScreen
from quarterdeck_client.terminal.screens.table import TableScreen
from quarterdeck_client.terminal.widgets.texts import STORE_AWAY
from quarterdeck_client.verification.fairness import Verified
from quarterdeck_protocol.games.density_deck import Card, Colour, Ending, Outcome, View
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.names import Epoch, TableId, Version
from quarterdeck_server.storage.memory import Memory, MemoryStore
from relay import Message, Relay, relay_to
from screens import Shown, terminal
from servers import LiveServer, live_server, soon

BOTS = Plan(bots=3)


@pytest.fixture
async def relay(server: LiveServer) -> AsyncIterator[Relay]:
    async with relay_to(server.url) as relay:
        yield relay


@pytest.fixture
async def ada(relay: Relay) -> AsyncIterator[Client]:
    async with Client(relay.url, name="Ada") as ada:
        yield ada


@pytest.mark.parametrize("size", [(80, 24), (132, 50)])
async def test_everything_is_on_the_screen(ada: Client, size: tuple[int, int]) -> None:
    async with terminal(ada, BOTS, size=size) as shown:
        await shown.own_turn()
        await shown.shows("Your turn")
        update = shown.playing.seated.raw_latest
        view = msgspec.json.decode(update.view, type=View)
        for words in (
            f"Density Deck · deal {view.deal}",  # all others may have surrendered the first one already
            "Ada (you)",
            "Random 1",
            "Random 2",
            "Random 3",
            f"pile: {view.pile_count}",
        ):
            assert words in shown.text
        assert view.hand is not None
        for card in view.hand:
            assert f"{card.colour.value.capitalize()} {card.power}" in shown.text
        assert view.score is not None
        assert f"score   {view.score.total} " in shown.text
        for key, label in zip(shown.playing._choices.keys, shown.playing._choices.labels, strict=True):
            assert f" {key}  {label}" in shown.text
        assert "♥" * 10 in shown.text
        assert "▒▒▒▒▒▒▒▒▒▒▒▒" in shown.text
        await shown.until(lambda: any(line.startswith(f"Deal {view.deal}:") for line in shown.story))
        assert "? keys, rules" in shown.text
        rest = shown.text
        for label in shown.playing._choices.labels:
            rest = rest.replace(label, "")
        assert "…" not in rest, "nothing is cut off; a label says with it that it is asked once more"
        assert {len(line) for line in shown.lines} == {size[0]}


async def test_a_number_chooses(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        labels = shown.playing._choices.labels
        await shown.press(str(labels.index("Draw from the pile") + 1))
        await shown.shows("Discard ")
        await shown.shows("drew")
        assert "→ score" in shown.text
        assert "Ada draws from the pile." in shown.text


async def test_rubbish_chooses_nothing(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        before = shown.playing.seated.latest.version
        await shown.press("x", "9", "0", "f5", "tab", "enter", "backspace", "escape", "left", "ü", "r")
        await shown.pilot.pause()
        assert shown.playing.seated.latest.version == before
        assert "Your turn" in shown.text


async def test_the_rules_are_a_key_away(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        await shown.press("question_mark", "right")
        await shown.shows("Be the last one who has any")
        await shown.press("pagedown", "pagedown", "pagedown", "pagedown")
        await shown.press("escape")
        await shown.shows("Your turn")


async def test_leaving_asks_first_and_coming_back_is_sitting_there_again(ada: Client, tmp_path: Path) -> None:
    notebook = tmp_path / "players.json"
    async with terminal(ada, BOTS, notebook=notebook) as shown:
        await shown.own_turn()
        match = shown.playing.seated.match
        await shown.press("q")
        await shown.shows("Leave this match?")
        await shown.press("escape")
        await shown.shows("Your turn")
        await shown.press("q", "1")
        await shown.until(lambda: not shown.app.is_running)
    known = SavedTokens(notebook).find(ada.url, "Ada")
    assert known is not None
    async with Client(ada.url, token=known.token) as again, terminal(again, Plan(back_to=known.table)) as shown:
        await shown.own_turn()
        assert shown.playing.seated.match == match
        assert shown.story[0].startswith("Deal 1:"), "what happened before is told again"


async def test_a_player_who_resigns_is_out_of_the_match(ada: Client) -> None:
    async with terminal(ada, Plan(bots=1)) as shown:
        await shown.own_turn()
        seated = shown.playing.seated
        await shown.press("q", "2")
        await shown.shows("You lose this match")
        await shown.press("2", "1")
        await shown.shows("Yes: resign")
        await shown.press("y")
        await shown.until(lambda: not shown.app.is_running)
    await soon(lambda: seated.result is not None)
    assert seated.result is not None
    assert seated.result.places == (2, 1)


async def test_a_showdown_is_shown_until_a_key_is_pressed(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        await shown.until_a_fight()
        await shown.shows("Any key: go on")
        assert "★" in shown.text
        assert "Centre:" in shown.text
        await shown.press("space")
        assert "Any key: go on" not in shown.text


async def test_anything_that_ends_a_deal_or_a_turn_has_a_letter_and_is_asked_once_more(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        before = shown.playing.seated.latest.version
        found = dict(zip(shown.playing._choices.keys, shown.playing._choices.labels, strict=True))
        assert found["1"] == "Draw from the pile"
        for key, asks in (("e", "?"), ("x", "You are out of this deal then.")):
            assert found[key].endswith(" …")
            await shown.press(key)
            await shown.shows(asks)
            await shown.shows(" y  Yes: ")
            await shown.press(key, "1", "escape")
            await shown.shows(f" {key}  {found[key]}")
        assert shown.playing.seated.latest.version == before
        await shown.press("x", "y")
        await shown.until(lambda: any("Ada surrenders" in line for line in shown.story))


async def play_out(shown: Shown) -> None:
    """Press 1 whenever something is asked, until there is a result."""
    while True:
        await shown.own_turn()
        if shown.playing.seated.result is not None:
            break
        await shown.press_and_see("1")


async def test_a_game_without_a_table_of_its_own_is_played_by_number_and_played_again(ada: Client) -> None:
    async with terminal(ada, Plan(game="tiny", bots=1)) as shown:
        await shown.own_turn()
        assert isinstance(shown.playing._view, GeneralBoard)
        for words in ("first cells:", "marks:", "turn: 0", "Mark cell"):
            assert words in shown.text
        await play_out(shown)
        await shown.shows("The match is over.")
        await shown.shows("1.  ")
        first = shown.playing.seated.match
        await shown.press("1")
        await shown.until(lambda: shown.playing.seated.match != first)
        await shown.own_turn()
        await play_out(shown)
        await shown.shows("The match is over.")
        second = shown.playing.seated.match
        await shown.press("escape", "r")
        await shown.until(lambda: shown.playing.seated.match != second)


async def test_a_player_who_looks_at_a_finished_match_hears_that_somebody_wants_to_play_again(ada: Client) -> None:
    async with Client(ada.url, name="Bo") as bo:
        table = await bo.tables.open("tiny", options={"marks": 2})
        waiting = asyncio.create_task(bo.begin(table.id))
        async with terminal(ada, Plan(table=table.id)) as shown:
            seat = await waiting
            playing = asyncio.create_task(RandomBot(1).play(seat))
            await play_out(shown)
            await shown.shows("Play again at this table")
            await playing
            await shown.press("escape")
            async for newest in bo.tables.changes(table.id):
                if newest.stage is TableStage.OVER:
                    break
            await bo.tables.rematch(table.id)
            await shown.shows("Somebody wants to play again: press r")
            again = asyncio.create_task(bo.begin(table.id))
            await shown.press("r")
            await shown.until(again.done)
            assert (await again).match != seat.match


async def test_a_whole_match_of_density_deck_is_played_by_number(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await play_out(shown)
        await shown.until(lambda: "Any key" in shown.text or "Play again" in shown.text)
        if "Any key" in shown.text:
            await shown.press("space")
        await shown.shows("Play again at this table")
        assert " 1.  " in shown.text


async def test_a_broken_line_is_said_and_taken_up_by_itself(ada: Client, relay: Relay) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        relay.is_refusing = True
        relay.cut()
        await shown.shows("Connection lost")
        await shown.press("1")
        relay.is_refusing = False
        before = shown.playing.shown
        await shown.until(lambda: shown.playing.shown is not before)
        await shown.until(lambda: "Connection lost" not in shown.text)


async def test_an_action_that_waits_for_the_store_is_said_to(ada: Client, relay: Relay) -> None:
    def away(command: Message) -> Message | None:
        if command["type"] != "act":
            return command
        refused = {"type": "refused", "code": "unavailable", "text": "No store.", "ref": command["ref"]}
        saying.append(asyncio.ensure_future(relay.say(refused)))
        return None

    saying: list[asyncio.Future[None]] = []
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        relay.to_server = away
        before = shown.playing.shown
        await shown.press("1")
        await shown.shows(STORE_AWAY)
        relay.to_server = lambda command: command
        await shown.until(lambda: shown.playing.shown is not before)
        await shown.until(lambda: STORE_AWAY not in shown.text)


async def test_a_terminal_that_is_too_small_says_so_until_it_is_large_enough(ada: Client) -> None:
    async with terminal(ada, BOTS, size=(60, 18)) as shown:
        await shown.undisturbed()
        await shown.shows("this terminal is 60×18; the table needs 80×24")
        assert "pile" not in shown.text
        before = shown.playing.seated.latest.version
        await shown.press("1")
        await shown.pilot.pause(0.1)
        assert shown.playing.seated.latest.version == before, "what cannot be read cannot be chosen"
        await shown.pilot.resize_terminal(80, 24)
        await shown.until(lambda: any(line.startswith("Deal 1:") for line in shown.story))
        await shown.shows("Your turn")
        assert "this terminal is" not in shown.text
        for key, label in zip(shown.playing._choices.keys, shown.playing._choices.labels, strict=True):
            assert f" {key}  {label}" in shown.text
        await shown.press_and_see("1")
        await shown.pilot.resize_terminal(80, 23)
        await shown.shows("this terminal is 80×23")


async def test_a_number_pressed_too_late_is_for_what_was_on_the_screen(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        asked: list[tuple[bytes, int]] = []

        async def act(action: Raw | bytes, seen: Version, epoch: Epoch | None = None) -> bool:
            assert epoch == 0
            asked.append((bytes(action), seen))
            return False

        old = shown.playing.shown
        assert old is not None
        shown.playing.seated.act = act  # type: ignore[method-assign]  # a server that finds it too late
        newer = msgspec.structs.replace(old, version=Version(old.version + 1), choices=old.choices[::-1])
        await shown.playing._show(newer)
        shown.playing._choices.press("1")
        await shown.shows("Too late")
        assert asked == [(bytes(old.choices[0]), old.version)]


async def test_a_click_chooses(ada: Client) -> None:
    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        await shown.shows("Draw from the pile")
        await shown.pilot.pause()
        row, line = next((row, line) for row, line in enumerate(shown.lines) if "Draw from the pile" in line)
        await shown.pilot.click(offset=(line.index("Draw from the pile"), row))
        await shown.shows("Ada draws from the pile.")


def test_the_cards_of_the_centre_stand_beside_each_other() -> None:
    centre = (Card(Colour.PURPLE, 3), None, Card(Colour.PURPLE, 10))
    last = Outcome(
        deal=1,
        round=1,
        ending=Ending.UNCONTESTED,
        caller_seat=None,
        centre=centre,
        showings=(),
        winners=(),
        damage=(),
        lives=(),
    )
    assert (
        _showdown(last, PhraseBook(Phrases(), [])).plain.splitlines()[-1] == "Centre:  Purple 3  face down  Purple 10 "
    )


async def test_a_line_that_is_lost_ends_it_with_a_reason(relay: Relay) -> None:
    async with Client(relay.url, name="Ada", patience=0.1) as ada, terminal(ada, BOTS) as shown:
        await shown.own_turn()
        relay.is_refusing = True
        relay.cut()
        await shown.until(lambda: not shown.app.is_running)
        assert isinstance(shown.app.error, LostError)


async def test_the_clock_counts_down(ada: Client) -> None:
    async with terminal(ada, msgspec.structs.replace(BOTS, time_limit=60.0)) as shown:
        await shown.own_turn()
        first = seconds_left(shown)
        assert first is not None
        await shown.until(lambda: (seconds_left(shown) or first) < first)


def seconds_left(shown: Shown) -> int | None:
    """Return what the clock says; `None` while it is not one's own turn."""
    found = re.search(r"Your turn (\d):(\d\d)", shown.text)
    return None if found is None else 60 * int(found[1]) + int(found[2])


async def test_a_first_screen_lists_the_tables_to_sit_down_at_and_to_watch(ada: Client, server: LiveServer) -> None:
    async with Client(server.url, name="Bo") as bo, Client(server.url, name="Cy") as cy:
        playing = await cy.play("density-deck", bots=2, bot="random")
        table = await bo.tables.open("density-deck", seats=2)
        waiting = asyncio.create_task(bo.begin(table.id))
        async with terminal(ada, Plan()) as shown:
            await shown.shows("n  New table")
            await shown.shows("Watch:    Density Deck – Cy, Random 1, Random 2")
            await shown.shows("Sit down: Density Deck – Bo, free")
            await shown.press(*number_of(shown, "Sit down:"))
            await shown.shows("Density Deck · deal 1")
            assert shown.playing.seated.match == (await waiting).match
        async with terminal(ada, Plan()) as shown:
            await shown.shows("Watch:    Density Deck – Cy")
            await shown.press(*number_of(shown, "Watch:    Density Deck – Cy"))
            await shown.shows("the hands are not shown to you")
            assert shown.playing.seated.match == playing.match


def number_of(shown: Shown, label: str) -> str:
    """Return the number that stands before a choice."""
    line = next(line for line in shown.text.splitlines() if label in line)
    return line.split(label)[0].split()[-1]


async def test_others_are_waited_for_and_bots_may_take_their_seats(ada: Client) -> None:
    async with terminal(ada, Plan(seats=3)) as shown:
        await shown.shows("2.  free")
        await shown.shows("quarterdeck play --url")
        await shown.press("b")
        await shown.shows("Which server bot?")
        await shown.press("2")
        await shown.shows("Random 1 – ready")
        await shown.press("b", "2")
        await shown.own_turn()
        assert isinstance(shown.playing._view, DensityDeckBoard)


async def test_a_player_who_watches_sees_no_hand_and_has_no_choices(ada: Client, server: LiveServer) -> None:
    async with Client(server.url, name="Bo") as bo:
        seat = await bo.play("density-deck", bots=3)
        async with terminal(ada, Plan(watch=seat.match)) as shown:
            await shown.shows("the hands are not shown to you")
            assert shown.playing._choices.labels == ()
            await shown.press("1", "q")
            await shown.until(lambda: not shown.app.is_running)


async def test_a_view_that_is_newer_than_the_table_is_shown_plainly(ada: Client, relay: Relay) -> None:
    def newer(message: Message) -> Message:
        if message["type"] == "update":
            message["view"]["stage"] = "auction"
        elif message["type"] == "update_patch":
            message["patch"] = [each for each in message["patch"] if each["path"] != "/view/stage"]
        return message

    relay.to_clients = newer
    async with terminal(ada, BOTS) as shown:
        await shown.shows("stage: auction")
        await shown.own_turn()
        before = shown.playing.shown
        await shown.press("1")
        await shown.until(lambda: shown.playing.shown is not before)


async def test_anything_that_is_refused_is_said_and_may_be_tried_again(ada: Client, relay: Relay) -> None:
    def misread(command: Message) -> Message:
        return {**command, "action": {"type": "castle"}} if command["type"] == "act" else command

    async with terminal(ada, BOTS) as shown:
        await shown.own_turn()
        before = shown.playing.shown
        relay.to_server = misread
        await shown.press("1")
        await shown.shows("castle")
        relay.to_server = lambda command: command
        await shown.press("1")
        await shown.until(lambda: shown.playing.shown is not before)


async def test_a_table_that_is_not_there_leads_to_the_first_screen(ada: Client) -> None:
    async with terminal(ada, Plan(table=TableId("nowhere"))) as shown:
        await shown.shows("There is no table `nowhere`")
        await shown.shows("n  New table")


@pytest.mark.parametrize("colour", Colour)
def test_every_colour_has_its_look(colour: Colour) -> None:
    assert colour in STYLES
    assert [len(line) for line in face(Card(colour, 5))] == [14, 14, 14]


async def test_a_private_table_shows_its_invite_code_with_which_others_come(ada: Client, server: LiveServer) -> None:
    async with Client(server.url, name="Bo") as bo, terminal(ada, Plan(seats=2, private=True)) as hosting:
        await hosting.shows("--code ")
        await hosting.shows("Ada (you) – ready · host · 1500?")
        found = re.search(r"--code ([A-Z]{6})", hosting.text)
        assert found is not None
        async with terminal(bo, Plan(code=found[1])) as joining:
            await joining.shows("Density Deck · deal 1")
            await hosting.shows("Density Deck · deal 1")
            assert joining.playing.seated.match == hosting.playing.seated.match


async def test_the_first_screen_follows_the_tables_and_says_what_it_takes_to_come(
    ada: Client, server: LiveServer
) -> None:
    async with Client(server.url, name="Bo") as bo, terminal(ada, Plan(password="open sesame")) as shown:
        await shown.shows("No table is open yet.")
        table = await bo.tables.open(
            "density-deck", seats=2, access=Access.PASSWORD, password="open sesame", time_limit=90
        )
        await shown.shows("Sit down: Density Deck – Bo, free · 90 s a decision · password")
        await bo.tables.stand(table.id)
        await shown.shows("No table is open yet.")
        await bo.tables.open("density-deck", seats=2, access=Access.PASSWORD, password="open sesame")
        await shown.shows("Bo, free · 30 s a decision · password")
        await shown.press(*number_of(shown, "Sit down:"))
        await shown.shows("Ada (you)")


async def test_the_first_screen_says_while_no_match_begins(ada: Client, server: LiveServer) -> None:
    async with terminal(ada, Plan()) as shown:
        await shown.shows("No table is open yet.")
        server.services.pause.set_here(True)
        await shown.shows("No new matches right now; running matches continue. No table is open yet.")
        server.services.pause.set_here(False)
        await shown.until(lambda: "No new matches" not in shown.text)


class _Later:
    """Says in the server's place that spectators see a match later, until they do."""

    def __init__(self, relay: Relay, retry_in: int | None = 50) -> None:
        self.is_told = False
        self._relay = relay
        self._retry_in = retry_in
        self._saying: list[asyncio.Future[None]] = []
        relay.to_server = self._rule

    def _rule(self, command: Message) -> Message | None:
        if command["type"] != "watch_match" or self.is_told:
            return command
        later = {"type": "refused", "code": "not_shown_yet", "text": "Spectators see this match with a delay"}
        answer = {**later, "retry_in": self._retry_in, "ref": command["ref"]}
        self._saying.append(asyncio.ensure_future(self._relay.say(answer)))
        return None


@pytest.mark.parametrize("is_open", [False, True])
async def test_a_match_that_spectators_see_later_is_said_and_shown_by_itself(
    ada: Client, relay: Relay, server: LiveServer, *, is_open: bool
) -> None:
    async with Client(server.url, name="Bo") as bo:
        seat = await bo.play("density-deck", bots=3)
        later = _Later(relay)
        async with terminal(ada, Plan() if is_open else Plan(watch=seat.match)) as shown:
            if is_open:
                await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))
                shown.app.post_message(LobbyScreen.Picked((await ada.tables.list())[0]))
            await shown.shows("Spectators can see this match from ")
            await shown.shows("by itself")
            later.is_told = True
            await shown.shows("Density Deck · deal ")
            assert shown.playing.seated.seat is None


async def test_a_player_who_has_gone_elsewhere_meanwhile_is_not_led_to_a_match_that_was_waited_for(
    ada: Client, relay: Relay, server: LiveServer
) -> None:
    async with Client(server.url, name="Bo") as bo:
        seat = await bo.play("density-deck", bots=3)
        later = _Later(relay)
        async with terminal(ada, Plan(watch=seat.match)) as shown:
            await shown.shows("Spectators can see this match from ")
            await shown.app._show(TableScreen(ada, await ada.tables.open("tiny"), None))
            later.is_told = True
            await soon(lambda: any(each["type"] == "unwatch_match" for each in relay.from_clients))
            assert isinstance(shown.app.screen, TableScreen)


async def test_a_match_that_spectators_see_when_it_has_ended_says_so(
    ada: Client, relay: Relay, server: LiveServer
) -> None:
    async with Client(server.url, name="Bo") as bo:
        seat = await bo.play("density-deck", bots=3)
        _Later(relay, None)
        async with terminal(ada, Plan(watch=seat.match)) as shown:
            await shown.shows("Spectators see this match with a delay")
            assert isinstance(shown.app.screen, LobbyScreen)


async def test_a_player_who_watches_looks_through_each_players_eyes_where_all_agreed() -> None:
    hand = Hand()
    people = [{"id": "a", "name": "Ada"}, {"id": "b", "name": "Bo"}]
    async with live_server(MemoryStore(Memory(hand))) as server, Client(server.url, name="Cy") as cy:
        agreed: dict[str, Any] = {"spectator_delay": "3min", "perspectives": "during", "time_limit": 3_600_000}
        await server.begin("m", people, game="density-deck", **agreed)
        hand.move(200_000)
        await server.services.matches.sweep()
        async with terminal(cy, Plan(watch="m")) as shown:
            await shown.shows("· 180 s behind")
            await shown.shows("tab whose eyes · ")
            seen = []
            for name in ("Ada", "Bo"):
                await shown.press("tab")
                await shown.shows(f"as {name} · 180 s")
                assert not shown.playing._choices.labels
                seen.append(shown.text)
            assert seen[0].splitlines()[1:] != seen[1].splitlines()[1:]
            await shown.press("tab")
            await shown.until(lambda: " · as " not in shown.text)
            assert (shown.playing.seated.seat, shown.playing.seated.through) == (None, None)


async def test_when_a_match_is_over_it_is_said_whether_it_is_the_one_that_was_told_and_whose(
    server: LiveServer,
) -> None:
    for is_bent, words in ((False, "Signed by this server, with its key "), (True, "This match does not match")):
        async with (
            Client(server.url, name="Ada") as ada,
            terminal(ada, Plan(game="density-deck", seats=2, bots=1)) as shown,
        ):
            await shown.own_turn()
            seated = shown.playing.seated
            if is_bent:
                ada.notes.links(seated.match)[Version(1)] = "0" * 64
            await seated.resign()
            try:
                await shown.until(partial(_is_told, shown, words))
            except TimeoutError:
                raise AssertionError(f"{words!r} is not told: {shown.story}") from None


async def test_when_the_log_says_that_a_part_was_forgotten_it_is_said_with_the_rest(server: LiveServer) -> None:
    async with (
        Client(server.url, name="Ada") as ada,
        terminal(ada, Plan(game="density-deck", seats=2, bots=1)) as shown,
    ):
        await shown.own_turn()
        verify = ada.verify

        async def with_losses(match: str, *, key: str | None = None) -> Verified:
            return replace(await verify(match, key=key), losses=1)

        ada.verify = with_losses  # type: ignore[method-assign]  # a store that has forgotten something
        await shown.playing.seated.resign()
        await shown.until(partial(_is_told, shown, "The server's store had lost entries"))


def _is_told(shown: Shown, words: str) -> bool:
    return words in " ".join(shown.story)
