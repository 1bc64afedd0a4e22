"""Dialogs that make tournaments: the form of a new one, and the player's schedules."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from quarterdeck_protocol.lobby.clubs import ClubRole, ClubSummary
from quarterdeck_protocol.lobby.tournaments import (
    CreateTournament,
    TieBreak,
    Tournament,
    TournamentDecks,
    TournamentEntry,
    TournamentFormat,
    TournamentId,
)
from quarterdeck_protocol.messages import GameOffer
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.proofs import proven
from quarterdeck_client.terminal.screens.inbox.option_settings import OptionSetting, option_settings
from quarterdeck_client.terminal.screens.table_options import DELAYS, DELAYS_IN_WORDS
from quarterdeck_client.terminal.widgets.forms import SettingsForm, chosen, set_up_parts, written, yes_or_no
from quarterdeck_client.words.tournament_words import schedule_in_words

FORMATS = tuple(each for each in TournamentFormat if each is not TournamentFormat.OTHER)
MINUTE = 60_000
TIMES = (15_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE)
PAUSES = (None, MINUTE, 5 * MINUTE, 15 * MINUTE)
CUTS = (None, 4, 8, 16)
CHECK_INS = (None, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE)
DURATIONS = (30 * MINUTE, 60 * MINUTE, 90 * MINUTE, 120 * MINUTE)
RATINGS = (None, 1200, 1400, 1500, 1600, 1800, 2000)
ROUNDS = tuple(range(1, 21))
SIZES = (4, 8, 16, 32, 64, 128)
ENTRIES = (TournamentEntry.OPEN, TournamentEntry.INVITED, TournamentEntry.CLUB)
TIES = (
    (),
    (TieBreak.BUCHHOLZ, TieBreak.WINS),
    (TieBreak.DIRECT_ENCOUNTER, TieBreak.SONNEBORN_BERGER),
    (TieBreak.PROGRESS, TieBreak.WINS),
    (TieBreak.OPPONENTS_WINS_33, TieBreak.WINS),
    (TieBreak.OPPONENTS_WINS_25, TieBreak.WINS),
)
POINTS = ((), (500, 300, 100, 0), (400, 200, 100, 0), (100, 0, 0, 0))
DECKS = (TournamentDecks.ANY, TournamentDecks.READY, TournamentDecks.OWNED, TournamentDecks.SEALED)
DECKS_IN_WORDS = ("all", "ready ones", "of own cards", "sealed: from packs for the event")
PACKS = tuple(range(1, 13))
BUILD_TIME = 30 * MINUTE
WHEN = "%Y-%m-%d %H:%M"
RANKED = (TournamentFormat.SWISS, TournamentFormat.ROUND_ROBIN, TournamentFormat.PODS)
ALL_ROUNDS = (
    TournamentFormat.SINGLE_ELIMINATION,
    TournamentFormat.DOUBLE_ELIMINATION,
    TournamentFormat.ROUND_ROBIN,
    TournamentFormat.ARENA,
)
"""The formats without a number of rounds to choose."""

RULES, OPTIONS = "Rules", "Options of the game"
"""Parts of the form: its own settings, and those of the game, whose names may be the same."""


async def new_tournament(app: App[Any], client: Client) -> TournamentId | None:
    """Let the player make a tournament or a schedule. Return the id of the tournament; `None` for a schedule, or if the
    player leaves. A refusal is shown, and the form stays."""
    form = _Form(app, client)
    if not await form.begun():
        return None
    said = ""
    while await form.filled(said):
        try:
            return await form.made()
        except RefusedError as refused:
            said = str(refused)
    return None


async def show_schedules(app: App[Any], client: Client) -> None:
    """Show the player's schedules until the player leaves. A chosen one can be ended."""
    while True:
        found = await client.tournaments.schedules()
        lines = [schedule_in_words(each) for each in found]
        title = "Your weekly tournaments: choose one to end it" if found else "You have no weekly tournaments."
        which = await chosen(app, title, lines or ["Go on"])
        if which is None or not found:
            return
        if await chosen(app, f"{lines[which]}\nEnd it?", ["End it"]) == 0:
            await client.tournaments.unschedule(found[which].id)


