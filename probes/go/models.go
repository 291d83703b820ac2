// How tasks are executed: in the caller, in a kernel thread or goroutine of their own, or by a pool made beforehand.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"runtime"
	"sync"
)

// model knows nothing of workloads but the one method it calls.
type model interface {
	// start runs before the first iteration, not timed.
	start(run *run)
	// sweep does every task once; when they are done, and before a worker that is held goes, it calls allDone with
	// the number of workers that wait.
	sweep(run *run, allDone func(held int))
}

// modelOffer is a model under its name.
type modelOffer struct {
	name, implementation string
	model                model
	makesWorkers         bool // in the iteration, so that they can be held
	tied                 bool // each worker keeps one kernel thread, so that it can be pinned
}

var models = []modelOffer{
	{"serial", "std", inTheCaller{}, false, true},
	{"thread", "locked", ofTheirOwn{locked: true}, true, true},
	{"pool", "std", new(pool), false, true},
	{"coroutine", "goroutine", ofTheirOwn{}, true, false},
}

// serial

type inTheCaller struct{}

// start locks the main goroutine, so that the caller is one kernel thread.
func (inTheCaller) start(run *run) {
	runtime.LockOSThread()
	run.tie(0)
}

func (inTheCaller) sweep(run *run, allDone func(held int)) {
	run.open()
	for index := range run.tasks {
		slot := &run.slots[index]
		run.do(index)
		slot.submitted, slot.accepted = slot.started, slot.started
	}
	allDone(0)
}

// thread and coroutine: a fresh goroutine for each task, at most `workers` in flight

type ofTheirOwn struct {
	locked bool // to a kernel thread of its own
}

func (ofTheirOwn) start(*run) {}

func (own ofTheirOwn) sweep(run *run, allDone func(held int)) {
	room, released := make(chan struct{}, run.workers), make(chan struct{})
	var tasks, goroutines sync.WaitGroup
	tasks.Add(len(run.tasks))
	goroutines.Add(len(run.tasks))
	gate := newGate(run)
	body := func(index int) {
		defer goroutines.Done()
		if own.locked {
			// Never unlocked: the kernel thread ends with the goroutine, so that no other task gets it.
			runtime.LockOSThread()
			run.tie(index)
		}
		gate.pass(index)
		run.do(index)
		tasks.Done()
		if run.hold {
			<-released
		}
		<-room
	}
	for index := range run.tasks {
		slot := &run.slots[index]
		room <- struct{}{}
		run.first(&slot.submitted)
		go body(index)
		run.first(&slot.accepted)
		gate.openAfter(index+1, run)
	}
	tasks.Wait()
	held := 0
	if run.hold {
		held = len(run.tasks)
	}
	allDone(held)
	close(released)
	goroutines.Wait()
	if own.locked {
		run.awaitThreads()
	}
}

// pool: goroutines locked to a kernel thread each, made once, fed through a channel

type pool struct {
	handedOver chan int
	tasks      sync.WaitGroup
}

func (pool *pool) start(run *run) {
	var ready sync.WaitGroup
	ready.Add(run.workers)
	pool.handedOver = make(chan int, len(run.tasks)) // handing over never waits for a worker
	for worker := 0; worker < run.workers; worker++ {
		go func(worker int) {
			runtime.LockOSThread()
			run.tie(worker)
			ready.Done()
			for index := range pool.handedOver {
				run.do(index)
				pool.tasks.Done()
			}
		}(worker)
	}
	ready.Wait()
}

func (pool *pool) sweep(run *run, allDone func(held int)) {
	pool.tasks.Add(len(run.tasks))
	run.open()
	for index := range run.tasks {
		slot := &run.slots[index]
		run.first(&slot.submitted)
		pool.handedOver <- index
		run.first(&slot.accepted)
	}
	pool.tasks.Wait()
	allDone(run.workers)
}
