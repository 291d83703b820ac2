//! Counts the numbers up to `total` that 3 or 5 divide; each task takes an equal part. Put your own work here.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::probe::{Answer, Meter, Refused, Task, Words, Workload};

pub struct Shared {
    total: i64,
    found: Vec<AtomicI64>, // by task
}

impl Workload for Shared {
    fn prepare(words: &mut Words, tasks: &mut [Task], _degree: usize) -> Result<Shared, Refused> {
        let found = tasks.iter().map(|_| AtomicI64::new(0)).collect();
        Ok(Shared { total: words.integer("total", 1_000_000, 1)?, found })
    }

    async fn operate(&self, task: &Task, meter: &mut Meter) {
        let (index, tasks) = (task.index as i64, self.found.len() as i64);
        let (first, last) = (self.total * index / tasks, self.total * (index + 1) / tasks);
        let found = (first + 1..=last).filter(|n| n % 3 == 0 || n % 5 == 0).count();
        self.found[task.index].store(found as i64, Relaxed);
        meter.ops += last - first; // units of work done
    }

    fn check(&self) -> Answer {
        let right = self.total / 3 + self.total / 5 - self.total / 15;
        let sum: i64 = self.found.iter().map(|found| found.swap(0, Relaxed)).sum(); // 0 for the next iteration
        Answer { expected: format!("{right} numbers"), found: format!("{sum} numbers") }
    }
}
