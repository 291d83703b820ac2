//! A batch of unequal computations: each is so many steps of one recurrence, which reads no clock and gives nothing
//! back before its end, and after it a sleep where only a share is to be computing.
// SPDX-License-Identifier: Apache-2.0

use std::hint::black_box;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use crate::kernel::now_ns;
use crate::probe::{Answer, Apart, Meter, Refused, Task, Words, Workload};

const FACTOR: u64 = 6364136223846793005;
const SUMMAND: u64 = 1442695040888963407;
const TRIES: usize = 5;
const SHORTEST_TRY_NS: i64 = 2_000_000;

/// A task's work, and what became of it.
struct Computation {
    size: i64,
    steps: i64,
    pause_ns: i64,
    done: AtomicI64,
    x: AtomicU64,
}

pub struct Shared {
    computations: Vec<Apart<Computation>>,
    sweeps: i64,
}

fn step(x: u64) -> u64 {
    x.wrapping_mul(FACTOR).wrapping_add(SUMMAND)
}

/// The black box makes the compiler have each number on the way; it would leap over eight of them at once.
#[inline(never)]
fn recur(mut x: u64, steps: i64) -> u64 {
    for _ in 0..steps {
        x = step(x);
        black_box(x);
    }
    x
}

/// The same by squaring: two steps are one with another factor and summand.
fn leap(mut x: u64, mut steps: i64) -> u64 {
    let (mut factor, mut summand) = (FACTOR, SUMMAND);
    while steps > 0 {
        if steps % 2 == 1 {
            x = x.wrapping_mul(factor).wrapping_add(summand);
        }
        summand = summand.wrapping_mul(factor.wrapping_add(1));
        factor = factor.wrapping_mul(factor);
        steps /= 2;
    }
    x
}

fn timed(steps: i64) -> i64 {
    let start = now_ns();
    black_box(recur(black_box(1), steps));
    now_ns() - start
}

/// Steps in a microsecond by the fastest of a few tries, so that whoever else runs does not count.
fn calibrate() -> f64 {
    let mut steps = 100_000;
    while timed(steps) < SHORTEST_TRY_NS {
        steps *= 2;
    }
    let fastest = (0..TRIES).map(|_| timed(steps)).min().unwrap_or(SHORTEST_TRY_NS);
    steps as f64 * 1000.0 / fastest as f64
}

/// A random order is Fisher and Yates's, with the recurrence as its generator.
fn sizes(n: usize, order: &str, mut x: u64) -> Vec<i64> {
    let mut sizes: Vec<i64> = (1..=n as i64).collect();
    match order {
        "descending" => sizes.reverse(),
        "random" => {
            for last in (1..n).rev() {
                x = step(x);
                sizes.swap(last, ((x >> 33) % (last as u64 + 1)) as usize);
            }
        }
        _ => (),
    }
    sizes
}

impl Workload for Shared {
    fn prepare(words: &mut Words, tasks: &mut [Task], _degree: usize) -> Result<Shared, Refused> {
        let order = words.one_of("order", &["descending", "ascending", "random"])?;
        let sizes = sizes(tasks.len(), order, words.integer("seed", 1, 0)? as u64);
        let (unit_us, percent) = (words.integer("unit_us", 5000, 1)?, words.integer("cpu_percent", 100, 0)?);
        if percent > 100 {
            return Err(Refused(format!("cpu_percent: expected 100 or less, found {percent}")));
        }
        let rate = match words.integer("loops_per_us", 0, 0)? {
            0 => calibrate(),
            rate => rate as f64,
        };
        let computation = |size: i64| Computation {
            size,
            steps: ((size * unit_us) as f64 * rate * percent as f64 / 100.0) as i64,
            pause_ns: size * unit_us * (100 - percent) * 10,
            done: AtomicI64::new(0),
            x: AtomicU64::new(0),
        };
        tasks.iter_mut().zip(&sizes).for_each(|(task, size)| task.size = *size);
        let computations = sizes.into_iter().map(|size| Apart(computation(size))).collect();
        Ok(Shared { computations, sweeps: words.integer("steps", 1, 1)? })
    }

    async fn operate(&self, task: &Task, meter: &mut Meter) {
        let Apart(computation) = &self.computations[task.index];
        computation.x.store(recur(task.size as u64, computation.steps), Relaxed);
        if computation.pause_ns > 0 {
            meter.sleep(computation.pause_ns).await;
        }
        computation.done.fetch_add(1, Relaxed);
        meter.ops += task.size;
    }

    fn check(&self) -> Answer {
        let right = |Apart(computation): &&Apart<Computation>| {
            let (done, x) = (computation.done.swap(0, Relaxed), computation.x.swap(0, Relaxed));
            done == self.sweeps && x == leap(computation.size as u64, computation.steps)
        };
        let told = |count: usize| format!("{count} computations right");
        let found = self.computations.iter().filter(right).count();
        Answer { expected: told(self.computations.len()), found: told(found) }
    }
}
