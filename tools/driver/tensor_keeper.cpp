// Owns keeping, loading and writing tensors around a run.
#include "tools/driver/tensor_keeper.hpp"

#include <utility>

#include "arch/base/diagnostics.hpp"
#include "tools/driver/npy.hpp"

namespace bspike::tools {

namespace {

std::vector<std::string> tensor_names(const arch::Image& image) {
  std::vector<std::string> names;
  for (const arch::TensorInfo& tensor : image.tensors) names.push_back(tensor.name);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

TensorKeeper::TensorKeeper(const arch::Image& image, TensorRequest request)
    : image_(image), request_(std::move(request)) {
  check_dump_names();
  if (request_.load.empty()) return;
  loaded_ = read_checkpoint(request_.load);
  check_matches(*loaded_, image, request_.load.string());
}

void TensorKeeper::check_dump_names() const {
  const std::vector<std::string> names = tensor_names(image_);
  arch::base::DiagnosticSink sink;
  for (const std::string& dump : request_.dumps) {
    if (image_.tensor_index(dump) != arch::kNoIndex) continue;
    const std::string near = arch::base::nearest_word(dump, names);
    arch::base::Diagnostic diagnostic;
    diagnostic.where.file = "--dump " + dump;
    diagnostic.message = "no tensor has this name";
    diagnostic.hint = near.empty() ? "tensors: " + listed(names) : "did you mean '" + near + "'?";
    sink.add(diagnostic);
  }
  sink.throw_if_any<arch::base::ConfigError>();
}

void TensorKeeper::load_into(sim::Machinery& machinery) const {
  if (loaded_) restore(*loaded_, image_, machinery);
}

void TensorKeeper::keep(std::uint64_t step, const sim::Machinery& machinery) {
  if (!request_.save.empty()) kept_ = capture(image_, machinery, first_step() + step + 1);
  dumped_.clear();
  for (const std::string& dump : request_.dumps) {
    dumped_.push_back(machinery.read_tensor(image_.tensor_index(dump)));
  }
}

void TensorKeeper::write() const {
  if (kept_) write_checkpoint(*kept_, request_.save);
  for (std::size_t i = 0; i < dumped_.size(); ++i) {
    const arch::TensorInfo& tensor = image_.tensors[image_.tensor_index(request_.dumps[i])];
    write_npy(request_.dump_folder / (tensor.name + ".npy"), tensor.type, tensor.shape, dumped_[i]);
  }
}

}  // namespace bspike::tools
