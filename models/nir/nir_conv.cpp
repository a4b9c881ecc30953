// Owns the arithmetic of folding kernels and windows.
#include "models/nir/nir_conv.hpp"

#include <algorithm>
#include <cmath>

#include "models/network/convolution_fields.hpp"

namespace bspike::models {
namespace {

constexpr std::uint64_t kMostWeights = 1ull << 28;

[[noreturn]] void refuse(std::string reason) { throw NirRefusal{std::move(reason)}; }

std::uint32_t whole(double value, double low, const std::string& what) {
  if (!(value >= low && value <= 1 << 20) || value != std::floor(value))
    refuse(what + " is no whole number from " + std::to_string(static_cast<int>(low)) +
           " to 1048576");
  return static_cast<std::uint32_t>(value);
}

// Extents of folded nodes are products, which stay in the range of those of one node.
std::uint32_t product(std::uint64_t a, std::uint64_t b, std::uint64_t more = 0) {
  if (a * b + more > 1 << 20) refuse("with the nodes before it, it reaches beyond 1048576 rows");
  return static_cast<std::uint32_t>(a * b + more);
}

Extent product(const Extent& a, const Extent& b) {
  return {product(a.rows, b.rows), product(a.columns, b.columns)};
}

// One number for both, two, or of a Conv1d one for the columns.
Extent extent_of(const NirNode& node, const std::string& field, double low, bool one_row) {
  const std::vector<double>& values = node.find(field)->values;
  if (values.size() > (one_row ? 1u : 2u)) refuse(field + " has too many numbers");
  const std::uint32_t last = whole(values.back(), low, field);
  const std::uint32_t alone = low == 0 ? 0 : 1;
  return {one_row ? alone : whole(values.front(), low, field), last};
}

std::string text(std::uint64_t rows, std::uint64_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

// "same" keeps the size of the map, with as much on each side.
std::uint32_t same_padding(std::uint32_t kernel, std::uint32_t stride) {
  if (stride != 1) refuse("its padding is \"same\", but its stride is not 1");
  if (kernel % 2 == 0)
    refuse("its padding is \"same\" with an even kernel, so it differs from side to side");
  return kernel / 2;
}

Extent padding_of(const NirNode& node, const Convolution& kernel, bool one_row) {
  const auto named = node.texts.find("padding");
  if (named == node.texts.end()) return extent_of(node, "padding", 0, one_row);
  if (named->second == "valid") return {0, 0};
  if (named->second != "same") refuse("its padding is \"" + named->second + "\"");
  return {same_padding(kernel.kernel.rows, kernel.stride.rows),
          same_padding(kernel.kernel.columns, kernel.stride.columns)};
}

struct Kernel {
  std::uint32_t outputs, inputs;  // inputs of a group
  Extent size, dilation;
  std::uint32_t groups;
};

Kernel kernel_of(const NirNode& node, const MapShape& input, bool one_row) {
  const std::vector<std::uint64_t>& shape = node.find("weight")->shape;
  if (shape.size() != (one_row ? 3u : 4u))
    refuse("its weight has " + std::to_string(shape.size()) + " dimensions");
  for (const std::uint64_t extent : shape)
    if (extent == 0 || extent > 1 << 20) refuse("its weight is too large");
  const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(shape[i]); };
  Kernel kernel{at(0), at(1), one_row ? Extent{1, at(2)} : Extent{at(2), at(3)},
                extent_of(node, "dilation", 1, one_row),
                whole(node.find("groups")->values.front(), 1, "groups")};
  if (std::uint64_t{kernel.inputs} * kernel.groups != input.channels ||
      kernel.outputs % kernel.groups != 0)
    refuse("its weight takes " + std::to_string(kernel.inputs) + " channels in " +
           std::to_string(kernel.groups) + " groups, but " + std::to_string(input.channels) +
           " come");
  return kernel;
}

std::uint64_t checked_size(const Convolution& conv) {
  const std::uint64_t taps = conv.taps();
  if (taps == 0 || conv.channels > kMostWeights / taps) refuse("its weight is too large");
  return conv.channels * taps;
}

// Groups and dilation as zeros.
std::vector<double> spread_weights(const Kernel& kernel, const std::vector<double>& values,
                                   const Convolution& conv) {
  std::vector<double> weight(checked_size(conv), 0);
  const std::uint64_t cells = kernel.size.cells();
  const std::uint32_t outputs = kernel.outputs / kernel.groups;
  for (std::uint64_t o = 0; o < kernel.outputs; ++o)
    for (std::uint64_t i = 0; i < kernel.inputs; ++i)
      for (std::uint64_t cell = 0; cell < cells; ++cell) {
        const std::uint64_t channel = o / outputs * kernel.inputs + i;
        const std::uint64_t row = cell / kernel.size.columns * kernel.dilation.rows;
        const std::uint64_t column = cell % kernel.size.columns * kernel.dilation.columns;
        weight[((o * conv.input.channels + channel) * conv.kernel.rows + row) *
                   conv.kernel.columns +
               column] = values[(o * kernel.inputs + i) * cells + cell];
      }
  return weight;
}

std::uint32_t steps(std::uint32_t size, std::uint32_t window, std::uint32_t step,
                    std::uint32_t border) {
  return (size + 2 * border - window) / step + 1;
}

// The value that all neurons of each channel have.
std::vector<double> by_channel(const std::vector<double>& values, std::uint32_t channels,
                               const char* what) {
  const std::size_t each = values.size() / channels;
  std::vector<double> result;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    result.push_back(values[channel * each]);
    for (std::size_t i = 0; i < each; ++i)
      if (values[channel * each + i] != result.back())
        refuse(std::string("its neurons differ in ") + what +
               " within a channel, which has one kernel");
  }
  return result;
}

}  // namespace

