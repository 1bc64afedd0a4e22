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

import msgspec
from msgspec import UNSET
from quarterdeck_games import AnyGame
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Setup
from quarterdeck_games.rule_versions import UnknownRules, rules_of
from quarterdeck_protocol.fairness.draws import DrawKind
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Version
from quarterdeck_protocol.transcripts.transcript import Entry, HistoryLost, Opened, Transcript

from quarterdeck_server.matches.chain import Links, link_key_of
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.openings import lacking_sets
from quarterdeck_server.matches.record import Record
from quarterdeck_server.verification.entry_check import compare, decided_again, quoted, read_entry
from quarterdeck_server.verification.findings import NOTHING, CannotJudge, DoesNotFollow, Found, Kind, Noted
from quarterdeck_server.verification.opening_check import checked_opening

LOST = '"history_lost"'
"""The fields of entries that note losses."""


class _WatchedRecord(Record):
    """A match record that counts the random draws of its dice."""

    def __init__(self, opened: Opened, game: AnyGame) -> None:
        super().__init__(opened, game)
        self.asked: Counter[bool] = Counter()
        self._dice: list[Dice] = []

    def next_dice(self) -> Dice:
        self._dice.append(super().next_dice())
        return self._dice[-1]

    def count(self) -> None:
        """Count the random draws since the last call, separately for shuffles."""
        for dice in self._dice:
            self.asked.update(draw.kind is DrawKind.SHUFFLE for draw in dice.draws)
        self._dice.clear()


def verify(transcript: Transcript, games: Mapping[str, AnyGame], noted: Noted = NOTHING) -> Found:
    """Compute a match again from its causes, and compare. Raises `DoesNotFollow` at the first difference, or
    `CannotJudge`."""
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
    """Verify a match as `verify` does, and yield each verified entry with the record after it, so that callers can do
    other work in between."""
    opened = checked_opening(transcript, noted)
    record = _begun(opened, transcript, games)
    links = Links(link_key_of(bytes.fromhex(opened.seed), opened.match))
    losses = _losses(transcript)
    binding = _binding(noted, transcript, losses)
    causes: Counter[str] = Counter()
    for number, line in enumerate(transcript.entries, 1):
        version = Version(number)
        stored, entry = read_entry(record, version, line)
        if entry.version != version:
            raise DoesNotFollow(
                Kind.VERSION, version, f"it has the number {entry.version}: an entry is missing or out of order"
            )
        if links.after(record.link, line.at, stored).hex() != line.link:
            raise DoesNotFollow(
                Kind.LINK, version, "link does not match: the entry, its time or an earlier entry was changed"
            )
        if any(link.lower() != line.link for noted_at, link in binding if noted_at == version):
            raise DoesNotFollow(
                Kind.NOTE, version, "you noted another link: the match was different when you received it"
            )
        if version == 1:
            record.notes_draws = entry.draws is not UNSET
        if record.result is not None:
            raise DoesNotFollow(Kind.AFTER_THE_END, version, "the match had ended before it")
        compare(version, stored, entry, decided_again(record, entry, line.at), record)
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
        is_unplayed=record.is_unplayed,
    )


def _losses(transcript: Transcript) -> Sequence[HistoryLost]:
    """Return the recorded losses of entries. An unreadable one is reported later, when it is reached."""
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
    """Return the hash-chain links that a player has noted and that the transcript must have. Links of entries that the
    store has lost are left out, except for the newest of them: the entry that records the loss has its link."""

    def is_of_lost(version: Version, link: str) -> bool:
        stands = transcript.entries[version - 1].link if 0 < version <= len(transcript.entries) else None
        return link.lower() != stands and any(
            loss.since < version <= loss.was and (version < loss.was or link.lower() == loss.link) for loss in losses
        )

    return [(version, link) for version, link in noted.links if not is_of_lost(version, link)]


def _begun(opened: Opened, transcript: Transcript, games: Mapping[str, AnyGame]) -> _WatchedRecord:
    """Return the record of a match before its first entry. Raise an error if a match cannot have these settings."""
    game = games.get(opened.game)
    if game is None:
        raise CannotJudge(f"The game `{opened.game}` is not installed here.")
    try:
        game = rules_of(games, opened.game, opened.rules)
    except UnknownRules as unknown:
        raise CannotJudge(f"Match `{transcript.match}` cannot be verified here: {unknown}.") from unknown
    lacking = lacking_sets(opened, game)
    if lacking is not None:
        raise CannotJudge(f"Match `{transcript.match}` cannot be verified here: {lacking}.")
    first, seats = Version(1), len(opened.players)
    try:
        options = msgspec.json.decode(opened.options, type=game.options)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DoesNotFollow(Kind.OPENING, first, f"the options are not the game's: {error}") from error
    faults = [fault.text for fault in game.check(Setup(seats=seats, options=options, decks=opened.decks))]
    if len(opened.entropy) != seats:
        faults.append(f"There are {len(opened.entropy)} shares of entropy for {seats} seats.")
    if opened.time_limit < 0 or opened.bot_delay < 0 or opened.time_bank < 0:
        faults.append("A time span is negative.")
    if faults:
        raise DoesNotFollow(Kind.OPENING, first, f"the game cannot be set up like this: {' '.join(faults)}")
    return _WatchedRecord(opened, game)


def _result(record: Record, transcript: Transcript) -> Result:
    if record.result is None:
        raise DoesNotFollow(
            Kind.UNFINISHED,
            None,
            f"after its {record.version} entries the match has not ended: the last entries are missing",
        )
    if record.result != transcript.result:
        raise DoesNotFollow(
            Kind.RESULT, None, f"the result is {quoted(transcript.result)}, and by the rules {quoted(record.result)}"
        )
    return record.result


def _refuse_missing(binding: Sequence[tuple[Version, str]], last: Version) -> None:
    missing = sorted(version for version, _ in binding if not 1 <= version <= last)
    if missing:
        raise DoesNotFollow(
            Kind.NOTE, None, f"you noted a link at version {missing[0]}, but the transcript ends at {last}"
        )
