"""Two processes on one store, an admin at the one and a player at the other; and how the admin asks over HTTP."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
from quarterdeck_server.storage.memory import Memory
from recorded_documents import NotingStore
from servers import Line, LiveServer, Message, live_server
from yarl import URL

PASSWORD = "a long walk by the sea"
LOBBY = {"type": "say", "where": "lobby"}


class Office:
    """Two processes on one store, an admin at the one, a player at the other."""

    def __init__(
        self, here: LiveServer, there: LiveServer, stores: tuple[NotingStore, NotingStore], admin: Line, bo: Line
    ) -> None:
        self.here = here
        self.there = there
        self.stores = stores
        self.memory = stores[0].memory
        self.admin = admin
        self.bo = bo
        self.token = ""
        self.bo_id = ""
        self.bo_token = ""

    async def ask(self, path: str, order: Message | None = None, *, token: str | None = None) -> tuple[int, Any]:
        """Ask in the admin's name; with an order, give it."""
        return await self.ask_at(f"moderation/{path}", order, token=token)

    async def ask_at(self, path: str, order: Any = None, *, token: str | None = None) -> tuple[int, Any]:
        """Ask anything over HTTP, in the admin's name if there is no other token; an order may come in parts."""
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        url = URL(f"{self.here.url}/v1/{path}", encoded=True)
        async with aiohttp.ClientSession(headers=headers) as http:
            asking = (
                http.get(url)
                if order is None
                else http.post(url, **({"json": order} if isinstance(order, dict) else {"data": order}))
            )
            async with asking as response:
                return response.status, await response.json(content_type=None)

    async def sanction(self, kind: str, **more: Any) -> Message:
        order = {"player": self.bo_id, "kind": kind, "why": "far too loud", **more}
        status, deed = await self.ask("sanctions", order)
        assert status == 200, deed
        return dict(deed)

    async def program(self, *scopes: str) -> str:
        """Return a token of the admin's for a program."""
        made = await self.admin.ask({"type": "make_token", "scopes": list(scopes)})
        return str(made["token"])


@contextlib.asynccontextmanager
async def offices(**settings: Any) -> AsyncIterator[Office]:
    """Open an office. Both processes have these settings."""
    memory = Memory()
    stores = NotingStore(memory), NotingStore(memory)
    async with contextlib.AsyncExitStack() as stack:
        here = await stack.enter_async_context(live_server(stores[0], **settings))
        there = await stack.enter_async_context(live_server(stores[1], **settings))
        admin, bo = [await stack.enter_async_context(each.line()) for each in (here, there)]
        office = Office(here, there, stores, admin, bo)
        office.token = (await admin.sign_in("Whoever"))["token"]
        await admin.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await there.services.moderation.make_first_admin("Ada")
        office.bo_token = (await bo.sign_in("Bo"))["token"]
        office.bo_id = (await bo.ask({"type": "get_account"}))["player"]["id"]
        yield office
