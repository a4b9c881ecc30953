// Owns how IDX images and labels become samples.
#include "models/inputs/idx_dataset.hpp"

#include "models/format_error.hpp"

namespace bspike::models {
namespace {

constexpr std::uint32_t kUsualClasses = 10;  // of MNIST and its successors

class IdxDataset : public Dataset {
 public:
  IdxDataset(IdxArray images, IdxArray labels, std::uint32_t classes)
      : pixels_(images.dims[1] * images.dims[2]),
        classes_(classes),
        images_(std::move(images.data)),
        labels_(std::move(labels.data)) {}

  [[nodiscard]] std::uint64_t samples() const override { return labels_.size(); }
  [[nodiscard]] std::uint32_t classes() const override { return classes_; }
  [[nodiscard]] std::uint32_t input_size() const override { return pixels_; }
  [[nodiscard]] unsigned level_bits() const override { return 8; }
  [[nodiscard]] std::span<const std::uint8_t> image(std::uint64_t sample) const override {
    return std::span(images_).subspan(sample * pixels_, pixels_);
  }
  [[nodiscard]] std::uint32_t label(std::uint64_t sample) const override { return labels_[sample]; }
  [[nodiscard]] std::uint64_t source_row(std::uint64_t sample) const override { return sample; }

 private:
  std::uint32_t pixels_;
  std::uint32_t classes_;
  std::vector<std::uint8_t> images_;
  std::vector<std::uint8_t> labels_;
};

[[noreturn]] void fail(const std::string& name, std::string message) {
  fail_format({name, 0, 0}, std::move(message));
}

void check_dims(const IdxArray& array, const std::string& name, std::size_t dims,
                const char* what) {
  if (array.dims.size() != dims)
    fail(name, std::string(what) + ", this file has " + std::to_string(array.dims.size()));
}

void describe_idx(arch::base::FieldVisitor& visit, DatasetSpec& spec) {
  visit.text("train_images", spec.paths["train_images"], "IDX file of the training images.");
  visit.text("train_labels", spec.paths["train_labels"], "IDX file of the training labels.");
  visit.text("test_images", spec.paths["test_images"], "IDX file of the test images.");
  visit.text("test_labels", spec.paths["test_labels"], "IDX file of the test labels.");
  std::uint32_t& classes = spec.numbers.try_emplace("classes", kUsualClasses).first->second;
  visit.option("classes", classes, arch::base::Unit::kNone, {1, 256},
               "Number of classes; labels are below it.");
}

std::unique_ptr<Dataset> open_idx(const DatasetSpec& spec, Split split) {
  const std::string prefix = split == Split::kTrain ? "train_" : "test_";
  const std::string& images = spec.paths.at(prefix + "images");
  const std::string& labels = spec.paths.at(prefix + "labels");
  // One after the other, so that of two bad files the images are always named.
  IdxArray image_array = read_idx(images);
  IdxArray label_array = read_idx(labels);
  return join_idx(std::move(image_array), images, std::move(label_array), labels,
                  spec.numbers.at("classes"));
}

}  // namespace

std::unique_ptr<Dataset> join_idx(IdxArray images, const std::string& images_name, IdxArray labels,
                                  const std::string& labels_name, std::uint32_t classes) {
  check_dims(images, images_name, 3, "images have 3 dimensions (count, rows, columns)");
  check_dims(labels, labels_name, 1, "labels have 1 dimension (count)");
  if (images.dims[0] != labels.dims[0])
    fail(labels_name, std::to_string(labels.dims[0]) + " labels for the " +
                          std::to_string(images.dims[0]) + " images of " + images_name);
  for (std::size_t i = 0; i < labels.data.size(); ++i)
    if (labels.data[i] >= classes)
      fail(labels_name, "label " + std::to_string(labels.data[i]) + " of sample " +
                            std::to_string(i) + " is outside 0 .. " + std::to_string(classes - 1));
  return std::make_unique<IdxDataset>(std::move(images), std::move(labels), classes);
}

DatasetRow idx_row() {
  return {.name = "idx",
          .describe = describe_idx,
          .open = open_idx,
          .doc = "IDX files of byte images and labels (MNIST, Fashion-MNIST), plain or .gz."};
}

}  // namespace bspike::models
