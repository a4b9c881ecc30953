// Owns reading a .tasm test file: the program and its cases (format: tests/isa/README.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bspike::tests {

struct TasmState {
  std::map<std::uint32_t, std::uint32_t> m;       // by register
  std::map<std::uint32_t, std::uint32_t> a;       // by register
  std::map<std::uint32_t, std::uint32_t> memory;  // by address
};

struct TasmCase {
  std::string name;
  std::string codelet;
  TasmState init;
  TasmState expect;
  std::string fault = "none";
  std::map<std::string, std::uint32_t> numbers;  // address, code, slots, instructions, launch
  std::optional<std::uint32_t> launch_address;   // of a supervisor case
};

struct TasmFile {
  std::filesystem::path path;
  std::string text;
  std::vector<TasmCase> cases;
};

// Throws std::runtime_error that names the file and line of what it cannot read.
[[nodiscard]] TasmFile read_tasm(const std::filesystem::path& path);
[[nodiscard]] std::vector<std::filesystem::path> tasm_paths();

}  // namespace bspike::tests
