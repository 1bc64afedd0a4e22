"""The file with the webhooks of the host."""

from pathlib import Path

import pytest
from quarterdeck_server.lobby.webhooks.hooks import USUAL, Form, read_hook_file, read_hooks

SECRET = "whsec_" + "QUFB" * 8
GOOD = f'[[hook]]\nname = "club"\nurl = "https://hooks.example.org/x"\nsecrets = ["{SECRET}"]\n'


def read(folder: Path, text: str) -> object:
    file = folder / "webhooks.toml"
    file.write_text(text)
    return read_hooks(file)


def test_a_webhook_gets_all_events_by_default(tmp_path: Path) -> None:
    (tmp_path / "webhooks.toml").write_text(GOOD)
    (hook,) = read_hooks(tmp_path / "webhooks.toml")
    assert (hook.events, hook.form, hook.secrets) == (USUAL, Form.STANDARD, (SECRET,))


def test_a_host_turns_webhooks_of_players_on_with_a_key(tmp_path: Path) -> None:
    (tmp_path / "webhooks.toml").write_text(GOOD + f'[players]\nkey = "{SECRET}"\n')
    found = read_hook_file(tmp_path / "webhooks.toml")
    assert found.players is not None
    assert (found.players.secret, found.players.inner) == (b"AAA" * 8, False)
    (tmp_path / "webhooks.toml").write_text(GOOD)
    assert read_hook_file(tmp_path / "webhooks.toml").players is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD + GOOD, "another webhook has this name"),
        (GOOD.replace("club", "The Club"), "`name` must be"),
        (GOOD.replace("https", "http"), "must begin with `https://`"),
        (GOOD.replace(SECRET, "whsec_QUFB"), "24 to 64 random bytes"),
        (GOOD.replace(SECRET, "QUFB" * 8), "24 to 64 random bytes"),
        (GOOD.replace(f'"{SECRET}"', ""), "one secret, or two"),
        (GOOD.replace(f'"{SECRET}"', f'"{SECRET}ä"'), "webhook 'club': each secret must be"),
        (GOOD + 'language = "fr"\n', "`language` must be one of"),
        (GOOD + 'events = ["hand.dealt"]\n', "Invalid enum value"),
        (GOOD + "colour = 1\n", "unknown field `colour`"),
        ("[[hook]\n", "Expected"),
        (GOOD.replace(SECRET, "whsk_" + "QUFB" * 8), "`whsk_` and 32 bytes"),
        (f'[players]\nkey = "whsk_{"QUFB" * 8}"\n', "players: `key` must be `whsec_`"),
        ("".join(GOOD.replace("club", f"club-{number}") for number in range(21)), "at most 20"),
    ],
)
def test_a_fault_is_named_without_any_secret(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"webhooks\.toml") as raised:
        read(tmp_path, text)
    assert said in str(raised.value)
    assert "QUFBQUFB" not in str(raised.value)
