"""Tournaments over plain HTTP: programs alone run and play one to its end, although their requests fail."""

import asyncio
import random
from typing import Any

import aiohttp
from servers import SOON, LiveServer, Message, live_server

PLAYERS = 16
ALPHABET = "abcdefghjkmnpqrtuwxyz"
ROUNDS = 3
FAILING = 0.1
"""The share of requests that never arrive, and as many again whose answers are lost."""


class Program:
    """A program with a token, whose requests fail by chance. It sends each one until it is answered."""

    def __init__(self, http: aiohttp.ClientSession, token: str, seed: int) -> None:
        self._http = http
        self._headers = {"Authorization": f"Bearer {token}"}
        self._chance = random.Random(seed)
        self._refs = 0
        self.failed = 0

    async def say(self, type_: str, **fields: Any) -> Message:
        """Give a command, and return its answer."""
        self._refs += 1
        command = {"type": type_, "ref": f"r{self._refs}", **fields}
        return await self._sent("POST", "/v1/commands", command)

    async def get(self, path: str) -> Message:
        """Ask for a resource."""
        return await self._sent("GET", path, None)

    async def _sent(self, method: str, path: str, body: Message | None) -> Message:
        while True:
            luck = self._chance.random()
            if luck < FAILING / 2:
                self.failed += 1
                continue
            async with self._http.request(method, path, json=body, headers=self._headers) as answer:
                said: Message = await answer.json(content_type=None)
            if luck < FAILING:
                self.failed += 1
                continue
            return said

    async def play(self, tournament: str) -> list[str]:
        """Play all matches of a tournament, and return the kinds of the notices."""
        played: set[str] = set()
        ready: set[int] = set()
        while True:
            notices = (await self.get("/v1/me/notices"))["notices"]
            mine = [each for each in reversed(notices) if each["tournament"] == tournament]
            for notice in mine:
                if notice["kind"] == "round_paired" and notice["match"] not in played:
                    await self._finish(notice["match"])
                    played.add(notice["match"])
                if notice["kind"] == "round_over" and notice["round"] not in ready:
                    await self.say("check_in_tournament", tournament=tournament, round=notice["round"])
                    ready.add(notice["round"])
            if any(each["kind"] == "tournament_ended" for each in mine):
                return [each["kind"] for each in mine]
            await asyncio.sleep(0.1)

    async def _finish(self, match: str) -> None:
        while True:
            update = await self.say("watch_match", match=match)
            if update.get("result") is not None or update["type"] != "update":
                return
            if update["choices"]:
                action = self._chance.choice(update["choices"])
                await self.say("act", match=match, seen=update["version"], action=action)
            else:
                await asyncio.sleep(0.05)


async def _program(server: LiveServer, http: aiohttp.ClientSession, number: int, *scopes: str) -> Program:
    """Return a program of a person with an account."""
    async with server.person(f"Program {ALPHABET[number] * 3}") as line:
        made = await line.ask({"type": "make_token", "scopes": list(scopes), "label": "the program"})
        return Program(http, made["token"], number)


async def test_programs_alone_run_and_play_a_tournament_over_http() -> None:
    async with live_server(luck=1) as server, aiohttp.ClientSession(server.url) as http:
        director = await _program(server, http, PLAYERS, "tournament:direct")
        players = [await _program(server, http, number, "play") for number in range(PLAYERS)]
        fields = {"name": "Cup", "game": "tiny", "rounds": ROUNDS, "between_rounds": 0, "time_limit": 600_000}
        made = await director.say("create_tournament", **fields)
        id_ = made["tournament"]["summary"]["id"]
        for player in players:
            assert (await player.say("join_tournament", tournament=id_))["type"] == "tournament_changed"
        assert (await players[0].say("begin_tournament_round", tournament=id_, round=1))["code"] == "missing_scope"
        await director.say("begin_tournament_round", tournament=id_, round=1)
        async with asyncio.timeout(3 * SOON):
            told = await asyncio.gather(*(player.play(id_) for player in players))
        assert told == [[*["round_paired"] * ROUNDS, "tournament_ended"]] * PLAYERS
        assert sum(each.failed for each in players) > PLAYERS
        listed = (await director.get("/v1/tournaments"))["tournaments"]
        assert [(each["id"], each["stage"]) for each in listed] == [(id_, "ended")]
        shown = (await director.get(f"/v1/tournaments/{id_}"))["tournament"]
        page = (await director.get(f"/v1/tournaments/{id_}?rows=2&from_row=2&round=1"))["tournament"]
        assert page["part"]["rows"] == len(shown["entrants"]) > len(page["entrants"])
        assert page["rounds"][0]["pairings"] == shown["rounds"][0]["pairings"][:1]
        matches = [each["match"] for of in shown["rounds"] for each in of["pairings"]]
        assert len(set(matches)) == ROUNDS * PLAYERS // 2
        assert sum(each["points"] for each in shown["entrants"]) == 100 * len(matches)
        files = {"standings": ("text/csv", 1), "trf": ("text/plain", 5), "trf26": ("text/plain", 9)}
        for form, (kind, heads) in files.items():
            async with http.get(f"/v1/tournaments/{id_}", params={"as": form}) as answer:
                assert (answer.content_type, len((await answer.text()).splitlines())) == (kind, heads + PLAYERS)
                assert answer.headers["Content-Disposition"].startswith(f'attachment; filename="{id_}')
        assert (await server.get("/v1/tournaments/none"))[0] == 404
