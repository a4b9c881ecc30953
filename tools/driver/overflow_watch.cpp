// Owns the look at the exponents.
#include "tools/driver/overflow_watch.hpp"

#include <cstring>
#include <utility>

namespace bspike::tools {

OverflowWatch::OverflowWatch(const arch::Image& image) {
  for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
    const arch::TensorInfo& tensor = image.tensors[i];
    if (tensor.role == arch::TensorRole::kGradient && tensor.type == arch::ElementType::kF16)
      gradients_.push_back(i);
  }
}

void OverflowWatch::watch(sim::RunOptions& options) {
  if (gradients_.empty()) return;
  options.after_step = [this, before = std::move(options.after_step)](std::uint64_t step,
                                                                      sim::Machinery& machinery) {
    if (before) before(step, machinery);
    counts_.push_back(count(machinery));
  };
}

void OverflowWatch::add_to(sim::RunResult& result) const {
  if (!gradients_.empty()) result.series["training.gradient_overflows"] = counts_;
}

double OverflowWatch::count(const sim::Machinery& machinery) const {
  constexpr std::uint16_t kExponent = 0x7c00;
  double total = 0;
  for (const std::uint32_t tensor : gradients_) {
    const std::vector<std::byte> bytes = machinery.read_tensor(tensor);
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
      std::uint16_t half = 0;
      std::memcpy(&half, bytes.data() + i, sizeof half);
      total += (half & kExponent) == kExponent ? 1 : 0;
    }
  }
  return total;
}

}  // namespace bspike::tools
