//! Where threads wait for each other: a latch that counts down, and a room with so many places.
// SPDX-License-Identifier: Apache-2.0

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};

const SPINS_BEFORE_YIELD: usize = 100;

/// Lets those who wait go on when it has been counted down to 0.
pub struct Latch {
    left: AtomicUsize,
    lock: Mutex<()>,
    gone: Condvar,
}

impl Latch {
    pub fn new(count: usize) -> Latch {
        Latch { left: AtomicUsize::new(count), lock: Mutex::new(()), gone: Condvar::new() }
    }

    /// ORDERING: sequentially consistent throughout; latches are outside the timed part but for their last load.
    pub fn count_down(&self) {
        if self.left.fetch_sub(1, SeqCst) == 1 {
            let _guard = self.lock.lock().unwrap();
            self.gone.notify_all();
        }
    }

    pub fn wait(&self) {
        let mut guard = self.lock.lock().unwrap();
        while self.left.load(SeqCst) > 0 {
            guard = self.gone.wait(guard).unwrap();
        }
    }

    /// Waits without sleeping: where each thread has a CPU, they go on together.
    pub fn spin(&self) {
        let mut spins = 0;
        while self.left.load(SeqCst) > 0 {
            std::hint::spin_loop();
            spins += 1;
            if spins % SPINS_BEFORE_YIELD == 0 {
                std::thread::yield_now(); // whoever counts down may need this CPU
            }
        }
    }
}

/// So many may be in it at once.
pub struct Room {
    places: Mutex<usize>,
    left: Condvar,
}

impl Room {
    pub fn new(places: usize) -> Room {
        Room { places: Mutex::new(places), left: Condvar::new() }
    }

    pub fn enter(&self) {
        let mut places = self.places.lock().unwrap();
        while *places == 0 {
            places = self.left.wait(places).unwrap();
        }
        *places -= 1;
    }

    pub fn leave(&self) {
        *self.places.lock().unwrap() += 1;
        self.left.notify_one();
    }
}
