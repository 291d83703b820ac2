//! What the words ask for, and what of it cannot be.
// SPDX-License-Identifier: Apache-2.0

use std::sync::Arc;

use crate::kernel;
use crate::models::{Offer, OFFERS};
use crate::probe::{Apart, Refused, Task, Words, Workload};
use crate::run::{Pin, Run};
use crate::say::{self, Message};

/// What the words ask for.
pub struct Asked {
    pub offer: &'static Offer,
    pub implementation: &'static str,
    pub workload: String,
    pub workers: usize,
    pub tasks: usize,
    pub iterations: usize,
    pub warmup: usize,
    pub gate: &'static str,
    pub stamps: &'static str,
    pub steps: usize,
    pub window_ms: i64,
    pub hold: bool,
    pub pin: &'static str,
    pub mark: bool,
}

impl Asked {
    pub fn read(words: &mut Words) -> Result<Asked, Refused> {
        let offer = find_model(words)?;
        let workers = words.integer("workers", 1, 1)?;
        words.integer("seed", 1, 0)?; // every harness takes a seed, also where the workload draws nothing
        Ok(Asked {
            offer,
            implementation: words.one_of("implementation", offer.implementations)?,
            workload: words.text("workload").unwrap_or_default(),
            workers: workers as usize,
            tasks: words.integer("tasks", workers, 1)? as usize,
            iterations: words.integer("iterations", 1, 1)? as usize,
            warmup: words.integer("warmup", 0, 0)? as usize,
            gate: words.one_of("gate", &["before_create", "after_create"])?,
            stamps: words.one_of("stamps", &["task", "worker", "none"])?,
            steps: words.integer("steps", 1, 1)? as usize,
            window_ms: words.integer("window_ms", 0, 0)?,
            hold: words.yes("hold")?,
            pin: words.one_of("pin", &["none", "each", "same"])?,
            mark: words.yes("mark")?,
        })
    }

    pub fn refuse_impossible(&self) -> Result<(), Refused> {
        let Asked { workers, tasks, .. } = self;
        if self.hold && !self.offer.makes_workers {
            return Err(Refused(format!("hold: model {} makes no workers in an iteration", self.offer.model)));
        }
        if self.hold && workers < tasks {
            let found = format!("{workers} workers for {tasks} tasks");
            return Err(Refused(format!("hold: expected a worker for each task, found {found}")));
        }
        if self.pin != "none" && !self.offer.tied {
            let reason = "a task of tokio moves between kernel threads, so it cannot be tied to a CPU";
            return Err(Refused(format!("pin: {reason}")));
        }
        Ok(())
    }

    fn flags(&self) -> String {
        let settings = self.offer.settings.iter().filter(|(name, _)| *name == self.implementation);
        let said = settings.map(|(_, setting)| *setting);
        option_env!("PROBE_FLAGS").into_iter().chain(said).collect::<Vec<_>>().join(" ").trim().to_string()
    }

    pub fn hello(&self) -> Message {
        Message::new("hello")
            .with("protocol", 1)
            .text("runtime", "rust")
            .text("version", option_env!("PROBE_VERSION").unwrap_or("unknown"))
            .text("flags", &self.flags())
            .text("workload", &self.workload)
            .text("model", self.offer.model)
            .text("implementation", self.implementation)
            .with("workers", self.workers)
            .with("tasks", self.tasks)
            .with("iterations", self.iterations)
            .with("warmup", self.warmup)
            .text("gate", self.gate)
            .text("stamps", self.stamps)
            .with("steps", self.steps)
            .with("window_ms", self.window_ms)
            .with("hold", u8::from(self.hold))
            .text("pin", self.pin)
            .with("mark", u8::from(self.mark))
            .text("clock", "CLOCK_MONOTONIC")
            .with("clock_cost_ns", say::clock_cost_ns())
            .with("clock_step_ns", say::clock_step_ns())
    }

    pub fn prepare(&self, words: &mut Words) -> Result<Arc<Run>, Refused> {
        let mut tasks: Vec<Task> = (0..self.tasks).map(|index| Task { index, role: 0, size: 0 }).collect();
        let shared = Workload::prepare(words, &mut tasks, self.workers)?;
        Ok(Arc::new(Run {
            workers: self.workers,
            slots: tasks.iter().map(|_| Apart::default()).collect(),
            tasks,
            shared,
            steps: self.steps,
            after_create: self.gate == "after_create",
            stamped: self.stamps != "none",
            hold: self.hold,
            pin: match self.pin {
                "each" => Pin::Each,
                "same" => Pin::Same,
                _ => Pin::Free,
            },
            cpus: kernel::allowed_cpus(),
            window_ns: self.window_ms * 1_000_000,
            step: 0.into(),
            opened: 0.into(),
        }))
    }
}

fn find_model(words: &mut Words) -> Result<&'static Offer, Refused> {
    let wanted = words.text("model").unwrap_or_else(|| OFFERS[0].model.into());
    let known = OFFERS.iter().find(|offer| offer.model == wanted);
    known.ok_or_else(|| Refused(format!("model: this probe does not know {wanted}")))
}
