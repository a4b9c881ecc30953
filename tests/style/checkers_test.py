#!/usr/bin/env python3
# Owns the tests of the checkers: each planted breach must be found, and clean code must pass.
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "checks"))
import check_includes
import check_style
from cpp_functions import functions_of

OPENING = "// Owns an example for the test of a checker.\n"


class Tree(unittest.TestCase):
    """A scratch repository of a few files."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8"))


class IncludesTest(Tree):
    def breaches(self, path, text):
        for room in ("arch/base/a.hpp", "arch/isa/a.hpp", "models/a.hpp", "kernels/a.hpp", "sim/a.hpp", "tools/a.hpp", "tests/a.hpp"):
            self.write(room, OPENING)
        self.write(path, text)
        return check_includes.check(self.root)

    def test_the_table_of_rooms(self):
        forbidden = {
            "arch/base": ["arch/isa", "models", "kernels", "sim", "tools", "tests"],
            "arch/isa": ["models", "kernels", "sim", "tools", "tests"],
            "models": ["arch/isa", "kernels", "sim", "tools", "tests"],
            "kernels": ["sim", "tools", "tests"],
            "sim": ["models", "kernels", "tools", "tests"],
            "tools": ["tests"],
            "tests": [],
        }
        for room in forbidden:
            for target in forbidden:
                found = self.breaches(f"{room}/b.cpp", f'#include "{target}/a.hpp"\n')
                self.assertEqual(len(found), 1 if target in forbidden[room] else 0, f"{room} -> {target}: {found}")
            self.write(f"{room}/b.cpp", "")

    def test_says_where_and_what(self):
        self.assertEqual(
            self.breaches("models/b.cpp", '\n#include "sim/a.hpp"\n'),
            ["models/b.cpp:2: models may not include sim: sim/a.hpp"],
        )

    def test_systemc_only_where_it_is_elaborated(self):
        for path in ("sim/tile/b.cpp", "sim/exchange/b.cpp", "sim/sync/b.cpp", "sim/host/b.cpp", "sim/engine/b.cpp"):
            self.assertEqual(self.breaches(path, "#include <systemc>\n"), [])
        for path in ("sim/stats/b.cpp", "sim/b.cpp", "kernels/b.cpp", "arch/isa/b.cpp", "models/b.cpp", "tools/driver/b.cpp"):
            for header in ("systemc", "systemc.h"):
                self.assertEqual(len(self.breaches(path, f"#include <{header}>\n")), 1, path)
            self.write(path, "")

    def test_third_parties(self):
        self.assertEqual(len(self.breaches("arch/isa/b.cpp", "#include <spdlog/spdlog.h>\n")), 1)
        self.assertEqual(len(self.breaches("models/b.cpp", "#include <yaml-cpp/yaml.h>\n")), 2)

    def test_relative_and_unknown_files(self):
        self.assertEqual(len(self.breaches("models/b.cpp", '#include "a.hpp"\n')), 1)
        self.assertEqual(len(self.breaches("models/b.cpp", '#include "models/absent.hpp"\n')), 1)

    def test_headers_in_a_circle(self):
        self.write("models/c.hpp", '#include "models/b.hpp"\n')
        self.assertEqual(
            self.breaches("models/b.hpp", '#include "models/c.hpp"\n'),
            ["models/b.hpp:1: headers include each other: models/b.hpp -> models/c.hpp -> models/b.hpp"],
        )


class StyleTest(Tree):
    def breaches(self, path, text):
        self.write(path, text)
        found = check_style.check(self.root)[0]
        (self.root / path).unlink()
        return found

    def assert_breach(self, path, text, what):
        found = self.breaches(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(what, found[0])

    def test_clean_files_pass(self):
        self.assertEqual(self.breaches("arch/base/clean.hpp", OPENING + "#pragma once\n"), [])
        self.assertEqual(self.breaches("tools/run.sh", "#!/bin/sh\n# Owns the example of a script.\n"), [])
        self.assertEqual(self.breaches("models/ok.cpp", OPENING + "double f(double x) { return std::sqrt(x); }\n"), [])

    def test_opening_sentence(self):
        for path, text in (("sim/a.cpp", "#include <vector>\n"), ("sim/b.cpp", "// owns\n"), ("configs/a.yaml", "a: 1\n"), ("tools/a.sh", "#!/bin/sh\nset -e\n")):
            self.assert_breach(path, text, "opens with a sentence")

    def test_file_names(self):
        self.assert_breach("sim/BadName.cpp", OPENING, "snake_case")
        self.assert_breach("configs/runs/Big-Run.yaml", "# Owns the example.\n", "snake_case")

    def test_headers(self):
        self.assert_breach("sim/a.hpp", OPENING, "#pragma once")
        self.assert_breach("sim/a.hpp", OPENING + "#pragma once\nusing namespace std;\n", "using namespace")
        self.assert_breach("sim/a.hpp", OPENING + "#pragma once\nstruct A { virtual void f() = 0; };\n", "Contract:")

    def test_timing_law(self):
        self.assert_breach("arch/exchange/topologies/ring.cpp", OPENING, "Timing:")
        self.assert_breach("sim/sync/sync_law.hpp", OPENING + "#pragma once\n", "Timing:")

    def test_lengths(self):
        self.assert_breach("sim/a.cpp", OPENING + "int x;\n" * 500, "501 lines, more than 500")
        self.assert_breach("sim/a.cpp", OPENING + "void f() {\n" + "  g();\n" * 59 + "}\n", "function f has 61 lines")
        self.assertEqual(self.breaches("sim/a.cpp", OPENING + "void f() {\n" + "  g();\n" * 58 + "}\n"), [])
        self.assert_breach("sim/a.cpp", OPENING + "// " + "x" * 98 + "\n", "101 columns")
        raw = 'const char* t = R"(' + "x" * 120 + ')";\n'
        self.assertEqual(self.breaches("sim/a.cpp", OPENING + raw), [])

    def test_shape_of_all_functions(self):
        long_functions = [9] * 101
        self.assertEqual(len(list(check_style.check_lengths(long_functions))), 1)
        self.assertEqual(len(list(check_style.check_lengths([4] * 80 + [31] * 21))), 1)
        self.assertEqual(list(check_style.check_lengths([4] * 101)), [])

    def test_types_of_one_name(self):
        text = OPENING + "namespace bspike::sim {{\n{}struct Row {{\n}};\n{}}}  // namespace bspike::sim\n"
        self.write("sim/first.cpp", text.format("", ""))
        self.assertEqual(self.breaches("sim/b.cpp", text.format("namespace {\n", "}  // namespace\n")), [])
        self.assert_breach("sim/b.cpp", text.format("", ""), "bspike::sim::Row is a type in ")

    def test_endings(self):
        self.assert_breach("sim/a.cpp", OPENING + "int x; \n", "blanks at the end")
        self.assert_breach("sim/a.cpp", OPENING + "int x;", "no line end")

    def test_forbidden_words(self):
        for text in ("// TO" + "DO: later", "// see iss" + "ue 7", '#include "/ho' + 'me/x"'):
            self.assertEqual(len(self.breaches("sim/a.cpp", OPENING + text + "\n")), 1, text)

    def test_forbidden_calls(self):
        rooms = ("arch/isa", "models", "kernels", "sim")
        for call in ('std::cout << "x";', 'printf("x");', "std::exp(x);", "std::mt19937 r;", "std::stoi(t);", "std::pow(x, 2);"):
            for room in rooms:
                self.assertEqual(len(self.breaches(f"{room}/a.cpp", OPENING + call + "\n")), 1, f"{room}: {call}")
        self.assertEqual(self.breaches("tools/a.cpp", OPENING + 'std::cout << "x";\n'), [])
        self.assertEqual(self.breaches("tests/a.cpp", OPENING + "std::exp(x);\n"), [])


class FunctionsTest(unittest.TestCase):
    def names(self, text):
        return [(name, count) for name, _, count in functions_of(text)]

    def test_finds_functions_in_scopes(self):
        text = "namespace a {\nclass B : public C {\n  int f() const { return 1; }\n  B() : x_(1) {\n  }\n};\nvoid g(int x)\n{\n  if (x) {\n  }\n}\n}\n"
        self.assertEqual(self.names(text), [("f", 1), ("B", 2), ("g", 5)])

    def test_leaves_initialisers_and_types(self):
        self.assertEqual(self.names("const V v = {f(1)};\nstruct A { int x; };\nenum class E { a };\nint w{1};\n"), [])

    def test_is_not_fooled_by_texts(self):
        text = 'void f() {\n  g("}{");  // }\n  h(\'{\');\n  k(R"(\n}}}\n)");\n}\n'
        self.assertEqual(self.names(text), [("f", 7)])

    def test_counts_lambdas_to_their_function(self):
        self.assertEqual(self.names("void f() {\n  auto g = [](int x) {\n    return x;\n  };\n}\n"), [("f", 5)])

    def test_operators_and_templates(self):
        self.assertEqual([n for n, _ in self.names("template <class T>\nbool A::operator==(const A& a) const {\n}\n")], ["A::operator=="])


if __name__ == "__main__":
    unittest.main()
