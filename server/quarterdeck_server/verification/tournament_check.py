"""Verification of a tournament from its archive: lots, pairings, results and standings are derived again."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType
from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import rules_of
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tournaments import Tournament, TournamentFormat
from quarterdeck_protocol.names import MatchId, PlayerId
from quarterdeck_protocol.transcripts.signature_check import WrongSignature, check_tournament
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_server.lobby.tournaments import tournament_log as log
from quarterdeck_server.lobby.tournaments.arenas.arena import NO_RESULT, result_of
from quarterdeck_server.lobby.tournaments.arenas.waves import wave
from quarterdeck_server.lobby.tournaments.draws import deck_hash, field_of, paired_event
from quarterdeck_server.lobby.tournaments.pairing_state import halves_of
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.reports.signed_log import statement_of_log
from quarterdeck_server.lobby.tournaments.sealed.sealed_packs import missing_from, packs_of
from quarterdeck_server.lobby.tournaments.tournament_state import SEATS, state_of
from quarterdeck_server.lobby.tournaments.tournament_view import reading_of, view_of
from quarterdeck_server.verification import transcript_check
from quarterdeck_server.verification.findings import NOTHING, CannotJudge, DoesNotFollow, Found
from quarterdeck_server.verification.opening_check import checked_opening
from quarterdeck_server.verification.signature_check import Signed, check_signature

Events = tuple[log.AnyEvent, ...]


class TournamentArchive(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that has ended, with its log and the transcripts of its matches."""

    tournament: Tournament
    log: Raw
    """The events as they were written, which is what the server has signed."""

    transcripts: tuple[Transcript, ...] = ()
    signature: str | UnsetType = UNSET
    """The server's signature of the log."""

    @property
    def events(self) -> Events:
        """The events of the log. Raises `DecodeError`."""
        return msgspec.json.decode(self.log, type=Events)


class TournamentFound(msgspec.Struct, frozen=True, kw_only=True):
    """What was verified of a tournament."""

    tournament: str
    events: int
    rounds: int
    """The number of rounds whose pairings were derived again."""

    matches: int
    """The number of results that follow from a transcript."""

    signed: int
    """The number of these transcripts that one of the given keys has signed."""

    signed_log: bool
    """True if one of the given keys has signed the log."""

    rulings: int
    """The number of results that the director has ruled."""

    forfeits: int
    """The number of results by a disqualification."""

    decided: tuple[str, ...]
    """What directors have decided about players and results, with the number of each event."""

    renamed: dict[str, str]
    """The names of players in the archive, which nobody has signed, where they differ from the name in their newest
    match, which follows."""


class TournamentFault(Exception):  # noqa: N818 - what was found, not a fault of this program
    """Error: an archive is wrong. `str(error)` names the event."""


def verify_tournament(
    archive: TournamentArchive, games: Mapping[str, AnyGame], keys: PublicKeys | None = None
) -> TournamentFound:
    """Derive a tournament again, and compare. With `keys`, one of them must have signed the log and every transcript.
    Raises `TournamentFault` at the first difference, or `CannotJudge`."""
    shown = archive.tournament
    seed, events = shown.seed, archive.events
    if seed is None or not events or not isinstance(events[0], log.Created):
        raise TournamentFault("this is not the archive of a tournament that has ended")
    record = log.TournamentRecord(id=shown.summary.id, seed=seed, ref=None, log=())
    transcripts = {each.match: each for each in archive.transcripts}
    matches = rounds = signed = 0
    played_as: dict[PlayerId, str] = {}
    for number, event in enumerate(events, 1):
        match event:
            case log.Created():
                if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != event.commitment:
                    raise TournamentFault("the seed is not the one that was committed to")
            case log.Ended():
                if event.seed != seed:
                    raise TournamentFault(f"event {number}: it reveals another seed")
            case log.RoundPaired():
                _check_pairing(record, event, number)
                rounds += 1
            case log.WavePaired():
                _check_wave(record, event, number)
                rounds += 1
            case log.Scored() | log.WaveScored():
                for match, players, is_right in _results(record, event):
                    named, is_signed = _check_result(match, players, is_right, transcripts, games, keys)
                    played_as |= named
                    signed += is_signed
                    _check_terms(record, transcripts[match], games)
                    matches += 1
            case _:
                pass
        record = record.plus(event)
    people = [shown.director, *shown.assistants, *(each.player for each in shown.entrants)]
    for each in shown.appeals:
        people += [each.player] if each.answered_by is None else [each.player, each.answered_by]
    known = {each.id: each for each in people}
    try:
        derived = view_of(reading_of(record), known, _checked_decks(shown, seed))
    except KeyError as error:
        raise TournamentFault(f"the standings lack the player {error.args[0]}") from error
    if _plain(derived) != _plain(shown):
        raise TournamentFault(f"the standings or pairings are not those of the log: {_difference(derived, shown)}")
    if keys is not None:
        _check_signature(archive, events, keys)
    state = state_of(record)
    decided_otherwise = [each for of in state.rounds for each in of.pairings if each.ruling is not None]
    return TournamentFound(
        tournament=shown.summary.id,
        events=len(events),
        rounds=rounds,
        matches=matches,
        signed=signed,
        signed_log=keys is not None,
        rulings=sum(each.ruled_at is not None for each in decided_otherwise),
        forfeits=sum(each.ruled_at is None for each in decided_otherwise),
        decided=tuple(_decisions(events, {each.id: each.name for each in people})),
        renamed={
            each.player.name: name
            for each in shown.entrants
            if (name := played_as.get(each.player.id, each.player.name)) != each.player.name
        },
    )


