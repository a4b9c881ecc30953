// Owns the pricing of trips.
#include "kernels/cost/estimate.hpp"

#include <algorithm>

#include "kernels/emit/program_builder.hpp"

namespace bspike::kernels {

namespace {

std::uint64_t priced(const std::string& codelet, const Trips& trips,
                     const std::map<std::string, std::uint64_t>& slots) {
  std::uint64_t total = 0;
  for (const auto& [region, executions] : trips) {
    if (executions == 0) continue;
    const auto found = slots.find(region);
    if (found == slots.end()) fail_codelet(codelet, "has no region '" + region + "'");
    total += executions * found->second;
  }
  return total;
}

bool issues_on_main(arch::isa::ExecUnit unit) {
  const auto rows = arch::isa::all_instructions();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.unit == unit; });
  return found != rows.end() && found->pipe == arch::isa::Pipe::kMain;
}

}  // namespace

std::function<std::uint64_t(const WorkSize&, const arch::Machine&)> slot_estimate(
    const std::string& codelet) {
  return [codelet](const WorkSize& work, const arch::Machine& machine) {
    const Codelet& row = find_codelet(codelet);
    const auto slots = region_slots(compile_codelet(row, machine), machine);
    const EmitContext context = emit_context(machine);
    std::uint64_t slowest = 0;
    for (std::uint32_t worker = 0; worker < context.workers; ++worker)
      slowest = std::max(slowest, priced(codelet, row.trips(work, context, worker), slots));
    return slowest;
  };
}

std::uint64_t inner_slots(const Codelet& codelet, const arch::Machine& machine) {
  const auto slots = region_slots(compile_codelet(codelet, machine), machine);
  return slots.at(codelet.inner.region);
}

std::uint64_t minimum_slots(const Codelet& codelet, const arch::Machine& machine) {
  std::uint64_t main = 0;
  std::uint64_t aux = 0;
  for (const auto& [unit, count] : codelet.inner.bound)
    (issues_on_main(unit) ? main : aux) +=
        std::uint64_t{count} * machine.unit_slots[static_cast<std::size_t>(unit)];
  return std::max(main, aux);
}

}  // namespace bspike::kernels
