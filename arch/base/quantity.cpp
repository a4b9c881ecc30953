// Owns the tables of units and the conversion of quantities from and to text.
#include "arch/base/quantity.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace bspike::arch::base {
namespace {

// value in base units = number * times / over, exact where the result is.
struct Suffix {
  std::string_view text;
  std::uint64_t times;
  std::uint64_t over;
};

struct UnitRow {
  Unit unit;
  std::string_view title;
  std::string_view example;
  std::vector<Suffix> suffixes;  // those used for writing first, largest first
  std::size_t written;           // how many of them are used for writing
};

constexpr std::uint64_t kKilo = 1000, kMega = 1'000'000, kGiga = 1'000'000'000;
constexpr std::uint64_t kKibi = 1024, kMebi = kKibi * 1024, kGibi = kMebi * 1024;

const std::vector<UnitRow>& unit_table() {
  static const std::vector<UnitRow> rows{
      {Unit::kNone, "number", "", {}, 0},
      {Unit::kBytes,
       "bytes",
       "624KiB",
       {{"GiB", kGibi, 1}, {"MiB", kMebi, 1}, {"KiB", kKibi, 1}, {"B", 1, 1}},
       4},
      {Unit::kHertz,
       "hertz",
       "1.85GHz",
       {{"GHz", kGiga, 1}, {"MHz", kMega, 1}, {"kHz", kKilo, 1}, {"Hz", 1, 1}},
       4},
      {Unit::kBytesPerCycle, "bytes a cycle", "4B/cycle", {{"B/cycle", 1, 1}}, 1},
      {Unit::kBytesPerSecond,
       "bytes a second",
       "3.9GB/s",
       {{"GB/s", kGiga, 1},
        {"MB/s", kMega, 1},
        {"kB/s", kKilo, 1},
        {"B/s", 1, 1},
        {"GiB/s", kGibi, 1},
        {"MiB/s", kMebi, 1},
        {"KiB/s", kKibi, 1}},
       4},
      {Unit::kCycles, "cycles", "30cycles", {{"cycles", 1, 1}, {"cycle", 1, 1}}, 1},
      {Unit::kSlots, "issue slots", "5slots", {{"slots", 1, 1}, {"slot", 1, 1}}, 1},
      {Unit::kSeconds,
       "seconds",
       "1.5us",
       {{"s", 1, 1}, {"ms", 1, kKilo}, {"us", 1, kMega}, {"ns", 1, kGiga}},
       4},
  };
  return rows;
}

const UnitRow& row_of(Unit unit) { return unit_table()[static_cast<std::size_t>(unit)]; }

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return "\"" + std::string(text) + "\"";
  return "\"" + std::string(text.substr(0, longest)) + "...\"";
}

// --- splitting a text into number and suffix ---

