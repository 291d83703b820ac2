//! tokio: a fresh task for each of ours, at most `workers` in flight, on the multi-thread runtime with as many threads
//! as it makes by itself.
//!
//! By itself (`tokio`) a worker takes several tasks at once from the queue they all share, and so starts them out of
//! order: with two workers the first ones of 17 were 0, 9, 10, 11, 1. One that looks at that queue before each task takes
//! one at a time, and tasks start in the order given: `tokio-fifo` is set so, and says it in its flags.
// SPDX-License-Identifier: Apache-2.0

use std::future::{poll_fn, Future};
use std::mem::replace;
use std::pin::pin;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::models::{Model, Offer};
use crate::probe::Workload;
use crate::run::Run;
use crate::workload::Shared;

pub const OFFER: Offer = Offer {
    model: "coroutine",
    implementations: &["tokio", "tokio-fifo"],
    makes_workers: true,
    tied: false,
    settings: &[("tokio-fifo", "tokio: global_queue_interval=1")],
    make: Coroutines::make,
};

struct Coroutines(Runtime);

impl Coroutines {
    fn make(_: &Arc<Run>, implementation: &str) -> Box<dyn Model> {
        let mut builder = Builder::new_multi_thread();
        if implementation == "tokio-fifo" {
            builder.global_queue_interval(1);
        }
        if Shared::RECEIVES {
            builder.enable_io();
        }
        Box::new(Coroutines(builder.enable_time().build().expect("cannot make tokio's runtime")))
    }
}

impl Model for Coroutines {
    /// The caller waits in the runtime without being one of its workers, so tasks go through the queue they share.
    fn sweep(&mut self, run: &Arc<Run>, all_done: &mut dyn FnMut(usize)) {
        let (tasks, room, gates) = (run.tasks.len(), Arc::new(Semaphore::new(run.workers)), Arc::new(Gates::new(run)));
        self.0.block_on(async {
            let mut flying = Vec::with_capacity(tasks);
            for index in 0..tasks {
                let place = room.clone().acquire_owned().await.expect("a room that stays");
                let task = task(run.clone(), gates.clone(), index, place);
                flying.push(run.hand_over(index, || tokio::spawn(task)));
                gates.open_after(index + 1, run).await;
            }
            if run.hold {
                take(&gates.done, tasks).await;
                all_done(tasks);
                gates.leave.add_permits(tasks);
            }
            for task in flying {
                task.await.expect("a task that ends");
            }
        });
        if !run.hold {
            all_done(0);
        }
    }
}

async fn task(run: Arc<Run>, gates: Arc<Gates>, index: usize, _place: OwnedSemaphorePermit) {
    if index < gates.wanted {
        gates.pass().await;
    }
    run.task(index, true).await;
    if run.hold {
        gates.done.add_permits(1);
        take(&gates.leave, 1).await;
    }
}

/// Where the tasks of a sweep wait, without keeping a thread: a permit for each that may go on.
struct Gates {
    wanted: usize, // arrivals before the iteration opens; 0 = no gate, everyone passes
    arrived: Semaphore,
    start: Semaphore,
    done: Semaphore,
    leave: Semaphore,
}

impl Gates {
    /// Of a sweep; where there is to be no gate, the iteration opens at once.
    fn new(run: &Run) -> Gates {
        let closed = || Semaphore::new(0);
        let wanted = run.gated().unwrap_or(0);
        if wanted == 0 {
            run.open();
        }
        Gates { wanted, arrived: closed(), start: closed(), done: closed(), leave: closed() }
    }

    /// Arrives as soon as it stands in the line before the gate, so that all go on in the order in which they came.
    async fn pass(&self) {
        let (mut start, mut arrived) = (pin!(take(&self.start, 1)), false);
        let in_line = poll_fn(|context| {
            let passed = start.as_mut().poll(context);
            if !replace(&mut arrived, true) {
                self.arrived.add_permits(1);
            }
            passed
        });
        in_line.await;
    }

    async fn open_after(&self, made: usize, run: &Run) {
        if made == self.wanted {
            take(&self.arrived, made).await;
            run.open();
            self.start.add_permits(made);
        }
    }
}

async fn take(gate: &Semaphore, permits: usize) {
    gate.acquire_many(permits as u32).await.expect("a gate that stays").forget();
}
