"""The tests mirror the tree: what module has a test of its name, and which has none, and why.

A module's test is `test_<module>.py` in the tests' folder of its package, or of one above it; a game's part in the
client may say its game first (`test_amfibido_board.py`).
"""

import subprocess
from functools import cache
from pathlib import Path

HOUSE = Path(__file__).parent.parent

ROOMS = {
    "client/quarterdeck_client": "tests/client",
    "protocol/quarterdeck_protocol": "tests/protocol",
    "server/quarterdeck_games": "tests/games",
    "server/quarterdeck_server": "tests",
}
"""Where the tests of each package stand."""

ELSEWHERE = {
    "client/quarterdeck_client/commands/admin.py": "tests/commands/test_admin.py",
    "protocol/quarterdeck_protocol/seats.py": "tests/lobby/test_seats.py",
    "protocol/quarterdeck_protocol/refusals.py": "tests/web/test_refusals.py",
    "server/quarterdeck_games/card_sets.py": "tests/matches/test_card_sets.py",
    "server/quarterdeck_games/testing/playthroughs.py": "tests/golden/test_playthroughs.py",
    "server/quarterdeck_server/bench/balance.py": "tests/bots/test_balance.py",
    "server/quarterdeck_server/bench/lobby_list.py": "tests/commands/test_lobby_list.py",
    "server/quarterdeck_server/bench/update_bytes.py": "tests/commands/test_bench_bytes.py",
    "server/quarterdeck_server/open_files.py": "tests/supervisor/test_open_files.py",
    "server/quarterdeck_server/program.py": "tests/supervisor/test_program.py",
    "server/quarterdeck_server/rule_books.py": "tests/games/test_rule_books.py",
    "server/quarterdeck_server/settings.py": "tests/supervisor/test_settings.py",
    "server/quarterdeck_server/supervisor.py": "tests/supervisor/test_supervisor.py",
    "server/quarterdeck_server/verification.py": "tests/matches/test_verification.py",
}
"""Modules whose test stands with others of the same subject."""

