"""What a player knew of matches before their deal, and which share of entropy is theirs."""

from quarterdeck_client.verification.notes import MOST_NOTES, Note, Notes
from quarterdeck_protocol.lobby.tables import Place, Table, TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, TableId

MATCH, OTHER = MatchId("m"), MatchId("n")
ONE, TWO = "1" * 64, "2" * 64


def table(*hashes: str | None, commitment: str = ONE) -> Table:
    return Table(
        id=TableId("t"),
        game=GameName("tiny"),
        options={"marks": 10},
        time_limit=Milliseconds(1_000),
        places=tuple(Place(entropy_hash=each) for each in hashes),
        commitment=commitment,
        match=MATCH,
        stage=TableStage.REVEALING,
        opened_at=Milliseconds(1),
        changed=1,
    )


def test_a_share_is_drawn_once_for_each_commitment_of_a_match() -> None:
    notes = Notes()
    first = notes.share(MATCH, ONE, None)
    assert len(first) == 64
    assert notes.share(MATCH, ONE, None) == first
    assert len({first, notes.share(OTHER, ONE, None), notes.share(MATCH, TWO, None)}) == 3
    assert notes[MATCH] == Note(commitment=TWO, entropy=notes.share(MATCH, TWO, None))


def test_a_share_that_was_shown_under_one_commitment_does_not_come_back_when_another_lies_between() -> None:
    """Else whoever had seen it could have it bound once more, by then without what the others were bound to."""
    notes = Notes()
    shown = notes.share(MATCH, ONE, None)
    notes.share(MATCH, TWO, None)
    assert notes.share(MATCH, ONE, None) != shown


def test_anything_that_was_told_first_counts_however_often_the_same_share_is_asked_for() -> None:
    notes = Notes()
    share = notes.share(MATCH, ONE, "my own words")
    assert not notes[MATCH].is_bound
    notes.bind(table("a", None))
    for given in (None, share):
        assert notes.share(MATCH, ONE, given) == share
        notes.bind(table("a", "b"))
        assert notes[MATCH].entropy_hashes == ("a", None)
        assert notes[MATCH].options == {"marks": 10}


def test_another_share_is_bound_again() -> None:
    notes = Notes()
    notes.share(MATCH, ONE, "my own words")
    notes.bind(table("a"))
    assert notes.share(MATCH, ONE, "others") == "others"
    assert not notes[MATCH].is_bound


def test_the_oldest_note_goes() -> None:
    notes = Notes()
    for number in range(MOST_NOTES + 1):
        notes.share(MatchId(f"{number}"), ONE, None)
    assert len(notes) == MOST_NOTES
    assert MatchId("0") not in notes
