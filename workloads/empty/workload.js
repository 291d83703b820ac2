// Nothing at all: each task only marks that it was there.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { sharedIntegers } = require("./probe");

function prepare(words, tasks, degree) {
  return { done: sharedIntegers(tasks.length), steps: words.integer("steps", 1) };
}

function operate(marks, task, meter) {
  marks.done[task.index] += 1n;
  meter.ops += 1;
}

function check(marks) {
  const times = marks.steps === 1 ? "once" : `${marks.steps} times`;
  const right = marks.done.filter((done) => Number(done) === marks.steps).length;
  const [expected, found] = [marks.done.length, right].map((tasks) => `${tasks} tasks done ${times}`);
  marks.done.fill(0n);
  return { expected, found };
}

module.exports = { prepare, operate, check };
