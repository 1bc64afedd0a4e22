"""Where a file is, its name says: what lives in it, and the same name never means two things."""

import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PRODUCT = ("client/quarterdeck_client/", "protocol/quarterdeck_protocol/", "server/")
GAMES = (
    "server/quarterdeck_games/",
    "client/quarterdeck_client/terminal/games/",
    "protocol/quarterdeck_protocol/games/",
)

NOUNS = {
    "encoding": "how messages and files are written as bytes",
    "folding": "how letters are compared, as in Unicode's case folding; documents name the module to other programs",
    "matchmaking": "what the field calls the service",
    "opening": "how a match begins: its first entry",
    "pairing": "two or more who are put together, as in a tournament",
    "rating": "the number",
    "setting": "a setting of a server",
    "standing": "a standing order stands until it is taken back",
    "testing": "what ships for tests, as in `numpy.testing`",
}
"""Words that end like a gerund, and why each is none."""

SCRIPTS = ("client/javascript/src/", "client/web/src/")
NOUNS_OF_SCRIPTS = {
    "ending": "an ending",
    "folding": "how letters are compared, as in Unicode's case folding; documents name the module to other programs",
    "gathering": "a table at its stage before a match, as the wire calls it",
    "matchmaking": "what the field calls the service",
    "opening": "an opening of a pack",
    "phrasing": "how things are worded",
    "rating": "the number",
}
"""The same of modules in JavaScript."""

ROLES = {
    "actions": "what each action causes",
    "attacks": "an attack, from its announcement to its end",
    "bespoke": "card texts that need a word of their own",
    "board": "the table as a terminal shows it",
    "box": "all cards, as the catalogue tells them",
    "card": "what a card is",
    "choice_labels": "how choices are said, step by step",
    "effects": "the words in which card texts are written",
    "evaluation": "how good each choice is",
    "evolve": "what each event makes of a state",
    "faces": "what is printed on the cards of a match",
    "flow": "how the game goes on by itself",
    "legality": "why an action is refused",
    "numbers": "the number of each card, for ever",
    "operations": "what effects are made of",
    "outlooks": "what would follow from a choice",
    "pages": "what can be read beside the table",
    "placement": "where a card may go",
    "prompts": "what is asked, in a sentence",
    "queries": "what holds now",
    "resolution": "where a decision is worked out",
    "resolve": "how effects are carried out",
    "rules": "the game as the house asks for it",
    "sets": "what a card of a host's set may say",
    "simulation": "the match played ahead, from what a seat may hold for its state",
    "state": "the state of a match",
    "trigger_order": "in which order effects come that were set off together",
    "view": "what may be seen",
    "words": "what cards and zones are called on a screen",
}
"""The roles that files have in every game, in the rules or on the screen: such a name stands nowhere but in games."""

