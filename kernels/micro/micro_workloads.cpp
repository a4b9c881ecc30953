// Owns the rows of micro workloads.
#include "kernels/micro/micro_workloads.hpp"

#include <iterator>

namespace bspike::kernels {

namespace {

std::vector<MicroWorkload> exchange_rows() {
  const std::vector<std::string> collective{"tiles", "source_physical"};
  return {
      {"multicast",
       "One tile sends a message to the named tiles; with one receiver, point to point.",
       {"words", "source_physical", "receivers_physical"},
       {},
       build_multicast},
      {"broadcast",
       "The root sends one message to all others.",
       {"words"},
       collective,
       build_broadcast},
      {"gather", "Each tile sends its message to the root.", {"words"}, collective, build_gather},
      {"scatter",
       "The root sends each tile a message of its own.",
       {"words"},
       collective,
       build_scatter},
      {"reduce",
       "A gather of f32 words, which the root then sums.",
       {"words"},
       collective,
       build_reduce},
      {"all_to_all",
       "Each tile sends each other tile a message.",
       {"words"},
       {"tiles"},
       build_all_to_all},
  };
}

std::vector<MicroWorkload> tile_rows() {
  return {
      {"copy_scalar",
       "A copy within each tile, a load and a store a word.",
       {"bytes"},
       {"tiles", "target_memory"},
       build_copy_scalar},
      {"copy_paced",
       "A copy within each tile, a paired load and store of 64 bits.",
       {"bytes"},
       {"tiles", "target_memory"},
       build_copy_paced},
      {"triad_f32",
       "STREAM triad a = b + s c of f32 on each tile.",
       {"elements"},
       {"tiles"},
       build_triad_f32},
      {"triad_f16",
       "STREAM triad a = b + s c of f16 on each tile.",
       {"elements"},
       {"tiles"},
       build_triad_f16},
      {"empty",
       "Supersteps in which every worker starts and ends.",
       {},
       {"repeats", "tiles"},
       build_empty},
      {"load_chain",
       "Loads of which each needs the one before.",
       {"loads"},
       {"tiles"},
       build_load_chain},
  };
}

std::vector<MicroWorkload> product_rows() {
  return {
      {"matvec_f32",
       "A matrix times a vector in f32 vector code: rows and columns over the tiles, the vector "
       "multicast, partial sums reduced.",
       {"rows", "columns"},
       {"tiles"},
       build_matvec},
      {"matvec_f32_unit",
       "The same product on the matrix unit, the matrix being its weights.",
       {"rows", "columns"},
       {"tiles"},
       build_matvec_unit},
      {"matrix_product",
       "[rows, 16] x [16, 16] in f16 on the matrix unit of each tile.",
       {"rows"},
       {"tiles", "weights_memory"},
       build_matrix_product},
  };
}

std::vector<MicroWorkload> all_rows() {
  std::vector<MicroWorkload> rows = exchange_rows();
  for (auto* more : {tile_rows, product_rows}) {
    std::vector<MicroWorkload> next = more();
    rows.insert(rows.end(), std::make_move_iterator(next.begin()),
                std::make_move_iterator(next.end()));
  }
  return rows;
}

}  // namespace

std::span<const MicroWorkload> micro_workloads() {
  static const std::vector<MicroWorkload> kRows = all_rows();
  return kRows;
}

}  // namespace bspike::kernels
