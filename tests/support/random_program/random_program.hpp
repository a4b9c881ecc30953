// Owns random tile programs for round-trip and differential tests: legal by construction, using
// every instruction of the table (new rows too), with loops, branches, bundles, and now and then a
// fault. Contract: a pure function of the seed or of the bytes; a program ends within a few ten
// thousand slots.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "arch/program/tile_program.hpp"

namespace bspike::tests {

struct RandomProgramOptions {
  std::uint32_t codelets = 2;
  std::uint32_t statements = 12;     // of a codelet, loops counting as one
  std::uint32_t fault_percent = 20;  // codelets that hold an access, trap or repeat that faults
  bool supervisor = true;            // worker w runs codelet w mod codelets, all in one segment
  std::uint32_t workers = 6;
};

struct RandomProgram {
  std::string text;
  arch::TileProgram program;
};

// Vertices need kRandomVertexBytes of data around nothing else: pointers start in the middle of it.
// The supervisor's launch table: one vertex base a worker.
inline constexpr std::uint32_t kRandomVertexBytes = 4096;

[[nodiscard]] RandomProgram random_program(std::uint64_t seed,
                                           const RandomProgramOptions& options = {});

// Bytes decide as long as they last, so that a fuzzer can steer.
[[nodiscard]] RandomProgram random_program(std::span<const std::uint8_t> bytes,
                                           const RandomProgramOptions& options = {});

}  // namespace bspike::tests
