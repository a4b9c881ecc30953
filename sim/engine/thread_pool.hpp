// Owns the host threads that the tiles of one phase run on.
// Contract: `run` does each of the indices 0 .. count - 1 once and returns when all are done. Each
// thread has a contiguous share, always the same for the same count, and takes blocks from its
// front; who has none left takes from the backs of the others. So a tile's memory mostly stays with
// its thread, and a thread that is slow or wakes late holds nobody up. Jobs touch only what belongs
// to their indices; the caller takes part, the other threads sleep between runs. A job's exception
// comes out of `run` once all blocks were tried, that of the lowest index if there are several.
#pragma once

#include <atomic>
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

  void run(std::size_t count, const Job& job);  // count below 2^32
  [[nodiscard]] std::uint32_t threads() const {
    return static_cast<std::uint32_t>(helpers_.size()) + 1;
  }

 private:
  struct alignas(8) Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  // What is left of a thread's share; on a cache line of its own.
  struct alignas(64) Share {
    std::atomic<Range> left;
  };

  void help(std::size_t thread);
  void work(std::size_t thread);
  void run_block(Range block);
  static Range take_front(Share& share);
  static Range take_back(Share& share);

  std::vector<Share> shares_;  // by thread
  std::mutex mutex_;
  std::condition_variable start_, finish_;
  std::uint64_t round_ = 0;  // guarded, as all below
  bool open_ = false;        // the round takes helpers
  std::size_t working_ = 0;  // helpers
  bool closing_ = false;
  const Job* job_ = nullptr;
  std::exception_ptr error_;
  std::uint32_t error_begin_ = 0;
  std::vector<std::thread> helpers_;
};

// How many threads this process may run at once.
[[nodiscard]] std::uint32_t host_threads();

}  // namespace bspike::sim
