//! A pool: threads made once, before the first iteration, fed through a queue in order.
// SPDX-License-Identifier: Apache-2.0

use std::collections::VecDeque;
use std::sync::{Arc, Barrier, Condvar, Mutex};
use std::thread;

use crate::models::Model;
use crate::run::Run;

pub struct Pool(Arc<Queue>);

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    handed_over: Condvar,
    all_done: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<usize>,
    open: usize, // tasks that are not done
}

impl Queue {
    fn put(&self, index: usize) {
        let mut state = self.state.lock().unwrap();
        state.waiting.push_back(index);
        state.open += 1;
        self.handed_over.notify_one();
    }

    fn take(&self) -> usize {
        let mut state = self.state.lock().unwrap();
        loop {
            match state.waiting.pop_front() {
                Some(index) => return index,
                None => state = self.handed_over.wait(state).unwrap(),
            }
        }
    }

    fn finish(&self) {
        let mut state = self.state.lock().unwrap();
        state.open -= 1;
        if state.open == 0 {
            self.all_done.notify_one();
        }
    }

    fn wait(&self) {
        let mut state = self.state.lock().unwrap();
        while state.open > 0 {
            state = self.all_done.wait(state).unwrap();
        }
    }
}

impl Pool {
    pub fn make(run: &Arc<Run>, _: &str) -> Box<dyn Model> {
        let (queue, started) = (Arc::new(Queue::default()), Arc::new(Barrier::new(run.workers + 1)));
        for worker in 0..run.workers {
            let (run, queue, started) = (run.clone(), queue.clone(), started.clone());
            thread::spawn(move || {
                run.tie(worker);
                started.wait();
                loop {
                    run.task_here(queue.take());
                    queue.finish();
                }
            });
        }
        started.wait();
        Box::new(Pool(queue))
    }
}

impl Model for Pool {
    fn sweep(&mut self, run: &Arc<Run>, all_done: &mut dyn FnMut(usize)) {
        let Pool(queue) = self;
        run.open();
        for index in 0..run.tasks.len() {
            run.hand_over(index, || queue.put(index));
        }
        queue.wait();
        all_done(run.workers);
    }
}
