//! Each task sends its number around through all tasks, and hands on what it receives until its own is back.
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
        let (mut number, mut received) = (task.index.to_le_bytes(), 0);
        meter.sleep(NAP_NS).await;
        for _ in 0..tasks {
            (&next.writer).write_all(&number).expect("cannot write into a socket");
            received += meter.receive(&own.reader, &mut number).await;
        }
        let back = received == tasks * number.len() && usize::from_le_bytes(number) == task.index;
        own.right.fetch_add(i64::from(back), Relaxed);
        meter.ops += 1;
    }

    fn check(&self) -> Answer {
        let right: i64 = self.places.iter().map(|place| place.right.swap(0, Relaxed)).sum();
        let expected = self.places.len() as i64 * self.sweeps;
        Answer { expected: format!("{expected} numbers"), found: format!("{right} numbers") }
    }
}
