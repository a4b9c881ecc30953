// Owns giving out stages.
#include "tools/driver/emit.hpp"

#include <algorithm>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "arch/program/image_tools.hpp"

namespace bspike::tools {

using arch::base::ConfigError;

const std::vector<std::string>& emit_names() {
  static const std::vector<std::string> kNames = {"config", "machine", "network", "placement",
                                                  "plan",   "asm",     "image"};
  return kNames;
}

namespace {

std::string unknown_hint(const std::string& what) {
  const std::string near = arch::base::nearest_word(what, emit_names());
  if (!near.empty()) return "did you mean '" + near + "'?";
  return "stages: config, machine, network, placement, plan, asm, image";
}

}  // namespace

EmitRequest parse_emit(const std::string& text) {
  const std::size_t equals = text.find('=');
  EmitRequest request{text.substr(0, equals), ""};
  if (equals != std::string::npos) request.file = text.substr(equals + 1);
  const auto& names = emit_names();
  if (std::find(names.begin(), names.end(), request.what) == names.end()) {
    arch::base::raise<ConfigError>({"--emit " + text, 0, 0}, "",
                                   "no stage is named '" + request.what + "'",
                                   unknown_hint(request.what));
  }
  if (request.what == "image" && request.file.empty()) {
    arch::base::raise<ConfigError>({"--emit " + text, 0, 0}, "", "an image needs a file to go to",
                                   "write --emit image=FILE");
  }
  return request;
}

void Emitter::text(const std::string& what, const std::function<std::string()>& make) {
  for (const EmitRequest& request : requests_) {
    if (request.what != what) continue;
    ++done_;
    std::string made = make();
    if (!made.empty() && made.back() != '\n') made += '\n';
    if (request.file.empty()) {
      output_ += made;
    } else {
      arch::base::write_atomically(request.file, made);
    }
  }
}

void Emitter::image(const arch::Image& image) {
  for (const EmitRequest& request : requests_) {
    if (request.what != "image") continue;
    ++done_;
    arch::write_image(image, request.file);
  }
}

}  // namespace bspike::tools
