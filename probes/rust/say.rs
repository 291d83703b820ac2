//! What the probe says: the messages of docs/protocol.md as lines of JSON.
// SPDX-License-Identifier: Apache-2.0

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::kernel;
use crate::probe::Apart;
use crate::run::{Run, Slot};
use crate::samples::Samples;

const CLOCK_READS: usize = 1000;

/// One message, key by key.
pub struct Message(String);

impl Message {
    pub fn new(kind: &str) -> Message {
        Message(format!("{{\"kind\":\"{kind}\""))
    }

    /// A number, true or false.
    pub fn with(self, key: &str, value: impl Display) -> Message {
        Message(format!("{},\"{key}\":{value}", self.0))
    }

    pub fn text(self, key: &str, value: &str) -> Message {
        self.with(key, quoted(value))
    }

    pub fn line(self) -> String {
        self.0 + "}\n"
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '"' | '\\' => format!("\\{character}"),
        control if control < ' ' => format!("\\u{:04x}", control as u32),
        other => other.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn list(values: impl Iterator<Item = impl Display>) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    format!("[{}]", values.join(","))
}

/// Named lists as an object.
fn columns(named: &[(&str, String)]) -> String {
    let columns: Vec<String> = named.iter().map(|(name, list)| format!("\"{name}\":{list}")).collect();
    format!("{{{}}}", columns.join(","))
}

pub fn by_task(run: &Run) -> String {
    let column = |of: fn(&Slot) -> &AtomicI64, since: i64| {
        list(run.slots.iter().map(|Apart(slot)| of(slot).load(Relaxed) - since))
    };
    columns(&[
        ("submitted", column(|slot| &slot.submitted, run.opened())),
        ("accepted", column(|slot| &slot.accepted, run.opened())),
        ("started", column(|slot| &slot.started, run.opened())),
        ("ended", column(|slot| &slot.ended, run.opened())),
        ("worker", column(|slot| &slot.worker, 0)),
        ("ops", column(|slot| &slot.ops, 0)),
        ("size", list(run.tasks.iter().map(|task| task.size))),
    ])
}

/// The stamps of one kernel thread, summed up.
pub struct Worker {
    first_started: i64,
    last_ended: i64,
    tasks: i64,
    ops: i64,
}

/// By the kernel's number of the thread.
pub fn workers(run: &Run) -> BTreeMap<i64, Worker> {
    let mut workers = BTreeMap::new();
    for Apart(slot) in &run.slots {
        let (started, ended) = (slot.started.load(Relaxed), slot.ended.load(Relaxed));
        let unseen = Worker { first_started: started, last_ended: ended, tasks: 0, ops: 0 };
        let worker = workers.entry(slot.worker.load(Relaxed)).or_insert(unseen);
        worker.first_started = worker.first_started.min(started);
        worker.last_ended = worker.last_ended.max(ended);
        worker.tasks += 1;
        worker.ops += slot.ops.load(Relaxed);
    }
    workers
}

pub fn by_worker(workers: &BTreeMap<i64, Worker>, opened: i64) -> String {
    let column = |of: fn(&Worker) -> i64, since: i64| list(workers.values().map(|worker| of(worker) - since));
    columns(&[
        ("worker", list(workers.keys())),
        ("first_started", column(|worker| worker.first_started, opened)),
        ("last_ended", column(|worker| worker.last_ended, opened)),
        ("tasks", column(|worker| worker.tasks, 0)),
        ("ops", column(|worker| worker.ops, 0)),
    ])
}

pub fn samples(samples: &Samples) -> Message {
    let message = Message::new("samples").with("count", samples.count);
    if samples.cells().next().is_none() {
        return message.with("values", list(samples.values.iter()));
    }
    let from = list(samples.cells().map(|(from, _)| from));
    message.with("from", from).with("counts", list(samples.cells().map(|(_, count)| count)))
}

/// One reading of the clock, the mean over many.
pub fn clock_cost_ns() -> f64 {
    let start = kernel::now_ns();
    (0..CLOCK_READS).for_each(|_| {
        kernel::now_ns();
    });
    (kernel::now_ns() - start) as f64 / (CLOCK_READS + 1) as f64
}

/// The smallest difference between two readings that differ.
pub fn clock_step_ns() -> f64 {
    let reads: Vec<i64> = (0..CLOCK_READS).map(|_| kernel::now_ns()).collect();
    let steps = reads.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 0);
    steps.min().unwrap_or(1) as f64
}
