// Owns writing the resolved run file.
#include "tools/driver/resolved_config.hpp"

namespace bspike::tools {

namespace {

using arch::base::FieldVisitor;

std::string section(const std::string& key, const std::string& body) {
  std::string text = key + ":\n";
  for (std::size_t start = 0; start < body.size();) {
    const std::size_t end = body.find('\n', start);
    const std::string line = body.substr(start, end - start);
    text += line.empty() ? "\n" : "  " + line + "\n";
    if (end == std::string::npos) break;
    start = end + 1;
  }
  return text;
}

template <class T>
std::string dumped(T value) {
  return arch::base::dump_described([&value](FieldVisitor& visit) { describe(visit, value); });
}

}  // namespace

std::string resolved_config(const RunFile& file, const arch::Machine& machine,
                            const models::Network& network, const models::InputSpec& input) {
  return section("machine", arch::dump_machine(machine)) +
         section("network", models::dump_network(network)) +
         section("dataset", models::dump_input(input)) + section("mapping", dumped(file.mapping)) +
         section("run", dumped(file.run));
}

std::string resolved_micro_config(const arch::Machine& machine, const kernels::MicroSpec& spec,
                                  const RunSection& run) {
  return section("machine", arch::dump_machine(machine)) + section("micro", dumped(spec)) +
         section("run", dumped(run));
}

}  // namespace bspike::tools
