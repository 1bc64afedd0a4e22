"""What the further recorded conversations are made of is what was said in them."""

import msgspec
import pytest
from quarterdeck_server.docs_build.files import PROTOCOL
from quarterdeck_server.docs_build.frozen_additions import SCRIPTS
from quarterdeck_server.docs_build.frozen_conversation import CONVERSATIONS, Step, read_steps


def said(steps: list[Step]) -> list[Step]:
    return [msgspec.structs.replace(step, answer=None, status=None) for step in steps]


def test_each_conversation_has_a_script() -> None:
    assert tuple(SCRIPTS) == CONVERSATIONS


@pytest.mark.parametrize("name", CONVERSATIONS[1:])
def test_a_script_says_what_was_recorded(name: str) -> None:
    assert said(SCRIPTS[name]()) == said(read_steps((PROTOCOL / name).read_bytes()))
