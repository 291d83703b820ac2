//! Times that a workload took itself: each of them while they are few, a log-linear histogram beyond.
// SPDX-License-Identifier: Apache-2.0

const MOST_VALUES: usize = 100_000;
const LEADING_BITS: u32 = 5; // of a value that its cell keeps: no cell is wider than a sixteenth of its lower end
const CELLS_A_DOUBLING: usize = 1 << (LEADING_BITS - 1);
const CELLS: usize = (64 - LEADING_BITS as usize) * CELLS_A_DOUBLING + 2 * CELLS_A_DOUBLING;

/// Takes nothing from the heap while it is empty.
#[derive(Default)]
pub struct Samples {
    pub count: u64,
    pub values: Vec<i64>,
    cells: Vec<u64>, // in place of the values once they are too many
}

impl Samples {
    pub fn add(&mut self, ns: i64) {
        let ns = ns.max(0);
        self.count += 1;
        if !self.cells.is_empty() {
            self.cells[cell_of(ns)] += 1;
            return;
        }
        self.values.push(ns);
        if self.values.len() > MOST_VALUES {
            self.fold();
        }
    }

    /// Turns the values into a histogram.
    fn fold(&mut self) {
        self.cells = vec![0; CELLS];
        for ns in std::mem::take(&mut self.values) {
            self.cells[cell_of(ns)] += 1;
        }
    }

    /// Adds all of another's.
    pub fn take(&mut self, other: Samples) {
        if other.cells.is_empty() {
            return other.values.into_iter().for_each(|ns| self.add(ns));
        }
        if self.cells.is_empty() {
            self.fold();
        }
        self.count += other.count;
        self.cells.iter_mut().zip(other.cells).for_each(|(cell, count)| *cell += count);
    }

    /// Of the histogram: lower ends of the cells that are not empty, and how many there are in each.
    pub fn cells(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let filled = self.cells.iter().enumerate().filter(|(_, count)| **count > 0);
        filled.map(|(cell, count)| (lower_end(cell), *count))
    }
}

fn cell_of(ns: i64) -> usize {
    let shift = (64 - ns.leading_zeros()).saturating_sub(LEADING_BITS);
    shift as usize * CELLS_A_DOUBLING + (ns >> shift) as usize
}

fn lower_end(cell: usize) -> i64 {
    if cell < 2 * CELLS_A_DOUBLING {
        return cell as i64;
    }
    ((cell % CELLS_A_DOUBLING + CELLS_A_DOUBLING) as i64) << (cell / CELLS_A_DOUBLING - 1)
}
