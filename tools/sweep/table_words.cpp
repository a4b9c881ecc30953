// Owns parsing the words that ask for a table.
#include <algorithm>
#include <sstream>

#include "tools/sweep/tables.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::SourceLocation;

namespace {

// The words of a request, taken one by one.
class Words {
 public:
  explicit Words(TableRequest& request) : request_(request), in_(request.text) {}

  std::string take(const char* what) {
    std::string word;
    if (!(in_ >> word)) refuse(std::string("expected ") + what + " at the end");
    return word;
  }
  void expect(const std::string& wanted) {
    const std::string word = take(("`" + wanted + "`").c_str());
    if (word != wanted) refuse("found '" + word + "', expected `" + wanted + "`");
  }
  // The next word, if there is one.
  bool optional(std::string& word) { return static_cast<bool>(in_ >> word); }
  std::string rest() {
    std::string text;
    std::getline(in_, text);
    return text;
  }
  [[noreturn]] void refuse(const std::string& message) {
    arch::base::raise<ConfigError>(
        request_.where, "", "the table \"" + request_.text + "\": " + message,
        "write `scaling strong|weak of COLUMN over AXIS`, `grid of COLUMN over AXIS by AXIS`, "
        "`best min|max COLUMN [where KEY op VALUE]` or `pareto min|max COLUMN, min|max COLUMN`");
  }

 private:
  TableRequest& request_;
  std::istringstream in_;
};

bool is_more(Words& words, const std::string& word) {
  if (word != "min" && word != "max") words.refuse("found '" + word + "', expected min or max");
  return word == "max";
}

void parse_scaling(TableRequest& request, Words& words) {
  const std::string kind = words.take("strong or weak");
  if (kind != "strong" && kind != "weak")
    words.refuse("found '" + kind + "', expected strong or weak");
  request.kind = kind == "strong" ? TableKind::kStrongScaling : TableKind::kWeakScaling;
  words.expect("of");
  request.column = words.take("a column");
  words.expect("over");
  request.axes = {words.take("an axis")};
}

void parse_grid(TableRequest& request, Words& words) {
  request.kind = TableKind::kGrid;
  words.expect("of");
  request.column = words.take("a column");
  words.expect("over");
  request.axes = {words.take("an axis")};
  words.expect("by");
  request.axes.push_back(words.take("an axis"));
}

// A comma behind a column asks for another.
void parse_goals(TableRequest& request, Words& words) {
  for (bool more = true; more;) {
    Goal goal;
    goal.more = is_more(words, words.take("min or max"));
    goal.column = words.take("a column");
    more = goal.column.ends_with(',');
    if (more) goal.column.pop_back();
    request.goals.push_back(std::move(goal));
  }
}

void check_goals(const TableRequest& request, Words& words) {
  const std::size_t goals = request.goals.size();
  if (request.kind == TableKind::kBest && goals != 1) words.refuse("`best` takes one column");
  if (request.kind == TableKind::kPareto && (goals < 2 || goals > 3))
    words.refuse("`pareto` takes two or three columns");
}

void parse_end(TableRequest& request, Words& words) {
  std::string word;
  if (!words.optional(word)) return;
  if (word != "where") words.refuse("found '" + word + "', expected `where` or the end");
  request.conditions = parse_conditions(words.rest(), request.where);
}

}  // namespace

TableRequest parse_table(const std::string& text, const SourceLocation& where) {
  TableRequest request;
  request.text = text;
  request.where = where;
  Words words(request);
  const std::string kind = words.take("a kind of table");
  if (kind == "scaling") {
    parse_scaling(request, words);
  } else if (kind == "grid") {
    parse_grid(request, words);
  } else if (kind == "best" || kind == "pareto") {
    request.kind = kind == "best" ? TableKind::kBest : TableKind::kPareto;
    parse_goals(request, words);
    check_goals(request, words);
  } else {
    words.refuse("found '" + kind + "', expected scaling, grid, best or pareto");
  }
  parse_end(request, words);
  return request;
}

}  // namespace bspike::tools
