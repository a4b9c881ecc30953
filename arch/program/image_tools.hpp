// Owns what can be done with an Image besides running it: verify, write, read, print.
#pragma once

#include <filesystem>
#include <string>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"

namespace bspike::arch {

// Throws CompileError naming every breach of the contracts in image.hpp, exchange_plan.hpp and
// schedule.hpp (indices in range, regions inside SRAM and disjoint, receives disjoint, launch
// tables agree, tensors cover each element once, ...).
void verify_image(const Image& image, const Machine& machine);

// Binary file with magic, version, section lengths and a checksum. read_image throws FormatError
// with the offset of what is wrong and never crashes on damaged input.
void write_image(const Image& image, const std::filesystem::path& file);
[[nodiscard]] Image read_image(const std::filesystem::path& file);
[[nodiscard]] std::string serialize_image(const Image& image);
[[nodiscard]] Image parse_image(const std::string& bytes, const std::string& name);

// Text forms for people: summary, memory maps, plan, schedule, assembly of all programs.
[[nodiscard]] std::string image_text(const Image& image);
[[nodiscard]] std::string plan_text(const Image& image);
[[nodiscard]] std::string assembly_text(const Image& image);

}  // namespace bspike::arch
