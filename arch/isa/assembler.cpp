// Owns text -> program: sections, layout with alignment, labels, and where each problem lies.
#include <algorithm>
#include <map>
#include <set>

#include "arch/isa/assembler_parser.hpp"
#include "arch/isa/assembly.hpp"
#include "arch/isa/formats.hpp"
#include "arch/isa/program_problems.hpp"

namespace bspike::arch::isa {
namespace {

// A branch whose target is still a name.
struct PendingTarget {
  std::uint32_t word = 0;
  Instruction instruction;
  bool bundled = false;
  std::string label;
  base::SourceLocation where;
};

struct Label {
  std::uint32_t word = 0;
  std::size_t line = 0;
};

class Assembler {
 public:
  Assembler(std::string_view text, const std::string& file_name)
      : text_(text), file_name_(file_name) {
    program_.name = "program";
    program_.supervisor_entry_word = kNoSupervisor;
    program_.source = std::string(text);
  }

  TileProgram run() {
    std::size_t begin = 0;
    while (begin <= text_.size()) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      ++line_;
      take_line(text_.substr(begin, end - begin));
      begin = end + 1;
    }
    end_section();
    sink_.throw_if_any<base::AsmError>();
    for (const ProgramProblem& problem : program_problems(program_)) {
      sink_.add({locate(problem.word), {}, problem.message, {}});
    }
    sink_.throw_if_any<base::AsmError>();
    return std::move(program_);
  }

 private:
  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(program_.words.size());
  }
  [[nodiscard]] base::SourceLocation at(std::size_t column) const {
    return {file_name_, line_, column};
  }
  void refuse(std::size_t column, std::string message, std::string hint = {}) {
    sink_.add({at(column), {}, std::move(message), std::move(hint)});
  }
  void refuse(const LineError& error) { refuse(error.column, error.message, error.hint); }

  [[nodiscard]] base::SourceLocation locate(std::uint32_t word) const {
    const auto after = places_.upper_bound(word);
    return after == places_.begin() ? base::SourceLocation{file_name_, 1, 1}
                                    : std::prev(after)->second;
  }

  void take_line(std::string_view line) {
    const auto result = parse_line(line);
    if (const auto* error = std::get_if<LineError>(&result)) {
      refuse(*error);
      return;
    }
    const auto& parsed = std::get<ParsedLine>(result);
    if (parsed.label) take_label(*parsed.label);
    if (!parsed.directive.text.empty()) take_directive(parsed.directive, parsed.directive_argument);
    if (!parsed.instructions.empty()) take_issue(parsed);
  }

  void take_label(const Piece& label) {
    if (!in_section_) refuse(label.column, "a label outside a codelet or the supervisor");
    const auto [found, added] = labels_.try_emplace(std::string(label.text), Label{0, line_});
    if (!added) {
      refuse(label.column, "label \"" + std::string(label.text) + "\" is defined twice",
             "first in line " + std::to_string(found->second.line));
    }
    waiting_labels_.push_back(found->first);
  }

  void take_directive(const Piece& directive, const Piece& argument) {
    if (directive.text == ".supervisor") {
      start_supervisor(directive, argument);
    } else if (directive.text != ".program" && directive.text != ".codelet") {
      refuse(directive.column, "unknown directive \"" + std::string(directive.text) + "\"",
             "known are .program, .codelet and .supervisor");
    } else if (!is_name(argument.text)) {
      refuse(argument.column, std::string(directive.text) + " needs a name, found \"" +
                                  std::string(argument.text) + "\"");
    } else if (directive.text == ".program") {
      program_.name = std::string(argument.text);
    } else {
      start_codelet(std::string(argument.text), argument.column);
    }
  }

  void start_supervisor(const Piece& directive, const Piece& argument) {
    if (!argument.text.empty()) refuse(argument.column, ".supervisor takes no name");
    if (program_.supervisor_entry_word != kNoSupervisor) {
      refuse(directive.column, "a second .supervisor");
    }
    start_section(directive.column);
    program_.supervisor_entry_word = here();
    in_codelet_ = false;
  }

