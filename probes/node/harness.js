// The Node probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
// The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0
"use strict";

const fs = require("node:fs");
const { COLUMNS, CPU, ENDED, KERNEL_THREAD, OPS, STARTED, WORKER, Caller, Run } = require("./iteration");
const { FRESH_WORKERS, MODELS } = require("./models");
const { Refused, Words, now } = require("./probe");
const workload = require("./workload");

const MOST_TASKS_STAMPED = 10_000; // beyond it the stamps are summed up by worker
const CLOCK_READS = 1000;
const STANDARD_INPUT = 0, STANDARD_OUTPUT = 1;

const lines = []; // written at the end, so that nobody wakes up to read between iterations

function say(message) {
  lines.push(message);
  return message;
}

function writeOut() {
  let rest = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  while (rest.length > 0) rest = rest.subarray(fs.writeSync(STANDARD_OUTPUT, rest));
  lines.length = 0;
}

// What was asked for: the words of the harness, as `hello` repeats them. Refuses what cannot be.
function understand(words) {
  const model = words.oneOf("model", Object.keys(MODELS));
  const implementation = words.oneOf("implementation", Object.keys(MODELS[model]));
  const workers = words.integer("workers", 1, 1);
  const asked = {
    ...{ workload: words.text("workload", ""), model, implementation },
    ...{ workers, tasks: words.integer("tasks", workers, 1) },
    ...{ iterations: words.integer("iterations", 1, 1), warmup: words.integer("warmup", 0, 0) },
    gate: words.oneOf("gate", ["before_create", "after_create"]),
    stamps: words.oneOf("stamps", ["task", "worker", "none"]),
    ...{ steps: words.integer("steps", 1, 1), window_ms: words.integer("window_ms", 0, 0) },
    ...{ hold: Number(words.oneOf("hold", ["0", "1"])), mark: Number(words.oneOf("mark", ["0", "1"])) },
    pin: words.oneOf("pin", ["none", "each", "same"]),
  };
  words.text("seed", "1"); // every harness takes a seed, also where the workload draws nothing
  refuseWhatCannotBe(asked);
  return asked;
}

function refuseWhatCannotBe({ model, hold, workers, tasks, pin }) {
  if (pin !== "none") throw new Refused("pin: Node has no call that ties a thread to a CPU");
  const fresh = FRESH_WORKERS.includes(model);
  if (hold && !fresh) throw new Refused(`hold: model ${model} makes no workers in an iteration`);
  if (hold && workers < tasks) {
    throw new Refused(`hold: expected a worker for each task, found ${workers} workers for ${tasks} tasks`);
  }
}

// Who speaks.
function clock() {
  const reads = Array.from({ length: CLOCK_READS }, now);
  const start = now();
  for (let i = 0; i < CLOCK_READS; i++) now();
  const cost = (now() - start) / (CLOCK_READS + 1);
  const steps = reads.slice(1).map((later, place) => later - reads[place]);
  const step = Math.min(...steps.filter((step) => step > 0));
  return { clock: "process.hrtime", clock_cost_ns: cost, clock_step_ns: step };
}

function hello(asked) {
  const version = `node ${process.versions.node}, V8 ${process.versions.v8}`, flags = process.execArgv.join(" ");
  return { kind: "hello", protocol: 1, runtime: "node", version, flags, ...asked, ...clock() };
}

// What happened: the stamps of each task, as columns.
function byTask(caller) {
  const { run, tasks } = caller;
  const since = (at) => at - run.opened;
  const times = COLUMNS.slice(0, 4).map((name, column) => [name, run.column(column).map(since)]);
  const size = tasks.map((task) => task.size);
  return { ...Object.fromEntries(times), worker: run.column(WORKER), ops: run.column(OPS), size };
}

// The same summed up, one entry a kernel thread.
function byWorker(run) {
  const sums = new Map(), columns = [WORKER, STARTED, ENDED, OPS].map((column) => run.column(column));
  const [workers, started, ended, ops] = columns;
  workers.forEach((worker, i) => {
    const sum = sums.get(worker) ?? { first: started[i], last: ended[i], tasks: 0, ops: 0 };
    sum.first = Math.min(sum.first, started[i]);
    sum.last = Math.max(sum.last, ended[i]);
    sum.tasks += 1;
    sum.ops += ops[i];
    sums.set(worker, sum);
  });
  const column = (value) => Array.from(sums.values(), value);
  return {
    worker: [...sums.keys()],
    first_started: column((sum) => sum.first - run.opened),
    last_ended: column((sum) => sum.last - run.opened),
    tasks: column((sum) => sum.tasks),
    ops: column((sum) => sum.ops),
  };
}

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

// One iteration, said; returns how many kernel threads took part.
async function iterate(model, caller, asked, index) {
  const { run } = caller, warm = index >= asked.warmup, before = process.cpuUsage();
  run.samples.wanted = warm;
  await caller.iterate(model);
  const { user, system } = process.cpuUsage(before);
  const closed = run.stamped ? run.column(ENDED).reduce((last, ended) => Math.max(last, ended)) : caller.closed;
  const message = say({ kind: "iteration", index, warm, work_wall_ns: closed - run.opened });
  message.cpu_ns = (user + system) * 1000 + total(run.column(CPU));
  message.units = total(run.column(OPS));
  if (asked.stamps === "task" && asked.tasks <= MOST_TASKS_STAMPED) message.tasks = byTask(caller);
  else if (run.stamped) message.workers = byWorker(run);
  return new Set([...run.column(WORKER), KERNEL_THREAD]).size;
}

// Stops once: all lines so far go out, and one line or the end of standard input lets it go on.
function standStill(held) {
  const byte = Buffer.alloc(1);
  say({ kind: "mark", held });
  writeOut();
  while (fs.readSync(STANDARD_INPUT, byte) === 1 && byte.toString() !== "\n");
}

async function converse(words) {
  const asked = understand(words);
  const tasks = Array.from({ length: asked.tasks }, (_, index) => ({ index, role: 0, size: 0 }));
  const run = new Run(asked, workload.prepare(words, tasks, asked.workers)), caller = new Caller(asked, tasks, run);
  words.refuseUnused();
  say(hello(asked));

  const model = MODELS[asked.model][asked.implementation](), last = asked.warmup + asked.iterations - 1;
  const bye = { kind: "bye", kernel_threads: 0, threads: -1 };
  let answer = { expected: "", found: "" };
  await model.start(caller);
  for (let index = 0; index <= last; index++) {
    if (index === last) {
      caller.atRest = (held) => {
        bye.threads = fs.readdirSync("/proc/self/task").length;
        if (asked.mark) standStill(held);
      };
    }
    bye.kernel_threads = Math.max(bye.kernel_threads, await iterate(model, caller, asked, index));
    if (answer.expected === answer.found) answer = workload.check(run.shared);
  }
  await model.stop();
  const samples = run.samples.message();
  if (samples) say(samples);
  say({ kind: "answer", ok: answer.expected === answer.found, ...answer });
  say(bye);
}

async function main() {
  try {
    await converse(new Words(process.argv.slice(2)));
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    lines.length = 0;
    say({ kind: "refused", reason: refusal.message });
  }
  writeOut();
}

main();