NirConv::NirConv(const MapShape& input, double factor) : input_(input), factor_(factor) {}

bool NirConv::takes(const NirNode& node) {
  return node.type == "Conv1d" || node.type == "Conv2d" || node.type == "SumPool2d" ||
         node.type == "AvgPool2d";
}

void NirConv::append(const NirNode& node) {
  if (node.type == "Conv1d" || node.type == "Conv2d")
    convolve(node);
  else
    pool(node);
}

void NirConv::scale(double factor) {
  if (!has_kernel_) {
    factor_ *= factor;
    return;
  }
  for (double& value : weight_) value *= factor;
  for (double& value : bias_) value *= factor;
}

MapShape NirConv::pooled() const {
  return {input_.channels, steps(input_.rows, window_.rows, step_.rows, border_.rows),
          steps(input_.columns, window_.columns, step_.columns, border_.columns)};
}

MapShape NirConv::output() const { return has_kernel_ ? conv_.output() : pooled(); }

// The kernel works on pooled places: it grows by the windows, which may overlap.
void NirConv::take_kernel(const Convolution& kernel, const std::vector<double>& weight) {
  conv_ = kernel;
  conv_.input = input_;
  conv_.kernel = {product(kernel.kernel.rows - 1, step_.rows, window_.rows),
                  product(kernel.kernel.columns - 1, step_.columns, window_.columns)};
  conv_.stride = product(kernel.stride, step_);
  conv_.padding = {product(kernel.padding.rows, step_.rows, border_.rows),
                   product(kernel.padding.columns, step_.columns, border_.columns)};
  weight_.assign(checked_size(conv_), 0);
  const std::uint64_t cells = kernel.kernel.cells(), columns = conv_.kernel.columns;
  for (std::uint64_t i = 0; i < weight.size(); ++i) {
    const std::uint64_t cell = i % cells;
    const std::uint64_t row = cell / kernel.kernel.columns * step_.rows;
    const std::uint64_t column = cell % kernel.kernel.columns * step_.columns;
    double* const target = &weight_[i / cells * conv_.kernel.cells() + row * columns + column];
    for (std::uint64_t r = 0; r < window_.rows; ++r)
      for (std::uint64_t c = 0; c < window_.columns; ++c)
        target[r * columns + c] += factor_ * weight[i];
  }
  has_kernel_ = true;
}