  void start_codelet(std::string name, std::size_t column) {
    start_section(column);
    const auto same = [&](const CodeletEntry& entry) { return entry.name == name; };
    if (std::ranges::any_of(program_.codelets, same)) {
      refuse(column, "codelet \"" + name + "\" is defined twice");
    }
    program_.codelets.push_back({std::move(name), here(), here()});
    in_codelet_ = true;
  }

  void start_section(std::size_t column) {
    end_section();
    if (here() % 2 != 0) program_.words.push_back(encode({}, false));
    in_section_ = true;
    has_statements_ = false;
    section_place_ = at(column);
  }

  // Labels are known within a section alone.
  void end_section() {
    bind_labels();
    for (PendingTarget& pending : pending_) resolve(pending);
    pending_.clear();
    labels_.clear();
    if (!in_section_) return;
    if (in_codelet_) program_.codelets.back().end_word = here();
    if (!has_statements_) {
      const std::string title =
          in_codelet_ ? "codelet " + program_.codelets.back().name : std::string("the supervisor");
      sink_.add({section_place_, {}, title + " is empty", {}});
    }
  }

  void resolve(PendingTarget& pending) {
    const auto found = labels_.find(pending.label);
    if (found == labels_.end()) {
      std::vector<std::string> names;
      for (const auto& [name, label] : labels_) names.push_back(name);
      const std::string near = base::nearest_word(pending.label, names);
      sink_.add({pending.where,
                 {},
                 "unknown label \"" + pending.label + "\"",
                 near.empty() ? "" : "did you mean \"" + near + "\"?"});
      return;
    }
    pending.instruction.imm = static_cast<std::int32_t>(found->second.word);
    program_.words[pending.word] = encode(pending.instruction, pending.bundled);
  }

  void bind_labels() {
    for (const std::string& name : waiting_labels_) labels_.at(name).word = here();
    waiting_labels_.clear();
  }

  void take_issue(const ParsedLine& parsed) {
    if (!in_section_) {
      refuse(parsed.column, "an instruction outside a codelet or the supervisor");
      return;
    }
    has_statements_ = true;
    std::vector<ParsedInstruction> halves;
    for (const Piece& piece : parsed.instructions) {
      auto result = parse_instruction(piece);
      if (const auto* errors = std::get_if<std::vector<LineError>>(&result)) {
        for (const LineError& error : *errors) refuse(error);
      } else {
        halves.push_back(std::get<ParsedInstruction>(result));
      }
    }
    if (halves.size() == parsed.instructions.size()) place_issue(parsed, halves);
  }

  void place_issue(const ParsedLine& parsed, const std::vector<ParsedInstruction>& halves) {
    Issue issue;
    issue.first = halves[0].instruction;
    issue.bundled = halves.size() == 2;
    if (issue.bundled) issue.aux = halves[1].instruction;
    if (const std::string problem = issue_problem(issue); !problem.empty()) {
      refuse(parsed.column, problem);
      return;
    }
    program_.lines.push_back({here(), static_cast<std::uint32_t>(line_)});
    places_[here()] = at(parsed.column);
    const bool wants_odd = !issue.bundled && family_of(issue.first.op) == Family::kRepeat;
    if (here() % 2 != (wants_odd ? 1u : 0u) && (issue.bundled || wants_odd)) {
      program_.words.push_back(encode({}, false));
      places_[here()] = at(parsed.column);
    }
    bind_labels();
    if (!halves[0].target.text.empty()) {
      pending_.push_back({here(), issue.first, issue.bundled, std::string(halves[0].target.text),
                          at(halves[0].target.column)});
    }
    program_.words.push_back(encode(issue.first, issue.bundled));
    if (issue.bundled) program_.words.push_back(encode(issue.aux, false));
  }

  std::string_view text_;
  std::string file_name_;
  TileProgram program_;
  base::DiagnosticSink sink_;
  std::size_t line_ = 0;
  bool in_section_ = false;
  bool in_codelet_ = false;
  bool has_statements_ = false;  // in the section, good or bad
  base::SourceLocation section_place_;
  std::map<std::string, Label> labels_;
  std::vector<std::string> waiting_labels_;
  std::vector<PendingTarget> pending_;
  std::map<std::uint32_t, base::SourceLocation> places_;  // by word
};

}  // namespace

TileProgram assemble(std::string_view text, const std::string& file_name) {
  return Assembler(text, file_name).run();
}

}  // namespace bspike::arch::isa
