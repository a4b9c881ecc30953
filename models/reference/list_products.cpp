// Owns the loops over lists.
#include "models/reference/list_products.hpp"

#include <algorithm>
#include <array>

namespace bspike::models {
namespace {

constexpr std::size_t kBlock = 128;  // neurons: half a KiB of a row in float
constexpr std::size_t kLanes = 8;    // rows whose sums run side by side

template <class Body>
void for_each_block(std::size_t neurons, const Body& body) {
  for (std::size_t first = 0; first < neurons; first += kBlock)
    body(first, std::min(first + kBlock, neurons));
}

// Continues kLanes sums over neurons [first, last) of one sample. Each sum alone would wait for its
// last addition.
template <class Real>
void continue_products(const Real* matrix, const Real* values, const std::uint32_t* ids,
                       std::size_t neurons, std::size_t first, std::size_t last, Real* products) {
  std::array<Real, kLanes> sums;
  std::array<const Real*, kLanes> rows;
  for (std::size_t k = 0; k < kLanes; ++k) {
    sums[k] = products[ids[k]];
    rows[k] = matrix + ids[k] * neurons;
  }
  for (std::size_t o = first; o < last; ++o)
    for (std::size_t k = 0; k < kLanes; ++k) sums[k] += rows[k][o] * values[o];
  for (std::size_t k = 0; k < kLanes; ++k) products[ids[k]] = sums[k];
}

template <class Real>
void continue_product(const Real* row, const Real* values, std::size_t first, std::size_t last,
                      Real& product) {
  Real sum = product;
  for (std::size_t o = first; o < last; ++o) sum += row[o] * values[o];
  product = sum;
}

}  // namespace

template <class Real>
std::vector<Real> transposed(std::span<const Real> matrix, std::size_t rows, std::size_t columns) {
  constexpr std::size_t kTile = 16;
  std::vector<Real> result(matrix.size());
  for (std::size_t row0 = 0; row0 < rows; row0 += kTile)
    for (std::size_t column0 = 0; column0 < columns; column0 += kTile)
      for (std::size_t row = row0; row < std::min(row0 + kTile, rows); ++row)
        for (std::size_t column = column0; column < std::min(column0 + kTile, columns); ++column)
          result[column * rows + row] = matrix[row * columns + column];
  return result;
}

template <class Real>
void add_listed_rows(std::span<const Real> matrix, std::span<const IdSpan> lists,
                     std::size_t neurons, std::span<Real> sums) {
  for_each_block(neurons, [&](std::size_t first, std::size_t last) {
    for (std::size_t b = 0; b < lists.size(); ++b) {
      Real* sum = sums.data() + b * neurons;
      for (const std::uint32_t id : lists[b]) {
        const Real* row = matrix.data() + id * neurons;
        for (std::size_t o = first; o < last; ++o) sum[o] += row[o];
      }
    }
  });
}

template <class Real>
void add_to_listed_rows(std::span<const Real> values, std::span<const IdSpan> lists,
                        std::size_t neurons, std::span<Real> matrix) {
  for_each_block(neurons, [&](std::size_t first, std::size_t last) {
    for (std::size_t b = 0; b < lists.size(); ++b) {
      const Real* value = values.data() + b * neurons;
      for (const std::uint32_t id : lists[b]) {
        Real* row = matrix.data() + id * neurons;
        for (std::size_t o = first; o < last; ++o) row[o] += value[o];
      }
    }
  });
}

template <class Real>
void listed_row_products(std::span<const Real> matrix, std::span<const Real> values,
                         std::span<const IdSpan> lists, std::size_t neurons, std::size_t sources,
                         std::span<Real> products) {
  for_each_block(neurons, [&](std::size_t first, std::size_t last) {
    for (std::size_t b = 0; b < lists.size(); ++b) {
      const Real* value = values.data() + b * neurons;
      Real* product = products.data() + b * sources;
      std::size_t i = 0;
      for (; i + kLanes <= lists[b].size(); i += kLanes)
        continue_products(matrix.data(), value, lists[b].data() + i, neurons, first, last, product);
      for (; i < lists[b].size(); ++i)
        continue_product(matrix.data() + lists[b][i] * neurons, value, first, last,
                         product[lists[b][i]]);
    }
  });
}

#define BSPIKE_INSTANTIATE(Real)                                                                \
  template std::vector<Real> transposed(std::span<const Real>, std::size_t, std::size_t);       \
  template void add_listed_rows(std::span<const Real>, std::span<const IdSpan>, std::size_t,    \
                                std::span<Real>);                                               \
  template void add_to_listed_rows(std::span<const Real>, std::span<const IdSpan>, std::size_t, \
                                   std::span<Real>);                                            \
  template void listed_row_products(std::span<const Real>, std::span<const Real>,               \
                                    std::span<const IdSpan>, std::size_t, std::size_t,          \
                                    std::span<Real>);
BSPIKE_INSTANTIATE(float)
BSPIKE_INSTANTIATE(double)
#undef BSPIKE_INSTANTIATE

}  // namespace bspike::models
