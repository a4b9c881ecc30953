// Owns one execution of a codelet on a tile of its own: regions of memory, arguments by name, the
// interpreter with the race checker, and what the tests compare.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "kernels/codelets/codelet.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::test {

// Numbers that are the same on every host.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }
  float real() { return static_cast<float>(static_cast<double>(next() >> 40) / (1 << 23) - 1.0); }
  std::vector<float> reals(std::size_t count);
  std::vector<float> spikes(std::size_t count, std::uint32_t one_in);

 private:
  std::uint64_t next();
  std::uint64_t state_;
};

// Workers and limit of a test machine whose memory knows no element conflicts.
struct TestMachine {
  std::uint32_t workers = 6;
  std::uint32_t repeat_limit = 4095;
};
[[nodiscard]] arch::Machine test_machine(const TestMachine& wanted);
// The machines that every codelet is tried on: 1, 3, 6 workers; a limit that splits repeats.
[[nodiscard]] const std::vector<TestMachine>& test_machines();

class CodeletRun {
 public:
  CodeletRun(const std::string& codelet, const TestMachine& machine);

  // Regions, filled with these bytes. `shift` moves the order in which they lie in memory, so that
  // each is last in some run, with nothing behind it.
  template <class T>
  void region(const std::string& name, const std::vector<T>& values) {
    Region& made = regions_[name];
    order_.push_back(name);
    made.bytes.resize(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(made.bytes.data(), values.data(), made.bytes.size());
  }
  void region_argument(const std::string& argument, const std::string& region,
                       std::uint32_t offset = 0);
  void argument(const std::string& name, std::uint32_t value);
  void argument_f32(const std::string& name, float value);

  // Spikes a sample, segments: for the estimate.
  kernels::WorkSize work;

  // Runs; fails the test on a fault, on a write outside `written`, and where the estimate of issue
  // slots differs from the count.
  void run(std::uint32_t shift, const std::vector<std::string>& written);

  template <class T>
  [[nodiscard]] std::vector<T> read(const std::string& name) const {
    const Region& region = regions_.at(name);
    std::vector<T> values(region.bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), region.bytes.data(), region.bytes.size());
    return values;
  }

 private:
  struct Region {
    std::vector<std::byte> bytes;
    std::uint32_t address = 0;
  };
  struct Reference {
    std::string region;
    std::uint32_t offset;
  };

  void lay_out(std::uint32_t shift, std::uint32_t first);
  [[nodiscard]] std::vector<std::uint32_t> argument_words() const;
  void copy_in(std::vector<std::byte>& memory) const;
  void copy_out(const std::vector<std::byte>& memory, const std::vector<std::string>& written);

  const kernels::Codelet& codelet_;
  arch::Machine machine_;
  std::map<std::string, Region> regions_;
  std::vector<std::string> order_;
  std::map<std::string, Reference> references_;
  std::uint32_t end_ = 0;
};

// Equal bit by bit, with the first difference named.
void expect_same_bits(const std::vector<float>& found, const std::vector<float>& wanted,
                      const std::string& what);

// Runs `check(machine, seed, shift)` over the machines, sizes and region orders.
void for_runs(std::uint32_t seeds, std::uint32_t shifts,
              const std::function<void(const TestMachine&, std::uint64_t, std::uint32_t)>& check);

}  // namespace bspike::test
