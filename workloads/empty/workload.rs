//! Nothing at all: each task only marks that it was there.
// SPDX-License-Identifier: Apache-2.0

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::probe::{Answer, Meter, Refused, Task, Words, Workload};

/// How often each task was done.
pub struct Shared {
    done: Vec<AtomicI64>,
    sweeps: i64,
}

impl Workload for Shared {
    fn prepare(words: &mut Words, tasks: &mut [Task], _degree: usize) -> Result<Shared, Refused> {
        let done = tasks.iter().map(|_| AtomicI64::new(0)).collect();
        Ok(Shared { done, sweeps: words.integer("steps", 1, 1)? })
    }

    async fn operate(&self, task: &Task, meter: &mut Meter) {
        self.done[task.index].fetch_add(1, Relaxed);
        meter.ops += 1;
    }

    fn check(&self) -> Answer {
        let right = self.done.iter().filter(|done| done.swap(0, Relaxed) == self.sweeps).count();
        let often = if self.sweeps == 1 { "once".into() } else { format!("{} times", self.sweeps) };
        let told = |tasks: usize| format!("{tasks} tasks done {often}");
        Answer { expected: told(self.done.len()), found: told(right) }
    }
}
