"""The bench that counts the steps of an action, short: what it counts, not how long it takes."""

from bench import action_steps


async def test_the_steps_of_an_action_are_those_of_the_server_the_rules_and_the_protocol() -> None:
    steps = await action_steps.played(2)
    names = {code.co_qualname for code in steps.instructions}
    assert {"Connection.begin", "Record.foresee", "Tiny.evolve", "encode", "SendQueue.deliver_alone"} <= names
    assert not [code.co_filename for code in steps.instructions if "/bench/" in code.co_filename]
    assert steps.calls / 2 >= 100
