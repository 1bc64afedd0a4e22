"""The state of a server for its operator's console, as one process knows it."""

import re
from collections.abc import Mapping

from quarterdeck_protocol.lobby.console import KeyState, QueueState, ServerState, ShownSetting
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.program import revision
from quarterdeck_server.settings import DECLARATIONS, FOR_WORKERS, Settings
from quarterdeck_server.store_errors import Unfit
from quarterdeck_server.telemetry.collector import Monitored
from quarterdeck_server.translations import said

SECRET = frozenset({"metrics_token", "test_seed"})
"""Settings whose values are never shown."""

_CREDENTIALS = re.compile(r"//.*@")
_OPTIONS = re.compile(r"\?.*")


async def server_state(
    monitored: Monitored, settings: Settings, environment: Mapping[str, str], language: str
) -> ServerState:
    """Return the state of the server. Raises `Unavailable`, `CommandRefused`."""
    parts = monitored.parts
    services = parts.services
    duties = await parts.operator_duties.read()
    keys = await services.server_keys.published()
    why = await _unready(monitored)
    return ServerState(
        at=services.matches.clock.now(),
        server=services.name,
        revision=revision(),
        ready=why is None,
        why="" if why is None else said(why, language),
        processes=await services.attendance.processes(),
        online=services.attendance.online(),
        connections=sum(monitored.connections.by_stage().values()),
        connections_limit=monitored.connections.most,
        matches=services.matches.held,
        durability=settings.durability,
        backup_age=None if duties.backup_age is None else round(duties.backup_age),
        open_reports=duties.open_reports,
        oldest_report_age=round(duties.oldest_report_age),
        keys=tuple(KeyState(kid=key.kid, since=key.since) for key in keys.keys),
        queues=tuple(
            QueueState(name=each.name, length=each.length, most=each.most) for each in monitored.queued.queues()
        ),
        settings=shown_settings(settings, environment),
    )


async def _unready(monitored: Monitored) -> str | None:
    """Return the reason why this process takes no new players, as `/readyz` gives it; `None` if it does. Raises
    `Unavailable`."""
    try:
        monitored.readiness.check()
        monitored.connections.check_room()
        await monitored.readiness.ping()
    except CommandRefused as refused:
        return refused.text
    except Unfit:
        return Text("The store answers but cannot save matches; the server's log says why.")
    return None


def shown_settings(settings: Settings, environment: Mapping[str, str]) -> tuple[ShownSetting, ...]:
    """Return the settings in force, and where each was set. An option of the command takes precedence over the
    environment."""
    shown = []
    for name, declared in DECLARATIONS.items():
        if name in FOR_WORKERS:
            continue
        value = getattr(settings, name)
        source = "default"
        if value != declared.value:
            source = declared.variable if declared.variable in environment else declared.option
        shown.append(ShownSetting(name=name, value=_written(name, value), source=source))
    return tuple(shown)


def _written(name: str, value: object) -> str:
    if name in SECRET:
        return "" if value in (None, "") else "…"
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return _OPTIONS.sub("?…", _CREDENTIALS.sub("//…@", str(value)))
