//! Each task writes its number into the next one's socket, and receives its neighbour's from its own.
// SPDX-License-Identifier: Apache-2.0

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use crate::probe::{Answer, Meter, Refused, Stream, Task, Words, Workload};

const NAP_NS: i64 = 200_000;

/// What belongs to one task.
struct Place {
    writer: UnixStream,
    reader: Stream,
    right: AtomicI64,
}

pub struct Shared {
    places: Vec<Place>,
    sweeps: i64,
}

fn place() -> Place {
    let (writer, reader) = UnixStream::pair().expect("cannot make a pair of sockets");
    Place { writer, reader: Stream::new(reader), right: AtomicI64::new(0) }
}

impl Workload for Shared {
    const RECEIVES: bool = true;

    fn prepare(words: &mut Words, tasks: &mut [Task], _degree: usize) -> Result<Shared, Refused> {
        Ok(Shared { places: tasks.iter().map(|_| place()).collect(), sweeps: words.integer("steps", 1, 1)? })
    }

    async fn operate(&self, task: &Task, meter: &mut Meter) {
        let tasks = self.places.len();
        let (own, next) = (&self.places[task.index], &self.places[(task.index + 1) % tasks]);
        let mut received = [0; 8];
        meter.sleep(NAP_NS).await;
        (&next.writer).write_all(&task.index.to_le_bytes()).expect("cannot write into a socket");
        let count = meter.receive(&own.reader, &mut received).await;
        let expected = (task.index + tasks - 1) % tasks;
        let right = count == received.len() && usize::from_le_bytes(received) == expected;
        own.right.fetch_add(i64::from(right), Relaxed);
        meter.ops += 1;
    }

    fn check(&self) -> Answer {
        let right: i64 = self.places.iter().map(|place| place.right.swap(0, Relaxed)).sum();
        let expected = self.places.len() as i64 * self.sweeps;
        Answer { expected: format!("{expected} numbers"), found: format!("{right} numbers") }
    }
}
