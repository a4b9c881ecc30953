// Owns the code generator: from a codelet to native code in this process.
// Contract: code stays valid as long as its owner and the generator; its memory is writable first
// and executable afterwards, never both. Any threads may call compile at once.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "sim/engine/compiled/codelet_function.hpp"
#include "sim/engine/compiled/worker_state.hpp"

namespace bspike::sim {

// Native code, and what gives its memory back.
struct OwnedCode {
  NativeCode code = nullptr;
  std::shared_ptr<void> owner;
};

class CodeGenerator {
 public:
  CodeGenerator();  // throws std::runtime_error if the library can't generate for this host
  ~CodeGenerator();
  CodeGenerator(const CodeGenerator&) = delete;
  CodeGenerator& operator=(const CodeGenerator&) = delete;

  [[nodiscard]] const HostFeatures& features() const;
  [[nodiscard]] OwnedCode compile(const CodeletAssumptions& assumptions, CodeletParts& parts);

 private:
  struct Session;
  [[nodiscard]] std::shared_ptr<Session> take_session(std::unique_lock<std::mutex>& lock);

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Session>> sessions_;  // guarded; as many as compiled at once
};

}  // namespace bspike::sim
