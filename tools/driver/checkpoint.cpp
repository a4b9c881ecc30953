// Owns the checkpoint file. Layout, little-endian: magic "BSPKCKPT", version u32, tensors u32,
// steps u64; each tensor: name length u32, name, role u8, type u8, rank u32, sizes u64 each, data
// bytes u64, data; at the end the FNV-1a hash u64 of all before.
#include "tools/driver/checkpoint.hpp"

#include <cstring>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "arch/base/half.hpp"
#include "tools/driver/content_hash.hpp"

namespace bspike::tools {

using arch::TensorRole;
using arch::base::ConfigError;
using arch::base::FormatError;

namespace {

constexpr char kMagic[] = "BSPKCKPT";
constexpr std::size_t kMagicBytes = 8;
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kMaximumRank = 8;

template <class T>
void put(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xff);
  }
}

// Reads a byte string front to back; what does not fit is a FormatError with the offset.
class Reader {
 public:
  Reader(const std::string& bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  [[noreturn]] void fail(const std::string& message) const {
    arch::base::raise<FormatError>({name_, 0, 0}, "",
                                   "offset " + std::to_string(offset_) + ": " + message, "");
  }
  std::string take(std::uint64_t count, const char* what) {
    if (count > bytes_.size() - offset_) fail("file ends inside " + std::string(what));
    offset_ += count;
    return bytes_.substr(offset_ - count, count);
  }
  template <class T>
  T number(const char* what) {
    const std::string text = take(sizeof(T), what);
    std::uint64_t value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(text[i]);
    }
    return static_cast<T>(value);
  }
  [[nodiscard]] bool at_end() const { return offset_ == bytes_.size(); }

 private:
  const std::string& bytes_;
  const std::string& name_;
  std::size_t offset_ = 0;
};

void put_tensor(std::string& out, const CheckpointTensor& tensor) {
  put(out, static_cast<std::uint32_t>(tensor.name.size()));
  out += tensor.name;
  put(out, static_cast<std::uint8_t>(tensor.role));
  put(out, static_cast<std::uint8_t>(tensor.type));
  put(out, static_cast<std::uint32_t>(tensor.shape.size()));
  for (const std::uint64_t size : tensor.shape) put(out, size);
  put(out, static_cast<std::uint64_t>(tensor.data.size()));
  out.append(reinterpret_cast<const char*>(tensor.data.data()), tensor.data.size());
}

std::vector<std::uint64_t> take_shape(Reader& reader) {
  const auto rank = reader.number<std::uint32_t>("a tensor's rank");
  if (rank > kMaximumRank) reader.fail("a tensor of rank " + std::to_string(rank));
  std::vector<std::uint64_t> shape;
  for (std::uint32_t i = 0; i < rank; ++i) {
    shape.push_back(reader.number<std::uint64_t>("a tensor's shape"));
  }
  return shape;
}

// Elements of a shape, or nothing where the product leaves 64 bits.
std::uint64_t expected_bytes(const CheckpointTensor& tensor, const Reader& reader) {
  std::uint64_t bytes = arch::element_bytes(tensor.type);
  for (const std::uint64_t size : tensor.shape) {
    if (__builtin_mul_overflow(bytes, size, &bytes)) reader.fail("a tensor too large");
  }
  return bytes;
}

CheckpointTensor take_tensor(Reader& reader) {
  CheckpointTensor tensor;
  tensor.name = reader.take(reader.number<std::uint32_t>("a name's length"), "a tensor's name");
  const auto role = reader.number<std::uint8_t>("a tensor's role");
  const auto type = reader.number<std::uint8_t>("a tensor's type");
  if (role > static_cast<std::uint8_t>(TensorRole::kOther)) reader.fail("unknown tensor role");
  if (type > static_cast<std::uint8_t>(arch::ElementType::kU8)) reader.fail("unknown element type");
  tensor.role = static_cast<TensorRole>(role);
  tensor.type = static_cast<arch::ElementType>(type);
  tensor.shape = take_shape(reader);
  const auto bytes = reader.number<std::uint64_t>("a tensor's size");
  if (bytes != expected_bytes(tensor, reader))
    reader.fail("size and shape of '" + tensor.name + "' disagree");
  const std::string data = reader.take(bytes, "a tensor's data");
  tensor.data.resize(data.size());
  std::memcpy(tensor.data.data(), data.data(), data.size());
  return tensor;
}

void check_checksum(const std::string& bytes, const std::string& name) {
  const std::size_t end = bytes.size() - sizeof(std::uint64_t);
  std::string wanted;
  put(wanted, content_hash(std::string_view(bytes).substr(0, end)));
  if (bytes.compare(end, std::string::npos, wanted) != 0) {
    arch::base::raise<FormatError>({name, 0, 0}, "",
                                   "damaged checkpoint: the checksum does not match its contents",
                                   "take another copy of the file");
  }
}

void check_frame(const std::string& bytes, const std::string& name) {
  const std::size_t least = kMagicBytes + 4 + 4 + 8 + 8;
  if (bytes.size() < least || bytes.compare(0, kMagicBytes, kMagic) != 0) {
    arch::base::raise<FormatError>({name, 0, 0}, "",
                                   "no checkpoint: the file does not begin with BSPKCKPT",
                                   "write one with `bspike run --save FILE`");
  }
}