def _check_signature(archive: TournamentArchive, events: Sequence[log.AnyEvent], keys: PublicKeys) -> None:
    expected = statement_of_log(archive.tournament.summary.id, events, bytes(archive.log))
    try:
        by = check_tournament(archive.signature, expected, keys).signed
    except WrongSignature as error:
        raise TournamentFault(f"the log: {error}") from error
    if by is not Signed.BY_KEY:
        raise TournamentFault("the log: none of the keys has signed it")


def _check_pairing(record: log.TournamentRecord, event: log.RoundPaired, number: int) -> None:
    state = state_of(record.when_closed())
    expected = paired_event(state, record.seed, pair(field_of(state, record.seed)), event.at)
    if (expected.numbered, expected.groups) != (event.numbered, event.groups):
        raise TournamentFault(f"event {number}: round {len(state.rounds) + 1} is paired otherwise by the rules")


def _check_wave(record: log.TournamentRecord, event: log.WavePaired, number: int) -> None:
    state = state_of(record)
    arena = state.arena
    if arena is None or event.pairs != wave(arena, state.active(arena), record.seed, event.at):
        raise TournamentFault(f"event {number}: the wave is paired otherwise by the rules")


Judge = Callable[[Found], bool]
"""Returns true if a verified transcript gives the result of the log."""


def _results(
    record: log.TournamentRecord, event: log.Scored | log.WaveScored
) -> Iterator[tuple[MatchId, tuple[PlayerId, ...], Judge]]:
    """Return the matches of an event with their players, and what their results must be."""
    state = state_of(record)
    if isinstance(event, log.Scored):
        games = (each for pairing in state.rounds[-1].pairings for each in pairing.games)
        players = next((each.players for each in games if each.match == event.match), ())
        yield event.match, players, partial(_is_scored, event, state.settings.format is TournamentFormat.PODS)
    elif state.arena is not None:
        arena = state.arena
        for match, result in event.results:
            pair = arena.open.get(match, ())
            players = tuple(arena.named(each).player for each in pair)
            yield arena.match_of(match), players, partial(_is_result, result)


def _places(found: Found) -> Sequence[int | None]:
    return [*found.result.places] or [None] * len(found.players)


def _is_result(result: int, found: Found) -> bool:
    """True if an arena counts a match like this. Servers up to release 0.2.0 also counted matches that a player had
    resigned before both had acted."""
    return result == result_of(_places(found)) or (result == NO_RESULT and found.is_unplayed)


def _is_scored(event: log.Scored, is_pod: bool, found: Found) -> bool:
    places = _places(found)
    if event.places is UNSET:
        return len(places) == SEATS and halves_of(places) == event.halves
    return is_pod and tuple(each or 1 for each in places) == event.places


