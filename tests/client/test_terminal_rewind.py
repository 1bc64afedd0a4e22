"""What the terminal client shows when the store has forgotten a part of the match."""

import copy

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.widgets.popups import Moment
from quarterdeck_server.storage.memory import Memory, MemoryStore
from screens import terminal
from servers import live_server


async def test_it_is_said_in_words_and_no_moment_of_the_past_is_shown_as_if_it_came_now() -> None:
    """Before a deal's last fight and after it: what is gone back over is not told once more."""
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), luck=1) as server,
        Client(server.url, name="Ada") as ada,
        terminal(ada, Plan(bots=1)) as shown,
    ):
        await shown.own_turn()
        await shown.until_a_fight()
        await shown.own_turn()
        earlier = copy.deepcopy(memory.logs)
        await shown.until_a_fight()
        await shown.own_turn()
        memory.logs = earlier
        match = await server.services.matches.open(shown.playing.seated.match)
        match.catch_up()
        await shown.until(lambda: match.record.lost is not None)
        await shown.until(lambda: shown.playing._newest is shown.playing.seated.raw_latest)
        await shown.until(lambda: shown.playing.seated.raw_latest.version == match.record.version)
        await shown.until(lambda: shown.playing._newest is shown.playing.seated.raw_latest)
        await shown.pilot.pause()
        assert not any(isinstance(screen, Moment) for screen in shown.app.screen_stack)
        story = " ".join(shown.story)
        assert "The server has lost everything after version" in story
        assert "The match continues from there. Nobody has cheated." in story
        await shown.own_turn()
        await shown.until_a_fight()
        assert isinstance(shown.app.screen, Moment), "what comes now is shown again"
