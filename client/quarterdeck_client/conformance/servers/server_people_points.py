"""Conformance checks ("points") of following, private messages and undo by consent.

Two new accounts do everything once, and their answers are judged afterwards: servers limit new accounts. The accounts
are deleted at the end.
"""

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Sequence

import msgspec
from quarterdeck_protocol.encoding.wire import PROTOCOL_VERSION

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.playthrough import chosen_from
from quarterdeck_client.conformance.servers.server_point import Check, point
from quarterdeck_client.conformance.servers.visit import (
    Message,
    NotAsServed,
    NotOffered,
    Visit,
    VisitConnection,
    refused,
)

LOOKS = 50
"""Number of looks at the presence of a player who has just come online, a fifth of a second apart."""

MOST_ACTS = 60
"""Number of actions within which two of them should be ones that can be taken back."""

TEXT = "conform"


class _Acquaintance(msgspec.Struct, frozen=True):
    """The answers to two accounts that get to know each other. The first one follows, the second one follows back."""

    follower: str
    followed: str
    own_list: Message
    list_of_the_followed: Message
    shown: bool
    """True if the followed player was shown as online before choosing to be invisible."""

    invisible: Message
    early: Message
    """The answer to a message before the second one followed back."""

    sent: Sequence[Message]
    """The answers to one message that was sent twice."""

    notices: Message
    after_deletion: Sequence[Message]
    """The conversation as both read it, after the second one has deleted it."""

    list_after_a_block: Message


async def _acquaintance(visit: Visit) -> _Acquaintance:
    async with account(visit) as una, account(visit) as vic:
        welcome = await una.ask("hello", protocol=PROTOCOL_VERSION)
        if not {"following", "private_messages"} <= set(welcome.get("capabilities", [])):
            raise NotOffered("The server has no following, or no private messages.")
        ids = [
            next(each["player"]["id"] for each in line.received if each["type"] == "signed_in") for line in (una, vic)
        ]
        await vic.ask("set_seen_by", by="everybody")
        shown = await _is_shown(una, ids[1])
        await vic.ask("set_seen_by", by="nobody")
        message = {"type": "send_private_message", "player": ids[1], "text": TEXT}
        return _Acquaintance(
            follower=ids[0],
            followed=ids[1],
            shown=shown,
            invisible=await una.ask("follow", player=ids[1]),
            own_list=await una.ask("get_following"),
            list_of_the_followed=await vic.ask("get_following"),
            early=await una.ask("send_private_message", player=ids[1], text=TEXT),
            sent=await _sent_twice(una, vic, ids[0], message),
            notices=await vic.ask("get_notices"),
            after_deletion=await _deleted(una, vic, ids),
            list_after_a_block=await _blocked(una, vic, ids[0]),
        )


@contextlib.asynccontextmanager
async def account(visit: Visit) -> AsyncIterator[VisitConnection]:
    """Connect with a new account, which is deleted at the end."""
    async with visit.player("Conform Uma") as connection:
        password = secrets.token_urlsafe(16)
        answer = await connection.ask("register", name=f"Conform {secrets.token_hex(4)}", password=password)
        if answer["type"] != "account":
            raise NotOffered(f"No account could be registered: {answer.get('code')}.")
        yield connection
        await connection.ask("delete_account", password=password)


async def _is_shown(follower: VisitConnection, player: str) -> bool:
    for _ in range(LOOKS):
        if (await follower.ask("follow", player=player))["followed"]["online"]:
            return True
        await asyncio.sleep(0.2)
    return False


async def _sent_twice(una: VisitConnection, vic: VisitConnection, follower: str, message: Message) -> list[Message]:
    await vic.ask("follow", player=follower)
    command = {**message, "ref": una.fresh_ref()}
    answers = []
    for _ in range(2):
        await una.send(command)
        answers.append(await una.answer(command["ref"]))
    return answers


async def _deleted(una: VisitConnection, vic: VisitConnection, ids: Sequence[str]) -> list[Message]:
    await vic.ask("delete_conversation", player=ids[0])
    pairs = zip((una, vic), reversed(ids), strict=True)
    return [await line.ask("get_conversation", player=other) for line, other in pairs]


