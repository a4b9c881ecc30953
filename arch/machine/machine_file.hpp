// Owns how a run file names its machine: by file, by shipped name, or as changes to either.
//
//   machine: bow                                        # a shipped machine, or a file
//   machine: {extends: bow.yaml, chip: {tiles: 64}}     # changes laid on one
//
// Contract: files are looked for beside the file that names them, then in `search_folders`, in
// order; `.yaml` may be left out. Throws ConfigError at the place that names the file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arch/base/document.hpp"

namespace bspike::arch {

using SearchFolders = std::vector<std::filesystem::path>;

// `section` is the value of `machine:`; the result is a mapping for build_machine.
[[nodiscard]] base::NodePtr resolve_machine_section(const base::NodePtr& section,
                                                    const SearchFolders& search_folders);

// A run file with its `--set`s applied and its `machine:` resolved, so that a set may reach into
// the named machine (`machine.sync.barrier=40cycles`) or name another one (`machine=c600`).
[[nodiscard]] base::NodePtr resolve_run(base::NodePtr run, const std::vector<std::string>& sets,
                                        const SearchFolders& search_folders);

}  // namespace bspike::arch
