// Owns the check of what the outside names: streams, tensors, result series.
#include <cmath>
#include <limits>
#include <set>

#include "arch/program/tensor_access.hpp"
#include "arch/program/text_forms.hpp"
#include "arch/program/verify.hpp"

namespace bspike::arch {

namespace {

template <class Named>
void check_unique(ImageCheck& check, const char* kind, const std::vector<Named>& table) {
  std::set<std::string> names;
  for (const Named& entry : table) {
    if (entry.name.empty()) check.breach(kind, "has no name");
    if (!names.insert(entry.name).second)
      check.breach(std::string(kind) + " '" + entry.name + "'", "is named twice");
  }
}

void check_stream(ImageCheck& check, const StreamInfo& stream) {
  const std::string where = "stream '" + stream.name + "'";
  for (const StreamPiece& piece : stream.pieces) {
    const std::vector<TileId>& tiles = check.group_or_none(piece.group);
    if (tiles.empty()) check.breach(where, "has a piece for no tile");
    if (!stream.to_chip && tiles.size() > 1)
      check.breach(where, "takes one piece from several tiles");
    for (const TileId tile : tiles)
      if (!check.is_data_range(tile, piece.address, piece.bytes))
        check.breach(where,
                     check.range_text(tile, piece.address, piece.bytes) + " lie in no data region");
  }
}

// A product that sticks at the largest number.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
  return b != 0 && a > kLargest / b ? kLargest : a * b;
}

template <class Numbers>
std::uint64_t product_of(const Numbers& numbers) {
  std::uint64_t result = 1;
  for (const std::uint64_t number : numbers) result = product(result, number);
  return result;
}

// Checks one tensor: marks each element where a piece holds it.
class TensorCheck {
 public:
  TensorCheck(ImageCheck& check, const TensorInfo& tensor)
      : check_(check),
        tensor_(tensor),
        where_("tensor '" + tensor.name + "'"),
        elements_(product_of(tensor.shape)),
        element_bytes_(element_bytes(tensor.type)) {}

  void run() {
    const Machine& machine = check_.machine;
    const std::uint64_t chip_bytes = product(machine.chip.tiles, machine.sram.bytes);
    if (elements_ > chip_bytes / element_bytes_)
      return check_.breach(where_, "is larger than the chip's memory");
    seen_.resize(elements_);
    for (const TensorPiece& piece : tensor_.pieces)
      if (!check_piece(piece)) return;
    if (covered_ != elements_)
      check_.breach(where_, std::to_string(elements_ - covered_) + " of " +
                                std::to_string(elements_) + " elements lie on no tile");
  }

 private:
  bool check_piece(const TensorPiece& piece) {
    const std::uint64_t extent = piece_extent(piece, tensor_.type);
    if (product_of(piece.count) > elements_)
      return refuse("a piece has more elements than the tensor");
    if (!check_.is_data_range(piece.tile, piece.address, extent))
      return refuse(check_.range_text(piece.tile, piece.address, extent) +
                    " lie in no data region");
    if (!is_aligned(piece)) return refuse("a piece has elements that are misaligned or overlap");
    if (!is_inside(piece)) return refuse("a piece has elements beyond the shape");
    return mark(piece);
  }

  [[nodiscard]] bool is_aligned(const TensorPiece& piece) const {
    if (piece.address % element_bytes_ != 0) return false;
    for (std::size_t loop = 0; loop < piece.count.size(); ++loop) {
      const std::uint32_t stride = piece.byte_stride[loop];
      if (piece.count[loop] > 1 && (stride == 0 || stride % element_bytes_ != 0)) return false;
    }
    return true;
  }

  // The largest logical index of a piece, computed so that it cannot wrap.
  [[nodiscard]] bool is_inside(const TensorPiece& piece) const {
    if (product_of(piece.count) == 0) return true;
    std::uint64_t last = piece.first_index;
    for (std::size_t loop = 0; loop < piece.count.size() && last < elements_; ++loop) {
      const std::uint64_t span = product(piece.count[loop] - 1, piece.index_stride[loop]);
      last = span < elements_ ? last + span : elements_;
    }
    return last < elements_;
  }

  bool mark(const TensorPiece& piece) {
    bool once = true;
    for_each_element(piece, [&](std::uint64_t index, std::uint64_t) {
      if (seen_[index]) once = false;
      seen_[index] = true;
    });
    covered_ += product_of(piece.count);
    return once || refuse("an element lies on two places");
  }

  bool refuse(const std::string& problem) {
    check_.breach(where_, problem);
    return false;
  }

  ImageCheck& check_;
  const TensorInfo& tensor_;
  std::string where_;
  std::uint64_t elements_;
  std::uint32_t element_bytes_;
  std::uint64_t covered_ = 0;
  std::vector<bool> seen_;
};

}  // namespace

void check_streams(ImageCheck& check) {
  check_unique(check, "stream", check.image.streams);
  for (const StreamInfo& stream : check.image.streams) check_stream(check, stream);
}

void check_tensors(ImageCheck& check) {
  check_unique(check, "tensor", check.image.tensors);
  for (const TensorInfo& tensor : check.image.tensors) TensorCheck(check, tensor).run();
}

void check_series(ImageCheck& check) {
  check_unique(check, "series", check.image.series);
  for (const ResultSeries& series : check.image.series) {
    const std::string where = "series '" + series.name + "'";
    if (series.tensor >= check.image.tensors.size())
      check.breach(where, "reads a tensor that the image does not have");
    if (!std::isfinite(series.scale) || !std::isfinite(series.threshold))
      check.breach(where, "has a scale or threshold that is no number");
  }
}

}  // namespace bspike::arch
