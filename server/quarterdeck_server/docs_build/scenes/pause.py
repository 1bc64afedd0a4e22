"""Scene about a pause, in which no match begins: connected clients are notified when it begins and ends. Also the
message `ping`."""

from quarterdeck_protocol.messages import Hello, Ping

from quarterdeck_server.docs_build.recorded_server import RecordedServer


async def about_a_pause(server: RecordedServer) -> None:
    """Pause a process with a connected client."""
    (pat,) = server.people("pat")
    await pat.say(Hello(client="example 1.0"))
    server.services.pause.set_here(True)
    await pat.say(Hello(client="example 1.0"))
    server.services.pause.set_here(False)
    await pat.say(Ping())
