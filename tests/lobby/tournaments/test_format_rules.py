"""Settings of a new tournament that its format or its game does not allow."""

import pytest
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.lobby.tournaments import CreateTournament, TieBreak, TournamentFormat
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tournaments.format_rules import settings_of

DENSITY_DECK = GameName("density-deck")


def _message(**more: object) -> CreateTournament:
    return CreateTournament(**{"name": "Friday", "game": DENSITY_DECK, "rounds": 20, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"format": TournamentFormat.OTHER}, "$.format"),
        ({"format": TournamentFormat.PODS, "most_in_swiss": 129}, "$.most_in_swiss"),
        ({"best_of": 2}, "$.best_of"),
        ({"spectator_delay": SpectatorDelay.OTHER}, "$.spectator_delay"),
        ({"best_of": 3, "format": TournamentFormat.PODS}, "$.best_of"),
        ({"cut_to": 4, "format": TournamentFormat.PODS}, "$.cut_to"),
        ({"cut_to": 4, "format": TournamentFormat.SINGLE_ELIMINATION}, "$.cut_to"),
        ({"tie_breaks": (TieBreak.WINS, TieBreak.WINS)}, "$.tie_breaks"),
        ({"tie_breaks": (TieBreak.OTHER,)}, "$.tie_breaks"),
        ({"place_points": (100, 200), "format": TournamentFormat.PODS}, "$.place_points"),
        ({"place_points": (0, 0), "format": TournamentFormat.PODS}, "$.place_points"),
        ({"format": TournamentFormat.ROUND_ROBIN}, "$.rounds"),
        ({"format": TournamentFormat.SINGLE_ELIMINATION, "rounds": 6}, "$.rounds"),
        ({"format": TournamentFormat.DOUBLE_ELIMINATION, "rounds": 14}, "$.rounds"),
        ({"format": TournamentFormat.PODS, "game": GameName("amiibart")}, None),
    ],
)
def test_what_cannot_be_played_is_refused(fields: dict[str, object], where: str | None) -> None:
    message = _message(**fields)
    with pytest.raises(CommandRefused) as refused:
        settings_of(GAMES[message.game], message, "Friday", Milliseconds(0))
    assert where is None or (refused.value.code, refused.value.where) == (RefusalCode.MALFORMED, where)


@pytest.mark.parametrize(
    "fields",
    [
        {"format": TournamentFormat.SINGLE_ELIMINATION, "rounds": 7},
        {"format": TournamentFormat.DOUBLE_ELIMINATION, "rounds": 15},
        {"format": TournamentFormat.ROUND_ROBIN, "most_entrants": 20, "rounds": 19},
        {"format": TournamentFormat.PODS, "place_points": (500, 300)},
        {"cut_to": 8, "best_of": 3, "spectator_delay": SpectatorDelay.END},
    ],
)
def test_other_settings_are_kept(fields: dict[str, object]) -> None:
    message = _message(**fields)
    settings = settings_of(GAMES[message.game], message, "Friday", Milliseconds(0))
    kept = {name: getattr(settings if hasattr(settings, name) else settings.rules, name) for name in fields}
    assert kept == fields


def test_the_swiss_system_takes_more_players() -> None:
    message = _message(most_in_swiss=500)
    assert settings_of(GAMES[DENSITY_DECK], message, "Friday", Milliseconds(0)).most_entrants == 500


def test_pods_have_usual_points() -> None:
    message = _message(format=TournamentFormat.PODS)
    assert settings_of(GAMES[DENSITY_DECK], message, "Friday", Milliseconds(0)).rules.place_points == (300, 200, 100, 0)
