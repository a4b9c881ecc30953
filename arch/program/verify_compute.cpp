// Owns the check of compute sets: vertices exist, argument blocks lie in data, and the launch table
// in tile memory says what the vertices say.
#include <cstring>
#include <optional>

#include "arch/program/text_forms.hpp"
#include "arch/program/verify.hpp"

namespace bspike::arch {

namespace {

// A word of a tile's initial data.
std::optional<std::uint32_t> initial_word(const ImageCheck& check, TileId tile,
                                          std::uint64_t address) {
  const TileImage* found = check.tile_image(tile);
  if (found == nullptr) return std::nullopt;
  for (const DataSegment& segment : found->data) {
    if (address < segment.address || address + 4 > std::uint64_t{segment.address} + segment.bytes)
      continue;
    const std::uint64_t offset = segment.data + (address - segment.address);
    if (offset > check.image.data.size() || check.image.data.size() - offset < 4)
      return std::nullopt;
    std::uint32_t word = 0;
    std::memcpy(&word, check.image.data.data() + offset, sizeof word);
    return word;
  }
  return std::nullopt;
}

void append_calls(std::vector<std::uint32_t>& table, const TileProgram& program,
                  const std::vector<VertexCall>& vertices, bool multi_worker) {
  for (const VertexCall& vertex : vertices) {
    if (vertex.multi_worker != multi_worker) continue;
    table.push_back(program.codelets[vertex.codelet].entry_word * 4);
    table.push_back(vertex.arguments_address);
  }
}

// What the launch table has to hold: two counts, then entry and vertex base of the multi-worker
// vertices, then those of the others.
std::vector<std::uint32_t> launch_table(const TileProgram& program,
                                        const std::vector<VertexCall>& vertices) {
  std::vector<std::uint32_t> table(2);
  append_calls(table, program, vertices, true);
  table[0] = static_cast<std::uint32_t>(table.size() / 2 - 1);
  append_calls(table, program, vertices, false);
  table[1] = static_cast<std::uint32_t>(vertices.size()) - table[0];
  return table;
}

void check_launch_table(ImageCheck& check, const std::string& where, const TileWork& work,
                        const TileProgram& program) {
  if (work.launch_address % 4 != 0)
    return check.breach(where, "the launch table is not at a multiple of 4");
  const std::vector<std::uint32_t> expected = launch_table(program, work.vertices);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::uint64_t address = work.launch_address + 4 * std::uint64_t{i};
    const auto word = initial_word(check, work.tile, address);
    if (word == expected[i]) continue;
    return check.breach(where, "word " + std::to_string(i) + " of the launch table at " +
                                   hex(work.launch_address) + " is " +
                                   (word ? hex(*word) : "missing") + ", the vertices say " +
                                   hex(expected[i]));
  }
}

bool check_vertices(ImageCheck& check, const std::string& where, const TileWork& work,
                    const TileProgram& program) {
  bool indices_hold = true;
  for (std::size_t i = 0; i < work.vertices.size(); ++i) {
    const VertexCall& vertex = work.vertices[i];
    const std::string vertex_text = "vertex " + std::to_string(i);
    if (vertex.codelet >= program.codelets.size()) {
      check.breach(where, vertex_text + " calls a codelet that the program does not have");
      indices_hold = false;
    }
    if (vertex.arguments_address % 4 != 0 ||
        !check.is_data_range(work.tile, vertex.arguments_address, 4))
      check.breach(where, vertex_text + " has its arguments at " + hex(vertex.arguments_address) +
                              ", which is not word-aligned data");
  }
  return indices_hold;
}

void check_work(ImageCheck& check, const std::string& where, const TileWork& work) {
  const TileProgram* program = check.program_of(work.tile);
  if (program == nullptr) return check.breach(where, "the tile has no program");
  if (check_vertices(check, where, work, *program))
    check_launch_table(check, where, work, *program);
}

}  // namespace

void check_compute_sets(ImageCheck& check) {
  for (const ComputeSet& set : check.image.compute_sets) {
    for (std::size_t i = 0; i < set.work.size(); ++i) {
      const std::string where =
          "compute set '" + set.name + "', tile " + std::to_string(set.work[i].tile);
      if (i > 0 && set.work[i].tile <= set.work[i - 1].tile)
        check.breach(where, "tiles do not ascend");
      check_work(check, where, set.work[i]);
    }
  }
}

}  // namespace bspike::arch