class _Form:
    """The answers of the player about a new tournament."""

    def __init__(self, app: App[Any], client: Client) -> None:
        self._app = app
        self._client = client
        self._format = TournamentFormat.SWISS
        self._offer: GameOffer = client.welcome.games[0]
        self._name = ""
        self._starts: datetime | None = None
        self._clubs: Sequence[ClubSummary] = ()
        self._options: Sequence[OptionSetting] = ()
        self._parts: dict[str, list[SettingsForm]] = {}

    async def begun(self) -> bool:
        """Ask for the format, the game, the name and the time. Return false if the player leaves."""
        titles = [each.value.replace("_", " ") for each in FORMATS]
        which = await chosen(self._app, "New tournament\nWhich format?", titles)
        if which is None:
            return False
        self._format = FORMATS[which]
        seats = 3 if self._format is TournamentFormat.PODS else 2
        offers = [each for each in self._client.welcome.games if each.least_seats <= seats <= each.most_seats]
        game = await chosen(self._app, "Which game?", [each.title for each in offers])
        if game is None:
            return False
        self._offer = offers[game]
        self._name = await written(self._app, "Its name:", most=60) or f"{self._offer.title} tournament"
        typed = await written(self._app, "Its start, such as 2026-12-04 20:00. Empty: you begin it.", most=16)
        self._starts = _time(typed)
        self._options = option_settings((await self._client.game(self._offer.name))["schema"])
        self._clubs = [each for each in (await self._client.clubs.list()).mine if each.role in MEMBERS]
        self._parts = {
            RULES: self._of_rules(),
            "Decks": self._of_decks(),
            "Entry": self._of_entry(),
            OPTIONS: [each.form for each in self._options],
        }
        return True

    def _of_rules(self) -> list[SettingsForm]:
        is_arena = self._format is TournamentFormat.ARENA
        usual = [SettingsForm("Time for an action", [_time_in_words(each) for each in TIMES], 2)]
        if is_arena:
            usual.append(SettingsForm("Duration", [_time_in_words(each) for each in DURATIONS], 1))
        else:
            if self._format not in ALL_ROUNDS:
                usual.append(SettingsForm("Rounds", [str(each) for each in ROUNDS], 3))
            usual.append(SettingsForm("Players at most", [str(each) for each in SIZES], 2))
            usual.append(SettingsForm("Next round", [_pause_in_words(each) for each in PAUSES], 1))
            usual.append(yes_or_no("Begin it when all are ready", is_so=False))
            usual.append(SettingsForm("Check-in before the start", [_time_in_words(each) for each in CHECK_INS]))
        if self._format in (TournamentFormat.SWISS, TournamentFormat.ROUND_ROBIN):
            usual.append(SettingsForm("Knockout afterwards", [f"best {each}" if each else "none" for each in CUTS]))
        if not is_arena and self._format is not TournamentFormat.PODS:
            usual.append(yes_or_no("Best of three", is_so=False))
        if self._format in RANKED:
            usual.append(SettingsForm("Equal points", [_ties_in_words(each) for each in TIES]))
        if self._format is TournamentFormat.PODS:
            usual.append(SettingsForm("Points by place", [_points_in_words(each) for each in POINTS]))
        if self._format is TournamentFormat.SWISS:
            usual.append(yes_or_no("Accelerate the first rounds", is_so=False))
        usual.append(SettingsForm("Spectators see it", DELAYS_IN_WORDS))
        usual.append(yes_or_no("Rated (for moderators)", is_so=False))
        if self._starts is not None:
            usual.append(yes_or_no("Every week at this time", is_so=False))
        return usual

    def _of_decks(self) -> list[SettingsForm]:
        if not self._offer.decks or self._format is TournamentFormat.ARENA:
            return []
        return [
            SettingsForm("Decks", DECKS_IN_WORDS),
            SettingsForm("Packs of a sealed event", [str(each) for each in PACKS], 5),
            yes_or_no("Open lists", is_so=False),
        ]

    def _of_entry(self) -> list[SettingsForm]:
        clubs = [f"members of {each.name}" for each in self._clubs]
        return [
            SettingsForm("Who can enter", ["everybody", "invited players", *clubs]),
            SettingsForm("Lowest rating", [str(each or "any") for each in RATINGS]),
            SettingsForm("Highest rating", [str(each or "any") for each in RATINGS]),
            yes_or_no("Waiting list", is_so=False),
            yes_or_no("Programs may enter", is_so=False),
        ]

    async def filled(self, said: str) -> bool:
        """Let the player change the settings. Return false if the player leaves."""
        words = "\n".join([f"{self._name}: {self._offer.title}", *([said] if said else [])])
        return await set_up_parts(self._app, words, "Make it", self._parts)

    async def made(self) -> TournamentId | None:
        """Make the tournament, or the schedule."""
        command = msgspec.convert(self._fields(), CreateTournament)
        if self._starts is None or not self._at("Every week at this time"):
            made = await proven(self._app, self._client, lambda: self._client.tournaments.create_from(command))
            if isinstance(made, str):
                await chosen(self._app, made, ["Go on"])
            return made.summary.id if isinstance(made, Tournament) else None
        at, zone = self._starts.strftime("%H:%M"), _zone()
        await self._client.tournaments.schedule(command, self._starts.weekday(), at, zone)
        await chosen(self._app, f"The server makes it each week at {at} ({zone}).", ["Go on"])
        return None

    def _at(self, name: str) -> int:
        """Return the position of the value of a setting; 0 for one that this format does not have."""
        parts = [of for part, of in self._parts.items() if part != OPTIONS]
        return next((each.at for of in parts for each in of if each.name == name), 0)

    def _fields(self) -> dict[str, Any]:
        entry = self._at("Who can enter")
        forms = zip(self._options, self._parts[OPTIONS], strict=True)
        options = {each.name: each.values[form.at] for each, form in forms}
        fields: dict[str, Any] = {
            "type": "create_tournament",
            "name": self._name,
            "game": self._offer.name,
            "format": self._format,
            "rounds": ROUNDS[-1] if self._format in ALL_ROUNDS else ROUNDS[self._at("Rounds")],
            "time_limit": TIMES[self._at("Time for an action")],
            "starts_at": None if self._starts is None else round(1000 * self._starts.timestamp()),
            "spectator_delay": DELAYS[self._at("Spectators see it")],
            "options": msgspec.Raw(msgspec.json.encode(options)),
            "entry": ENTRIES[min(entry, 2)],
            "club": self._clubs[entry - 2].id if entry > 1 else None,
            "least_rating": RATINGS[self._at("Lowest rating")],
            "most_rating": RATINGS[self._at("Highest rating")],
            "waiting_list": bool(self._at("Waiting list")),
            "bots": bool(self._at("Programs may enter")),
            "rated": bool(self._at("Rated (for moderators)")),
            "when_ready": bool(self._at("Begin it when all are ready")),
            "accelerated": bool(self._at("Accelerate the first rounds")),
            "tie_breaks": TIES[self._at("Equal points")],
            "place_points": POINTS[self._at("Points by place")],
            "cut_to": CUTS[self._at("Knockout afterwards")],
            "best_of": 3 if self._at("Best of three") else 1,
            "decks": DECKS[self._at("Decks")],
            "packs": PACKS[self._at("Packs of a sealed event")],
            "build_time": BUILD_TIME if DECKS[self._at("Decks")] is TournamentDecks.SEALED else None,
            "open_lists": bool(self._at("Open lists")),
            "check_in": CHECK_INS[self._at("Check-in before the start")],
        }
        if self._format is TournamentFormat.ARENA:
            return {**fields, "duration": DURATIONS[self._at("Duration")]}
        size = SIZES[self._at("Players at most")]
        most = min(size, ROUNDS[-1]) if self._format is TournamentFormat.ROUND_ROBIN else size
        return {**fields, "between_rounds": PAUSES[self._at("Next round")], "most_entrants": most}


MEMBERS = (ClubRole.MEMBER, ClubRole.ORGANISER, ClubRole.OWNER)


def _time(typed: str | None) -> datetime | None:
    try:
        return None if typed is None else datetime.strptime(typed, WHEN).astimezone()
    except ValueError:
        return None


def _zone() -> str:
    """Return the name of the local time zone; `UTC` if the machine does not name it."""
    return str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2] or "UTC"


def _time_in_words(milliseconds: int | None) -> str:
    if milliseconds is None:
        return "none"
    return f"{milliseconds // MINUTE} min" if milliseconds >= MINUTE else f"{milliseconds // 1000} s"


def _pause_in_words(milliseconds: int | None) -> str:
    if milliseconds is None:
        return "when the director says so"
    return f"{_time_in_words(milliseconds)} after the last result"


def _ties_in_words(ties: Sequence[TieBreak]) -> str:
    return ", ".join(str(each).replace("_", " ") for each in ties) or "the usual tie-breaks"


def _points_in_words(points: Sequence[int]) -> str:
    return " ".join(str(each // 100) for each in points or (300, 200, 100, 0))
