"""Leaks that are put into a server on purpose, each of another kind: what compares two worlds has to find every one.

All of them tell of the same: a number that follows from the whole state of the match as it is now, hidden cards and
all. None of them says a card by its name where a careful eye would see it, but the first two.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace
from quarterdeck_games.density_deck.rules import DensityDeck
from quarterdeck_games.game import IllegalAction
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.state_codec import keep
from quarterdeck_protocol.lobby.tables import Table
from quarterdeck_protocol.names import Milliseconds, Seat, Viewer
from quarterdeck_server.lobby.attendance import Attendance
from quarterdeck_server.lobby.chat import service as chat_service
from quarterdeck_server.matches import projection
from quarterdeck_server.matches.audience import Audience
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.record import Record
from quarterdeck_server.web.discord import match_messages
from quarterdeck_server.web.discord.asked import Asked
from quarterdeck_server.web.frames import deflate_windows
from quarterdeck_server.web.frames.deflate_windows import FrameCompressor
from quarterdeck_server.web.http import packed_answers

PONG = b'{"type":"pong","ref":null}'


@dataclass(frozen=True)
class Leak:
    """One leak: how it is put in, whom it tells, and which check has to find it."""

    put_in: Callable[[pytest.MonkeyPatch], None]
    game: str
    viewer: Viewer
    found_by: frozenset[str]
    follows: frozenset[str] = frozenset()
    """Further checks that differ with it, which alone would not do."""


def _secret(patching: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return what gives a number that follows from all that is hidden in the newest state of any match."""
    newest = [0]
    advance = Record.advance

    def noted(record: Record, *given: Any) -> None:
        advance(record, *given)
        newest[0] = crc32(keep(record.state))

    patching.setattr(Record, "advance", noted)
    return lambda: newest[0]


