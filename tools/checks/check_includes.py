#!/usr/bin/env python3
# Owns the check of who may include whom: the table of rooms, and the third parties of each room.
# Use: check_includes.py [ROOT]. Prints one line a breach; exit code 1 if there is any.
import pathlib
import re
import sys

# Room -> rooms it may include. The longest matching room of a file counts.
ROOMS = {
    "arch/base": ["arch/base"],
    "arch": ["arch", "arch/base"],
    "models": ["models", "arch/base"],
    "kernels": ["kernels", "arch", "arch/base", "models"],
    "sim": ["sim", "arch", "arch/base"],
    "tools": ["tools", "arch", "arch/base", "models", "kernels", "sim"],
    "tests": ["tests", "arch", "arch/base", "models", "kernels", "sim", "tools"],
}

# Third party -> folders that may see it.
THIRD_PARTIES = {
    "systemc": ["sim/tile", "sim/exchange", "sim/sync", "sim/host", "sim/engine", "tools/command/main.cpp", "tests"],
    "yaml-cpp": ["arch/base"],
    "zlib.h": ["arch/base", "tests"],
    "spdlog": ["kernels", "sim", "tools", "tests"],
    "fmt": ["kernels", "sim", "tools"],
    "CLI": ["tools"],
    "gtest": ["tests"],
    "gmock": ["tests"],
    "benchmark": ["tests"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
ENDINGS = {".cpp", ".hpp", ".def"}


def room_of(path):
    found = [room for room in ROOMS if path == room or path.startswith(room + "/")]
    return max(found, key=len, default="")


def includes_of(file):
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def third_party_of(name):
    first = name.split("/")[0]
    for party in THIRD_PARTIES:
        if name == party or first == party or (party == "systemc" and first.startswith("systemc")):
            return party
    return ""


def breach_of_ours(root, path, name):
    target = room_of(name)
    if not target or not (root / name).is_file():
        return f'"{name}" is no file of ours, named from the top folder'
    room = room_of(path)
    if target not in ROOMS[room]:
        return f"{room} may not include {target}: {name}"
    return ""


def breach_of_third_party(path, name):
    party = third_party_of(name)
    allowed = THIRD_PARTIES.get(party)
    if allowed is None or any(path == folder or path.startswith(folder + "/") for folder in allowed):
        return ""
    return f"{party} may only be seen in {', '.join(allowed)}"


def source_files(root):
    for room in sorted({room.split("/")[0] for room in ROOMS}):
        for file in sorted((root / room).rglob("*")):
            if file.suffix in ENDINGS and file.is_file():
                yield file


def header_circles(graph):
    """Headers that include themselves through others, each circle once."""
    done, circles = set(), []

    def visit(node, trail):
        if node in trail:
            circles.append(trail[trail.index(node):] + [node])
            return
        if node in done:
            return
        for child in graph.get(node, []):
            visit(child, trail + [node])
        done.add(node)

    for node in sorted(graph):
        visit(node, [])
    return circles


def check(root):
    breaches, graph = [], {}
    for file in source_files(root):
        path = file.relative_to(root).as_posix()
        for number, ours, theirs in includes_of(file):
            breach = breach_of_ours(root, path, ours) if ours else breach_of_third_party(path, theirs)
            if breach:
                breaches.append(f"{path}:{number}: {breach}")
            # A .def file is included many times on purpose.
            if ours and path.endswith(".hpp") and ours.endswith(".hpp"):
                graph.setdefault(path, []).append(ours)
    breaches += [f"{circle[0]}:1: headers include each other: {' -> '.join(circle)}" for circle in header_circles(graph)]
    return breaches


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    breaches = check(root)
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
