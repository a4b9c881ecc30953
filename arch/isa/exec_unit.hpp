// Owns the list of execution units (timing classes of instructions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bspike::arch::isa {

enum class ExecUnit : std::uint8_t {
#define BSPIKE_UNIT(enumerator, key, sentence) enumerator,
#include "arch/isa/exec_unit.def"
#undef BSPIKE_UNIT
};

inline constexpr std::size_t kExecUnitCount = 0
#define BSPIKE_UNIT(enumerator, key, sentence) +1
#include "arch/isa/exec_unit.def"
#undef BSPIKE_UNIT
    ;

[[nodiscard]] std::string_view key(ExecUnit unit);
[[nodiscard]] std::string_view sentence(ExecUnit unit);

}  // namespace bspike::arch::isa
