// Owns the reductions of result series: sums in double, in logical element order.
#include "sim/chip_tensors.hpp"

#include <cstring>
#include <limits>
#include <stdexcept>

#include "arch/base/half.hpp"
#include "arch/program/tensor_access.hpp"

namespace bspike::sim {

namespace {

template <class T>
double as_double(const std::byte* element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return static_cast<double>(value);
}

double half_as_double(const std::byte* element) {
  std::uint16_t bits;
  std::memcpy(&bits, element, sizeof bits);
  return static_cast<double>(arch::base::float_from_half(bits));
}

using ElementReader = double (*)(const std::byte*);

ElementReader reader_of(arch::ElementType type) {
  switch (type) {
    case arch::ElementType::kF32:
      return as_double<float>;
    case arch::ElementType::kF16:
      return half_as_double;
    case arch::ElementType::kU32:
      return as_double<std::uint32_t>;
    case arch::ElementType::kU16:
      return as_double<std::uint16_t>;
    case arch::ElementType::kU8:
      return as_double<std::uint8_t>;
  }
  throw std::invalid_argument("unknown element type");
}

}  // namespace

std::vector<std::byte> ChipTensors::read_tensor(std::uint32_t tensor) const {
  return arch::gather_tensor(image_, tensor,
                             [this](arch::TileId tile, std::uint32_t address, std::uint64_t bytes) {
                               return memory_.range(tile, address, bytes);
                             });
}

void ChipTensors::write_tensor(std::uint32_t tensor, std::span<const std::byte> bytes) {
  arch::scatter_tensor(image_, tensor, bytes,
                       [this](arch::TileId tile, std::uint32_t address, std::uint64_t extent) {
                         return memory_.range(tile, address, extent);
                       });
}

double reduce_series(const arch::ResultSeries& series, arch::ElementType type,
                     std::span<const std::byte> elements) {
  const ElementReader read = reader_of(type);
  const std::uint32_t size = arch::element_bytes(type);
  const std::size_t count = elements.size() / size;
  const bool counts = series.reduction == arch::Reduction::kCountAbove;
  double total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = read(elements.data() + i * size);
    total += counts ? static_cast<double>(value > series.threshold) : value;
  }
  if (series.reduction != arch::Reduction::kMean) return series.scale * total;
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  return series.scale * (total / static_cast<double>(count));
}

}  // namespace bspike::sim
