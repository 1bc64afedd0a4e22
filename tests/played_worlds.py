"""A course played at a real server over real sockets, and all that a viewer receives of it.

Two runs of one course are the same to the last byte: the clock stands still between two commands, and what is drawn is
drawn alike. So whatever differs between two worlds is a leak, but for what `WIPED` names.
"""

import asyncio
import contextlib
import hashlib
import json
import re
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import aiohttp
import msgspec
import pytest
from discord_simulator import COMMAND, COMPONENT, EPHEMERAL, SETTING, Discord
from luck import Repeated
from quarterdeck_games import AnyGame
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.lobby.moderation import Role, RolesOrder
from quarterdeck_protocol.lobby.sign_in.email_address import MailNotice
from quarterdeck_protocol.lobby.social.challenges import ChallengeId
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, Ref, Seat, Token, Version, Viewer
from quarterdeck_protocol.sides import Scope
from quarterdeck_server import app
from quarterdeck_server.lobby.accounts.accounts import ProgramLinkRecord
from quarterdeck_server.lobby.accounts.documents import PROGRAM_LINKS, TOKENS
from quarterdeck_server.lobby.accounts.tokens import AFTER_EVERY_ERA, TokenRecord, hashed
from quarterdeck_server.lobby.attendance import Attendance
from quarterdeck_server.lobby.mail.mail_records import EMAILS, MAILS, EmailRecord, MailRecord
from quarterdeck_server.lobby.notices import notice_mails, turn_notices
from quarterdeck_server.lobby.notices.inbox import InboxRecord
from quarterdeck_server.lobby.notices.turn_notices import MILLISECONDS_OPEN
from quarterdeck_server.lobby.player_webhooks.hook_records import PlayersHooks
from quarterdeck_server.lobby.player_webhooks.players_delivery import PlayersWebhookDelivery
from quarterdeck_server.lobby.tables import live_list
from quarterdeck_server.lobby.webhooks.outbox import DeliveryRecord
from quarterdeck_server.matches import audience
from quarterdeck_server.matches import record as record_module
from quarterdeck_server.matches.chain import Links
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.matches.delayed_audience import DelayedAudience
from quarterdeck_server.matches.record import Record
from quarterdeck_server.process.supervisor import listening_socket
from quarterdeck_server.services.foundation import Randomness
from quarterdeck_server.services.server_parts import ServerParts, wired
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.telemetry.endpoint import REGISTRY, MetricsServer
from quarterdeck_server.web.discord.asked import link_of
from quarterdeck_testing.made_up_actions import some_action
from quarterdeck_testing.world import parts_of
from raw_lines import RawFrame, RawLine, RawStream, raw_answer, raw_line, raw_stream
from scrapes import Series, scrape_of
from servers import PASSWORD, SOON, LiveServer, Message, live_server, soon
from two_worlds import Course, RiggedDice, Step, moments

NOON = 1_800_000_000_000
A_WHILE = 2_000
"""How many milliseconds the clock moves before each action: more than any standing order waits."""

A_DAY = 86_400_000

WEBHOOK = Path(__file__).with_name("played_webhooks.toml")
"""A webhook of the host, whose receiver is never there."""

WIPED: Mapping[str, re.Pattern[bytes]] = {
    "the commitment to a seed": re.compile(rb'(?<="commitment":")[0-9a-f]{64}(?=")'),
    "the date of an answer": re.compile(rb"(?<=\r\nDate: )\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT(?=\r\n)"),
}
"""All that is let pass, and why: a commitment is the hash of a seed, and the seeds of two worlds are different ones; a
date is that of the machine. What stands in their place has one length and one shape, or it is not let pass."""

WIPED_LINKS: Mapping[str, re.Pattern[bytes]] = {
    "a link": re.compile(rb'(?<="link":")[0-9a-f]{64}(?=")'),
    "the id of an event": re.compile(rb"(?<=id: )(?P<version>\d+)\.[0-9a-f]{64}(?=\n)"),
}
"""Let pass too where links are as they are in earnest: they are keyed with what follows from the seed (`chain.py`).
Mostly the links of both worlds are made even, so that nothing else can hide behind them, compressed sizes among it."""


def wiped(heard: bytes, *, links: bool = False) -> bytes:
    """Return what was heard without what is let pass."""
    for pattern in (*WIPED.values(), *(WIPED_LINKS.values() if links else ())):
        heard = pattern.sub(lambda found: b"*" * len(found[0]), heard)
    return heard


