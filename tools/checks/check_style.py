#!/usr/bin/env python3
# Owns the check of the house rules that a program can check.
# Use: check_style.py [ROOT]. Prints one line a breach; exit code 1 if there is any.
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from cpp_functions import RAW_STRING, functions_of

FOLDERS = ["arch", "models", "kernels", "sim", "tools", "tests", "configs", "docs"]
SKIPPED = ["tests/data", "tests/fuzz/corpus", "tests/golden", "configs/measured", "tools/checks", "tests/style"]
CPP = {".cpp", ".hpp"}
TEXT = CPP | {".def", ".py", ".sh", ".yaml", ".md", ".txt", ".tasm", ".cmake"}

FILE_LINES = 500
FUNCTION_LINES = 60
MEDIAN_LINES = 8
NINETIETH_LINES = 30
COLUMNS = 100

# Pattern, where it is refused (None: everywhere), what to say.
FORBIDDEN = [
    (r"\b(TODO|FIXME|XXX|HACK)\b", None, "unfinished work is finished or filed, not left in the text"),
    (r"(?<![\w.])/(home|root|Users)/", None, "paths of one machine do not belong in the text"),
    (r"\bissue #?\d+\b", None, "cite the fact, not the issue"),
    (r"#\s*include\s*<iostream>|\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|putchar)\s*\(",
     ["arch", "models", "kernels", "sim"], "only tools prints"),
    (r"\bstd::(exp2?|expm1|log|log2|log10|log1p|pow|cbrt|tanh?|sinh?|cosh?|a(sin|cos|tan)2?|erf|tgamma)\s*\(",
     ["arch", "models", "kernels", "sim", "tools"], "libm differs by host: use arch/base/fp_math.hpp"),
    (r"\b(random_device|mt19937(_64)?|default_random_engine|std::rand|srand)\b",
     ["arch", "models", "kernels", "sim", "tools"], "arch/base/random.hpp is the one source of randomness"),
    (r"\b(system_clock|localtime|gmtime|std::time\s*\()", ["arch", "models", "kernels", "sim"], "results may not depend on the date"),
    (r"\bstd::(stoi|stol|stoul|stod|stof|atoi|atof|strtod)\b|\b(atoi|atof|strtod|strtol)\s*\(",
     ["arch", "models", "kernels", "sim", "tools"], "use std::from_chars: strict and without locale"),
    (r"\bstd::to_string\s*\(\s*[\w.]*(seconds|_hz|double|ratio|loss)\b", ["sim", "tools"], "std::to_string of a real depends on the locale"),
]
FORBIDDEN = [(re.compile(pattern), rooms, why) for pattern, rooms, why in FORBIDDEN]