def _check_result(
    match: MatchId,
    players: tuple[PlayerId, ...],
    is_right: Judge,
    transcripts: Mapping[MatchId, Transcript],
    games: Mapping[str, AnyGame],
    keys: PublicKeys | None,
) -> tuple[dict[PlayerId, str], bool]:
    """Check a result against the transcript of its match. Return the names of its players, and true if one of the keys
    has signed it."""
    transcript = transcripts.get(match)
    if transcript is None:
        raise CannotJudge(f"the archive lacks the transcript of the match {match}")
    try:
        found = transcript_check.verify(transcript, games)
        by = None if keys is None else check_signature(transcript, keys).signed
    except DoesNotFollow as error:
        raise TournamentFault(f"match {match}: {error}") from error
    if by is not None and by is not Signed.BY_KEY:
        raise TournamentFault(f"match {match}: none of the keys has signed it")
    if found.match != match or not players:
        raise TournamentFault(f"match {match}: it is not one of its round")
    if {each.id for each in found.players} != {*players}:
        raise TournamentFault(f"match {match}: other players have played it")
    if not is_right(found):
        raise TournamentFault(f"match {match}: its transcript has another result")
    return {each.id: each.name for each in found.players}, by is Signed.BY_KEY


def _decisions(events: Events, names: Mapping[PlayerId, str]) -> Iterator[str]:
    for number, event in enumerate(events, 1):
        match event:
            case log.Ruled():
                what = f"ruled the match {event.match}"
            case log.Removed() | log.Reinstated():
                removed = "disqualified" if getattr(event, "disqualified", UNSET) is True else "removed"
                done = removed if isinstance(event, log.Removed) else "reinstated"
                what = f"{done} {names.get(event.player, event.player)}"
            case log.AppealAnswered():
                what = f"{'upheld' if event.upheld else 'rejected'} appeal {event.number}"
            case _:
                continue
        yield f"event {number}: {names.get(event.by, event.by)} {what}: {event.why}"


def _check_terms(record: log.TournamentRecord, transcript: Transcript, games: Mapping[str, AnyGame]) -> None:
    """Check that a match was played by the settings of the tournament and with the locked decks. A player without one
    plays the ready deck of the seat. Decks of a sealed tournament are built from the packs of their players."""
    state, opened = state_of(record), checked_opening(transcript, NOTHING)
    settings, game = state.settings, rules_of(games, opened.game, opened.rules)
    agreed, played = (msgspec.json.decode(each.options, type=game.options) for each in (settings, opened))
    if (settings.game, settings.time_limit, agreed) != (opened.game, opened.time_limit, played):
        raise TournamentFault(f"match {transcript.match}: it was played by other settings than those of the tournament")
    sealed = settings.rules.sealed
    ready = game.setup(len(opened.players), played, [None for _ in opened.players]).decks
    for seat, (player, deck) in enumerate(zip(opened.players, opened.decks, strict=bool(opened.decks))):
        locked = state.entrants[player.id].deck_hash
        if locked is None and deck != ready[seat]:
            raise TournamentFault(
                f"match {transcript.match}: {player.name} has locked no deck and has not played the ready one"
            )
        if locked is not None and deck_hash(record.seed, player.id, deck) != locked:
            raise TournamentFault(
                f"match {transcript.match}: {player.name} has played another deck than the locked one"
            )
        packs = () if sealed is None else packs_of(record.seed, record.id, player.id, sealed)
        for fault in () if sealed is None else missing_from(game, sealed, packs, deck):
            raise TournamentFault(f"match {transcript.match}: {player.name}: {fault}")


def _checked_decks(shown: Tournament, seed: str) -> dict[PlayerId, Deck]:
    """Return the open lists of an archive, which must be the locked decks."""
    decks = {each.player.id: each.deck for each in shown.entrants if each.deck is not None}
    locked = {each.player.id: each.deck_hash for each in shown.entrants}
    for player, deck in decks.items():
        if deck_hash(seed, player, deck) != locked[player]:
            raise TournamentFault(f"the deck of the player {player} is not the locked one")
    return decks


def _plain(tournament: Tournament) -> Any:
    return msgspec.to_builtins(tournament)


def _difference(one: Tournament, other: Tournament) -> str:
    """Return the name of the first field in which two views differ."""
    return next(name for name in Tournament.__struct_fields__ if _plain(one)[name] != _plain(other)[name])
