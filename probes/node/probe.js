// What a workload in JavaScript may use. The harness owns words, workers, clock and output.
//
// A workload exports these functions, the last three only where it needs them:
//
//     prepare(words, tasks, degree) -> shared     may set role and size of each task
//     operate(shared, task, meter)                the work; adds its units to meter.ops
//     check(shared) -> { expected, found }        after each iteration, not timed; clears the answers
//     between(shared, step)                       in the caller, after each sweep but the last
//     arm(shared), disarm(shared)                 in the caller, around the timed part
//
// `shared` is a plain object that holds its answers in `sharedIntegers` or `sharedNumbers`, each task in elements of
// its own, so that they also come back from other threads and processes. An `operate` that sleeps or receives is an
// async function.
// SPDX-License-Identifier: Apache-2.0
"use strict";

// Nanoseconds of a clock that never goes back, the same in all threads and processes of the machine.
function now() {
  return Number(process.hrtime.bigint());
}

// Blocks this thread; returns after a while that may be too short.
function block(ns) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ns / 1e6);
}

// Until there is something to read, or nothing will come any more.
function somethingOf(stream) {
  return new Promise((resolve, reject) => {
    const settle = (failure) => {
      for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener);
      if (failure) reject(new Error(`cannot receive: ${failure.message}`, { cause: failure }));
      else resolve();
    };
    const came = () => settle(null), closed = new Error("the stream was closed before it ended");
    const listeners = { readable: came, end: came, error: settle, close: () => settle(closed) };
    for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
    if (stream.destroyed) settle(stream.errored ?? closed);
  });
}

// How a task touches the world outside; one for each task and sweep.
class Meter {
  #until;
  #samples;

  constructor(until, samples) {
    this.ops = 0; // units of work done: the workload adds to it
    this.#until = until;
    this.#samples = samples;
  }

  now() {
    return now();
  }

  // At least so long. This one keeps the thread; on an event loop another takes its place.
  async sleep(ns) {
    const until = now() + ns;
    for (let left = ns; left > 0; left = until - now()) block(left);
  }

  // Fills the buffer from a socket, or any other Readable that nobody listens to; gives how many bytes came, fewer only
  // where the stream ended. What waits for it is an event loop: the worker's own, which has nothing else to do, or the
  // one that all tasks share.
  async receive(stream, buffer) {
    let filled = 0;
    while (filled < buffer.length) {
      const chunk = stream.read(Math.min(buffer.length - filled, stream.readableLength) || undefined);
      if (chunk) filled += chunk.copy(buffer, filled);
      else if (stream.readableEnded) break;
      else await somethingOf(stream);
    }
    return filled;
  }

  // Whether the window is over; without one it is over at once.
  stop() {
    return now() >= this.#until;
  }

  // Keeps a time that the workload took itself.
  sample(ns) {
    this.#samples.add(ns);
  }
}

// The probe understood, but cannot do what was asked.
class Refused extends Error {}

// The key=value words the probe was started with; remembers which of them somebody asked for.
class Words {
  #values = new Map();
  #used = new Set();

  constructor(words) {
    for (const word of words) {
      const equals = word.indexOf("=");
      if (equals < 0) throw new Refused(`expected key=value words, found ${word}`);
      this.#values.set(word.slice(0, equals), word.slice(equals + 1));
    }
  }

  text(name, otherwise) {
    this.#used.add(name);
    return this.#values.get(name) ?? otherwise;
  }

  // A whole number below 2^53, from where on this language's numbers skip some.
  integer(name, otherwise, least = -Infinity) {
    const text = this.text(name, String(otherwise));
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text)) throw new Refused(`${name}: expected a whole number, found ${text}`);
    if (value > Number.MAX_SAFE_INTEGER) throw new Refused(`${name}: expected at most 2^53 - 1, found ${text}`);
    if (value < least) throw new Refused(`${name}: expected ${least} or more, found ${value}`);
    return value;
  }

  oneOf(name, choices) {
    const value = this.text(name, choices[0]);
    if (!choices.includes(value)) throw new Refused(`${name}: this probe does not know ${value}`);
    return value;
  }

  refuseUnused() {
    for (const name of this.#values.keys()) {
      if (!this.#used.has(name)) throw new Refused(`unknown word ${name}`);
    }
  }
}

// Zeroed 64-bit integers that every worker sees.
function sharedIntegers(count) {
  return new BigInt64Array(new SharedArrayBuffer(8 * count));
}

// The same for floating-point numbers.
function sharedNumbers(count) {
  return new Float64Array(new SharedArrayBuffer(8 * count));
}

module.exports = { Meter, Refused, Words, now, sharedIntegers, sharedNumbers };
