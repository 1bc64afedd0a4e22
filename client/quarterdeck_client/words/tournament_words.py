"""Text for tournaments."""

from collections import Counter
from collections.abc import Mapping

from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.lobby.tournament_schedules import TournamentSchedule
from quarterdeck_protocol.lobby.tournaments import (
    AppealStage,
    Entrant,
    EntrantStage,
    PairingRule,
    Tournament,
    TournamentDecks,
    TournamentEntry,
    TournamentFormat,
    TournamentPairing,
    TournamentStage,
    TournamentSummary,
)
from quarterdeck_protocol.names import MatchId, PlayerId

from quarterdeck_client.words.collection_words import moment_in_words

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WON = 100
OVER = (TournamentStage.ENDED, TournamentStage.CANCELLED)


def hundredths_in_words(hundredths: int) -> str:
    """Return a number of hundredths: `1.5` for 150."""
    return f"{hundredths / 100:g}"


def summary_in_words(summary: TournamentSummary, titles: Mapping[str, str]) -> str:
    """Return one line about a tournament: `Friday: Amfibido, swiss, round 1 of 3, 8 players, running`."""
    played = f"round {summary.round} of {summary.rounds}" if summary.round else f"{summary.rounds} rounds"
    if summary.format is TournamentFormat.ARENA:
        played = f"{summary.round} waves"
    starts = (
        f", starts {moment_in_words(summary.starts_at)}"
        if summary.starts_at is not None and summary.stage is TournamentStage.OPEN
        else ""
    )
    game = titles.get(summary.game, str(summary.game))
    kind = str(summary.format).replace("_", " ")
    return f"{summary.name}: {game}, {kind}, {played}, {summary.entrants} players, {summary.stage}{starts}"


def schedule_in_words(schedule: TournamentSchedule) -> str:
    """Return one line about a schedule: `Friday: every friday 20:00 Europe/Berlin, next …`."""
    when = f"every {WEEKDAYS[schedule.weekday]} {schedule.at} {schedule.zone}"
    return f"{schedule.name}: {when}, next {moment_in_words(schedule.next_at)}"


def tournament_in_words(tournament: Tournament, titles: Mapping[str, str], me: PlayerId) -> list[str]:
    """Return the lines about a tournament: its terms, what it waits for, and the player's own part."""
    summary = tournament.summary
    lines = [
        summary_in_words(summary, titles),
        f"Directed by {_directors(tournament)}, {tournament.time_limit / 1000:g} s for each action.",
        *_terms(tournament),
    ]
    if summary.format is TournamentFormat.ARENA and summary.stage not in OVER:
        lines.append(_arena_in_words(tournament))
    elif is_played(tournament):
        lines.append(f"Round {summary.round} is being played.")
    elif summary.stage not in OVER and summary.round >= summary.rounds:
        at = tournament.ends_at
        lines.append("The director ends it." if at is None else f"It ends {moment_in_words(at)}.")
    elif summary.stage not in OVER:
        at = tournament.next_round_at
        if tournament.awaited:
            names = ", ".join(each.player.name for each in tournament.entrants if each.player.id in tournament.awaited)
            lines.append(f"The next round waits until these players are ready: {names}.")
        when = "begins when the director says so" if at is None else f"begins {moment_in_words(at)}"
        lines.append(f"Round {summary.round + 1} {when}.")
    if tournament.reason is not None:
        lines.append(f"The director's reason: {tournament.reason}")
    entrant = entrant_of(tournament, me)
    if entrant is not None:
        lines.append(f"You: {_points(entrant)}, place {entrant.place}." if summary.round else "You take part.")
    return lines


def _directors(tournament: Tournament) -> str:
    return ", ".join(each.name for each in (tournament.director, *tournament.assistants))


