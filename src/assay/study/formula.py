"""Formulas of claims: arithmetic over published tables, and nothing else.

A formula is one Python expression of numbers, `+ - * / **`, comparisons, `and or not`, names given by the claim, and
calls of the functions in `FUNCTIONS` and of three look-ups:

    cell("table-2-serial", "Java", "run_1_s")     one number
    row("table-2-serial", "Java", "run_")         the numbers of a row whose column starts with "run_"
    column("table-2-serial", "average_s")         the numbers of a column

A value is a number or a series of numbers. Arithmetic and comparisons between series go element by element; a
comparison gives 1 or 0. The tree is walked by hand against a list of allowed nodes: no attribute, no subscript, no
keyword, no name that was not given. It lives below the analysis so that a mistake in a formula is reported with the
other mistakes of the file, before anything is measured.
"""

import ast
import itertools
import math
import operator
import statistics
import warnings
from collections.abc import Callable, Mapping

from assay.study.shape import meant
from assay.study.tables import Table, TableError

Value = float | tuple[float, ...]
LARGEST_POWER = 64
LARGEST_SUM = 1_000_000
LONGEST = 2000
LONGEST_SERIES = 10_000
"""Formulas of one claim build upon each other: a series that doubles with each of them must end somewhere."""


class FormulaError(Exception):
    """A formula that cannot be read or worked out; the text says what and why.

    Half a character, which a formula can write as "\\ud800", is told as it was written: it cannot be printed.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text.encode("utf-8", "backslashreplace").decode())


def _series(value: Value) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _number(value: Value) -> float:
    if isinstance(value, tuple):
        raise FormulaError(f"expected one number, found a series of {len(value)}")
    return value


def _spread(act: Callable[[float, float], float], left: Value, right: Value) -> Value:
    if not isinstance(left, tuple) and not isinstance(right, tuple):
        return float(act(left, right))
    a, b = _series(left), _series(right)
    if len(a) == 1:
        a = a * len(b)
    if len(b) == 1:
        b = b * len(a)
    if len(a) != len(b):
        raise FormulaError(f"expected two series of one length, found {len(a)} and {len(b)} numbers")
    return tuple(float(act(x, y)) for x, y in zip(a, b, strict=True))


def _each(act: Callable[[float], float]) -> Callable[[Value], Value]:
    def spread(value: Value) -> Value:
        return tuple(float(act(x)) for x in value) if isinstance(value, tuple) else float(act(value))

    return spread


def _over(act: Callable[[tuple[float, ...]], float]) -> Callable[[Value], Value]:
    return lambda value: float(act(_series(value)))


def _pairwise(act: Callable[[float, float], float]) -> Callable[[Value, Value], Value]:
    return lambda left, right: _spread(act, left, right)


def harmonic(n: float) -> float:
    """H_n = 1 + 1/2 + ... + 1/n."""
    if not 1 <= n <= LARGEST_SUM or n != int(n):
        raise FormulaError(f"harmonic: expected a whole number of at least 1 and at most {LARGEST_SUM}, found {n:g}")
    return math.fsum(1 / i for i in range(1, int(n) + 1))


def worst_miss(values: Value, model: Value) -> float:
    """The largest |value / model - 1|: how far a model is from the numbers, at worst."""
    return max(abs(miss) for miss in _series(_spread(lambda value, by: value / by - 1, values, model)))


def _steps(value: Value) -> Value:
    """Each number over the one before it."""
    numbers = _series(value)
    return tuple(after / before for before, after in itertools.pairwise(numbers))


def _where(values: Value, mask: Value) -> Value:
    """The numbers at which the mask is not 0."""
    numbers, keep = _series(values), _series(mask)
    if len(numbers) != len(keep):
        raise FormulaError(f"where: expected two series of one length, found {len(numbers)} and {len(keep)} numbers")
    return tuple(number for number, kept in zip(numbers, keep, strict=True) if kept)


def _join(*values: Value) -> Value:
    count = sum(len(_series(value)) for value in values)
    if count > LONGEST_SERIES:
        raise FormulaError(f"join: expected a series of at most {LONGEST_SERIES} numbers, found {count}")
    return tuple(number for value in values for number in _series(value))


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "mean": _over(statistics.fmean),
    "median": _over(statistics.median),
    "geometric_mean": _over(statistics.geometric_mean),
    "sum": _over(math.fsum),
    "minimum": _over(min),
    "maximum": _over(max),
    "count": _over(len),
    "first": _over(lambda numbers: numbers[0]),
    "last": _over(lambda numbers: numbers[-1]),
    "all": _over(lambda numbers: float(all(numbers))),
    "any": _over(lambda numbers: float(any(numbers))),
    "absolute": _each(abs),
    "logarithm": _each(math.log),
    "harmonic": _each(harmonic),
    "smaller": _pairwise(min),
    "larger": _pairwise(max),
    "nearest_multiple": _pairwise(lambda number, step: round(number / step) * step),
    "worst_miss": worst_miss,
    "steps": _steps,
    "where": _where,
    "join": _join,
}
"""Every function a formula may call."""

LOOK_UPS = ("cell", "column", "row")


def _power(base: float, exponent: float) -> float:
    if abs(exponent) > LARGEST_POWER:
        raise FormulaError(f"expected a power between -{LARGEST_POWER} and {LARGEST_POWER}, found {exponent:g}")
    return math.pow(base, exponent)


OPERATORS: dict[type[ast.AST], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: _power,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


class _Walker:
    """Works out one tree; `names` and `tables` are all it can see."""

    def __init__(self, tables: Mapping[str, Table], names: Mapping[str, Value]) -> None:
        self.tables = tables
        self.names = names

    def value(self, node: ast.AST) -> Value:
        match node:
            case ast.Constant(value=bool()):
                raise FormulaError("expected a number, found True or False")
            case ast.Constant(value=int() | float() as number):
                return float(number)
            case ast.Name(id=name):
                return self._name(name)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return tuple(_number(self.value(item)) for item in items)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return _spread(operator.mul, -1.0, self.value(inner))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return float(not _number(self.value(inner)))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return _spread(OPERATORS[type(op)], self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
                return _spread(OPERATORS[type(op)], self.value(left), self.value(right))
            case ast.BoolOp(op=op, values=parts):
                truths = [bool(_number(self.value(part))) for part in parts]
                return float(all(truths) if isinstance(op, ast.And) else any(truths))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments)
        raise FormulaError(f'"{ast.unparse(node)}" is not part of the formula language')

    def _name(self, name: str) -> Value:
        if name not in self.names:
            raise FormulaError(f'unknown name "{name}"; {meant(name, list(self.names))}')
        return self.names[name]

    def _call(self, name: str, arguments: list[ast.expr]) -> Value:
        if name in LOOK_UPS:
            return self._look_up(name, arguments)
        if name not in FUNCTIONS:
            raise FormulaError(f'unknown function "{name}"; {meant(name, [*FUNCTIONS, *LOOK_UPS])}')
        values = [self.value(argument) for argument in arguments]
        try:
            return FUNCTIONS[name](*values)
        except TypeError:
            raise FormulaError(f"{name} does not take {len(values)} values") from None

    def _look_up(self, name: str, arguments: list[ast.expr]) -> Value:
        words = [node.value for node in arguments if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        if len(words) != len(arguments) or not 2 <= len(words) <= 3:
            raise FormulaError(f"{name} takes the name of a table and one or two more names, all in quotes")
        table = self.tables.get(words[0])
        if table is None:
            raise FormulaError(f'no table "{words[0]}"; {meant(words[0], list(self.tables))}')
        if len(words) != {"cell": 3, "column": 2}.get(name, len(words)):
            raise FormulaError(f"{name} does not take {len(words)} names")
        found: Value = getattr(table, name)(*words[1:])
        return found


def work_out(text: str, tables: Mapping[str, Table], names: Mapping[str, Value]) -> Value:
    """The value of a formula; raises FormulaError with what was expected and what was found."""
    if len(text) > LONGEST:
        raise FormulaError(f"expected at most {LONGEST} characters, found {len(text)}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's doubts about its own syntax are not the user's
            tree = ast.parse(text.strip(), mode="eval")
        return _finite(_Walker(tables, names).value(tree.body))
    except SyntaxError as error:
        raise FormulaError(f"cannot be read as a formula: {error.msg}") from None
    except TableError as error:
        raise FormulaError(str(error)) from None
    except ZeroDivisionError:
        raise FormulaError("divides by zero") from None
    except (ValueError, OverflowError, statistics.StatisticsError, IndexError, RecursionError, MemoryError) as error:
        raise FormulaError(f"cannot be worked out: {error}") from None


def _finite(value: Value) -> Value:
    if not all(math.isfinite(number) for number in _series(value)):
        raise FormulaError("does not give a finite number")
    return value
