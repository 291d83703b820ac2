// One iteration as its workers and its caller see it: what was asked for, the stamps, and how one task is done.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const fs = require("node:fs");
const { Meter, now } = require("./probe");
const { Samples } = require("./samples");
const workload = require("./workload");

const COLUMNS = ["submitted", "accepted", "started", "ended", "worker", "ops", "cpu"];
const [SUBMITTED, ACCEPTED, STARTED, ENDED, WORKER, OPS, CPU] = COLUMNS.keys();
// Places on the board: the sweep, two gates, and for the pool how many tasks were handed over, taken and done, ever.
const [STEP, ENTRY, EXIT, HANDED_OVER, TAKEN, DONE, FAILED] = Array(7).keys();

// The kernel's number of this thread.
const KERNEL_THREAD = Number(fs.readlinkSync("/proc/thread-self").split("/").pop());

// What the caller and its workers share. Only data, so that it can be sent to another thread or process.
class Run {
  constructor(asked, shared) {
    this.count = asked.tasks;
    this.hold = asked.hold;
    this.stamped = asked.stamps !== "none";
    this.windowNs = asked.window_ms * 1e6;
    this.shared = shared;
    this.slots = new Float64Array(new SharedArrayBuffer(8 * asked.tasks * COLUMNS.length));
    this.board = new Int32Array(new SharedArrayBuffer(4 * 7));
    this.times = new Float64Array(new SharedArrayBuffer(8)); // the opening
    this.samples = new Samples();
  }

  // What arrived from the caller's thread, with its methods again.
  static adopt(data) {
    const run = Object.setPrototypeOf(data, Run.prototype);
    Object.setPrototypeOf(run.samples, Samples.prototype);
    return run;
  }

  get opened() {
    return this.times[0];
  }

  get firstSweep() {
    return this.board[STEP] === 0;
  }

  column(column) {
    return Array.from({ length: this.count }, (_, index) => this.slots[index * COLUMNS.length + column]);
  }

  copyColumn(source, target) {
    const { slots } = this;
    for (let row = 0; row < slots.length; row += COLUMNS.length) slots[row + target] = slots[row + source];
  }

  // Now; of several sweeps the first one's.
  stamp(index, column) {
    if (this.stamped && this.firstSweep) this.slots[index * COLUMNS.length + column] = now();
  }

  // The last thing in a worker for its task.
  finish(index, meter) {
    const row = index * COLUMNS.length;
    if (this.stamped) this.slots[row + ENDED] = now();
    this.slots[row + WORKER] = KERNEL_THREAD;
    this.slots[row + OPS] += meter.ops;
  }
}

// One task. An operate that waits is awaited; where its meter blocks, that takes no turn of the event loop.
async function doTask(run, task, Kind = Meter) {
  const meter = new Kind(run.opened + run.windowNs, run.samples);
  run.stamp(task.index, STARTED);
  const done = workload.operate(run.shared, task, meter);
  if (done instanceof Promise) await done;
  run.finish(task.index, meter);
}

// In a worker thread: until somebody opens the gate at this place.
function waitAt(run, place) {
  while (Atomics.load(run.board, place) === 0) Atomics.wait(run.board, place, 0);
}

function openGate(run, place) {
  Atomics.store(run.board, place, 1);
  Atomics.notify(run.board, place);
}

// The caller's side: what it alone knows, and its calls of the workload.
class Caller {
  constructor(asked, tasks, run) {
    this.workers = asked.workers;
    this.steps = asked.steps;
    this.gated = asked.gate === "after_create";
    this.tasks = tasks;
    this.run = run;
    this.closed = 0; // when the caller knew that all was done
    this.atRest = null; // in the last iteration: what is done then, given the number of held workers
  }

  // How many fresh workers wait at the gate: none after the first sweep.
  get wanted() {
    return this.gated && this.run.firstSweep ? Math.min(this.workers, this.tasks.length) : 0;
  }

  // One iteration of a model.
  async iterate(model) {
    this.run.slots.fill(0);
    for (let step = 0; step < this.steps; step++) {
      this.run.board.set([step, 0, 0]); // STEP, ENTRY, EXIT
      await model.sweep(this);
    }
  }

  // The opening of the iteration, once: all its times count from here.
  open() {
    if (!this.run.firstSweep) return;
    workload.arm?.(this.run.shared);
    this.run.times[0] = now();
  }

  // After a sweep: all its tasks are done, and so many of its workers are still there.
  rest(held) {
    const step = this.run.board[STEP];
    if (step + 1 < this.steps) {
      workload.between?.(this.run.shared, step);
      return;
    }
    this.closed = now();
    workload.disarm?.(this.run.shared);
    this.atRest?.(held);
  }
}

// The arrays in a value, in the order in which its copy in another process has them too.
function arraysIn(value) {
  if (ArrayBuffer.isView(value)) return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(arraysIn) : [];
}

// An event that async functions wait for.
function gate() {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  return { opened, open };
}

// Lets so many go on at a time.
class Room {
  #free;
  #waiting = [];

  constructor(count) {
    this.#free = count;
  }

  async enter() {
    if (this.#free > 0) this.#free--;
    else await new Promise((enter) => this.#waiting.push(enter));
  }

  leave() {
    const enter = this.#waiting.shift();
    if (enter) enter();
    else this.#free++;
  }
}

module.exports = {
  ...{ COLUMNS, SUBMITTED, ACCEPTED, STARTED, ENDED, WORKER, OPS, CPU },
  ...{ ENTRY, EXIT, HANDED_OVER, TAKEN, DONE, FAILED, KERNEL_THREAD },
  ...{ Caller, Room, Run, arraysIn, doTask, gate, openGate, waitAt },
};
