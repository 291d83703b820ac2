// Leibniz's series: each task adds up its own range of consecutive terms, in double precision.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
)

// part is a task's range and what it adds up to, two cache lines away from the next.
type part struct {
	first, end int64
	sum        float64
	_          [104]byte
}

// Shared holds the parts.
type Shared struct {
	total int64
	parts []part
}

func Prepare(words *Words, tasks []Task, degree int) *Shared {
	shared := &Shared{total: words.Integer("total", 1_000_000, 1), parts: make([]part, len(tasks))}
	first, number := int64(0), int64(len(tasks))
	for index := range tasks {
		size := shared.total / number
		if int64(index) < shared.total%number {
			size++
		}
		tasks[index].Size = size
		shared.parts[index] = part{first: first, end: first + size}
		first += size
	}
	return shared
}

//go:noinline
func sumOfTerms(first, end int64) (sum float64) {
	for k := first; k < end; k++ {
		sign := 1.0
		if k%2 != 0 {
			sign = -1.0
		}
		sum += sign / float64(2*k+1)
	}
	return sum
}

func (shared *Shared) Operate(task *Task, meter *Meter) {
	part := &shared.parts[task.Index]
	part.sum = sumOfTerms(part.first, part.end)
	meter.Ops += part.end - part.first
}

func (shared *Shared) Check() (expected, found string) {
	sum, total := 0.0, float64(shared.total)
	within := 0.25/(total*total*total) + 1e-9
	for index := range shared.parts {
		sum += shared.parts[index].sum
		shared.parts[index].sum = 0
	}
	// The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
	rest := 1 / total
	if shared.total%2 != 0 {
		rest = -rest
	}
	pi := 4*sum + rest
	expected = fmt.Sprintf("4 x sum and the rest within %.3e of pi", within)
	if off := math.Abs(pi - math.Pi); off > within {
		return expected, fmt.Sprintf("4 x sum and the rest = %.12f, off by %.3e", pi, off)
	}
	return expected, expected
}
