// One iteration as a model sees it: the tasks, their stamps, and the gate before them.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"runtime"
	"sync"
	"time"
)

// slot holds a task's stamps, two cache lines away from the next so that workers do not share one.
type slot struct {
	submitted, accepted, started, ended int64
	worker                              int64 // kernel thread
	ops                                 int64
	samples                             Samples
	_                                   [40]byte
}

type run struct {
	workers     int
	tasks       []Task
	slots       []slot
	shared      *Shared
	afterCreate bool // the gate opens once the first workers are there
	stamped     bool
	hold        bool
	pin         string
	cpus        []int // allowed when the probe was started
	window      time.Duration

	steps  int   // sweeps over all tasks in one iteration
	step   int   // the one under way, from 0
	opened int64 // when the first sweep began; set by the model
}

func (run *run) stamp() int64 {
	if !run.stamped {
		return 0
	}
	return now()
}

// first keeps a stamp of the first sweep.
func (run *run) first(instant *int64) {
	if run.step == 0 {
		*instant = run.stamp()
	}
}

// do does one task, stamped, in the calling goroutine.
func (run *run) do(index int) {
	slot, meter := &run.slots[index], Meter{closes: run.opened + int64(run.window)}
	if run.step == 0 {
		slot.ops = 0
	}
	run.first(&slot.started)
	run.shared.Operate(&run.tasks[index], &meter)
	slot.ended = run.stamp()
	slot.worker = gettid()
	slot.ops += meter.Ops
	if meter.samples.count > 0 {
		slot.samples.take(&meter.samples)
	}
}

// open starts the clock of the iteration, in its first sweep.
func (run *run) open() {
	if run.step > 0 {
		return
	}
	if shared, needs := any(run.shared).(armed); needs {
		shared.Arm()
	}
	run.opened = now()
}

// tie puts a worker, locked to its thread, where the words want it.
func (run *run) tie(worker int) {
	switch run.pin {
	case "each":
		tieTo(run.cpus[worker%len(run.cpus)])
	case "same":
		tieTo(run.cpus[0])
	}
}

// awaitThreads until the kernel threads of locked goroutines that have ended are gone too, so that none of them takes a
// CPU from what comes next. Go has no call that joins one; the process's first thread it never ends.
func (run *run) awaitThreads() {
	for index := range run.slots {
		for isThread(run.slots[index].worker) {
			runtime.Gosched()
		}
	}
}

// gate before the first workers of an iteration: they arrive, the caller opens, all go. A goroutine that waits there
// keeps no kernel thread, a locked one keeps its own. Each has a place of its own there: of those who wait at one place
// Go wakes the last one first, which would turn the order of the tasks round.
type gate struct {
	wanted  int // arrivals to wait for before opening; 0 = no gate, everyone passes
	arrived sync.WaitGroup
	places  []chan struct{}
}

// newGate of a sweep; without one the iteration opens at once.
func newGate(run *run) *gate {
	gate := &gate{}
	if !run.afterCreate || run.step > 0 {
		run.open()
		return gate
	}
	gate.wanted = run.workers
	if len(run.tasks) < gate.wanted {
		gate.wanted = len(run.tasks)
	}
	for place := 0; place < gate.wanted; place++ {
		gate.places = append(gate.places, make(chan struct{}))
	}
	gate.arrived.Add(gate.wanted)
	return gate
}

func (gate *gate) pass(index int) {
	if index < gate.wanted {
		gate.arrived.Done()
		<-gate.places[index]
	}
}

// openAfter opens the gate once all who are waited for are made and there.
func (gate *gate) openAfter(made int, run *run) {
	if made == gate.wanted {
		gate.arrived.Wait()
		run.open()
		for _, place := range gate.places {
			close(place)
		}
	}
}
