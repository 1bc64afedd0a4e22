"""`quarterdeck webhooks`, as it is typed."""

import asyncio
from pathlib import Path

import msgspec
from click.testing import CliRunner, Result
from lobby.webhooks.test_hook_messages import ENDED
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.__main__ import main
from quarterdeck_server.lobby.webhooks.hooks import read_hooks
from quarterdeck_server.lobby.webhooks.outbox import Outbox
from stores import patient_store, redis_url, server_of_our_own  # noqa: F401 - fixtures

FILE = '[[hook]]\nname = "club"\nurl = "https://hooks.example.org/s3cret"\nform = "discord"\n'


async def said(*words: str, status: int = 0) -> str:
    clean = {f"QUARTERDECK_{name}": None for name in ("STORE", "DATA", "WEBHOOKS")}
    result: Result = await asyncio.to_thread(lambda: CliRunner().invoke(main, ["webhooks", *words], env=clean))
    assert result.exit_code == status, result.output
    assert "s3cret" not in result.output
    return result.output


async def test_the_host_sees_what_could_not_be_delivered_and_sends_it_again(
    redis_url: str,  # noqa: F811 - a fixture
    tmp_path: Path,
) -> None:
    file = tmp_path / "webhooks.toml"
    file.write_text(FILE)
    there = ("--webhooks", str(file), "--store", redis_url)
    assert await said("list", *there) == "club  well; 0 waiting, 0 dead\n"
    store = patient_store(redis_url)
    await store.start()
    outbox = Outbox(store.documents, read_hooks(file))
    long_ago = Milliseconds(1_600_000_000_000)
    writes = outbox.written(msgspec.structs.replace(ENDED, at=long_ago, visible_from=long_ago))
    await store.documents.commit(writes.changes, writes.indexed)
    (record,) = await outbox.claimed("club", 9)
    await outbox.judge("club", is_well=False, is_gone=True, why="410")
    await outbox.bury(record)
    await store.close()
    listed = await said("list", *there)
    assert "club  disabled since" in listed
    assert ": 410; 0 waiting, 1 dead" in listed
    assert record.event in await said("dead", "club", *there)
    assert await said("enable", "club", *there) == "club is enabled.\n"
    assert await said("replay", "club", *there) == "1 of them will be delivered again.\n"
    assert await said("list", *there) == "club  well; 1 waiting, 0 dead\n"
    log = await said("log", "club", *there)
    assert log.startswith(f"waiting  {record.event}  match.ended")
    assert await said("dead", "club", *there) == "There are none.\n"
    assert "There is no webhook 'clib'; there are club." in await said("log", "clib", *there, status=1)
    assert "Name their file with --webhooks" in await said("list", "--store", redis_url, status=1)