class StillClock(StoreClock):
    """Stands still until it is moved."""

    def __init__(self) -> None:
        super().__init__()
        self.at = Milliseconds(NOON)

    def now(self) -> Milliseconds:
        return self.at

    def last_sent(self) -> Milliseconds:
        return self.at

    def correct(self, now: Milliseconds) -> None:
        """It is the store's clock too."""
        self.is_right = True

    def move(self, span: int) -> None:
        self.at = Milliseconds(self.at + span)


class Seeds(Repeated):
    """Chance for seeds and ids: the ids of all worlds are the same, the seeds are not."""

    def __init__(self, world: int) -> None:
        super().__init__(1)
        self._world = world

    def token_bytes(self, nbytes: int | None = None, /) -> bytes:
        drawn = super().token_bytes(nbytes)
        return hashlib.sha256(b"%d" % self._world + drawn).digest() if nbytes == 32 else drawn


@dataclass
class Received:
    """Everything that one viewer received, by where it came from, in order."""

    lines: Mapping[str, Sequence[RawFrame]]
    answers: Mapping[str, bytes]
    metrics: Mapping[Series, float]


Fault = Callable[[pytest.MonkeyPatch], None]
"""A leak that is put into a server on purpose."""

Probes = Mapping[tuple[int, Viewer], Sequence[bytes]]
"""What viewers try that they may not, before each step."""


def probes_of(course: Course, chance: Random) -> Probes:
    """Return actions that nobody may take then, some of them what others may."""
    rules = course.world.game
    found: dict[tuple[int, Viewer], list[bytes]] = {}
    for at, moment in zip(range(len(course.steps)), moments(course), strict=False):
        state = moment.state
        offered = [
            part for seat in _seats(course) for choice in rules.choices(state, seat) for part in parts_of(choice)
        ]
        for viewer in (*_seats(course), None):
            tried = [some_action(rules, chance), chance.choice(offered)]
            if viewer is not None:
                tried = [action for action in tried if _is_refused(rules, state, viewer, action)]
            found[at, viewer] = [msgspec.json.encode(action) for action in tried]
    return found


def _is_noticed(heard: Message, reason: str) -> bool:
    return bool(heard.get("notice", {}).get("reason") == reason)


async def _all_open(challenges: Sequence[ChallengeId]) -> Sequence[ChallengeId]:
    return challenges


async def _not_barred(_: PlayerId) -> bool:
    return False


def _seats(course: Course) -> Sequence[Seat]:
    return [Seat(number) for number in range(course.setup.seats)]


def discord_user(viewer: Viewer) -> str:
    """Return the id of the user of Discord who is this viewer."""
    return "101" if viewer is None else str(200 + viewer)


