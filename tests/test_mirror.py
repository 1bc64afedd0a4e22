"""The tests mirror the tree: what module has a test of its name, and which has none, and why.

A module's test is `test_<module>.py` in the tests' folder of its package, or of one above it; a game's part in the
client may say its game first (`test_amfibido_board.py`). Beside others of the same folder it may say what it is about
(`test_offers_crash_points.py`). A module in which nothing is decided needs none; all others have a role.
"""

import ast
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent

ROOMS = {
    "client/quarterdeck_client": "tests/client",
    "protocol/quarterdeck_protocol": "tests/protocol",
    "server/quarterdeck_games": "tests/games",
    "server/quarterdeck_server": "tests",
    "server/quarterdeck_testing": "tests/games",
}
"""Where the tests of each package stand."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DECISIONS = (
    *(ast.If, ast.IfExp, ast.BoolOp, ast.Match, ast.Try, ast.comprehension),
    *(ast.For, ast.While, ast.AsyncFor, ast.With, ast.AsyncWith, ast.Await, ast.Raise),
)
"""What makes a function one that can be wrong by itself."""

ELSEWHERE = {
    "client/quarterdeck_client/commands/admin.py": "tests/commands/test_admin.py",
    "client/quarterdeck_client/commands/lobby/collection.py": "tests/client/test_packs.py",
    "client/quarterdeck_client/commands/lobby/codes.py": "tests/commands/test_codes.py",
    "client/quarterdeck_client/terminal/proofs.py": "tests/client/terminal/screens/test_webhook_dialog.py",
    "protocol/quarterdeck_protocol/lobby/seats.py": "tests/lobby/test_seats.py",
    "protocol/quarterdeck_protocol/refusals.py": "tests/web/test_refusals.py",
    "protocol/quarterdeck_protocol/schema/definitions.py": "tests/protocol/test_published.py",
    "protocol/quarterdeck_protocol/schema/schemas.py": "tests/protocol/test_schema.py",
    "server/quarterdeck_server/commands/transcript_files.py": "tests/commands/test_verify.py",
    "server/quarterdeck_server/matches/happenings.py": "tests/matches/test_match.py",
    "server/quarterdeck_server/matches/match_refusals.py": "tests/matches/test_delayed_audience.py",
    "server/quarterdeck_server/matches/log_fold.py": "tests/web/http/test_replays.py",
    "server/quarterdeck_games/card_sets.py": "tests/matches/test_card_sets.py",
    "server/quarterdeck_games/myacards/catalogue/rarities.py": "tests/games/myacards/test_catalogue.py",
    "server/quarterdeck_server/lobby/player_webhooks/fan_out.py": "tests/services/test_webhook_parts.py",
    "server/quarterdeck_server/lobby/player_webhooks/hook_records.py": "tests/services/test_webhook_parts.py",
    "server/quarterdeck_server/lobby/player_webhooks/notice_bodies.py": "tests/services/test_webhook_parts.py",
    "server/quarterdeck_server/lobby/player_webhooks/service.py": "tests/services/test_webhook_parts.py",
    "client/quarterdeck_client/lobby/webhooks.py": "tests/client/test_whole_protocol.py",
    "server/quarterdeck_server/docs_build/scenes/webhooks.py": "tests/protocol/test_published.py",
    "server/quarterdeck_server/web/commands/webhooks.py": "tests/services/test_webhook_parts.py",
    **{
        f"server/quarterdeck_server/{module}.py": "tests/web/mail/test_mail_routes.py"
        for module in (
            *("lobby/mail/address_forms", "lobby/mail/email_addresses", "lobby/mail/mail_delivery"),
            *("lobby/mail/mail_file", "lobby/mail/mail_records", "lobby/mail/mail_texts"),
            *("lobby/notices/notice_mails", "lobby/notices/notice_texts"),
        )
    },
    "server/quarterdeck_server/lobby/sign_on/ceremonies.py": "tests/web/sign_on/test_passkey_routes.py",
    "server/quarterdeck_server/lobby/sign_on/passkey_records.py": "tests/web/sign_on/test_passkey_routes.py",
    "server/quarterdeck_server/lobby/sign_on/passkeys.py": "tests/web/sign_on/test_passkey_routes.py",
    "server/quarterdeck_server/web/connection_services.py": "tests/web/http/test_site_routes.py",
    "server/quarterdeck_testing/contracts.py": "tests/test_extensions.py",
    "server/quarterdeck_server/web/sign_on/installed_providers.py": "tests/test_extensions.py",
    "server/quarterdeck_testing/playthroughs.py": "tests/golden/test_playthroughs.py",
    "server/quarterdeck_testing/promises/acceptance.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/broken_promise.py": "tests/games/test_adding_a_hidden_game.py",
    "server/quarterdeck_testing/promises/cited_rules.py": "tests/games/test_adding_a_hidden_game.py",
    "server/quarterdeck_testing/promises/declared_absences.py": "tests/games/test_adding_a_hidden_game.py",
    "server/quarterdeck_testing/promises/checked_matches.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/course.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/declarations.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/persistence.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/reuse.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/secrecy.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/undo.py": "tests/games/test_promises.py",
    "server/quarterdeck_server/matches/undo/last_action.py": "tests/games/test_promises.py",
    "server/quarterdeck_testing/promises/foresight.py": "tests/games/test_promises.py",
    "server/quarterdeck_server/lobby/tournaments/round_matches.py": "tests/lobby/tournaments/test_tournament_rounds.py",
    "server/quarterdeck_server/lobby/tournaments/tournament_log.py": "tests/lobby/tournaments/test_standings.py",
    "server/quarterdeck_server/lobby/tournaments/tournament_state.py": "tests/lobby/tournaments/test_standings.py",
    "server/quarterdeck_server/lobby/tournaments/tournament_store.py": "tests/lobby/tournaments/test_tournament_rounds.py",  # noqa: E501
    "server/quarterdeck_server/lobby/tournaments/tournament_view.py": "tests/lobby/tournaments/test_service.py",
    "client/quarterdeck_client/conformance/servers/server_club_points.py": "tests/client/conformance/servers/test_server_check.py",  # noqa: E501
    "client/quarterdeck_client/lobby/clubs.py": "tests/client/test_whole_protocol.py",
    "server/quarterdeck_server/docs_build/scenes/clubs.py": "tests/protocol/test_published.py",
    "server/quarterdeck_server/web/commands/clubs.py": "tests/lobby/clubs/test_service.py",
    "server/quarterdeck_server/lobby/clubs/club_records.py": "tests/lobby/clubs/test_service.py",
    "server/quarterdeck_server/lobby/clubs/club_view.py": "tests/lobby/clubs/test_service.py",
    "server/quarterdeck_server/lobby/clubs/memberships.py": "tests/lobby/clubs/test_service.py",
    "server/quarterdeck_server/lobby/sign_on/identity_links.py": "tests/web/sign_on/test_sign_on_routes.py",
    "server/quarterdeck_server/lobby/sign_on/provider_file.py": "tests/web/sign_on/test_sign_on_routes.py",
    "server/quarterdeck_server/web/sign_on/provider_client.py": "tests/web/sign_on/test_sign_on_routes.py",
    "server/quarterdeck_server/lobby/apps/app_grants.py": "tests/web/oauth/test_oauth_routes.py",
    "server/quarterdeck_server/lobby/apps/device_grants.py": "tests/web/oauth/test_oauth_routes.py",
    "server/quarterdeck_server/lobby/apps/app_requests.py": "tests/web/oauth/test_oauth_routes.py",
    "server/quarterdeck_server/web/http/routes/club_routes.py": "tests/web/test_invisible_clubs.py",
    "server/quarterdeck_server/lobby/programs/device_codes.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/lobby/programs/program_links.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/lobby/programs/coin_flips.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/lobby/programs/program_answers.py": "tests/web/discord/test_discord_routes.py",
    "server/quarterdeck_server/web/commands/programs.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/docs_build/scenes/programs.py": "tests/protocol/test_published.py",
    "server/quarterdeck_server/web/one_command.py": "tests/web/http/test_command_routes.py",
    "server/quarterdeck_server/web/discord/asked.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/web/discord/view_texts.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/web/discord/interactions.py": "tests/web/discord/test_discord_routes.py",
    "server/quarterdeck_server/web/discord/match_messages.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/web/discord/discord_messages.py": "tests/web/discord/test_discord_app.py",
    "server/quarterdeck_server/web/http/routes/tournament_routes.py": "tests/web/commands/test_tournaments.py",
    "server/quarterdeck_server/evaluation/arena.py": "tests/commands/test_arena.py",
    "server/quarterdeck_server/evaluation/balance_figures.py": "tests/evaluation/test_balance.py",
    "server/quarterdeck_server/evaluation/balance_plot.py": "tests/evaluation/test_balance.py",
    "server/quarterdeck_server/evaluation/capacity/loop_hold.py": "tests/commands/test_bench_growth.py",
    "server/quarterdeck_server/evaluation/capacity/player_export.py": "tests/commands/test_bench_growth.py",
    "server/quarterdeck_server/evaluation/policies.py": "tests/bots/test_lookahead.py",
    "server/quarterdeck_server/evaluation/shares.py": "tests/evaluation/test_balance.py",
    "server/quarterdeck_server/evaluation/capacity/growth.py": "tests/commands/test_bench_growth.py",
    "server/quarterdeck_server/evaluation/capacity/mixed_load_crowd.py": "tests/commands/test_bench_evening.py",
    "server/quarterdeck_server/evaluation/capacity/mixed_load_errands.py": "tests/commands/test_bench_evening.py",
    "server/quarterdeck_server/evaluation/capacity/mixed_load_people.py": "tests/commands/test_bench_evening.py",
    "server/quarterdeck_server/evaluation/capacity/mixed_load_traders.py": "tests/commands/test_bench_evening.py",
    "server/quarterdeck_server/evaluation/capacity/mixed_load.py": "tests/commands/test_bench_evening.py",
    "server/quarterdeck_server/evaluation/capacity/mixed_load_report.py": "tests/commands/test_bench_evening.py",
    "server/quarterdeck_server/evaluation/capacity/machines.py": "tests/evaluation/capacity/test_hosts.py",
    "server/quarterdeck_server/evaluation/capacity/processes.py": "tests/evaluation/capacity/test_hosts.py",
    "server/quarterdeck_games/deck_entries.py": "tests/games/test_deck_texts.py",
    "server/quarterdeck_games/deck_lines.py": "tests/games/test_deck_texts.py",
    "server/quarterdeck_games/deck_lists.py": "tests/games/test_deck_texts.py",
    "server/quarterdeck_server/process/lean_imports.py": "tests/process/test_start.py",
    "server/quarterdeck_server/matches/loop_turns.py": "tests/matches/test_snapshots.py",
    "server/quarterdeck_server/matches/match_reader.py": "tests/matches/test_snapshots.py",
    "server/quarterdeck_server/matches/snapshot_writer.py": "tests/matches/test_snapshots.py",
    "server/quarterdeck_server/cards/rule_book_page.py": "tests/web/http/test_rule_pages.py",
    "server/quarterdeck_server/process/server_process.py": "tests/process/test_supervisor.py",
    "server/quarterdeck_server/bots/game_search.py": "tests/bots/test_search_methods.py",
    "server/quarterdeck_server/bots/roster.py": "tests/bots/test_search_bot.py",
    "server/quarterdeck_server/bots/search_process.py": "tests/bots/test_search_pool.py",
    "server/quarterdeck_server/evaluation/capacity/simulated_store.py": "tests/evaluation/capacity/test_hosts.py",
    "server/quarterdeck_server/evaluation/capacity/store_memory.py": "tests/commands/test_bench_memory.py",
    "server/quarterdeck_server/commands/amount_done.py": "tests/commands/test_backup.py",
    "server/quarterdeck_server/commands/capacity_benches.py": "tests/commands/test_bench_growth.py",
    "server/quarterdeck_server/commands/balance_tables.py": "tests/commands/test_balance.py",
    "server/quarterdeck_server/commands/card_options.py": "tests/commands/test_balance.py",
    "server/quarterdeck_server/commands/kept_results.py": "tests/commands/test_arena.py",
    "server/quarterdeck_server/commands/parallel_work.py": "tests/commands/test_balance.py",
    "server/quarterdeck_server/docs_build/frozen_script.py": "tests/docs_build/test_frozen_conversation.py",
    "server/quarterdeck_server/docs_build/patch_vectors.py": "tests/protocol/test_patch.py",
    "server/quarterdeck_server/docs_build/vectors.py": "tests/protocol/test_fairness.py",
    "server/quarterdeck_server/lobby/documents.py": "tests/storage/test_documents.py",
    "server/quarterdeck_server/matches/entries.py": "tests/matches/test_record.py",
    "server/quarterdeck_server/matches/openings.py": "tests/matches/test_card_sets.py",
    "server/quarterdeck_server/matches/log.py": "tests/storage/test_contracts.py",
    "server/quarterdeck_server/matches/match_metrics.py": "tests/telemetry/test_collector.py",
    "server/quarterdeck_server/matches/submissions_under_way.py": "tests/matches/test_sequencer.py",
    "server/quarterdeck_server/cards/host_sets.py": "tests/commands/test_cards.py",
    "server/quarterdeck_testing/lessons.py": "tests/golden/test_lessons.py",
    "server/quarterdeck_server/cards/lessons.py": "tests/web/http/test_lessons.py",
    "server/quarterdeck_server/cards/rule_books.py": "tests/games/test_rule_books.py",
    "server/quarterdeck_server/storage/archive/archive_address.py": "tests/storage/archive/test_archive.py",
    "server/quarterdeck_server/storage/archive/file_archive.py": "tests/storage/archive/test_archive.py",
    "server/quarterdeck_server/storage/archive/s3_archive.py": "tests/storage/archive/test_archive.py",
    "server/quarterdeck_server/storage/wire/question.py": "tests/storage/test_redis.py",
    "server/quarterdeck_server/storage/wire/reply_protocol.py": "tests/storage/test_redis.py",
    "server/quarterdeck_server/storage/redis/server_findings.py": "tests/storage/redis/test_examination.py",
    "server/quarterdeck_server/storage/wire/nodes.py": "tests/storage/redis/test_examination.py",
    "server/quarterdeck_server/verification/entry_check.py": "tests/verification/test_transcript_check.py",
    "server/quarterdeck_server/verification/findings.py": "tests/verification/test_transcript_check.py",
    "server/quarterdeck_server/verification/opening_check.py": "tests/verification/test_transcript_check.py",
}
"""Modules whose test stands with others of the same subject."""


@dataclass(frozen=True, slots=True)
class Role:
    """Modules that have no test of their name because of what they are for."""

    modules: str
    """Which: a pattern of their paths."""

    why: str
    """What holds them instead."""

    held_by: tuple[str, ...]
    """Tests, or folders of them."""

    most: int
    """How many there may be. It shrinks, and never grows."""


ROLES = (
    Role(
        "client/quarterdeck_client/bots/*.py",
        "bots are run as wholes by the commands and by the lobby's bench",
        ("tests/client/test_commands.py", "tests/client/test_load.py"),
        2,
    ),
    Role(
        "client/quarterdeck_client/commands/*.py",
        "commands are run as a person types them",
        ("tests/client/test_commands.py", "tests/client/test_account.py", "tests/commands/test_help.py"),
        8,
    ),
    Role(
        "client/quarterdeck_client/conformance/**/*.py",
        "what is asked for in each point: for each of them somebody is broken who fails at just that point",
        (
            "tests/client/conformance/clients/test_client_check.py",
            "tests/client/conformance/servers/test_server_check.py",
        ),
        16,
    ),
    Role(
        "client/quarterdeck_client/terminal/**/*.py",
        "screens are for people: the tests press keys and read what is shown, with all that a screen is made of",
        (
            "tests/client/test_terminal.py",
            "tests/client/test_terminal_lobby.py",
            "tests/client/test_terminal_people.py",
            "tests/client/test_small_terminals.py",
            "tests/client/test_amfibido_board.py",
            "tests/client/test_amiibart_board.py",
            "tests/client/test_myacards_board.py",
        ),
        41,
    ),
    Role(
        "client/quarterdeck_client/**/*.py",
        "parts of the SDK, met by whatever speaks to a server",
        (
            "tests/client/test_client.py",
            "tests/client/transport/test_connection.py",
            "tests/client/test_whole_protocol.py",
        ),
        5,
    ),
    Role(
        "protocol/quarterdeck_protocol/**/*.py",
        "how types are written: all that is published is compared with them",
        ("tests/protocol/test_published.py", "tests/protocol/encoding/test_wire.py"),
        1,
    ),
    Role(
        "server/quarterdeck_testing/*.py",
        "what tests are made of: it is run by them, and by those of the guide's game",
        ("tests/games/test_promises.py", "tests/games/test_adding_a_game.py"),
        5,
    ),
    Role(
        "server/quarterdeck_games/*.py",
        "what games share: the promises hold it for every game",
        ("tests/games/test_promises.py",),
        6,
    ),
    Role(
        "server/quarterdeck_games/tiny/*.py",
        "the game that tests play: the promises hold for it too",
        ("tests/games/test_promises.py", "tests/golden/test_playthroughs.py"),
        1,
    ),
    *(
        Role(
            f"server/quarterdeck_games/{game}/**/*.py",
            "the tests of a game are named for the rules of its book, of which none escapes, and go through `Game`",
            (f"tests/games/{game}", "tests/games/test_rule_books.py", "tests/games/test_promises.py"),
            most,
        )
        for game, most in {"amfibido": 20, "amiibart": 17, "density_deck": 4, "myacards": 17}.items()
    ),
    *(
        Role(
            f"server/quarterdeck_server/{room}*.py",
            "the wiring and what every process has: met by every test that starts a server",
            ("tests/process/test_supervisor.py", "tests/web/test_socket.py"),
            most,
        )
        for room, most in {"": 2, "process/": 1, "services/": 1}.items()
    ),
    Role(
        "server/quarterdeck_server/evaluation/**/*.py",
        "measured, not promised: the commands are run small",
        ("tests/commands/test_bench.py", "tests/commands/test_bench_lobby.py"),
        2,
    ),
    Role(
        "server/quarterdeck_server/bots/*.py",
        "the weakest bot: the other is measured against it",
        ("tests/bots/test_greedy_bot.py",),
        1,
    ),
    Role(
        "server/quarterdeck_server/commands/*.py",
        "run as programs",
        ("tests/process/test_supervisor.py", "tests/protocol/test_published.py"),
        1,
    ),
    Role(
        "server/quarterdeck_server/docs_build/**/*.py",
        "all that they write is compared",
        ("tests/protocol/test_published.py",),
        12,
    ),
    Role(
        "server/quarterdeck_server/lobby/*.py",
        "met by every test of the lobby",
        ("tests/lobby",),
        2,
    ),
    Role(
        "server/quarterdeck_server/lobby/accounts/*.py",
        "parts of `Players`, held through it, and over a connection",
        ("tests/lobby/accounts/test_players.py", "tests/web/commands/test_accounts.py"),
        10,
    ),
    Role(
        "server/quarterdeck_server/lobby/admission/*.py",
        "parts of one decision, held over connections and over HTTP",
        ("tests/web/http/test_admission_routes.py",),
        3,
    ),
    Role(
        "server/quarterdeck_server/lobby/chat/*.py",
        "held over a connection",
        ("tests/web/commands/test_chat.py",),
        1,
    ),
    Role(
        "server/quarterdeck_server/lobby/collection/*.py",
        "parts of one ledger, of packs and of trades: held by whatever happens to them, at two processes",
        (
            "tests/lobby/collection/test_ledger_faults.py",
            "tests/lobby/collection/test_ledger.py",
            "tests/lobby/collection/test_packs.py",
            "tests/lobby/collection/test_trades.py",
            "tests/lobby/collection/test_wishes.py",
            "tests/lobby/collection/test_trader_search.py",
            "tests/web/commands/test_trades.py",
        ),
        10,
    ),
    Role(
        "server/quarterdeck_server/lobby/matchmaking/*.py",
        "parts of one conversation over the store: held by letting it die between any two steps",
        (
            "tests/lobby/matchmaking/test_offers_crash_points.py",
            "tests/lobby/matchmaking/test_offers_crashes.py",
            "tests/lobby/matchmaking/test_quick_match_races.py",
        ),
        9,
    ),
    Role(
        "server/quarterdeck_server/lobby/moderation/*.py",
        "parts of the moderators' service, held through it",
        ("tests/lobby/moderation/test_service.py",),
        2,
    ),
    Role(
        "server/quarterdeck_server/lobby/ratings/*.py",
        "parts of what is settled and told of standings, held through that",
        ("tests/lobby/ratings/test_settlement.py", "tests/lobby/ratings/test_standings.py"),
        3,
    ),
    Role(
        "server/quarterdeck_server/lobby/tables/*.py",
        "parts of a table, held by whole tables over several processes",
        ("tests/lobby/tables/test_tables.py", "tests/lobby/tables/test_service.py"),
        10,
    ),
    Role(
        "server/quarterdeck_server/matches/*.py",
        "parts of a match, held by whole matches over several processes",
        ("tests/matches/test_match.py", "tests/matches/test_record.py"),
        4,
    ),
    Role(
        "server/quarterdeck_server/storage/**/*.py",
        "every store is held to the same",
        ("tests/storage/test_contracts.py", "tests/storage/test_documents.py", "tests/storage/test_redis.py"),
        3,
    ),
    Role(
        "server/quarterdeck_server/web/**/*.py",
        "parts of a connection, held over a real one",
        ("tests/web/test_connection.py", "tests/web/test_socket.py", "tests/web/test_refusals.py"),
        8,
    ),
)
"""Why a module that decides something has no test of its name. The first role that fits a module is its own."""


@cache
def _tracked() -> frozenset[str]:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True)
    return frozenset(listed.stdout.splitlines())


def _modules() -> set[str]:
    """Return every module of the product, but those that every package has (`__init__`, `__main__`)."""
    return {path for path in _tracked() if path.startswith(tuple(ROOMS)) and not Path(path).stem.startswith("__")}


def _is_mirrored(module: str) -> bool:
    path = Path(module)
    (package,) = (package for package in ROOMS if path.is_relative_to(package))
    room, folders = ROOMS[package], path.relative_to(package).parent.parts
    mirrors = [Path(room, *folders[:depth], f"test_{path.stem}.py") for depth in range(len(folders) + 1)]
    mirrors += [Path(room, f"test_{game}_{path.stem}.py") for game in folders[-1:]]
    beside = Path(room, *folders, f"test_{path.stem}_").as_posix()
    return any(mirror.as_posix() in _tracked() for mirror in mirrors) or any(
        test.startswith(beside) and "/" not in test.removeprefix(beside) for test in _tracked()
    )


def _is_plain(module: str) -> bool:
    """Whether a module only says what there is: no function of it decides, repeats or waits, so that there is
    nothing to test but what others do with it."""
    functions = (each for each in ast.walk(_parsed(module)) if isinstance(each, FUNCTIONS))
    return not any(isinstance(each, DECISIONS) for function in functions for each in ast.walk(function))


def _parsed(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text("utf-8"))


def _role_of(module: str) -> Role | None:
    """Return the first role that fits."""
    return next((role for role in ROLES if _fits(module, role.modules)), None)


def _fits(module: str, pattern: str) -> bool:
    folder, anywhere, _ = pattern.partition("/**")
    parent = PurePosixPath(module).parent
    return parent.is_relative_to(folder) if anywhere else parent == PurePosixPath(pattern).parent


@cache
def _unmirrored() -> dict[Role | None, list[str]]:
    """Return the modules that decide something and have no test of their name, by role."""
    found: dict[Role | None, list[str]] = {}
    for module in sorted(_modules() - set(ELSEWHERE)):
        if not _is_mirrored(module) and not _is_plain(module):
            found.setdefault(_role_of(module), []).append(module)
    return found


def test_a_module_that_decides_something_has_a_test_of_its_name_or_a_role_that_says_what_holds_it() -> None:
    assert _unmirrored().get(None, []) == [], "write `test_<module>.py` in the tests' folder of its package"


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.modules)
def test_there_are_no_more_of_a_role_than_there_were(role: Role) -> None:
    modules = _unmirrored().get(role, [])
    assert len(modules) <= role.most, f"give the new one of these a test of its name: {modules}"
    assert len(modules) == role.most, f"{len(modules)} are left: say so in `most`"


def test_anything_that_is_said_to_hold_a_module_is_there() -> None:
    folders = {parent.as_posix() for path in _tracked() for parent in Path(path).parents}
    assert {held for role in ROLES for held in role.held_by} <= _tracked() | folders
    assert set(ELSEWHERE.values()) <= _tracked()


def test_no_module_is_said_to_be_tested_elsewhere_that_has_a_test_of_its_name_or_is_gone() -> None:
    assert [module for module in ELSEWHERE if module not in _modules() or _is_mirrored(module)] == []
