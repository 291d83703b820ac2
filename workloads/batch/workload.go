// A batch of unequal computations: each is so many steps of one recurrence, which reads no clock and gives nothing
// back before its end, and after it a sleep where only a share is to be computing. The Go runtime may interrupt it.
// SPDX-License-Identifier: Apache-2.0

package main

import "fmt"

const (
	factor        = 6364136223846793005
	summand       = 1442695040888963407
	tries         = 5
	shortestTryNs = 2_000_000
)

// computation is a task's work and what became of it, two cache lines away from the next.
type computation struct {
	steps, pauseNs int64
	done           int64
	x              uint64
	_              [96]byte
}

// Shared holds the computations.
type Shared struct {
	computations []computation
	sizes        []int64
	sweeps       int64
}

// recur goes so many steps from x.
//
//go:noinline
func recur(x uint64, steps int64) uint64 {
	for ; steps > 0; steps-- {
		x = x*factor + summand
	}
	return x
}

// leap is the same by squaring: two steps are one with another factor and summand.
func leap(x uint64, steps int64) uint64 {
	a, b := uint64(factor), uint64(summand)
	for ; steps > 0; steps /= 2 {
		if steps%2 == 1 {
			x = x*a + b
		}
		a, b = a*a, (a+1)*b
	}
	return x
}

var kept uint64 // so that what is only timed is computed too

func timed(steps int64) int64 {
	start := now()
	kept = recur(kept, steps)
	return now() - start
}

// calibrate finds the steps in a microsecond by the fastest of a few tries, so that whoever else runs does not count.
func calibrate() float64 {
	steps := int64(100_000)
	fastest := timed(steps)
	for fastest < shortestTryNs {
		steps *= 2
		fastest = timed(steps)
	}
	for try := 0; try < tries; try++ {
		if time := timed(steps); time < fastest {
			fastest = time
		}
	}
	return float64(steps) * 1000 / float64(fastest)
}

// sizesOf n computations; a random order is Fisher and Yates's, with the recurrence as its generator.
func sizesOf(n int, order string, x uint64) []int64 {
	sizes := make([]int64, n)
	for index := range sizes {
		sizes[index] = int64(index + 1)
		if order == "descending" {
			sizes[index] = int64(n - index)
		}
	}
	for last := n - 1; order == "random" && last > 0; last-- {
		x = recur(x, 1)
		other := (x >> 33) % uint64(last+1)
		sizes[last], sizes[other] = sizes[other], sizes[last]
	}
	return sizes
}

func Prepare(words *Words, tasks []Task, degree int) *Shared {
	order, seed := words.OneOf("order", "descending", "ascending", "random"), words.Integer("seed", 1, 0)
	unitUs, percent := words.Integer("unit_us", 5000, 1), words.Integer("cpu_percent", 100, 0)
	if percent > 100 {
		Refuse("cpu_percent: expected 100 or less, found %d", percent)
	}
	rate := float64(words.Integer("loops_per_us", 0, 0))
	if rate == 0 {
		rate = calibrate()
	}
	shared := &Shared{computations: make([]computation, len(tasks)), sweeps: words.Integer("steps", 1, 1)}
	shared.sizes = sizesOf(len(tasks), order, uint64(seed))
	for index, size := range shared.sizes {
		tasks[index].Size = size
		shared.computations[index].steps = int64(float64(size*unitUs) * rate * float64(percent) / 100)
		shared.computations[index].pauseNs = size * unitUs * (100 - percent) * 10
	}
	return shared
}

func (shared *Shared) Operate(task *Task, meter *Meter) {
	computation := &shared.computations[task.Index]
	computation.x = recur(uint64(task.Size), computation.steps)
	if computation.pauseNs > 0 {
		meter.Sleep(computation.pauseNs)
	}
	computation.done++
	meter.Ops += task.Size
}

func (shared *Shared) Check() (expected, found string) {
	right := 0
	for index := range shared.computations {
		computation := &shared.computations[index]
		if computation.done == shared.sweeps && computation.x == leap(uint64(shared.sizes[index]), computation.steps) {
			right++
		}
		computation.done, computation.x = 0, 0
	}
	return fmt.Sprintf("%d computations right", len(shared.sizes)), fmt.Sprintf("%d computations right", right)
}
