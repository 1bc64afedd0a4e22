"""The lessons of games over plain HTTP: in both languages, tagged, and refused where there is none."""

import aiohttp
import pytest
from quarterdeck_client import Client, RefusedError
from quarterdeck_games import GAMES
from quarterdeck_server.cards.lessons import lesson_of
from servers import live_server


async def test_a_lesson_is_served_in_the_readers_language_and_kept_by_its_tag() -> None:
    async with live_server() as server, aiohttp.ClientSession() as http:
        url = f"{server.url}/v1/games/myacards/lesson"
        tags = set()
        for language in ("en", "de"):
            async with http.get(url, headers={"Accept-Language": language}) as answer:
                assert (answer.status, answer.headers["Content-Language"]) == (200, language)
                told = lesson_of(GAMES["myacards"], language)
                assert told is not None
                assert [step["say"] for step in (await answer.json())["steps"]] == [step.say for step in told.steps]
                tags.add(answer.headers["ETag"])
        assert len(tags) == 2
        async with http.get(url, headers={"If-None-Match": tags.pop(), "Accept-Language": "de"}) as answer:
            first = answer.status
        async with http.get(url, headers={"If-None-Match": tags.pop(), "Accept-Language": "de"}) as answer:
            assert {first, answer.status} == {200, 304}


async def test_a_client_reads_a_lesson_and_is_refused_where_there_is_none() -> None:
    async with live_server() as server, Client(server.url) as me:
        offers = {str(offer.name): offer.lesson for offer in me.welcome.games}
        assert (await me.lesson("myacards")).game == "myacards"
        assert offers["myacards"]
        with pytest.raises(RefusedError) as refused:
            await me.lesson("tiny")
        assert refused.value.code == "no_lesson"
