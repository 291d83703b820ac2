//! How tasks are executed: in the caller, or in a thread of their own. The pool, and what libraries offer, have
//! files of their own.
// SPDX-License-Identifier: Apache-2.0

use std::sync::Arc;
use std::thread;

use crate::latch::{Latch, Room};
use crate::pool::Pool;
use crate::run::Run;

/// Knows nothing of workloads but the one function it calls.
pub trait Model {
    /// Every task once. When all are done, and before a worker that is held goes, calls `all_done` with the number of
    /// workers that wait.
    fn sweep(&mut self, run: &Arc<Run>, all_done: &mut dyn FnMut(usize));
}

/// A model under its name.
pub struct Offer {
    pub model: &'static str,
    pub implementations: &'static [&'static str], // the default one first
    pub makes_workers: bool,                      // in the iteration, so that they can be held
    pub tied: bool,                               // each worker keeps its thread, so that it can be pinned
    /// Implementation -> what is set in it other than it has by itself.
    pub settings: &'static [(&'static str, &'static str)],
    pub make: fn(&Arc<Run>, &str) -> Box<dyn Model>, // before the first iteration, not timed
}

pub const OFFERS: &[Offer] = &[
    own("serial", &["std"], false, Serial::make),
    own("thread", &["scoped"], true, Threads::make),
    own("pool", &["std"], false, Pool::make),
    #[cfg(feature = "rayon")]
    crate::stealing::OFFER,
    #[cfg(feature = "tokio")]
    crate::coroutine::OFFER,
];

/// What the standard library is enough for.
const fn own(
    model: &'static str,
    implementations: &'static [&'static str],
    makes_workers: bool,
    make: fn(&Arc<Run>, &str) -> Box<dyn Model>,
) -> Offer {
    Offer { model, implementations, makes_workers, tied: true, settings: &[], make }
}

/// In the caller, one after the other.
struct Serial;

impl Serial {
    fn make(run: &Arc<Run>, _: &str) -> Box<dyn Model> {
        run.tie(0);
        Box::new(Serial)
    }
}

impl Model for Serial {
    fn sweep(&mut self, run: &Arc<Run>, all_done: &mut dyn FnMut(usize)) {
        run.open();
        for index in 0..run.tasks.len() {
            run.task_here(index);
            run.no_hand_over(index);
        }
        all_done(0);
    }
}

/// A fresh thread for each task, at most `workers` alive.
struct Threads;

impl Threads {
    fn make(_: &Arc<Run>, _: &str) -> Box<dyn Model> {
        Box::new(Threads)
    }
}

impl Model for Threads {
    fn sweep(&mut self, run: &Arc<Run>, all_done: &mut dyn FnMut(usize)) {
        let (tasks, room, gate) = (run.tasks.len(), Room::new(run.workers), Gate::new(run));
        let (done, dismissed) = (Latch::new(tasks), Latch::new(1));
        let body = |index| {
            run.tie(index);
            gate.pass(index);
            run.task_here(index);
            done.count_down();
            if run.hold {
                dismissed.wait();
            }
            room.leave();
        };
        thread::scope(|scope| {
            for index in 0..tasks {
                room.enter();
                run.hand_over(index, || {
                    let thread = thread::Builder::new().spawn_scoped(scope, move || body(index));
                    thread.expect("cannot make a thread");
                });
                gate.open_after(index + 1, run);
            }
            done.wait();
            all_done(if run.hold { tasks } else { 0 });
            dismissed.count_down();
        });
    }
}

/// Before the first workers of an iteration: they arrive, the caller opens, all go. Where each of them can have a CPU
/// they spin, and so start together; where there are more of them a spinner would only keep others from arriving.
struct Gate {
    wanted: usize, // arrivals to wait for before opening; 0 = no gate, everyone passes
    spin: bool,
    arrivals: Latch,
    closed: Latch,
}

impl Gate {
    /// Of a sweep; where there is to be none, the iteration opens at once.
    fn new(run: &Run) -> Gate {
        let wanted = run.gated().unwrap_or(0);
        if wanted == 0 {
            run.open();
        }
        Gate { wanted, spin: run.workers <= run.cpus.len(), arrivals: Latch::new(wanted), closed: Latch::new(1) }
    }

    fn pass(&self, index: usize) {
        if index < self.wanted {
            self.arrivals.count_down();
            if self.spin {
                self.closed.spin();
            } else {
                self.closed.wait();
            }
        }
    }

    fn open_after(&self, made: usize, run: &Run) {
        if made == self.wanted {
            self.arrivals.wait();
            run.open();
            self.closed.count_down();
        }
    }
}
