"""Of an enum that may grow, `other` is what a reader makes of what is newer, and nobody sends it."""

from quarterdeck_protocol.chat import Phrase, Reason
from quarterdeck_protocol.enums import may_grow, sent_values
from quarterdeck_protocol.moderation import SanctionKind
from quarterdeck_protocol.refusals import RefusalCode


def test_what_stands_for_something_newer_is_not_sent() -> None:
    assert may_grow(Phrase)
    assert "other" not in sent_values(Phrase)
    assert sent_values(RefusalCode) == [str(code) for code in RefusalCode if code is not RefusalCode.OTHER]


def test_a_reason_that_is_no_other_is_sent_as_other() -> None:
    assert "other" in sent_values(Reason)


def test_an_enum_that_does_not_grow_is_sent_whole() -> None:
    assert not may_grow(SanctionKind)
    assert sent_values(SanctionKind) == [kind.value for kind in SanctionKind]
