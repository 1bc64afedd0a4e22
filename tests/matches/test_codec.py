"""Actions as they are sent: read strictly, and written in one form."""

import pytest
from msgspec import Raw
from quarterdeck_games import GAMES
from quarterdeck_protocol.encoding.strict_json import NotAsExpected
from quarterdeck_protocol.games.tiny import Mark
from quarterdeck_server.matches.codec import codec_of

CODEC = codec_of(GAMES["tiny"])
OFFERED = b'{"type":"mark","cell":3,"note":"x"}'


@pytest.mark.parametrize("sent", [OFFERED, b'{ "note": "x", "cell": 3, "type": "mark" }'])
def test_an_action_has_one_form_however_it_was_written(sent: bytes) -> None:
    assert CODEC.sent_action(Raw(sent)) == (Mark(cell=3, note="x"), OFFERED)


@pytest.mark.parametrize(
    ("sent", "where"),
    [
        (b'{"type":"mark","cell":3,"note":"x","gold":1}', "$.action.gold"),
        (b'{"type":"mark","cell":"three","note":"x"}', "$.action.cell"),
        (b'{"type":"mark","cell":3', "$.action"),
        (b'{"type":"mark","cell":3,"note":"\xff"}', "$.action"),
    ],
)
def test_anything_that_is_wrong_with_an_action_is_told_with_its_place(sent: bytes, where: str) -> None:
    with pytest.raises(NotAsExpected) as wrong:
        CODEC.sent_action(Raw(sent))
    assert wrong.value.fault.where == where
