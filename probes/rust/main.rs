//! The Rust probe: reads key=value words, calls a model again and again, and tells what happened in JSON lines.
//! The conversation is described in docs/protocol.md.
// SPDX-License-Identifier: Apache-2.0

mod asked;
#[cfg(feature = "tokio")]
mod coroutine;
mod kernel;
mod latch;
mod models;
mod pool;
#[allow(dead_code)] // a workload uses of it what it needs
mod probe;
mod run;
mod samples;
mod say;
#[cfg(feature = "rayon")]
mod stealing;
#[allow(dead_code)] // of those that receive nothing
mod stream;
mod words;
mod workload;

use std::io::{stdin, stdout, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;

use asked::Asked;
use models::Model;
use probe::{Answer, Apart, Refused, Words, Workload};
use run::Run;
use samples::Samples;
use say::Message;

const MOST_TASKS_STAMPED: usize = 10_000; // beyond it the stamps are summed up by worker
const OUTPUT_BUFFER: usize = 1 << 20; // written at the end, so that nobody wakes to read between iterations

/// One conversation.
struct Conversation {
    asked: Asked,
    run: Arc<Run>,
    said: String, // and not yet written
    samples: Samples,
    most: usize,  // kernel threads that took part in one iteration
    threads: i64, // of this process, when the last tasks were done
}

/// What is measured of an iteration when the caller knows that all is done.
struct Closing {
    at: i64,
    cpu: i64,
}

impl Conversation {
    fn say(&mut self, message: Message) {
        self.said += &message.line();
        if self.said.len() > OUTPUT_BUFFER {
            self.write();
        }
    }

    fn write(&mut self) {
        let written = stdout().write_all(self.said.as_bytes()).and_then(|()| stdout().flush());
        written.expect("cannot write");
        self.said.clear();
    }

    fn iterate(&mut self, model: &mut dyn Model, index: usize) {
        let (run, last) = (self.run.clone(), index + 1 == self.asked.warmup + self.asked.iterations);
        run.slots.iter().for_each(|Apart(slot)| slot.ops.store(0, Relaxed));
        let before = kernel::cpu_ns();
        let mut closing = Closing { at: 0, cpu: 0 };
        for step in 0..run.steps {
            run.step.store(step, Relaxed);
            let is_last = step + 1 == run.steps;
            model.sweep(&run, &mut |held| {
                closing = Closing { at: kernel::now_ns(), cpu: kernel::cpu_ns() - before };
                if last && is_last {
                    self.rest(held);
                }
            });
            if !is_last {
                run.shared.between(step);
            }
        }
        run.shared.disarm();
        self.tell(index, closing);
    }

    /// What is done once, in the last iteration, while nobody works.
    fn rest(&mut self, held: usize) {
        self.threads = kernel::thread_count();
        if self.asked.mark {
            self.say(Message::new("mark").with("held", held));
            self.write();
            stdin().read_line(&mut String::new()).expect("a line, or the end of standard input");
        }
    }

    fn tell(&mut self, index: usize, closing: Closing) {
        let (run, warm) = (self.run.clone(), index >= self.asked.warmup);
        for Apart(slot) in &run.slots {
            let samples = std::mem::take(&mut *slot.samples.lock().unwrap());
            if warm {
                self.samples.take(samples);
            }
        }
        let slots = || run.slots.iter().map(|Apart(slot)| slot);
        let last = slots().map(|slot| slot.ended.load(Relaxed)).max().unwrap_or(0);
        let workers = say::workers(&run);
        let caller = usize::from(!workers.contains_key(&kernel::thread_id()));
        self.most = self.most.max(workers.len() + caller);
        let message = Message::new("iteration")
            .with("index", index)
            .with("warm", warm)
            .with("work_wall_ns", if run.stamped { last } else { closing.at } - run.opened())
            .with("cpu_ns", closing.cpu)
            .with("units", slots().map(|slot| slot.ops.load(Relaxed)).sum::<i64>());
        self.say(match self.asked.stamps {
            "none" => message,
            "task" if run.tasks.len() <= MOST_TASKS_STAMPED => message.with("tasks", say::by_task(&run)),
            _ => message.with("workers", say::by_worker(&workers, run.opened())),
        });
    }
}

fn converse(mut words: Words) -> Result<(), Refused> {
    let asked = Asked::read(&mut words)?;
    asked.refuse_impossible()?;
    let run = asked.prepare(&mut words)?;
    words.refuse_unused()?;
    let (rounds, hello) = (asked.warmup + asked.iterations, asked.hello());
    let mut model = (asked.offer.make)(&run, asked.implementation);
    let mut told = Conversation { asked, run, said: String::new(), samples: Samples::default(), most: 0, threads: -1 };
    let mut answer = Answer::default();
    told.say(hello);
    for index in 0..rounds {
        told.iterate(model.as_mut(), index);
        if answer.expected == answer.found {
            answer = told.run.shared.check();
        }
    }
    if told.samples.count > 0 {
        told.say(say::samples(&told.samples));
    }
    let ok = answer.expected == answer.found;
    let message = Message::new("answer").with("ok", ok).text("expected", &answer.expected);
    told.say(message.text("found", &answer.found));
    told.say(Message::new("bye").with("kernel_threads", told.most).with("threads", told.threads));
    told.write();
    Ok(())
}

fn main() {
    if let Err(Refused(reason)) = Words::new(std::env::args().skip(1)).and_then(converse) {
        print!("{}", Message::new("refused").text("reason", &reason).line());
    }
}
