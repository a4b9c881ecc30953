// Owns the keys and checks of a case's convolution.
#include "models/reference/case_convolution.hpp"

#include <algorithm>
#include <array>

#include "models/network/convolution_fields.hpp"

namespace bspike::models {
namespace {

constexpr std::uint32_t kMost = 1 << 20;

Extent read_extent(const JsonCursor& node, std::uint32_t least) {
  const auto items = node.items();
  if (items.size() == 2) return {items[0].count(least, kMost), items[1].count(least, kMost)};
  if (node.exists()) node.fail("expected two numbers, rows and columns");
  return {};
}

Pool read_pool(const JsonCursor& node) {
  static constexpr std::array<const char*, 3> kNames{"max", "average", "sum"};
  const JsonCursor kind = node.at("kind");
  const std::string name = kind.text();
  const auto* const found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end() && kind.exists())
    kind.fail("expected max, average or sum, found \"" + name + "\"");
  Pool pool;
  pool.kind = static_cast<PoolKind>(found == kNames.end() ? 1 : found - kNames.begin() + 1);
  pool.size = read_extent(node.at("size"), 1);
  return pool;
}

}  // namespace

Convolution read_case_convolution(const JsonCursor& node) {
  static const std::vector<std::string> kKeys{"in_shape", "channels", "kernel",
                                              "stride",   "padding",  "pool"};
  for (const std::string& key : node.keys())
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end())
      node.at(key.c_str()).fail("this key is not supported here");
  Convolution conv;
  const auto shape = node.at("in_shape").items();
  if (shape.size() == 3)
    conv.input = {shape[0].count(1, kMost), shape[1].count(1, kMost), shape[2].count(1, kMost)};
  else
    node.fail("in_shape has three numbers: channels, rows, columns");
  conv.channels = node.at("channels").count(1, kMost);
  conv.kernel = read_extent(node.at("kernel"), 1);
  conv.stride = read_extent(node.at("stride"), 1);
  conv.padding = read_extent(node.at("padding"), 0);
  if (node.has("pool")) conv.pool = read_pool(node.at("pool"));
  const std::string reason = why_impossible(conv);
  if (reason.empty()) return conv;
  node.fail(reason);
  return {{1, 1, 1}, 1, {}, {}, {0, 0}, {}};
}

}  // namespace bspike::models
