// Owns `bspike asm` and `bspike disasm`: text to program and back. A program alone is kept as an
// image with no tiles.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "arch/base/file.hpp"
#include "arch/isa/assembly.hpp"
#include "arch/program/image_tools.hpp"
#include "tools/command/command.hpp"
#include "tools/command/terminal.hpp"
#include "tools/driver/exit_code.hpp"

namespace bspike::tools {

namespace {

struct AsmOptions {
  std::string input;
  std::string out;
};

std::string hex_word(std::uint32_t word) {
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(word >> shift) & 15];
  return text;
}

// One line an issue: word index, words, instructions.
std::string listing(const arch::TileProgram& program) {
  std::string text;
  for (std::uint32_t word = 0; word < program.words.size();) {
    const arch::isa::Issue issue = arch::isa::read_issue(program.words, word);
    const std::uint32_t length = issue.bundled ? 2 : 1;
    text += std::to_string(word) + ": " + hex_word(program.words[word]);
    text += issue.bundled ? " " + hex_word(program.words[word + 1]) : std::string(9, ' ');
    text += "  " + arch::isa::issue_text(issue) + "\n";
    word += length;
  }
  return text;
}

int assemble_file(const AsmOptions& options) {
  const std::string source = arch::base::read_text(options.input);
  arch::Image image;
  image.programs.push_back(arch::isa::assemble(source, options.input));
  if (options.out.empty()) {
    print_text(listing(image.programs.front()));
  } else {
    arch::write_image(image, options.out);
  }
  return kDone;
}

int disassemble_file(const AsmOptions& options) {
  const arch::Image image = arch::read_image(options.input);
  std::string text;
  for (const arch::TileProgram& program : image.programs) text += arch::isa::disassemble(program);
  if (options.out.empty()) {
    print_text(text);
  } else {
    arch::base::write_atomically(options.out, text);
  }
  return kDone;
}

}  // namespace

Action declare_asm(CLI::App& app) {
  auto options = std::make_shared<AsmOptions>();
  app.add_option("file", options->input, "Assembly text")->required();
  app.add_option("--out,-o", options->out, "Write an image instead of a listing");
  return [options] { return assemble_file(*options); };
}

Action declare_disasm(CLI::App& app) {
  auto options = std::make_shared<AsmOptions>();
  app.add_option("image", options->input, "Image file")->required();
  app.add_option("--out,-o", options->out, "Write to a file instead of standard output");
  return [options] { return disassemble_file(*options); };
}

}  // namespace bspike::tools
