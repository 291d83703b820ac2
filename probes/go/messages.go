// What the probe says: the messages of docs/protocol.md, and what goes into them.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"runtime"
	"sort"
)

const (
	mostTasksStamped = 10_000 // beyond it the stamps are summed up by worker
	clockReads       = 1000
)

type hello struct {
	Kind           string  `json:"kind"`
	Protocol       int     `json:"protocol"`
	Runtime        string  `json:"runtime"`
	Version        string  `json:"version"`
	Flags          string  `json:"flags"`
	Workload       string  `json:"workload"`
	Model          string  `json:"model"`
	Implementation string  `json:"implementation"`
	Workers        int64   `json:"workers"`
	Tasks          int64   `json:"tasks"`
	Iterations     int64   `json:"iterations"`
	Warmup         int64   `json:"warmup"`
	Gate           string  `json:"gate"`
	Stamps         string  `json:"stamps"`
	Steps          int64   `json:"steps"`
	WindowMs       int64   `json:"window_ms"`
	Hold           int64   `json:"hold"`
	Pin            string  `json:"pin"`
	Mark           int64   `json:"mark"`
	Clock          string  `json:"clock"`
	ClockCostNs    float64 `json:"clock_cost_ns"`
	ClockStepNs    float64 `json:"clock_step_ns"`
}

type iteration struct {
	Kind       string        `json:"kind"`
	Index      int           `json:"index"`
	Warm       bool          `json:"warm"`
	WorkWallNs int64         `json:"work_wall_ns"`
	CPUNs      int64         `json:"cpu_ns"`
	Units      int64         `json:"units"`
	Tasks      *taskStamps   `json:"tasks,omitempty"`
	Workers    *workerStamps `json:"workers,omitempty"`
}

type taskStamps struct {
	Submitted []int64 `json:"submitted"`
	Accepted  []int64 `json:"accepted"`
	Started   []int64 `json:"started"`
	Ended     []int64 `json:"ended"`
	Worker    []int64 `json:"worker"`
	Ops       []int64 `json:"ops"`
	Size      []int64 `json:"size"`
}

type workerStamps struct {
	Worker       []int64 `json:"worker"`
	FirstStarted []int64 `json:"first_started"`
	LastEnded    []int64 `json:"last_ended"`
	Tasks        []int64 `json:"tasks"`
	Ops          []int64 `json:"ops"`
}

type mark struct {
	Kind string `json:"kind"`
	Held int    `json:"held"`
}

type sampled struct {
	Kind   string  `json:"kind"`
	Count  int64   `json:"count"`
	Values []int64 `json:"values,omitempty"`
	From   []int64 `json:"from,omitempty"`
	Counts []int64 `json:"counts,omitempty"`
}

type answer struct {
	Kind     string `json:"kind"`
	OK       bool   `json:"ok"`
	Expected string `json:"expected"`
	Found    string `json:"found"`
}

type bye struct {
	Kind          string `json:"kind"`
	KernelThreads int    `json:"kernel_threads"`
	Threads       int    `json:"threads"`
	Collections   uint32 `json:"collections"`
}

// newHello is what can be said before the words are read.
func newHello() hello {
	collector := os.Getenv("GOGC")
	if collector == "" {
		collector = "100"
	}
	return hello{
		Kind:        "hello",
		Protocol:    1,
		Runtime:     "go",
		Version:     fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH),
		Flags:       fmt.Sprintf("GOGC=%s GOMAXPROCS=%d", collector, runtime.GOMAXPROCS(0)),
		Clock:       "time.Since (CLOCK_MONOTONIC)",
		ClockCostNs: clockCostNs(),
		ClockStepNs: clockStepNs(),
	}
}

func clockCostNs() float64 {
	start := now()
	for read := 0; read < clockReads; read++ {
		now()
	}
	return float64(now()-start) / (clockReads + 1)
}

func clockStepNs() float64 {
	least, last := int64(1<<62), now()
	for read := 0; read < clockReads; read++ {
		at := now()
		if at > last && at-last < least {
			least = at - last
		}
		last = at
	}
	return float64(least)
}

func byTask(run *run) *taskStamps {
	column := func(of func(index int, slot *slot) int64) []int64 {
		values := make([]int64, len(run.slots))
		for index := range run.slots {
			values[index] = of(index, &run.slots[index])
		}
		return values
	}
	return &taskStamps{
		Submitted: column(func(_ int, slot *slot) int64 { return slot.submitted - run.opened }),
		Accepted:  column(func(_ int, slot *slot) int64 { return slot.accepted - run.opened }),
		Started:   column(func(_ int, slot *slot) int64 { return slot.started - run.opened }),
		Ended:     column(func(_ int, slot *slot) int64 { return slot.ended - run.opened }),
		Worker:    column(func(_ int, slot *slot) int64 { return slot.worker }),
		Ops:       column(func(_ int, slot *slot) int64 { return slot.ops }),
		Size:      column(func(index int, _ *slot) int64 { return run.tasks[index].Size }),
	}
}

// byWorker is the same summed up, one entry a kernel thread.
func byWorker(run *run) *workerStamps {
	of := map[int64][]*slot{}
	for index := range run.slots {
		worker := run.slots[index].worker
		of[worker] = append(of[worker], &run.slots[index])
	}
	stamps := &workerStamps{}
	for worker := range of {
		stamps.Worker = append(stamps.Worker, worker)
	}
	sort.Slice(stamps.Worker, func(a, b int) bool { return stamps.Worker[a] < stamps.Worker[b] })
	for _, worker := range stamps.Worker {
		first, last, ops := of[worker][0].started, of[worker][0].ended, int64(0)
		for _, slot := range of[worker] {
			if slot.started < first {
				first = slot.started
			}
			if slot.ended > last {
				last = slot.ended
			}
			ops += slot.ops
		}
		stamps.FirstStarted = append(stamps.FirstStarted, first-run.opened)
		stamps.LastEnded = append(stamps.LastEnded, last-run.opened)
		stamps.Tasks = append(stamps.Tasks, int64(len(of[worker])))
		stamps.Ops = append(stamps.Ops, ops)
	}
	return stamps
}

// last is when the last task ended.
func (stamps *workerStamps) last() int64 {
	last := stamps.LastEnded[0]
	for _, ended := range stamps.LastEnded {
		if ended > last {
			last = ended
		}
	}
	return last
}

func told(samples *Samples) sampled {
	said := sampled{Kind: "samples", Count: samples.count, Values: samples.values}
	if samples.cells != nil {
		said.From, said.Counts = samples.columns()
	}
	return said
}
