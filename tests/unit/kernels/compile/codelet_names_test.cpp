// Tests that every row of models' tables has its codelets: a model, surrogate, loss or optimiser
// that no tile can compute is not complete.
#include "kernels/codelet_names.hpp"

#include <gtest/gtest.h>

#include "tests/support/small_network.hpp"

namespace bspike::kernels {
namespace {

void expect_codelets(const tests::NetworkShape& shape) {
  EXPECT_NO_THROW((void)network_codelets(tests::make_network(shape), Purpose::kTraining))
      << shape.model << ", " << shape.surrogate << ", " << shape.loss << ", " << shape.optimizer;
}

TEST(CodeletNames, EveryNeuronModelHasItsCodelets) {
  for (const models::NeuronRow& model : models::neuron_table()) {
    if (model.sparse_program) continue;
    for (const models::Reset reset : model.resets)
      expect_codelets({.model = std::string(model.name), .reset = reset});
  }
}

TEST(CodeletNames, EverySurrogateLossAndOptimizerHasItsCodelets) {
  for (const models::SurrogateRow& row : models::surrogate_table())
    expect_codelets({.surrogate = std::string(row.name)});
  for (const models::LossRow& row : models::loss_table())
    expect_codelets({.loss = std::string(row.name)});
  for (const models::OptimizerRow& row : models::optimizer_table())
    expect_codelets({.optimizer = std::string(row.name)});
}

}  // namespace
}  // namespace bspike::kernels
