"""Verification of a transcript: every shuffle, draw, event and result follows from the seed, the actions and the rules.

Only the causes of a transcript are taken as given: who acted how, and when. Everything else is computed again and
compared byte for byte with the transcript.

The strength of the proof depends on the notes of a player. The operator knows the seed and could write another match
that follows from it as well: with other actions, times, names, or entropy. The commitment published before the deal,
and any link that a player received, rule that out for everything up to that link. Neither proves that a player's
entropy was used: for that, the player compares the entropy.
"""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, assert_never

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_games import AnyGame
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction, Setup
from quarterdeck_games.rule_versions import UnknownRules, rules_of
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment, entropy_hash
from quarterdeck_protocol.fairness.draws import DrawKind
from quarterdeck_protocol.lobby.tables import BoundRules, Table
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import (
    Acted,
    Entry,
    HistoryLost,
    Obeyed,
    Opened,
    Resigned,
    Returned,
    TimedOut,
    Transcript,
    TranscriptEntry,
    Voided,
)

from quarterdeck_server.matches.chain import Links, commitment_to, link_key_of
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import (
    acted_entry,
    obeyed_entry,
    opening_entry,
    resigned_entry,
    returned_entry,
    timed_out_entry,
    voided_entry,
)
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.openings import lacking_sets
from quarterdeck_server.matches.record import Record

SEED_BYTES = 32
LATEST = 2**63
"""Times from here on are none: they do not fit where the links have them."""

LONGEST_QUOTE = 240
LOST = '"history_lost"'
"""What the entries that note losses have in them."""


class Kind(StrEnum):
    """Kinds of faults in a transcript."""

    UNREADABLE = "unreadable"
    """An entry is not one of this game's."""

    OPENING = "opening"
    """It does not begin as a match does, or with another one's setup."""

    SEED = "seed"
    """The seed is not the one that was committed to."""

    ENTROPY = "entropy"
    """A seat's entropy is not the one that it had bound."""

    NOTE = "note"
    """It is not what the player had noted."""

    VERSION = "version"
    """An entry is missing, doubled or out of order."""

    LINK = "link"
    """An entry or its time has been altered since its link was made."""

    CAUSE = "cause"
    """What caused an entry could not have happened then."""

    CLOCK = "clock"
    """A seat's time was cut short, or time ran backwards."""

    EVENTS = "events"
    """The rules give other events."""

    DRAWS = "draws"
    """What the entry notes of its draws is not what was drawn."""

    WRITING = "writing"
    """The entry says the right thing in other bytes than the house writes."""

    AFTER_THE_END = "after_the_end"
    """The match had ended before this entry."""

    UNFINISHED = "unfinished"
    """The match has not ended."""

    RESULT = "result"
    """The rules give another result."""

    SIGNATURE = "signature"
    """The server whose key is named has not signed this."""


class DoesNotFollow(Exception):  # noqa: N818 - what was found, not a fault of this program
    """A transcript does not follow: `kind` says how, `version` at which entry, `str(error)` both in a sentence."""

    def __init__(self, kind: Kind, version: Version | None, text: str) -> None:
        super().__init__(text if version is None else f"entry {version}: {text}")
        self.kind = kind
        self.version = version


class CannotJudge(Exception):  # noqa: N818 - a state of affairs
    """The transcript is of a game, of a version of its rules, or with card sets, that are not here."""


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """A player's notes on the match; hashes in hexadecimal."""

    match: MatchId | None = None
    """Which match it was to be."""

    commitment: str | None = None
    """The table's `commitment` before everybody was ready."""

    links: tuple[tuple[Version, str], ...] = ()
    """Versions with the `link` of the `update` that had them."""

    entropy: tuple[tuple[Seat, str], ...] = ()
    """Seats with the entropy that they gave when they were ready; as text."""

    entropy_hashes: tuple[tuple[Seat, str | None], ...] = ()
    """Seats with the hash that they had bound it by, as the table told it before any was revealed; `None` for a seat
    that had bound none."""

    decks_commitment: str | UnsetType | None = UNSET
    """What the table told of all decks then; `None` if it told nothing, as in games that are played without."""

    options: Any = UNSET
    """The table's options then."""

    players: tuple[PlayerId, ...] = ()
    """Who sat there then, seat by seat; empty if that was not noted."""

    bound_rules: BoundRules | None = None
    """By which rules and with which card sets it was to be dealt, as the table told it then."""

    time_limit: Milliseconds | None = None
    """How long a seat was to have for an action, as the table told it then."""

    rated: bool | None = None
    """Whether it was to count for ratings, as the table told it then."""

    @property
    def count(self) -> int:
        """Number of notes, without the links."""
        hashes = len(self.entropy) + len(self.entropy_hashes)
        told = (self.match, self.commitment, self.decks_commitment or None, self.bound_rules)
        table = (*told, self.players or None, self.time_limit, self.rated)
        return hashes + (self.options is not UNSET) + sum(each is not None for each in table)

    def with_table(self, table: Table) -> "Noted":
        """Return these notes, and with them all that a table has told that was asking for shares of entropy: nothing
        of it could change after that."""
        return msgspec.structs.replace(
            self,
            match=table.match,
            commitment=self.commitment or table.commitment,
            entropy_hashes=(
                *self.entropy_hashes,
                *((Seat(seat), place.entropy_hash) for seat, place in enumerate(table.places)),
            ),
            decks_commitment=table.decks_commitment if self.decks_commitment is UNSET else self.decks_commitment,
            options=table.options,
            players=tuple(place.player.id for place in table.places if place.player is not None),
            bound_rules=table.bound_rules or None,
            time_limit=table.time_limit,
            rated=table.rated,
        )


