// Owns the .tasm reader.
#include "tests/isa/tasm_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bspike::tests {
namespace {

std::uint32_t read_value(const std::string& text) {
  const char* const end = text.data() + text.size();
  const bool is_hex = text.starts_with("0x");
  if (!is_hex && text.ends_with('f')) {
    float value = 0;
    if (std::from_chars(text.data(), end - 1, value).ptr == end - 1) {
      return std::bit_cast<std::uint32_t>(value);
    }
  }
  std::int64_t value = 0;
  const char* begin = text.data() + (is_hex ? 2 : 0);
  if (begin == end || std::from_chars(begin, end, value, is_hex ? 16 : 10).ptr != end) {
    throw std::runtime_error("no value: " + text);
  }
  return static_cast<std::uint32_t>(value);
}

// m0, a7, mem[0x8000]; false if it is none of them.
bool set_place(TasmState& state, const std::string& place, std::uint32_t value) {
  if (place.starts_with("mem[") && place.ends_with(']')) {
    state.memory[read_value(place.substr(4, place.size() - 5))] = value;
    return true;
  }
  const bool is_register = place.size() >= 2 && (place[0] == 'm' || place[0] == 'a') &&
                           place.find_first_not_of("0123456789", 1) == std::string::npos;
  if (is_register) (place[0] == 'm' ? state.m : state.a)[read_value(place.substr(1))] = value;
  return is_register;
}

void take_setting(TasmCase& at, bool expected, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) throw std::runtime_error("no `=` in " + word);
  const std::string place = word.substr(0, equals);
  const std::string value = word.substr(equals + 1);
  if (expected && place == "fault") {
    at.fault = value;
  } else if (!set_place(expected ? at.expect : at.init, place, read_value(value))) {
    if (!expected) throw std::runtime_error("no place: " + place);
    at.numbers[place] = read_value(value);
  }
}

void take_comment(TasmFile& file, const std::string& line) {
  std::istringstream words(line);
  std::string mark, key, word;
  words >> mark >> key;
  if (mark != ";") return;
  if (key == "case:") {
    TasmCase& added = file.cases.emplace_back();
    words >> added.name >> added.codelet;
    return;
  }
  if (key != "init:" && key != "expect:" && key != "supervisor:") return;
  if (file.cases.empty()) throw std::runtime_error(key + " before any case");
  while (words >> word) {
    if (key == "supervisor:") {
      file.cases.back().launch_address = read_value(word);
    } else {
      take_setting(file.cases.back(), key == "expect:", word);
    }
  }
}

}  // namespace

TasmFile read_tasm(const std::filesystem::path& path) {
  TasmFile file;
  file.path = path;
  std::ifstream in(path);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    file.text += line + "\n";
    try {
      take_comment(file, line);
    } catch (const std::exception& error) {
      throw std::runtime_error(path.string() + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return file;
}

std::vector<std::filesystem::path> tasm_paths() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(BSPIKE_SOURCE_DIR) / "tests/isa")) {
    if (entry.path().extension() == ".tasm") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

}  // namespace bspike::tests
