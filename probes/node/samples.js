// Times that workloads took themselves: the first hundred thousand of them, and a histogram of all.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const MOST_VALUES = 100_000;
const DIGITS = 5; // leading binary digits that tell the cells apart
const HALF = 2 ** (DIGITS - 1); // cells between one power of two and the next
const CELLS = 2 * HALF + (63 - DIGITS) * HALF;
const COUNT = 0, WANTED = 1; // places in `state`

// The number of the value's cell, rising with the value.
function cellOf(value) {
  let shift = 0;
  for (; value >= 2 * HALF; shift++) value = Math.floor(value / 2);
  return shift * HALF + value;
}

// The smallest value in the cell.
function lowerEnd(cell) {
  const shift = Math.max(0, Math.floor(cell / HALF) - 1);
  return (cell - shift * HALF) * 2 ** shift;
}

// Filled by all workers, without a lock: each takes places of its own.
class Samples {
  constructor() {
    this.values = new Float64Array(new SharedArrayBuffer(8 * MOST_VALUES));
    this.counts = new Int32Array(new SharedArrayBuffer(4 * CELLS));
    this.state = new Int32Array(new SharedArrayBuffer(8)); // how many there are; whether more are wanted
  }

  get wanted() {
    return this.state[WANTED] !== 0;
  }

  set wanted(wanted) {
    this.state[WANTED] = Number(wanted);
  }

  add(value) {
    if (!this.wanted) return;
    const place = Atomics.add(this.state, COUNT, 1);
    if (place < MOST_VALUES) this.values[place] = value;
    Atomics.add(this.counts, cellOf(value), 1);
  }

  // What a process hands to the one that started it.
  handOver() {
    const count = this.state[COUNT];
    return { count, values: this.values.slice(0, Math.min(count, MOST_VALUES)), counts: count ? this.counts : null };
  }

  takeOver({ count, values, counts }) {
    if (count === 0) return;
    const room = Math.max(0, MOST_VALUES - this.state[COUNT]);
    this.values.set(values.subarray(0, room), MOST_VALUES - room);
    counts.forEach((more, cell) => (this.counts[cell] += more));
    this.state[COUNT] += count;
  }

  // As the protocol wants it; nothing where nobody took any.
  message() {
    const kind = "samples", count = this.state[COUNT];
    if (count === 0) return null;
    if (count <= MOST_VALUES) return { kind, count, values: Array.from(this.values.subarray(0, count)) };
    const filled = [...this.counts.keys()].filter((cell) => this.counts[cell] > 0);
    return { kind, count, from: filled.map(lowerEnd), counts: filled.map((cell) => this.counts[cell]) };
  }
}

module.exports = { Samples };
