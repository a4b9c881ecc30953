// Owns the arithmetic of folding, in double.
#include "models/nir/nir_linear.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bspike::models {
namespace {

constexpr std::uint64_t kMostWeights = 1ull << 28;
constexpr std::uint32_t kMostDelay = 65535;  // time steps, as of a projection in a run file

[[noreturn]] void refuse(std::string reason) { throw NirRefusal{std::move(reason)}; }

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t extent : shape)
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "1" : text;
}

std::uint64_t elements(const std::vector<std::uint64_t>& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape) {
    if (extent != 0 && count > kMostWeights / extent) refuse("its shape is too large");
    count *= extent;
  }
  return count;
}

// Negative dimensions count from the end.
std::size_t dimension(const NirNode& node, const char* field, std::size_t rank) {
  const double value = node.find(field)->values.front();
  const double place = value < 0 ? value + static_cast<double>(rank) : value;
  if (!(place >= 0 && place < static_cast<double>(rank)) || place != std::floor(place))
    refuse(std::string(field) + " is no dimension of " + std::to_string(rank));
  return static_cast<std::size_t>(place);
}

}  // namespace

std::uint64_t NirLinear::size() const { return elements(shape_); }

void NirLinear::append(const NirNode& node, std::optional<double> dt_seconds) {
  if (NirConv::takes(node)) append_to_map(node);
  if (node.type == "Linear" || node.type == "Affine") multiply(*node.find("weight"));
  if (node.type == "Affine") add_bias(*node.find("bias"));
  if (node.type == "Scale") scale(*node.find("scale"));
  if (node.type == "Flatten") flatten(node);
  if (node.type == "Delay") delay(node, dt_seconds);
}

void NirLinear::add(NirLinear other) {
  if (size() != other.size())
    refuse("it adds up " + std::to_string(size()) + " and " + std::to_string(other.size()) +
           " values");
  if (delay_ != other.delay_)
    refuse("it adds up what comes after " + std::to_string(delay_) + " and after " +
           std::to_string(other.delay_) +
           " time steps; all spikes from one layer to the next take equally long");
  become_matrix();
  other.become_matrix();
  for (std::size_t i = 0; i < matrix_.size(); ++i) matrix_[i] += other.matrix_[i];
  if (bias_.empty()) bias_.resize(other.bias_.size(), 0);
  for (std::size_t i = 0; i < other.bias_.size(); ++i) bias_[i] += other.bias_[i];
}

// A matrix also where nothing but scales came so far.
void NirLinear::become_matrix() {
  make_dense();
  if (!matrix_.empty()) return;
  matrix_ = weights();
  inputs_ = size();
  scale_.clear();
}

// Of channels, rows and columns, or channels and one row.
MapShape NirLinear::map_shape() const {
  if (shape_.size() != 2 && shape_.size() != 3)
    refuse("its input has the shape " + shape_text(shape_) +
           ", expected channels and one or two dimensions");
  (void)size();
  const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(shape_[i]); };
  return shape_.size() == 2 ? MapShape{at(0), 1, at(1)} : MapShape{at(0), at(1), at(2)};
}

void NirLinear::append_to_map(const NirNode& node) {
  if (!matrix_.empty()) refuse("there are no neurons between it and the weights before it");
  if (!bias_.empty()) refuse("there are no neurons between it and the bias before it");
  if (!is_map_) refuse("the neurons below have dense weights, so they are no map");
  const MapShape map = map_shape();
  if (!conv_) {
    for (const double factor : scale_)
      if (factor != scale_.front()) refuse("the scale before it differs from input to input");
    conv_.emplace(map, scale_.empty() ? 1 : scale_.front());
    scale_.clear();
  }
  if (conv_->output() != map) refuse("there are no neurons between it and the Flatten before it");
  conv_->append(node);
  const MapShape out = conv_->output();
  if (shape_.size() == 2)
    shape_ = {out.channels, out.columns};
  else
    shape_ = {out.channels, out.rows, out.columns};
}

// What follows needs a matrix.
void NirLinear::make_dense() {
  if (!conv_) return;
  matrix_ = conv_->matrix();
  bias_ = conv_->output_bias();
  inputs_ = matrix_.size() / size();
  conv_.reset();
}

void NirLinear::require_vector() const {
  const auto last = shape_.empty() ? 1 : shape_.back();
  if (last != size())
    refuse("its input has the shape " + shape_text(shape_) + "; flatten it first");
}

void NirLinear::multiply(const NirTensor& weight) {
  require_vector();
  make_dense();
  if (weight.shape.size() != 2)
    refuse("its weight has the shape " + shape_text(weight.shape) + ", expected outputs x inputs");
  const std::uint64_t rows = weight.shape[0], columns = weight.shape[1], before = size();
  if (columns != before)
    refuse("its weight takes " + std::to_string(columns) + " inputs, but " +
           std::to_string(before) + " come");
  const std::uint64_t inputs = matrix_.empty() ? before : inputs_;
  if (rows > kMostWeights / inputs) refuse("its weight is too large");
  std::vector<double> product(rows * inputs, 0);
  for (std::uint64_t r = 0; r < rows; ++r)
    for (std::uint64_t c = 0; c < columns; ++c) {
      const double factor = weight.values[r * columns + c];
      if (matrix_.empty()) {
        product[r * inputs + c] = factor * (scale_.empty() ? 1 : scale_[c]);
        continue;
      }
      for (std::uint64_t i = 0; i < inputs; ++i)
        product[r * inputs + i] += factor * matrix_[c * inputs + i];
    }
  if (!bias_.empty()) {
    std::vector<double> bias(rows, 0);
    for (std::uint64_t r = 0; r < rows; ++r)
      for (std::uint64_t c = 0; c < columns; ++c)
        bias[r] += weight.values[r * columns + c] * bias_[c];
    bias_ = std::move(bias);
  }
  matrix_ = std::move(product);
  inputs_ = inputs;
  shape_ = {rows};
}

