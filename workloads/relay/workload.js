// Each task sends its number around through all tasks, and hands on what it receives until its own is back.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const { sharedIntegers } = require("./probe");

const NAP_NS = 200_000;
const BYTES = 8;

// Node has no call that makes a pipe. This one is named by the kernel, so that other threads and processes can open it,
// and both its ends stay open.
function pipe() {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/assay-`), name = `${folder}/pipe`;
  execFileSync("mkfifo", [name]);
  const descriptor = fs.openSync(name, "r+");
  fs.rmSync(folder, { recursive: true });
  return `/proc/${process.pid}/fd/${descriptor}`;
}

function prepare(words, tasks, degree) {
  const pipes = tasks.map(pipe);
  return { pipes, right: sharedIntegers(tasks.length), steps: words.integer("steps", 1) };
}

async function operate({ pipes, right }, task, meter) {
  const fd = fs.openSync(pipes[task.index], fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  const own = new net.Socket({ fd, writable: false }), number = Buffer.alloc(BYTES);
  let received = 0;
  number.writeBigInt64LE(BigInt(task.index));
  await meter.sleep(NAP_NS);
  for (let hop = 0; hop < pipes.length; hop++) {
    fs.writeFileSync(pipes[(task.index + 1) % pipes.length], number);
    received += await meter.receive(own, number);
  }
  own.destroy();
  const back = received === pipes.length * BYTES && number.readBigInt64LE() === BigInt(task.index);
  if (back) right[task.index] += 1n;
  meter.ops += 1;
}

function check({ right, steps }) {
  const found = right.reduce((sum, times) => sum + times);
  const expected = right.length * steps;
  right.fill(0n);
  return { expected: `${expected} numbers`, found: `${found} numbers` };
}

module.exports = { prepare, operate, check };
