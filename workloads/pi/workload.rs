//! Leibniz's series: each task adds up its own range of consecutive terms, in double precision.
// SPDX-License-Identifier: Apache-2.0

use std::f64::consts::PI;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::probe::{Answer, Apart, Meter, Refused, Task, Words, Workload};

/// A task's range, and the bits of what it adds up to.
struct Part {
    terms: Range<i64>,
    sum: AtomicU64,
}

pub struct Shared {
    total: i64,
    parts: Vec<Apart<Part>>,
}

#[inline(never)]
fn sum_of_terms(terms: Range<i64>) -> f64 {
    let mut sum = 0.0;
    for k in terms {
        let sign = if k % 2 != 0 { -1.0 } else { 1.0 };
        sum += sign / (2 * k + 1) as f64;
    }
    sum
}

impl Workload for Shared {
    fn prepare(words: &mut Words, tasks: &mut [Task], _degree: usize) -> Result<Shared, Refused> {
        let (total, number) = (words.integer("total", 1_000_000, 1)?, tasks.len() as i64);
        let (mut first, mut parts) = (0, Vec::new());
        for task in tasks {
            task.size = total / number + i64::from((task.index as i64) < total % number);
            parts.push(Apart(Part { terms: first..first + task.size, sum: AtomicU64::new(0) }));
            first += task.size;
        }
        Ok(Shared { total, parts })
    }

    async fn operate(&self, task: &Task, meter: &mut Meter) {
        let Apart(part) = &self.parts[task.index];
        part.sum.store(sum_of_terms(part.terms.clone()).to_bits(), Relaxed);
        meter.ops += task.size;
    }

    fn check(&self) -> Answer {
        let sums = self.parts.iter().map(|Apart(part)| f64::from_bits(part.sum.swap(0, Relaxed)));
        // The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
        let (total, sign) = (self.total as f64, if self.total % 2 != 0 { -1.0 } else { 1.0 });
        let (pi, within) = (4.0 * sums.sum::<f64>() + sign / total, 0.25 / total.powi(3) + 1e-9);
        let (expected, off) = (format!("4 x sum and the rest within {within:.3e} of pi"), (pi - PI).abs());
        let wrong = format!("4 x sum and the rest = {pi:.12}, off by {off:.3e}");
        Answer { found: if off <= within { expected.clone() } else { wrong }, expected }
    }
}