def _events_are_told_whole(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(projection, "_redacted", lambda record, viewer, events: tuple(events))


def _a_count_tells_a_face(patching: pytest.MonkeyPatch) -> None:
    view = Record.view

    def told(record: Record, viewer: Viewer) -> Any:
        shown = view(record, viewer)
        return replace(shown, pile_count=100 * shown.pile_count + record.state.pile[0].power)

    patching.setattr(Record, "view", told)


def _sizes_tell(patching: pytest.MonkeyPatch) -> None:
    secret, compressed = _secret(patching), FrameCompressor.compressed

    def told(compressor: FrameCompressor, frame: bytes) -> bytes:
        with pytest.MonkeyPatch.context() as meanwhile:
            meanwhile.setattr(deflate_windows, "LEVEL", secret() % 2)
            return compressed(compressor, frame)

    patching.setattr(FrameCompressor, "compressed", told)


def _a_further_frame(patching: pytest.MonkeyPatch) -> None:
    secret, notify = _secret(patching), Audience.notify

    def told(audience: Audience, record: Record, happened: Happened, *given: Any) -> bool:
        reached = notify(audience, record, happened, *given)
        if secret() % 2:
            notify(audience, record, Happened(record.version, ()))
        return reached

    patching.setattr(Audience, "notify", told)


def _the_order_of_frames(patching: pytest.MonkeyPatch) -> None:
    secret, notify = _secret(patching), Audience.notify

    def told(audience: Audience, *given: Any) -> bool:
        is_first = secret() % 2
        for viewing in audience.viewings if is_first else ():
            viewing.send(PONG)
        reached = notify(audience, *given)
        for viewing in () if is_first else audience.viewings:
            viewing.send(PONG)
        return reached

    patching.setattr(Audience, "notify", told)


def _a_refusal_says_why(patching: pytest.MonkeyPatch) -> None:
    decide = Myacards.decide_among

    def told(rules: Myacards, offered: Any, state: Any, seat: Seat, *given: Any) -> Any:
        try:
            return decide(rules, offered, state, seat, *given)
        except IllegalAction as illegal:
            theirs = state.sides[1 - seat].hand
            raise IllegalAction(f"{illegal} {crc32(repr(theirs).encode())}", illegal.rule) from illegal

    patching.setattr(Myacards, "decide_among", told)


def _the_order_of_choices(patching: pytest.MonkeyPatch) -> None:
    choices = DensityDeck.choices

    def told(rules: DensityDeck, state: Any, seat: Seat) -> Any:
        found = choices(rules, state, seat)
        return found[::-1] if crc32(keep(state)) % 2 else found

    patching.setattr(DensityDeck, "choices", told)


def _the_time_that_is_given(patching: pytest.MonkeyPatch) -> None:
    given = Record._given

    def told(record: Record, state: Any, seat: Seat, lapses: int) -> Any:
        time = given(record, state, seat, lapses)
        return replace(time, own=Milliseconds(time.own + crc32(keep(state)) % 1_000))

    patching.setattr(Record, "_given", told)


def _how_many_are_here(patching: pytest.MonkeyPatch) -> None:
    secret = _secret(patching)
    patching.setattr(Attendance, "online", lambda attendance: secret())


def _how_many_watch(patching: pytest.MonkeyPatch) -> None:
    secret = _secret(patching)
    patching.setattr(Attendance, "watching", lambda attendance, match, here: here + secret() % 1_000)


def _the_tag_of_an_answer(patching: pytest.MonkeyPatch) -> None:
    secret = _secret(patching)
    patching.setattr(packed_answers, "_digest", lambda body: sha256(body + b"%d" % secret()).hexdigest()[:32].encode())


def _a_metric(patching: pytest.MonkeyPatch) -> None:
    secret = _secret(patching)
    patching.setattr(Matches, "held", property(lambda matches: secret()))


def _the_id_of_a_line(patching: pytest.MonkeyPatch) -> None:
    secret = _secret(patching)
    patching.setattr(chat_service, "id_by", lambda *given: sha256(f"{given[:2]} {secret()}".encode()).hexdigest()[:20])


_UPDATES = frozenset({"what update says", "what update_patch says"})


def _a_public_post_is_for_its_presser(patching: pytest.MonkeyPatch) -> None:
    async def seen(asked: Asked, table: Table) -> str:
        presser = await asked.services.program_links.holder(asked.link)
        return str((await asked.ask(presser, "watch_match", match=table.match))["view"])

    patching.setattr(match_messages, "_public_board", seen)


LEAKS: Mapping[str, Leak] = {
    "events are told with all that is in them": Leak(_events_are_told_whole, "myacards", None, _UPDATES),
    "a number in a view tells a face": Leak(_a_count_tells_a_face, "density-deck", Seat(1), _UPDATES),
    "how well a frame is compressed": Leak(_sizes_tell, "amfibido", Seat(0), frozenset({"size of a frame"})),
    "a frame that says nothing new": Leak(
        _a_further_frame, "myacards", Seat(1), frozenset({"number of frames"}), frozenset({"values of metrics"})
    ),
    "in which order frames come": Leak(_the_order_of_frames, "density-deck", None, frozenset({"order of frames"})),
    "why something is refused": Leak(_a_refusal_says_why, "myacards", Seat(0), frozenset({"what refused says"})),
    "in which order choices stand": Leak(_the_order_of_choices, "density-deck", Seat(2), _UPDATES),
    "how long somebody may think": Leak(_the_time_that_is_given, "amfibido", None, _UPDATES),
    "how many are here": Leak(_how_many_are_here, "amfibido", None, frozenset({"what lobby_changed says"})),
    "how many watch": Leak(_how_many_watch, "myacards", Seat(1), _UPDATES),
    "the tag of an answer over HTTP": Leak(
        _the_tag_of_an_answer, "amfibido", Seat(1), frozenset({"head of an answer"})
    ),
    "a number for whoever runs the server": Leak(_a_metric, "density-deck", Seat(0), frozenset({"values of metrics"})),
    "the id of what somebody says": Leak(_the_id_of_a_line, "myacards", None, frozenset({"what said says"})),
    "a post in a channel of Discord": Leak(
        _a_public_post_is_for_its_presser, "myacards", None, frozenset({"body of an answer"})
    ),
}