SUBJECTS = {
    "admission": "of new accounts: messages, and what decides",
    "site": "the identity of a host: messages, and the whole of its folder",
    "account": "one's own account: in the library, and from the command line",
    "accounts": "who is who: messages, commands, what is kept, the screen",
    "kept_decks": "the decks of an account: messages, and what keeps them",
    "admin": "`quarterdeck admin`: over HTTP, and straight to the store",
    "app": "the application of a program",
    "arena": "bots against each other: the measurement, and the command that runs it",
    "server_keys": "the keys with which a server signs: what keeps them, and the command that looks after them",
    "archive": "an archive of finished matches: what it promises, and the command that looks after it",
    "backup": "a backup: made and checked, and the command that does so",
    "balance": "how even ready decks are: the measurement, and the command that runs it",
    "lessons": "guided first matches: messages, what serves them, and what records them",
    "card_search": "the cards of all games, looked through: the message, and the command",
    "cards": "the cards of a game: as data, and the command that checks them",
    "catalogue": "the cards there are: the message, and a set of a game",
    "webhooks": "webhooks of players: messages, commands, the library's side, the host's command line",
    "programs": "programs that ask a player for access: messages, commands, the scene of their examples",
    "clubs": "clubs: messages, commands, the library's side",
    "tournaments": "tournaments: messages, what carries them out, commands, the library's side",
    "chat": "chat: messages, commands, the library's side, the widget",
    "choices": "what a seat may do: worked out by each game, shown with keys",
    "claim_codes": "claim codes: messages, the library's side",
    "codes": "claim codes: commands over the wire, the command line",
    "collection": "the copies of cards that accounts own: messages, commands over the wire, the command line",
    "connection": "one connection, from either side",
    "deck": "a deck: that of a game, and the command about those of players",
    "decks": "decks: the message, lists and codes, the ready ones of a game",
    "draws": "what an entry says of chance: the message, and what notes it",
    "documents": "what is kept: the store, and the kinds of documents of each part",
    "export": "everything that is kept about a player: the message, and what puts it together",
    "card_names": "what cards are called: those of a set, and of a game wherever its decks are read",
    "identity": "who somebody is on a connection, from either side",
    "live_list": "the live list of tables, from either side",
    "match": "a match: held by a process, shown on a screen",
    "matches": "matches: all that a process holds, the commands about them, and those measured without a server",
    "matchmaking": "matchmaking: messages, commands, the screen",
    "moderation": "moderation: messages, and the library's side",
    "private_messages": "private messages: messages, commands, the library's side",
    "follow_lists": "lists of followed players: messages, commands, what keeps them, the library's side",
    "owned_copies": "the copies of cards that accounts own: messages, and what keeps them",
    "challenges": "challenges: messages, commands, the library's side",
    "notices": "notices: messages, commands, the library's side",
    "notifications": "what all processes are told by one part of the lobby",
    "packs": "packs of cards: what keeps and opens them, and the command that looks after them",
    "phrases": "how a game is said in words: the words of each game, and what fills them in",
    "players": "players: those that are remembered, and the screen about others",
    "printings": "the other faces of the cards of a set",
    "random_bot": "the bot that takes any choice: in the server, in the library, as an example",
    "ratings": "how well somebody plays: messages and commands",
    "ready": "the ready decks of a set",
    "replay": "a finished match seen again: the message, its screen, the command that opens it",
    "replays": "where finished matches are seen again: the route that tells them, and where a client has them from",
    "recess": "a recess by consent: messages, the part of a match",
    "repository": "where one part keeps what it keeps",
    "responses": "responses over plain HTTP: their messages, and how routes write them",
    "seats": "where a player sits: the message, and what finds it",
    "sessions": "sessions of players: messages, commands, how one begins and goes on",
    "service": "what can be done in one part of the lobby",
    "signature_check": "whose a transcript is: a signature by itself, and one of a transcript that follows",
    "standings": "how players stand: messages, what is asked, the library's side, the command",
    "trades": "trades: messages, commands, what keeps them, the library's side",
    "tables": "tables: messages, commands, the library's side",
    "undo": "undo by consent: messages, the part of a match, the promise of a game",
    "wishes": "wish lists: messages, commands, what keeps them, the library's side",
}
"""Names that stand in several layers, and the one idea that each of them is about in all of these."""


def _modules() -> dict[str, list[str]]:
    """Every module of the product by its name, with where it stands."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True)
    named = defaultdict(list)
    for path in listed.stdout.splitlines():
        name = Path(path).stem
        if path.startswith((*PRODUCT, "client/examples/")) and not name.startswith("__"):
            named[name].append(path)
    return named


def test_a_module_is_named_for_what_lives_in_it_and_not_for_what_is_being_done() -> None:
    folders = {part for paths in _modules().values() for path in paths for part in Path(path).parent.parts}
    words = {word for name in {*_modules(), *folders} for word in re.split("_", name)}
    assert {word for word in words if word.endswith("ing")} == set(NOUNS)


def test_the_same_holds_in_javascript() -> None:
    listed = subprocess.run(["git", "ls-files", "*.js"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = [Path(path).stem for path in listed.stdout.splitlines() if path.startswith(SCRIPTS)]
    assert len(names) > 100
    assert {word for name in names for word in name.split("-") if word.endswith("ing")} == set(NOUNS_OF_SCRIPTS)


def test_a_name_that_stands_twice_means_the_same_wherever_it_stands() -> None:
    """A new one has its one idea written down here, or another name; one that stands once needs none."""
    twice = {name for name, paths in _modules().items() if len(paths) > 1}
    assert twice == {*ROLES, *SUBJECTS}


def test_a_role_of_games_is_played_in_games_only() -> None:
    strays = [path for name in ROLES for path in _modules()[name] if not path.startswith(GAMES)]
    assert strays == []
