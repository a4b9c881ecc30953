// Owns the names of execution units.
#include "arch/isa/exec_unit.hpp"

#include <array>

namespace bspike::arch::isa {
namespace {

struct UnitText {
  std::string_view key;
  std::string_view sentence;
};

constexpr std::array<UnitText, kExecUnitCount> kUnits{{
#define BSPIKE_UNIT(enumerator, key, sentence) {key, sentence},
#include "arch/isa/exec_unit.def"
#undef BSPIKE_UNIT
}};

}  // namespace

std::string_view key(ExecUnit unit) { return kUnits[static_cast<std::size_t>(unit)].key; }

std::string_view sentence(ExecUnit unit) { return kUnits[static_cast<std::size_t>(unit)].sentence; }

}  // namespace bspike::arch::isa
