// SPDX-License-Identifier: Apache-2.0
#include "capture.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "answer.hpp"

namespace assay {
namespace {

constexpr std::size_t chunk_bytes = 32 * 1024;
constexpr int most_chunks = 64; // then look at the clock again: some commands print without end
char chunk[chunk_bytes];

void close_and_forget(int &file) {
    if (file >= 0)
        close(file);
    file = -1;
}

} // namespace

Capture::~Capture() {
    close_and_forget(read_);
    close_and_forget(write_);
    close_and_forget(store_);
}

bool Capture::begin() {
    if (!wanted())
        return true;
    if (store_ < 0)
        store_ = memfd_create("assay-output", MFD_CLOEXEC);
    int ends[2];
    if (store_ < 0 || ftruncate(store_, 0) != 0 || pipe2(ends, O_CLOEXEC) != 0)
        return false;
    lseek(store_, 0, SEEK_SET);
    read_ = ends[0];
    write_ = ends[1];
    total_ = kept_ = 0;
    return fcntl(read_, F_SETFL, O_NONBLOCK) == 0;
}

void Capture::close_write_end() { close_and_forget(write_); }

bool Capture::drain() {
    for (int i = 0; i < most_chunks && read_ >= 0; ++i) {
        const ssize_t got = read(read_, chunk, sizeof chunk);
        if (got < 0)
            return false; // nothing there for now
        if (got == 0)
            close_and_forget(read_);
        store(chunk, static_cast<std::uint64_t>(got));
    }
    return read_ >= 0;
}

void Capture::store(const char *bytes, std::uint64_t count) {
    total_ += count;
    if (told_ != nullptr)
        told_->look(bytes, count);
    const auto room = std::min(count, keep_ - kept_);
    if (room == 0)
        return;
    const ssize_t written = write(store_, bytes, room);
    if (written > 0)
        kept_ += static_cast<std::uint64_t>(written);
}

void Capture::finish() {
    drain(); // no writer is left, so what remains fits into the pipe
    close_and_forget(read_);
    close_and_forget(write_);
}

bool Capture::copy_to(int file) const {
    for (std::uint64_t done = 0; done < kept_;) {
        const ssize_t got =
            pread(store_, chunk, std::min<std::uint64_t>(sizeof chunk, kept_ - done), static_cast<off_t>(done));
        if (got <= 0 || !write_all(file, chunk, static_cast<std::size_t>(got)))
            return false;
        done += static_cast<std::uint64_t>(got);
    }
    return true;
}

} // namespace assay
