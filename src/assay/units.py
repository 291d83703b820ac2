"""How numbers with units are written: times, sizes, counts, durations.

Inside Assay times are nanoseconds and sizes are bytes; they are converted here, once, where they leave.
A value is written with the digits a reader can use, never with digits nobody measured.
"""

from collections.abc import Sequence

TIME_SCALE = (("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1.0))
SIZE_SCALE = (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10), ("B", 1.0))
SIGNIFICANT_DIGITS = 4
"""Four: a change of 0.1 % stays visible, and nobody is shown nine digits of a clock."""
FEW_NS, FEW_DIGITS = 100, 3
"""Below so many nanoseconds a time is a mean of many, and has parts of one: three digits of them."""

VOWELS = ("a", "e", "i", "o")
"""What a unit that takes "an" begins with."""


def time_text(nanoseconds: float) -> str:
    """A time in the unit that fits it: 211300000 -> "211.3 ms"."""
    return times_text((nanoseconds,))[0]


def times_text(nanoseconds: Sequence[float]) -> tuple[str, ...]:
    """Several times in one unit, that of the largest, so that they can be compared by eye."""
    if 0 < max(map(abs, nanoseconds), default=0.0) < FEW_NS:
        return tuple(f"{_nanoseconds(ns)} ns" for ns in nanoseconds)
    return _in_one_unit(nanoseconds, TIME_SCALE)


def per_unit_texts(nanoseconds: Sequence[float], unit: str) -> tuple[str, ...]:
    """Times of one unit of work each: ("0.523 ns a count", "12.9 ns a count"); a nanosecond has parts here."""
    each = f"{'an' if unit[:1] in VOWELS else 'a'} {unit}"
    if max(nanoseconds, default=0.0) >= 1000:
        return tuple(f"{text} {each}" for text in times_text(nanoseconds))
    return tuple(f"{_nanoseconds(ns)} ns {each}" for ns in nanoseconds)


def size_text(size: float) -> str:
    """A size in bytes in the unit that fits it: 40055603 -> "38.20 MiB"."""
    return sizes_text((size,))[0]


def sizes_text(sizes: Sequence[float]) -> tuple[str, ...]:
    """Several sizes in one unit, that of the largest."""
    return _in_one_unit(sizes, SIZE_SCALE)


def of_total_text(part_ns: float, total_ns: float) -> tuple[str, str]:
    """A part and its total in one unit and with one number of decimals: ("7.1", "7.4 ms")."""
    unit, factor = _unit_for(abs(total_ns), TIME_SCALE)
    decimals = _decimals(abs(total_ns) / factor, 2)
    return f"{part_ns / factor:,.{decimals}f}", f"{total_ns / factor:,.{decimals}f} {unit}"


def count_text(count: float) -> str:
    """A count with thousands separated: 1204 -> "1,204"; halves, as medians have them, keep one decimal."""
    return f"{count:,.0f}" if count >= 1000 or float(count).is_integer() else f"{count:,.1f}"


def duration_text(seconds: float) -> str:
    """How long something lasts, for people: "0.8 s", "8 s", "2.5 min", "3 h"."""
    if seconds < 9.95:
        return f"{seconds:.1f} s".replace(".0 s", " s")
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    for unit, length in (("min", 60.0), ("h", 3600.0)):
        if seconds / length < 99.5 or unit == "h":
            decimals = 1 if seconds / length < 9.95 else 0
            return f"{seconds / length:,.{decimals}f} {unit}".replace(".0 ", " ")
    raise AssertionError("the last unit takes everything")


def plural(count: int, noun: str) -> str:
    """A count with its noun: "1 round", "20 rounds"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _nanoseconds(value: float) -> str:
    """A few nanoseconds with three digits, many with four."""
    if abs(value) < 1:
        return f"{value:.{FEW_DIGITS}f}"
    return f"{value:,.{_decimals(abs(value), FEW_DIGITS if abs(value) < FEW_NS else SIGNIFICANT_DIGITS)}f}"


def _in_one_unit(values: Sequence[float], scale: tuple[tuple[str, float], ...]) -> tuple[str, ...]:
    unit, factor = _unit_for(max((abs(value) for value in values), default=0.0), scale)
    return tuple(_number(value, factor) + f" {unit}" for value in values)


def _number(value: float, factor: float) -> str:
    if factor == 1.0:
        return f"{value:,.0f}"  # nanoseconds and bytes come in whole numbers
    return f"{value / factor:,.{_decimals(abs(value) / factor, SIGNIFICANT_DIGITS)}f}"


def _unit_for(largest: float, scale: tuple[tuple[str, float], ...]) -> tuple[str, float]:
    """The largest unit in which the value, as it will be printed, is at least one."""
    for unit, factor in scale:
        if round(largest / factor, SIGNIFICANT_DIGITS - 1) >= 1.0:
            return unit, factor
    return scale[-1]


def _decimals(value: float, significant: int) -> int:
    """How many decimals leave this many significant digits."""
    whole_digits = len(str(int(value))) if value >= 1 else 1
    return max(0, significant - whole_digits)
