"""The table of roles and paths of moderation, held to the server: every role at every path."""

from collections.abc import AsyncIterator

import pytest
from quarterdeck_protocol.lobby.moderation import Role
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.lobby.moderation.permissions import PERMISSIONS
from quarterdeck_server.web.http.endpoints import endpoint_of
from web.moderators_office import PASSWORD, Office, offices

ALLOWED = {
    "GET announcements": "viewer organiser moderator admin",
    "POST announcements": "organiser admin",
    "POST announcements/remove": "organiser admin",
    "GET applicants": "organiser moderator admin",
    "POST applicants": "organiser moderator admin",
    "GET audit": "moderator admin",
    "POST clubs": "moderator admin",
    "GET codes": "organiser moderator admin",
    "POST codes": "organiser moderator admin",
    "POST codes/history": "organiser moderator admin",
    "POST codes/revoke": "organiser moderator admin",
    "GET figures": "viewer organiser moderator admin",
    "GET invites": "organiser moderator admin",
    "POST invites": "organiser moderator admin",
    "POST invites/revoke": "organiser moderator admin",
    "POST matches": "moderator admin",
    "POST password-reset": "moderator admin",
    "GET patterns": "moderator admin",
    "GET pause": "viewer organiser moderator admin",
    "POST pause": "admin",
    "GET players": "moderator admin",
    "POST players/found": "moderator admin",
    "GET players/{player}": "moderator admin",
    "GET players/{player}/trades": "moderator admin",
    "POST rename": "moderator admin",
    "GET reports": "moderator admin",
    "POST reports/{report}/resolve": "moderator admin",
    "POST revoke": "moderator admin",
    "POST roles": "admin",
    "POST sanctions": "moderator admin",
    "POST sanctions/many": "moderator admin",
    "GET server": "viewer organiser moderator admin",
    "POST trades": "moderator admin",
    "GET trades/{trade}": "moderator admin",
}
"""The roles that may use each path. No other path takes the scope `moderate`."""


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices() as office:
        yield office


def test_each_path_with_the_scope_is_in_the_table(office: Office) -> None:
    served = {
        f"{route.method} {route.resource.canonical.removeprefix('/v1/moderation/')}"
        for route in office.here.app.router.routes()
        if route.method != "HEAD"
        and route.resource is not None
        and (declared := endpoint_of(route.handler)) is not None
        and declared.scopes == (Scope.MODERATE,)
    }
    assert served == set(ALLOWED)


@pytest.mark.parametrize("role", [*PERMISSIONS, None])
async def test_each_role_passes_exactly_at_its_paths(office: Office, role: Role | None) -> None:
    await office.bo.ask({"type": "register", "name": "Bo Peep", "password": PASSWORD})
    order = {"player": office.bo_id, "roles": [] if role is None else [role], "why": "tried"}
    assert (await office.ask("roles", order))[0] == 200
    passed = set()
    for each in ALLOWED:
        method, path = each.split()
        asked = path.replace("{", "").replace("}", "")
        status, problem = await office.ask(asked, None if method == "GET" else {}, token=office.bo_token)
        if problem.get("code") != "missing_role":
            assert status in (200, 400, 404), (each, problem)
            passed.add(each)
    assert passed == {each for each, roles in ALLOWED.items() if role is not None and role in roles.split()}


async def test_roles_of_several_kinds_add_up_and_protect_their_holder(office: Office) -> None:
    await office.bo.ask({"type": "register", "name": "Bo Peep", "password": PASSWORD})
    await office.ask("roles", {"player": office.bo_id, "roles": ["organiser", "moderator"], "why": "both"})
    assert (await office.ask("audit", token=office.bo_token))[0] == 200
    texts = {"texts": {"en": "Tea at five"}, "seconds": 60, "why": "tea"}
    assert (await office.ask("announcements", texts, token=office.bo_token))[0] == 200
    async with office.there.line() as line:
        token = (await line.sign_in("Viv"))["token"]
        viewer = (await line.ask({"type": "register", "name": "Viv", "password": PASSWORD}))["player"]["id"]
        await office.ask("roles", {"player": viewer, "roles": ["viewer"], "why": "looks"})
        ban = {"player": viewer, "kind": "ban", "why": "no"}
        assert (await office.ask("sanctions", ban, token=office.bo_token))[1]["code"] == "missing_role"
        status, problem = await office.ask("announcements", texts, token=token)
        assert (status, problem["detail"]) == (403, "This needs the role `organiser` or `admin`.")
