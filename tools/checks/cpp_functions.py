# Owns finding the functions of a C++ file and their lengths, by counting braces.
# Good enough for formatted code: macros that hide braces are not understood.
import re

RAW_STRING = re.compile(r'R"([^()\s\\]{0,16})\(.*?\)\1"', re.DOTALL)
NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE)
SCOPE = re.compile(r"^(?:(?:inline|export|static|typedef|extern|template\s*<.*?>)\s+)*(?:namespace|class|struct|union|enum|extern)\b", re.DOTALL)
NAME = re.compile(r"((?:[~\w]+::)*(?:operator\s*[^\s(\w]+|operator\s+[\w:]+|~?\w+))\s*\(")


def blank(match):
    """As many lines as the match, without its text."""
    return " " + "\n" * match.group(0).count("\n")


def code_of(text):
    for pattern in (RAW_STRING, NOT_CODE, DIRECTIVE):
        text = pattern.sub(blank, text)
    return text


def opens_function(header):
    header = header.strip()
    if "(" not in header or SCOPE.match(header):
        return False
    depth = 0
    for i, c in enumerate(header):
        depth += c == "("
        depth -= c == ")"
        plain_equals = c == "=" and header[i - 1 : i] not in tuple("=<>!") and header[i + 1 : i + 2] != "="
        if plain_equals and depth == 0 and "operator" not in header:
            return False  # an initialiser
    return True


def functions_of(text):
    """Yields (name, first line, lines) of each function body that is not inside another."""
    code = code_of(text)
    line, header, header_line = 1, "", 0
    stack = []  # for each open brace: the (name, line) of the function it opens, or None
    inside = 0
    for c in code:
        if c == "\n":
            line += 1
        if inside:
            if c == "{":
                stack.append(None)
            elif c == "}" and stack:
                opened = stack.pop()
                if opened:
                    inside = 0
                    yield opened[0], opened[1], line - opened[1] + 1
                    header, header_line = "", 0
            continue
        if c == "{":
            found = opens_function(header)
            name = NAME.search(header)
            stack.append((name.group(1) if name else "?", header_line or line) if found else None)
            inside = 1 if found else 0
            header, header_line = "", 0
        elif c in "};":
            if c == "}" and stack:
                stack.pop()
            header, header_line = "", 0
        else:
            if not header.strip() and not c.isspace():
                header_line = line
            header += c
