// How tasks are executed: which models there are, and those on the caller's own thread.
//
// A model has `start` (before the first iteration, not timed), `sweep` (all tasks once) and `stop`. It knows nothing
// of workloads.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const timers = require("node:timers/promises");
const { ACCEPTED, STARTED, SUBMITTED, Room, doTask, gate } = require("./iteration");
const { Meter, now } = require("./probe");

class Model {
  async start(caller) {}
  async stop() {}
}

// In the caller, one after the other.
class Serial extends Model {
  async sweep(caller) {
    caller.open();
    for (const task of caller.tasks) await doTask(caller.run, task);
    caller.rest(0);
    caller.run.copyColumn(STARTED, SUBMITTED);
    caller.run.copyColumn(STARTED, ACCEPTED);
  }
}

// A meter that lets the others go on while it waits.
class LoopMeter extends Meter {
  async sleep(ns) {
    const until = now() + ns;
    for (let left = ns; left > 0; left = until - now()) await timers.setTimeout(Math.ceil(left / 1e6));
  }
}

// A fresh async function for each task, all on the caller's event loop, at most `workers` in flight.
class Promises extends Model {
  async sweep(caller) {
    const { run, tasks, wanted } = caller, room = new Room(caller.workers), fresh = [];
    const entry = gate(), exit = gate(), allDone = gate();
    let done = 0;

    async function one(task) {
      await (task.index < wanted ? entry.opened : null); // being made is one thing, running another
      await doTask(run, task, LoopMeter);
      room.leave();
      if (++done === tasks.length) allDone.open();
      if (run.hold) await exit.opened;
    }

    if (wanted === 0) caller.open();
    for (const task of tasks) {
      await room.enter();
      run.stamp(task.index, SUBMITTED);
      fresh.push(one(task));
      run.stamp(task.index, ACCEPTED);
      if (fresh.length !== wanted) continue;
      caller.open(); // all of them have come to the gate by now
      entry.open();
    }
    await Promise.race([allDone.opened, Promise.all(fresh)]); // all of them: fails when one of them does
    caller.rest(run.hold ? tasks.length : 0);
    exit.open();
    await Promise.all(fresh);
  }
}

// Loaded only when used: what the probe loads, each of its threads and processes may pay for.
const MODELS = {
  serial: { std: () => new Serial() },
  thread: { worker: () => new (require("./threads").Threads)() },
  process: { child: () => new (require("./processes").Processes)() },
  pool: { workers: () => new (require("./threads").Pool)() },
  coroutine: { promise: () => new Promises() },
};
const FRESH_WORKERS = ["process", "thread", "coroutine"]; // models that make workers in the iteration

module.exports = { FRESH_WORKERS, MODELS, Model };
