// For the tests: uses everything a workload may use, and checks that each call came as often, and as late, as promised.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { sharedIntegers } = require("./probe");

const PAUSE_NS = 200_000;
const BETWEEN = 0, ARMED = 1, DISARMED = 2; // places in `calls`

function prepare(words, tasks, degree) {
  for (const task of tasks) Object.assign(task, { role: task.index % 2, size: task.index + 1 });
  const steps = words.integer("steps", 1);
  return { steps, done: sharedIntegers(tasks.length), early: sharedIntegers(tasks.length), calls: sharedIntegers(3) };
}

async function operate(shared, task, meter) {
  do {
    if (task.role === 1) await pause(shared, task, meter);
    meter.ops += task.size;
  } while (!meter.stop());
  shared.done[task.index] += 1n;
}

async function pause(shared, task, meter) {
  const before = meter.now();
  await meter.sleep(PAUSE_NS);
  const elapsed = meter.now() - before;
  meter.sample(elapsed);
  if (elapsed < PAUSE_NS) shared.early[task.index] = 1n;
}

const between = (shared, step) => (shared.calls[BETWEEN] += 1n);
const arm = (shared) => (shared.calls[ARMED] += 1n);
const disarm = (shared) => (shared.calls[DISARMED] += 1n);

function check({ steps, done, early, calls }) {
  const tasks = done.length, right = done.filter((times, i) => Number(times) === steps && early[i] === 0n).length;
  const sweeps = done.reduce((most, times) => (times > most ? times : most));
  const armed = calls[ARMED] === calls[DISARMED] ? calls[ARMED] : -1n;
  const found = `${right} tasks, ${sweeps} sweeps, ${calls[BETWEEN]} between, armed ${armed} times`;
  for (const counts of [done, early, calls]) counts.fill(0n);
  return { expected: `${tasks} tasks, ${steps} sweeps, ${steps - 1} between, armed 1 times`, found };
}

module.exports = { prepare, operate, between, arm, disarm, check };