NOTHING = Noted()


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Facts checked in a transcript that follows."""

    match: MatchId
    game: GameName
    rules: int
    players: tuple[Player, ...]
    commitment: str
    entries: int
    causes: dict[str, int]
    """How many entries there are of each cause."""

    shuffles: int
    """How many times cards were shuffled."""

    draws: int
    """How many other things were drawn by lot."""

    are_draws_noted: bool
    """Whether every entry notes what it has drawn, for whoever has no rules: they do, but in matches of before."""

    last_link: str
    losses: int = 0
    """How often the store had forgotten a part of it, as the house has noted."""

    noted_of_lost: int = 0
    """How many of the player's notes are of what was lost then, and can be compared with nothing."""

    noted: int
    """How many of the player's notes it agrees with."""

    result: Result


class _WatchedRecord(Record):
    """A record that counts the requests to its dice."""

    def __init__(self, opened: Opened, game: AnyGame) -> None:
        super().__init__(opened, game)
        self.asked: Counter[bool] = Counter()
        self._dice: list[Dice] = []

    def next_dice(self) -> Dice:
        self._dice.append(super().next_dice())
        return self._dice[-1]

    def count(self) -> None:
        """Count the requests since the last time, separately for shuffles."""
        for dice in self._dice:
            self.asked.update(draw.kind is DrawKind.SHUFFLE for draw in dice.draws)
        self._dice.clear()


def verify(transcript: Transcript, games: Mapping[str, AnyGame], noted: Noted = NOTHING) -> Found:
    """Work a match out anew from its causes, and compare. Raises `DoesNotFollow` at the first place where it does not
    follow, `CannotJudge`."""
    steps = verified_steps(transcript, games, noted)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found


def verified_steps(
    transcript: Transcript, games: Mapping[str, AnyGame], noted: Noted = NOTHING
) -> Generator[tuple[Record, AnyEntry], None, Found]:
    """Verify as `verify` does, and yield each entry that follows, with the record after it. Callers with other work do
    it in between."""
    opened = _opened(transcript, noted)
    record = _begun(opened, transcript, games)
    links = Links(link_key_of(bytes.fromhex(opened.seed), opened.match))
    losses = _losses(transcript)
    binding = _binding(noted, transcript, losses)
    causes: Counter[str] = Counter()
    for number, line in enumerate(transcript.entries, 1):
        version = Version(number)
        stored, entry = _read(record, version, line)
        if entry.version != version:
            raise DoesNotFollow(
                Kind.VERSION, version, f"it says that it is entry {entry.version}: one is missing or out of order"
            )
        if links.after(record.link, line.at, stored).hex() != line.link:
            raise DoesNotFollow(
                Kind.LINK, version, "link does not follow: the entry, its time or what came before it was altered"
            )
        if any(link.lower() != line.link for noted_at, link in binding if noted_at == version):
            raise DoesNotFollow(
                Kind.NOTE, version, "you had noted another link: this is not how the match was when you were told of it"
            )
        if version == 1:
            record.notes_draws = entry.draws is not UNSET
        if record.result is not None:
            raise DoesNotFollow(Kind.AFTER_THE_END, version, "the match had ended before it")
        _compare(version, stored, entry, _again(record, entry, line.at), record)
        record.count()
        causes[str(type(entry.cause).__struct_config__.tag)] += 1
        record.advance(record.foresee(entry), Stamped(version, stored, line.at))
        yield record, entry
    result = _result(record, transcript)
    _refuse_missing(binding, record.version)
    return Found(
        match=opened.match,
        game=opened.game,
        rules=opened.rules,
        players=opened.players,
        commitment=transcript.commitment,
        entries=record.version,
        causes=dict(causes),
        shuffles=record.asked[True],
        draws=record.asked[False],
        are_draws_noted=record.notes_draws,
        last_link=record.link.hex(),
        losses=len(losses),
        noted_of_lost=len(noted.links) - len(binding),
        noted=len(binding) + noted.count,
        result=result,
    )


