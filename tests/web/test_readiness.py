"""Whether a process wants to be sent more."""

from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.readiness import READINESS, State
from servers import live_server

READY = {"status": "ready", "new_matches": True, "archive": None}


async def test_it_is_ready_while_it_reaches_its_store() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server:
        assert await server.get("/readyz") == (200, READY)
        memory.leave()
        status, refused = await server.get("/readyz")
        assert (status, refused["code"]) == (503, "unavailable")
        memory.come_back()
        assert await server.get("/readyz") == (200, READY)


async def test_it_is_not_ready_while_it_drains() -> None:
    async with live_server() as server:
        server.app[READINESS].state = State.DRAINING
        status, refused = await server.get("/readyz")
        assert (status, refused["code"]) == (503, "unavailable")
        assert (await server.get("/healthz"))[0] == 200
