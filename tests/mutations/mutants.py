"""Mutants: copies of a function with one small mistake in it, as a tired person makes them.

A comparison that is off by one or the other way round, `and` for `or`, plus for minus, a number that is one too large,
a condition that is negated, a step that is left out. Annotations, patterns and texts stay as they are. `breaks` makes
the same mistakes in source text, and in values outside of functions as well, which running functions cannot take over.
"""

import ast
import gc
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
Functions = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Break:
    """One mistake in a module's text: the so-manieth of all that can be made there."""

    path: Path
    number: int
    lines: range
    """The statement with the mistake, without those inside it."""

    is_value: bool
    """Outside of functions: it takes effect when the module is imported, and no test is seen to run it."""

    def made(self) -> tuple[str, str]:
        """Return where the mistake is, in words, and the whole module's text with it."""
        tree = ast.parse(self.path.read_text())
        where, mistake = list(_mistakes_and_values(tree))[self.number]
        node = mistake.node
        before = ast.unparse(node)
        mistake()
        after = "left out" if isinstance(node, ast.Expr) else ast.unparse(node).replace("not not ", "")
        words = f"{self.path.name}:{where.lineno}: {_changed(before, after)}"
        return words, ast.unparse(ast.fix_missing_locations(tree))


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake in one module: the so-manieth of all that can be made there."""

    path: Path
    number: int

    def made(self) -> "tuple[str, CodeType]":
        """Return where the mistake is, in words, and the whole module's code with it."""
        tree = ast.parse(self.path.read_text())
        where, mutate = list(_mistakes(tree))[self.number]
        before = ast.unparse(where)
        mutate()
        after = ast.unparse(where)
        words = f"{self.path.name}:{where.lineno}: {_short(before)} -> {_short(after)}"
        return words, compile(ast.fix_missing_locations(tree), str(self.path), "exec")

    def applied(self) -> int:
        """Make the mistake in this process, in every function that was made of the one in which it is; return how many
        these are."""
        _, module = self.made()
        gc.unfreeze()  # the tests have put away what they have collected, and it would not be found
        changed = 0
        codes = {(code.co_name, code.co_firstlineno): code for code in _codes_of(module)}
        file = str(self.path)
        for function in [each for each in gc.get_objects() if isinstance(each, FunctionType)]:
            code = function.__code__
            other = codes.get((code.co_name, code.co_firstlineno)) if code.co_filename == file else None
            if other is not None and other != code and other.co_freevars == code.co_freevars:
                function.__code__ = other
                changed += 1
        return changed


def some_mutants(paths: Sequence[Path], many: int, seed: int) -> list[Mutant]:
    """Return so many mutants of these modules: the same ones for the same seed."""
    every = [
        Mutant(path, number) for path in paths for number in range(len(list(_mistakes(ast.parse(path.read_text())))))
    ]
    return random.Random(seed).sample(every, min(many, len(every)))


def breaks(path: Path) -> list[Break]:
    """Return each mistake that can be made in a module: in its functions, and in values of it and of its classes."""
    tree = ast.parse(path.read_text())
    in_functions = sum(1 for _ in _mistakes(tree))
    places = enumerate(_mistakes_and_values(tree))
    return [Break(path, number, _own_lines(where), number >= in_functions) for number, (where, _) in places]


def _own_lines(statement: ast.stmt) -> range:
    inner = next(iter(getattr(statement, "body", ())), None)
    last = statement.end_lineno or statement.lineno
    return range(statement.lineno, (last + 1) if inner is None else max(inner.lineno, statement.lineno + 1))