def _losses(transcript: Transcript) -> Sequence[HistoryLost]:
    """Return the recorded losses. An unreadable one is reported in its turn."""
    losses: list[HistoryLost] = []
    for line in transcript.entries:
        if LOST not in line.entry:
            continue
        with suppress(msgspec.DecodeError, RecursionError):
            cause = msgspec.json.decode(line.entry, type=Entry[msgspec.Raw]).cause
            if isinstance(cause, HistoryLost):
                losses.append(cause)
    return losses


def _binding(noted: Noted, transcript: Transcript, losses: Sequence[HistoryLost]) -> Sequence[tuple[Version, str]]:
    """Return the noted links but for those of entries that were lost: they can be in no transcript, and the chain says
    so itself. Of the newest that was lost it has the link."""

    def is_of_lost(version: Version, link: str) -> bool:
        stands = transcript.entries[version - 1].link if 0 < version <= len(transcript.entries) else None
        return link.lower() != stands and any(
            loss.since < version <= loss.was and (version < loss.was or link.lower() == loss.link) for loss in losses
        )

    return [(version, link) for version, link in noted.links if not is_of_lost(version, link)]


def _opened(transcript: Transcript, noted: Noted) -> Opened:
    """Return how the match was opened, once the seed is known to be the one that was committed to."""
    if not transcript.entries:
        raise DoesNotFollow(Kind.VERSION, None, "there are no entries")
    first = Version(1)
    try:
        opened = msgspec.json.decode(transcript.entries[0].entry, type=Entry[msgspec.Raw]).cause
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.UNREADABLE, first, f"it cannot be read: {error}") from error
    if not isinstance(opened, Opened):
        raise DoesNotFollow(Kind.OPENING, first, "a match begins with `opened`")
    if (opened.match, opened.game) != (transcript.match, transcript.game):
        raise DoesNotFollow(
            Kind.OPENING,
            first,
            f"it opens match `{opened.match}` of `{opened.game}`, not `{transcript.match}` of `{transcript.game}`",
        )
    if noted.match not in (None, opened.match):
        raise DoesNotFollow(Kind.NOTE, None, f"you had noted another match, {noted.match}")
    seed = _seed(opened)
    if commitment_to(seed) != transcript.commitment:
        raise DoesNotFollow(Kind.SEED, first, f"the seed is not the one of the commitment {transcript.commitment}")
    if noted.commitment is not None and noted.commitment.lower() != transcript.commitment:
        raise DoesNotFollow(Kind.NOTE, None, f"you had noted another commitment than {transcript.commitment}")
    for seat, share in noted.entropy:
        if not 0 <= seat < len(opened.entropy) or opened.entropy[seat] != share:
            raise DoesNotFollow(Kind.NOTE, first, f"seat {seat} had given another entropy than was used")
    _check_bound(opened, noted)
    return opened


