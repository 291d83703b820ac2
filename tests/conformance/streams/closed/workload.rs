//! Receives from what is no stream.
// SPDX-License-Identifier: Apache-2.0

use crate::probe::{Answer, Meter, Refused, Stream, Task, Words, Workload};

pub struct Shared;

impl Workload for Shared {
    const RECEIVES: bool = true;

    fn prepare(_: &mut Words, _: &mut [Task], _: usize) -> Result<Shared, Refused> {
        Ok(Shared)
    }

    async fn operate(&self, _: &Task, meter: &mut Meter) {
        let folder = std::fs::File::open("/").expect("a folder");
        meter.receive(&Stream::new(folder), &mut [0]).await;
    }

    fn check(&self) -> Answer {
        Answer::default()
    }
}