def _terms(tournament: Tournament) -> list[str]:
    """Return a line with the terms that are not usual."""
    least, most = tournament.least_rating, tournament.most_rating
    band = f"ratings from {least or 0}" + (f" to {most}" if most else "") if least or most else ""
    entry = {TournamentEntry.INVITED: "by invitation", TournamentEntry.CLUB: "for the members of a club"}
    terms = (
        entry.get(tournament.entry, ""),
        band,
        "with a waiting list" if tournament.waiting_list else "",
        f"the best {tournament.cut_to} play on in a knockout" if tournament.cut_to else "",
        DECKS.get(tournament.decks, ""),
        "open lists" if tournament.open_lists else "",
        "the first rounds are accelerated" if tournament.accelerated else "",
        DELAYS.get(tournament.spectator_delay, ""),
        "rounds begin when all are ready" if tournament.when_ready else "",
        "rated, also between players in one room" if tournament.rated else "",
    )
    line = ", ".join(filter(None, terms))
    return [f"{line[0].upper()}{line[1:]}."] if line else []


DELAYS: Mapping[SpectatorDelay, str] = {
    SpectatorDelay.HALF_A_MINUTE: "spectators 30 s later",
    SpectatorDelay.THREE_MINUTES: "spectators 3 min later",
    SpectatorDelay.END: "spectators when a match is over",
}

DECKS: Mapping[TournamentDecks, str] = {
    TournamentDecks.READY: "ready decks only",
    TournamentDecks.OWNED: "decks of own cards",
    TournamentDecks.SEALED: "sealed decks from packs for this event, with common cards as you like",
}

RULES: Mapping[PairingRule | None, str] = {
    PairingRule.MATCHING: ", paired by the smallest differences of points",
    PairingRule.FEWEST_REPEATS: ", in which some must meet again",
}


def packs_in_words(tournament: Tournament) -> list[str]:
    """Return the own cards of a sealed tournament, one line for each: `2 Fierce Wolf, rare`."""
    counts = Counter((each.rarity, each.card) for each in tournament.own_packs)
    return [f"{count} {card}, {str(rarity).replace('_', ' ')}" for (rarity, card), count in sorted(counts.items())]


def standings_in_words(tournament: Tournament) -> list[str]:
    """Return the standings: one line for each player of the tournament, in which each number has its name."""
    return [_entrant_in_words(each, tournament) for each in tournament.entrants]


def pairings_in_words(tournament: Tournament) -> list[str]:
    """Return the pairings, the last round first."""
    names = {each.player.id: each.player.name for each in tournament.entrants}
    lines: list[str] = []
    if tournament.summary.format is TournamentFormat.ARENA:
        return [pairing_in_words(each, names) for of in tournament.rounds for each in of.pairings]
    for number, of in reversed(tuple(enumerate(tournament.rounds, 1))):
        lines.append(f"Round {number}{RULES.get(of.rule, '')}")
        lines += [f"  {pairing_in_words(each, names)}" for each in of.pairings]
    return lines


def pairing_in_words(pairing: TournamentPairing, names: Mapping[PlayerId, str]) -> str:
    """Return a pairing: `Ada – Bo  1 : 0`."""
    who = " – ".join(names.get(player, "?") for player in pairing.players)
    if len(pairing.players) == 1:
        return f"{who}  bye"
    result = "playing" if pairing.points is None else " : ".join(map(hundredths_in_words, pairing.points))
    part = "" if pairing.part is None else f"{str(pairing.part).replace('_', ' ')}: "
    return f"{part}{who}  {result}" + ("" if pairing.ruling is None else f"  (ruling: {pairing.ruling})")


def appeals_in_words(tournament: Tournament) -> list[str]:
    """Return the appeals, one line for each: `1. Ada: I was there · rejected by Dee: the clock says no`."""
    return [
        f"{each.number}. {each.player.name}: {each.why} · {each.stage}"
        + ("" if each.answered_by is None else f" by {each.answered_by.name}: {each.answer}")
        for each in tournament.appeals
    ]


