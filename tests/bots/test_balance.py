"""How the evenness of decks is measured; the figures are for `python -m quarterdeck_server.bench.balance`."""

from quarterdeck_server.bench.balance import Played, play, table


def test_a_match_of_two_ready_decks_is_played_to_its_end_and_always_alike() -> None:
    played = play(("wildfire", "vigil"), 3)
    assert played == play(("wildfire", "vigil"), 3)
    assert sorted(played.places) in ([1, 1], [1, 2])


def test_the_table_counts_wins_of_decks_and_of_whoever_began() -> None:
    won = Played(decks=("a", "b"), first=1, places=(1, 2), turns=9)
    drawn = Played(decks=("b", "a"), first=0, places=(1, 1), turns=11)
    mirror = Played(decks=("a", "a"), first=0, places=(1, 2), turns=10)
    assert list(table([won, drawn, mirror])) == [
        "a             75.0%",
        "b             25.0%",
        "who begins    50.0%; turns in the median: 10",
    ]