UNMIRRORED = {
    "client/quarterdeck_client": (
        "met by whatever speaks to a server: `tests/client/test_client.py`, `tests/client/test_connection.py`",
        "backoff errors load_figures moderation notes server_addresses standings_words tables websocket",
    ),
    "client/quarterdeck_client/bots": (
        "run as a whole by the tests of the commands",
        "quick_match_bot whole_match",
    ),
    "client/quarterdeck_client/commands": (
        "`tests/client/test_commands.py` runs the commands as a person types them",
        "bots games groups output play progress server_options watch",
    ),
    "client/quarterdeck_client/terminal": (
        "the tests of the terminal press keys and read the screen",
        "app game_info identity key_bindings later plan safe_lines",
    ),
    "client/quarterdeck_client/terminal/games/amfibido": (
        "the tests of a game's board draw it whole, with all that it is made of",
        "choice_labels pages prompts words",
    ),
    "client/quarterdeck_client/terminal/games/amiibart": (
        "the tests of a game's board draw it whole, with all that it is made of",
        "choice_labels pages",
    ),
    "client/quarterdeck_client/terminal/games": (
        "the tests of each game's board",
        "board boards general_board",
    ),
    "client/quarterdeck_client/terminal/games/density_deck": (
        "the tests of a game's board draw it whole, with all that it is made of",
        "words",
    ),
    "client/quarterdeck_client/terminal/games/myacards": (
        "the tests of a game's board draw it whole, with all that it is made of",
        "choice_labels pages prompts whole_view words",
    ),
    "client/quarterdeck_client/terminal/screens": (
        "the tests of the terminal press keys and read the screen",
        (
            "accounts deck_choice ladders lobby lobby_list match match_exit matchmaking players screen table "
            "table_entry table_host table_options"
        ),
    ),
    "client/quarterdeck_client/terminal/widgets": (
        "the tests of the terminal press keys and read the screen",
        "forms match_end match_panel notice_delay overlays page_reader popups texts",
    ),
    "protocol/quarterdeck_protocol": (
        "types: every message is provoked over a connection, every bound in `tests/protocol/test_bounds.py`",
        (
            "accounts catalogue chat close_codes decks docstrings export field_texts http limits matchmaking messages "
            "moderation names problems ratings sides standings tables transcript"
        ),
    ),
    "protocol/quarterdeck_protocol/games": (
        "types: each game's tests, and the schema that is published of them",
        "amfibido amiibart density_deck myacards tiny",
    ),
    "server/quarterdeck_games/amfibido": (
        "the tests of a game are named for the rules of its book, and go through `Game`",
        (
            "bespoke choices continuous_effects effect_steps effects evolve evolve_draft evolve_play flow "
            "imagined_state legality operations phrases placement power queries resolution resolve rules state "
            "targets trigger_order view"
        ),
    ),
    "server/quarterdeck_games/amfibido/cards": (
        "the tests of a game are named for the rules of its book, and go through `Game`",
        "card copies",
    ),
    "server/quarterdeck_games/amiibart": (
        "the tests of a game are named for the rules of its book, and go through `Game`",
        (
            "actions bespoke changes choices deck_rules effects evaluation evolve faces flow legality operations "
            "phrases queries resolution resolve rules state trigger_order triggers view"
        ),
    ),
    "server/quarterdeck_games/amiibart/cards": (
        "the tests of a game are named for the rules of its book, and go through `Game`",
        "card catalogue names numbers printings ready",
    ),
    "server/quarterdeck_games": (
        "what games share: `tests/games/test_promises.py` holds it for every game",
        "deck_support evaluator game piles set_rules shapes state_codec",
    ),
    "server/quarterdeck_games/density_deck": (
        "the tests of a game are named for the rules of its book, and go through `Game`",
        "deals deck evaluation evolve rules state view",
    ),
    "server/quarterdeck_games/myacards": (
        "the tests of a game are named for the rules of its book, and go through `Game`",
        (
            "actions bonus_calls choices effects evaluated_field evaluated_plays evolve evolve_field faces flow "
            "legality phrases placement queries resolution resolve rules state view"
        ),
    ),
    "server/quarterdeck_games/myacards/catalogue": (
        "the tests of a game are named for the rules of its book, and go through `Game`",
        "actives dominions effect_cards events lineages numbers shipped supports",
    ),
    "server/quarterdeck_games/testing": (
        "what tests are made of: it is run by them",
        "made_up_actions plans plugin profiles random_matches world",
    ),
    "server/quarterdeck_games/tiny": (
        "the game that tests play: the promises hold for it too",
        "rules",
    ),
    "server/quarterdeck_server": (
        "met by every test that starts a server",
        "app card_files command_refused logs loops services store_errors venues",
    ),
    "server/quarterdeck_server/bench": (
        "measured, not promised: `tests/commands/` runs them small",
        "bots engine lobby processes storage",
    ),
    "server/quarterdeck_server/bots": (
        "`tests/bots/test_greedy_bot.py` measures the other bot against it",
        "random_bot",
    ),
    "server/quarterdeck_server/commands": (
        "run as programs by `tests/supervisor/` and `tests/protocol/test_published.py`",
        "schema serve",
    ),
    "server/quarterdeck_server/docs_build": (
        "`tests/protocol/test_published.py` compares all that they write",
        (
            "conversation document files recorded_server scene_accounts scene_chat scene_matchmaking "
            "scene_ratings scene_tables vectors patch_vectors"
        ),
    ),
    "server/quarterdeck_server/lobby/accounts": (
        "`test_players.py` beside it, and `tests/web/commands/test_accounts.py` over a connection",
        (
            "accounts address_marks bot_accounts deletion documents idempotency_keys identities login_throttle "
            "name_changes notifications passwords recovery sessions tokens"
        ),
    ),
    "server/quarterdeck_server/lobby": (
        "met by every test of the lobby",
        "chance documents player_removal player_text",
    ),
    "server/quarterdeck_server/lobby/chat": (
        "`tests/web/commands/test_chat.py`, over a connection",
        "notifications table_chat",
    ),
    "server/quarterdeck_server/lobby/matchmaking": (
        "the tests of offers, which let quick match die between any two steps",
        (
            "candidates notifier notifications offers quick_match rating_bands rating_index repository rounds "
            "service tickets"
        ),
    ),
    "server/quarterdeck_server/lobby/moderation": (
        "`test_service.py` beside it",
        "audit documents eligibility notifications sanction_rules whereabouts",
    ),
    "server/quarterdeck_server/lobby/ratings": (
        "`test_settlement.py` and `test_standings.py` beside it",
        "documents lookup notifications patterns",
    ),
    "server/quarterdeck_server/lobby/tables": (
        "the tests of whole tables beside it",
        (
            "background_tasks composition documents followers invites live_board model notifications seat_limits "
            "setups sweeper"
        ),
    ),
    "server/quarterdeck_server/matches": (
        "the tests of whole matches beside it",
        "clock faults log matches projection submissions",
    ),
    "server/quarterdeck_server/storage": (
        "`test_contracts.py` beside it holds every store to the same",
        ("lifetimes memory_documents redis_documents redis_listener redis_log redis_pipeline redis_store store"),
    ),
    "server/quarterdeck_server/web": (
        "`test_connection.py` and `test_socket.py` beside it",
        "caller connection_services followed_tables frame_decoder identity listener presence send_queue transports",
    ),
    "server/quarterdeck_server/web/commands": (
        "every test that plays a match over a connection",
        "matches",
    ),
    "server/quarterdeck_server/web/http": (
        "`tests/web/commands/test_ratings.py` and `test_routes.py`",
        "ratings_routes",
    ),
}
"""Modules without a test of their name, by folder: what holds them instead. This list shrinks, and never grows."""


@cache
def _tracked() -> frozenset[str]:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=HOUSE, check=True, capture_output=True, text=True)
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
    return any(mirror.as_posix() in _tracked() for mirror in mirrors)


def _listed() -> set[str]:
    return {f"{folder}/{name}.py" for folder, (_, names) in UNMIRRORED.items() for name in names.split()}


def test_a_module_has_a_test_of_its_name_or_is_listed_with_what_holds_it() -> None:
    without = {module for module in _modules() if not _is_mirrored(module)}
    assert sorted(without - set(ELSEWHERE) - _listed()) == [], (
        "write `test_<module>.py` in the tests' folder of its package"
    )


def test_no_module_is_listed_that_has_a_test_of_its_name_or_is_gone() -> None:
    without = {module for module in _modules() if not _is_mirrored(module)}
    assert sorted((_listed() | set(ELSEWHERE)) - without) == [], "take it from the list"
    assert _listed().isdisjoint(ELSEWHERE)


def test_a_test_that_stands_elsewhere_is_there() -> None:
    assert set(ELSEWHERE.values()) <= _tracked()