def is_under(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def files_of(root):
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.is_file() and not is_under(path, SKIPPED) and "node_modules" not in path:
                yield path, file


def check_name(path):
    name = path.rsplit("/", 1)[-1]
    usual = {"CMakeLists.txt", "README.md", "package.json", "package-lock.json"}
    if name not in usual and not re.fullmatch(r"\.?[a-z0-9][a-z0-9_]*(\.[a-z0-9]+)*", name):
        yield 1, f"file names are snake_case: {name}"


def check_opening(path, lines):
    marks = {".cpp": "// ", ".hpp": "// ", ".def": "// ", ".py": "# ", ".sh": "# ", ".yaml": "# "}
    mark = marks.get(pathlib.PurePath(path).suffix)
    if mark is None:
        return
    first = next((line for line in lines if not line.startswith("#!")), "")
    if not re.match(re.escape(mark) + r"[A-Z].{6,}", first):
        yield 1, "a file opens with a sentence that says what it owns"


def check_header(path, text):
    if not path.endswith(".hpp"):
        return
    if "#pragma once" not in text:
        yield 1, "a header needs #pragma once"
    if re.search(r"\busing namespace\b", text):
        yield 1, "no `using namespace` in a header"
    if re.search(r"\)\s*(const)?\s*(noexcept)?\s*=\s*0\s*;", text) and "Contract:" not in text:
        yield 1, "an interface states its `Contract:`"


def check_timing(path, text):
    timed = re.fullmatch(r"arch/exchange/topologies/\w+\.cpp|sim/.*_law\.hpp", path)
    if timed and "Timing:" not in text:
        yield 1, "a timing file states its law: `Timing:`"


def raw_string_lines(text):
    """Numbers of the lines that a raw string covers; their width is the text's own."""
    covered = set()
    for match in RAW_STRING.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        covered.update(range(first, first + match.group(0).count("\n") + 1))
    return covered


def check_lines(path, text, lines):
    cpp = pathlib.PurePath(path).suffix in CPP
    raw = raw_string_lines(text) if cpp else set()
    if cpp and len(lines) > FILE_LINES:
        yield FILE_LINES + 1, f"{len(lines)} lines, more than {FILE_LINES}"
    for number, line in enumerate(lines, 1):
        if cpp and len(line) > COLUMNS and "#include" not in line and number not in raw:
            yield number, f"{len(line)} columns, more than {COLUMNS}"
        if line != line.rstrip() and not path.endswith(".md"):
            yield number, "blanks at the end of the line"
        for pattern, rooms, why in FORBIDDEN:
            match = pattern.search(line)
            if match and (rooms is None or is_under(path, rooms)):
                yield number, f"found '{match.group(0)}': {why}"


def check_functions(path, text, lengths):
    if pathlib.PurePath(path).suffix not in CPP:
        return
    for name, line, count in functions_of(text):
        if not path.startswith("tests/"):
            lengths.append(count)
        if count > FUNCTION_LINES:
            yield line, f"function {name} has {count} lines, more than {FUNCTION_LINES}"


NAMESPACE = re.compile(r"namespace( [\w:]+)? \{$")
TYPE = re.compile(r"(?:struct|class) (\w+)(?: final)?(?: :.*)? \{")


def types_of(text):
    """Types that other files can name: (namespace and name, line)."""
    spaces = []
    for number, line in enumerate(text.split("\n"), 1):
        opened, found = NAMESPACE.match(line), TYPE.match(line)
        if opened:
            spaces.append((opened.group(1) or "").strip())
        elif line.startswith("}  // namespace") and spaces:
            spaces.pop()
        elif found and spaces and all(spaces):
            yield "::".join([*spaces, found.group(1)]), number


# Two types of one name are one for the linker, which keeps either's functions.
def check_types(path, file, places):
    if file.suffix not in CPP or path.startswith("tests/"):
        return
    for name, line in types_of(file.read_text(encoding="utf-8", errors="replace")):
        first = places.setdefault(name, f"{path}:{line}")
        if first != f"{path}:{line}":
            yield line, f"{name} is a type in {first} already"


def check_file(path, file, lengths):
    yield from check_name(path)
    if file.suffix not in TEXT:
        return
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        yield 1, "is not UTF-8 text"
        return
    lines = text.split("\n")
    if text and lines.pop() != "":
        yield len(lines) + 1, "no line end at the end of the file"
    yield from check_opening(path, lines)
    yield from check_header(path, text)
    yield from check_timing(path, text)
    yield from check_lines(path, text, lines)
    yield from check_functions(path, text, lengths)


def check_lengths(lengths):
    if len(lengths) < 100:  # too few to speak of a shape
        return
    ordered = sorted(lengths)
    median, ninetieth = ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]
    if median > MEDIAN_LINES:
        yield f".:1: the median function has {median} lines, more than {MEDIAN_LINES}"
    if ninetieth > NINETIETH_LINES:
        yield f".:1: one function in ten has {ninetieth} lines or more, above {NINETIETH_LINES}"


def check(root):
    breaches, lengths, types = [], [], {}
    for path, file in files_of(root):
        found = [*check_file(path, file, lengths), *check_types(path, file, types)]
        breaches += [f"{path}:{line}: {what}" for line, what in found]
    return breaches + list(check_lengths(lengths)), lengths


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    breaches, lengths = check(root)
    for breach in breaches:
        print(breach)
    if not breaches and lengths:
        ordered = sorted(lengths)
        print(f"{len(ordered)} functions: median {ordered[len(ordered) // 2]} lines, longest {ordered[-1]}")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
