// Owns the kernels and their data.
#include "tests/support/engine_kernels/engine_kernels.hpp"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>

#include "arch/base/fp_math.hpp"
#include "arch/base/half.hpp"
#include "arch/base/random.hpp"
#include "tests/isa/isa_machine.hpp"

namespace bspike::tests {

namespace {

// A tile of this size keeps 1472 of them well above any cache.
constexpr std::uint32_t kTileBytes = 0x20000;
constexpr std::uint32_t kLists = 0x2000, kState = 0x6000, kWeights = 0x8000;
constexpr std::uint32_t kRows = 1024, kSpikes = 40, kNeurons = 64, kSteps = 400;

const std::string kTail = "  exit\n.supervisor\n  runall m15, m12\n  lsync\n  done\n";

template <class T>
T* at(std::byte* tile, std::uint32_t offset) {
  return reinterpret_cast<T*>(tile + offset);
}

void fill(std::byte* tile, std::uint32_t seed) {
  for (std::uint32_t i = kWeights; i < kTileBytes; i += 4) {
    const float value = 0.25f + static_cast<float>(i % 64) * 0.0078125f;
    std::memcpy(tile + i, &value, 4);
  }
  for (std::uint32_t i = 0; i < 6 * 128; ++i) {
    const std::uint64_t draw = arch::base::random_bits(seed, i);
    const auto row = static_cast<std::uint32_t>(draw % kRows) * 64;
    std::memcpy(tile + kLists + 4 * i, &row, 4);
  }
}

}  // namespace

namespace {

using Sum = std::array<float, 2>;

void add_row(Sum& sum, const float* row, std::uint32_t floats) {
  for (std::uint32_t j = 0; j < floats; j += 2) {
    sum[0] += row[j];
    sum[1] += row[j + 1];
  }
}

// A worker's row is on its way while the five others add up theirs.
void gather_in_turns(std::byte* tile, std::uint32_t row_floats) {
  constexpr std::uint32_t kLineFloats = 16;
  std::array<Sum, 6> sums{};
  std::array<const float*, 6> rows{};
  for (std::uint32_t i = 0; i <= kSpikes; ++i) {
    for (std::uint32_t worker = 0; worker < 6; ++worker) {
      if (i > 0) add_row(sums[worker], rows[worker], row_floats);
      if (i == kSpikes) continue;
      const auto* list = at<std::uint32_t>(tile, kLists + 512 * worker);
      rows[worker] = at<float>(tile, kWeights + list[i]);
      for (std::uint32_t j = 0; j < row_floats; j += kLineFloats) {
        __builtin_prefetch(rows[worker] + j);
      }
    }
  }
  for (std::uint32_t worker = 0; worker < 6; ++worker) {
    std::memcpy(tile + kLists + 512 * worker + 256, sums[worker].data(), sizeof(Sum));
  }
}

}  // namespace

// Rows of 16 f32 that a list names, added up in two lanes.
Kernel gather_kernel(std::uint32_t row_floats) {
  Kernel kernel;
  kernel.text = ".codelet c\n  muli m4, m14, 512\n  seti m5, " + std::to_string(kLists) +
                "\n  add m4, m4, m5\n  seti m1, " + std::to_string(kSpikes - 1) + "\n  seti m6, " +
                std::to_string(kWeights) +
                "\nspike:\n  ld32step m2, m15, m4, 1\n  add m3, m6, m2\n  rpti " +
                std::to_string(row_floats / 2) +
                ", 1\n  { lda64step a0:1, m15, m3, 1 ; f32v2add a2:3, a2:3, a0:1 }\n"
                "  brnzdec m1, spike\n  sta64 a2:3, m4, m15, 1\n" +
                kTail;
  kernel.native = [row_floats](std::byte* tile, std::uint32_t worker) {
    const auto* list = at<std::uint32_t>(tile, kLists + 512 * worker);
    Sum sum{};
    for (std::uint32_t i = 0; i < kSpikes; ++i) {
      add_row(sum, at<float>(tile, kWeights + list[i]), row_floats);
    }
    std::memcpy(tile + kLists + 512 * worker + 256, sum.data(), sizeof sum);
  };
  kernel.native_in_turns = [row_floats](std::byte* tile) { gather_in_turns(tile, row_floats); };
  return kernel;
}

// u = beta u + i; an exponential surrogate; a spike list; reset by subtraction.
Kernel leaky_kernel() {
  Kernel kernel;
  kernel.text = ".codelet c\n  muli m4, m14, 1024\n  seti m5, " + std::to_string(kWeights) +
                "\n  add m4, m4, m5\n  seti m1, " + std::to_string(kNeurons - 1) +
                "\n  addi m7, m4, 768\n  aseti a8, 0.90625\n  aseti a9, 1.0\nneuron:\n"
                "  lda32 a0, m4, m15, 0\n  lda32 a1, m4, m15, 64\n  f32mul a0, a0, a8\n"
                "  f32add a0, a0, a1\n  f32sub a2, a9, a0\n  f32abs a2, a2\n  f32neg a3, a2\n"
                "  f32exp a3, a3\n  f32cmplt a4, a9, a0\n  atom m2, a4\n  brz m2, silent\n"
                "  f32sub a0, a0, a9\n  st32 m1, m7, m15, 0\n  addi m7, m7, 4\nsilent:\n"
                "  sta32 a3, m4, m15, 128\n  sta32 a0, m4, m15, 0\n  addi m4, m4, 4\n"
                "  brnzdec m1, neuron\n" +
                kTail;
  kernel.native = [](std::byte* tile, std::uint32_t worker) {
    auto* u = at<float>(tile, kWeights + 1024 * worker);
    auto* list = at<std::uint32_t>(tile, kWeights + 1024 * worker + 768);
    for (std::uint32_t i = 0; i < kNeurons; ++i) {
      const float next = u[i] * 0.90625f + u[i + 64];
      u[i + 128] = arch::base::exp_f32(-std::abs(1.0f - next));
      u[i] = next;
      if (1.0f < next) {
        u[i] = next - 1.0f;
        *list++ = kNeurons - 1 - i;
      }
    }
  };
  return kernel;
}

Kernel half_dot_kernel() {
  Kernel kernel;
  kernel.text = ".codelet c\n  muli m3, m14, 4096\n  seti m5, " + std::to_string(kWeights) +
                "\n  add m3, m3, m5\n  addi m4, m3, 2048\n  seti m6, " + std::to_string(kState) +
                "\n  muli m7, m14, 16\n  add m6, m6, m7\n"
                "  rpti 256, 1\n"
                "  { ld2x64 a0:3, m3, m4, 1, 1 ; f16v4dot a4:7, a0:1, a2:3 }\n"
                "  sta64 a4:5, m6, m15, 0\n  sta64 a6:7, m6, m15, 1\n" +
                kTail;
  kernel.native = [](std::byte* tile, std::uint32_t worker) {
    const auto* x = at<std::uint64_t>(tile, kWeights + 4096 * worker);
    arch::base::Float4 sum{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      sum += arch::base::floats_from_halves(x[i]) * arch::base::floats_from_halves(x[i + 256]);
    }
    std::memcpy(tile + kState + 16 * worker, &sum, sizeof sum);
  };
  return kernel;
}

// A linear generator whose bits decide what happens to a table.
Kernel branchy_kernel() {
  Kernel kernel;
  kernel.text =
      ".codelet c\n  muli m4, m14, 1024\n  seti m5, " + std::to_string(kWeights) +
      "\n  add m4, m4, m5\n  seti m1, " + std::to_string(kSteps - 1) +
      "\n  addi m0, m14, 17\nstep:\n  muli m0, m0, 4093\n  addi m0, m0, 1237\n"
      "  shri m2, m0, 24\n  andi m3, m0, 4096\n  brz m3, even\n  ld32x m5, m4, m2\n"
      "  add m5, m5, m0\n  st32x m5, m4, m2\n  br next\neven:\n  andi m3, m0, 2048\n"
      "  brz m3, next\n  xor m6, m6, m0\nnext:\n  brnzdec m1, step\n  st32 m6, m4, m15, 0\n" +
      kTail;
  kernel.native = [](std::byte* tile, std::uint32_t worker) {
    auto* table = at<std::uint32_t>(tile, kWeights + 1024 * worker);
    std::uint32_t x = worker + 17, sum = 0;
    for (std::uint32_t i = 0; i < kSteps; ++i) {
      x = x * 4093 + 1237;
      if ((x & 4096) != 0) {
        table[x >> 24] += x;
      } else if ((x & 2048) != 0) {
        sum ^= x;
      }
    }
    table[0] = sum;
  };
  return kernel;
}

KernelTiles::KernelTiles(std::uint32_t tiles) : tiles_(tiles) {
  void* region = mmap(nullptr, std::size_t{tiles} * kTileBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region == MAP_FAILED) throw std::bad_alloc();
  bytes_ = static_cast<std::byte*>(region);
  for (std::uint32_t i = 0; i < tiles; ++i) fill(tile(i), i);
}

KernelTiles::~KernelTiles() { munmap(bytes_, std::size_t{tiles_} * kTileBytes); }

std::byte* KernelTiles::tile(std::uint32_t index) const {
  return bytes_ + std::size_t{index} * kTileBytes;
}

std::uint64_t KernelTiles::run(const sim::Executor& executor, sim::PreparedProgram& program) const {
  sim::ComputeCounts counts;
  for (std::uint32_t i = 0; i < tiles_; ++i) {
    static_cast<void>(executor.run(program, {tile(i), 0, kTileBytes}, 0, 0x7000, 0x7800, counts));
  }
  return counts.instructions;
}

void KernelTiles::run(const Kernel& kernel) const {
  for (std::uint32_t i = 0; i < tiles_; ++i) {
    for (std::uint32_t worker = 0; worker < 6; ++worker) kernel.native(tile(i), worker);
  }
}

void KernelTiles::run_in_turns(const Kernel& kernel) const {
  for (std::uint32_t i = 0; i < tiles_; ++i) kernel.native_in_turns(tile(i));
}

arch::Machine kernel_machine() {
  arch::Machine machine = isa_machine();
  machine.sram = {0, kTileBytes, 4096, 0x10000, 0, false};
  return machine;
}

double seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  work();
  return now() - begin;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace bspike::tests
