"""The form of commit messages: `area: imperative subject`, a body that says why, one parent.

Read from git, with the commits after a recorded one. Kept here in 60 lines, because no linter of messages that is
still kept checks this form.
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

BASE = "8d0382d04d375c8348ffd2942ab1574bd7e858ed"
"""The last commit before the form was agreed on. Older ones have sentences as subjects, and merges."""

WITHOUT_BODY = frozenset({"2f3514403d4a79c6b34e6f69ac5487cdfcd58956", "6f9aeb07583680cd375cc86617d325ef3e867991"})
"""Commits after `BASE` that were landed without a body, before it was checked. Nothing is added here."""

LONGEST_SUBJECT = 72

_SUBJECT = re.compile(r"[a-z0-9][a-z0-9 ,/_.-]*: (?P<verb>[a-z]+)\b.*[^.\s]")
_NO_IMPERATIVE = re.compile(r".*(?:ed|ing|[^s]s)")
_IMPERATIVES = frozenset(
    {"bring", "embed", "exceed", "feed", "focus", "need", "ping", "proceed", "seed", "shed", "speed", "string"}
)
"""Verbs that only look like another form."""

_LINES = "%H%x00%P%x00%s%x00%b%x01"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit, as far as its message is judged."""

    id: str
    parents: tuple[str, ...]
    subject: str
    body: str


class UnknownHistoryError(Exception):
    """There is no history of this repository to look at."""


def commits_after(base: str, top: Path) -> list[Commit]:
    """Return the commits of a working copy after the base; of a shallow clone, those that it has. Raises
    `UnknownHistoryError` if the folder is no clone of this repository."""
    if not (top / ".git").exists():
        raise UnknownHistoryError("this is no clone: there is no .git")
    is_shallow = _git(top, "rev-parse", "--is-shallow-repository") == "true"
    since = [f"^{base}"]
    if not _has(top, base):
        if not is_shallow:
            raise UnknownHistoryError(f"the history here is another one, without the commit {base[:10]}")
        since = []
    read = _git(top, "log", f"--format={_LINES}", "HEAD", *since)
    return [_commit(each.strip("\n")) for each in read.split("\x01") if each.strip()]


def faults_of(commit: Commit) -> list[str]:
    """Return each fault of a message, with the right form."""
    found = []
    match = _SUBJECT.fullmatch(commit.subject)
    if len(commit.parents) > 1:
        found.append("is a merge: rebase instead")
    if match is None:
        found.append("has another subject than `area: imperative subject`, in lower case and without a full stop")
    elif _NO_IMPERATIVE.fullmatch(match["verb"]) and match["verb"] not in _IMPERATIVES:
        found.append(f"has a subject that is no imperative: `{match['verb']}`")
    if len(commit.subject) > LONGEST_SUBJECT:
        found.append(f"has a subject of {len(commit.subject)} characters: at most {LONGEST_SUBJECT}")
    if not commit.body.strip() and commit.id not in WITHOUT_BODY:
        found.append("has no body: say why, behind an empty line")
    return [f"{commit.id[:10]} ({commit.subject}) {fault}" for fault in found]


def _commit(line: str) -> Commit:
    id_, parents, subject, body = line.split("\x00")
    return Commit(id=id_, parents=tuple(parents.split()), subject=subject, body=body)


def _has(top: Path, commit: str) -> bool:
    asked = ["git", "merge-base", "--is-ancestor", commit, "HEAD"]
    return subprocess.run(asked, cwd=top, check=False, capture_output=True).returncode == 0


def _git(top: Path, *words: str) -> str:
    said = subprocess.run(["git", *words], cwd=top, check=True, capture_output=True, text=True, encoding="utf-8")
    return said.stdout.strip()
