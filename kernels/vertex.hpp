// Owns calls of codelets by name while a program is made, and their argument blocks and launch
// tables in tile memory. Contract: words and offsets are relative to the tile's vertex-state
// region.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arch/program/image.hpp"
#include "kernels/codelet_names.hpp"
#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

// An address or integer argument; the value fits 32 bits where the layout is addressable.
struct NamedWord {
  std::string_view name;
  std::uint64_t value;
};

// A call: the words of the argument block in the codelet's order.
struct Call {
  std::string_view codelet;  // of the codelet table
  std::vector<std::uint32_t> words;
  bool multi_worker = true;
};

// Binds arguments by name: addresses and integers from `words`, then numbers (rounded to f32) from
// `numbers`. Throws CompileError for an argument that neither knows.
[[nodiscard]] Call call_of(const std::string& codelet, const std::vector<NamedWord>& words,
                           const NamedNumbers* numbers = nullptr);

// What a tile does in one compute set.
struct TileCalls {
  arch::TileId tile = 0;
  std::vector<Call> calls;
};

// The words of a tile's vertex-state region: argument blocks, launch tables and constant tables,
// equal ones once.
class VertexState {
 public:
  // Offset in bytes; 8-byte aligned.
  std::uint32_t add(const std::vector<std::uint32_t>& words);
  [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }
  [[nodiscard]] std::uint32_t bytes() const {
    return static_cast<std::uint32_t>(words_.size() * 4);
  }

 private:
  std::vector<std::uint32_t> words_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> offsets_;
};

}  // namespace bspike::kernels
