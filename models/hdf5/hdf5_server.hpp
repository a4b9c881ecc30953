// Owns what the processes of a Hdf5File say to each other: frames of a head and bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bspike::models {

enum Hdf5Request : std::uint32_t { kHdf5Open, kHdf5Children, kHdf5Numbers, kHdf5Texts, kHdf5List };

// kind: of a request, or of an answer 0 for what was asked and 1 for an error's text. index: of a
// list.
struct Hdf5Head {
  std::uint32_t kind = 0;
  std::uint32_t reserved = 0;
  std::uint64_t index = 0;
  std::uint64_t length = 0;  // of the bytes that follow
};

// False if the other side is gone.
[[nodiscard]] bool send_bytes(int socket, std::span<const std::byte> bytes);
[[nodiscard]] bool receive_bytes(int socket, std::span<std::byte> bytes);

[[nodiscard]] bool hdf5_is_built();
// Answers requests about a file until the other side closes the socket. Runs in the child.
void serve_hdf5(int socket, const char* file);

}  // namespace bspike::models
