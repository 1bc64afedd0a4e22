"""Whoever is told of a match in patches knows the same as who is told whole updates: no less and no more."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from quarterdeck_client.transport.whole_updates import WholeUpdates
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Seat, Version, Viewer
from quarterdeck_server.matches.audience import CROWD, Audience, SpectatorRights, Viewing
from quarterdeck_server.matches.entries import acted_entry
from quarterdeck_server.matches.projection import Eyes, Happened, Through
from quarterdeck_server.matches.record import Record
from structlog.testing import capture_logs
from transcripts import Logbook

MATCHES = ("m-1", "m-2")
MOST_ENTRIES = 120


SEEN = Through(Seat(0))


class Connection:
    """What comes over one connection that follows matches, and what its reader makes of it."""

    def __init__(self) -> None:
        self.reader = WholeUpdates()
        self.frames: list[bytes] = []
        self.latest: dict[str, Any] = {}

    def tell(self, frame: bytes) -> None:
        self.frames.append(frame)
        update = msgspec.json.decode(self.reader.whole(frame))
        assert update["type"] == "update"
        self.latest[update["match"]] = update

    def put_to_all(self, frame: bytes, outlets: Sequence["Connection"]) -> None:
        for each in outlets:
            each.tell(frame)

    def kinds(self) -> list[str]:
        return [msgspec.json.decode(frame)["type"] for frame in self.frames]


class Played:
    """A match with an audience: for each viewer somebody who is told all, and several who are told patches."""

    def __init__(self, game: str, match: str, connections: list[tuple[Viewer, Connection]]) -> None:
        seats = GAMES[game].seats[-1]
        self.book = Logbook(game, seats)
        self.book.record.opened = msgspec.structs.replace(self.book.record.opened, match=match)
        self.audience = Audience(lambda: Milliseconds(self.book.record.at + 5))
        self.whole: dict[Eyes, Connection] = {eyes: Connection() for eyes in (*self.book.record.seats, None, SEEN)}
        self.patched: list[tuple[Viewing, Connection]] = []
        for eyes, whole in self.whole.items():
            seat, through = (None, eyes.seat) if isinstance(eyes, Through) else (eyes, None)
            self.audience.viewings.add(Viewing(seat, whole.tell, rights=SpectatorRights(through=through), outlet=whole))
        for viewer, connection in connections:
            self.join(viewer, connection)

    @property
    def match(self) -> str:
        return self.book.record.opened.match

    def join(self, viewer: Viewer, connection: Connection) -> Viewing:
        viewing = Viewing(viewer, connection.tell, takes_patches=True, outlet=connection)
        self.audience.viewings.add(viewing)
        self.patched.append((viewing, connection))
        self.audience.send_whole(self.book.record, viewing, Happened(self.book.record.version, ()))
        return viewing

    def leave(self, viewing: Viewing) -> Connection:
        (connection,) = [each for one, each in self.patched if one is viewing]
        self.audience.viewings.discard(viewing)
        self.patched = [each for each in self.patched if each[0] is not viewing]
        return connection

    def act(self, chance: random.Random) -> None:
        """Let somebody do anything, and everybody hear of it; it may be the command of somebody who is told patches."""
        record = self.book.record
        seat = chance.choice(self.book.asked())
        action = chance.choice(record.choices[seat])
        entry = acted_entry(record, seat, action, record.codec.canonical(action), None)
        self.book.write(entry)
        own = [viewing for viewing, _ in self.patched if viewing.seat == seat]
        sender = chance.choice(own) if own and chance.random() < 0.5 else None
        happened = Happened(Version(record.version - 1), entry.events)
        ref = None if sender is None else Ref("r")
        assert self.audience.notify(record, happened, sender, ref)

    def compare(self) -> None:
        """Check that everybody knows what the one with the whole updates knows."""
        for viewing, connection in self.patched:
            latest, whole = connection.latest[self.match], self.whole[viewing.eyes].latest[self.match]
            assert {**latest, "ref": None} == whole, (self.match, viewing.eyes)


def shaken(played: Played, chance: random.Random) -> None:
    """Let something happen to a connection: it drops, stops and begins to follow, or is somebody else's."""
    viewing, connection = chance.choice(played.patched)
    record = played.book.record
    match chance.randrange(5):
        case 0:
            played.leave(viewing)
            played.join(viewing.seat, Connection())
        case 1:
            played.leave(viewing)
            played.join(viewing.seat, connection)
        case 2:
            eyes = chance.choice([*record.seats, None, SEEN])
            viewing.seat, viewing.through = (None, eyes.seat) if isinstance(eyes, Through) else (eyes, None)
        case 3:
            viewing.takes_patches, viewing.shown = not viewing.takes_patches, None
        case _:
            played.audience.send_whole(record, viewing, Happened(record.version, ()), Ref("again"))


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("number", range(3))
def test_patches_make_the_whole_updates_whatever_happens_to_connections(game: str, number: int) -> None:
    chance = random.Random(f"{game} {number}")
    viewers: list[Viewer] = [Seat(0), Seat(0), Seat(1), None, None]
    connections = [(viewer, Connection()) for viewer in viewers]  # each follows both matches
    both = [Played(game, match, connections) for match in MATCHES]
    for entry in range(MOST_ENTRIES):
        played = chance.choice(both)
        if not played.book.asked():
            break
        played.act(chance)
        if entry == MOST_ENTRIES // 2:  # the store has forgotten
            played.book.record.epoch = Epoch(1)
            played.audience.send_all_of(played.book.record)
        played.compare()
        if chance.random() < 0.1:
            shaken(played, chance)
            if played.book.asked():
                played.act(chance)
                played.compare()


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {"tiny"}))  # all of Tiny is as small as a patch
def test_a_player_who_is_told_patches_is_told_one_whole_update_and_far_fewer_bytes(game: str) -> None:
    chance = random.Random(game)
    mine = Connection()
    played = Played(game, "m-1", [(Seat(0), mine)])
    while played.book.asked() and len(mine.frames) < 2 * MOST_ENTRIES:
        played.act(chance)
    whole = played.whole[Seat(0)]
    assert mine.kinds() == ["update", *["update_patch"] * len(whole.frames)]
    assert sum(map(len, mine.frames)) < 0.7 * sum(map(len, whole.frames))


