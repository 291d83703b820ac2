// Counting: equal parts of a total; each millionth step of a part is noticed. The loop is that of step 0 in C.
// SPDX-License-Identifier: Apache-2.0

package main

import "fmt"

const noticeEvery = 1_000_000

// result of a task, two cache lines away from the next.
type result struct {
	counted, noticed int64
	_                [112]byte
}

// Shared holds the parts, and what became of them.
type Shared struct {
	parts   []int64
	results []result
}

func Prepare(words *Words, tasks []Task, degree int) *Shared {
	total, number := words.Integer("total", 1_000_000, 1), int64(len(tasks))
	shared := &Shared{parts: make([]int64, number), results: make([]result, number)}
	for index := range tasks {
		part := total / number
		if int64(index) < total%number {
			part++
		}
		tasks[index].Size, shared.parts[index] = part, part
	}
	return shared
}

// count is a function of its own so that its instructions can be looked at. The Go compiler drops no loop, shortens
// none and does no steps together, so nothing is needed to keep it from doing so.
//
//go:noinline
func count(end int64) (counted, noticed int64) {
	for i := int64(1); i <= end; i++ {
		counted = i
		if i%noticeEvery == 0 {
			noticed++
		}
	}
	return counted, noticed
}

func (shared *Shared) Operate(task *Task, meter *Meter) {
	result := &shared.results[task.Index]
	result.counted, result.noticed = count(task.Size)
	meter.Ops += result.counted
}

func (shared *Shared) Check() (expected, found string) {
	var total, notable, counted, noticed int64
	for index, part := range shared.parts {
		total += part
		notable += part / noticeEvery
		counted += shared.results[index].counted
		noticed += shared.results[index].noticed
		shared.results[index] = result{}
	}
	const form = "%d counts, %d noticed"
	return fmt.Sprintf(form, total, notable), fmt.Sprintf(form, counted, noticed)
}
