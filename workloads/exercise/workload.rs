//! Every call that a workload may use or offer, each of them counted.
// SPDX-License-Identifier: Apache-2.0

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::probe::{Answer, Meter, Refused, Stream, Task, Words, Workload};

const NAP_NS: i64 = 200_000;
const REST: &[u8] = b"etc";

/// How often a task was done, woke early, and received what is wrong.
#[derive(Default)]
struct Count {
    done: AtomicI64,
    early: AtomicI64,
    garbled: AtomicI64,
}

#[derive(Default)]
pub struct Shared {
    counts: Vec<Count>,
    sweeps: i64,
    between: AtomicI64,
    armed: AtomicI64,
    disarmed: AtomicI64,
}

impl Shared {
    async fn nap(&self, task: &Task, meter: &mut Meter) {
        let start = meter.now();
        meter.sleep(NAP_NS).await;
        let elapsed = meter.now() - start;
        self.counts[task.index].early.fetch_add(i64::from(elapsed < NAP_NS), Relaxed);
        meter.sample(elapsed);
    }

    /// Its number and a little more, through a socket that then ends.
    async fn post(&self, task: &Task, meter: &mut Meter) {
        let (mut writer, reader) = UnixStream::pair().expect("cannot make a pair of sockets");
        let number = task.index.to_le_bytes();
        writer.write_all(&number).and_then(|()| writer.write_all(REST)).expect("cannot write into a socket");
        drop(writer);
        let (stream, mut first, mut second) = (Stream::new(reader), [0; 8], [0; 8]);
        let came = (meter.receive(&stream, &mut first).await, meter.receive(&stream, &mut second).await);
        let right = came == (first.len(), REST.len()) && first == number;
        self.counts[task.index].garbled.fetch_add(i64::from(!right), Relaxed);
    }
}

impl Workload for Shared {
    const RECEIVES: bool = true;

    fn prepare(words: &mut Words, tasks: &mut [Task], _degree: usize) -> Result<Shared, Refused> {
        for task in tasks.iter_mut() {
            task.role = task.index % 2;
            task.size = task.index as i64 + 1;
        }
        let counts = tasks.iter().map(|_| Count::default()).collect();
        Ok(Shared { counts, sweeps: words.integer("steps", 1, 1)?, ..Shared::default() })
    }

    async fn operate(&self, task: &Task, meter: &mut Meter) {
        loop {
            if task.role == 1 {
                self.nap(task, meter).await;
                self.post(task, meter).await;
            }
            meter.ops += task.size;
            if meter.stop() {
                break;
            }
        }
        self.counts[task.index].done.fetch_add(1, Relaxed);
    }

    fn between(&self, step: usize) {
        // counted in their order
        let _ = self.between.compare_exchange(step as i64, step as i64 + 1, Relaxed, Relaxed);
    }

    fn arm(&self) {
        self.armed.fetch_add(1, Relaxed);
    }

    fn disarm(&self) {
        self.disarmed.fetch_add(1, Relaxed);
    }

    fn check(&self) -> Answer {
        let told = |tasks: usize, sweeps: i64, between: i64, armed: i64| {
            format!("{tasks} tasks, {sweeps} sweeps, {between} between, armed {armed} times")
        };
        let most = self.counts.iter().map(|count| count.done.load(Relaxed)).max().unwrap_or(0);
        let right = |count: &&Count| {
            let wrong = count.early.swap(0, Relaxed) + count.garbled.swap(0, Relaxed);
            count.done.swap(0, Relaxed) == self.sweeps && wrong == 0
        };
        let tasks = self.counts.iter().filter(right).count();
        let (armed, disarmed) = (self.armed.swap(0, Relaxed), self.disarmed.swap(0, Relaxed));
        let armed = if armed == disarmed { armed } else { -1 };
        Answer {
            expected: told(self.counts.len(), self.sweeps, self.sweeps - 1, 1),
            found: told(tasks, most, self.between.swap(0, Relaxed), armed),
        }
    }
}
