//! Counting: equal parts of a total; each millionth step of a part is noticed. The loop is that of step 0 in C.
// SPDX-License-Identifier: Apache-2.0

use std::hint::black_box;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::probe::{Answer, Apart, Meter, Refused, Task, Words, Workload};

const NOTICE_EVERY: i64 = 1_000_000;

/// What became of a part.
#[derive(Default)]
struct Counted {
    counted: AtomicI64,
    noticed: AtomicI64,
}

/// The parts, and what became of them.
pub struct Shared {
    parts: Vec<i64>,
    results: Vec<Apart<Counted>>,
}

/// A function of its own so that its instructions can be looked at. The black box keeps the compiler from dropping
/// the loop, from shortening it, and from doing several steps at a time.
#[inline(never)]
fn count(end: i64) -> (i64, i64) {
    let (mut counted, mut noticed, mut i) = (0, 0, 1);
    while i <= end {
        black_box(i);
        if i % NOTICE_EVERY == 0 {
            noticed += 1;
        }
        counted = i;
        i += 1;
    }
    (counted, noticed)
}

impl Workload for Shared {
    fn prepare(words: &mut Words, tasks: &mut [Task], _degree: usize) -> Result<Shared, Refused> {
        let (total, number) = (words.integer("total", 1_000_000, 1)?, tasks.len() as i64);
        for task in tasks.iter_mut() {
            task.size = total / number + i64::from((task.index as i64) < total % number);
        }
        let results = tasks.iter().map(|_| Apart::default()).collect();
        Ok(Shared { parts: tasks.iter().map(|task| task.size).collect(), results })
    }

    async fn operate(&self, task: &Task, meter: &mut Meter) {
        let Apart(result) = &self.results[task.index];
        let (counted, noticed) = count(task.size);
        result.counted.store(counted, Relaxed);
        result.noticed.store(noticed, Relaxed);
        meter.ops += counted;
    }

    fn check(&self) -> Answer {
        let told = |counted: i64, noticed: i64| format!("{counted} counts, {noticed} noticed");
        let notable = self.parts.iter().map(|part| part / NOTICE_EVERY).sum();
        let counted = self.results.iter().map(|Apart(result)| result.counted.swap(0, Relaxed)).sum();
        let noticed = self.results.iter().map(|Apart(result)| result.noticed.swap(0, Relaxed)).sum();
        Answer { expected: told(self.parts.iter().sum(), notable), found: told(counted, noticed) }
    }
}
