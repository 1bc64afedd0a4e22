"""What may be broken of a server, by the point of the conformance check that shows it."""

import secrets
from collections.abc import Callable
from typing import Any

from client.conformance.broken_server import Answer, Fault, Heard, Message

WRONG_CARD = {"colour": "white", "power": 6}


def _refusal(wanted: str, /, *, of: str | None = None, **fields: Any) -> Fault:
    """Return the fault of saying something else in refusals with this code (of this command)."""

    def say(message: Message, heard: Heard) -> None:
        if message.get("code") == wanted and (of is None or heard.asked(message).get("type") == of):
            message.update(fields)

    return Fault(say=say)


def _saying(
    type_: str, change: Callable[[Message], Any], *, of: Callable[[Message], bool] = lambda command: True
) -> Fault:
    """Return the fault of changing messages of this type (that answer such a command)."""

    def say(message: Message, heard: Heard) -> None:
        if message["type"] == type_ and of(heard.asked(message)):
            change(message)

    return Fault(say=say)


def changed_update(change: Callable[[Message], Any], seat: int | None) -> Fault:
    """Return the fault of changing what this seat is told."""
    return _saying("update", lambda message: change(message) if message["seat"] == seat else None)


def _http(path: str, change: Callable[[Answer], Any], *, status: int = 200, method: str = "GET") -> Fault:
    """Return the fault of changing an answer over HTTP to a path that begins like this."""

    def http(answer: Answer) -> None:
        if answer.method == method and answer.path.startswith(path) and answer.status == status:
            change(answer)

    return Fault(http=http)


def _other_version(command: Message, heard: Heard) -> None:
    if command["type"] == "hello" and "protocol" in command:
        command["protocol"] = 1


def _without(*path: str) -> Callable[[Message, Heard], None]:
    def hear(command: Message, heard: Heard) -> None:
        command.pop(path[0], None)
        for game in command.get("games") or []:
            if isinstance(game, dict):  # `declare_bot` names its games
                game.pop(path[0], None)

    return hear


def _twice(message: Message, heard: Heard) -> list[Message] | None:
    return [message, message] if message.get("code") == "unknown_message" else None


def _digits_alone(command: Message, heard: Heard) -> None:
    if isinstance(command.get("open_seats"), float):
        command["open_seats"] = 1.5


def _missing_field(message: Message, heard: Heard) -> None:
    if message.get("code") == "malformed" and heard.asked(message).get("type") == "watch_match":
        message["where"] = None


def _same_token(message: Message, heard: Heard) -> None:
    if message["type"] == "signed_in":
        message["token"] = heard.asked(message).get("token") or message["token"]


def _another_ref(command: Message, heard: Heard) -> None:
    if command["type"] == "open_table":
        command["ref"] = f"{command['ref']}/{len(heard.commands[command['ref']])}"


def _own_ref(message: Message, heard: Heard) -> None:
    if message.get("ref"):
        message["ref"] = message["ref"].partition("/")[0]


def _no_news_of_tables(message: Message, heard: Heard) -> list[Message] | None:
    return [] if message["type"] == "lobby_changed" else None


def _news_first(message: Message, heard: Heard) -> list[Message] | None:
    is_first = not any(each["type"] == "update" for each in heard.said)
    return [{**message, "ref": None}, message] if message["type"] == "update" and is_first else None


def _no_entry(message: Message, heard: Heard) -> None:
    is_again = len(heard.commands.get(message.get("ref"), [])) > 1
    if (
        message["type"] == "update"
        and heard.asked(message).get("type") == "act"
        and message["seat"] == 0
        and not is_again
    ):
        message["since"] = message["version"]


def _another_since(message: Message, heard: Heard) -> None:
    if message["type"] == "update" and len(heard.commands.get(message["ref"], [])) > 1 and message["ref"] is not None:
        message["since"] = 0


def _no_place(message: Message, heard: Heard) -> None:
    if message["type"] == "refused" and heard.asked(message).get("action") == {"type": "no_such_action"}:
        message["where"] = None


