// Owns the pool's rounds.
#include "sim/engine/thread_pool.hpp"

#include <sched.h>

#include <algorithm>

namespace bspike::sim {

namespace {

// A block is this part of what is left of a share, so blocks shrink and threads end together.
constexpr std::uint32_t kBlocksOfRest = 4;

std::uint32_t block_of(std::uint32_t left) {
  return left / kBlocksOfRest + (left % kBlocksOfRest != 0 ? 1 : 0);
}

}  // namespace

ThreadPool::ThreadPool(std::uint32_t threads) : shares_(std::max(threads, 1u)) {
  for (std::size_t thread = 1; thread < shares_.size(); ++thread) {
    helpers_.emplace_back([this, thread] { help(thread); });
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
    for (std::size_t thread = 0; thread < shares_.size(); ++thread) {
      shares_[thread].left = {static_cast<std::uint32_t>(count * thread / shares_.size()),
                              static_cast<std::uint32_t>(count * (thread + 1) / shares_.size())};
    }
    job_ = &job;
    error_ = nullptr;
    open_ = true;
    ++round_;
  }
  start_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  open_ = false;
  finish_.wait(lock, [&] { return working_ == 0; });
  if (error_ != nullptr) std::rethrow_exception(error_);
}

void ThreadPool::help(std::size_t thread) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    start_.wait(lock, [&] { return closing_ || (open_ && round_ != seen); });
    if (closing_) return;
    seen = round_;
    ++working_;
    lock.unlock();
    work(thread);
    lock.lock();
    if (--working_ == 0) finish_.notify_one();
  }
}

// Its own share, then those of the threads after it.
void ThreadPool::work(std::size_t thread) {
  for (Range block = take_front(shares_[thread]); block.begin < block.end;
       block = take_front(shares_[thread])) {
    run_block(block);
  }
  for (std::size_t i = 1; i < shares_.size(); ++i) {
    Share& other = shares_[(thread + i) % shares_.size()];
    for (Range block = take_back(other); block.begin < block.end; block = take_back(other))
      run_block(block);
  }
}

ThreadPool::Range ThreadPool::take_front(Share& share) {
  Range left = share.left;
  while (left.begin < left.end) {
    const std::uint32_t middle = left.begin + block_of(left.end - left.begin);
    if (share.left.compare_exchange_weak(left, {middle, left.end})) return {left.begin, middle};
  }
  return {};
}

ThreadPool::Range ThreadPool::take_back(Share& share) {
  Range left = share.left;
  while (left.begin < left.end) {
    const std::uint32_t middle = left.end - block_of(left.end - left.begin);
    if (share.left.compare_exchange_weak(left, {left.begin, middle})) return {middle, left.end};
  }
  return {};
}

// job_ stays as it is until every block is done.
void ThreadPool::run_block(Range block) {
  try {
    (*job_)(block.begin, block.end);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (error_ != nullptr && error_begin_ < block.begin) return;
    error_ = std::current_exception();
    error_begin_ = block.begin;
  }
}

std::uint32_t host_threads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return static_cast<std::uint32_t>(std::max(CPU_COUNT(&allowed), 1));
}

}  // namespace bspike::sim
