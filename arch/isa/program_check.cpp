// Owns what makes a whole program legal, beyond each word: sections, targets, repeat bodies, ends.
#include <algorithm>
#include <optional>

#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"
#include "arch/isa/program_problems.hpp"

namespace bspike::arch::isa {
namespace {

bool is_repeat(const Issue& issue) { return family_of(issue.first.op) == Family::kRepeat; }

// Whether control never runs past this issue.
bool ends_flow(const Issue& issue) {
  switch (issue.first.op) {
    case Opcode::kBr:
    case Opcode::kExit:
    case Opcode::kTrap:
    case Opcode::kDone:
      return true;
    default:
      return false;
  }
}

// What a worker may meet in a repeat body: nothing that moves control.
bool is_plain(Opcode op) {
  const Family family = family_of(op);
  return op == Opcode::kNop ||
         (family != Family::kEngine && family != Family::kBranch && family != Family::kRepeat);
}

// The supervisor's pipe has no float half.
bool supervisor_may(Opcode op) {
  const InstructionInfo& row = info(op);
  if (row.pipe == Pipe::kAux || op == Opcode::kExit) return false;
  const Family family = family_of(op);
  if (family == Family::kRepeat || family == Family::kPaired) return false;
  return std::ranges::none_of(operands(row.format), [](const Operand& operand) {
    return operand.kind == OperandKind::kFloat;
  });
}

class Checker {
 public:
  explicit Checker(const TileProgram& program)
      : program_(program), issues_(program.words.size()), in_body_(program.words.size(), false) {}

  std::vector<ProgramProblem> run() {
    const std::vector<Section> sections = sections_of(program_);
    if (check_layout(sections)) {
      for (const Section& section : sections) check_section(section);
    }
    return std::move(problems_);
  }

 private:
  void add(std::uint32_t word, std::string message) {
    problems_.push_back({word, std::move(message)});
  }

  static std::string title(const Section& section) {
    return section.supervisor() ? "the supervisor" : "codelet " + section.name;
  }

  // Sections follow each other from word 0 to the end, 8-byte aligned, with at most a nop between.
  bool check_layout(const std::vector<Section>& sections) {
    std::uint32_t next = 0;
    for (const Section& section : sections) {
      if (section.end_word <= section.entry_word) {
        add(section.entry_word, title(section) + " is empty");
      } else if (section.end_word > program_.words.size()) {
        add(section.entry_word, title(section) + " ends behind the program");
      } else if (section.entry_word % 2 != 0) {
        add(section.entry_word, title(section) + " does not start 8-byte aligned");
      } else if (section.entry_word < next) {
        add(section.entry_word, title(section) + " overlaps the section before");
      } else {
        check_gap(next, section.entry_word);
      }
      next = section.end_word;
    }
    if (next < program_.words.size()) check_gap(next, size());
    if (sections.empty()) add(0, "the program has neither codelet nor supervisor");
    return problems_.empty();
  }

  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(program_.words.size());
  }

  void check_gap(std::uint32_t from, std::uint32_t to) {
    const bool padding =
        to - from == 1 && from % 2 == 1 && program_.words[from] == encode({}, false);
    if (from != to && !padding) add(from, "the word belongs to no codelet");
  }

  void check_section(const Section& section) {
    if (!read_section(section)) return;
    std::uint32_t last = section.entry_word;
    for (std::uint32_t word = section.entry_word; word < section.end_word; word = after(word)) {
      last = word;
      const Issue& issue = *issues_[word];
      if (is_repeat(issue)) check_body(section, word);
      check_privilege(section, word, issue);
    }
    for (std::uint32_t word = section.entry_word; word < section.end_word; word = after(word)) {
      if (info(issues_[word]->first.op).is_branch) check_target(section, word);
    }
    if (!ends_flow(*issues_[last])) {
      add(last, title(section) + " can run past its end: it must end in " +
                    (section.supervisor() ? "done" : "exit") + ", trap or br");
    }
  }

  bool read_section(const Section& section) {
    const std::size_t before = problems_.size();
    std::uint32_t word = section.entry_word;
    while (word < section.end_word) {
      try {
        issues_[word] = read_issue(program_.words, word);
      } catch (const base::AsmError& error) {
        const std::string& message = error.diagnostics().front().message;
        add(word, message.substr(message.find(": ") + 2));
        return false;
      }
      word = after(word);
    }
    if (word != section.end_word) add(word - 2, title(section) + " ends inside a bundle");
    return problems_.size() == before;
  }

