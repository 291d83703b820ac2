//! rayon: threads made once, each with a queue of its own, that take tasks from each other. In a scope a worker takes
//! its own newest task first, in a fifo scope its oldest.
// SPDX-License-Identifier: Apache-2.0

use std::sync::Arc;

use rayon_core::{ThreadPool, ThreadPoolBuilder};

use crate::models::{Model, Offer};
use crate::run::Run;

pub const OFFER: Offer = Offer {
    model: "stealing",
    implementations: &["rayon", "rayon-fifo"],
    makes_workers: false,
    tied: true,
    settings: &[],
    make: Stealing::make,
};

struct Stealing {
    pool: ThreadPool,
    fifo: bool,
}

impl Stealing {
    fn make(run: &Arc<Run>, implementation: &str) -> Box<dyn Model> {
        let tied = run.clone();
        let builder = ThreadPoolBuilder::new().num_threads(run.workers).start_handler(move |worker| tied.tie(worker));
        let pool = builder.build().expect("cannot make a thread of the pool");
        pool.broadcast(|_| ()); // so that all of them are there
        Box::new(Stealing { pool, fifo: implementation == "rayon-fifo" })
    }
}

impl Model for Stealing {
    /// The scope itself runs in one of the workers, and so do the calls that hand tasks over.
    fn sweep(&mut self, run: &Arc<Run>, all_done: &mut dyn FnMut(usize)) {
        let tasks = 0..run.tasks.len();
        run.open();
        if self.fifo {
            self.pool.scope_fifo(|scope| {
                for index in tasks {
                    run.hand_over(index, || scope.spawn_fifo(move |_| run.task_here(index)));
                }
            });
        } else {
            self.pool.scope(|scope| {
                for index in tasks {
                    run.hand_over(index, || scope.spawn(move |_| run.task_here(index)));
                }
            });
        }
        all_done(run.workers);
    }
}
