//! What a task receives from: the end of a pipe, or a socket.
// SPDX-License-Identifier: Apache-2.0

use std::fs::File;
use std::io::{Read, Result};
use std::os::fd::OwnedFd;

#[cfg(feature = "tokio")]
use tokio::io::{unix::AsyncFd, Interest};

/// Closed when it is dropped.
pub struct Stream {
    end: File,
    #[cfg(feature = "tokio")]
    watched: std::sync::OnceLock<AsyncFd<File>>, // from the first time a task of tokio waits for it
}

impl Stream {
    pub fn new(end: impl Into<OwnedFd>) -> Stream {
        let end = File::from(end.into());
        Stream {
            end,
            #[cfg(feature = "tokio")]
            watched: Default::default(),
        }
    }

    /// Something, or nothing at the stream's end. Keeps the thread unless the task takes `turns` on it.
    pub async fn read(&self, buffer: &mut [u8], turns: bool) -> Result<usize> {
        #[cfg(feature = "tokio")]
        if turns {
            return self.read_in_turns(buffer).await;
        }
        debug_assert!(!turns, "only tokio's tasks share a thread");
        (&self.end).read(buffer)
    }

    #[cfg(feature = "tokio")]
    async fn read_in_turns(&self, buffer: &mut [u8]) -> Result<usize> {
        let watched = self.watched()?;
        loop {
            let mut guard = watched.readable().await?;
            if let Ok(read) = guard.try_io(|end| end.get_ref().read(buffer)) {
                return read;
            }
        }
    }

    #[cfg(feature = "tokio")]
    fn watched(&self) -> Result<&AsyncFd<File>> {
        if self.watched.get().is_none() {
            crate::kernel::never_block(&self.end)?;
            // SAFETY: the file owns its descriptor, and nobody closes or replaces it while it is watched.
            let end = unsafe { AsyncFd::register_with_interest(self.end.try_clone()?, Interest::READABLE)? };
            let _ = self.watched.set(end); // a task has a stream for itself, so nobody was faster
        }
        Ok(self.watched.get().expect("just set"))
    }
}
