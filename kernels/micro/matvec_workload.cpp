// Owns the matrix-vector product over the whole chip, in vector code or on the matrix unit: a grid
// of row blocks and column blocks, one block a tile. Three supersteps: the vector's pieces to the
// tiles of their columns; products, and partial sums to the first tile of each row block; their
// sum. On the matrix unit the vector is one row of inputs, and each 8 columns of 16 rows of the
// matrix are the weights of a pass.
#include <algorithm>
#include <bit>

#include "kernels/codelets/matrix/matrix_codelets.hpp"
#include "kernels/micro/micro_workloads.hpp"

namespace bspike::kernels {

namespace {

using arch::ElementType;
using arch::TileId;
using arch::Transfer;

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }
std::uint64_t whole(std::uint64_t value, std::uint64_t unit) {
  return ceil_div(value, unit) * unit;
}

// What a block's height and width are multiples of.
struct BlockUnit {
  std::uint64_t height, width;
};
constexpr BlockUnit kPairs{2, 2};
constexpr BlockUnit kPass{16, 8};

// Blocks of `height` x `width` elements; the last ones may be filled up with zeros.
struct Grid {
  std::uint64_t rows = 1, columns = 1;  // blocks
  std::uint64_t height = 0, width = 0;  // elements
};

// The grid with the least products on a tile, and of those the fewest columns, since partial sums
// have to be exchanged.
Grid choose_grid(std::uint64_t rows, std::uint64_t columns, std::uint64_t tiles, BlockUnit unit) {
  Grid best;
  for (std::uint64_t split = 1; split <= std::min(tiles, ceil_div(columns, unit.width)); ++split) {
    Grid grid;
    grid.width = whole(ceil_div(columns, split), unit.width);
    grid.columns = ceil_div(columns, grid.width);
    grid.height = whole(ceil_div(rows, tiles / grid.columns), unit.height);
    grid.rows = ceil_div(rows, grid.height);
    const bool better = grid.height * grid.width < best.height * best.width;
    if (best.height == 0 || better) best = grid;
  }
  return best;
}

class MatvecBuilder {
 public:
  MatvecBuilder(MicroProgram& program, const MicroSpec& spec, bool matrix_unit)
      : program_(program),
        spec_(spec),
        matrix_unit_(matrix_unit),
        grid_(choose_grid(spec.rows, spec.columns, first_tiles(program.machine(), spec).size(),
                          matrix_unit ? kPass : kPairs)) {
    std::vector<TileId> tiles = first_tiles(program.machine(), spec);
    tiles.resize(grid_.rows * grid_.columns);
    program_.use(tiles);
    for (std::uint64_t row = 0; row < grid_.rows; ++row) firsts_.push_back(tile(row, 0));
  }

  void build() {
    allocate();
    for (std::uint64_t row = 0; row < grid_.rows; ++row) {
      for (std::uint64_t column = 0; column < grid_.columns; ++column) fill(row, column);
    }
    broadcast();
    multiply();
    if (grid_.columns > 1) reduce();
  }

 private:
  [[nodiscard]] TileId tile(std::uint64_t row, std::uint64_t column) const {
    return static_cast<TileId>(row * grid_.columns + column);
  }
  [[nodiscard]] std::uint32_t height_bytes() const {
    return static_cast<std::uint32_t>(4 * grid_.height);
  }

  void allocate() {
    const auto& tiles = program_.tiles();
    if (!matrix_unit_) {
      matrix_ = program_.buffer(tiles, "matrix", 4 * grid_.height * grid_.width);
    }
    piece_ = program_.buffer(tiles, "vector piece", 4 * grid_.width);
    partial_ = program_.buffer(tiles, "partial", height_bytes());
    sum_ = partial_;
    if (grid_.columns > 1) {
      gathered_ = program_.buffer(firsts_, "gathered", grid_.columns * height_bytes());
      sum_ = program_.buffer(firsts_, "sum", height_bytes());
    }
    const auto kind = matrix_unit_ ? MemoryKind::kStandard : MemoryKind::kInterleaved;
    vector_ = program_.buffer(tiles, "vector", 4 * grid_.width, kind);
    if (matrix_unit_) {
      matrix_ = program_.buffer(tiles, "matrix", 4 * grid_.height * grid_.width,
                                MemoryKind::kInterleaved);
    }
    program_.tensor("result", ElementType::kF32, firsts_, sum_, grid_.height);
  }

  // Element (i, j) is micro_number(i, j); the vector's is micro_number(rows, j). Beyond the matrix:
  // 0.
  void fill(std::uint64_t row, std::uint64_t column) {
    std::vector<std::uint32_t> block(grid_.height * grid_.width);
    std::vector<std::uint32_t> piece(grid_.width);
    for (std::uint64_t x = 0; x < grid_.width; ++x) {
      const std::uint64_t j = column * grid_.width + x;
      if (j >= spec_.columns) break;
      piece[x] = std::bit_cast<std::uint32_t>(micro_number(spec_.rows, j));
      for (std::uint64_t y = 0; y < grid_.height; ++y) {
        const std::uint64_t i = row * grid_.height + y;
        if (i < spec_.rows) block[place(y, x)] = std::bit_cast<std::uint32_t>(micro_number(i, j));
      }
    }
    program_.data(tile(row, column), matrix_, std::move(block));
    if (row == 0) program_.data(tile(0, column), piece_, std::move(piece));
  }

