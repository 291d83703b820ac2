// Times that a workload took itself: each of them while they are few, a log-linear histogram beyond.
// SPDX-License-Identifier: Apache-2.0

package main

import "math/bits"

const (
	mostValues     = 100_000
	leadingBits    = 5 // of a value that its cell keeps: no cell is wider than a sixteenth of its lower end
	cellsADoubling = 1 << (leadingBits - 1)
	cellCount      = (64-leadingBits)*cellsADoubling + 2*cellsADoubling
)

// Samples takes nothing from the heap while it is empty.
type Samples struct {
	count  int64
	values []int64
	cells  *[cellCount]int64 // in place of the values once they are too many
}

func (samples *Samples) add(ns int64) {
	if ns < 0 {
		ns = 0
	}
	samples.count++
	if samples.cells != nil {
		samples.cells[cellOf(ns)]++
		return
	}
	samples.values = append(samples.values, ns)
	if len(samples.values) > mostValues {
		samples.fold()
	}
}

// fold turns the values into a histogram.
func (samples *Samples) fold() {
	samples.cells = new([cellCount]int64)
	for _, ns := range samples.values {
		samples.cells[cellOf(ns)]++
	}
	samples.values = nil
}

// take adds all of another's.
func (samples *Samples) take(other *Samples) {
	for _, ns := range other.values {
		samples.add(ns)
	}
	if other.cells == nil {
		return
	}
	if samples.cells == nil {
		samples.fold()
	}
	for cell, count := range other.cells {
		samples.cells[cell] += count
	}
	samples.count += other.count
}

// columns of the histogram: lower ends of the cells that are not empty, and how many there are in each.
func (samples *Samples) columns() (from, counts []int64) {
	for cell, count := range samples.cells {
		if count > 0 {
			from = append(from, lowerEnd(cell))
			counts = append(counts, count)
		}
	}
	return from, counts
}

func cellOf(ns int64) int {
	shift := bits.Len64(uint64(ns)) - leadingBits
	if shift <= 0 {
		return int(ns)
	}
	return shift*cellsADoubling + int(ns>>shift)
}

func lowerEnd(cell int) int64 {
	if cell < 2*cellsADoubling {
		return int64(cell)
	}
	shift := cell/cellsADoubling - 1
	return int64(cell%cellsADoubling+cellsADoubling) << shift
}
