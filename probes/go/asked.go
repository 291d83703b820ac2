// What the words ask for, and what of it cannot be.
// SPDX-License-Identifier: Apache-2.0

package main

import "time"

// readWords gives the messages' first, and the model that is meant.
func readWords(words *Words) (hello, modelOffer) {
	said, offer := newHello(), findModel(words)
	said.Workload = words.Text("workload", "")
	said.Model, said.Implementation = offer.name, words.OneOf("implementation", offer.implementation)
	said.Workers = words.Integer("workers", 1, 1)
	said.Tasks = words.Integer("tasks", said.Workers, 1)
	said.Iterations, said.Warmup = words.Integer("iterations", 1, 1), words.Integer("warmup", 0, 0)
	said.Gate = words.OneOf("gate", "before_create", "after_create")
	said.Stamps = words.OneOf("stamps", "task", "worker", "none")
	said.Steps, said.WindowMs = words.Integer("steps", 1, 1), words.Integer("window_ms", 0, 0)
	said.Hold, said.Mark = words.yes("hold"), words.yes("mark")
	said.Pin = words.OneOf("pin", "none", "each", "same")
	words.Integer("seed", 1, 0) // every harness takes a seed, also where the workload draws nothing
	return said, offer
}

func findModel(words *Words) modelOffer {
	wanted := words.Text("model", models[0].name)
	for _, offer := range models {
		if offer.name == wanted {
			return offer
		}
	}
	Refuse("model: this probe does not know %s", wanted)
	return modelOffer{}
}

func refuseImpossible(said *hello, offer *modelOffer) {
	if said.Hold == 1 && !offer.makesWorkers {
		Refuse("hold: model %s makes no workers in an iteration", offer.name)
	}
	if said.Hold == 1 && said.Workers < said.Tasks {
		Refuse("hold: expected a worker for each task, found %d workers for %d tasks", said.Workers, said.Tasks)
	}
	if said.Pin != "none" && !offer.tied {
		Refuse("pin: a goroutine moves between kernel threads, so it cannot be tied to a CPU")
	}
}

func newRun(words *Words, said *hello) *run {
	run := &run{
		workers:     int(said.Workers),
		tasks:       make([]Task, said.Tasks),
		slots:       make([]slot, said.Tasks),
		afterCreate: said.Gate == "after_create",
		stamped:     said.Stamps != "none",
		hold:        said.Hold == 1,
		pin:         said.Pin,
		cpus:        allowedCPUs(),
		steps:       int(said.Steps),
		window:      time.Duration(said.WindowMs) * time.Millisecond,
	}
	for index := range run.tasks {
		run.tasks[index].Index = index
	}
	run.shared = Prepare(words, run.tasks, run.workers)
	words.refuseUnused()
	return run
}