def _another_refusal_of_a_spectator(message: Message, heard: Heard) -> None:
    if message.get("code") in ("not_signed_in", "not_your_seat") and heard.asked(message).get("type") == "act":
        message["code"] = "unknown_table"


def _news_twice(message: Message, heard: Heard) -> list[Message] | None:
    is_news = message["type"] == "update" and message["ref"] is None and message["seat"] is None
    return [message, message] if is_news else None


def _link(message: Message) -> None:
    if message["ref"] is None:
        message["link"] = "0" * 64


def _show_cards(message: Message) -> None:
    for event in message["events"]:
        if event["type"] == "drew" and event["card"] is None:
            event["card"] = WRONG_CARD


def _result(message: Message) -> None:
    if message["result"]:
        message["result"]["reason"] = "moonrise"


def _another_time(answer: Answer) -> None:
    if "replay" not in answer.path:
        answer.change(lambda said: said["entries"][1].update(at=said["entries"][1]["at"] + 1))


def _other_choices(answer: Answer) -> None:
    if "replay" in answer.path:
        answer.change(lambda said: said["frames"][1].update(choices=[{"type": "no_such_action"}]))


def _drop(header: str) -> Callable[[Answer], Any]:
    def change(answer: Answer) -> None:
        others = {name: value for name, value in answer.headers.items() if name.lower() != header.lower()}
        assert len(others) < len(answer.headers)
        answer.headers = others

    return change


def _says(**fields: Any) -> Callable[[Answer], Any]:
    return lambda answer: answer.change(lambda said: said.update(fields))


def _status(status: int) -> Callable[[Answer], Any]:
    def change(answer: Answer) -> None:
        answer.status = status

    return change


def _noticing(stage: str, change: Callable[[Message], Any]) -> Fault:
    """Return the fault of changing new notices of challenges in this stage."""

    def say(message: Message) -> None:
        if message["notice"]["challenge"] and message["notice"]["challenge"]["stage"] == stage:
            change(message["notice"])

    return _saying("noticed", say)


def _another_time_limit(message: Message) -> None:
    message["challenge"]["time_limit"] += 1


def _challenge_under_another_ref(command: Message, heard: Heard) -> None:
    if command["type"] == "create_challenge":
        command["ref"] = f"{command['ref']}/{len(heard.commands[command['ref']])}"


def _oldest_first(message: Message) -> None:
    if len(message["notices"]) > 1:
        message["notices"].reverse()


def _reads_nothing(command: Message) -> bool:
    return command.get("up_to") == "0"


def _from_the_first_notice(command: Message, heard: Heard) -> None:
    if command["type"] == "watch_notices":
        command.pop("after", None)


def _without_last_event(headers: dict[str, str], body: Message) -> None:
    headers.pop("Last-Event-ID", None)


def _another_count(answer: Answer) -> None:
    answer.change(lambda said: said.update(unread=7) if said["type"] == "notices" else None)


def _a_fresh_ref(headers: dict[str, str], body: Message) -> None:
    if body.get("type") == "open_table":
        body["ref"] = secrets.token_hex(4)


def _is_first_watch(command: Message) -> bool:
    return command.get("type") == "watch_match" and command.get("since") is None


SOMEBODY: Message = {"id": "0" * 16, "name": "Somebody", "kind": "person"}


def _somebody_on_an_empty_list(message: Message) -> None:
    if not message["players"]:
        message["players"] = [{"player": SOMEBODY, "since": 0, "online": False, "match": None, "game": None}]


def _empty_list_later(message: Message, heard: Heard) -> None:
    if message["type"] == "following" and any(each["type"] == "following" and each["players"] for each in heard.said):
        message["players"] = []


def _message_under_another_ref(command: Message, heard: Heard) -> None:
    if command["type"] == "send_private_message":
        command["ref"] = f"{command['ref']}/{len(heard.commands[command['ref']])}"


def _other_notices_of_messages(message: Message) -> None:
    for notice in message["notices"]:
        if notice["kind"] == "private_message":
            notice["kind"] = "match_ended"