async def _blocked(una: VisitConnection, vic: VisitConnection, follower: str) -> Message:
    await vic.ask("avoid", player=follower, how="block")
    return await una.ask("get_following")


def _ids(following: Message) -> list[str]:
    return [each["player"]["id"] for each in following["players"]]


async def _seen(visit: Visit) -> _Acquaintance:
    found: _Acquaintance = await visit.once("acquaintance", _acquaintance)
    return found


async def _following(visit: Visit) -> Sequence[str]:
    seen = await _seen(visit)
    faults = [] if _ids(seen.own_list) == [seen.followed] else ["The follower does not list the followed player."]
    return faults + ([] if not _ids(seen.list_of_the_followed) else ["The followed player lists somebody."])


async def _presence(visit: Visit) -> Sequence[str]:
    seen = await _seen(visit)
    faults = [] if seen.shown else ["A player who is seen by everybody was not shown as online."]
    is_hidden = seen.invisible["followed"]["online"] is False
    return faults + ([] if is_hidden else ["A player who is seen by nobody was shown as online."])


async def _needs_both(visit: Visit) -> Sequence[str]:
    return refused((await _seen(visit)).early, "not_accepting")


async def _message_once(visit: Visit) -> Sequence[str]:
    sent = [(each.get("message") or {}).get("id") or each.get("code") for each in (await _seen(visit)).sent]
    return [] if sent[0] == sent[1] else [f"Sent twice, it was answered with {sent[0]} and {sent[1]}."]


async def _message_noticed(visit: Visit) -> Sequence[str]:
    notices = [each for each in (await _seen(visit)).notices["notices"] if each["kind"] == "private_message"]
    if len(notices) != 1:
        return [f"The recipient has {len(notices)} notices of a private message."]
    return [] if TEXT not in str(notices) else ["The notice has the text of the message."]


async def _conversation_deleted(visit: Visit) -> Sequence[str]:
    mine, theirs = [len(each["messages"]) for each in (await _seen(visit)).after_deletion]
    faults = [] if mine else ["The other player has lost the conversation."]
    return faults + ([] if not theirs else ["The player who deleted the conversation still reads it."])


async def _block_untold(visit: Visit) -> Sequence[str]:
    seen = await _seen(visit)
    return [] if _ids(seen.list_after_a_block) == [seen.followed] else ["The list of the blocked player has changed."]


class _Undone(msgspec.Struct, frozen=True):
    """Two requests to take an action back: the updates of the seat that asked."""

    before: Message
    """The update on which the action was chosen that was taken back."""

    agreed: Message
    acted: Message
    """The update with the action that stays, because the other seat declined."""

    declined: Message


async def _undone(visit: Visit) -> _Undone:
    async with visit.player("Conform Una") as una, visit.player("Conform Vic") as vic:
        welcome = await una.ask("hello", protocol=PROTOCOL_VERSION)
        if "undo" not in welcome.get("capabilities", []):
            raise NotOffered("The server has no undo.")
        game = next(
            (each["name"] for each in welcome["games"] if each["least_seats"] == 2 and not each.get("decks")), ""
        )
        table = (await una.ask("open_table", game=game, seats=2, access="unlisted")).get("table")
        if table is None:
            raise NotOffered("The server offers no game for two without decks.")
        await vic.ask("sit", table=table["id"], code=table["code"])
        await una.ask("ready", table=table["id"])
        await vic.ask("ready", table=table["id"])
        match = _Match(table["match"], [una, vic])
        await match.begin()
        acted, declined = (await match.to_an_undo("decline"))[1:]
        before, _, agreed = await match.to_an_undo("agree")
        await una.ask("resign", match=match.id)
        return _Undone(before=before, agreed=agreed, acted=acted, declined=declined)


