"""Conformance checks ("points") of a server in a played match: the messages to each of its viewers."""

import hashlib
import hmac
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from quarterdeck_client.conformance.points import Point
from quarterdeck_client.conformance.servers.playthrough import Playthrough, watched
from quarterdeck_client.conformance.servers.redaction import leaks
from quarterdeck_client.conformance.servers.server_point import MatchCheck, point
from quarterdeck_client.conformance.servers.visit import Message, NotAsServed, NotOffered, Visit, refused

LINK_BYTES = 32
AS_TOLD = frozenset({"ref", "now", "link", "watching"})
"""Fields of an update that may differ between two connections, or that another point checks. The number of spectators
may have changed between the two messages."""


async def _watch_first(visit: Visit, through: Playthrough) -> Sequence[str]:
    faults = []
    for viewer in through.viewers:
        received = [each for each in viewer.connection.received if each.get("match") == through.match]
        first = next((each for each in received if each["type"] in ("update", "update_patch")), None)
        if first is None or first["type"] != "update" or first.get("ref") != viewer.watch_ref:
            faults.append(f"To {viewer.name}, news came before the answer to `watch_match`.")
    return faults


async def _act_answered(visit: Visit, through: Playthrough) -> Sequence[str]:
    faults = []
    for act, answer in through.acts:
        if not act["seen"] <= answer["since"] < answer["version"]:
            since = f"version {answer['version']} since {answer['since']}"
            faults.append(f"An act on version {act['seen']} was answered with {since}.")
    return faults


async def _act_once(visit: Visit, through: Playthrough) -> Sequence[str]:
    again = through.tried.get("again")
    if again is None:
        raise NotOffered("The match was over before.")
    if again["type"] != "update":
        return [f"An act that was sent again was answered with `{again.get('code') or again['type']}`."]
    _, answer = through.acts[2]
    if again.get("since") != answer["version"] - 1:
        return [f"It was answered with an update since {again.get('since')}, and stands at {answer['version']}."]
    return []


async def _ref_reused(visit: Visit, through: Playthrough) -> Sequence[str]:
    reused = through.tried.get("reused")
    if reused is None:
        raise NotOffered("There was nothing else to be done.")
    return refused(reused, "ref_reused")


async def _stale(visit: Visit, through: Playthrough) -> Sequence[str]:
    return refused(_tried(through, "stale"), "stale", "$.seen")


async def _not_offered(visit: Visit, through: Playthrough) -> Sequence[str]:
    answer = _tried(through, "not-offered")
    if answer["type"] != "refused":
        return [f"It was answered with `{answer['type']}` and not refused."]
    return [] if answer.get("where") else ["`where` says nothing."]


async def _not_your_seat(visit: Visit, through: Playthrough) -> Sequence[str]:
    answer = _tried(through, "spectator")
    if answer["type"] != "refused" or answer.get("code") not in ("not_signed_in", "not_your_seat"):
        return [f"An act of a spectator was answered with `{answer.get('code') or answer['type']}`."]
    return []


def _tried(through: Playthrough, name: str) -> Message:
    if name not in through.tried:
        raise NotOffered("The match was over before.")
    return through.tried[name]


async def _versions(visit: Visit, through: Playthrough) -> Sequence[str]:
    faults = []
    for viewer in through.viewers:
        news = [each for each in viewer.updates if each.get("ref") is None]
        for before, after in pairwise(news):
            if after["version"] <= before["version"] or after["since"] < before["version"]:
                words = f"{before['version']} came {after['version']}, since {after['since']}."
                faults.append(f"To {viewer.name}, after version {words}")
    return faults


async def _same_links(visit: Visit, through: Playthrough) -> Sequence[str]:
    links: dict[tuple[int, int], str] = {}
    faults = []
    for viewer in through.viewers:
        for each in viewer.updates:
            key = (each.get("epoch", 0), each["version"])
            if links.setdefault(key, each.get("link", "")) != each.get("link", ""):
                faults.append(f"Of version {each['version']}, {viewer.name} was told another link than others.")
    return faults


async def _asked_only_seats(visit: Visit, through: Playthrough) -> Sequence[str]:
    faults = [
        f"{viewer.name.capitalize()} was told choices, or a seat."
        for viewer in (through.spectator, through.patched)
        if any(each["choices"] or each.get("seat") is not None for each in viewer.updates)
    ]
    for seat, viewer in enumerate(through.seats):
        if any(each.get("seat") != seat for each in viewer.updates):
            faults.append(f"{viewer.name.capitalize()} was told another seat.")
    return faults