void NirConv::convolve(const NirNode& node) {
  if (has_kernel_) refuse("there are no neurons between it and the convolution before it");
  const bool one_row = node.type == "Conv1d";
  const MapShape map = pooled();
  if (one_row && map.rows != 1)
    refuse("its input is a map of " + text(map.rows, map.columns) + ", not a row");
  const Kernel kernel = kernel_of(node, map, one_row);
  Convolution conv;
  conv.input = map;
  conv.channels = kernel.outputs;
  const auto dilated = [](std::uint32_t size, std::uint32_t by) {
    return whole((static_cast<double>(size) - 1) * by + 1, 1, "the kernel's dilated size");
  };
  conv.kernel = {dilated(kernel.size.rows, kernel.dilation.rows),
                 dilated(kernel.size.columns, kernel.dilation.columns)};
  conv.stride = extent_of(node, "stride", 1, one_row);
  conv.padding = padding_of(node, conv, one_row);
  if (const std::string reason = why_impossible(conv); !reason.empty()) refuse(reason);
  // A border of pooled zeros is a border of zeros only where windows fill the map.
  const bool whole_windows = step_ == window_ && input_.rows % step_.rows == 0 &&
                             input_.columns % step_.columns == 0 && border_ == Extent{0, 0};
  if (conv.padding.rows + conv.padding.columns > 0 && !whole_windows)
    refuse("it pads a pooled map whose windows overlap, are padded or do not fill the map below");
  take_kernel(conv, spread_weights(kernel, node.find("weight")->values, conv));
  if (const std::string reason = why_impossible(conv_); !reason.empty()) refuse(reason);
  const std::vector<double>& bias = node.find("bias")->values;
  if (bias.size() != conv.channels && bias.size() != 1)
    refuse("its bias has " + std::to_string(bias.size()) + " values for " +
           std::to_string(conv.channels) + " channels");
  bias_ = bias;
  bias_.resize(conv.channels, bias.front());
}

void NirConv::pool_before(const Pool& pool, const Extent& stride, const Extent& padding) {
  const bool first = window_ == Extent{} && step_ == Extent{} && border_ == Extent{0, 0};
  if (!first && padding != Extent{0, 0}) refuse("it pads a map that is pooled already");
  const MapShape map = pooled();
  if (pool.size.rows > map.rows + 2 * padding.rows ||
      pool.size.columns > map.columns + 2 * padding.columns)
    refuse("windows of " + text(pool.size.rows, pool.size.columns) + " do not fit into a map of " +
           text(map.rows, map.columns));
  window_ = {product(pool.size.rows - 1, step_.rows, window_.rows),
             product(pool.size.columns - 1, step_.columns, window_.columns)};
  step_ = product(step_, stride);
  if (first) border_ = padding;
  factor_ *= pool.factor();
}

void NirConv::pool(const NirNode& node) {
  Pool pool{node.type == "SumPool2d" ? PoolKind::kSum : PoolKind::kAverage,
            extent_of(node, "kernel_size", 1, false)};
  const Extent stride = extent_of(node, "stride", 1, false);
  const Extent padding = extent_of(node, "padding", 0, false);
  if (!has_kernel_) return pool_before(pool, stride, padding);
  if (conv_.pool.kind != PoolKind::kNone)
    refuse("it is the second pooling behind a convolution; one can be run");
  if (stride != pool.size || padding != Extent{0, 0})
    refuse("behind a convolution only windows side by side, without padding, can be run");
  conv_.pool = pool;
  if (const std::string reason = why_impossible(conv_); !reason.empty()) refuse(reason);
}

