"""Refusals that several services share."""

from quarterdeck_games import GAMES
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import LONGEST_NAME, unknown_game


def test_an_unknown_game_is_refused_with_the_games_that_players_are_offered() -> None:
    refused = unknown_game("chess", GAMES, "$.games[1]")
    assert (refused.code, refused.where) == (RefusalCode.UNKNOWN_GAME, "$.games[1]")
    assert str(refused) == (
        "This server does not offer `chess`. It offers `density-deck`, `amfibido`, `amiibart`, `myacards`."
    )


def test_of_a_long_name_only_the_beginning_is_repeated() -> None:
    assert "`" + "x" * LONGEST_NAME + "`" in str(unknown_game("x" * 1000, GAMES))