async def _redaction(visit: Visit, through: Playthrough) -> Sequence[str]:
    faults = [f"In {through.game}, {fault}" for fault in leaks(through.game, [*through.seats, through.spectator])]
    for game in through.others:
        faults += [f"In {game}, {fault}" for fault in leaks(game, await watched(through, game))]
    return faults


async def _patches(visit: Visit, through: Playthrough) -> Sequence[str]:
    if through.patched.patches == 0:
        return ["Who asked for patches was told none."]
    whole = {each["version"]: _comparable(each) for each in through.spectator.updates}
    faults = []
    seen = set()
    for each in through.patched.updates:
        seen.add(each["version"])
        if each["version"] in whole and _comparable(each) != whole[each["version"]] and each.get("ref") is None:
            faults.append(f"At version {each['version']} the patches make another update than the whole one.")
    missing = sorted(set(whole) - seen)
    return faults + ([f"Of versions {missing} nothing that fits was told in patches."] if missing else [])


async def _watching(visit: Visit, through: Playthrough) -> Sequence[str]:
    return [
        f"{viewer.name.capitalize()} watches, and was told that nobody does."
        for viewer in (through.spectator, through.patched)
        if any(each.get("watching", 0) < 1 for each in viewer.updates)
    ]


def _comparable(update: Message) -> Message:
    return {name: value for name, value in update.items() if name not in AS_TOLD}


async def _resumed(visit: Visit, through: Playthrough) -> Sequence[str]:
    answer = _tried(through, "since")
    wanted = [event for each in _each_version(through.resumed) if each["version"] > 1 for event in each["events"]]
    if answer["type"] != "update":
        return [f"`watch_match` was answered with `{answer.get('code') or answer['type']}`."]
    if answer.get("since") != 1:
        raise NotOffered("The server does not go back as far as that.")
    return [] if answer["events"] == wanted else ["The events since then are not those that were told one by one."]


def _each_version(updates: Sequence[Message]) -> list[Message]:
    """Return the update of each version that came as a notification or as the answer to an `act`."""
    by_version: dict[int, Message] = {}
    for each in updates:
        if each["since"] == each["version"] - 1:
            by_version.setdefault(each["version"], each)
    return [by_version[version] for version in sorted(by_version)]


async def _without_since(visit: Visit, through: Playthrough) -> Sequence[str]:
    answer = _tried(through, "without-since")
    return [] if answer.get("events") == [] else ["Without `since` there were events."]


async def _seats_after_return(visit: Visit, through: Playthrough) -> Sequence[str]:
    answer = _tried(through, "signed-in")
    listed = [each.get("match") for each in answer.get("seats", [])]
    return [] if listed == [through.match] else [f"Who came back into a match was told of the matches {listed}."]


async def _result(visit: Visit, through: Playthrough) -> Sequence[str]:
    results = [viewer.newest.get("result") for viewer in through.viewers]
    if None in results:
        return ["The match was resigned, and the last update has no result."]
    faults = [] if all(each == results[0] for each in results) else ["Not everybody was told the same result."]
    asked = [viewer.name for viewer in through.viewers if viewer.newest["waiting"] or viewer.newest["choices"]]
    return faults + [f"It is over, and {name} is told that somebody is asked." for name in asked]


async def _not_over_yet(visit: Visit, through: Playthrough) -> Sequence[str]:
    answer = through.running
    if answer is None or answer.status == 200:
        return ["The transcript of a match that is played could be had."]
    code = answer.json().get("code")
    return [] if code == "not_over_yet" else [f"It was refused with `{code}`."]


async def _commitment(visit: Visit, through: Playthrough) -> Sequence[str]:
    opened = (await _entries(visit, through))[0]["cause"]
    wanted = hashlib.sha256(bytes.fromhex(opened["seed"])).hexdigest()
    faults = [] if set(through.commitments) == {wanted} else ["The seed is not the one that was committed to."]
    entropy = opened.get("entropy")
    return faults + ([] if entropy == ["Ada's share", "Bo's share"] else [f"The shares of entropy are {entropy}."])


