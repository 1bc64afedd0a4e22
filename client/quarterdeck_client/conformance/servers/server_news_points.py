"""Conformance checks ("points") of notices, challenges, and commands over HTTP."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.encoding.wire import PROTOCOL_VERSION

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.server_point import Check, point
from quarterdeck_client.conformance.servers.visit import (
    Message,
    NotAsServed,
    NotOffered,
    Visit,
    VisitConnection,
    refused,
)

TIME_LIMIT = 90_000
COMMANDS = "/v1/commands"
EVENTS = "/v1/me/events"


class _Pair(msgspec.Struct, frozen=True):
    """Two guests; the second one accepts challenges by everybody and receives notices."""

    challenger: VisitConnection
    challenged: VisitConnection
    terms: Message
    """The command with which the first one challenges the second one, without its `ref`."""

    async def challenge(self) -> Message:
        """Make a challenge and return it. Raises `NotAsServed`."""
        answer = await self.challenger.ask(**self.terms, type_="create_challenge")
        if answer["type"] != "challenge_changed":
            raise NotAsServed(f"the challenge was refused: {answer.get('code')}")
        challenge: Message = answer["challenge"]
        return challenge


@contextlib.asynccontextmanager
async def _pair(visit: Visit) -> AsyncIterator[_Pair]:
    async with visit.player("Conform Una") as una, visit.player("Conform Vic") as vic:
        game = await _offered(una, "challenges")
        await vic.ask("set_challengers", by="everybody")
        await una.ask("watch_notices")
        await vic.ask("watch_notices")
        terms = {"player": _player_of(vic), "game": game, "time_limit": TIME_LIMIT, "rated": False, "seat": 1}
        yield _Pair(una, vic, terms)


async def _offered(connection: VisitConnection, capability: str) -> str:
    """Return a game for two that needs no decks. Raises `NotOffered` if there is none, or no such capability."""
    welcome = await connection.ask("hello", protocol=PROTOCOL_VERSION)
    if capability not in welcome.get("capabilities", []):
        raise NotOffered(f"The server has no {capability}.")
    for game in welcome.get("games", []):
        if game["least_seats"] <= 2 <= game["most_seats"] and not game.get("decks"):
            return str(game["name"])
    raise NotOffered("The server offers no game for two without decks.")


def _player_of(connection: VisitConnection) -> str:
    return str(_signed_in(connection)["player"]["id"])


def _signed_in(connection: VisitConnection) -> Message:
    return next(each for each in connection.received if each["type"] == "signed_in")


async def _noticed(connection: VisitConnection, challenge: str, stage: str) -> Message:
    """Return the next notice of a challenge in this stage. Raises `NotAsServed`."""
    for received in connection.received:
        if found := _notice_of(received, challenge, stage):
            return found
    while True:
        if found := _notice_of(await connection.next(), challenge, stage):
            return found


def _notice_of(received: Message, challenge: str, stage: str) -> Message | None:
    notice: Message = received.get("notice") or {}
    about = notice.get("challenge") or {}
    return notice if about.get("id") == challenge and about.get("stage") == stage else None


async def _made(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        listed = await pair.challenged.ask("get_challenges")
    wanted = {"stage": "open", "game": pair.terms["game"], "time_limit": TIME_LIMIT, "rated": False, "seat": 1}
    faults = [f"`{name}` is {challenge.get(name)}." for name, value in wanted.items() if challenge.get(name) != value]
    received = [each["id"] for each in listed["received"]]
    return faults + ([] if received == [challenge["id"]] else [f"The challenged player lists {received}."])


async def _notified(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        notice = await _noticed(pair.challenged, challenge["id"], "open")
    return [] if notice.get("kind") == "challenged" else [f"The notice is of the kind {notice.get('kind')}."]


async def _made_once(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        command = {"type": "create_challenge", "ref": pair.challenger.fresh_ref(), **pair.terms}
        ids = []
        for _ in range(2):
            await pair.challenger.send(command)
            answer = await pair.challenger.answer(command["ref"])
            ids.append((answer.get("challenge") or {}).get("id") or answer.get("code"))
    return [] if ids[0] == ids[1] else [f"Sent twice, it was answered with {ids[0]} and {ids[1]}."]


async def _declined(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        await pair.challenged.ask("decline_challenge", challenge=challenge["id"], reason="too_slow")
        notice = await _noticed(pair.challenger, challenge["id"], "declined")
    reason = notice["challenge"].get("reason")
    return [] if reason == "too_slow" else [f"The challenger reads the reason {reason}."]


async def _answered_once(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        await pair.challenger.ask("cancel_challenge", challenge=challenge["id"])
        return refused(await pair.challenged.ask("accept_challenge", challenge=challenge["id"]), "challenge_over")


async def _accepted(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        await pair.challenged.ask("accept_challenge", challenge=challenge["id"])
        notice = await _noticed(pair.challenger, challenge["id"], "accepted")
        match = notice["challenge"].get("match")
        if match is None:
            return ["The accepted challenge names no match."]
        updates = [await each.ask("watch_match", match=match) for each in (pair.challenger, pair.challenged)]
        await pair.challenged.ask("resign", match=match)
    return [] if all(update.get("seat") is not None for update in updates) else ["A player has no seat in the match."]


async def _not_accepting(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        await pair.challenged.ask("set_challengers", by="nobody")
        answer = await pair.challenger.ask(**pair.terms, type_="create_challenge")
    return refused(answer, "not_accepting")


async def _of_others(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair, visit.player("Conform Wim") as wim:
        challenge = await pair.challenge()
        return refused(await wim.ask("accept_challenge", challenge=challenge["id"]), "unknown_challenge")


async def _link(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair, visit.player("Conform Wim") as wim:
        made = await pair.challenger.ask("create_challenge_link", game=pair.terms["game"])
        token = made.get("token")
        shown = [await each.ask("get_challenge_link", token=token) for each in (pair.challenged, wim)]
        stages = [(each.get("link") or {}).get("stage") for each in shown]
        accepted = await pair.challenged.ask("accept_challenge_link", token=token)
        late = await wim.ask("accept_challenge_link", token=token)
        match = (accepted.get("challenge") or {}).get("match")
        if match is not None:
            await pair.challenged.ask("watch_match", match=match)
            await pair.challenged.ask("resign", match=match)
    faults = [] if stages == ["open", "open"] else [f"Shown to two players, the link is {stages}."]
    faults += [] if match is not None else ["The first player who accepts has no match."]
    return faults + ([] if late["type"] == "refused" else ["A second player has accepted it too."])


async def _bands(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Una") as una:
        band = {"game": await _offered(una, "challenges"), "below": 200, "above": None}
        answer = await una.ask("set_challengers", by="everybody", rating_bands=[band])
        listed = await una.ask("get_challenges")
    same = answer.get("rating_bands") == listed.get("rating_bands") == [band]
    return [] if same else [f"The bands are {listed.get('rating_bands')}."]


async def _bots(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Una") as una:
        game = await _offered(una, "challenges")
        listed = await una.ask("list_bots", game=game)
        declared = await una.ask("declare_bot", games=[game])
    others = [each for each in listed.get("bots", [None]) if each is None or game not in each["games"]]
    return ([f"It lists {others}."] if others else []) + refused(declared, "unknown_bot")


async def _ladder_of_bots(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Una") as una:
        game = await _offered(una, "challenges")
        answer = await una.ask("get_ladder", game=game, among="bots")
    faults = [] if answer.get("among") == "bots" else [f"The ladder is one of {answer.get('among')}."]
    kinds = {place["player"]["kind"] for place in answer.get("places", [])}
    return faults + ([] if kinds <= {"bot"} else [f"It lists {sorted(kinds)}."])


async def _inbox(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        await pair.challenger.ask("cancel_challenge", challenge=challenge["id"])
        await _noticed(pair.challenged, challenge["id"], "cancelled")
        page = await pair.challenged.ask("get_notices")
    ids = [int(notice["id"]) for notice in page["notices"]]
    faults = [] if len(ids) == 2 else [f"After two notices the inbox has {len(ids)}."]
    if ids != sorted(ids, reverse=True):
        faults.append("The notices are not newest first.")
    return faults + ([] if page.get("unread") == len(ids) else [f"`unread` is {page.get('unread')}."])


async def _read_mark(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        await pair.challenge()
        [notice] = (await pair.challenged.ask("get_notices"))["notices"]
        forward = await pair.challenged.ask("read_notices", up_to=notice["id"])
        back = await pair.challenged.ask("read_notices", up_to="0")
    faults = [] if forward.get("unread") == 0 else [f"After reading, `unread` is {forward.get('unread')}."]
    return faults + ([] if back.get("read") == notice["id"] else [f"The mark moved back to {back.get('read')}."])


async def _resumed(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        first = await _noticed(pair.challenged, challenge["id"], "open")
        await pair.challenger.ask("cancel_challenge", challenge=challenge["id"])
        second = await _noticed(pair.challenged, challenge["id"], "cancelled")
        async with visit.connection() as again:
            await again.ask("sign_in", token=_signed_in(pair.challenged)["token"])
            answer = await again.ask("watch_notices", after=first["id"])
    ids = [each["id"] for each in answer["notices"]]
    return [] if ids == [second["id"]] else [f"After {first['id']} came {ids}, and not {second['id']} alone."]


async def _http_inbox(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        await pair.challenge()
        page = await pair.challenged.ask("get_notices")
        answer = await visit.http("GET", "/v1/me/notices", None, **_bearer(pair.challenged))
    if answer.status != 200:
        return [f"It was answered with status {answer.status}."]
    same = answer.json().get("notices") == page["notices"]
    return [] if same else ["The notices are not those of `get_notices`."]


async def _events(visit: Visit) -> Sequence[str]:
    async with _pair(visit) as pair:
        challenge = await pair.challenge()
        first = await _noticed(pair.challenged, challenge["id"], "open")
        await pair.challenger.ask("cancel_challenge", challenge=challenge["id"])
        second = await _noticed(pair.challenged, challenge["id"], "cancelled")
        event = await visit.first_event_of(EVENTS, Last_Event_ID=first["id"], **_bearer(pair.challenged))
    if event.get("event") != "noticed":
        return [f"The event is named {event.get('event')}."]
    found = msgspec.json.decode(event.get("data", "{}"), type=dict[str, Any])
    ids = (event.get("id"), (found.get("notice") or {}).get("id"))
    return [] if ids == (second["id"], second["id"]) else [f"After {first['id']} the stream continues with {ids}."]


async def _command(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Xia") as connection:
        await _offered(connection, "notices")
        over_socket = await connection.ask("get_notices")
        answer = await _said(visit, connection, type="get_notices", ref=over_socket["ref"])
    if answer[0] != 200:
        return [f"It was answered with status {answer[0]}."]
    return [] if answer[1] == over_socket else [f"The answer is {answer[1].get('type')}, and not that of the socket."]


async def _command_once(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Yao") as connection:
        game = await _offered(connection, "notices")
        ids = []
        for _ in range(2):
            _, answer = await _said(visit, connection, type="open_table", game=game, access="unlisted", ref="once")
            ids.append((answer.get("table") or {}).get("id"))
        await connection.ask("stand", table=ids[0])
    return [] if ids[0] == ids[1] is not None else [f"Sent twice, it opened {ids[0]} and {ids[1]}."]


async def _command_refused(visit: Visit) -> Sequence[str]:
    async with visit.player("Conform Zoe") as connection:
        await _offered(connection, "notices")
        status, answer = await _said(visit, connection, type="watch_match", match="no-such-match", ref="refused")
        without, _ = await _said(visit, connection, type="get_notices")
    faults = [] if without == 400 else [f"Without `ref` the status is {without}."]
    if (status, answer.get("code")) != (404, "unknown_match"):
        faults.append(f"An unknown match has the status {status} and the code {answer.get('code')}.")
    return faults


async def _said(visit: Visit, connection: VisitConnection, **command: Any) -> tuple[int, Message]:
    body = msgspec.json.encode(command)
    answer = await visit.http("POST", COMMANDS, body, Content_Type="application/json", **_bearer(connection))
    return answer.status, answer.json()


def _bearer(connection: VisitConnection) -> dict[str, str]:
    return {"Authorization": f"Bearer {_signed_in(connection)['token']}"}


CHALLENGES = "Challenges"
RATINGS = "Ratings, profiles and history"
NOTICES = "Notices"
OVER_HTTP = "Play over HTTP alone"

NEWS_POINTS: tuple[tuple[Point, Check], ...] = (
    (point("challenge", "A challenge is open with its terms, and both players list it.", CHALLENGES), _made),
    (point("challenge-noticed", "The challenged player receives a notice `challenged`.", CHALLENGES), _notified),
    (point("challenge-once", "Under one `ref` one challenge is made.", CHALLENGES), _made_once),
    (point("challenge-declined", "The challenger reads the reason of a declined challenge.", CHALLENGES), _declined),
    (point("challenge-over", "A later answer is refused as `challenge_over`.", CHALLENGES), _answered_once),
    (point("challenge-accepted", "After acceptance both players have seats in its match.", CHALLENGES), _accepted),
    (
        point("not-accepting", "A challenge against the other player's preference is `not_accepting`.", CHALLENGES),
        _not_accepting,
    ),
    (point("challenge-others", "Nobody can answer a challenge of others.", CHALLENGES), _of_others),
    (point("challenge-link", "A link is shown without being used up, and accepted once.", CHALLENGES), _link),
    (point("rating-bands", "The ratings of challengers are stored for each game.", CHALLENGES), _bands),
    (point("bots", "Only bot accounts are listed as opponents.", CHALLENGES), _bots),
    (point("bot-ladder", "The ladder of bots lists bots only.", RATINGS), _ladder_of_bots),
    (point("inbox", "The inbox lists notices newest first, with the number of unread ones.", NOTICES), _inbox),
    (point("read-mark", "The read mark never moves back.", NOTICES), _read_mark),
    (point("notices-resumed", "`watch_notices` continues after a notice without a gap.", NOTICES), _resumed),
    (point("http-inbox", "`GET /v1/me/notices` has the notices of `get_notices`.", NOTICES), _http_inbox),
    (point("http-events", "`GET /v1/me/events` continues after `Last-Event-ID`.", NOTICES), _events),
    (point("http-command", "`POST /v1/commands` answers as the WebSocket does.", OVER_HTTP), _command),
    (point("http-command-once", "Under one `ref` a command over HTTP is carried out once.", OVER_HTTP), _command_once),
    (
        point("http-command-refused", "A refusal of a command is a problem with the code of the socket.", OVER_HTTP),
        _command_refused,
    ),
)
