// Owns making paths absolute.
#include "models/file_path.hpp"

#include <filesystem>

namespace bspike::models {

std::string absolute_path(const std::string& path, const arch::base::SourceLocation& where) {
  const bool from_command_line = where.file.starts_with("--");
  const std::filesystem::path base =
      from_command_line ? "" : std::filesystem::path(where.file).parent_path();
  return std::filesystem::absolute(base / path).lexically_normal().string();
}

}  // namespace bspike::models
