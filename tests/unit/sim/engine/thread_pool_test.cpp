// Tests that the pool does each index once, whatever the number and the speed of its threads.
#include "sim/engine/thread_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bspike::sim {
namespace {

using Blocks = std::vector<std::pair<std::size_t, std::size_t>>;

Blocks blocks_of(ThreadPool& pool, std::size_t count) {
  std::mutex mutex;
  Blocks blocks;
  pool.run(count, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex);
    blocks.emplace_back(begin, end);
  });
  std::ranges::sort(blocks);
  return blocks;
}

TEST(ThreadPool, deals_blocks_that_follow_on) {
  ThreadPool pool(3);
  EXPECT_EQ(pool.threads(), 3u);
  for (const std::size_t count : {2u, 7u, 1000u}) {
    std::size_t next = 0;
    for (const auto& [begin, end] : blocks_of(pool, count)) {
      EXPECT_EQ(begin, next);
      EXPECT_LT(begin, end);
      next = end;
    }
    EXPECT_EQ(next, count);
  }
  EXPECT_EQ(blocks_of(pool, 1), (Blocks{{0, 1}}));
  EXPECT_EQ(blocks_of(pool, 0), Blocks{});
}

// Who comes first stops until all that is not in its block is done.
TEST(ThreadPool, a_slow_thread_holds_up_its_block_alone) {
  ThreadPool pool(2);
  std::mutex mutex;
  std::condition_variable rest_done;
  std::size_t done = 0;
  bool first = true;
  pool.run(100, [&](std::size_t begin, std::size_t end) {
    std::unique_lock lock(mutex);
    if (std::exchange(first, false)) {
      EXPECT_TRUE(rest_done.wait_for(lock, std::chrono::seconds(60),
                                     [&] { return done == 100 - (end - begin); }));
    }
    done += end - begin;
    rest_done.notify_all();
  });
  EXPECT_EQ(done, 100u);
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

TEST(ThreadPool, gives_the_exception_of_the_lowest_index) {
  ThreadPool pool(4);
  const auto fail = [](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (i > 4) throw std::runtime_error("from " + std::to_string(i));
  };
  for (int round = 0; round < 20; ++round) {
    try {
      pool.run(40, fail);
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "from 5");
    }
  }
  EXPECT_EQ(blocks_of(pool, 4).back().second, 4u);  // goes on working
}

TEST(ThreadPool, knows_the_host) { EXPECT_GE(host_threads(), 1u); }

}  // namespace
}  // namespace bspike::sim
