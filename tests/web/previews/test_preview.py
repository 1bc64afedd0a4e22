"""Contents of previews, from what is public."""

from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Count, PlayerId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.web.previews import preview

PLAYERS = [Player(id=PlayerId(name), name=name) for name in ("Ada", "Bo", "Cy")]


def finished(*places: int) -> preview.Preview:
    result = Result(places=tuple(Count(place) for place in places), reason="x")
    return preview.of_finished("Tiny", PLAYERS, result, "en")


def test_the_outcome_names_who_has_won() -> None:
    assert (finished(2, 1, 3).text, finished(2, 1, 3).lines) == ("Bo has won.", ("1.  Bo", "2.  Ada", "3.  Cy"))
    assert finished(1, 1, 3).text == "The match ended in a draw between Ada, Bo."
    assert (finished().text, finished().lines) == ("The match was aborted and counts for nobody.", ("Ada", "Bo", "Cy"))


def test_a_picture_has_at_most_six_lines() -> None:
    many = preview.of_running("Tiny", PLAYERS * 4, "en")
    assert (len(many.lines), many.lines[-1]) == (6, "…")
