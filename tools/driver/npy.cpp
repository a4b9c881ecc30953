// Owns writing .npy files.
#include "tools/driver/npy.hpp"

#include "arch/base/file.hpp"

namespace bspike::tools {

namespace {

std::string type_text(arch::ElementType type) {
  switch (type) {
    case arch::ElementType::kF32:
      return "<f4";
    case arch::ElementType::kF16:
      return "<f2";
    case arch::ElementType::kU32:
      return "<u4";
    case arch::ElementType::kU16:
      return "<u2";
    case arch::ElementType::kU8:
      return "|u1";
  }
  return "";
}

// A Python tuple: one element keeps its comma.
std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text = "(";
  for (const std::uint64_t size : shape) text += std::to_string(size) + ", ";
  if (shape.size() == 1) text.pop_back();
  if (shape.size() > 1) text.resize(text.size() - 2);
  return text + ")";
}

}  // namespace

std::string npy_header(arch::ElementType type, const std::vector<std::uint64_t>& shape) {
  std::string fields = "{'descr': '" + type_text(type) +
                       "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  // Magic, version and length take 10 bytes; the whole header is a multiple of 64 and ends a line.
  while ((10 + fields.size() + 1) % 64 != 0) fields += ' ';
  fields += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(fields.size() & 0xff);
  header += static_cast<char>(fields.size() >> 8);
  return header + fields;
}

void write_npy(const std::filesystem::path& file, arch::ElementType type,
               const std::vector<std::uint64_t>& shape, std::span<const std::byte> data) {
  std::string text = npy_header(type, shape);
  text.append(reinterpret_cast<const char*>(data.data()), data.size());
  arch::base::write_atomically(file, text);
}

}  // namespace bspike::tools
