// Owns the child's side: answers with the HDF5 library. Whatever goes wrong here ends one request
// or this process, never the one that asked.
#include "models/hdf5/hdf5_server.hpp"

#include <hdf5.h>
#include <sys/time.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/hdf5/hdf5_file.hpp"

namespace bspike::models {
namespace {

constexpr std::uint64_t kMostElements = 1ull << 27;
constexpr std::uint64_t kMostTexts = 1ull << 20;
constexpr std::uint64_t kMostTextBytes = 1ull << 26;
constexpr std::uint64_t kMostOfList = 1ull << 26;

using Bytes = std::vector<std::byte>;

// What is refused; its text goes to the parent.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The innermost reason that the library gives.
std::string library_reason() {
  std::string reason;
  const auto first = [](unsigned depth, const H5E_error2_t* error, void* text) -> herr_t {
    if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
    return 0;
  };
  (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first, &reason);
  return reason.empty() ? "the HDF5 library gives no reason" : reason;
}

template <class Result>
Result check(Result result) {
  if (result < 0) throw Refusal(library_reason());
  return result;
}

// An identifier of the library that closes itself.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(check(id)), close_(close) {}
  ~Handle() { (void)close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  [[nodiscard]] hid_t get() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

template <class Value>
void append(Bytes& bytes, const Value& value) {
  const auto* from = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), from, from + sizeof(Value));
}

void append_text(Bytes& bytes, std::string_view text) {
  append(bytes, static_cast<std::uint32_t>(text.size()));
  const auto* from = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), from, from + text.size());
}

Hdf5Kind kind_of_numbers(hid_t type, Hdf5Kind integers, Hdf5Kind reals) {
  const H5T_class_t number = H5Tget_class(type);
  if (number == H5T_INTEGER) return integers;
  return number == H5T_FLOAT ? reals : Hdf5Kind::kOther;
}

Hdf5Kind kind_of_type(hid_t type) {
  const H5T_class_t outer = check(H5Tget_class(type));
  if (outer == H5T_STRING) return Hdf5Kind::kTexts;
  if (outer != H5T_VLEN) return kind_of_numbers(type, Hdf5Kind::kIntegers, Hdf5Kind::kReals);
  const Handle inner(H5Tget_super(type), H5Tclose);
  return kind_of_numbers(inner.get(), Hdf5Kind::kLists, Hdf5Kind::kLists);
}

bool has_values(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  return check(H5Sget_simple_extent_type(space.get())) != H5S_NULL;
}

std::vector<std::uint64_t> shape_of(hid_t dataset) {
  if (!has_values(dataset)) throw Refusal("a data set without values");
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const int rank = check(H5Sget_simple_extent_ndims(space.get()));
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  if (rank > 0) check(H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr));
  return {extents.begin(), extents.end()};
}

// Of a damaged shape the product may be anything; it is at most `most` or refused.
std::uint64_t count_of(const std::vector<std::uint64_t>& shape, std::uint64_t most) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape) {
    if (extent != 0 && count > most / extent)
      throw Refusal("more than " + std::to_string(most) + " values");
    count *= extent;
  }
  return count;
}

class Server {
 public:
  explicit Server(const char* name) : file_(H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose) {}