  // Row by row; on the matrix unit pass by pass, its 8 columns of 16 rows.
  [[nodiscard]] std::uint64_t place(std::uint64_t y, std::uint64_t x) const {
    if (!matrix_unit_) return y * grid_.width + x;
    const std::uint64_t pass = y / kPass.height * (grid_.width / kPass.width) + x / kPass.width;
    return (pass * kPass.width + x % kPass.width) * kPass.height + y % kPass.height;
  }

  // The tiles of row block 0 hold the vector, a piece a column block.
  void broadcast() {
    std::vector<TileId> holders;
    std::vector<Transfer> transfers;
    for (std::uint64_t column = 0; column < grid_.columns; ++column) {
      holders.push_back(tile(0, column));
      std::vector<TileId> receivers;
      for (std::uint64_t row = 0; row < grid_.rows; ++row) receivers.push_back(tile(row, column));
      transfers.push_back({holders.back(), program_.groups().intern(receivers), piece_, vector_,
                           static_cast<std::uint32_t>(4 * grid_.width)});
    }
    Superstep superstep = same_call(holders, "broadcast", call_of("nothing", {}));
    superstep.exchange.push_back(std::move(transfers));
    program_.superstep(std::move(superstep));
  }

  [[nodiscard]] std::vector<Call> vector_calls() const {
    return {call_of("matvec_f32", {{"rows", grid_.height},
                                   {"pairs", grid_.width / 2},
                                   {"matrix", matrix_},
                                   {"row_bytes", 4 * grid_.width},
                                   {"vector", vector_},
                                   {"destination", partial_}})};
  }

  // The first pass of 16 rows sets their sums, the others add to them.
  [[nodiscard]] std::vector<Call> unit_calls() const {
    const std::uint32_t workers = program_.machine().worker.contexts;
    const std::uint64_t wide = grid_.width / kPass.width;
    std::vector<MatrixPass> first, others;
    for (std::uint64_t i = 0; i < grid_.height / kPass.height * wide; ++i) {
      const std::uint64_t sums = partial_ + i / wide * kPass.height * 4;
      (i % wide == 0 ? first : others)
          .push_back({matrix_ + i * kMatrixBlockBytes, vector_ + i % wide * kMatrixInputBytes, sums,
                      sums, 1});
    }
    std::vector<Call> calls{{"matrix_f32", matrix_words(first, workers), true}};
    if (!others.empty()) calls.push_back({"matrix_f32_add", matrix_words(others, workers), true});
    return calls;
  }

  void multiply() {
    Superstep superstep;
    superstep.phase = "micro";
    superstep.kind = "product";
    const std::vector<Call> calls = matrix_unit_ ? unit_calls() : vector_calls();
    for (const TileId tile : program_.tiles()) superstep.work.push_back({tile, calls});
    if (grid_.columns > 1) superstep.exchange.push_back(partial_transfers());
    program_.superstep(std::move(superstep));
  }

  // Column block by column block, so that each first tile hears its sources one after the other.
  std::vector<Transfer> partial_transfers() {
    std::vector<Transfer> transfers;
    for (std::uint64_t column = 0; column < grid_.columns; ++column) {
      for (std::uint64_t row = 0; row < grid_.rows; ++row) {
        const std::uint32_t to = gathered_ + static_cast<std::uint32_t>(column) * height_bytes();
        transfers.push_back({tile(row, column), program_.groups().single(firsts_[row]), partial_,
                             to, height_bytes()});
      }
    }
    return transfers;
  }

  void reduce() {
    program_.superstep(same_call(firsts_, "reduce",
                                 call_of("reduce_blocks", {{"pairs", grid_.height / 2},
                                                           {"source", gathered_},
                                                           {"blocks", grid_.columns},
                                                           {"block_stride", height_bytes()},
                                                           {"destination", sum_}})));
  }

  MicroProgram& program_;
  const MicroSpec& spec_;
  bool matrix_unit_;
  Grid grid_;
  std::vector<TileId> firsts_;  // of each row block
  std::uint32_t matrix_ = 0, piece_ = 0, vector_ = 0, partial_ = 0, gathered_ = 0, sum_ = 0;
};

}  // namespace

void build_matvec(MicroProgram& program, const MicroSpec& spec) {
  MatvecBuilder(program, spec, false).build();
}
void build_matvec_unit(MicroProgram& program, const MicroSpec& spec) {
  MatvecBuilder(program, spec, true).build();
}

}  // namespace bspike::kernels
