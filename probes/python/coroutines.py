"""A fresh coroutine for each task, all on one event loop and so on the caller's kernel thread."""

import asyncio
import os

import workload
from iteration import ACCEPTED, OPERATE_WAITS, STARTED, SUBMITTED, Gates
from models import Model
from probe import Meter


class LoopMeter(Meter):
    """A meter that lets the others go on while it waits."""

    async def sleep(self, ns):
        until = self.now() + ns
        while (left := until - self.now()) > 0:
            await asyncio.sleep(left / 1e9)

    async def _read(self, descriptor, buffer):
        os.set_blocking(descriptor, False)
        while True:
            try:
                return os.readv(descriptor, [buffer])
            except BlockingIOError:
                await readable(descriptor)


async def readable(descriptor):
    """Until there is something to read, or nothing will come any more."""
    loop = asyncio.get_running_loop()
    arrived = loop.create_future()
    loop.add_reader(descriptor, arrived.set_result, None)
    try:
        await arrived
    finally:
        loop.remove_reader(descriptor)


class Coroutines(Model):
    """At most `workers` in flight."""

    def __init__(self, run, implementation):
        super().__init__(run, implementation)
        self.loop = asyncio.new_event_loop()

    def sweep(self, run):
        self.loop.run_until_complete(every_task(run))
        if not run.hold:
            run.rest(0)

    def stop(self):
        self.loop.close()


async def every_task(run):
    gates, room, fresh = Gates(run, asyncio), asyncio.Semaphore(run.workers), []
    await open_after(gates, 0, run)
    for task in run.tasks:
        await room.acquire()
        run.stamp(task.index, SUBMITTED)
        fresh.append(asyncio.create_task(one_task(run, gates, room, task)))
        run.stamp(task.index, ACCEPTED)
        await open_after(gates, task.index + 1, run)
    await dismiss(gates, run)
    await asyncio.gather(*fresh)


async def one_task(run, gates, room, task):
    """`Gates.pass_through` and `do_task` in a form that waits on the loop."""
    if task.index < gates.wanted:
        gates.arrived.release()
        await gates.opened.acquire()
    meter = LoopMeter(run.opened + run.window_ns, run.samples)
    try:
        run.stamp(task.index, STARTED)
        done = workload.operate(run.shared, task, meter)
        if OPERATE_WAITS:
            await done
        run.finish(task.index, meter)
    finally:
        room.release()
        if gates.held:
            gates.done.release()
            await gates.dismissed.acquire()


async def open_after(gates, made, run):
    """`Gates.open_after` likewise."""
    if made == gates.wanted:
        for _ in range(gates.wanted):
            await gates.arrived.acquire()
        run.open()
        for _ in range(gates.wanted):
            gates.opened.release()


async def dismiss(gates, run):
    """`Gates.dismiss` likewise."""
    if gates.held:
        for _ in range(gates.held):
            await gates.done.acquire()
        run.rest(gates.held)
        for _ in range(gates.held):
            gates.dismissed.release()