def _club_under_another_ref(command: Message, heard: Heard) -> None:
    if command["type"] == "create_club":
        command["ref"] = f"{command['ref']}/{len(heard.commands[command['ref']])}"


def _is_a_known_club(command: Message) -> bool:
    return command.get("type") == "get_club" and command["club"] != "none"


def _other_notices_of_clubs(message: Message) -> None:
    for notice in message["notices"]:
        if notice["kind"] == "club_invited":
            notice["kind"] = "club_answered"


def _undo_ends(was: str, state: str) -> Fault:
    def change(message: Message) -> None:
        if (message.get("undo") or {}).get("state") == was:
            message["undo"]["state"] = state

    return _saying("update", change)


FAULTS: dict[str, Fault] = {
    "subprotocol": Fault(protocols=()),
    "welcome": _saying("welcome", lambda message: message.update(protocol=2)),
    "limits": _saying("welcome", lambda message: message["limits"].update(history=0)),
    "other-version": Fault(hear=_other_version),
    "not-json": _refusal("not_json", code="malformed"),
    "unknown-message": _refusal("unknown_message", code="malformed"),
    "unknown-field": Fault(hear=_without("tyme_limit")),
    "unknown-field-inside": Fault(hear=_without("deckk")),
    "missing-field": Fault(say=_missing_field),
    "whole-numbers": Fault(hear=_digits_alone),
    "too-large": _refusal("too_large", code="malformed"),
    "much-too-large": Fault(code=lambda code: 1000 if code == 1009 else code),
    "not-signed-in": _refusal("not_signed_in", of="get_seats", code="not_registered"),
    "answers-once": Fault(say=_twice),
    "burst": _refusal("too_many", retry_in=None),
    "sign-in": Fault(say=_same_token),
    "taken-elsewhere": Fault(code=lambda code: 1000 if code == 4001 else code),
    "unknown-token": _refusal("unknown_token", code="not_registered"),
    "opened-once": Fault(hear=_another_ref, say=_own_ref),
    "seats": _saying("seats", lambda message: message.update(seats=[])),
    "lobby": Fault(say=_no_news_of_tables),
    "watch-first": Fault(say=_news_first),
    "act-answered": Fault(say=_no_entry),
    "act-once": Fault(say=_another_since),
    "ref-reused": _refusal("ref_reused", of="act", code="illegal"),
    "stale": _refusal("stale", where=None),
    "not-offered": Fault(say=_no_place),
    "spectator-acts": Fault(say=_another_refusal_of_a_spectator),
    "versions": Fault(say=_news_twice),
    "same-links": changed_update(_link, None),
    "choices": changed_update(lambda message: message.update(seat=0), 1),
    "redaction": changed_update(_show_cards, 1),
    "patches": _saying(
        "update_patch",
        lambda message: message["patch"].append({"op": "replace", "path": "/view/stage", "value": "moonrise"}),
    ),
    "watching": _saying(
        "update_patch", lambda message: message["patch"].append({"op": "replace", "path": "/watching", "value": 0})
    ),
    "resumed": _saying(
        "update", lambda message: message.update(events=[]), of=lambda command: command.get("since") is not None
    ),
    "without-since": _saying("update", lambda message: message.update(events=[{"type": "drew"}]), of=_is_first_watch),
    "seats-after-return": _saying("signed_in", lambda message: message.update(seats=[])),
    "result": changed_update(_result, 1),
    "not-over-yet": _http("/v1/matches/", _says(code="unknown_match"), status=409),
    "commitment": _saying("table_changed", lambda message: message["table"].update(commitment="0" * 64)),
    "links": _http("/v1/matches/", _another_time),
    "replay": _http("/v1/matches/", _other_choices),
    "own-seats": _http("/v1/me/seats", _status(503)),
    "http-games": _http("/v1/games", _says(games=[])),
    "http-etag": _http("/v1/games", _drop("ETag")),
    "http-cors": _http("/v1/games", _drop("Access-Control-Allow-Origin")),
    "http-preflight": _http("/v1/me/seats", _drop("Access-Control-Allow-Headers"), status=204, method="OPTIONS"),
    "http-quotas": _http("/v1/games", _drop("RateLimit-Limit")),
    "http-problem": _http("/v1/matches/no-such-match", _says(code="unknown_table"), status=404),
    "http-no-store": _http("/v1/matches/no-such-match", _drop("Cache-Control"), status=404),
    "http-unauthorized": _http("/v1/me/seats", _says(where=None), status=401),
    "http-packed": _http("/v1/schema", lambda answer: answer.headers.pop("Content-Encoding", None)),
    "http-schema": _http("/v1/schema/from-server.json", _says(**{"$id": "urn:somebody"})),
    "http-openapi": _http("/v1/openapi.json", _says(openapi="3.0.0")),
    "http-asyncapi": _http("/v1/asyncapi.json", _says(asyncapi="2.6.0")),
    "http-lobby-events": _http("/v1/lobby/events", _status(404)),
    "http-health": _http("/readyz", _status(503)),
    "challenge": _saying("challenge_changed", _another_time_limit),
    "challenge-noticed": _noticing("open", lambda notice: notice.update(kind="match_ended")),
    "challenge-once": Fault(hear=_challenge_under_another_ref, say=_own_ref),
    "challenge-declined": _noticing("declined", lambda notice: notice["challenge"].update(reason="generic")),
    "challenge-over": _refusal("challenge_over", code="unknown_challenge"),
    "challenge-accepted": _noticing("accepted", lambda notice: notice["challenge"].update(match=None)),
    "not-accepting": _refusal("not_accepting", of="create_challenge", code="unknown_player"),
    "challenge-others": _refusal("unknown_challenge", code="challenge_over"),
    "challenge-link": _saying("challenge_link", lambda message: message["link"].update(stage="accepted")),
    "rating-bands": _saying("challenges", lambda message: message.update(rating_bands=[])),
    "bots": _refusal("unknown_bot", code="malformed"),
    "bot-ladder": _saying("ladder", lambda message: message.update(among="people")),
    "inbox": _saying("notices", _oldest_first, of=lambda command: command.get("type") == "get_notices"),
    "read-mark": _saying("notices_read", lambda message: message.update(read="0"), of=_reads_nothing),
    "notices-resumed": Fault(hear=_from_the_first_notice),
    "http-inbox": _http("/v1/me/notices", _says(notices=[])),
    "http-events": Fault(request=_without_last_event),
    "http-command": _http("/v1/commands", _another_count, method="POST"),
    "http-command-once": Fault(request=_a_fresh_ref),
    "http-command-refused": _http("/v1/commands", _says(code="unknown_table"), status=404, method="POST"),
    "following": _saying("following", _somebody_on_an_empty_list),
    "presence": _saying("followed", lambda message: message["followed"].update(online=True)),
    "block-untold": Fault(say=_empty_list_later),
    "message-needs-both": _refusal("not_accepting", of="send_private_message", code="unknown_player"),
    "message-once": Fault(hear=_message_under_another_ref, say=_own_ref),
    "message-noticed": _saying("notices", _other_notices_of_messages),
    "conversation-deleted": _saying("conversation_shown", lambda message: message["messages"].clear()),
    "undo-agreed": _undo_ends("done", "declined"),
    "undo-declined": _undo_ends("declined", "done"),
    "club-once": Fault(hear=_club_under_another_ref, say=_own_ref),
    "club-private": _saying("refused", lambda message: message.update(text="It is private."), of=_is_a_known_club),
    "club-invited": _saying("notices", _other_notices_of_clubs),
    "club-tables": _saying(
        "tables", lambda message: message["tables"].clear(), of=lambda command: command.get("club") is not None
    ),
    "frames": _saying("lobby_snapshot", lambda message: message.update(total="many")),
}

SILENT = frozenset({"lobby"})
"""The faults by which something is never said."""
