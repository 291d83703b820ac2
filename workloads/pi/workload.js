// Pi as a series: each task sums consecutive terms of 1 - 1/3 + 1/5 - ... , four times which is pi.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { sharedNumbers } = require("./probe");

function prepare(words, tasks, degree) {
  const total = words.integer("total", 1_000_000, 1), begins = [0];
  for (const task of tasks) {
    task.size = Math.floor(total / tasks.length) + Number(task.index < total % tasks.length);
    begins.push(begins[task.index] + task.size);
  }
  return { total, begins, sums: sharedNumbers(tasks.length) };
}

function sumOfTerms(begin, end) {
  let sum = 0, sign = begin % 2 === 0 ? 1 : -1;
  for (let divisor = 2 * begin + 1; divisor < 2 * end; divisor += 2) {
    sum += sign / divisor;
    sign = -sign;
  }
  return sum;
}

function operate(series, task, meter) {
  series.sums[task.index] = sumOfTerms(series.begins[task.index], series.begins[task.index + 1]);
  meter.ops += task.size;
}

function check({ total, sums }) {
  // The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
  const rest = (total % 2 === 0 ? 1 : -1) / total, within = 0.25 / total ** 3 + 1e-9;
  const found = 4 * sums.reduce((sum, part) => sum + part, 0) + rest, off = Math.abs(found - Math.PI);
  const expected = `4 x sum and the rest within ${brief(within)} of pi`;
  sums.fill(0);
  const wrong = `4 x sum and the rest = ${found.toFixed(12)}, off by ${brief(off)}`;
  return { expected, found: off <= within ? expected : wrong };
}

// For example 2.001e-06, as other languages write it.
function brief(number) {
  return number.toExponential(3).replace(/([+-])(\d)$/, "$10$2");
}

module.exports = { prepare, operate, check };
