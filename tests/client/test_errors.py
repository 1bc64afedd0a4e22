"""The errors of both SDKs have the same names and the same family."""

import json

import quarterdeck_client
from node import NODE, PACKAGE, run
from quarterdeck_client import ClientError, CommandRefused, LostError, RefusedError
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.refusals import RefusalCode

OF_PYTHON_ALONE = {"FalsePackError"}
"""In JavaScript `packFault` returns what is wrong with a pack."""


def python_errors() -> dict[str, str]:
    """Return each exported error by its name, with the name that it gives itself."""
    exported = {name: getattr(quarterdeck_client, name) for name in quarterdeck_client.__all__}
    return {
        name: value.__name__
        for name, value in exported.items()
        if isinstance(value, type) and issubclass(value, ClientError)
    }


def javascript_errors() -> dict[str, str]:
    program = (
        f'import * as sdk from "{PACKAGE}/src/index.js";'
        "const errors = Object.entries(sdk).filter(([, each]) => each === sdk.ClientError"
        " || each.prototype instanceof sdk.ClientError);"
        "console.log(JSON.stringify(Object.fromEntries(errors.map(([name, each]) => [name, each.name]))));"
    )
    found: dict[str, str] = json.loads(run(NODE, "--input-type=module", "-e", program))
    return found


def test_the_errors_of_both_sdks_have_the_same_names() -> None:
    assert python_errors().keys() - OF_PYTHON_ALONE == javascript_errors().keys()
    assert {"UsageError", "CommandRefused", "RefusedError"} < javascript_errors().keys()


def test_a_refusal_has_two_names_in_both_sdks() -> None:
    assert CommandRefused is RefusedError
    assert len({javascript_errors()[name] for name in ("CommandRefused", "RefusedError")}) == 1


def test_a_refusal_has_a_text_for_people() -> None:
    error = RefusedError(Refused(code=RefusalCode.STALE, text="Too late."))
    assert (error.code, error.text, str(error)) == (RefusalCode.STALE, "Too late.", "Too late.")


def test_a_player_who_was_let_go_of_is_told_the_code() -> None:
    assert (LostError("gone").code, LostError("a newer connection", 4001).code) == (None, 4001)