  [[nodiscard]] std::uint32_t after(std::uint32_t word) const {
    return word + (issues_[word]->bundled ? 2 : 1);
  }

  void check_body(const Section& section, std::uint32_t word) {
    const std::uint32_t begin = after(word);
    const auto bundles = static_cast<std::uint32_t>(issues_[word]->first.imm2);
    if (begin % 2 != 0) {
      add(word, "the repeat body does not start 8-byte aligned");
      return;
    }
    if (bundles * 2 > section.end_word - begin) {
      add(word, "the repeat body runs past the end of " + title(section));
      return;
    }
    for (std::uint32_t at = begin; at < begin + bundles * 2; at += 2) {
      if (!issues_[at] || !issues_[at]->bundled) {
        add(at, "a repeat body holds bundles only");
        return;
      }
      if (!is_plain(issues_[at]->first.op)) {
        add(at,
            std::string(info(issues_[at]->first.op).mnemonic) + " cannot stand in a repeat body");
      }
      in_body_[at] = true;
    }
  }

  void check_privilege(const Section& section, std::uint32_t word, const Issue& issue) {
    const std::string mnemonic(info(issue.first.op).mnemonic);
    if (!section.supervisor()) {
      if (info(issue.first.op).supervisor_only) {
        add(word, mnemonic + " belongs to the supervisor");
      }
      return;
    }
    if (issue.bundled) {
      add(word, "the supervisor issues no bundles");
    } else if (!supervisor_may(issue.first.op)) {
      add(word, mnemonic + " is no instruction of the supervisor");
    }
  }

  void check_target(const Section& section, std::uint32_t word) {
    const auto to = static_cast<std::uint32_t>(issues_[word]->first.imm);
    if (to < section.entry_word || to >= section.end_word) {
      add(word, "the target @" + std::to_string(to) + " lies outside " + title(section));
    } else if (!issues_[to]) {
      add(word, "the target @" + std::to_string(to) + " is the second word of a bundle");
    } else if (in_body_[to]) {
      add(word, "the target @" + std::to_string(to) + " lies in a repeat body");
    }
  }

  const TileProgram& program_;
  std::vector<std::optional<Issue>> issues_;  // by first word
  std::vector<bool> in_body_;
  std::vector<ProgramProblem> problems_;
};

std::size_t line_of(const TileProgram& program, std::uint32_t word) {
  std::size_t line = 0;
  for (const SourceLine& source : program.lines) {
    if (source.word > word) break;
    line = source.line;
  }
  return line;
}

}  // namespace

std::vector<Section> sections_of(const TileProgram& program) {
  std::vector<Section> sections;
  for (const CodeletEntry& codelet : program.codelets) {
    sections.push_back({codelet.name, codelet.entry_word, codelet.end_word});
  }
  if (program.supervisor_entry_word != kNoSupervisor) {
    const std::uint32_t entry = program.supervisor_entry_word;
    auto end = static_cast<std::uint32_t>(program.words.size());
    for (const CodeletEntry& codelet : program.codelets) {
      if (codelet.entry_word > entry) end = std::min(end, codelet.entry_word);
    }
    // Padding in front of the next codelet is not the supervisor's.
    const bool padded = end >= entry + 2 && end < program.words.size() &&
                        program.words[end - 1] == encode({}, false);
    sections.push_back({"", entry, padded ? end - 1 : end});
  }
  std::ranges::stable_sort(sections, {}, &Section::entry_word);
  return sections;
}

std::vector<ProgramProblem> program_problems(const TileProgram& program) {
  return Checker(program).run();
}

void check_program(const TileProgram& program, base::DiagnosticSink& sink) {
  for (const ProgramProblem& problem : program_problems(program)) {
    base::Diagnostic diagnostic;
    diagnostic.where = {program.name, line_of(program, problem.word), 0};
    diagnostic.message = "word " + std::to_string(problem.word) + ": " + problem.message;
    sink.add(diagnostic);
  }
}

}  // namespace bspike::arch::isa
