// Nothing at all: each task only marks that it was there.
// SPDX-License-Identifier: Apache-2.0

package main

import "fmt"

// Shared counts how often each task was done.
type Shared struct {
	done   []int64
	sweeps int64
}

func Prepare(words *Words, tasks []Task, degree int) *Shared {
	return &Shared{done: make([]int64, len(tasks)), sweeps: words.Integer("steps", 1, 1)}
}

func (shared *Shared) Operate(task *Task, meter *Meter) {
	shared.done[task.Index]++
	meter.Ops++
}

func (shared *Shared) Check() (expected, found string) {
	right := 0
	for index, times := range shared.done {
		if times == shared.sweeps {
			right++
		}
		shared.done[index] = 0
	}
	often := "once"
	if shared.sweeps > 1 {
		often = fmt.Sprintf("%d times", shared.sweeps)
	}
	return fmt.Sprintf("%d tasks done %s", len(shared.done), often), fmt.Sprintf("%d tasks done %s", right, often)
}