NirConv NirConv::complete() const {
  NirConv whole = *this;
  if (has_kernel_) return whole;
  Convolution alone;
  alone.input = pooled();
  alone.channels = input_.channels;
  std::vector<double> identity(checked_size(alone), 0);
  for (std::uint64_t c = 0; c < input_.channels; ++c) identity[c * input_.channels + c] = 1;
  whole.take_kernel(alone, identity);
  return whole;
}

std::vector<double> NirConv::matrix() const {
  const NirConv whole = complete();
  const Convolution& conv = whole.conv_;
  const MapShape map = conv.map(), out = conv.output();
  if (out.size() > kMostWeights / conv.input.size() || map.size() > 4 * kMostWeights / conv.taps())
    refuse("as dense weights the map before it is too large");
  std::vector<double> matrix(out.size() * conv.input.size(), 0);
  const double factor = conv.pool.factor();
  for (std::uint64_t i = 0; i < map.size() * conv.taps(); ++i) {
    const std::uint64_t tap = i % conv.taps(), place = i / conv.taps() % map.positions();
    const std::uint64_t channel = i / conv.taps() / map.positions();
    const std::uint64_t cell = tap % conv.kernel.cells();
    const std::uint64_t row = place / map.columns, column = place % map.columns;
    if (row / conv.pool.size.rows >= out.rows || column / conv.pool.size.columns >= out.columns)
      continue;  // no window has it
    const std::uint64_t y = row * conv.stride.rows + cell / conv.kernel.columns;
    const std::uint64_t x = column * conv.stride.columns + cell % conv.kernel.columns;
    const bool inside = y >= conv.padding.rows && y < conv.padding.rows + conv.input.rows &&
                        x >= conv.padding.columns && x < conv.padding.columns + conv.input.columns;
    if (!inside) continue;
    const std::uint64_t from =
        (tap / conv.kernel.cells() * conv.input.rows + y - conv.padding.rows) * conv.input.columns +
        x - conv.padding.columns;
    const std::uint64_t to = (channel * out.rows + row / conv.pool.size.rows) * out.columns +
                             column / conv.pool.size.columns;
    matrix[to * conv.input.size() + from] += factor * whole.weight_[channel * conv.taps() + tap];
  }
  return matrix;
}

std::vector<double> NirConv::output_bias() const {
  std::vector<double> bias;
  const double cells =
      conv_.pool.kind == PoolKind::kSum ? static_cast<double>(conv_.pool.size.cells()) : 1;
  for (const double value : bias_)
    bias.insert(bias.end(), conv_.output().positions(), cells * value);
  return bias;
}

void NirConv::finish(const NirNeurons& neurons, NirLayer& layer) const {
  const NirConv whole = complete();
  const Convolution& conv = whole.conv_;
  const std::vector<double> gain = by_channel(neurons.gain, conv.channels, "gain");
  const std::vector<double> drive = by_channel(neurons.drive, conv.channels, "leak");
  const double cells =
      conv.pool.kind == PoolKind::kSum ? static_cast<double>(conv.pool.size.cells()) : 1;
  layer.size = static_cast<std::uint32_t>(conv.output().size());
  layer.convolution = conv;
  layer.weight = whole.weight_;
  for (std::size_t i = 0; i < layer.weight.size(); ++i) layer.weight[i] *= gain[i / conv.taps()];
  const bool driven =
      std::any_of(drive.begin(), drive.end(), [](double value) { return value != 0; });
  if (!driven && whole.bias_.empty()) return;
  layer.bias = whole.bias_;
  layer.bias.resize(conv.channels, 0);
  for (std::size_t channel = 0; channel < conv.channels; ++channel)
    layer.bias[channel] = layer.bias[channel] * gain[channel] + drive[channel] / cells;
}

}  // namespace bspike::models
