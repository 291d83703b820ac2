// For the tests: uses everything a workload may use, and checks that each call came as often, and as late, as promised.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const { sharedIntegers } = require("./probe");

const { O_NONBLOCK, O_RDONLY } = fs.constants;
const PAUSE_NS = 200_000;
const BYTES = 8, REST = "etc";
const BETWEEN = 0, ARMED = 1, DISARMED = 2; // places in `calls`

function prepare(words, tasks, degree) {
  for (const task of tasks) Object.assign(task, { role: task.index % 2, size: task.index + 1 });
  const steps = words.integer("steps", 1);
  const [done, early, garbled] = Array.from({ length: 3 }, () => sharedIntegers(tasks.length));
  return { steps, pipes: tasks.map(pipe), done, early, garbled, calls: sharedIntegers(3) };
}

// Node has no call that makes a pipe. This one is named by the kernel, so that other threads and processes can open it;
// the end that stays open is one to read from, so that what is written ends.
function pipe() {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/assay-`), name = `${folder}/pipe`;
  execFileSync("mkfifo", [name]);
  const descriptor = fs.openSync(name, O_RDONLY | O_NONBLOCK);
  fs.rmSync(folder, { recursive: true });
  return `/proc/${process.pid}/fd/${descriptor}`;
}

async function operate(shared, task, meter) {
  do {
    if (task.role === 1) {
      await pause(shared, task, meter);
      await post(shared, task, meter);
    }
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

// Its number and a little more, through a pipe that then ends.
async function post({ pipes, garbled }, task, meter) {
  const first = Buffer.alloc(BYTES), second = Buffer.alloc(BYTES);
  const reader = new net.Socket({ fd: fs.openSync(pipes[task.index], O_RDONLY | O_NONBLOCK), writable: false });
  first.writeBigInt64LE(BigInt(task.index));
  fs.writeFileSync(pipes[task.index], Buffer.concat([first, Buffer.from(REST)]));
  const came = [await meter.receive(reader, first.fill(0)), await meter.receive(reader, second)];
  reader.destroy();
  const right = came[0] === BYTES && came[1] === REST.length && first.readBigInt64LE() === BigInt(task.index);
  if (!right) garbled[task.index] = 1n;
}

const between = (shared, step) => (shared.calls[BETWEEN] += 1n);
const arm = (shared) => (shared.calls[ARMED] += 1n);
const disarm = (shared) => (shared.calls[DISARMED] += 1n);

function check({ steps, done, early, garbled, calls }) {
  const isRight = (times, i) => Number(times) === steps && early[i] === 0n && garbled[i] === 0n;
  const tasks = done.length, right = done.filter(isRight).length;
  const sweeps = done.reduce((most, times) => (times > most ? times : most));
  const armed = calls[ARMED] === calls[DISARMED] ? calls[ARMED] : -1n;
  const found = `${right} tasks, ${sweeps} sweeps, ${calls[BETWEEN]} between, armed ${armed} times`;
  for (const counts of [done, early, garbled, calls]) counts.fill(0n);
  return { expected: `${tasks} tasks, ${steps} sweeps, ${steps - 1} between, armed 1 times`, found };
}

module.exports = { prepare, operate, between, arm, disarm, check };
