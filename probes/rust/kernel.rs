//! What the standard library does not offer: which thread this is, where it may run, two clocks. The only unsafe
//! code, but for one call in stream.rs.
// SPDX-License-Identifier: Apache-2.0

use std::io::Error;
use std::mem::size_of;

const MONOTONIC: i32 = 1;
const PROCESS_CPUTIME: i32 = 2;
const MOST_CPUS: usize = 1024; // as in the C library's cpu_set_t

type CpuSet = [u64; MOST_CPUS / 64];

#[derive(Default)]
#[repr(C)]
struct Timespec {
    seconds: i64, // 64 bit on every machine where `long` is
    nanoseconds: i64,
}

extern "C" {
    #[cfg(feature = "tokio")]
    fn fcntl(file: i32, command: i32, ...) -> i32;
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
    fn gettid() -> i32;
    fn sched_getaffinity(thread: i32, size: usize, set: *mut CpuSet) -> i32;
    fn sched_setaffinity(thread: i32, size: usize, set: *const CpuSet) -> i32;
}

#[inline]
fn read_clock(clock: i32) -> Option<i64> {
    let mut time = Timespec::default();
    // SAFETY: the kernel fills the structure, which is laid out as its own, and keeps no pointer to it.
    let problem = unsafe { clock_gettime(clock, &mut time) };
    (problem == 0).then_some(time.seconds * 1_000_000_000 + time.nanoseconds)
}

#[inline]
pub fn now_ns() -> i64 {
    read_clock(MONOTONIC).expect("a monotonic clock")
}

/// Processor time of this process so far; -1 where it is not known.
pub fn cpu_ns() -> i64 {
    read_clock(PROCESS_CPUTIME).unwrap_or(-1)
}

/// The kernel's number of the calling thread.
pub fn thread_id() -> i64 {
    // SAFETY: takes nothing and always succeeds.
    i64::from(unsafe { gettid() })
}

/// The CPUs that the calling thread may use, by number.
pub fn allowed_cpus() -> Vec<usize> {
    let mut set: CpuSet = Default::default();
    // SAFETY: the kernel fills at most so many bytes of the set, and keeps no pointer to it.
    let problem = unsafe { sched_getaffinity(0, size_of::<CpuSet>(), &mut set) };
    assert!(problem == 0, "cannot read the CPUs allowed: {}", Error::last_os_error());
    (0..MOST_CPUS).filter(|cpu| set[cpu / 64] >> (cpu % 64) & 1 == 1).collect()
}

/// Keeps the calling thread on one CPU.
pub fn tie_to(cpu: usize) {
    let mut set: CpuSet = Default::default();
    set[cpu / 64] = 1 << (cpu % 64);
    // SAFETY: the kernel reads so many bytes of the set, and keeps no pointer to it.
    let problem = unsafe { sched_setaffinity(0, size_of::<CpuSet>(), &set) };
    assert!(problem == 0, "cannot tie a worker to its CPU: {}", Error::last_os_error());
}

/// From now on reading from it says that nothing is there instead of waiting.
#[cfg(feature = "tokio")]
pub fn never_block(file: &std::fs::File) -> std::io::Result<()> {
    const GET_FLAGS: i32 = 3;
    const SET_FLAGS: i32 = 4;
    const NEVER_BLOCK: i32 = 0o4000; // O_NONBLOCK, but for a few old architectures
    let number = std::os::fd::AsRawFd::as_raw_fd(file);
    // SAFETY: both take the number of an open file and whole numbers, and keep nothing.
    let failed = unsafe { fcntl(number, SET_FLAGS, fcntl(number, GET_FLAGS) | NEVER_BLOCK) } < 0;
    if failed {
        return Err(Error::last_os_error());
    }
    Ok(())
}

/// Kernel threads of this process, a runtime's own among them; -1 where it is not known.
pub fn thread_count() -> i64 {
    std::fs::read_dir("/proc/self/task").map_or(-1, |threads| threads.count() as i64)
}