def _is_refused(rules: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    if not rules.choices(state, seat):
        return True
    try:
        rules.decide(state, seat, action, RiggedDice(bytes(32), Version(1), {}))
    except IllegalAction:
        return True
    return False


class PlayedWorld:
    """One run: a server, all seats at their lines, some who only watch, and what they all received."""

    def __init__(
        self,
        server: LiveServer,
        course: Course,
        clock: StillClock,
        metrics: str,
        memory: Memory,
        delay: int = 0,
        in_club: bool = False,
    ) -> None:
        self.server = server
        self.delay = delay
        """Milliseconds by which spectators are behind."""

        self.in_club = in_club
        """True if the table is one of a club. All are members of it, and all but the last who only watches organise
        it, with webhooks of the club."""

        self.club = self.founder = ""

        self.memory = memory
        self.course = course
        self.clock = clock
        self.metrics = metrics
        """Where the server's numbers are."""

        self.seats: list[RawLine] = []
        self.spectators: dict[str, RawLine] = {}
        self.streams: dict[str, RawStream] = {}
        self.overlays: list[RawStream] = []
        self.tokens: list[str] = []
        self.players: list[str] = []
        self.roles: dict[Role, str] = {}
        """The tokens of those who look after the server."""

        self.answers: dict[Viewer, dict[str, bytes]] = {viewer: {} for viewer in (*_seats(course), None)}
        self.match = self.table = ""

    @property
    def _lines(self) -> list[RawLine]:
        return [*self.seats, *self.spectators.values()]

    def _lines_of(self, viewer: Viewer) -> list[RawLine]:
        return [*self.spectators.values()] if viewer is None else [self.seats[viewer]]

    async def play(self, probes: Probes, *, probing: Viewer | None = None, all_probe: bool = True) -> None:
        """Play the whole course."""
        await self._sit_down()
        halfway, last = len(self.course.steps) // 2, len(self.course.steps)
        record, paused = (await self.server.services.matches.open(MatchId(self.match))).record, 0
        for at, step in enumerate(self.course.steps):
            if at in (0, halfway):
                await self._look("at the start" if at == 0 else "halfway")
            for viewer in (*_seats(self.course), None):
                if all_probe or viewer == probing:
                    await self._probe(viewer, at, record.version, probes[at, viewer])
            if at == halfway:
                if not self.delay:  # what players say is told later, too
                    await self._talk()
                paused = -record.version
                await self._pause()
                paused += record.version
                await self._challenge()
                await self._note_sign_ins([*_seats(self.course)] if all_probe else [probing])
            if at == 0:  # nobody has given an order yet, which would be carried out in this time
                await self._turn()
            await self._take(step, record)
            if at == 0:
                await self.server.app[app.TURN_NOTICES].sweep()
            await self._rest()
        await self._look("at the end")
        assert record.version == last + 1 + paused
        await self._end(record.version - (paused if self.delay else 0))  # it was within the delay

    async def _sit_down(self) -> None:
        """Open a table, take all seats, and begin."""
        await self._appoint()
        for name, line in self.spectators.items():
            await self._register(line, name)
            await line.ask({"type": "watch_notices"})
            await line.ask({"type": "watch_lobby"})
            await line.ask({"type": "join_chat", "where": "lobby"})
        for seat, line in enumerate(self.seats):
            signed = await self._register(line, f"Player {seat}")
            self.tokens.append(signed["token"])
            self.players.append(signed["player"]["id"])
            await line.ask({"type": "watch_notices"})
            await self._hook(line)
        if self.in_club:
            await self._found_club()
        await self._link_with_discord()
        first, *others = self.seats
        setup = self.course.setup
        opening = {"type": "open_table", "game": self.course.game, "seats": setup.seats, "time_limit": A_DAY}
        if self.in_club:
            opening["club"] = self.club
        if self.delay:
            opening["spectator_delay"] = "30s"
        table = (await first.ask(opening))["table"]
        self.match, self.table = table["match"], table["id"]
        for line in others:
            await line.ask({"type": "sit", "table": table["id"]})
            await self._rest()
        for line in self.seats:
            for form in ("standard", "discord"):
                await self._hook(line, table=self.table, form=form, language="de")
        for line in self.seats:
            await line.ask({"type": "ready", "table": table["id"]})
            await self._rest()
        self.clock.move(self.delay)
        for line in self._lines:
            if self.in_club:
                await line.ask({"type": "watch_table", "table": self.table})
            await line.ask({"type": "watch_match", "match": self.match})
            await line.ask({"type": "join_chat", "where": "match", "id": self.match})
        feed = f"/v1/matches/{self.match}/events"
        if not self.in_club:  # strangers read nothing of it
            self.streams["events of the match"] = await raw_stream(self.server.url, feed)
            accept = "application/x-ndjson"
            self.streams["lines of the match"] = await raw_stream(self.server.url, feed, Accept=accept)
        self.streams["events of the lobby"] = await raw_stream(self.server.url, "/v1/lobby/events")
        for seat, player in enumerate([] if self.delay else self.players):
            self.overlays.append(await self._overlay_of(PlayerId(player), f"overlay of {seat}"))
        if not self.in_club:
            for name in ("events of the match", "lines of the match"):
                await self.streams[name].until(b'"version":1,')
            await self.streams["events of the lobby"].until(self.match.encode())
        await self._rest()

    async def _found_club(self) -> None:
        """Let the first who only watches found a club, which all others join, and make webhooks of it."""
        founder, *others = self.spectators.values()
        founded = await founder.ask({"type": "create_club", "name": "Readers", "access": "open"})
        self.club = founded["club"]["summary"]["id"]
        self.founder = founded["club"]["members"][0]["player"]["id"]
        for line in (*others, *self.seats):
            await line.ask({"type": "join_club", "club": self.club})
        for player in self.players:
            await founder.ask(
                {"type": "set_club_role", "club": self.club, "player": player, "role": "organiser", "ref": player}
            )
        for line in (founder, *self.seats):
            for form in ("standard", "discord"):
                await self._hook(line, club=self.club, form=form, language="de")

    async def _register(self, line: RawLine, name: str) -> Message:
        """Sign in as a player with an account."""
        signed = await line.ask({"type": "sign_in", "name": name})
        await line.ask({"type": "register", "name": name, "password": PASSWORD})
        return signed

    async def _appoint(self) -> None:
        """Make an admin, who makes a viewer and a moderator."""
        moderation, players = self.server.services.moderation, self.server.services.players
        ids: dict[Role, PlayerId] = {}
        for role, name in ((Role.ADMIN, "Olga"), (Role.VIEWER, "Vera"), (Role.MODERATOR, "Mo")):
            async with self.server.line() as line:
                self.roles[role] = (await line.sign_in(name))["token"]
                registered = await line.ask({"type": "register", "name": name, "password": PASSWORD})
                ids[role] = registered["player"]["id"]
        await moderation.make_first_admin("Olga")
        by = await players.holder(Token(self.roles[Role.ADMIN]))
        for role in (Role.VIEWER, Role.MODERATOR):
            order = RolesOrder(player=ids[role], roles=(role,), why="a test", ref=Ref(role))
            await moderation.set_roles(by, order)

    async def _hook(self, line: RawLine, **fields: str) -> None:
        """Make a webhook of a player, whose receiver is never there."""
        made = await line.ask({"type": "create_webhook", "url": "https://nobody.invalid/", **fields})
        assert made["type"] == "webhook_changed", made

    async def _overlay_of(self, player: PlayerId, token: str) -> RawStream:
        """Return the stream of an overlay of this player."""
        for_overlay = TokenRecord(
            player=player,
            session=token,
            is_for_program=True,
            era=AFTER_EVERY_ERA,
            scopes=(Scope.OVERLAY,),
            made_at=self.clock.now(),
            until=Milliseconds(self.clock.now() + 1000 * A_DAY),
            overlay_delay=0,
        )
        await MemoryStore(self.memory).documents.commit([TOKENS.put(hashed(Token(token)), None, for_overlay)])
        stream = await raw_stream(self.server.url, "/v1/overlay/events", Authorization=f"Bearer {token}")
        await stream.until(b'"version":1,')
        return stream

    async def _end(self, version: int) -> None:
        """Have something told last wherever something might be told, and wait until it has come everywhere."""
        seen = b'"version":%d,' % (version - self.delay // A_WHILE)
        of_match = [stream for name, stream in self.streams.items() if name.endswith("of the match")]
        for stream in (*of_match, *self.overlays):
            await stream.until(seen)
        first, *others = self.spectators.values()
        table = (await first.ask({"type": "open_table", "game": self.course.game, "sit": False}))["table"]["id"]
        for line in others:
            await line.until(lambda heard: heard["type"] == "lobby_changed")
        await self.streams["events of the lobby"].until(table.encode())
        await self._rest()

    async def _take(self, step: Step, record: Record) -> None:
        """Let a seat act, or its standing order for it."""
        version, has_order = record.version, step.seat in record.obeys_at
        self.clock.move(A_WHILE)
        if has_order:
            await self.server.services.matches.sweep()
            async with asyncio.timeout(SOON):
                while record.version == version:  # noqa: ASYNC110 - it is entered by the next sweep
                    await asyncio.sleep(0)
            return
        act = {"type": "act", "match": self.match, "seen": version, "action": msgspec.to_builtins(step.action)}
        answer = await self.seats[step.seat].ask(act)
        assert answer["type"] in ("update", "update_patch"), answer

    async def _rest(self) -> None:
        """Wait until everybody has been told what there was to tell."""
        if (match := self.server.services.matches.here(MatchId(self.match))) is not None:
            match.send_due_updates()
        for _ in range(2):  # once more for what is told of the first time
            for line in self._lines:
                await line.ask({"type": "ping"})

    async def _probe(self, viewer: Viewer, at: int, version: Version, actions: Sequence[bytes]) -> None:
        """Try what this viewer may not do now, and ask how it stands, and what has happened."""
        for line in self._lines_of(viewer):
            for action in actions:
                act = {"type": "act", "match": self.match, "seen": version, "action": msgspec.json.decode(action)}
                answer = await line.ask(act)
                assert answer["type"] == "refused", (answer, action)
            if at % 4 == 0:
                await line.ask({"type": "act", "match": self.match, "seen": 0, "action": {"type": "nonsense"}})
                undo = {"match": self.match, "action": max(1, version - 1)}
                await line.ask({"type": "ask_undo", **undo})
                await line.ask({"type": "answer_undo", "answer": "agree", **undo})
                for step in ("agree", "resume"):  # nobody has asked
                    await line.ask({"type": "recess_match", "match": self.match, "step": step})
                await line.ask({"type": "watch_match", "match": self.match, "since": max(1, version - 3)})

    async def _pause(self) -> None:
        """Let all seats agree on a pause, and go on."""
        asked = [(self.seats[0], "ask"), *((line, "agree") for line in self.seats[1:])]
        for line, step in (*asked, *((line, "resume") for line in self.seats)):
            answer = await line.ask({"type": "recess_match", "match": self.match, "step": step})
            assert answer["type"] in ("update", "update_patch"), answer
            await self._rest()

    async def _talk(self) -> None:
        """Let a seat and a spectator say something, and wait until all have heard it who may."""
        for lines in (self.seats, [*self.spectators.values()]):
            # the id of a line follows from its `ref`, and so it is told
            await lines[0].ask(
                {"type": "say", "where": "match", "id": self.match, "phrase": "one_moment", "ref": "talk"}
            )
            for line in lines[1:]:
                await line.until(lambda heard: heard["type"] == "said")
        await self._rest()

    async def _challenge(self) -> None:
        """Let a spectator challenge the player of the first seat, who has a notice of it."""
        challenger, challenged = next(iter(self.spectators.values())), self.seats[0]
        await challenged.ask({"type": "set_challengers", "by": "everybody"})
        challenge = {"type": "create_challenge", "player": self.players[0], "game": self.course.game}
        made = await challenger.ask({**challenge, "ref": "challenge"})
        assert made["type"] == "challenge_changed", made
        linked = await challenger.ask({"type": "create_challenge_link", "game": self.course.game, "ref": "link"})
        for line in self._lines:
            assert (await line.ask({"type": "get_challenge_link", "token": linked["token"]}))["type"] == linked["type"]
        if not any(b'"type":"noticed"' in frame.text for frame in challenged.frames):
            await challenged.until(lambda heard: heard["type"] == "noticed")
        await self._rest()

    async def _note_sign_ins(self, alike: Sequence[Viewer]) -> None:
        """Note a new way to sign in of each seat: the same in both worlds of those who are `alike`."""
        for seat, line in zip(_seats(self.course), self.seats, strict=True):
            reason = "new_device" if seat in alike else "password_changed"
            await self.server.services.inboxes.note_sign_in(PlayerId(self.players[seat]), reason)
            words = f'"{reason}"'.encode()
            if not any(words in frame.text for frame in line.frames):
                await line.until(partial(_is_noticed, reason=reason))
        await self._rest()

    async def _turn(self) -> None:
        """Let a turn be open for a while, with nobody counted as present: the players on turn have a notice of it."""
        notices = self.server.app[app.TURN_NOTICES]
        await notices.sweep()
        self.clock.move(MILLISECONDS_OPEN)
        await notices.sweep()
        await self._rest()

    async def _look(self, when: str) -> None:
        """Ask over HTTP for all that there is about this match and its players."""
        await self._hooks_written()
        for viewer, answers in self.answers.items():
            headers = {} if viewer is None else {"Authorization": f"Bearer {self.tokens[viewer]}"}
            for path in self._paths(viewer):
                answers[f"{path} {when}"] = await raw_answer(self.server.url, path, **headers)
            if viewer is not None or not self.delay:  # a moderator sees a match without delay
                answers[f"the inspector {when}"] = await self._inspected(viewer, when)
        for path in ("server", "figures"):
            viewer_role = {"Authorization": f"Bearer {self.roles[Role.VIEWER]}"}
            _, head, body = (await raw_answer(self.server.url, f"/v1/moderation/{path}", **viewer_role)).partition(
                _HEAD
            )
            self.answers[None][f"{path} {when}"] = head + _MEASURED.sub(b"*", body)
        await self._look_at_discord(when)

    async def _inspected(self, viewer: Viewer, when: str) -> bytes:
        """Return what the inspector shows a moderator through these eyes, compared with the version before."""
        asked = {"match": self.match, "seat": viewer, "why": "a test", "ref": f"{viewer} {when}"}
        headers = {"Authorization": f"Bearer {self.roles[Role.MODERATOR]}"}
        url = f"{self.server.url}/v1/moderation/matches"
        async with aiohttp.ClientSession(headers=headers) as http, http.post(url, json=asked | {"since": 1}) as answer:
            return _HEAD + await answer.read()  # without a head, whose size would differ as the body does

    async def _look_at_discord(self, when: str) -> None:
        """Press and ask in a channel of Discord as each seat, and as a user without a seat. What everybody there sees
        is kept for those without a seat, whoever pressed. An answer may change the message of its button."""
        channel = Discord(self.server.url, now=lambda: self.clock.now() / 1000)
        own = [f"{kind}:{self.table}" for kind in ("at", "resign")]
        own += [f"page:{self.table}:1", f"act:{self.table}:1-stale:0"]
        public = [f"{kind}:{self.table}" for kind in ("show", "join", "bot", "play")]
        asked = {"id": "1", "name": "replay", "type": 1, "options": [{"name": "match", "type": 3, "value": self.match}]}
        pressed = [*public, *own] if when == "halfway" else [public[0], own[0]]
        shown = [(COMMAND, asked), *((COMPONENT, {"custom_id": each, "component_type": 2}) for each in pressed)]
        for viewer in self.answers:
            for kind, data in shown if viewer is not None else shown[:2]:  # others would be guests, and sit down
                answer = await channel.send(channel.interaction(kind, discord_user(viewer), data))
                is_private = answer["data"].get("flags") == EPHEMERAL or data.get("custom_id") in own
                said = json.dumps(answer, sort_keys=True).replace(self.server.url, "http://server")
                name = data.get("custom_id", "replay")
                self.answers[viewer if is_private else None][f"Discord, {name} of {viewer} {when}"] = (
                    _HEAD + said.encode()
                )

    async def _link_with_discord(self) -> None:
        """Link each seat with a user of Discord, as its player allows it."""
        await MemoryStore(self.memory).documents.commit(
            [
                PROGRAM_LINKS.put(
                    link_of(discord_user(seat)),
                    None,
                    ProgramLinkRecord(PlayerId(self.players[seat]), hashed(Token(self.tokens[seat]))),
                )
                for seat in _seats(self.course)
            ]
        )

    def _paths(self, viewer: Viewer) -> Sequence[str]:
        match, game, player = self.match, self.course.game, self.players[0]
        own = (
            ()
            if viewer is None
            else ("/v1/me/seats", "/v1/me/notices", "/v1/me/export", f"/v1/matches/{match}/replay?seat={viewer}")
        )
        return (
            *(f"/v1/matches/{match}", f"/v1/matches/{match}/replay", "/v1/tables", "/v1/games", "/readyz", "/v1/keys"),
            *(f"/v1/players/{player}", f"/v1/players/{player}/matches", f"/v1/games/{game}/ladder"),
            *(f"/m/{match}", f"/m/{match}?at=3", f"/u/{player}"),
            *(f"/embed/match/{match}", f"/embed/replay/{match}?at=2", f"/v1/transcripts?player={player}"),
            *(f"/previews/picture.png?path=/m/{match}", f"/oembed?url=http://server/m/{match}"),
            *own,
        )

    async def _hooks_written(self) -> None:
        """Wait until all events are written for the webhooks of players."""
        documents = self.memory.documents._documents

        def is_written() -> bool:
            written = {key.name: each.document.body for key, each in documents.items() if key.kind == "player_webhooks"}
            inboxes = {key.name: each.document.body for key, each in documents.items() if key.kind == "inbox"}
            return not any(key.kind == "webhook_happened" for key in documents) and not any(
                msgspec.json.decode(inboxes[player], type=InboxRecord).after(
                    msgspec.json.decode(written[player], type=PlayersHooks).last_written, self.clock.now()
                )
                for player in self.players
                if player in inboxes
            )

        async with asyncio.timeout(SOON):
            await soon(is_written)

    async def _webhooks(self, owner: str = "") -> bytes:
        """Return the bodies of all events that were written for the webhooks of the host, or of a player. None is
        delivered."""
        await self._hooks_written()
        documents = self.memory.documents._documents
        written = [each.document.body for key, each in documents.items() if key.kind == "webhook"]
        records = [msgspec.json.decode(body, type=DeliveryRecord) for body in written]
        begins = f"own:{owner}" if owner else "nobody"
        return b"\n".join(sorted(each.body.encode() for each in records if each.hook.startswith(begins)))

    async def _mails(self, player: PlayerId) -> bytes:
        """Return the lines of all mails that a player gets who has chosen every kind. None is sent."""
        documents = MemoryStore(self.memory).documents
        kinds = tuple(each for each in MailNotice if each is not MailNotice.OTHER)
        (before,) = await documents.read([EMAILS.key(player)])
        wanting = EmailRecord(verified="ada@example.org", notices=kinds)
        await documents.commit([EMAILS.put(player, before, wanting)])
        writer = notice_mails.NoticeMails(documents, secrets, {}, "https://cards.example.org", _not_barred, _all_open)
        writer._wake(player)
        await writer.round()
        stored = self.memory.documents._documents.items()
        written = [
            msgspec.json.decode(each.document.body, type=MailRecord)
            for key, each in stored
            if key.kind == MAILS.key("").kind
        ]
        return "\n".join(sorted(line for each in written if each.player == player for line in each.lines)).encode()

    async def received(self, viewer: Viewer) -> Received:
        """Return all that a viewer has received so far."""
        lines = self.spectators if viewer is None else {f"the line of seat {viewer}": self.seats[viewer]}
        answers = dict(self.answers[viewer])
        for name, line in lines.items():
            answers[f"handshake of {name}"] = line.handshake
        if viewer is not None:
            answers["the overlay"] = _SIGN_OF_LIFE.sub(b"", self.overlays[viewer].heard)
            answers["webhooks of the player"] = await self._webhooks(self.players[viewer])
            answers["mails to the player"] = await self._mails(PlayerId(self.players[viewer]))
        if viewer is None:
            answers |= {name: _SIGN_OF_LIFE.sub(b"", stream.heard) for name, stream in self.streams.items()}
            answers["webhooks of the host"] = await self._webhooks()
            if self.in_club:
                answers["webhooks of the club"] = await self._webhooks(self.founder)
        scraped = (await raw_answer(self.metrics, "/metrics")).partition(b"\r\n\r\n")[2]
        return Received(
            lines={name: tuple(line.frames) for name, line in lines.items()},
            answers=answers,
            metrics={series: value for series, value in scrape_of(scraped.decode()).items() if _is_compared(series)},
        )


_HEAD = b"\r\n\r\n"
_MEASURED = re.compile(rb'(?<="length":)\d+|(?<="processes":)\d+')
"""Fill levels of queues, some in bytes that depend on the machine, and signs of life, which depend on its speed."""

_SIGN_OF_LIFE = re.compile(rb"(?<=\r\n)(?:e\r\n: still here\n|1\r\n)\n\r\n")
"""What a stream sends if it has had nothing to say for a while."""

UNCOMPARED = re.compile(
    "seconds|bytes|^process_|^python_|loop|flush|refus|commands|frames|requests|actions|resumes|house_entries"
)
"""Metrics of time and size, of the machine, of what others have tried, and of orders that the house has obeyed: those
are for whoever runs the server alone, at a port of their own."""


def _is_compared(series: Series) -> bool:
    return UNCOMPARED.search(series.name) is None


@contextlib.asynccontextmanager
async def played_world(
    course: Course,
    world: int,
    probes: Probes,
    *,
    viewer: Viewer = None,
    all_probe: bool = True,
    links: bool = False,
    fault: Fault | None = None,
    delay: int = 0,
    in_club: bool = False,
) -> AsyncIterator[PlayedWorld]:
    """Play a course at a server of its own, which deals as the course says; given when it has been played. Of all who
    look only the `viewer` tries what they may not, unless `all_probe`; `links`: as they are in earnest, not even.
    `in_club`: at a table of a club."""
    clock = StillClock()
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(record_module, "Dice", partial(RiggedDice, swaps=course.swaps))
        if world % 2:
            patching.setattr(audience, "CROWD", 1)  # so that who is told together hears what is told one by one
        patching.setattr(Attendance, "seated", lambda _: {})
        patching.setattr(PlayersWebhookDelivery, "start", lambda _: None)  # the state of a webhook is in exports
        patching.setattr(turn_notices, "SECONDS_BETWEEN_SWEEPS", A_DAY)
        patching.setattr(notice_mails, "RESTING", 0)
        if delay:  # updates come when the clock was moved, not by timers
            patching.setattr(DelayedAudience, "_set_alarm", lambda _: None)
        if fault is not None:
            fault(patching)
        memory = Memory(clock.now)
        serving = still_server(clock, world, links=links, memory=memory, webhooks=str(WEBHOOK))
        async with serving as server, contextlib.AsyncExitStack() as stack:
            listening = listening_socket(Settings(port=0))
            metrics = MetricsServer(server.app[REGISTRY])
            await metrics.start(listening)
            stack.push_async_callback(metrics.close)
            port = listening.getsockname()[1]
            played = PlayedWorld(server, course, clock, f"http://127.0.0.1:{port}", memory, delay, in_club)
            for _ in _seats(course):
                is_terse = not links
                line = await stack.enter_async_context(raw_line(server.url, deflate=is_terse, patches=is_terse))
                played.seats.append(line)
            for name, is_terse in (("Eva", False), ("Max", not links)):
                line = await stack.enter_async_context(raw_line(server.url, deflate=is_terse, patches=is_terse))
                played.spectators[name] = line
            await played.play(probes, probing=viewer, all_probe=all_probe)
            try:
                yield played
            finally:
                for stream in (*played.streams.values(), *played.overlays):
                    await stream.close()


@contextlib.asynccontextmanager
async def still_server(
    clock: StillClock, world: int, *, links: bool = False, memory: Memory | None = None, **settings: Any
) -> AsyncIterator[LiveServer]:
    """Run a server whose clock stands still and whose chance is the same in every run, but for the seeds of matches,
    which are those of this world; `links`: as they are in earnest, not even."""
    randomness = Randomness(
        matches=Seeds(world), players=Repeated(2), moderation=Repeated(3), keys=Repeated(4), packs=Repeated(5)
    )
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(app, "wired", partial(_wired, clock, randomness))
        patching.setattr(live_list, "SECONDS_BETWEEN_NEWS", 0.0)
        if not links:
            patching.setattr(Links, "after", _even_link)
        async with live_server(
            MemoryStore(memory or Memory(clock.now), process="process"),
            discord=SETTING,
            public_url="http://server",
            **settings,
        ) as server:
            yield server


def _wired(clock: StillClock, randomness: Randomness, /, *given: Any, **named: Any) -> ServerParts:
    return wired(*given, **{**named, "clock": clock, "randomness": randomness})


def _even_link(links: Links, link: bytes, at: Milliseconds, entry: bytes) -> bytes:
    """Return a link that follows from the one before and from the time alone."""
    return hashlib.sha256(link + at.to_bytes(8, "big")).digest()


# What differs


class Difference(NamedTuple):
    """Something by which two worlds can be told from each other."""

    check: str
    """What was compared."""

    where: str
    here: Any
    there: Any


def differences(here: Received, there: Received, *, links: bool = False) -> Iterator[Difference]:
    """Yield all by which a viewer could tell one world from the other."""
    for name in here.lines.keys() | there.lines.keys():
        frames, others = (
            [frame._replace(text=wiped(frame.text, links=links)) for frame in received.lines.get(name, ())]
            for received in (here, there)
        )
        yield from _of_line(name, frames, others)
    for name in here.answers.keys() | there.answers.keys():
        head, body = _wiped_answer(here.answers.get(name, b""), links=links)
        other_head, other_body = _wiped_answer(there.answers.get(name, b""), links=links)
        if head != other_head:
            yield Difference("head of an answer", name, head, other_head)
        if body != other_body:
            yield Difference("body of an answer", name, body, other_body)
    for series in here.metrics.keys() ^ there.metrics.keys():
        yield Difference("labels of metrics", str(series), series in here.metrics, series in there.metrics)
    for series in here.metrics.keys() & there.metrics.keys():
        if here.metrics[series] != there.metrics[series]:
            yield Difference("values of metrics", str(series), here.metrics[series], there.metrics[series])


def _wiped_answer(answer: bytes, *, links: bool) -> tuple[bytes, bytes]:
    """Return head and body of an answer without what is let pass: an ETag that follows from the body below it, too."""
    head, _, body = answer.partition(b"\r\n\r\n")
    tag = hashlib.sha256(body).hexdigest()[:32].encode()
    return wiped(head.replace(tag, b"*" * len(tag)), links=links), wiped(body, links=links)


def _of_line(name: str, frames: Sequence[RawFrame], others: Sequence[RawFrame]) -> Iterator[Difference]:
    if len(frames) != len(others):
        yield Difference("number of frames", name, len(frames), len(others))
        return
    if frames != others and sorted(frames) == sorted(others):
        yield Difference("order of frames", name, frames, others)
        return
    for number, (frame, other) in enumerate(zip(frames, others, strict=True)):
        if frame.text != other.text:
            said = msgspec.json.decode(frame.text)
            yield Difference(f"what {said['type']} says", f"{name}, frame {number}", frame.text, other.text)
        if (frame.head, frame.size) != (other.head, other.size):
            yield Difference("size of a frame", f"{name}, frame {number}", frame[:2], other[:2])