class TestCrowds:
    def test_a_crowd_is_told_what_each_of_it_would_be_told_alone(self) -> None:
        chance = random.Random(3)
        played = Played("density-deck", "m-1", [])
        for _ in range(2 * CROWD):
            played.join(None, Connection())
        alone = Connection()
        played.audience.viewings.add(Viewing(None, alone.tell))
        waits = Viewing(None, Connection().tell, outlet=Connection())
        waits.is_expecting = True
        played.audience.viewings.add(waits)
        for _ in range(10):
            played.act(chance)
            played.compare()
            assert played.whole[None].frames[-1] == alone.frames[-1]
        assert {len(connection.frames) for _, connection in played.patched} == {11}
        assert waits.shown is None

    def test_a_crowd_to_which_the_game_cannot_show_the_match_keeps_nobody_else_waiting(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        chance = random.Random(4)
        played = Played("density-deck", "m-1", [(Seat(0), Connection())])
        for _ in range(CROWD):
            played.join(None, Connection())
        view = Record.view

        def failing(record: Record, viewer: Viewer) -> Any:
            if viewer is None:
                raise ValueError("nobody may see this")
            return view(record, viewer)

        monkeypatch.setattr(Record, "view", failing)
        with capture_logs() as log:
            played.act(chance)
        assert played.audience.unseen == {None}
        assert [line["event"] for line in log] == ["a view failed"]
        told = {viewing.seat: len(connection.frames) for viewing, connection in played.patched}
        assert told == {Seat(0): 2, None: 1}
