"""Each worker rewrites the assertions of its share of the tests before it imports all of them.

Left to themselves all workers of a fresh clone rewrite every file, each at the same time as the others: ten seconds
of a core apiece. What pytest has no public name for is used here and nowhere else.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def share_out(config: pytest.Config, worker: int, workers: int) -> None:
    """Rewrite what no other worker has rewritten yet, beginning with the share of this one."""
    if sys.dont_write_bytecode or rewrite.assertstate_key not in config.stash:
        return
    files = sorted(set(_tests_of(config)))
    first = len(files) * worker // workers
    for file in (*files[first:], *files[:first]):
        _rewrite(file, config)


def _tests_of(config: pytest.Config) -> Iterator[Path]:
    """What is asked for on the command line: the files of tests, and what stands in folders for all of them."""
    for place in (Path(config.invocation_params.dir, asked.partition("::")[0]) for asked in config.args):
        yield from [place] if place.is_file() else [*place.rglob("test_*.py"), *place.rglob("conftest.py")]


def _rewrite(file: Path, config: pytest.Config) -> None:
    """Keep the rewritten file where pytest looks for it, unless it is there and of today."""
    folder = rewrite.get_cache_dir(file)
    kept = folder / (file.stem + rewrite.PYC_TAIL)
    if rewrite._read_pyc(file, kept) is None and rewrite.try_makedirs(folder):
        digest, code = rewrite._rewrite_test(file, config)
        rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, digest, kept)
