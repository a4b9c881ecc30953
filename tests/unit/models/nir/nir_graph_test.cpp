// Owns the tests of reading NIR files into graphs, of taking graphs within them apart, and of files
// that are damaged. The files are made by tests/made/make_nir.py.
#include "models/nir/nir_graph.hpp"

#include <gtest/gtest.h>

#include "models/hdf5/hdf5_server.hpp"
#include "models/nir/nir_node_table.hpp"
#include "tests/unit/models/inputs/damage.hpp"

namespace bspike::models {
namespace {

std::string file_named(const std::string& name) { return test::kMade + "nir/" + name + ".nir"; }

class NirFiles : public testing::Test {
 protected:
  void SetUp() override {
    if (!hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  }
};

TEST_F(NirFiles, GiveNodesFieldsAndEdges) {
  const NirFile file = read_nir(file_named("two_layers"));
  EXPECT_EQ(file.version, "1.0.5");
  ASSERT_EQ(file.graph.nodes.size(), 6u);
  EXPECT_EQ(file.graph.edges, (std::vector<NirEdge>{{"fc1", "lif1"},
                                                    {"fc2", "lif2"},
                                                    {"input", "fc1"},
                                                    {"lif1", "fc2"},
                                                    {"lif2", "output"}}));
  const NirNode& affine = *file.graph.find("fc1");
  EXPECT_EQ(affine.type, "Affine");
  EXPECT_EQ(affine.find("weight")->shape, (std::vector<std::uint64_t>{4, 3}));
  EXPECT_EQ(affine.find("weight")->values[1], -0.25);  // (1 % 7 - 3) / 8
  EXPECT_EQ(affine.find("bias")->values, (std::vector<double>{0.5, -0.5, 0.25, 0}));
  EXPECT_EQ(file.graph.find("lif2")->find("tau")->values, (std::vector<double>{0.02, 0.02}));
  EXPECT_EQ(file.graph.find("input")->find("shape")->values, (std::vector<double>{3}));
  EXPECT_EQ(file.graph.find("nobody"), nullptr);
}

TEST_F(NirFiles, SingleNumbersHaveNoShape) {
  const NirFile file = read_nir(file_named("vectors"));
  const NirTensor& leak = *file.graph.find("d")->find("v_leak");
  EXPECT_TRUE(leak.shape.empty());
  EXPECT_EQ(leak.values, (std::vector<double>{0.5}));
}

TEST_F(NirFiles, EveryTypeOfNodeIsRead) {
  std::map<std::string, int> seen;
  const auto count = [&seen](const auto& self, const NirGraph& graph) -> void {
    for (const NirNode& node : graph.nodes) {
      ++seen[node.type];
      for (const NirGraph& inner : node.graph) self(self, inner);
    }
  };
  for (const char* name : {"two_layers", "integrators", "scaled", "readout", "nested", "cuba",
                           "cuba_li", "integrator", "pictures", "average", "padding_same", "sound"})
    count(count, read_nir(file_named(name)).graph);
  for (const NirNodeType& type : nir_node_table())
    EXPECT_GE(seen[std::string(type.name)], 1) << type.name;
}

TEST_F(NirFiles, PaddingMayBeATextAndAShapeMayBeMissing) {
  const NirFile file = read_nir(file_named("padding_same"));
  const NirNode& conv = *file.graph.find("conv");
  EXPECT_EQ(conv.texts.at("padding"), "same");
  EXPECT_EQ(conv.find("padding"), nullptr);
  EXPECT_EQ(conv.find("input_shape"), nullptr);
  EXPECT_EQ(conv.find("weight")->shape, (std::vector<std::uint64_t>{3, 2, 3, 3}));
}

TEST_F(NirFiles, GraphsWithinGraphsAreTakenApart) {
  const NirFile file = read_nir(file_named("nested"));
  const NirGraph graph = flattened(file.graph, file.name);
  EXPECT_EQ(graph.edges, (std::vector<NirEdge>{{"deep/inside/fc", "deep/inside/lif"},
                                               {"deep/inside/lif", "fc2"},
                                               {"fc2", "lif2"},
                                               {"input", "deep/inside/fc"},
                                               {"lif2", "output"}}));
  ASSERT_EQ(graph.nodes.size(), 6u);
  EXPECT_EQ(graph.find("deep/inside/fc")->type, "Affine");
}

TEST_F(NirFiles, AreRefusedWithNodeAndField) {
  const auto message = [](const std::string& name) {
    const std::string file = file_named(name);
    return test::message_of([&] { (void)read_nir(file); }).substr(file.size() + 2);
  };
  EXPECT_EQ(message("bad_no_node"), "/: no group \"node\": this is no NIR file");
  EXPECT_EQ(message("bad_root"), "/node: the type is \"Linear\", expected \"NIRGraph\"");
  EXPECT_EQ(message("bad_type"), "/node/nodes/lif: unknown type \"LIFF\"; did you mean LIF?");
  EXPECT_EQ(message("bad_missing"),
            "/node/nodes/lif: a node of type LIF needs the field \"v_threshold\"");
  EXPECT_EQ(message("bad_extra"), "/node/nodes/fc/bais: a node of type Linear has no such field");
  EXPECT_EQ(message("bad_text"), "/node/nodes/fc/weight: expected numbers, found texts");
  EXPECT_EQ(message("bad_nan"), "/node/nodes/lif/tau: value 0 is not finite");
  EXPECT_EQ(message("bad_empty"), "/node/nodes/fc/weight: no values");
  EXPECT_EQ(message("bad_edge"), "/node/edges[3]: there is no node \"lost\"");
  EXPECT_EQ(message("bad_no_edges"), "/node: a graph needs \"edges\"");
}

TEST_F(NirFiles, DamagedOnesAreReadOrRefusedWithTheirName) {
  const auto read = [](const std::string& file) { (void)read_nir(file); };
  EXPECT_GT(test::cut_everywhere(file_named("no_weights"), 487, read), 20);
  EXPECT_GT(test::flip_bytes(file_named("no_weights"), 60, read), 2);
}

TEST_F(NirFiles, ReplayTheFuzzersCorpus) {
  EXPECT_GE(test::replay_corpus("hdf5", [](const std::string& file) { (void)read_nir(file); }), 2);
}

}  // namespace
}  // namespace bspike::models
