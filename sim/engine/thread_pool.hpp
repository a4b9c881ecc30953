// Owns the host threads that the tiles of one phase run on.
// Contract: `run` deals the indices 0 .. count - 1 in contiguous chunks, always the same for the
// same count, and returns when all are done; jobs touch only what belongs to their indices. The
// caller takes the first chunk; the other threads sleep between runs. A job's exception comes out
// of `run`, that of the lowest chunk if there are several.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace bspike::sim {

class ThreadPool {
 public:
  using Job = std::function<void(std::size_t begin, std::size_t end)>;

  explicit ThreadPool(std::uint32_t threads);  // the caller included; at least 1
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  void run(std::size_t count, const Job& job);
  [[nodiscard]] std::uint32_t threads() const {
    return static_cast<std::uint32_t>(helpers_.size()) + 1;
  }

 private:
  void help(std::size_t chunk);
  void run_chunk(std::size_t chunk);

  std::mutex mutex_;
  std::condition_variable start_, finish_;
  std::uint64_t round_ = 0;  // guarded, as all below
  std::size_t working_ = 0;
  bool closing_ = false;
  std::size_t count_ = 0;
  const Job* job_ = nullptr;
  std::vector<std::exception_ptr> errors_;  // by chunk
  std::vector<std::thread> helpers_;
};

// How many threads this process may run at once.
[[nodiscard]] std::uint32_t host_threads();

}  // namespace bspike::sim