def appealable_of(tournament: Tournament, player: PlayerId) -> list[tuple[MatchId | None, str]]:
    """Return the rulings against a player without an appeal: a removal (without a match), and those of lost points."""
    own = [each for each in tournament.appeals if each.player.id == player]
    entrant = entrant_of(tournament, player)
    found: list[tuple[MatchId | None, str]] = []
    reason = None
    if entrant is not None and entrant.stage in (EntrantStage.REMOVED, EntrantStage.DISQUALIFIED):
        reason = entrant.reason
        if all(each.match is not None or each.stage is AppealStage.UPHELD for each in own):
            found.append((None, reason or ""))
    for pairing in (each for of in tournament.rounds for each in of.pairings):
        # a disqualification ends a running match with the same words: its appeal is that against the removal
        if pairing.ruling is None or player not in pairing.players or pairing.ruling == reason:
            continue
        lost = pairing.points is not None and pairing.points[pairing.players.index(player)] < WON
        if lost and all(each.match != pairing.match for each in own):
            found.append((pairing.match, pairing.ruling))
    return found


def entrant_of(tournament: Tournament, player: PlayerId) -> Entrant | None:
    """Return a player of a tournament."""
    return next((each for each in tournament.entrants if each.player.id == player), None)


def is_played(tournament: Tournament) -> bool:
    """True while a result of the last round is missing."""
    if tournament.part is not None:
        return tournament.part.open > 0
    return bool(tournament.rounds) and any(each.points is None for each in tournament.rounds[-1].pairings)


def goes_on(tournament: Tournament, player: PlayerId) -> bool:
    """True if another round can follow for a player: only then it matters who leaves and comes back."""
    summary, cut = tournament.summary, tournament.cut
    if summary.stage in OVER or (cut and player not in cut):
        return False
    return summary.format is TournamentFormat.ARENA or summary.round < summary.rounds


def own_pairing(tournament: Tournament, player: PlayerId) -> TournamentPairing | None:
    """Return the pairing of a player in the last round."""
    last = tournament.rounds[-1].pairings if tournament.rounds else ()
    return next((each for each in last if player in each.players), None)


def _entrant_in_words(entrant: Entrant, tournament: Tournament) -> str:
    gone = {
        EntrantStage.OUT: ", has left",
        EntrantStage.ABSENT: ", absent",
        EntrantStage.WAITING: ", on the waiting list",
        EntrantStage.REMOVED: f", removed: {entrant.reason}",
        EntrantStage.DISQUALIFIED: f", disqualified: {entrant.reason}",
    }
    who = f"{entrant.player.name}{gone.get(entrant.stage, '')}"
    if not tournament.rounds:
        return f"{who}, rating {entrant.rating}{', checked in' if entrant.checked_in else ''}"
    numbers = ", ".join(
        f"{hundredths_in_words(value)} {str(kind).replace('_', ' ')}"
        for kind, value in zip(tournament.tie_breaks, entrant.tie_breaks, strict=False)
    )
    return (
        f"{entrant.place}. {who}: {_points(entrant)} ({numbers}){_sheet_in_words(entrant)}{_finish_in_words(entrant)}"
    )


def _finish_in_words(entrant: Entrant) -> str:
    """Return the places that a player can still reach: `, can still finish 3 to 7`."""
    best, worst = entrant.best_place, entrant.worst_place
    if best is None or worst is None:
        return ""
    return f", will finish {best}" if best == worst else f", can still finish {best} to {worst}"


def _sheet_in_words(entrant: Entrant) -> str:
    """Return the last points of a player of an arena: `, matches: 2 2 4, points count twice`."""
    if entrant.arena is None or not entrant.arena.last:
        return ""
    streak = ", points count twice" if entrant.arena.streak else ""
    return f", matches: {' '.join(map(hundredths_in_words, entrant.arena.last))}{streak}"


def _arena_in_words(tournament: Tournament) -> str:
    if tournament.ends_at is not None:
        return f"The arena ends {moment_in_words(tournament.ends_at)}. Waiting players are paired every few seconds."
    lasts = f"It lasts {(tournament.duration or 0) // 60_000} minutes."
    if tournament.next_round_at is None:
        return f"The director begins the arena. {lasts}"
    return f"The arena begins {moment_in_words(tournament.next_round_at)}. {lasts}"


def _points(entrant: Entrant) -> str:
    return f"{hundredths_in_words(entrant.points)} {'point' if entrant.points == 100 else 'points'}"
