// Owns reading, dumping and documenting the dataset section.
#include "models/inputs/input_section.hpp"

#include <sstream>

#include "models/file_path.hpp"
#include "models/network/described.hpp"

namespace bspike::models {
namespace {

using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::SourceLocation;
using arch::base::Unit;

constexpr const char* kKindDoc = "The kind of files.";
constexpr const char* kTableHead =
    "| key | value | default | range | meaning |\n|---|---|---|---|---|\n";
constexpr arch::base::Range kStream{0, 9.0e15};

void describe_dataset(FieldVisitor& visit, DatasetSpec& spec) {
  describe_row(visit, "kind", spec.row, row_names(dataset_table()), kKindDoc);
  dataset_table()[spec.row].describe(visit, spec);
}

void describe_encoder(FieldVisitor& visit, EncoderSpec& spec) {
  describe_row(visit, "name", spec.row, row_names(encoder_table()),
               "How samples become spike trains.");
  visit.option("train_stream", spec.train_stream, Unit::kNone, kStream,
               "Stream of random numbers for training.");
  visit.option("test_stream", spec.test_stream, Unit::kNone, kStream,
               "Stream of random numbers for evaluation.");
  if (const auto describe_own = encoder_table()[spec.row].describe) describe_own(visit, spec);
}

void describe_input(FieldVisitor& visit, InputSpec& input) {
  describe_dataset(visit, input.dataset);
  DescribedSection encoder{
      [&input](FieldVisitor& inner) { describe_encoder(inner, input.encoder); }};
  visit.section("encoding", encoder, "How samples become spike trains.");
}

// The keys of an encoding depend on its name, so that is read first.
void read_encoder_row(const Node& section, arch::base::DiagnosticSink& sink, InputSpec& input) {
  const Node* encoding = section.find("encoding");
  if (encoding == nullptr || encoding->kind != arch::base::NodeKind::kMapping) return;
  arch::base::DiagnosticSink ignored;  // the whole section is read next, and says what is wrong
  const auto row = read_row(*encoding, ignored, "name", row_names(encoder_table()), "");
  if (!row) return;
  input.encoder.row = *row;
  const DatasetRow& dataset = dataset_table()[input.dataset.row];
  const EncoderRow& encoder = encoder_table()[*row];
  if (dataset.gives == encoder.wants) return;
  const Node* name = encoding->find("name");
  sink.add({name->where,
            name->key_path,
            "the encoding \"" + std::string(encoder.name) + "\" takes " +
                (encoder.wants == SampleKind::kEvents ? "events" : "pictures") +
                ", but the data set \"" + std::string(dataset.name) + "\" has " +
                (dataset.gives == SampleKind::kEvents ? "events" : "pictures"),
            {}});
}

}  // namespace

InputSpec build_input(const Node& section) {
  arch::base::DiagnosticSink sink;
  InputSpec input;
  if (const auto row = read_row(section, sink, "kind", row_names(dataset_table()), kKindDoc)) {
    input.dataset.row = *row;
    read_encoder_row(section, sink, input);
    arch::base::read_described(section, sink,
                               [&](FieldVisitor& visit) { describe_input(visit, input); });
  }
  sink.throw_if_any<arch::base::ConfigError>();
  for (auto& [key, path] : input.dataset.paths)
    path = absolute_path(path, section.find(key)->where);
  return input;
}

std::string dump_input(const InputSpec& input) {
  InputSpec copy = input;
  return arch::base::dump_described([&](FieldVisitor& visit) { describe_input(visit, copy); });
}

std::string document_input() {
  std::ostringstream out;
  out << "# The dataset section\n";
  for (std::uint32_t i = 0; i < dataset_table().size(); ++i) {
    InputSpec input;
    input.dataset.row = i;
    out << "\n## " << dataset_table()[i].name << "\n\n"
        << dataset_table()[i].doc << "\n\n"
        << kTableHead;
    out << arch::base::document_described(
        [&](FieldVisitor& visit) { describe_input(visit, input); }, "dataset");
  }
  out << "\n## Encoders\n\n";
  for (std::uint32_t i = 0; i < encoder_table().size(); ++i) {
    EncoderSpec spec;
    spec.row = i;
    out << "* `" << encoder_table()[i].name << "`: " << encoder_table()[i].doc << "\n\n"
        << kTableHead
        << arch::base::document_described(
               [&](FieldVisitor& visit) { describe_encoder(visit, spec); }, "dataset.encoding")
        << "\n";
  }
  return out.str();
}

}  // namespace bspike::models