struct Split {
  std::string_view number;
  std::string_view suffix;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_hex(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

// Length of a decimal number at the start: sign, digits, fraction, exponent.
std::size_t number_length(std::string_view text) {
  std::size_t i = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
  if (i >= text.size() || (text[i] != 'e' && text[i] != 'E')) return i;
  std::size_t j = i + 1;
  if (j < text.size() && (text[j] == '-' || text[j] == '+')) ++j;
  if (j >= text.size() || !is_digit(text[j])) return i;
  while (j < text.size() && is_digit(text[j])) ++j;
  return j;
}

Split split(std::string_view text) {
  const std::size_t length = is_hex(text) ? text.size() : number_length(text);
  Split parts{text.substr(0, length), text.substr(length)};
  if (!parts.suffix.empty() && parts.suffix.front() == ' ') parts.suffix.remove_prefix(1);
  return parts;
}

// --- units ---

std::string suffix_list(const UnitRow& row) {
  std::string list;
  for (std::size_t i = 0; i < row.written; ++i) {
    const Suffix& suffix = row.suffixes[row.written - 1 - i];
    list += (list.empty() ? "" : ", ") + std::string(suffix.text);
  }
  return list;
}

QuantityError no_unit(std::string_view number, const UnitRow& row) {
  std::string hint = "write ";
  for (std::size_t i = 0; i < row.written; ++i) {
    const bool last = i + 1 == row.written;
    hint += (i == 0 ? ""
             : last ? " or "
                    : ", ") +
            std::string(number) + std::string(row.suffixes[row.written - 1 - i].text);
  }
  return {"found " + std::string(number) + " without a unit", hint};
}

bool is_decimal_size(std::string_view suffix) {
  return suffix == "KB" || suffix == "kB" || suffix == "MB" || suffix == "GB" || suffix == "K";
}

QuantityError wrong_unit(std::string_view text, std::string_view suffix, const UnitRow& row) {
  if (row.suffixes.empty()) return {"found " + shown(text), "write the number without a unit"};
  if (row.unit == Unit::kBytes && is_decimal_size(suffix)) {
    return {"found " + shown(text), "write KiB, MiB or GiB: multiples of 1024 bytes"};
  }
  std::vector<std::string> names;
  for (const Suffix& known : row.suffixes) names.emplace_back(known.text);
  const std::string near = nearest_word(suffix, names);
  if (!near.empty()) return {"found " + shown(text), "did you mean the unit " + near + "?"};
  return {"found " + shown(text), "units: " + suffix_list(row)};
}

std::variant<Suffix, QuantityError> find_suffix(std::string_view text, const Split& parts,
                                                Unit unit) {
  const UnitRow& row = row_of(unit);
  if (row.suffixes.empty() && parts.suffix.empty()) return Suffix{"", 1, 1};
  if (parts.suffix.empty()) return no_unit(parts.number, row);
  for (const Suffix& known : row.suffixes) {
    if (known.text == parts.suffix) return known;
  }
  return wrong_unit(text, parts.suffix, row);
}

// --- numbers ---

std::optional<double> read_double(std::string_view number) {
  double value = 0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  const bool whole_text = error == std::errc{} && stop == number.data() + number.size();
  if (!whole_text || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool looks_like_number(std::string_view number) {
  if (is_hex(number)) return true;
  return number_length(number) == number.size() &&
         std::any_of(number.begin(), number.end(), is_digit);
}

QuantityError bad_number(std::string_view text, const Split& parts) {
  if (!looks_like_number(parts.number)) return {"found " + shown(text), ""};
  if (is_hex(parts.number)) return {"found " + shown(text), "write it as a decimal number"};
  if (parts.number.front() == '+') return {"found " + shown(text), "write it without the '+'"};
  return {"found " + shown(text) + ", which is too large or not a number", ""};
}

// Decimal digits or 0x digits, without sign.
std::optional<std::uint64_t> read_digits(std::string_view digits) {
  const int base = is_hex(digits) ? 16 : 10;
  if (base == 16) digits.remove_prefix(2);
  std::uint64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> scale_digits(std::uint64_t value, const Suffix& suffix) {
  if (value % suffix.over != 0) return std::nullopt;
  value /= suffix.over;
  if (value > std::numeric_limits<std::uint64_t>::max() / suffix.times) return std::nullopt;
  return value * suffix.times;
}

double scale_real(double number, const Suffix& suffix) {
  return number * static_cast<double>(suffix.times) / static_cast<double>(suffix.over);
}

// "1.5KiB" and "1e3" are whole in the base unit; doubles hold them exactly up to 2^53.
std::optional<std::uint64_t> whole_from_real(double value) {
  constexpr double exact_limit = 9007199254740992.0;
  if (!(value >= 0) || value > exact_limit || value != std::floor(value)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::string_view base_suffix(const UnitRow& row) {
  const auto is_base = [](const Suffix& suffix) { return suffix.times == suffix.over; };
  return std::find_if(row.suffixes.begin(), row.suffixes.end(), is_base)->text;
}

std::string shortest(double value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return error == std::errc{} ? std::string(buffer.data(), end) : std::string();
}

}  // namespace

std::variant<double, QuantityError> parse_real(std::string_view text, Unit unit) {
  const Split parts = split(text);
  const std::optional<double> number = read_double(parts.number);
  if (!number) return bad_number(text, parts);
  const auto suffix = find_suffix(text, parts, unit);
  if (const auto* error = std::get_if<QuantityError>(&suffix)) return *error;
  const double value = scale_real(*number, std::get<Suffix>(suffix));
  if (!std::isfinite(value))
    return QuantityError{"found " + shown(text) + ", which is too large", ""};
  return value;
}

std::variant<Whole, QuantityError> parse_whole(std::string_view text, Unit unit) {
  const Split parts = split(text);
  if (!looks_like_number(parts.number)) return bad_number(text, parts);
  if (is_hex(parts.number) && unit != Unit::kNone) return bad_number(text, parts);
  const auto found = find_suffix(text, parts, unit);
  if (const auto* error = std::get_if<QuantityError>(&found)) return *error;
  const Suffix& suffix = std::get<Suffix>(found);
  const bool negative = parts.number.front() == '-';
  const std::string_view digits = parts.number.substr(negative ? 1 : 0);
  std::optional<std::uint64_t> magnitude;
  if (const auto value = read_digits(digits)) {
    magnitude = scale_digits(*value, suffix);
  } else if (const auto real = read_double(digits)) {
    magnitude = whole_from_real(scale_real(*real, suffix));
    if (!magnitude && scale_real(*real, suffix) != std::floor(scale_real(*real, suffix))) {
      return QuantityError{"found " + shown(text) + ", which is not whole", ""};
    }
  } else {
    return bad_number(text, parts);
  }
  if (!magnitude) return QuantityError{"found " + shown(text) + ", which is too large", ""};
  return Whole{negative && *magnitude != 0, *magnitude};
}

std::string format_real(double value, Unit unit) {
  const UnitRow& row = row_of(unit);
  const std::string plain = shortest(value);
  if (row.suffixes.empty()) return plain;
  for (const Suffix& suffix : std::span(row.suffixes).first(row.written)) {
    const double number =
        value * static_cast<double>(suffix.over) / static_cast<double>(suffix.times);
    const bool exact = scale_real(number, suffix) == value;
    const std::string text = shortest(number);
    if (std::fabs(number) >= 1 && exact && text.size() <= plain.size()) {
      return text + std::string(suffix.text);
    }
  }
  return plain + std::string(base_suffix(row));
}

std::string format_whole(Whole value, Unit unit) {
  const std::string sign = value.negative ? "-" : "";
  for (const Suffix& suffix : std::span(row_of(unit).suffixes).first(row_of(unit).written)) {
    const bool fits =
        value.magnitude % suffix.times == 0 && (value.magnitude != 0 || suffix.times == 1);
    if (suffix.over == 1 && fits) {
      std::string_view name = suffix.text;
      if (value.magnitude == 1 && name.back() == 's') name.remove_suffix(1);  // 1cycle, 1slot
      return sign + std::to_string(value.magnitude / suffix.times) + std::string(name);
    }
  }
  return sign + std::to_string(value.magnitude);
}

std::string describe_unit(Unit unit, bool whole) {
  if (unit == Unit::kNone) return whole ? "a whole number" : "a number";
  const UnitRow& row = row_of(unit);
  return std::string(whole && unit != Unit::kBytes ? "whole " : "") + std::string(row.title) +
         " such as " + std::string(row.example);
}

std::string unit_title(Unit unit) { return std::string(row_of(unit).title); }

}  // namespace bspike::arch::base
