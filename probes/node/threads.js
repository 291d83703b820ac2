// Worker threads, seen from the caller: a fresh one for each task, or a pool of them.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const path = require("node:path");
const { setImmediate } = require("node:timers/promises");
const { Worker } = require("node:worker_threads");
const iteration = require("./iteration");
const { ACCEPTED, SUBMITTED, ENTRY, EXIT, HANDED_OVER, DONE, FAILED, Room, gate } = iteration;
const { Model } = require("./models");

const OFTEN_MS = 100; // how long the caller of a pool waits before it looks whether a worker has died

// A worker with an errand; what it says and its end can be waited for. One that fails ends the probe.
function hire(errand) {
  // What a workload opens it may give to a socket, which then closes it: the worker is not to close it once more.
  const options = { workerData: errand, trackUnmanagedFds: false };
  const worker = new Worker(path.join(__dirname, "worker.js"), options);
  const said = { arrived: gate(), done: gate(), gone: gate() };
  worker.on("message", (word) => said[word].open());
  worker.on("exit", (code) => {
    if (code !== 0) throw new Error(`a worker thread ended with ${code}`);
    said.gone.open();
  });
  return { arrived: said.arrived.opened, done: said.done.opened, gone: said.gone.opened };
}

// A fresh worker for each task, at most `workers` alive.
class Threads extends Model {
  async sweep(caller) {
    const { run, wanted } = caller, room = new Room(caller.workers), fresh = [];
    if (wanted === 0) caller.open();
    for (const task of caller.tasks) {
      await room.enter();
      run.stamp(task.index, SUBMITTED);
      const worker = hire({ run, task, gated: task.index < wanted });
      run.stamp(task.index, ACCEPTED);
      worker.gone.then(() => room.leave());
      if (fresh.push(worker) !== wanted) continue;
      await Promise.all(fresh.map((one) => one.arrived));
      caller.open();
      iteration.openGate(run, ENTRY);
    }
    if (run.hold) {
      await Promise.all(fresh.map((one) => one.done));
      caller.rest(fresh.length);
      iteration.openGate(run, EXIT);
    }
    await Promise.all(fresh.map((one) => one.gone));
    if (!run.hold) caller.rest(0);
  }
}

// Workers made once. They take tasks by counting, in order; nobody sends messages while tasks are done.
class Pool extends Model {
  async start(caller) {
    const errand = { run: caller.run, tasks: caller.tasks };
    this.board = caller.run.board;
    this.workers = Array.from({ length: caller.workers }, () => hire(errand));
    this.gone = 0;
    for (const worker of this.workers) worker.gone.then(() => this.gone++);
    await Promise.all(this.workers.map((worker) => worker.arrived));
  }

  async sweep(caller) {
    const { board } = this, before = Atomics.load(board, DONE);
    caller.open();
    for (const { index } of caller.tasks) {
      caller.run.stamp(index, SUBMITTED);
      Atomics.add(board, HANDED_OVER, 1);
      Atomics.notify(board, HANDED_OVER, 1);
      caller.run.stamp(index, ACCEPTED);
    }
    const after = before + caller.tasks.length;
    for (let done; (done = Atomics.load(board, DONE)) !== after; ) {
      if (Atomics.wait(board, DONE, done, OFTEN_MS) === "timed-out") await this.lookAround();
    }
    if (board[FAILED]) throw new Error("a worker of the pool failed");
    caller.rest(caller.workers);
  }

  // Lets the event loop tell of a worker that is gone: its tasks would never be done.
  async lookAround() {
    await setImmediate();
    if (this.gone > 0) throw new Error("a worker of the pool ended before its tasks did");
  }

  async stop() {
    Atomics.store(this.board, HANDED_OVER, -1); // no more to come
    Atomics.notify(this.board, HANDED_OVER);
    await Promise.all(this.workers.map((worker) => worker.gone));
  }
}

module.exports = { Pool, Threads };
