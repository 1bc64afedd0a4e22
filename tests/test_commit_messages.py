"""Commit messages have the form of CONTRIBUTING, from a recorded commit on."""

import subprocess
from pathlib import Path

import pytest
from absent_programs import not_run
from commit_messages import BASE, LONGEST_SUBJECT, Commit, UnknownHistoryError, commits_after, faults_of

TOP = Path(__file__).parent.parent
IN_SDIST = "PKG-INFO"
"""The file at the top of an archive of the sources."""


def test_the_messages_of_new_commits_have_the_agreed_form() -> None:
    try:
        commits = commits_after(BASE, TOP)
    except UnknownHistoryError as unknown:
        not_run(f"no commit message was looked at, {unknown}", in_ci=not (TOP / IN_SDIST).is_file())
    assert [fault for commit in commits for fault in faults_of(commit)] == []


def commit(subject: str, body: str = "It was too long.", parents: int = 1) -> Commit:
    return Commit(id="a" * 40, parents=("b" * 40,) * parents, subject=subject, body=body)


@pytest.mark.parametrize(
    "subject",
    [
        "web: keep the sign-up form mounted",
        "protocol, games: bring back the word",
        "tests/faults: pass 3 seeds",
        f"docs: say {'a' * (LONGEST_SUBJECT - 10)}",
    ],
)
def test_a_right_message_has_no_fault(subject: str) -> None:
    assert faults_of(commit(subject)) == []


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (commit("Keep the form mounted"), "another subject than `area: imperative subject`"),
        (commit("Web: keep the form mounted"), "another subject than `area: imperative subject`"),
        (commit("web: Keep the form mounted"), "another subject than `area: imperative subject`"),
        (commit("web: keep the form mounted."), "another subject than `area: imperative subject`"),
        (commit("web: added a form"), "no imperative: `added`"),
        (commit("web: adding a form"), "no imperative: `adding`"),
        (commit("web: adds a form"), "no imperative: `adds`"),
        (commit(f"docs: say {'a' * (LONGEST_SUBJECT - 9)}"), "73 characters: at most 72"),
        (commit("web: keep the form mounted", body=" \n"), "no body"),
        (commit("web: keep the form mounted", parents=2), "is a merge"),
    ],
)
def test_a_fault_is_named(wrong: Commit, fault: str) -> None:
    (only,) = faults_of(wrong)
    assert fault in only
    assert wrong.subject in only


def git(folder: Path, *words: str) -> str:
    person = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    said = subprocess.run(["git", *person, *words], cwd=folder, check=True, capture_output=True, text=True)
    return said.stdout.strip()


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A repository with three commits, and another branch that is merged."""
    top = tmp_path / "history"
    top.mkdir()
    git(top, "init", "--quiet", "--initial-branch=main")
    for subject in ("Everything", "web: keep a form", "web: drop a form"):
        git(top, "commit", "--quiet", "--allow-empty", "-m", subject, "-m", "Why:\n\nit was there.")
    return top


def test_only_commits_after_the_base_are_read_newest_first(history: Path) -> None:
    base = git(history, "rev-parse", "HEAD~2")
    assert [each.subject for each in commits_after(base, history)] == ["web: drop a form", "web: keep a form"]
    assert commits_after(git(history, "rev-parse", "HEAD"), history) == []


def test_a_merge_is_read_as_one(history: Path) -> None:
    base = git(history, "rev-parse", "HEAD~1")
    git(history, "checkout", "--quiet", "-b", "other", base)
    git(history, "commit", "--quiet", "--allow-empty", "-m", "web: add a form", "-m", "It is new.")
    git(history, "merge", "--quiet", "--no-edit", "main")
    assert len(commits_after(base, history)[0].parents) == 2


def test_a_shallow_clone_is_read_as_far_as_it_goes(history: Path, tmp_path: Path) -> None:
    base = git(history, "rev-parse", "HEAD~2")
    git(tmp_path, "clone", "--quiet", "--depth", "1", history.as_uri(), "shallow")
    assert [each.subject for each in commits_after(base, tmp_path / "shallow")] == ["web: drop a form"]


def test_a_tree_without_history_and_one_with_another_say_so(history: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownHistoryError, match=r"there is no \.git"):
        commits_after(BASE, tmp_path)
    with pytest.raises(UnknownHistoryError, match="another one, without the commit 8d0382d04d"):
        commits_after(BASE, history)
