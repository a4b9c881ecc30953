// Owns the codelets of the matrix unit: passes that multiply rows by the weights that the
// supervisor has loaded. docs/dense_step.md, "Passes".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/codelets/codelet.hpp"

namespace bspike::kernels {

// Words of a pass in the argument block: weights, rows, share, source, partials, destination.
inline constexpr std::uint32_t kMatrixPassWords = 6;
inline constexpr std::uint32_t kMatrixColumns = 16;      // outputs of a pass
inline constexpr std::uint32_t kMatrixInputBytes = 32;   // of a row of inputs
inline constexpr std::uint32_t kMatrixBlockBytes = 512;  // of a pass's weights

// One pass: [rows, inputs] x [inputs, 16 outputs].
struct MatrixPass {
  std::uint64_t weights = 0;      // 16-byte aligned
  std::uint64_t source = 0;       // rows of 32 bytes
  std::uint64_t partials = 0;     // rows of results, added; unused by codelets without partials
  std::uint64_t destination = 0;  // rows of results; may be the partials
  std::uint32_t rows = 0;
};

// The argument block that the supervisor walks: the count of passes, then their words.
[[nodiscard]] std::vector<std::uint32_t> matrix_words(const std::vector<MatrixPass>& passes,
                                                      std::uint32_t workers);

// What lays operands out and finishes results.
[[nodiscard]] Codelet panels_f32_codelet();
[[nodiscard]] Codelet narrow_f16_codelet();
[[nodiscard]] Codelet widen_f16_codelet();
[[nodiscard]] Codelet scale_pairs_codelet();
[[nodiscard]] Codelet add_bias_rows_codelet();
[[nodiscard]] Codelet transpose_f32_codelet();
[[nodiscard]] Codelet transpose_f16_codelet();

// Rows for each form of the unit, with and without partials.
[[nodiscard]] std::vector<Codelet> matrix_codelets();

}  // namespace bspike::kernels
