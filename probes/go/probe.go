// What a workload in Go must offer, and what it may use. The harness owns words, workers, clock and output.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"time"
)

// A workload is a file of this package that declares a type Shared and a function
//
//	Prepare(words *Words, tasks []Task, degree int) *Shared
//
// which runs once, before the first iteration, and may set role and size of each task.
var (
	_ func(words *Words, tasks []Task, degree int) *Shared = Prepare
	_ workload                                             = (*Shared)(nil)
)

// workload is what tasks share.
type workload interface {
	// Operate is the work: once for each task and sweep, wherever the model says. It adds its units to meter.Ops.
	Operate(task *Task, meter *Meter)
	// Check runs in the caller after each iteration, not timed: it says what was expected and what was found,
	// and clears the answers for the next iteration.
	Check() (expected, found string)
}

// sweeper is a workload with something to do in the caller after each sweep but the last.
type sweeper interface{ Between(step int) }

// armed is a workload with something to do in the caller just before the opening of each iteration, and after
// its last task.
type armed interface {
	Arm()
	Disarm()
}

// Task is one task; Prepare may set Role and Size.
type Task struct {
	Index int   // from 0
	Role  int   // 0 unless the workload has several
	Size  int64 // in the workload's own unit
}

// Meter is how a task touches the world outside; one for each task and sweep.
type Meter struct {
	Ops     int64 // units of work done: the workload adds to it
	closes  int64 // when the window does
	samples Samples
}

// Now reads the clock, in nanoseconds.
func (meter *Meter) Now() int64 { return now() }

// Sleep keeps the goroutine, and where it is locked its kernel thread too.
func (meter *Meter) Sleep(ns int64) { time.Sleep(time.Duration(ns)) }

// Receive fills the buffer from a pipe or connection; it gives how many bytes came, fewer only where the stream ended.
func (meter *Meter) Receive(stream io.Reader, buffer []byte) int {
	count, err := io.ReadFull(stream, buffer)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		fail("cannot receive", err)
	}
	return count
}

// Stop says whether windowed work is over.
func (meter *Meter) Stop() bool { return now() >= meter.closes }

// Sample keeps a time that the workload took itself.
func (meter *Meter) Sample(ns int64) { meter.samples.add(ns) }

var start = time.Now()

// now reads the monotonic clock alone, which time.Now would not.
func now() int64 { return int64(time.Since(start)) }