def _codes_of(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes_of(each)


def _mistakes(tree: ast.AST) -> "Iterator[tuple[ast.stmt, Mistake]]":
    """Return every mistake that can be made in the functions of a module, each with the statement in which it is."""
    for each in ast.iter_child_nodes(tree):
        if isinstance(each, ast.ClassDef):
            yield from _mistakes(each)
        elif isinstance(each, Functions):
            for statement in each.body:
                yield from _mistakes_in(statement)


def _mistakes_and_values(tree: ast.AST) -> "Iterator[tuple[ast.stmt, Mistake]]":
    yield from _mistakes(tree)
    for each in ast.walk(tree):
        if isinstance(each, ast.Module | ast.ClassDef):
            for statement in each.body:
                match statement:
                    case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                        yield from ((statement, mistake) for mistake in _mistakes_of(value))
                        yield from ((statement, mistake) for mistake in _elements_left_out(value))
                    case _:
                        pass


def _elements_left_out(value: ast.expr) -> "Iterator[Mistake]":
    """Leave out one element of a list, a tuple, a set or a dictionary."""
    for node in ast.walk(value):
        match node:
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements) if len(elements) > 1:
                for one in elements:
                    yield Mistake(node, "elts", [each for each in elements if each is not one])
            case ast.Dict(keys=keys, values=values) if len(keys) > 1:
                for at in range(len(keys)):
                    instead = ast.Dict([*keys[:at], *keys[at + 1 :]], [*values[:at], *values[at + 1 :]])
                    yield Mistake(node, "keys", instead.keys, Mistake(node, "values", instead.values))
            case _:
                pass


def _mistakes_in(statement: ast.stmt) -> "Iterator[tuple[ast.stmt, Mistake]]":
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Raise():
            return
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"))))):
            return  # a function that names no `super` is another kind of function, and cannot take its place
        case ast.Expr(value=ast.Call() as call):
            yield statement, Mistake(statement, "value", ast.Constant(None))
            yield from ((statement, each) for each in _mistakes_of(call))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            for inner in statement.body:
                yield from _mistakes_in(inner)
        case _:
            for child in ast.iter_child_nodes(statement):
                match child:
                    case ast.stmt():
                        yield from _mistakes_in(child)
                    case ast.match_case():
                        for inner in child.body:
                            yield from _mistakes_in(inner)
                    case ast.expr():
                        yield from ((statement, each) for each in _mistakes_of(child))
                    case _:
                        pass
            if isinstance(statement, ast.If) and not _is_negated_by_a_swap(statement.test):
                yield statement, Mistake(statement, "test", ast.UnaryOp(ast.Not(), statement.test))


def _is_negated_by_a_swap(test: ast.expr) -> bool:
    match test:
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn() | ast.Is() | ast.IsNot()]):
            return True
        case _:
            return False


def _mistakes_of(expression: ast.AST) -> "Iterator[Mistake]":
    match expression:
        case ast.JoinedStr():
            return
        case ast.Compare(ops=[one]) if type(one) in SWAPPED:
            yield Mistake(expression, "ops", [SWAPPED[type(one)]()])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield Mistake(expression, "op", SWAPPED[type(op)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield Mistake(expression, "operand", ast.UnaryOp(ast.Not(), operand))
        case ast.IfExp(test=test):
            yield Mistake(expression, "test", ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=conditions):
            for at, each in enumerate(conditions):
                others = [*conditions[:at], ast.UnaryOp(ast.Not(), each), *conditions[at + 1 :]]
                yield Mistake(expression, "ifs", others)
        case ast.Constant(value=bool() as truth):
            yield Mistake(expression, "value", not truth)
        case ast.Constant(value=int() as number):
            yield Mistake(expression, "value", number + 1)
        case _:
            pass
    for child in ast.iter_child_nodes(expression):
        yield from _mistakes_of(child)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a field of a node is to be instead."""

    node: ast.AST
    field: str
    instead: object
    along: "Mistake | None" = None

    def __call__(self) -> None:
        setattr(self.node, self.field, self.instead)
        if self.along is not None:
            self.along()


def _short(text: str) -> str:
    first = text.strip().splitlines()[0]
    return first if len(first) <= 90 else first[:89] + "…"


def _changed(before: str, after: str) -> str:
    """Return a change in words; of long lines what stands around it."""
    before, after = " ".join(before.split()), " ".join(after.split())
    same = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    low = max(0, same - 40)
    cut = "…" if low else ""
    return f"{cut}{_short(before[low:])} -> {cut}{_short(after[low:])}"
