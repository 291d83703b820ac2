// A batch of unequal computations: sizes 1 to n in a given order, each a chain of multiplications nobody can shorten.
//
// The chain's numbers have 64 bits and this language's integers 32, so each is kept in two halves: whole numbers of any
// length (BigInt) would take some fifty times as long.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { Refused, now, sharedIntegers } = require("./probe");

const FACTOR = 6364136223846793005n, ADDEND = 1442695040888963407n;
const low32 = (x) => Number(x & 0xffffffffn), high32 = (x) => Number((x >> 32n) & 0xffffffffn);
const FACTOR_HIGH = high32(FACTOR) | 0, FACTOR_LOW = low32(FACTOR) | 0;
const FACTOR_1 = FACTOR_LOW >>> 16, FACTOR_0 = FACTOR_LOW & 0xffff; // both below 2^15, so products with 16 bits fit
const ADDEND_HIGH = high32(ADDEND) | 0, ADDEND_LOW = low32(ADDEND) | 0;
const TRIES = 5, LONG_ENOUGH_NS = 2_000_000;

// So many steps from x (below 2^32), as its two halves.
function chain(x, loops) {
  let high = 0, low = x | 0;
  for (let i = 0; i < loops; i++) {
    const low0 = low & 0xffff, low1 = low >>> 16;
    const middle = low1 * FACTOR_0 + ((low0 * FACTOR_0) >>> 16);
    const carried = low1 * FACTOR_1 + (middle >>> 16) + ((low0 * FACTOR_1 + (middle & 0xffff)) >>> 16);
    high = (Math.imul(high, FACTOR_LOW) + Math.imul(low, FACTOR_HIGH) + carried) | 0;
    const product = Math.imul(low, FACTOR_LOW);
    low = (product + ADDEND_LOW) | 0;
    high = (high + ADDEND_HIGH + Number(low >>> 0 < ADDEND_LOW >>> 0)) | 0;
  }
  return [high >>> 0, low >>> 0];
}

// The same, by squaring the step again and again.
function leap(x, loops) {
  let factor = FACTOR, addend = ADDEND;
  for (let left = BigInt(loops); left > 0n; left >>= 1n) {
    if (left & 1n) x = BigInt.asUintN(64, x * factor + addend);
    addend = BigInt.asUintN(64, (factor + 1n) * addend);
    factor = BigInt.asUintN(64, factor * factor);
  }
  return x;
}

function timeOf(loops) {
  const start = now();
  chain(1, loops);
  return now() - start;
}

// Steps a microsecond: the fastest of some tries, each long enough; finding out how long is the warm-up.
function calibrated() {
  let loops = 1000;
  while (timeOf(loops) < LONG_ENOUGH_NS) loops *= 2;
  return (loops * 1000) / Math.min(...Array.from({ length: TRIES }, () => timeOf(loops)));
}

// Fisher and Yates's shuffle with the chain as its generator, alike in every language.
function shuffle(sizes, x) {
  for (let last = sizes.length - 1; last > 0; last--) {
    x = leap(x, 1);
    const other = Number((x >> 33n) % BigInt(last + 1));
    [sizes[last], sizes[other]] = [sizes[other], sizes[last]];
  }
}

function prepare(words, tasks, degree) {
  const order = words.oneOf("order", ["descending", "ascending", "random"]), seed = words.integer("seed", 1, 0);
  const unit = words.integer("unit_us", 5000, 1), percent = words.integer("cpu_percent", 100, 0);
  if (percent > 100) throw new Refused(`cpu_percent: expected 100 or less, found ${percent}`);
  const rate = words.integer("loops_per_us", 0, 0) || calibrated();
  const sizes = tasks.map((task) => task.index + 1);
  if (order === "descending") sizes.reverse();
  if (order === "random") shuffle(sizes, BigInt(seed));
  for (const task of tasks) task.size = sizes[task.index];
  const loops = sizes.map((size) => Math.floor((size * unit * rate * percent) / 100));
  const pauses = sizes.map((size) => size * unit * (100 - percent) * 10);
  const steps = words.integer("steps", 1), done = sharedIntegers(tasks.length);
  return { sizes, loops, pauses, steps, done, arrivedAt: sharedIntegers(tasks.length) };
}

async function operate(batch, task, meter) {
  const [high, low] = chain(task.size, batch.loops[task.index]);
  batch.arrivedAt[task.index] = (BigInt(high) << 32n) | BigInt(low);
  if (batch.pauses[task.index] > 0) await meter.sleep(batch.pauses[task.index]);
  batch.done[task.index] += 1n;
  meter.ops += task.size;
}

function check({ sizes, loops, steps, done, arrivedAt }) {
  const right = sizes.filter((size, i) => {
    return Number(done[i]) === steps && BigInt.asUintN(64, arrivedAt[i]) === leap(BigInt(size), loops[i]);
  });
  done.fill(0n);
  arrivedAt.fill(0n);
  const [expected, found] = [sizes, right].map((tasks) => `${tasks.length} tasks done once with the right number`);
  return { expected, found };
}

module.exports = { prepare, operate, check };
