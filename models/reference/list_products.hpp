// Owns products of a weight matrix with lists of neurons, which are most of a sparse step's work:
// forward, weight gradient, input gradient. Matrices are [source][neuron], so that an id selects
// one row. Contract: each sum runs in the order of ids, then samples, or of neurons; blocking over
// neurons keeps the part of the matrix in use in the cache and changes no order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bspike::models {

using IdSpan = std::span<const std::uint32_t>;

template <class Real>
[[nodiscard]] std::vector<Real> transposed(std::span<const Real> matrix, std::size_t rows,
                                           std::size_t columns);

// sums[b][o] += matrix[id][o] for the ids of each sample b.
template <class Real>
void add_listed_rows(std::span<const Real> matrix, std::span<const IdSpan> lists,
                     std::size_t neurons, std::span<Real> sums);

// matrix[id][o] += values[b][o] for the ids of each sample b.
template <class Real>
void add_to_listed_rows(std::span<const Real> values, std::span<const IdSpan> lists,
                        std::size_t neurons, std::span<Real> matrix);

// products[b][id] += sum over o of matrix[id][o] values[b][o] for the ids of each sample b; rows of
// `products` are `sources` long.
template <class Real>
void listed_row_products(std::span<const Real> matrix, std::span<const Real> values,
                         std::span<const IdSpan> lists, std::size_t neurons, std::size_t sources,
                         std::span<Real> products);

}  // namespace bspike::models
