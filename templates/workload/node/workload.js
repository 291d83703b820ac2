// Counts the numbers up to `total` that 3 or 5 divide; each task takes an equal part. Put your own work here.
"use strict";

const { sharedNumbers } = require("./probe");

function prepare(words, tasks, degree) {
  return { total: words.integer("total", 1_000_000, 1), found: sharedNumbers(tasks.length) }; // seen by every thread
}

function operate({ total, found }, task, meter) {
  const first = Math.floor((total * task.index) / found.length);
  const last = Math.floor((total * (task.index + 1)) / found.length);
  let count = 0;
  for (let n = first + 1; n <= last; n++) {
    if (n % 3 === 0 || n % 5 === 0) count++;
  }
  found[task.index] = count;
  meter.ops += last - first; // units of work done
}

function check({ total, found }) {
  const right = Math.floor(total / 3) + Math.floor(total / 5) - Math.floor(total / 15);
  const sum = found.reduce((all, one) => all + one, 0);
  found.fill(0); // for the next iteration
  return { expected: `${right} numbers`, found: `${sum} numbers` };
}

module.exports = { prepare, operate, check };
