// Owns reading HDF5 files. The HDF5 library crashes, loops or asks for any amount of memory on some
// damaged files, so a child process with limits runs it, and this process asks the child. Contract:
// whatever the bytes of the file, an answer or a FormatError that names the file, the object in it
// and, in lists, the index; a file that cannot be opened, or a build without the library, is a
// ConfigError. One request at a time, from any thread.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace bspike::models {

enum class Hdf5Kind : std::uint32_t { kGroup, kIntegers, kReals, kTexts, kLists, kOther };
[[nodiscard]] const char* hdf5_kind_name(Hdf5Kind kind);  // "a group", "whole numbers", ...

struct Hdf5Entry {
  std::string name;
  Hdf5Kind kind = Hdf5Kind::kOther;
  std::vector<std::uint64_t> shape;  // of a data set; empty for a single value

  [[nodiscard]] std::uint64_t elements() const;
};

class Hdf5File {
 public:
  explicit Hdf5File(const std::filesystem::path& file);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  // Of a group, by name.
  [[nodiscard]] std::vector<Hdf5Entry> children(const std::string& group) const;
  // All values, the last dimension first; whole numbers as doubles too.
  [[nodiscard]] std::vector<double> numbers(const std::string& dataset) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& dataset) const;
  // One element of a data set of kind kLists.
  [[nodiscard]] std::vector<double> list(const std::string& dataset, std::uint64_t index) const;

 private:
  [[nodiscard]] std::vector<std::byte> ask(std::uint32_t request, const std::string& object,
                                           std::uint64_t index) const;
  int stop() const;

  std::string name_;
  mutable std::mutex mutex_;
  mutable int socket_ = -1;
  mutable pid_t child_ = -1;
};

}  // namespace bspike::models
