//! One iteration as a model sees it: the tasks, their stamps, and how one of them is done.
// SPDX-License-Identifier: Apache-2.0

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Wake, Waker};

use crate::kernel;
use crate::probe::{Apart, Meter, Task, Workload};
use crate::samples::Samples;
use crate::workload::Shared;

/// A task's stamps. With several sweeps: of the first one, but `ended` and `worker` of the last, `ops` of all.
#[derive(Default)]
pub struct Slot {
    pub submitted: AtomicI64,
    pub accepted: AtomicI64,
    pub started: AtomicI64,
    pub ended: AtomicI64,
    pub worker: AtomicI64, // kernel thread
    pub ops: AtomicI64,
    pub samples: Mutex<Samples>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Pin {
    Free,
    Each,
    Same,
}

/// ORDERING: relaxed throughout. Whoever hands a task over, and whoever learns that it is done, sees to the order.
pub struct Run {
    pub workers: usize,
    pub tasks: Vec<Task>,
    pub slots: Vec<Apart<Slot>>,
    pub shared: Shared,
    pub steps: usize, // sweeps over all tasks in one iteration
    pub after_create: bool,
    pub stamped: bool,
    pub hold: bool,
    pub pin: Pin,
    pub cpus: Vec<usize>, // allowed when the probe was started
    pub window_ns: i64,
    pub step: AtomicUsize, // the sweep under way
    pub opened: AtomicI64, // when the first one began
}

impl Run {
    pub fn first_sweep(&self) -> bool {
        self.step.load(Relaxed) == 0
    }

    pub fn opened(&self) -> i64 {
        self.opened.load(Relaxed)
    }

    /// Whether, and for how many workers, a gate stands before this sweep.
    pub fn gated(&self) -> Option<usize> {
        (self.after_create && self.first_sweep()).then_some(self.workers.min(self.tasks.len()))
    }

    /// Opens the iteration, in its first sweep.
    pub fn open(&self) {
        if self.first_sweep() {
            self.shared.arm();
            self.opened.store(kernel::now_ns(), Relaxed);
        }
    }

    /// Stamps what the first sweep alone tells.
    fn first(&self, instant: &AtomicI64) {
        if self.stamped && self.first_sweep() {
            instant.store(kernel::now_ns(), Relaxed);
        }
    }

    /// Does what makes a worker for a task, or hands the task over.
    pub fn hand_over<T>(&self, index: usize, how: impl FnOnce() -> T) -> T {
        let Apart(slot) = &self.slots[index];
        self.first(&slot.submitted);
        let handed_over = how();
        self.first(&slot.accepted);
        handed_over
    }

    /// Where a task is done by the caller no call is in between.
    pub fn no_hand_over(&self, index: usize) {
        let Apart(slot) = &self.slots[index];
        slot.submitted.store(slot.started.load(Relaxed), Relaxed);
        slot.accepted.store(slot.started.load(Relaxed), Relaxed);
    }

    /// Puts the calling thread, which is that worker, where the words want it.
    pub fn tie(&self, worker: usize) {
        match self.pin {
            Pin::Free => (),
            Pin::Each => kernel::tie_to(self.cpus[worker % self.cpus.len()]),
            Pin::Same => kernel::tie_to(self.cpus[0]),
        }
    }

    /// Does one task, stamped; `turns` where it shares its thread with others.
    pub async fn task(&self, index: usize, turns: bool) {
        let Apart(slot) = &self.slots[index];
        let mut meter = Meter::new(self.opened() + self.window_ns, turns);
        self.first(&slot.started);
        self.shared.operate(&self.tasks[index], &mut meter).await;
        let ended = if self.stamped { kernel::now_ns() } else { 0 };
        slot.ended.store(ended, Relaxed);
        slot.worker.store(kernel::thread_id(), Relaxed);
        slot.ops.fetch_add(meter.ops, Relaxed);
        let samples = meter.into_samples();
        if samples.count > 0 {
            slot.samples.lock().unwrap().take(samples);
        }
    }

    /// Does one task in a thread that it has for itself.
    pub fn task_here(&self, index: usize) {
        on_the_spot(self.task(index, false));
    }
}

/// Nobody is to be woken: what is done on the spot never gives back before its end.
struct Nobody;

impl Wake for Nobody {
    fn wake(self: Arc<Self>) {}
}

fn on_the_spot(work: impl Future<Output = ()>) {
    static NOBODY: OnceLock<Waker> = OnceLock::new();
    let waker = NOBODY.get_or_init(|| Arc::new(Nobody).into());
    let done = pin!(work).poll(&mut Context::from_waker(waker));
    assert!(done.is_ready(), "operate: expected it to wait by its meter alone");
}
