// Feeds arbitrary bytes to the document reader, as a file and as a --set.
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/document_properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  bspike::tests::check_document(text);
  bspike::tests::check_assignment(text);
  return 0;
}
