#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uses the library as a stranger does: installs it into a temporary folder, and builds against that with pkg-config.

  test_install.py MESON BUILD ROOT [--write]

Proves that every header compiles alone, as C and as C++; that the shared library exports what the headers declare and
nothing else, and the same as symbols.txt lists, so that no name comes or goes unseen (--write writes the list); and that the examples build and run against the shared and the static library. Prints TAP.
"""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tap import Tap  # noqa: E402

MESON, BUILD, ROOT = sys.argv[1], sys.argv[2], Path(sys.argv[3])
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
STACK_BYTES = 256 << 10  # much less than a computer player needs
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")

TAP = Tap()
tell = TAP.tell


def run(words: list[str], **options) -> subprocess.CompletedProcess:
    return subprocess.run(words, capture_output=True, text=True, **options)


def install(folder: Path) -> Path:
    """The prefix below the folder."""
    done = run([MESON, "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", str(folder)])
    pc_files = list(folder.rglob("limber.pc"))
    tell(done.returncode == 0 and len(pc_files) == 1, "meson install", done.stdout + done.stderr)
    if TAP.failed:
        finish()
    return next(parent for parent in pc_files[0].parents if (parent / "include").is_dir())


def pkg_config(prefix: Path, *words: str) -> list[str]:
    """What pkg-config says, as if the files had been installed where they are now."""
    folder = str(next(prefix.rglob("limber.pc")).parent)
    paths = ":".join([folder, os.environ.get("PKG_CONFIG_PATH", "")]).strip(":")
    return run(["pkg-config", f"--define-variable=prefix={prefix}", *words, "limber"],
               env=os.environ | {"PKG_CONFIG_PATH": paths}, check=True).stdout.split()


def test_headers(prefix: Path, work: Path) -> None:
    flags = pkg_config(prefix, "--cflags")
    for compiler, dialect, suffix in [("gcc", "c17", "c"), ("clang", "c17", "c"), ("g++", "c++17", "cpp"),
                                      ("clang++", "c++17", "cpp")]:
        faults = ""
        headers = sorted((prefix / "include/limber").glob("*.h"))
        for header in headers:
            source = work / f"alone.{suffix}"
            source.write_text(f"#include <limber/{header.name}>\n#include <limber/{header.name}>\nextern int some;\n")
            faults += run([compiler, f"-std={dialect}", *STRICT, *flags, "-fsyntax-only", str(source)]).stderr
        tell(not faults and len(headers) > 15, f"{len(headers)} headers compile alone with {compiler} as {dialect}", faults)


def declared(prefix: Path, work: Path) -> set[str]:
    """Functions and objects that the headers declare for others to define."""
    source = work / "all.c"
    source.write_text("".join(f"#include <limber/{header.name}>\n" for header in (prefix / "include/limber").glob("*.h")))
    tree = run(["clang", "-std=c17", *pkg_config(prefix, "--cflags"), "-fsyntax-only", "-Xclang", "-ast-dump=json",
                str(source)], check=True).stdout
    return {node["name"] for node in json.loads(tree)["inner"]
            if node["kind"] in ("FunctionDecl", "VarDecl") and node.get("storageClass") != "static"
            and node["name"].startswith("lb_")}


def test_symbols(prefix: Path, work: Path) -> None:
    library = next(prefix.rglob("liblimber.so"))
    rows = [row.split() for row in run(["nm", "-D", "--defined-only", str(library)], check=True).stdout.splitlines()]
    exported = {row[-1] for row in rows}
    wanted = declared(prefix, work)
    tell(all(name.startswith("lb_") for name in exported), "only lb_ names are exported",
         " ".join(sorted(name for name in exported if not name.startswith("lb_"))))
    tell(len(wanted) > 100 and not wanted - exported, f"all {len(wanted)} names that the headers declare are exported",
         " ".join(sorted(wanted - exported)))
    tell(not exported - wanted, "the headers declare all that is exported", " ".join(sorted(exported - wanted)))
    kept = ROOT / "tests/install/symbols.txt"
    if "--write" in sys.argv:
        kept.write_text("".join(f"{name}\n" for name in sorted(exported)))
    listed_names = set(kept.read_text().split())
    tell(listed_names == exported, "the exported names are those of symbols.txt",
         "gone: " + " ".join(sorted(listed_names - exported)) + "\nnew: " + " ".join(sorted(exported - listed_names)))
    rows = run(["nm", "-g", "--defined-only", str(library.with_suffix(".a"))], check=True).stdout.splitlines()
    names = {row.split()[-1] for row in rows if len(row.split()) == 3}
    tell(names == exported, "the static library has the same names", " ".join(sorted(names ^ exported)))


def listed(*words: str) -> list[str]:
    """What the program offers behind these words: sheets, or the charts of one."""
    return run([f"{BUILD}/limber", "complete", *words, ""], check=True).stdout.split()


def small_stack() -> None:
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, STACK_BYTES))


def test_examples(prefix: Path, work: Path, how: str, words: list[str]) -> None:
    library = next(prefix.rglob("liblimber.so")).parent
    flags, libraries = pkg_config(prefix, "--cflags"), pkg_config(prefix, "--libs", *words)
    if how == "static":
        libraries = [f"{library}/liblimber.a" if word == "-llimber" else word for word in libraries]
    environment = os.environ | ({"LD_LIBRARY_PATH": str(library)} if how == "shared" else {})
    sheets = listed("fight", "--rules")
    cases = {"odds": ([[sheet, listed("chart", sheet)[0]] for sheet in listed("chart")]
                      + [["valour-fortitude", "fire", "value=6", "cover=soft"]], "/"),
             "fight": ([[SCENARIO, sheet, "7"] for sheet in sheets], " after "),
             "bot": ([[SCENARIO, sheet] for sheet in sheets], " decisions")}
    tell({path.stem for path in (ROOT / "examples").glob("*.c")} == set(cases), f"{how}: every example is run")
    for name, (arguments, wanted) in cases.items():
        program = str(work / f"{name}-{how}")
        done = run(["gcc", "-std=c17", "-O2", *STRICT, *flags, str(ROOT / f"examples/{name}.c"), *libraries, "-o", program])
        tell(done.returncode == 0, f"{how}: {name}.c builds", done.stderr)
        for given in arguments if done.returncode == 0 else []:
            out = run([program, *given], env=environment, preexec_fn=small_stack)
            tell(out.returncode == 0 and wanted in out.stdout and not out.stderr,
                 f"{how}: {name} {' '.join(Path(word).name for word in given)} runs on a small stack",
                 f"ends with {out.returncode}\n" + out.stdout + out.stderr)
    for given, said in ([["valour-fortitude", "fire", "cover=sfot"], "did you mean soft?"],
                        [["valour-fortitude", "fire", "value"], "expected key=value"]):
        out = run([str(work / f"odds-{how}"), *given], env=environment)
        tell(out.returncode == 2 and said in out.stderr, f"{how}: odds {given[-1]} is refused", out.stdout + out.stderr)


def test_version(prefix: Path, work: Path) -> None:
    """The version of the headers, in words and in numbers, is that of the package."""
    source = work / "version.c"
    source.write_text("#include <limber/limber.h>\nLB_VERSION LB_VERSION_MAJOR LB_VERSION_MINOR LB_VERSION_PATCH\n")
    line = run(["gcc", "-std=c17", "-E", "-P", *pkg_config(prefix, "--cflags"), str(source)], check=True).stdout.splitlines()[-1]
    version = pkg_config(prefix, "--modversion")[0]
    wanted = f'"{version}" ' + version.replace(".", " ")
    tell(line == wanted, "the version of the headers is that of the package", f"{line}, not {wanted}")


def test_cpp(prefix: Path, work: Path) -> None:
    source, program = work / "user.cpp", str(work / "user")
    source.write_text("#include <limber/limber.h>\n"
                      "int main() { return lb_ruleset_find(lb_rulesets[0]->id) == lb_rulesets[0] ? 0 : 1; }\n")
    done = run(["g++", "-std=c++17", *STRICT, *pkg_config(prefix, "--cflags"), str(source), *pkg_config(prefix, "--libs"),
                "-o", program])
    if done.returncode == 0:
        done = run([program], env=os.environ | {"LD_LIBRARY_PATH": str(next(prefix.rglob("liblimber.so")).parent)})
    tell(done.returncode == 0, "a C++ program uses it", done.stderr)


def finish() -> None:
    sys.exit(TAP.finish())


def main() -> None:
    work = Path(tempfile.mkdtemp(prefix="limber-install-"))
    try:
        prefix = install(work / "root")
        data = {path.name for path in prefix.glob("share/limber/*/*.yaml")}
        tell({"vimeiro.yaml", "french-1808.yaml"} <= data, "scenarios and armies are installed", " ".join(data))
        notes = {path.name for path in prefix.glob("share/doc/limber/**/*")}
        tell({"odds.c", "fight.c", "bot.c", "architecture.md", "README.md"} <= notes, "examples and documents are installed",
             " ".join(notes))
        test_version(prefix, work)
        test_headers(prefix, work)
        test_symbols(prefix, work)
        test_examples(prefix, work, "shared", [])
        test_examples(prefix, work, "static", ["--static"])
        test_cpp(prefix, work)
    finally:
        shutil.rmtree(work)
    finish()


main()
