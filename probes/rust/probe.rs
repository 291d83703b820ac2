//! What a workload in Rust must offer, and what it may use. The harness owns words, workers, clock and output.
// SPDX-License-Identifier: Apache-2.0

use std::future::Future;
use std::io::ErrorKind;

use crate::kernel;
use crate::samples::Samples;
pub use crate::stream::Stream;
pub use crate::words::{Refused, Words};

/// A workload is a file with a type `Shared` that is one of these: what its tasks share, answers included.
pub trait Workload: Sized + Send + Sync + 'static {
    /// Whether its tasks receive, so that a runtime has to watch streams, too.
    const RECEIVES: bool = false;

    /// Once, before the first iteration; may set role and size of each task.
    fn prepare(words: &mut Words, tasks: &mut [Task], degree: usize) -> Result<Self, Refused>;

    /// The work: once for each task and sweep, wherever the model says. Adds its units to `meter.ops`.
    /// Written as `async fn`; where the task has a thread for itself, it is done before it gives anything back.
    fn operate(&self, task: &Task, meter: &mut Meter) -> impl Future<Output = ()> + Send;

    /// In the caller, after each iteration, not timed; clears the answers.
    fn check(&self) -> Answer;

    /// In the caller, after each sweep but the last.
    fn between(&self, _step: usize) {}

    /// In the caller, just before the opening of each iteration.
    fn arm(&self) {}

    /// In the caller, after the last task of each iteration.
    fn disarm(&self) {}
}

/// One task; `prepare` may set role and size.
pub struct Task {
    pub index: usize, // from 0
    pub role: usize,  // 0 unless the workload has several
    pub size: i64,    // in the workload's own unit
}

/// In words; they agree where the answer is right.
#[derive(Default)]
pub struct Answer {
    pub expected: String,
    pub found: String,
}

/// Two cache lines away from its neighbours, so that workers do not share one.
#[derive(Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// How a task touches the world outside; one for each task and sweep.
pub struct Meter {
    pub ops: i64, // units of work done: the workload adds to it
    closes: i64,  // when the window does
    turns: bool,  // the task shares its thread with others
    samples: Samples,
}

impl Meter {
    pub fn new(closes: i64, turns: bool) -> Meter {
        Meter { ops: 0, closes, turns, samples: Samples::default() }
    }

    /// Reads the clock, in nanoseconds.
    pub fn now(&self) -> i64 {
        kernel::now_ns()
    }

    /// At least so long. Keeps the thread where the task has it for itself.
    pub async fn sleep(&self, ns: i64) {
        let time = std::time::Duration::from_nanos(ns.max(0) as u64);
        #[cfg(feature = "tokio")]
        if self.turns {
            return tokio::time::sleep(time).await;
        }
        debug_assert!(!self.turns, "only tokio's tasks share a thread");
        std::thread::sleep(time);
    }

    /// Fills the buffer from a pipe or socket; gives how many bytes came, fewer only where the stream ended.
    pub async fn receive(&self, stream: &Stream, buffer: &mut [u8]) -> usize {
        let mut filled = 0;
        while filled < buffer.len() {
            match stream.read(&mut buffer[filled..], self.turns).await {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => (),
                Err(error) => panic!("cannot receive: {error}"),
            }
        }
        filled
    }

    /// Whether windowed work is over.
    pub fn stop(&self) -> bool {
        self.now() >= self.closes
    }

    /// Keeps a time that the workload took itself.
    pub fn sample(&mut self, ns: i64) {
        self.samples.add(ns);
    }

    pub fn into_samples(self) -> Samples {
        self.samples
    }
}
