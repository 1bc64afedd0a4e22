"""What happens at a real server reaches real receivers, as far as everybody may know it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from lobby.tournament_world import proved, with_players
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.tournaments import EndTournament
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament
from quarterdeck_server.lobby.webhooks.hooks import Form, Hook
from quarterdeck_server.lobby.webhooks.outbox import Outbox, waiting
from quarterdeck_server.services.webhook_causes import WebhookCauses
from servers import LiveServer, Message, live_server
from webhook_receivers import Receiver, receiver

SECRET = "whsec_" + "QUFB" * 8


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[tuple[LiveServer, Receiver]]:
    """A server with one webhook, and its receiver."""
    async with receiver() as receiving:
        file = folder / "webhooks.toml"
        file.write_text(f'[[hook]]\nname = "club"\nurl = "{receiving.url}"\nsecrets = ["{SECRET}"]\ninner = true\n')
        async with live_server(webhooks=str(file), public_url="https://cards.example.org") as server:
            yield server, receiving


async def play(server: LiveServer, **options: Message | str | bool) -> Message:
    """Play a match at a new table until somebody resigns, and return the table."""
    async with server.player("Ada") as ada, server.player("Bo") as bo:
        opened = (await ada.ask({"type": "open_table", "game": "tiny", **options}))["table"]
        entering = {"code": opened["code"]} if opened["code"] else {"table": opened["id"]}
        await bo.ask({"type": "sit", **entering})
        for line in (ada, bo):
            await line.ask({"type": "ready", "table": opened["id"]})
        match = (await ada.until(lambda heard: heard.get("table", {}).get("stage") == "playing"))["table"]["match"]
        await ada.ask({"type": "watch_match", "match": match})
        await ada.ask({"type": "resign", "match": match})
        return {**opened, "match": match}


async def test_a_table_a_match_and_its_end_are_told_in_this_order(tmp_path: Path) -> None:
    async with world(tmp_path) as (server, receiving):
        table = await play(server)
        messages = [request.message for request in await receiving.until(3)]
        assert [each["type"] for each in messages] == ["table.opened", "match.begun", "match.ended"]
        opened, begun, ended = (each["data"] for each in messages)
        assert (opened["table"], opened["free"], [each["name"] for each in opened["players"]]) == (
            table["id"],
            1,
            ["Ada"],
        )
        assert (begun["match"], begun["seq"], ended["seq"]) == (table["match"], 1, 2)
        assert {each["name"]: each["place"] for each in ended["players"]} == {"Ada": 2, "Bo": 1}
        assert ended["url"] == f"https://cards.example.org/m/{table['match']}"
        assert len({request.headers["webhook-id"] for request in receiving.requests}) == 3


async def test_only_what_strangers_may_see_is_told(tmp_path: Path) -> None:
    async with world(tmp_path) as (server, receiving):
        for hidden in ({"access": "unlisted"}, {"spectators": False}, {"spectator_delay": "3min"}):
            await play(server, **hidden)
        last = await play(server)
        await receiving.until(6)
        told = [(each.message["type"], each.message["data"]) for each in receiving.requests]
        kinds = sorted(kind for kind, _ in told)
        assert kinds == ["match.begun"] * 2 + ["match.ended"] + ["table.opened"] * 3
        assert [data["match"] for kind, data in told if kind == "match.ended"] == [last["match"]]


@pytest.mark.parametrize(("club", "told"), [(None, True), ("somebody's", False)])
async def test_rounds_and_the_end_of_a_tournament_are_told_but_nothing_of_a_clubs(club: str | None, told: bool) -> None:
    world, made, players = await with_players(4)
    outbox = Outbox(
        world.store.documents, [Hook(name="channel", url="https://a.example", form=Form.DISCORD)], "https://b"
    )
    causes = WebhookCauses(outbox, GAMES, world.hand)

    def announced(state: Tournament, round_: int | None) -> ExtraWrites:
        rules = msgspec.structs.replace(state.settings.rules, club=None if club is None else ClubId(club))
        settings = msgspec.structs.replace(state.settings, stored_rules=rules)
        state.created = msgspec.structs.replace(state.created, settings=settings)
        return causes.of_tournament(state, round_)

    world.process.rounds.announced = announced
    await world.order(players[0], made.summary.id, 1)
    await world.play_on(made.summary.id)
    bodies = [msgspec.json.decode(each.body) for each in await outbox.listed(waiting("channel"), 9)]
    assert sorted(each["content"].partition("\n")[0] for each in bodies) == (
        ["Friday has ended.", *(f"Round {number} of Friday is paired." for number in (1, 2, 3))] if told else []
    )
    assert all(each["content"].endswith(f"https://b/tournaments/{made.summary.id}") for each in bodies)


async def test_the_withheld_name_of_a_tournament_is_not_told() -> None:
    world, made, players = await with_players(4, name="A rude name")
    outbox = Outbox(world.store.documents, [Hook(name="channel", url="https://a.example")], "https://b")
    world.process.rounds.announced = WebhookCauses(outbox, GAMES, world.hand).of_tournament
    await world.begin(players[0], made.summary.id, 1)
    ending = EndTournament(tournament=made.summary.id, why="its name")
    await world.service.orders.end(await world.lobby.somebody(), ending, role=proved)
    await world.sweep()
    bodies = [each.body for each in await outbox.listed(waiting("channel"), 9) if "tournament.ended" in each.body]
    assert ["rude" in each for each in bodies] == [False]
