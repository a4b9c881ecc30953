// Owns keeping, loading and writing tensors around a run.
#include "tools/driver/tensor_keeper.hpp"

#include <utility>

#include "arch/base/diagnostics.hpp"
#include "tools/driver/npy.hpp"
#include "tools/driver/tensor_names.hpp"

namespace bspike::tools {

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

TensorKeeper::TensorKeeper(const arch::Image& image, const models::Network& network,
                           TensorRequest request)
    : image_(image), request_(std::move(request)) {
  find_dumps(network);
  if (request_.load.empty()) return;
  loaded_ = read_checkpoint(request_.load);
  check_matches(*loaded_, image, request_.load.string());
}

void TensorKeeper::find_dumps(const models::Network& network) {
  arch::base::DiagnosticSink sink;
  for (const std::string& dump : request_.dumps) {
    dump_tensors_.push_back(tensor_named(image_, network, dump));
    if (dump_tensors_.back() != arch::kNoIndex) continue;
    const std::vector<std::string> names = tensor_names(image_, network);
    std::vector<std::string> candidates = names;
    for (const arch::TensorInfo& tensor : image_.tensors) candidates.push_back(tensor.name);
    const std::string near = arch::base::nearest_word(dump, candidates);
    arch::base::Diagnostic diagnostic;
    diagnostic.where.file = "--dump " + dump;
    diagnostic.message = "no tensor has this name, expected one of: " + listed(names);
    if (!near.empty()) diagnostic.hint = "did you mean '" + near + "'?";
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
  for (const std::uint32_t tensor : dump_tensors_) dumped_.push_back(machinery.read_tensor(tensor));
}

void TensorKeeper::write() const {
  if (kept_) write_checkpoint(*kept_, request_.save);
  for (std::size_t i = 0; i < dumped_.size(); ++i) {
    const arch::TensorInfo& tensor = image_.tensors[dump_tensors_[i]];
    write_npy(request_.dump_folder / (request_.dumps[i] + ".npy"), tensor.type, tensor.shape,
              dumped_[i]);
  }
}

}  // namespace bspike::tools
