"""Times that workloads took themselves: the first hundred thousand of them, and a histogram of all.

Both lie in shared memory of a fixed size, so that worker processes add to them as threads do.
"""

from probe import shared_integers

MOST_VALUES = 100_000
DIGITS = 5  # leading binary digits that tell the cells apart
HALF = 2 ** (DIGITS - 1)  # cells between one power of two and the next
CELLS = 2 * HALF + (63 - DIGITS) * HALF


def cell_of(value):
    """The number of the value's cell, rising with the value."""
    shift = max(0, value.bit_length() - DIGITS)
    return shift * HALF + (value >> shift)


def lower_end(cell):
    """The smallest value in the cell."""
    shift = max(0, cell // HALF - 1)
    return (cell - shift * HALF) << shift


class Samples:
    """Filled by all workers under one lock, and told by the caller."""

    def __init__(self):
        self.values, self.counts = shared_integers(MOST_VALUES), shared_integers(CELLS)
        self.state = shared_integers(2)  # how many there are, and whether more are wanted: not in a warm-up
        self.lock = None  # made by the model: for threads, processes or interpreters

    def want(self, wanted):
        self.state[1] = wanted

    def add(self, values):
        if not self.state[1]:
            return
        with self.lock:
            for number, value in enumerate(values, self.state[0]):
                if number < MOST_VALUES:
                    self.values[number] = value
                self.counts[cell_of(value)] += 1
            self.state[0] += len(values)

    def message(self):
        """As the protocol wants it; nothing where nobody took any."""
        count = self.state[0]
        if count <= MOST_VALUES:
            return {"kind": "samples", "count": count, "values": self.values[:count].tolist()} if count else None
        filled = [cell for cell in range(CELLS) if self.counts[cell]]
        ends, counts = [lower_end(cell) for cell in filled], [self.counts[cell] for cell in filled]
        return {"kind": "samples", "count": count, "from": ends, "counts": counts}
