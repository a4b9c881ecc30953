// Owns the pool's rounds.
#include "sim/engine/thread_pool.hpp"

#include <sched.h>

#include <algorithm>

namespace bspike::sim {

ThreadPool::ThreadPool(std::uint32_t threads) : errors_(std::max(threads, 1u)) {
  for (std::size_t chunk = 1; chunk < errors_.size(); ++chunk) {
    helpers_.emplace_back([this, chunk] { help(chunk); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  start_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void ThreadPool::run(std::size_t count, const Job& job) {
  if (helpers_.empty() || count < 2) {
    if (count > 0) job(0, count);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    count_ = count;
    job_ = &job;
    working_ = helpers_.size();
    std::ranges::fill(errors_, nullptr);
    ++round_;
  }
  start_.notify_all();
  run_chunk(0);
  std::unique_lock lock(mutex_);
  finish_.wait(lock, [&] { return working_ == 0; });
  for (const std::exception_ptr& error : errors_) {
    if (error != nullptr) std::rethrow_exception(error);
  }
}

void ThreadPool::help(std::size_t chunk) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    start_.wait(lock, [&] { return closing_ || round_ != seen; });
    if (closing_) return;
    seen = round_;
    lock.unlock();
    run_chunk(chunk);
    lock.lock();
    if (--working_ == 0) finish_.notify_one();
  }
}

// count_, job_ and this chunk's error stay as they are until every chunk is done.
void ThreadPool::run_chunk(std::size_t chunk) {
  const std::size_t chunks = errors_.size();
  const std::size_t begin = count_ * chunk / chunks;
  const std::size_t end = count_ * (chunk + 1) / chunks;
  if (begin == end) return;
  try {
    (*job_)(begin, end);
  } catch (...) {
    errors_[chunk] = std::current_exception();
  }
}

std::uint32_t host_threads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return static_cast<std::uint32_t>(std::max(CPU_COUNT(&allowed), 1));
}

}  // namespace bspike::sim