class _Match:
    """A match of two connections, with the newest update of each."""

    def __init__(self, match: str, lines: Sequence[VisitConnection]) -> None:
        self.id = match
        self._lines = lines
        self._newest: list[Message] = []
        self._chance = random.Random(5)  # noqa: S311 - any choice will do

    async def begin(self) -> None:
        self._newest = [await self._asked(seat, "watch_match") for seat in range(2)]
        if any(update.get("seat") != seat for seat, update in enumerate(self._newest)):
            self._lines, self._newest = self._lines[::-1], self._newest[::-1]

    async def to_an_undo(self, answer: str) -> tuple[Message, Message, Message]:
        """Act until an action can be taken back, and let its seat ask and the other one answer. Return the updates of
        the seat that asked: before its action, after it, and after the answer."""
        for _ in range(MOST_ACTS):
            seat = next((seat for seat, update in enumerate(self._newest) if update["choices"]), None)
            if seat is None or self._newest[seat]["result"]:
                break
            before = self._newest[seat]
            action = chosen_from(before["choices"], self._chance)
            acted = await self._carried_out(seat, "act", seen=before["version"], action=action)
            undo = acted.get("undo")
            if undo is not None:
                await self._carried_out(seat, "ask_undo", action=undo["action"])
                await self._carried_out(1 - seat, "answer_undo", action=undo["action"], answer=answer)
                return before, acted, self._newest[seat]
        raise NotOffered("No action could be taken back.")

    async def _carried_out(self, seat: int, type_: str, **fields: object) -> Message:
        """Send a command, and return its answer after the other seat has received it too."""
        update = self._newest[seat] = await self._asked(seat, type_, **fields)
        other = self._lines[1 - seat]
        while self._newest[1 - seat]["version"] < update["version"]:
            received = await other.next()
            if received["type"] == "update":
                self._newest[1 - seat] = received
        return update

    async def _asked(self, seat: int, type_: str, **fields: object) -> Message:
        while True:
            answer = await self._lines[seat].ask(type_, match=self.id, **fields)
            if answer["type"] == "update":
                return answer
            if answer.get("retry_in") is None:
                raise NotAsServed(f"`{type_}` was answered with {answer.get('code') or answer['type']}")
            await asyncio.sleep(answer["retry_in"] / 1000)


async def _undo_seen(visit: Visit) -> _Undone:
    found: _Undone = await visit.once("undo", _undone)
    return found


async def _undo_agreed(visit: Visit) -> Sequence[str]:
    undone = await _undo_seen(visit)
    state = (undone.agreed.get("undo") or {}).get("state")
    faults = [] if state == "done" else [f"After the agreement the request is {state}."]
    is_back = all(undone.agreed[name] == undone.before[name] for name in ("view", "choices"))
    return faults + ([] if is_back else ["The view and the choices are not those from before the action."])


async def _undo_declined(visit: Visit) -> Sequence[str]:
    undone = await _undo_seen(visit)
    state = (undone.declined.get("undo") or {}).get("state")
    faults = [] if state == "declined" else [f"After the refusal the request is {state}."]
    return faults + ([] if undone.declined["view"] == undone.acted["view"] else ["The view has changed."])


FOLLOWING = "Following and presence"
MESSAGES = "Private messages"
UNDO = "Undo by consent"

PEOPLE_POINTS: tuple[tuple[Point, Check], ...] = (
    (point("following", "Following is listed for the follower alone.", FOLLOWING), _following),
    (point("presence", "An invisible player is shown as offline.", FOLLOWING), _presence),
    (point("block-untold", "A block leaves the list of the blocked player as it was.", FOLLOWING), _block_untold),
    (point("message-needs-both", "Only players who follow each other write to each other.", MESSAGES), _needs_both),
    (point("message-once", "Under one `ref` one private message is sent.", MESSAGES), _message_once),
    (point("message-noticed", "The notice of a private message has no text.", MESSAGES), _message_noticed),
    (
        point("conversation-deleted", "Each player deletes a conversation for themselves alone.", MESSAGES),
        _conversation_deleted,
    ),
    (point("undo-agreed", "After `agree` the match is as it was before the action.", UNDO), _undo_agreed),
    (point("undo-declined", "After `decline` the action stays.", UNDO), _undo_declined),
)
