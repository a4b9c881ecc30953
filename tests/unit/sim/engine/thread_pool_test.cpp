// Tests that the pool does each index once, in fixed chunks, with any number of threads.
#include "sim/engine/thread_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bspike::sim {
namespace {

using Chunks = std::vector<std::pair<std::size_t, std::size_t>>;

Chunks chunks_of(ThreadPool& pool, std::size_t count) {
  std::mutex mutex;
  Chunks chunks;
  pool.run(count, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex);
    chunks.emplace_back(begin, end);
  });
  std::ranges::sort(chunks);
  return chunks;
}

TEST(ThreadPool, deals_contiguous_chunks) {
  ThreadPool pool(3);
  EXPECT_EQ(pool.threads(), 3u);
  EXPECT_EQ(chunks_of(pool, 7), (Chunks{{0, 2}, {2, 4}, {4, 7}}));
  EXPECT_EQ(chunks_of(pool, 7), (Chunks{{0, 2}, {2, 4}, {4, 7}}));
  EXPECT_EQ(chunks_of(pool, 2), (Chunks{{0, 1}, {1, 2}}));
  EXPECT_EQ(chunks_of(pool, 1), (Chunks{{0, 1}}));
  EXPECT_EQ(chunks_of(pool, 0), Chunks{});
}

TEST(ThreadPool, does_every_index_once) {
  for (const std::uint32_t threads : {1u, 2u, 4u, 7u}) {
    ThreadPool pool(threads);
    std::vector<int> done(1000);
    for (int round = 0; round < 200; ++round) {
      pool.run(done.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++done[i];
      });
    }
    EXPECT_EQ(done, std::vector<int>(1000, 200));
  }
}

TEST(ThreadPool, gives_the_exception_of_the_lowest_chunk) {
  ThreadPool pool(4);
  const auto fail = [](std::size_t begin, std::size_t) {
    if (begin > 0) throw std::runtime_error("from " + std::to_string(begin));
  };
  for (int round = 0; round < 20; ++round) {
    try {
      pool.run(8, fail);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "from 2");
    }
  }
  EXPECT_EQ(chunks_of(pool, 4).size(), 4u);  // goes on working
}

TEST(ThreadPool, knows_the_host) { EXPECT_GE(host_threads(), 1u); }

}  // namespace
}  // namespace bspike::sim