def _check_bound(opened: Opened, noted: Noted) -> None:
    """Raise `DoesNotFollow` unless each seat's entropy has the hash that the seat committed to and the player noted."""
    first, seats = Version(1), len(opened.players)
    are_told = opened.entropy_hashes is not UNSET
    hashes = (None,) * seats if opened.entropy_hashes is UNSET else opened.entropy_hashes
    if len(opened.entropy) == seats != len(hashes):
        raise DoesNotFollow(Kind.OPENING, first, f"there are {len(hashes)} hashes of entropy for {seats} seats")
    for seat, bound in noted.entropy_hashes:
        if not 0 <= seat < len(hashes) or hashes[seat] != bound:
            raise DoesNotFollow(Kind.NOTE, first, f"seat {seat} had bound another entropy than was used")
    for number, (share, bound) in enumerate(zip(opened.entropy, hashes, strict=False)):
        if are_told and (share != "" if bound is None else entropy_hash(share) != bound):
            raise DoesNotFollow(Kind.ENTROPY, first, f"the entropy of seat {number} is not the one that it had bound")
    decks = noted.decks_commitment
    if decks is not UNSET and not _is_of_decks(decks, opened):
        raise DoesNotFollow(Kind.NOTE, first, "the decks are not those that you had noted a commitment to")
    if noted.options is not UNSET and noted.options != msgspec.json.decode(opened.options):
        raise DoesNotFollow(Kind.NOTE, first, "the options are not those that you had noted")
    if noted.players and noted.players != tuple(player.id for player in opened.players):
        raise DoesNotFollow(Kind.NOTE, first, "the players are not those that you had noted, seat by seat")
    if noted.bound_rules not in (None, opened.bound_rules):
        raise DoesNotFollow(Kind.NOTE, first, "the rules or card sets are not those that you had noted")
    if noted.time_limit not in (None, opened.time_limit):
        raise DoesNotFollow(Kind.NOTE, first, "the time limit is not the one that you had noted")
    if noted.rated not in (None, opened.rated):
        raise DoesNotFollow(Kind.NOTE, first, "whether it counts for ratings is not as you had noted")


def _is_of_decks(told: str | None, opened: Opened) -> bool:
    """True if this is a table's commitment to these decks: `None` where there are none."""
    if told is None:
        return not opened.decks
    return told.lower() == decks_commitment(opened.seed, opened.match, opened.decks)


def _seed(opened: Opened) -> bytes:
    try:
        seed = bytes.fromhex(opened.seed)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != opened.seed:
        raise DoesNotFollow(Kind.SEED, Version(1), f"the seed is not {SEED_BYTES} bytes in hexadecimal")
    return seed


def _begun(opened: Opened, transcript: Transcript, games: Mapping[str, AnyGame]) -> _WatchedRecord:
    """Return the record before its first entry, if a match can be set up like this."""
    game = games.get(opened.game)
    if game is None:
        raise CannotJudge(f"The game `{opened.game}` is not installed here.")
    try:
        game = rules_of(games, opened.game, opened.rules)
    except UnknownRules as unknown:
        raise CannotJudge(f"Match `{transcript.match}` cannot be judged here: {unknown}.") from unknown
    lacking = lacking_sets(opened, game)
    if lacking is not None:
        raise CannotJudge(f"Match `{transcript.match}` cannot be judged here: {lacking}.")
    first, seats = Version(1), len(opened.players)
    try:
        options = msgspec.json.decode(opened.options, type=game.options)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.OPENING, first, f"the options are not the game's: {error}") from error
    faults = [fault.text for fault in game.check(Setup(seats=seats, options=options, decks=opened.decks))]
    if len(opened.entropy) != seats:
        faults.append(f"There are {len(opened.entropy)} shares of entropy for {seats} seats.")
    if opened.time_limit < 0 or opened.bot_delay < 0 or opened.time_bank < 0:
        faults.append("A span of time is less than nothing.")
    if faults:
        raise DoesNotFollow(Kind.OPENING, first, f"the game cannot be set up like this: {' '.join(faults)}")
    return _WatchedRecord(opened, game)


def _read(record: Record, version: Version, line: TranscriptEntry) -> tuple[bytes, AnyEntry]:
    stored = line.entry.encode()
    try:
        entry = record.codec.entry(stored)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.UNREADABLE, version, f"it cannot be read: {error}") from error
    if not 0 <= line.at < LATEST:
        raise DoesNotFollow(Kind.UNREADABLE, version, f"{line.at} is not a time")
    if line.at < record.at:
        raise DoesNotFollow(Kind.CLOCK, version, f"it was written {record.at - line.at} ms before the one before it")
    return stored, entry


