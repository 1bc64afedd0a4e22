"""What the further recorded conversations are made of is what was said in them."""

import msgspec
import pytest
from quarterdeck_server.docs_build.files import PROTOCOL
from quarterdeck_server.docs_build.frozen_additions import SCRIPTS
from quarterdeck_server.docs_build.frozen_conversation import Step, read_steps
from quarterdeck_server.docs_build.scene_steps import conversations_in


def said(steps: list[Step]) -> list[Step]:
    return [msgspec.structs.replace(step, answer=None, status=None) for step in steps]


def test_the_first_conversations_have_scripts() -> None:
    assert tuple(SCRIPTS) == conversations_in(PROTOCOL)[: len(SCRIPTS)]


@pytest.mark.parametrize("name", tuple(SCRIPTS)[1:])
def test_a_script_says_what_was_recorded(name: str) -> None:
    assert said(SCRIPTS[name]()) == said(read_steps((PROTOCOL / name).read_bytes()))
