// Owns the way from scheduled, allocated code to issues at word addresses.
// Contract: bundles are 8-byte aligned and repeat bodies are bundles only. Where a single
// instruction would leave a bundle misaligned, it becomes a bundle with a filler: the place costs a
// word, never an issue slot. Fillers: AUX `mov32 a14, a14`, MAIN `nop`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/tile_program.hpp"
#include "kernels/codelets/codelet.hpp"
#include "kernels/emit/code.hpp"
#include "kernels/emit/register_allocator.hpp"

namespace bspike::kernels {

// Instructions that do nothing, for the empty half of a bundle.
[[nodiscard]] arch::isa::Instruction main_filler();
[[nodiscard]] arch::isa::Instruction aux_filler();

struct PlacedIssue {
  arch::isa::Issue issue;
  std::uint32_t word = 0;           // from the codelet's start
  std::uint32_t target = kNoLabel;  // word that `first` branches to, from the codelet's start
  std::uint32_t block = 0;
};

// A codelet ready to be put into a program.
struct CompiledCodelet {
  std::string name;
  std::vector<PlacedIssue> issues;
  std::vector<std::string> block_regions;  // region of each block
  std::uint32_t words = 0;                 // even: the next codelet starts aligned
  std::uint32_t scratch_bytes = 0;
};

[[nodiscard]] CompiledCodelet lay_out(const AllocatedCode& allocated);

// Appends a codelet's words, which must start at an even word.
void append_words(const CompiledCodelet& codelet, std::vector<std::uint32_t>& words);

// Issue slots of one issue: a bundle takes as long as its slower half.
[[nodiscard]] std::uint32_t issue_slots(const arch::isa::Issue& issue,
                                        const arch::Machine& machine);

// Issue slots of one execution of each region.
[[nodiscard]] std::map<std::string, std::uint64_t> region_slots(const CompiledCodelet& codelet,
                                                                const arch::Machine& machine);

}  // namespace bspike::kernels
