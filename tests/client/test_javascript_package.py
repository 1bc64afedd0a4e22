"""`@quarterdeck/client`: what is packed is whole, its types are those of the protocol, and it plays."""

import filecmp
import json
import re
import tarfile
from importlib.metadata import version
from pathlib import Path

import pytest
from node import NODE, PACKAGE, TOP, TYPESCRIPT, program, run
from servers import LiveServer

BOT = PACKAGE / "examples" / "random-bot.js"
SPECTATOR = PACKAGE / "examples" / "spectator.ts"


@pytest.fixture(scope="session")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it would be published."""
    folder = tmp_path_factory.mktemp("packed")
    run(NODE.with_name("npm"), "pack", "--ignore-scripts=false", "--silent", "--pack-destination", str(folder))
    (packed,) = folder.glob("*.tgz")
    return packed


@pytest.fixture(scope="session")
def project(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Somebody's project with nothing but the package in it."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.json").write_text('{"name": "somebodys", "private": true, "type": "module"}')
    npm = NODE.with_name("npm")
    run(npm, "install", "--loglevel=error", "--no-audit", "--no-fund", "--no-package-lock", str(tarball), folder=folder)
    return folder


def test_it_is_packed_with_its_types_its_licence_and_nothing_for_development(tarball: Path) -> None:
    with tarfile.open(tarball) as packed:
        names = {name.removeprefix("package/") for name in packed.getnames()}
    here = {str(path.relative_to(PACKAGE)) for kind in ("src", "types") for path in (PACKAGE / kind).rglob("*.*s")}
    assert {name for name in names if name.startswith(("src/", "types/"))} == here
    assert {name for name in names if "/" not in name} == {"LICENSE", "README.md", "package.json"}
    assert {name.split("/")[0] for name in names if "/" in name} == {"src", "types", "examples"}


def test_its_licence_is_that_of_the_whole() -> None:
    assert filecmp.cmp(PACKAGE / "LICENSE", TOP / "LICENSE", shallow=False)


def test_its_version_is_that_of_the_server_and_it_has_no_dependency() -> None:
    described = json.loads((PACKAGE / "package.json").read_text())
    assert described["version"] == version("quarterdeck")
    assert [key for key in described if "ependencies" in key] == []


def test_its_types_are_what_the_schemas_and_the_modules_make(tmp_path: Path) -> None:
    run(NODE, "scripts/generate.js", str(tmp_path))
    made = {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*.ts")}
    there = {str(path.relative_to(PACKAGE / "types")): path.read_text() for path in (PACKAGE / "types").rglob("*.ts")}
    assert [name for name in made.keys() | there.keys() if made.get(name) != there.get(name)] == [], "run `make schema`"


def test_its_types_resolve_in_a_strict_project_of_somebody_else(project: Path) -> None:
    (project / "spectator.ts").write_text(SPECTATOR.read_text())
    options = ["--strict", "--noEmit", "--noUncheckedIndexedAccess", "--module", "nodenext", "--target", "es2022"]
    run(NODE, str(TYPESCRIPT), *options, "--lib", "es2023,dom", "--types", "", "spectator.ts", folder=project)


TYPED = """import { connect, type FollowedMatch } from "@quarterdeck/client";
const me = await connect("http://localhost");
const match = await me.play("density-deck", { bots: 1 });
for await (const turn of match.turns()) {
  for (const choice of turn.choices) {
    if (choice.type === "take") console.log(choice.from_seat satisfies number);
    // @ts-expect-error a field that no action has
    console.log(choice.no_such_field);
    // @ts-expect-error an action of another game
    console.log(choice.type === "attack");
    await turn.act(choice);
  }
  console.log(turn.view.score?.total satisfies number | undefined);
}
for await (const update of match.updates()) {
  for (const event of update.events) if (event.type === "drew") console.log(event.seat satisfies number);
}
const hosts = await me.play("somebodys-game");
for await (const turn of hosts.turns()) await turn.act(turn.choices[0].whatever.it.has);
const watched = await me.watchMatch<"amfibido">("m");
// @ts-expect-error a list is no number
console.log(watched.latest.view.dojos satisfies number);
console.log((match satisfies FollowedMatch).seat, await me.verify(match), await me.verify("m"));
"""
"""What a match of a shipped game knows by the game's name alone."""


def test_the_match_of_a_shipped_game_has_its_types(project: Path) -> None:
    (project / "typed.ts").write_text(TYPED)
    options = ["--strict", "--noEmit", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022"]
    run(NODE, str(TYPESCRIPT), *options, "--lib", "es2023,dom", "--types", "", "typed.ts", folder=project)


def test_its_types_can_be_read_by_typescript_5_4() -> None:
    """Before 5.7 the lists of bytes took no type of their own."""
    declared = {path: path.read_text() for path in (PACKAGE / "types").rglob("*.d.ts")}
    newer = re.compile(r"\b(?:(?:Uint|Int|Float)\d+(?:Clamped)?Array|DataView)<")
    assert [path.name for path, text in declared.items() if newer.search(text)] == []
    assert len(declared) > 30


def test_a_misspelt_field_is_an_error_of_types(project: Path) -> None:
    text = SPECTATOR.read_text().replace("latest.result?.places", "latest.result?.palces")
    (project / "misspelt.ts").write_text(text)
    options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom"]
    with pytest.raises(AssertionError, match="palces"):
        run(NODE, str(TYPESCRIPT), *options, "--types", "", "misspelt.ts", folder=project)


def test_the_bot_of_the_readmes_has_at_most_fifteen_lines() -> None:
    assert len(BOT.read_text().splitlines()) <= 15
    for readme in (TOP / "README.md", PACKAGE / "README.md"):
        assert BOT.read_text() in re.findall(r"```js\n(.*?)```", readme.read_text(), re.DOTALL)


async def test_exactly_that_bot_plays_a_match_to_its_end_from_the_package(server: LiveServer, project: Path) -> None:
    (project / "bot.js").write_text(BOT.read_text())
    written = await program(project / "bot.js", server.url, folder=project)
    seated, result = written.splitlines()
    assert seated == "Seated. A match against these bots takes a minute."
    assert re.match(r"\{ places: \[( \d,?){4} \], reason: '\w+' \}", result)


async def test_the_example_in_typescript_plays_and_tells(server: LiveServer, project: Path) -> None:
    (project / "spectator.ts").write_text(SPECTATOR.read_text())
    (project / "both.ts").write_text(
        "import { connect } from '@quarterdeck/client';\n"
        "import { fights, told } from './spectator.ts';\n"
        "const [url] = process.argv.slice(2);\n"
        "const me = await connect(url, {name: 'Bo', connectTimeout: 300_000});\n"
        "const match = await me.play('density-deck', {bots: 1, options: {lives: 1}});\n"
        "const telling = told(url, match.match, console.log);\n"
        "for await (const turn of match.turns()) await turn.act(turn.choices[0]);\n"
        "console.log(JSON.stringify([await telling, typeof (await fights(url))]));\n"
        "me.close();\n"
    )
    *lines, last = (await program(project / "both.ts", server.url, folder=project)).splitlines()
    result, fought = json.loads(last)
    assert sorted(result["places"]) == [1, 2]
    assert fought == "boolean"
    assert any("Bo" in line for line in lines)
