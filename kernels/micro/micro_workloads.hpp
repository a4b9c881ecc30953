// Owns the list of micro workloads: name, parameters, and what builds each.
// Contract: `build` asks a MicroProgram for tiles, buffers, data and supersteps, the same twice.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/micro/micro_program.hpp"

namespace bspike::kernels {

struct MicroWorkload {
  const char* name;
  const char* sentence;
  std::vector<std::string> needs;  // parameters that must be given
  std::vector<std::string> takes;  // and that may be
  void (*build)(MicroProgram& program, const MicroSpec& spec);
};

// A new workload is a row in micro_workloads.cpp.
[[nodiscard]] std::span<const MicroWorkload> micro_workloads();

// The builders, grouped by file.
void build_multicast(MicroProgram& program, const MicroSpec& spec);
void build_broadcast(MicroProgram& program, const MicroSpec& spec);
void build_gather(MicroProgram& program, const MicroSpec& spec);
void build_scatter(MicroProgram& program, const MicroSpec& spec);
void build_reduce(MicroProgram& program, const MicroSpec& spec);
void build_all_to_all(MicroProgram& program, const MicroSpec& spec);
void build_copy_scalar(MicroProgram& program, const MicroSpec& spec);
void build_copy_paced(MicroProgram& program, const MicroSpec& spec);
void build_triad_f32(MicroProgram& program, const MicroSpec& spec);
void build_triad_f16(MicroProgram& program, const MicroSpec& spec);
void build_empty(MicroProgram& program, const MicroSpec& spec);
void build_load_chain(MicroProgram& program, const MicroSpec& spec);
void build_matvec(MicroProgram& program, const MicroSpec& spec);
void build_matvec_unit(MicroProgram& program, const MicroSpec& spec);
void build_matrix_product(MicroProgram& program, const MicroSpec& spec);

}  // namespace bspike::kernels
