// Owns the list of subcommands with their one-line summaries and examples.
#include <array>

#include "tools/command/command.hpp"

namespace bspike::tools {

namespace {

constexpr std::array kCommands = {
    Command{"run", "Compile a training run, execute it on the virtual machine, report.",
            "Examples:\n"
            "  bspike run configs/runs/quickstart.yaml --out out\n"
            "  bspike run configs/runs/tiny.yaml --steps 3 --set network.batch=4 --machine bow\n"
            "  bspike run configs/runs/tiny.yaml --emit placement --emit image=tiny.image\n"
            "  bspike run tiny.image --steps 2\n"
            "  bspike run configs/runs/tiny.yaml --trace tiny.json.gz --trace-tiles 0-3\n",
            declare_run},
    Command{"evaluate", "Run inference over the whole test set: accuracy, confusion, cycles.",
            "Examples:\n"
            "  bspike evaluate configs/runs/digits.yaml --load weights.ckpt\n"
            "  bspike evaluate configs/runs/digits.yaml --functional --samples 100\n",
            declare_evaluate},
    Command{"verify", "Check training-step cases on the host reference and the virtual machine.",
            "Examples:\n"
            "  bspike verify tests/data/reference/snntorch/s01_leaky_sub_tiny.json\n"
            "  bspike verify case.json --machine tiny --json\n"
            "  bspike verify case.json --reference-only\n"
            "  bspike verify tests/data/reference/snntorch/unit_losses.json\n",
            declare_verify},
    Command{"validate", "Compare the virtual chip with published measurements of real ones.",
            "Examples:\n"
            "  bspike validate --fast\n"
            "  bspike validate exchange_c600 --out validation\n"
            "  bspike validate --document docs/validation.md\n",
            declare_validate},
    Command{"sweep", "Run many points, each a run of its own; go on where a sweep ended.",
            "Examples:\n"
            "  bspike sweep configs/sweeps/tiles_batch.yaml --out results\n"
            "  bspike sweep configs/sweeps/tiles_batch.yaml --dry-run\n"
            "  bspike sweep export results --csv\n"
            "  bspike sweep export results --json --table 'best max totals.samples_per_second'\n",
            declare_sweep},
    Command{"diff", "Tell what changed between two runs: configuration, cycles, memory, values.",
            "Examples:\n"
            "  bspike diff before after\n"
            "  bspike diff before/report.json after/report.json --tolerance 0.01 --json\n",
            declare_diff},
    Command{"report", "Make one HTML page with charts of a run, a validation or a sweep.",
            "Examples:\n"
            "  bspike report out\n"
            "  bspike report out -o quickstart.html\n"
            "  bspike report before after -o both.html\n",
            declare_report},
    Command{"inspect", "Print what an image holds.",
            "Examples:\n"
            "  bspike inspect tiny.image\n"
            "  bspike inspect tiny.image --plan\n",
            declare_inspect},
    Command{"data", "Look at data files, or write generated event recordings.",
            "Examples:\n"
            "  bspike data inspect train-images-idx3-ubyte.gz\n"
            "  bspike data inspect configs/runs/digits.yaml --json\n"
            "  bspike data generate-events --images train-images-idx3-ubyte.gz --labels "
            "train-labels-idx1-ubyte.gz --out events\n",
            declare_data},
    Command{"asm", "Assemble a tile program.",
            "Examples:\n"
            "  bspike asm program.tasm\n"
            "  bspike asm program.tasm --out program.image\n",
            declare_asm},
    Command{"disasm", "Print the assembly of an image's programs; it assembles to the same words.",
            "Examples:\n"
            "  bspike disasm program.image\n",
            declare_disasm},
    Command{"exec", "Execute a bare program on one tile: registers, memory, cycles, trace.",
            "Examples:\n"
            "  bspike exec program.tasm\n"
            "  bspike exec program.tasm --machine bow --trace --memory 0x4c000:16\n",
            declare_exec},
};

}  // namespace

std::span<const Command> command_table() { return kCommands; }

}  // namespace bspike::tools
