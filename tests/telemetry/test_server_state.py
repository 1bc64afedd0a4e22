"""The state of a server in the console: health, queues, keys, and settings without secrets."""

from collections.abc import AsyncIterator

import pytest
from quarterdeck_server.settings import Settings
from quarterdeck_server.telemetry.server_state import shown_settings
from web.moderators_office import Office, offices


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices(metrics_token="open sesame", news="Cup on Sunday") as office:
        yield office


async def test_the_state_has_health_queues_keys_and_settings_without_secrets(office: Office) -> None:
    status, state = await office.ask("server")
    assert (status, state["ready"], state["why"], state["backup_age"], state["open_reports"]) == (
        200,
        True,
        "",
        None,
        0,
    )
    assert (state["processes"], state["connections"], len(state["keys"])) == (2, 2, 1)
    assert {"send_queue_frames", "submissions", "store_requests"} <= {each["name"] for each in state["queues"]}
    shown = {each["name"]: (each["value"], each["source"]) for each in state["settings"]}
    assert (shown["metrics_token"], shown["news"]) == (("…", "--metrics-token"), ("Cup on Sunday", "--news"))
    assert shown["workers"] == ("1", "default")
    assert "open sesame" not in str(state)


@pytest.mark.parametrize(
    ("store", "shown"),
    [
        ("redis://me:se/cret@host:6379/0", "redis://…@host:6379/0"),
        ("redis+sentinel://a:1,b:2/main/0?sentinel_password=x", "redis+sentinel://a:1,b:2/main/0?…"),
        ("unix:///run/store", "unix:///run/store"),
    ],
)
def test_addresses_are_shown_without_passwords(store: str, shown: str) -> None:
    settings = {each.name: each for each in shown_settings(Settings(store=store), {"QUARTERDECK_STORE": store})}
    assert (settings["store"].value, settings["store"].source) == (shown, "QUARTERDECK_STORE")
    assert "inherited_socket" not in settings
