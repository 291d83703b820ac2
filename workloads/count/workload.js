// Counting: equal parts of a total; each millionth step of a part is noticed. The loop of step 0: a constant divisor.
//
// V8 keeps a loop whose numbers are used afterwards, and does neither several steps at a time nor the sum in one go. It
// counts in 32-bit integers as long as they fit: parts beyond 2^31 go on in floating point, and slower.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { sharedIntegers } = require("./probe");

const NOTICE_EVERY = 1_000_000;

function prepare(words, tasks, degree) {
  const total = words.integer("total", 1_000_000, 1), part = Math.floor(total / tasks.length);
  for (const task of tasks) task.size = part + Number(task.index < total % tasks.length);
  const parts = tasks.map((task) => task.size);
  return { parts, steps: words.integer("steps", 1), results: sharedIntegers(2 * tasks.length) };
}

function count(end) {
  let counted = 0, noticed = 0;
  for (let i = 1; i <= end; i++) {
    counted++;
    if (i % NOTICE_EVERY === 0) noticed++;
  }
  return [counted, noticed];
}

function operate(shared, task, meter) {
  const [counted, noticed] = count(task.size);
  shared.results[2 * task.index] += BigInt(counted);
  shared.results[2 * task.index + 1] += BigInt(noticed);
  meter.ops += counted;
}

function check({ parts, steps, results }) {
  const sum = (numbers) => numbers.reduce((sum, number) => sum + Number(number), 0);
  const total = steps * sum(parts), notable = steps * sum(parts.map((part) => Math.floor(part / NOTICE_EVERY)));
  const [counted, noticed] = [0, 1].map((odd) => sum(Array.from(results).filter((_, place) => place % 2 === odd)));
  results.fill(0n);
  return { expected: `${total} counts, ${notable} noticed`, found: `${counted} counts, ${noticed} noticed` };
}

module.exports = { prepare, operate, check };