def _again(record: Record, entry: AnyEntry, at: Milliseconds) -> AnyEntry:
    """Decide the entry anew from its cause alone. Raises `DoesNotFollow` if that could not have happened now."""
    version, cause, seat = record.next_version, entry.cause, entry.seat
    if isinstance(cause, Opened):
        if version != 1 or seat is not None:
            raise DoesNotFollow(Kind.CAUSE, version, "only the house opens a match, and only once")
        return opening_entry(record)
    if isinstance(cause, Voided):
        if seat is not None:
            raise DoesNotFollow(Kind.CAUSE, version, "only the house gives a match up")
        return voided_entry(record)
    if isinstance(cause, HistoryLost):
        if seat is not None or version == 1:
            raise DoesNotFollow(Kind.CAUSE, version, "only the house notes that its store has forgotten something")
        return Entry(version=version, seat=None, cause=cause, events=())
    if seat not in record.seats:
        raise DoesNotFollow(Kind.CAUSE, version, f"there is no seat {seat}")
    if seat in record.gone:
        raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} had left")
    if entry.ref is not None and (seat, entry.ref) in record.done:
        raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} had used the ref `{entry.ref}` before")
    match cause:
        case Acted():
            return _acted_again(record, seat, cause, entry)
        case Resigned():
            return resigned_entry(record, seat, entry.ref)
        case TimedOut():
            until = record.until[seat]
            if until is None:
                raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} was not asked for anything")
            if at < until:
                raise DoesNotFollow(Kind.CLOCK, version, f"seat {seat} had {until - at} ms left")
            return timed_out_entry(record, seat)
        case Obeyed():
            obeys_at = record.obeys_at.get(seat)
            if obeys_at is None:
                raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} had no standing order for what it was asked")
            if at < obeys_at:
                raise DoesNotFollow(Kind.CLOCK, version, f"seat {seat}'s order had {obeys_at - at} ms to wait")
            return obeyed_entry(record, seat)
        case Returned():
            if not record.is_away(seat):
                raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} had not been played for")
            return returned_entry(record, seat)
        case _:
            assert_never(cause)


def _acted_again(record: Record, seat: Seat, cause: Acted, entry: AnyEntry) -> AnyEntry:
    version = record.next_version
    if not record.choices[seat]:
        raise DoesNotFollow(Kind.CAUSE, version, f"seat {seat} was not asked for anything")
    try:
        action = record.codec.action(cause.action)
        return acted_entry(record, seat, action, record.codec.canonical(action), entry.ref)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.UNREADABLE, version, f"its action cannot be read: {error}") from error
    except IllegalAction as illegal:
        raise DoesNotFollow(Kind.CAUSE, version, f"the rules do not allow it ({illegal.rule}): {illegal}") from illegal


def _compare(version: Version, stored: bytes, entry: AnyEntry, again: AnyEntry, record: Record) -> None:
    if record.codec.stored(again) == stored:
        return
    if record.codec.stored(msgspec.structs.replace(again, draws=entry.draws)) == stored:
        raise DoesNotFollow(Kind.DRAWS, version, _other_draws(entry, again))
    if entry.events == again.events:
        raise DoesNotFollow(Kind.WRITING, version, "it is not written as the house writes entries")
    for number, (written, given) in enumerate(zip(entry.events, again.events, strict=False), 1):
        if written != given:
            raise DoesNotFollow(
                Kind.EVENTS,
                version,
                f"the rules give other events: event {number} is {_quoted(written)}, and by the rules {_quoted(given)}",
            )
    raise DoesNotFollow(
        Kind.EVENTS,
        version,
        f"the rules give other events: there are {len(entry.events)}, and by the rules {len(again.events)}",
    )


def _other_draws(entry: AnyEntry, again: AnyEntry) -> str:
    """Return the difference between an entry's notes on its draws and the draws."""
    noted, drawn = [bytes(each.draws) if each.draws else b"[]" for each in (entry, again)]
    written, given = [msgspec.json.decode(each) for each in (noted, drawn)]
    if not isinstance(written, list) or len(written) != len(given):
        number = len(written) if isinstance(written, list) else "no list of"
        return f"it notes other draws than were made: there are {number}, and by the rules {len(given)}"
    for number, (mine, yours) in enumerate(zip(written, given, strict=True), 1):
        if mine != yours:
            return (
                f"it notes other draws than were made: draw {number} is {_quoted(mine)}, and by the rules"
                f" {_quoted(yours)}"
            )
    return "its draws are not written as the house writes them"


def _quoted(event: object) -> str:
    text = msgspec.json.encode(event).decode()
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def _result(record: Record, transcript: Transcript) -> Result:
    if record.result is None:
        raise DoesNotFollow(
            Kind.UNFINISHED, None, f"after its {record.version} entries the match has not ended: the last are missing"
        )
    if record.result != transcript.result:
        raise DoesNotFollow(
            Kind.RESULT,
            None,
            f"the result is {_quoted(transcript.result)}, and by the rules {_quoted(record.result)}",
        )
    return record.result


def _refuse_missing(binding: Sequence[tuple[Version, str]], last: Version) -> None:
    missing = sorted(version for version, _ in binding if not 1 <= version <= last)
    if missing:
        raise DoesNotFollow(
            Kind.NOTE, None, f"you had noted a link at version {missing[0]}, and the transcript ends at {last}"
        )
