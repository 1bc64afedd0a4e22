"""The match inspector: what it shows at each version and seat is what was sent, byte by byte; each look is recorded,
and moderators with a stake are refused."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import msgspec
import pytest
from quarterdeck_protocol.patch import AnyOperation, patched
from servers import SERVED, Line, Message
from web.moderators_office import PASSWORD, Office, offices

WHY = "a report of cheating"
Parts = dict[str, msgspec.Raw]


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices() as office:
        yield office


async def inspected(office: Office, match: str, token: str | None = None, **more: Any) -> tuple[int, Parts]:
    """Inspect a match; return the parts of the answer as they came."""
    headers = {"Authorization": f"Bearer {token or office.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as http,
        http.post(f"{office.here.url}/v1/moderation/matches", json={"match": match, "why": WHY, **more}) as answer,
    ):
        return answer.status, msgspec.json.decode(await answer.read(), type=Parts)


def sent(update: Message) -> bytes:
    """Return an update as bytes, without what depends on its recipient and the time of sending."""
    same = {key: value for key, value in update.items() if key != "watching"}
    return msgspec.json.encode({**same, "ref": None, "now": update["at"]})


async def played(lines: list[Line], most: int) -> list[Message]:
    """Let the first choice be taken again and again; return all updates that were heard."""
    newest = [await line.ask({"type": "watch_match", "match": "m"}) for line in lines]
    heard: list[Message] = []
    for number in range(most):
        seat = next((seat for seat, each in enumerate(newest[:2]) if each["choices"]), None)
        if seat is None:
            break
        choices = newest[seat]["choices"]
        act = {"type": "act", "match": "m", "seen": newest[seat]["version"], "action": choices[number % len(choices)]}
        answer = await lines[seat].ask(act)
        assert answer["type"] == "update", answer
        newest[seat] = answer
        for other, line in enumerate(lines):
            while newest[other]["version"] < answer["version"]:
                newest[other] = await line.until(lambda each: each["type"] == "update")
        heard += newest
    return heard


@pytest.mark.parametrize("game", SERVED)
async def test_each_version_is_what_each_seat_and_spectators_were_sent(office: Office, game: str) -> None:
    async with office.here.line() as cy, office.here.line() as viewer:
        people = [(await office.bo.ask({"type": "get_account"}))["player"], (await cy.sign_in("Cy"))["player"]]
        await viewer.sign_in("Viv")
        await office.here.begin("m", people, game=game)
        heard = await played([office.bo, cy, viewer], 12)
        assert len(heard) >= 9
        for update in heard:
            status, shown = await inspected(office, "m", seat=update["seat"], version=update["version"])
            assert (status, bytes(shown["update"])) == (200, sent(update))


async def test_the_difference_and_the_log_say_who_sent_what_and_when(office: Office) -> None:
    async with office.here.line() as cy:
        people = [(await office.bo.ask({"type": "get_account"}))["player"], (await cy.sign_in("Cy"))["player"]]
        await office.here.begin("m", people)
        heard = await played([office.bo, cy], 4)
        first, last = heard[0], next(each for each in reversed(heard) if each["seat"] == heard[0]["seat"])
        _, shown = await inspected(office, "m", seat=first["seat"], version=last["version"], since=first["version"])
        parts = ("players", "waiting", "result", "choices", "outlooks", "view")
        before, after = ({key: each[key] for key in parts if key in each} for each in (first, last))
        operations = msgspec.json.decode(shown["patch"], type=list[AnyOperation])
        assert patched(before, operations) == after
        steps = msgspec.json.decode(shown["steps"])
        assert [(each["version"], each["kind"]) for each in steps] == [
            (1, "opened"),
            *((n, "acted") for n in range(2, 6)),
        ]
        assert (steps[0]["seat"], steps[0]["action"]) == (None, None)
        assert (steps[1]["at"], steps[1]["seat"]) == (first["at"], 0 if first["version"] == 2 else 1)
        assert [each["seat"] for each in steps if each["action"]] == [first["seat"]] * 2
        assert b"5eed" not in bytes(shown["steps"])
        for wrong in (0, 9):
            assert (await inspected(office, "m", version=wrong))[0] == 400
            assert (await inspected(office, "m", since=wrong))[0] == 400
        assert (await inspected(office, "m", seat=2))[0] == 400
        assert (await inspected(office, "never"))[0] == 404


async def test_each_look_has_one_entry_however_many_versions_it_shows(office: Office) -> None:
    people: list[Message] = [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]
    await office.here.begin("m", people)
    for seat in (0, 0, 1, None):
        assert (await inspected(office, "m", seat=seat, ref=f"look {seat}"))[0] == 200
    assert (await inspected(office, "m", seat=0))[0] == 200
    deeds = (await office.ask("audit"))[1]["deeds"]
    through = ["match m through seat 0", "match m as spectators see it", "match m through seat 1"]
    assert [each["detail"] for each in deeds if each["what"] == "inspect_match"] == [*through, through[0]]
    assert {each["why"] for each in deeds if each["what"] == "inspect_match"} == {WHY}


async def test_a_look_does_not_follow_the_match_beyond_what_it_was_recorded_for(office: Office) -> None:
    async with office.here.line() as cy:
        people = [(await office.bo.ask({"type": "get_account"}))["player"], (await cy.sign_in("Cy"))["player"]]
        await office.here.begin("m", people)
        await played([office.bo, cy], 2)
        first = (await inspected(office, "m", seat=0, ref="look"))[1]
        await played([office.bo, cy], 2)
        assert (await inspected(office, "m", seat=0, ref="look"))[1] == first
        beyond: list[dict[str, Any]] = [{"version": 4}, {"version": 2, "since": 5}]
        for later in beyond:
            status, problem = await inspected(office, "m", seat=0, ref="look", **later)
            assert (status, msgspec.json.decode(problem["code"])) == (409, "ref_reused")
        fresh = (await inspected(office, "m", seat=0, ref="another"))[1]
        assert len(msgspec.json.decode(fresh["steps"])) == 5
        deeds = (await office.ask("audit"))[1]["deeds"]
        assert sum(each["what"] == "inspect_match" for each in deeds) == 2


async def test_a_moderator_with_a_stake_is_refused_and_that_is_recorded(office: Office) -> None:

    async with office.here.line() as mo:
        token = (await mo.sign_in("Mo"))["token"]
        me = (await mo.ask({"type": "register", "name": "Mo", "password": PASSWORD}))["player"]
        await office.ask("roles", {"player": me["id"], "roles": ["moderator"], "why": "kind"})
        bo = (await office.bo.ask({"type": "get_account"}))["player"]
        (bot,) = (await mo.ask({"type": "make_bot", "name": "Bot of Mo"}))["bots"]
        for match, players in (("own", [me, bo]), ("bots", [bot, bo])):
            await office.here.begin(match, players)
            status, problem = await inspected(office, match, token, seat=1)
            assert (status, msgspec.json.decode(problem["code"])) == (403, "conflict_of_interest"), match
            assert (await inspected(office, match))[0] == 200  # another moderator may
        await mo.ask({"type": "resign", "match": "own"})
        assert (await inspected(office, "own", token))[0] == 403  # also when it is over
        await office.here.begin("other", [bo, {"id": "c", "name": "C"}])
        assert (await inspected(office, "other", token, ref="early"))[0] == 200
        table = (await mo.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
        await office.bo.ask({"type": "sit", "table": table})
        assert (await inspected(office, "other", token, ref="early"))[0] == 403  # the same look, with a stake by now
        assert (await inspected(office, "other", token))[0] == 403  # they sit at a table with a player of it
        deeds = (await office.ask("audit"))[1]["deeds"]
        assert [each["detail"] for each in deeds if each["what"] == "refused"] == [
            f"inspect_match: shared table {table}",
            f"inspect_match: shared table {table}",
            "inspect_match: shared own_match own",
            "inspect_match: shared own_match bots",
            "inspect_match: shared own_match own",
        ]
