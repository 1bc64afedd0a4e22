"""Random matches of a game in which every step is checked."""

from collections.abc import Iterator
from random import Random
from typing import Any

from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Seat, Version, Viewer
from quarterdeck_protocol.transcripts.transcript import Acted, Obeyed, Resigned, Returned, TimedOut
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import obeyed_entry, resigned_entry, returned_entry, timed_out_entry
from quarterdeck_server.matches.projection import Happened, update_frame
from quarterdeck_server.matches.record import Record

from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import ENDS, GOES_ON, Playing, act, played
from quarterdeck_testing.world import World

STATES_PER_MATCH = 10


def sampled(plan: Plan) -> Iterator[Playing]:
    """Yield a match at selected versions of a plan: the first and the last, those before and after every kind of event,
    and some others."""
    chance = Random(plan.chance + 1)
    passed = [playing.kept() for playing in played(plan)]
    whole = passed[-1]
    versions: dict[type, list[Version]] = {}
    for entry in whole.entries:
        for event in entry.events:
            versions.setdefault(type(event), []).append(entry.version)
    length = len(whole.log)
    stops = {1, length, *(chance.randint(1, length) for _ in range(STATES_PER_MATCH))}
    for each in versions.values():
        version = chance.choice(each)
        stops |= {version - 1, version}
    for playing in passed:
        if playing.record.version in stops:
            yield playing


def settled(playing: Playing, entry: AnyEntry) -> Any:
    """Return the state after an entry, and check everything that must be true of each entry of a running match."""
    game, world = playing.game, playing.world
    assert entry.events or isinstance(entry.cause, Returned), (
        "`decide`, `timed_out`, `resigned` and `obeyed` must return at least one event"
    )
    assert playing.record.codec.entry(playing.record.codec.stored(entry)) == entry, (
        "events must be the same after they were written as JSON and read again"
    )
    state = game.fold(playing.state, entry.events)
    assert world.cards(state) == world.deck(playing.plan.setup), (
        "cards must be neither lost nor doubled: `cards` of the world must equal its `deck`"
    )
    result = game.result(state)
    asked = [seat for seat in playing.record.seats if game.choices(state, seat)]
    if result is None:
        assert asked, GOES_ON
    else:
        assert asked == [], "`choices` must offer nothing after the match has a result"
        _check_places(result, len(playing.record.seats))
    return state


def play_to_the_end(playing: Playing) -> None:
    """Play the match to its end, and check every entry."""
    most = playing.world.most_actions(playing.plan.setup.options, playing.plan.setup.seats)
    while not playing.is_over:
        entry = playing.next_entry()
        expected = settled(playing, entry)
        playing.take(entry)
        assert playing.state == expected, (
            "`evolve`, applied to each event of an entry, must give the state after that entry"
        )
        assert playing.actions <= most, ENDS
        for seat in playing.record.gone:
            assert not playing.record.choices[seat], "`choices` must offer nothing to a seat that has left"
    assert all(until is None for until in playing.record.until), "no clock may run after the match has a result"


def _check_places(result: Result, seats: int) -> None:
    """Check that every seat has a place. If seats share a place, the next places are left out."""
    assert len(result.places) == seats, "a result must have a place for each seat"
    ranked = [1 + sum(other < place for other in result.places) for place in result.places]
    assert list(result.places) == ranked, "places must start at 1, and after a tie the next place is skipped: (1, 1, 3)"


def rules_refusal(record: Record, seat: Seat, action: Any) -> tuple[str, str] | None:
    """Return the refusal of an action by the rules themselves, even if the server would have refused it before asking
    them."""
    try:
        record.game.decide(record.state, seat, action, record.next_dice())
    except IllegalAction as illegal:
        return str(illegal), illegal.rule
    return None


def repeated(world: World, record: Record, entry: AnyEntry) -> AnyEntry:
    """Return the log entry that the same cause gives in this match. Raises `IllegalAction`."""
    seat = entry.seat
    assert seat is not None, "the entry that opens a match must not be repeated"
    match entry.cause:
        case Acted(action=action):
            return act(record, seat, record.codec.action(action))
        case TimedOut():
            return timed_out_entry(record, seat)
        case Resigned():
            return resigned_entry(record, seat, None)
        case Returned():
            return returned_entry(record, seat)
        case Obeyed():  # without an order in the other state, the seat takes the same action itself
            return obeyed_entry(record, seat) if seat in record.obeys_at else act(record, seat, world.by_hand)
        case _:
            raise AssertionError("a match was opened a second time")


def glance(record: Record, viewer: Viewer) -> bytes:
    """Return the frame for a viewer who requests the current state of the match."""
    return update_frame(record, viewer, Happened(record.version, ()), record.at)


def has_cards_of(world: World, state: Any, real: Any) -> bool:
    """True if a state has the same cards as another one: the same names if players may know each other's lists,
    otherwise the same number."""
    decks = world.game.decks
    cards, others = world.cards(state), world.cards(real)
    return cards == others if decks is None or decks.are_open else cards.total() == others.total()
