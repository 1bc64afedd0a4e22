"""Random transcripts of all games, each from its number: what chance does with seats, options, seeds and clocks."""

import random
from typing import Any

from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Epoch, Seat, Version
from quarterdeck_protocol.recess import RecessState, RecessStep
from quarterdeck_protocol.transcripts.transcript import Entry, HistoryLost, Transcript
from quarterdeck_protocol.undo import UndoAnswer
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.undo.recess import MOST_REQUESTS, recess_entry
from quarterdeck_server.matches.undo.steps import undo_answered_entry, undo_asked_entry, undo_of
from transcripts import Logbook

SHORT: dict[str, dict[str, Any]] = {
    "tiny": {"marks": 8},
    "density-deck": {"lives": 3, "round_cap": 4},
    "amfibido": {"max_rounds": 4},
    "amiibart": {"turn_cap": 10},
    "myacards": {"turn_cap": 6},
}
"""Each game with what makes it short."""

LIMIT = 30_000


def random_transcript(number: int, *, undoes: bool = True) -> Transcript:
    """Return the transcript of this number: a whole match in which seats act, let their time run out, come back and
    leave, and now and then the store forgets something, by lot."""
    game = sorted(SHORT)[number % len(SHORT)]
    rules, chance = GAMES[game], random.Random(number)
    seats = chance.choice(rules.seats)
    ready = [] if rules.decks is None else sorted(rules.decks.ready)
    book = Logbook(
        game,
        seats,
        rules.options(**SHORT[game]),
        time_limit=LIMIT,
        decks=tuple(chance.choice(ready) for _ in range(seats)) if ready else (),
        seed=chance.randbytes(32),
        binds=number % 3 != 0,
    )
    while book.record.result is None:
        _go_on(book, chance, undoes=undoes)
    return book.transcript()


def _loss(book: Logbook, chance: random.Random) -> AnyEntry:
    """Return the entry that notes that the store has forgotten a few entries after the newest one."""
    since, losses = book.record.version, 1 + sum('"history_lost"' in each.entry for each in book.stored)
    was = Version(since + chance.randrange(1, 4))
    cause = HistoryLost(epoch=Epoch(losses), since=since, was=was, link=chance.randbytes(32).hex())
    return Entry(version=book.record.next_version, seat=None, cause=cause, events=())


def _paused(book: Logbook, chance: random.Random) -> bool:
    """Write a step of a recess, in one entry of thirty, and those that follow from it."""
    record = book.record
    if chance.random() > 1 / 30 or record.recess_requests[0] >= MOST_REQUESTS or 0 in record.gone:
        return False
    book.write(recess_entry(record, Seat(0), RecessStep.ASK, None))
    while record.result is None and record.recess is not None and record.recess.missing:
        is_on = record.recess.state is RecessState.ON
        step = RecessStep.RESUME if is_on else chance.choice([RecessStep.AGREE, RecessStep.AGREE, RecessStep.DECLINE])
        book.write(recess_entry(record, record.recess.missing[0], step, None))
    return True


def _go_on(book: Logbook, chance: random.Random, *, undoes: bool) -> None:
    record, lot = book.record, chance.random()
    staying = [seat for seat in record.seats if seat not in record.gone]
    away = [seat for seat in staying if record.is_away(seat)]
    seat = chance.choice(book.asked())
    until = record.until[seat]
    assert until is not None
    undo, last = record.undo, record.last_action
    if undoes and _paused(book, chance):
        pass
    elif lot < 0.01:
        book.write(_loss(book, chance))
    elif undo is not None and undo.missing and lot < 0.9:
        answer = chance.choice([*UndoAnswer, UndoAnswer.AGREE])
        book.write(undo_answered_entry(record, undo.missing[0], undo.action, answer, None))
    elif undoes and last is not None and undo is None and lot > 0.9 and undo_of(record, last.seat) is not None:
        book.write(undo_asked_entry(record, last.seat, last.version, None))
    elif away and lot < 0.1:
        book.come_back(chance.choice(away))
    elif lot < 0.2:
        book.run_out(seat, max(0, until - record.at) + chance.randrange(500))
    elif lot < 0.21:
        book.resign(chance.choice(staying))
    elif seat in record.obeys_at and lot < 0.6:
        book.obey(seat, max(0, record.obeys_at[seat] - record.at))
    else:
        book.act(seat, chance.randrange(len(record.choices[seat])), f"ref-{len(book.stored)}", chance.randrange(1, 400))