void NirLinear::add_bias(const NirTensor& bias) {
  const std::uint64_t count = size();
  if (bias.values.size() != count && bias.values.size() != 1)
    refuse("its bias has " + std::to_string(bias.values.size()) + " values for " +
           std::to_string(count) + " outputs");
  bias_.resize(count, 0);
  for (std::uint64_t i = 0; i < count; ++i)
    bias_[i] += bias.values[bias.values.size() == 1 ? 0 : i];
}

void NirLinear::scale(const NirTensor& scale) {
  const std::uint64_t count = size();
  if (scale.values.size() != count && scale.values.size() != 1)
    refuse("its scale has " + std::to_string(scale.values.size()) + " values for " +
           std::to_string(count) + " inputs");
  const bool uniform = std::all_of(scale.values.begin(), scale.values.end(),
                                   [&](double value) { return value == scale.values.front(); });
  if (conv_ && uniform) return conv_->scale(scale.values.front());
  make_dense();
  if (matrix_.empty()) scale_.resize(count, 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    const double factor = scale.values[scale.values.size() == 1 ? 0 : i];
    if (matrix_.empty()) scale_[i] *= factor;
    for (std::uint64_t k = 0; k < (matrix_.empty() ? 0 : inputs_); ++k)
      matrix_[i * inputs_ + k] *= factor;
    if (!bias_.empty()) bias_[i] *= factor;
  }
}

void NirLinear::flatten(const NirNode& node) {
  if (shape_.empty()) shape_ = {1};
  const std::size_t first = dimension(node, "start_dim", shape_.size());
  const std::size_t last = dimension(node, "end_dim", shape_.size());
  if (first > last) refuse("start_dim lies behind end_dim");
  std::vector<std::uint64_t> shape(shape_.begin(),
                                   shape_.begin() + static_cast<std::ptrdiff_t>(first));
  std::uint64_t joined = 1;
  for (std::size_t i = first; i <= last; ++i) joined *= shape_[i];
  shape.push_back(joined);
  shape.insert(shape.end(), shape_.begin() + static_cast<std::ptrdiff_t>(last) + 1, shape_.end());
  shape_ = std::move(shape);
}

void NirLinear::delay(const NirNode& node, std::optional<double> dt_seconds) {
  if (!dt_seconds) refuse("it delays by a time, so the time step must be known: set dt");
  const std::vector<double>& delays = node.find("delay")->values;
  for (const double delay : delays)
    if (delay != delays.front())
      refuse("its delays differ; all spikes from one layer to the next take equally long");
  const double steps = delays.front() / *dt_seconds;
  const double whole = std::nearbyint(steps);
  if (std::abs(steps - whole) > 1e-6 || whole < 0)
    refuse("its delay is no whole number of time steps");
  if (whole + delay_ > kMostDelay)
    refuse("its delay is more than " + std::to_string(kMostDelay) + " time steps");
  if (whole > 0 && (!bias_.empty() || (conv_ && conv_->has_bias())))
    refuse("it delays a bias; put it in front of the weights");
  delay_ += static_cast<std::uint32_t>(whole);
}

std::vector<double> NirLinear::weights() const {
  if (!matrix_.empty()) return matrix_;
  const std::uint64_t count = size();
  if (count > kMostWeights / count) refuse("it has too many inputs without weights of their own");
  std::vector<double> identity(count * count, 0);
  for (std::uint64_t i = 0; i < count; ++i)
    identity[i * count + i] = scale_.empty() ? 1 : scale_[i];
  return identity;
}

void NirLinear::finish(const NirNeurons& neurons, NirLayer& layer) const {
  // Neurons of a map that nothing leads to but the map below stay a map.
  if (conv_ || (is_plain() && is_map_ && shape_.size() == 3)) {
    (conv_ ? *conv_ : NirConv(map_shape(), 1)).finish(neurons, layer);
    layer.delay = delay_;
    return;
  }
  layer.size = static_cast<std::uint32_t>(size());
  layer.weight = weights();
  layer.delay = delay_;
  const std::uint64_t inputs = layer.weight.size() / layer.size;
  const bool driven = std::any_of(neurons.drive.begin(), neurons.drive.end(),
                                  [](double value) { return value != 0; });
  if (driven || !bias_.empty()) layer.bias.assign(layer.size, 0);
  for (std::uint64_t i = 0; i < layer.size; ++i) {
    for (std::uint64_t k = 0; k < inputs; ++k) layer.weight[i * inputs + k] *= neurons.gain[i];
    if (!layer.bias.empty())
      layer.bias[i] = (bias_.empty() ? 0 : bias_[i] * neurons.gain[i]) + neurons.drive[i];
  }
}

}  // namespace bspike::models
