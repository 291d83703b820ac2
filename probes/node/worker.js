// What a worker thread does. It is an isolate of its own: it loads the workload anew, and its compiler starts from
// nothing.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { writeSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const { Run, doTask, waitAt, ENTRY, EXIT, HANDED_OVER, TAKEN, DONE, FAILED } = require("./iteration");

const STANDARD_ERROR = 2;

// One that is made for a single task.
async function doOne(run, task, gated) {
  if (gated) {
    parentPort.postMessage("arrived");
    waitAt(run, ENTRY);
  }
  await doTask(run, task);
  if (run.hold) {
    parentPort.postMessage("done");
    waitAt(run, EXIT);
  }
}

// The next task's place in the order of all tasks ever handed over; -1 when no more will come.
function take(board) {
  for (;;) {
    const handedOver = Atomics.load(board, HANDED_OVER), taken = Atomics.load(board, TAKEN);
    if (handedOver < 0) return -1;
    if (taken >= handedOver) Atomics.wait(board, HANDED_OVER, handedOver);
    else if (Atomics.compareExchange(board, TAKEN, taken, taken + 1) === taken) return taken;
  }
}

// One of a pool. The caller waits for the count of tasks done and for nothing else, so a failed one counts too.
async function serve(run, tasks) {
  parentPort.postMessage("arrived");
  for (let place; (place = take(run.board)) >= 0; ) {
    try {
      await doTask(run, tasks[place % tasks.length]);
    } catch (failure) {
      writeSync(STANDARD_ERROR, `${failure.stack}\n`);
      Atomics.store(run.board, FAILED, 1);
    }
    if ((Atomics.add(run.board, DONE, 1) + 1) % tasks.length === 0) Atomics.notify(run.board, DONE);
  }
}

const { run, task, gated, tasks } = workerData;
if (tasks) serve(Run.adopt(run), tasks);
else {
  doOne(Run.adopt(run), task, gated).catch((failure) => {
    writeSync(STANDARD_ERROR, `${failure.stack}\n`); // now: its end may be heard of before what it said
    throw failure;
  });
}
