// What only the kernel can tell or do: processor time, CPUs allowed, which thread this is.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"syscall"
	"unsafe"
)

const (
	clockProcessCPU = 2    // CLOCK_PROCESS_CPUTIME_ID
	mostCPUs        = 1024 // as in the C library's cpu_set_t
)

type cpuSet [mostCPUs / 64]uint64

func gettid() int64 { return int64(syscall.Gettid()) }

// cpuNs is the processor time of this process so far; -1 where it is not known.
func cpuNs() int64 {
	var spent syscall.Timespec
	_, _, problem := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockProcessCPU, uintptr(unsafe.Pointer(&spent)), 0)
	if problem != 0 {
		return -1
	}
	return spent.Nano()
}

// allowedCPUs of the calling thread, by number.
func allowedCPUs() []int {
	var set cpuSet
	var cpus []int
	_, _, problem := syscall.RawSyscall(
		syscall.SYS_SCHED_GETAFFINITY, 0, unsafe.Sizeof(set), uintptr(unsafe.Pointer(&set)))
	if problem != 0 {
		fail("cannot read the CPUs allowed", problem)
	}
	for cpu := 0; cpu < mostCPUs; cpu++ {
		if set[cpu/64]>>(cpu%64)&1 == 1 {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

// tieTo keeps the calling thread on one CPU; the goroutine must be locked to it.
func tieTo(cpu int) {
	var set cpuSet
	set[cpu/64] = 1 << (cpu % 64)
	_, _, problem := syscall.RawSyscall(
		syscall.SYS_SCHED_SETAFFINITY, 0, unsafe.Sizeof(set), uintptr(unsafe.Pointer(&set)))
	if problem != 0 {
		fail("cannot tie a thread to its CPU", problem)
	}
}

// isThread says whether this process still has a thread of that number besides its first one.
func isThread(number int64) bool {
	process := os.Getpid()
	return int(number) != process && syscall.Tgkill(process, int(number), 0) == nil
}

// threadCount of this process, the runtime's own among them; -1 where it is not known.
func threadCount() int {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return -1
	}
	return len(threads)
}
