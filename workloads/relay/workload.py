"""Each task writes its number into the next one's pipe, and receives its neighbour's from its own."""

import os

from probe import clear, shared_integers

NAP_NS = 200_000
BYTES = 8


class Pipes:
    """Made by the caller; other processes and interpreters open them anew, by the name the kernel has for them."""

    def __init__(self, tasks, sweeps):
        self.right, self.sweeps = shared_integers(tasks), sweeps
        made = [os.pipe() for _ in range(tasks)]
        self.ends = [[f"/proc/{os.getpid()}/fd/{end}" for end in pipe] for pipe in made]


def prepare(words, tasks, degree):
    return Pipes(len(tasks), words.integer("steps", 1))


async def operate(pipes, task, meter):
    tasks = len(pipes.ends)
    await meter.sleep(NAP_NS)
    with open(pipes.ends[(task.index + 1) % tasks][1], "wb", buffering=0) as following:
        following.write(task.index.to_bytes(BYTES, "little"))
    received = bytearray(BYTES)
    with open(pipes.ends[task.index][0], "rb", buffering=0) as own:
        count = await meter.receive(own, received)
    expected = (task.index - 1) % tasks
    pipes.right[task.index] += count == BYTES and int.from_bytes(received, "little") == expected
    meter.ops += 1


def check(pipes):
    expected, right = len(pipes.right) * pipes.sweeps, sum(pipes.right)
    clear(pipes.right)
    return f"{expected} numbers", f"{right} numbers"
