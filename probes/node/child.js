// What a process made for a single task does; see processes.js.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { once } = require("node:events");
const { COLUMNS, CPU, Run, arraysIn, doTask } = require("./iteration");
const { Samples } = require("./samples");

// Every element that is not as it was: [which array, which element, its value].
function changesSince(before, arrays) {
  return arrays.flatMap((array, number) => {
    const changed = [...array.keys()].filter((place) => array[place] !== before[number][place]);
    return changed.map((place) => [number, place, array[place]]);
  });
}

async function doErrand({ task, gated, run: data, sampled }) {
  const run = Run.adopt({ ...data, slots: new Float64Array(data.count * COLUMNS.length), samples: new Samples() });
  const arrays = arraysIn(run.shared), before = arrays.map((array) => array.slice());
  run.samples.wanted = sampled;
  if (gated) {
    process.send({ word: "arrived" });
    [{ opened: run.times[0] }] = await once(process, "message");
  }
  await doTask(run, task);
  const row = task.index * COLUMNS.length, { user, system } = process.cpuUsage();
  run.slots[row + CPU] = (user + system) * 1000;
  const stamps = run.slots.slice(row, row + COLUMNS.length), changes = changesSince(before, arrays);
  const answer = { stamps, changes, samples: run.samples.handOver() };
  await new Promise((sent) => process.send({ word: "done", answer }, sent));
  if (run.hold) await once(process, "message");
  process.disconnect();
}

process.once("message", doErrand);