  [[nodiscard]] Bytes children(const std::string& group) const {
    const Handle opened(H5Gopen2(file_.get(), group.c_str(), H5P_DEFAULT), H5Gclose);
    std::vector<std::string> names;
    const auto add = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
      static_cast<std::vector<std::string>*>(list)->emplace_back(name);
      return 0;
    };
    hsize_t at = 0;
    check(H5Literate(opened.get(), H5_INDEX_NAME, H5_ITER_INC, &at, add, &names));
    std::sort(names.begin(), names.end());
    Bytes bytes;
    for (const std::string& name : names) append_entry(opened.get(), name, bytes);
    return bytes;
  }

  [[nodiscard]] Bytes numbers(const std::string& name) const {
    const Handle dataset = open(name, {Hdf5Kind::kIntegers, Hdf5Kind::kReals}, "numbers");
    Bytes bytes(count_of(shape_of(dataset.get()), kMostElements) * sizeof(double));
    if (!bytes.empty())
      check(H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()));
    return bytes;
  }

  [[nodiscard]] Bytes texts(const std::string& name) const {
    const Handle dataset = open(name, {Hdf5Kind::kTexts}, "texts");
    const std::uint64_t count = count_of(shape_of(dataset.get()), kMostTexts);
    const Handle type(H5Dget_type(dataset.get()), H5Tclose);
    return check(H5Tis_variable_str(type.get())) > 0
               ? variable_texts(dataset.get(), count)
               : fixed_texts(dataset.get(), type.get(), count);
  }

  [[nodiscard]] Bytes list(const std::string& name, std::uint64_t index) const {
    const Handle dataset = open(name, {Hdf5Kind::kLists}, "lists of numbers");
    const auto shape = shape_of(dataset.get());
    if (shape.size() != 1 || index >= shape[0]) throw Refusal("there is no such element");
    const Handle space(H5Dget_space(dataset.get()), H5Sclose);
    const hsize_t start = index, one = 1;
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &one, nullptr));
    const Handle memory(H5Screate_simple(1, &one, nullptr), H5Sclose);
    const Handle type(H5Tvlen_create(H5T_NATIVE_DOUBLE), H5Tclose);
    hvl_t value{0, nullptr};
    check(H5Dread(dataset.get(), type.get(), memory.get(), space.get(), H5P_DEFAULT, &value));
    if (value.len > kMostOfList)
      throw Refusal("more than " + std::to_string(kMostOfList) + " values");
    Bytes bytes(value.len * sizeof(double));
    if (!bytes.empty()) std::memcpy(bytes.data(), value.p, bytes.size());
    (void)H5Dvlen_reclaim(type.get(), memory.get(), H5P_DEFAULT, &value);
    return bytes;
  }

 private:
  Handle open(const std::string& name, const std::vector<Hdf5Kind>& kinds, const char* what) const {
    const Handle probe(H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle type(H5Dget_type(probe.get()), H5Tclose);
    const Hdf5Kind kind = kind_of_type(type.get());
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
      throw Refusal("expected " + std::string(what) + ", found " + hdf5_kind_name(kind));
    return {H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT), H5Dclose};
  }

  static void append_entry(hid_t group, const std::string& name, Bytes& bytes) {
    const Handle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose);
    Hdf5Kind kind = Hdf5Kind::kOther;
    std::vector<std::uint64_t> shape;
    const H5I_type_t type = H5Iget_type(object.get());
    if (type == H5I_GROUP) kind = Hdf5Kind::kGroup;
    if (type == H5I_DATASET) {
      const Handle element(H5Dget_type(object.get()), H5Tclose);
      if (has_values(object.get())) {
        kind = kind_of_type(element.get());
        shape = shape_of(object.get());
      }
    }
    append_text(bytes, name);
    append(bytes, static_cast<std::uint32_t>(kind));
    append(bytes, static_cast<std::uint32_t>(shape.size()));
    for (const std::uint64_t extent : shape) append(bytes, extent);
  }

  static Bytes variable_texts(hid_t dataset, std::uint64_t count) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    check(H5Tset_size(type.get(), H5T_VARIABLE));
    const Handle stored(H5Dget_type(dataset), H5Tclose);
    check(H5Tset_cset(type.get(), check(H5Tget_cset(stored.get()))));
    std::vector<char*> texts(count, nullptr);
    check(H5Dread(dataset, type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()));
    Bytes bytes;
    for (const char* text : texts) append_text(bytes, text == nullptr ? "" : text);
    return bytes;
  }

  static Bytes fixed_texts(hid_t dataset, hid_t type, std::uint64_t count) {
    const std::size_t size = H5Tget_size(type);
    if (size == 0 || count > kMostTextBytes / size) throw Refusal("texts of more than 64MiB");
    std::vector<char> texts(count * size);
    check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()));
    Bytes bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
      const char* from = texts.data() + i * size;
      append_text(bytes, {from, ::strnlen(from, size)});
    }
    return bytes;
  }

  Handle file_;
};

Bytes answer(const Server& server, const Hdf5Head& head, const std::string& object) {
  switch (head.kind) {
    case kHdf5Children:
      return server.children(object);
    case kHdf5Numbers:
      return server.numbers(object);
    case kHdf5Texts:
      return server.texts(object);
    case kHdf5List:
      return server.list(object, head.index);
    default:
      return {};
  }
}

bool send_answer(int socket, std::uint32_t kind, std::span<const std::byte> bytes) {
  const Hdf5Head head{kind, 0, 0, bytes.size()};
  return send_bytes(socket, std::as_bytes(std::span(&head, 1))) && send_bytes(socket, bytes);
}

template <class Work>
bool send_outcome(int socket, const Work& work) {
  std::string refusal;
  try {
    return send_answer(socket, 0, work());
  } catch (const std::bad_alloc&) {
    refusal = "it asks for more memory than there may be";
  } catch (const Refusal& error) {
    refusal = error.what();
  }
  return send_answer(socket, 1, std::as_bytes(std::span(refusal)));
}

// The library loops on some damaged files: then SIGPROF ends this process. Numbers may be many and
// packed; all else is small.
void limit_time(std::uint32_t request) {
  const itimerval limit{{0, 0}, {request == kHdf5Numbers ? 60 : 2, 0}};
  (void)::setitimer(ITIMER_PROF, &limit, nullptr);
}

void serve_requests(int socket, const char* file) {
  std::unique_ptr<Server> server;
  Hdf5Head head;
  while (receive_bytes(socket, std::as_writable_bytes(std::span(&head, 1)))) {
    std::string object(head.length, '\0');
    if (!receive_bytes(socket, std::as_writable_bytes(std::span(object)))) return;
    limit_time(head.kind);
    const bool sent = send_outcome(socket, [&]() -> Bytes {
      if (!server) server = std::make_unique<Server>(file);
      return answer(*server, head, object);
    });
    if (!sent) return;
  }
}

}  // namespace

bool hdf5_is_built() { return true; }

void serve_hdf5(int socket, const char* file) {
  (void)H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  serve_requests(socket, file);
}

}  // namespace bspike::models
