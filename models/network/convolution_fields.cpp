// Owns the sentences and ranges of those keys, and the checks.
#include "models/network/convolution_fields.hpp"

#include <vector>

#include "models/network/described.hpp"

namespace bspike::models {
namespace {

using arch::base::DiagnosticSink;
using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::NodeKind;
using arch::base::NodePtr;
using arch::base::Range;
using arch::base::Unit;

constexpr double kMost = 1 << 20;
constexpr Range kExtent{1, kMost};
constexpr Range kBorder{0, kMost};
constexpr std::uint64_t kMostNeurons = 1 << 20;  // as of a layer's size

constexpr std::uint64_t kMostWeights = 1ull << 28;

using Numbers = std::vector<std::int64_t>;

// One number for both, or a list of two; other lists leave a 0, which the geometry refuses.
void describe_extent(FieldVisitor& visit, std::string_view key, Extent& extent, bool as_list,
                     const Range& range, std::string_view doc) {
  if (!as_list && extent.rows == extent.columns) {
    visit.option(key, extent.rows, Unit::kNone, range, doc);
    extent.columns = extent.rows;
    return;
  }
  Numbers numbers{extent.rows, extent.columns};
  visit.option(key, numbers, Unit::kNone, range, doc);
  extent = {0, 0};
  if (numbers.size() != 2) return;
  extent = {static_cast<std::uint32_t>(numbers[0]), static_cast<std::uint32_t>(numbers[1])};
}

void describe_pool(FieldVisitor& visit, Pool& pool, const ListKeys& lists) {
  int kind = static_cast<int>(pool.kind) - 1;
  visit.choice("kind", kind, {"max", "average", "sum"},
               "What stands for a window: its largest sum, the mean, or the sum.");
  pool.kind = static_cast<PoolKind>(kind + 1);
  describe_extent(
      visit, "size", pool.size, lists.contains("pool.size"), kExtent,
      "Rows and columns of a window; windows lie side by side from the map's first row and "
      "column on, and what they leave over is dropped.");
}

const Node* child(const Node& node, std::string_view key) {
  return node.kind == NodeKind::kMapping ? node.find(key) : nullptr;
}

bool is_list(const Node* node) { return node != nullptr && node->kind == NodeKind::kSequence; }

std::string text(std::uint64_t rows, std::uint64_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

std::string text(const Extent& extent) { return text(extent.rows, extent.columns); }

}  // namespace

void describe_shape(FieldVisitor& visit, MapShape& shape) {
  Numbers numbers;
  if (shape.size() > 0) numbers = {shape.channels, shape.rows, shape.columns};
  visit.option("shape", numbers, Unit::kNone, kExtent,
               "Channels, rows and columns of a map, for convolutions to see.");
  const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(numbers[i]); };
  shape = numbers.size() == 3 ? MapShape{at(0), at(1), at(2)} : MapShape{1, 0, 0};
}

void describe_convolution(FieldVisitor& visit, Convolution& conv, const ListKeys& lists) {
  visit.field("channels", conv.channels, Unit::kNone, kExtent,
              "conv2d: maps that come out, each from all that come in.");
  describe_extent(
      visit, "kernel", conv.kernel, lists.contains("kernel"), kExtent,
      "conv2d: rows and columns of the kernel, one number for both or [rows, columns].");
  describe_extent(visit, "stride", conv.stride, lists.contains("stride"), kExtent,
                  "conv2d: by which the kernel steps.");
  describe_extent(visit, "padding", conv.padding, lists.contains("padding"), kBorder,
                  "conv2d: zeros around the map, on each side.");
  constexpr std::string_view kDoc = "conv2d: pools the sums, before the neurons; absent: does not.";
  NodePtr none;
  if (conv.pool.kind == PoolKind::kNone) return visit.subtree("pool", none, kDoc, false);
  DescribedSection section{
      [&conv, &lists](FieldVisitor& inner) { describe_pool(inner, conv.pool, lists); }};
  visit.section("pool", section, kDoc, false);
}

void foresee_projection(const Node& layer, Projection& projection, ListKeys& lists) {
  const Node* node = child(layer, "projection");
  if (node == nullptr) return;
  const Node* kind = child(*node, "kind");
  if (kind == nullptr || kind->scalar != "conv2d") return;
  projection.kind = ProjectionKind::kConv2d;
  for (const char* key : {"kernel", "stride", "padding"})
    if (is_list(child(*node, key))) lists.insert(key);
  const Node* pool = child(*node, "pool");
  if (pool == nullptr) return;
  projection.convolution.pool.kind = PoolKind::kMax;
  if (is_list(child(*pool, "size"))) lists.insert("pool.size");
}

std::string projection_name(const Projection& projection, std::size_t layer) {
  return (projection.is_conv() ? "conv" : "fc") + std::to_string(layer);
}

std::string why_impossible(const Convolution& conv) {
  const MapShape from = conv.padded();
  if (conv.kernel.cells() == 0 || conv.stride.cells() == 0 || conv.pool.size.cells() == 0)
    return "kernel, stride and pool size are two numbers above 0, rows and columns, or one for "
           "both";
  if (conv.kernel.rows > from.rows || conv.kernel.columns > from.columns)
    return "a kernel of " + text(conv.kernel) + " does not fit into a map of " +
           text(from.rows, from.columns) + ", padding included";
  if (conv.channels > kMostWeights / conv.taps())
    return "its weights are more than the " + std::to_string(kMostWeights) + " that are supported";
  const MapShape map = conv.map();
  if (conv.pool.size.rows > map.rows || conv.pool.size.columns > map.columns)
    return "windows of " + text(conv.pool.size) + " do not fit into the convolution's map of " +
           text(map.rows, map.columns);
  if (conv.output().size() > kMostNeurons)
    return "its " + std::to_string(conv.output().size()) + " neurons are more than " +
           std::to_string(kMostNeurons);
  return {};
}

void resolve_convolution(const Node& layer, DiagnosticSink& sink, const Population& below,
                         Projection& projection, Population& population) {
  const Node& at = *layer.find("projection");
  const auto refuse = [&](std::string message, std::string hint = {}) {
    sink.add({at.where, at.key_path, std::move(message), std::move(hint)});
  };
  if (!below.shape.is_map())
    return refuse("a convolution needs a map, and \"" + below.name + "\" below it is none",
                  below.is_input ? "give the input a shape: [channels, rows, columns]"
                                 : "maps are an input with a shape and layers of conv2d");
  Convolution& conv = projection.convolution;
  conv.input = below.shape;
  if (conv.input.size() == 0 || conv.channels == 0) return;  // said already
  if (const std::string reason = why_impossible(conv); !reason.empty()) return refuse(reason);
  population.shape = conv.output();
  const auto size = static_cast<std::uint32_t>(population.shape.size());
  if (population.size != 0 && population.size != size)
    refuse("the layer's size is " + std::to_string(population.size) +
               ", but the convolution gives " + std::to_string(population.shape.channels) + " x " +
               text(population.shape.rows, population.shape.columns) + " = " +
               std::to_string(size) + " neurons",
           "leave size out");
  population.size = size;
}

}  // namespace bspike::models