async def _links(visit: Visit, through: Playthrough) -> Sequence[str]:
    transcript = await _transcript(visit, through)
    entries = await _entries(visit, through)
    key = hmac.digest(
        bytes.fromhex(entries[0]["cause"]["seed"]), b"quarterdeck links" + through.match.encode(), "sha256"
    )
    link = bytes(LINK_BYTES)
    links = {each["version"]: each.get("link") for each in through.seats[0].updates}
    faults: list[str] = []
    for number, each in enumerate(transcript["entries"], start=1):
        link = hmac.digest(key, link + each["at"].to_bytes(8, "big") + each["entry"].encode(), "sha256")
        if each["link"] != link.hex():
            return [f"The link of entry {number} does not follow from the one before."]
        if links.get(number, link.hex()) != link.hex():
            faults.append(f"The link that was told with version {number} is not that of the transcript.")
    return faults


async def _transcript(visit: Visit, through: Playthrough) -> Any:
    answer = await visit.http("GET", f"/v1/matches/{through.match}")
    if answer.status != 200:
        raise NotAsServed(f"the transcript was answered with status {answer.status}")
    return answer.json()


async def _entries(visit: Visit, through: Playthrough) -> list[Any]:
    transcript = await _transcript(visit, through)
    return [msgspec.json.decode(each["entry"]) for each in transcript["entries"]]


async def _replay(visit: Visit, through: Playthrough) -> Sequence[str]:
    answer = await visit.http("GET", f"/v1/matches/{through.match}/replay?seat=0")
    if answer.status != 200:
        return [f"The replay was answered with status {answer.status}."]
    frames = {each["version"]: each for each in answer.json()["frames"]}
    faults = []
    for update in _each_version(through.seats[0].updates):
        frame = frames.get(update["version"])
        same = ("events", "view", "choices")
        if frame is None or any(frame[name] != update[name] for name in same):
            faults.append(f"Its frame of version {update['version']} is not what the seat was told.")
    return faults


async def _own_seats(visit: Visit, through: Playthrough) -> Sequence[str]:
    token = through.seats[0].connection
    signed_in = next(each for each in token.received if each["type"] == "signed_in")
    answer = await visit.http("GET", "/v1/me/seats", Authorization=f"Bearer {signed_in['token']}")
    if answer.status != 200 or answer.json().get("type") != "seats":
        return [f"It was answered with status {answer.status}."]
    return []


MATCH_POINTS: tuple[tuple[Point, MatchCheck], ...] = (
    (point("watch-first", "The answer to `watch_match` comes before news of that match.", "A match"), _watch_first),
    (point("act-answered", "An act is answered by an update in which it stands.", "A match"), _act_answered),
    (point("act-once", "Sent again, an act is answered with where it stands.", "`ref`"), _act_once),
    (point("ref-reused", "Another act under the same `ref` is refused.", "`ref`"), _ref_reused),
    (point("stale", "What was chosen from what is no longer on offer is `stale`.", "`seen`"), _stale),
    (
        point("not-offered", "What is not on offer is refused, and `where` says where it stands.", "Refusals"),
        _not_offered,
    ),
    (point("spectator-acts", "Who has no seat cannot act.", "Refusals"), _not_your_seat),
    (point("versions", "News comes version by version.", "A match"), _versions),
    (point("same-links", "Everybody is told the same link of a version.", "Fairness"), _same_links),
    (point("choices", "Only seats are asked, and each knows its own.", "A match"), _asked_only_seats),
    (point("redaction", "What a viewer may not see is not there.", "Secrets"), _redaction),
    (point("patches", "Patches make what others are told whole.", "Patches"), _patches),
    (point("watching", "Who watches is counted, told whole and in patches.", "A match"), _watching),
    (point("resumed", "After a cut, `since` brings the events in between.", "Coming back"), _resumed),
    (point("without-since", "Without `since` there are no events.", "Coming back"), _without_since),
    (
        point("seats-after-return", "`signed_in` tells the match in which one sits.", "Seats of a player"),
        _seats_after_return,
    ),
    (point("result", "The last update has the result, for everybody.", "A match"), _result),
    (point("not-over-yet", "There is no transcript while a match is played.", "Over plain HTTP"), _not_over_yet),
    (point("commitment", "The seed and the shares are those that were given before.", "Fairness"), _commitment),
    (point("links", "The links of the transcript follow, and are those that were told.", "Fairness"), _links),
    (point("replay", "The replay shows what the seat was told.", "Over plain HTTP"), _replay),
    (point("own-seats", "A token asks over HTTP where its player sits.", "Seats of a player"), _own_seats),
)
