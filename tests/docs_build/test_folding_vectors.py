"""The vectors try every sign that a list of the folding names: so a copy in another language has all of them."""

from quarterdeck_protocol import folding
from quarterdeck_server.docs_build.folding_vectors import QUESTIONS, folding_vectors


def test_every_sign_with_a_rule_of_its_own_is_in_a_vector() -> None:
    tried = "".join(vector["text"] for vector in folding_vectors()["texts"])
    signs = {*folding.APOSTROPHES, *folding.TRADE_MARKS, *folding.TIMES, *folding.PLAIN, *map(chr, folding.SPELT_OUT)}
    assert signs - set(tried) == set()
    alone = [span for span in folding.WITHOUT_BLANKS if any(span[0] <= ord(sign) <= span[1] for sign in tried)]
    assert len(alone) >= 2


def test_some_questions_find_nothing_and_some_find_several_texts() -> None:
    found = {vector["question"]: len(vector["finds"]) for vector in folding_vectors()["questions"]}
    assert len(found) == len(QUESTIONS)
    assert {min(count, 2) for count in found.values()} == {0, 1, 2}
