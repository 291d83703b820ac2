// A fresh process for each task, seen from the caller: this program executed once more, with its task and a copy of
// what is shared; it answers with its stamps, and with every element of the shared arrays that it changed.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const path = require("node:path");
const { fork } = require("node:child_process");
const iteration = require("./iteration");
const { ACCEPTED, COLUMNS, CPU, ENDED, OPS, STARTED, SUBMITTED, WORKER, Room, arraysIn, gate } = iteration;
const { Model } = require("./models");

const STDIO = ["ignore", 2, 2, "ipc"];

function takeOver(run, task, answer) {
  const row = task.index * COLUMNS.length, arrays = arraysIn(run.shared);
  const replaced = run.firstSweep ? [STARTED, ENDED, WORKER] : [ENDED, WORKER];
  for (const column of replaced) run.slots[row + column] = answer.stamps[column];
  for (const column of [OPS, CPU]) run.slots[row + column] += answer.stamps[column];
  for (const [array, place, value] of answer.changes) arrays[array][place] = value;
  run.samples.takeOver(answer.samples);
}

function start(run, task, gated) {
  const child = fork(path.join(__dirname, "child.js"), [], { serialization: "advanced", stdio: STDIO });
  const said = { arrived: gate(), done: gate(), gone: gate() };
  child.on("message", ({ word, answer }) => {
    if (answer) takeOver(run, task, answer);
    said[word].open();
  });
  child.on("exit", (code, signal) => {
    if (code !== 0) throw new Error(`a worker process ended with ${signal ?? code}`);
    said.gone.open();
  });
  child.send({ task, gated, run: { ...run, slots: null, samples: null }, sampled: run.samples.wanted });
  const say = (word) => child.send(word);
  return { arrived: said.arrived.opened, done: said.done.opened, gone: said.gone.opened, say };
}

// At most `workers` alive.
class Processes extends Model {
  async sweep(caller) {
    const { run, wanted } = caller, room = new Room(caller.workers), fresh = [];
    if (wanted === 0) caller.open();
    for (const task of caller.tasks) {
      await room.enter();
      run.stamp(task.index, SUBMITTED);
      const child = start(run, task, task.index < wanted);
      run.stamp(task.index, ACCEPTED);
      child.gone.then(() => room.leave());
      if (fresh.push(child) !== wanted) continue;
      await Promise.all(fresh.map((one) => one.arrived));
      caller.open();
      for (const one of fresh) one.say({ opened: run.opened });
    }
    if (run.hold) {
      await Promise.all(fresh.map((one) => one.done));
      caller.rest(fresh.length);
      for (const one of fresh) one.say("go");
    }
    await Promise.all(fresh.map((one) => one.gone));
    if (!run.hold) caller.rest(0);
  }
}

module.exports = { Processes };