void check_version(Reader& reader) {
  const auto version = reader.number<std::uint32_t>("the version");
  if (version != kVersion) {
    reader.fail("checkpoint version " + std::to_string(version) + "; this program reads version " +
                std::to_string(kVersion));
  }
}

bool is_saved(const arch::TensorInfo& tensor) {
  return tensor.role == TensorRole::kParameter || tensor.role == TensorRole::kOptimizerState;
}

const CheckpointTensor* find_tensor(const Checkpoint& checkpoint, const std::string& name) {
  for (const CheckpointTensor& tensor : checkpoint.tensors) {
    if (tensor.name == name) return &tensor;
  }
  return nullptr;
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t size : shape) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

bool is_float(arch::ElementType type) {
  return type == arch::ElementType::kF32 || type == arch::ElementType::kF16;
}

// Values in another float type, rounded to nearest.
std::vector<std::byte> converted(const std::vector<std::byte>& bytes, arch::ElementType from,
                                 arch::ElementType to) {
  if (from == to) return bytes;
  const std::size_t count = bytes.size() / arch::element_bytes(from);
  std::vector<std::byte> result(count * arch::element_bytes(to));
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t half = 0;
    float value = 0;
    if (from == arch::ElementType::kF16) {
      std::memcpy(&half, bytes.data() + i * sizeof half, sizeof half);
      value = arch::base::float_from_half(half);
      std::memcpy(result.data() + i * sizeof value, &value, sizeof value);
    } else {
      std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
      half = arch::base::half_from_float(value);
      std::memcpy(result.data() + i * sizeof half, &half, sizeof half);
    }
  }
  return result;
}

arch::base::Diagnostic mismatch(const std::string& file, const std::string& message) {
  arch::base::Diagnostic diagnostic;
  diagnostic.where.file = file;
  diagnostic.message = message;
  diagnostic.hint = "it was saved from another network or optimiser";
  return diagnostic;
}

}  // namespace

std::string serialize_checkpoint(const Checkpoint& checkpoint) {
  std::string out(kMagic, kMagicBytes);
  put(out, kVersion);
  put(out, static_cast<std::uint32_t>(checkpoint.tensors.size()));
  put(out, checkpoint.steps);
  for (const CheckpointTensor& tensor : checkpoint.tensors) put_tensor(out, tensor);
  put(out, content_hash(out));
  return out;
}

Checkpoint parse_checkpoint(const std::string& bytes, const std::string& name) {
  check_frame(bytes, name);
  const std::string body = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
  Reader reader(body, name);
  reader.take(kMagicBytes, "the magic");
  check_version(reader);
  check_checksum(bytes, name);
  Checkpoint checkpoint;
  const auto tensors = reader.number<std::uint32_t>("the tensor count");
  checkpoint.steps = reader.number<std::uint64_t>("the step count");
  for (std::uint32_t i = 0; i < tensors; ++i) checkpoint.tensors.push_back(take_tensor(reader));
  if (!reader.at_end()) reader.fail("bytes behind the last tensor");
  return checkpoint;
}

void write_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& file) {
  arch::base::write_atomically(file, serialize_checkpoint(checkpoint));
}

Checkpoint read_checkpoint(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = arch::base::read_stored_bytes(file);
  return parse_checkpoint(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                          file.string());
}

Checkpoint capture(const arch::Image& image, const sim::Machinery& machinery, std::uint64_t steps) {
  Checkpoint checkpoint;
  checkpoint.steps = steps;
  for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
    const arch::TensorInfo& tensor = image.tensors[i];
    if (!is_saved(tensor)) continue;
    checkpoint.tensors.push_back(
        {tensor.name, tensor.role, tensor.type, tensor.shape, machinery.read_tensor(i)});
  }
  return checkpoint;
}

void check_matches(const Checkpoint& checkpoint, const arch::Image& image,
                   const std::string& name) {
  arch::base::DiagnosticSink sink;
  for (const arch::TensorInfo& tensor : image.tensors) {
    if (!is_saved(tensor)) continue;
    const CheckpointTensor* found = find_tensor(checkpoint, tensor.name);
    if (found == nullptr) {
      sink.add(mismatch(name, "the checkpoint has no tensor '" + tensor.name + "'"));
    } else if (found->shape != tensor.shape ||
               (found->type != tensor.type && !(is_float(found->type) && is_float(tensor.type)))) {
      sink.add(mismatch(name, "tensor '" + tensor.name + "' is " + shape_text(found->shape) +
                                  " in the checkpoint and " + shape_text(tensor.shape) +
                                  " in this network"));
    }
  }
  for (const CheckpointTensor& tensor : checkpoint.tensors) {
    if (tensor.role != TensorRole::kParameter) continue;
    if (image.tensor_index(tensor.name) != arch::kNoIndex) continue;
    sink.add(mismatch(name, "this network has no tensor '" + tensor.name + "'"));
  }
  sink.throw_if_any<ConfigError>();
}

void restore(const Checkpoint& checkpoint, const arch::Image& image, sim::Machinery& machinery) {
  for (const CheckpointTensor& tensor : checkpoint.tensors) {
    const std::uint32_t index = image.tensor_index(tensor.name);
    if (index == arch::kNoIndex) continue;
    machinery.write_tensor(index, converted(tensor.data, tensor.type, image.tensors[index].type));
  }
}

}  // namespace bspike::tools
