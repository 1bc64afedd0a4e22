"""Frozen versions of a game's rules: an archive with the Python modules that define a game, so that old matches can be
continued and verified.

The archive contains the game's package with its texts, its message shapes in the protocol, and the shared modules of
games that it uses. It does not contain `quarterdeck_games.game` and its imports. The server and all versions of the
rules communicate through that module, so it stays the same for all versions. Inside the archive these modules import
each other under the archive's root.
"""

import ast
import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec, resolve_name
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import FOLDER, RELEASE, SUMS, Release, released_folder, root_of

HOUSE = "quarterdeck_games"
SHAPES = "quarterdeck_protocol.games"
CONTRACT = f"{HOUSE}.game"
"""The interface between the server and rules, with its imports."""

SHARED = (HOUSE, "quarterdeck_protocol", SHAPES)
"""Packages of which an archive contains only the needed modules. Their `__init__.py` files are empty there."""

TEXTS = (".md", ".toml")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


class UnfitForAnArchive(ValueError):  # noqa: N818 - said as what it is
    """Error: a game's modules import each other in a way that does not work under another root package. The text names
    the place."""


def sources_of(game: AnyGame) -> Mapping[str, Path]:
    """Return the source files of one version of a game's rules, by their names."""
    module = type(game).__module__
    contract = _closure(CONTRACT, HOUSE)
    return {
        name: path for name, path in sorted(_closure(module, module.partition(".")[0]).items()) if name not in contract
    }


def digest_of(game: AnyGame) -> str:
    """Return a digest of the source code of a game's rules. Texts for people are not part of the digest."""
    digest = hashlib.sha256()
    for name, path in sources_of(game).items():
        source = path.read_bytes()
        digest.update(f"{name} {len(source)}\n".encode() + source)
    return digest.hexdigest()


def archive_of(game: AnyGame) -> bytes:
    """Return the archive of a game's current rules. The same source code gives the same bytes. Raises
    `UnfitForAnArchive`."""
    sources, root = sources_of(game), root_of(game.name, game.version)
    module = type(game).__module__
    release = Release(
        game=game.name, rules=game.version, class_=f"{module}:{type(game).__qualname__}", digest=digest_of(game)
    )
    files = {RELEASE: msgspec.json.format(msgspec.json.encode(release)) + b"\n"}
    for name, path in sources.items():
        files[_path_of(name, path)] = _under_root(root, name, path, sources)
    for name in {parent for each in sources for parent in _parents(each)}:
        files.setdefault(f"{name.replace('.', '/')}/__init__.py", b"")
    package = Path(sys.modules[module].__file__ or "").parent
    inside = module.rpartition(".")[0].replace(".", "/")
    for path in package.rglob("*"):
        if path.suffix in TEXTS and FOLDER not in path.relative_to(package).parts:
            files[f"{inside}/{path.relative_to(package).as_posix()}"] = path.read_bytes()
    return _zipped(files)


def freeze(game: AnyGame, folder: Path | None = None) -> Path:
    """Write the archive of a game's current rules next to its class, or into another folder, and record its SHA-256.
    Return the path of the archive. Raises `UnfitForAnArchive`, or `FileExistsError` if another archive of this version
    exists."""
    archive = (folder or released_folder(game)) / f"{game.version}.zip"
    content = archive_of(game)
    if archive.exists() and archive.read_bytes() != content:
        raise FileExistsError(f"{archive} was made from other source code, and released rules cannot change")
    archive.parent.mkdir(parents=True, exist_ok=True)
    archive.write_bytes(content)
    sums = archive.parent / SUMS
    lines = set(sums.read_text("utf-8").splitlines()) if sums.is_file() else set[str]()
    lines.add(f"{hashlib.sha256(content).hexdigest()}  {archive.name}")
    sums.write_text("".join(f"{line}\n" for line in sorted(lines, key=lambda line: line.split()[1])), "utf-8")
    return archive


def _zipped(files: Mapping[str, bytes]) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, content in sorted(files.items()):
            entry = ZipInfo(name, _LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return written.getvalue()


def _closure(module: str, home: str) -> dict[str, Path]:
    """Return the source files of a module and of all its imports by their names: within its package, the shared modules
    of games, and the message shapes."""
    found: dict[str, Path] = {}
    to_do = [module]
    while to_do:
        name = to_do.pop()
        if name in found or name in SHARED:
            continue
        found[name] = _file_of(name)
        to_do += [parent for parent in _parents(name) if parent.partition(".")[0] == home]
        to_do += [
            imported
            for node in _imports_in(found[name].read_bytes())
            for imported in _imported(node, name, found[name])
            if imported.startswith((f"{home}.", f"{HOUSE}.", f"{SHAPES}."))
        ]
    return found


@lru_cache(maxsize=512)
def _imports_in(source: bytes) -> tuple[ast.Import | ast.ImportFrom, ...]:
    return tuple([node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)])


def _imported(node: ast.Import | ast.ImportFrom, module: str, path: Path) -> Iterator[str]:
    """Return the names of the modules that a syntax tree node imports."""
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names)
        case ast.ImportFrom():
            origin = _origin(node, module, path)
            within = [f"{origin}.{alias.name}" for alias in node.names]
            modules = [name for name in within if _is_module(name)]
            yield from modules
            if len(modules) < len(within):
                yield origin


def _origin(node: ast.ImportFrom, module: str, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return resolve_name("." * node.level + (node.module or ""), package)


def _is_module(name: str) -> bool:
    if not name.startswith((f"{HOUSE}.", f"{SHAPES}.")) and name.partition(".")[0] not in sys.modules:
        return False
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _file_of(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or not (spec.origin or "").endswith(".py"):
        raise UnfitForAnArchive(f"{name} is not a Python source module")
    return Path(spec.origin or "")


def _path_of(name: str, path: Path) -> str:
    inside = name.replace(".", "/")
    return f"{inside}/__init__.py" if path.name == "__init__.py" else f"{inside}.py"


def _parents(name: str) -> Iterator[str]:
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


_FROM = re.compile(rb"from\s+([\w.]+)\s+import\b")
_IMPORT = re.compile(rb"import\s+([\w.]+)\s+as\b")


def _under_root(root: str, name: str, path: Path, frozen: Mapping[str, Path]) -> bytes:
    """Return the source code of a module for an archive: imports of frozen modules begin with the archive's root
    package. Relative imports stay as they are."""
    source = path.read_bytes()
    lines = source.splitlines(keepends=True)
    for node in _imports_in(source):
        if isinstance(node, ast.ImportFrom) and node.level:
            continue
        inside = {imported in frozen for imported in _imported(node, name, path)}
        if True not in inside:
            continue
        line, column = lines[node.lineno - 1], node.col_offset
        found = (_FROM if isinstance(node, ast.ImportFrom) else _IMPORT).match(line, column)
        if found is None or False in inside:
            raise UnfitForAnArchive(
                f"{path}, line {node.lineno}: one statement, `from … import …`, imports either what is frozen or what"
                " is not"
            )
        lines[node.lineno - 1] = line[: found.start(1)] + f"{root}.".encode() + line[found.start(1) :]
    return b"".join(lines)
