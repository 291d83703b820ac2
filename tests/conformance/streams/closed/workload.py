"""Receives from what is closed."""

import os


def prepare(words, tasks, degree):
    return None


async def operate(shared, task, meter):
    reader, _ = os.pipe()
    os.close(reader)
    await meter.receive(reader, bytearray(1))


def check(shared):
    return "", ""
