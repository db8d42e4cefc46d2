#!/usr/bin/env python3
"""Makes packages of a finished build.

usage: package.py BUILD_DIR OUT_DIR [deb|wheel ...]

deb    OUT_DIR/tine_VERSION_amd64.deb for Debian 12 (needs dpkg-dev)
wheel  OUT_DIR/tine-VERSION-py3-none-manylinux_X_Y_x86_64.whl: `pip install` gives
       the commands tinec, tine-opt and tine-trace, with all that an executable
       is linked from, on any Linux with that version of glibc. It uses Python to
       start them only.

Without a kind: both. Prints the paths.
"""
import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# What every system with glibc has, and must have in one version.
OF_THE_SYSTEM = re.compile(
    r"(ld-linux-x86-64|libc|libm|libmvec|libpthread|libdl|librt)\.so")
COMMANDS = ("tinec", "tine-opt", "tine-trace")

LAUNCHER = '''"""Starts the programs of Tine."""
import os
import sys


def _start(name):
    program = os.path.join(os.path.dirname(__file__), "bin", name)
    os.execv(program, [program] + sys.argv[1:])


'''


def version_of(build):
    """The project's version in the CMake cache."""
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        for line in cache:
            if line.startswith("CMAKE_PROJECT_VERSION:"):
                return line.split("=", 1)[1].strip()
    sys.exit(f"package: '{build}' is not a build folder")


def make_deb(build, out):
    """The path of the Debian package."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cpack", "-G", "DEB", "--config",
                        os.path.join(build, "CPackConfig.cmake"),
                        "-B", folder], check=True, stdout=sys.stderr)
        [name] = [f for f in os.listdir(folder) if f.endswith(".deb")]
        return shutil.move(os.path.join(folder, name),
                           os.path.join(out, name))


def libraries_of(program):
    """The paths of the shared libraries that a program loads, by name."""
    text = subprocess.run(["ldd", program], check=True, text=True,
                          capture_output=True).stdout
    return dict(re.findall(r"(\S+) => (/\S+)", text))


def owner_of(path):
    """The Debian package that a file is of, where /lib may be /usr/lib."""
    for known in (path, path.removeprefix("/usr"), "/usr" + path):
        found = subprocess.run(["dpkg", "-S", known], capture_output=True,
                               text=True)
        if not found.returncode:
            return found.stdout.split(":")[0]
    return sys.exit(f"package: '{path}' is of no package")


def add_libraries(tree):
    """Copies what LLVM's libraries need beside them, with their terms."""
    own = os.path.join(tree, "lib", "tine", "lib")
    terms = os.path.join(tree, "share", "doc", "tine", "third-party")
    for name, path in libraries_of(os.path.join(tree, "bin", "tinec")).items():
        target = os.path.join(own, name)
        if OF_THE_SYSTEM.match(name) or os.path.exists(target):
            continue
        shutil.copy(os.path.realpath(path), target)
        package = owner_of(os.path.realpath(path))
        shutil.copy(f"/usr/share/doc/{package}/copyright",
                    os.path.join(terms, package + ".txt"))


class Wheel:
    """A zip file that keeps a record of what is in it."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED,
                                   compresslevel=9)
        self.record = []

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(
            hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def add_tree(self, folder, prefix):
        for where, folders, files in os.walk(folder):
            folders.sort()
            for file in sorted(files):
                path = os.path.join(where, file)
                name = prefix + os.path.relpath(path, folder)
                with open(path, "rb") as data:
                    self.add(name, data.read(),
                             os.stat(path).st_mode & 0o777)

    def close(self, info):
        self.record.append(f"{info}/RECORD,,")
        self.zip.writestr(info + "/RECORD", "\n".join(self.record) + "\n")
        self.zip.close()


def make_wheel(build, out):
    """The path of the wheel."""
    version = version_of(build)
    glibc = platform.libc_ver()[1].replace(".", "_")
    tag = f"py3-none-manylinux_{glibc}_x86_64"
    info = f"tine-{version}.dist-info"
    path = os.path.join(out, f"tine-{version}-{tag}.whl")
    with tempfile.TemporaryDirectory() as tree:
        subprocess.run(["cmake", "--install", build, "--prefix", tree],
                       check=True, stdout=sys.stderr)
        add_libraries(tree)
        commands = [c for c in COMMANDS
                    if os.path.exists(os.path.join(tree, "bin", c))]
        wheel = Wheel(path)
        wheel.add_tree(tree, "tine/")
        functions = "".join(
            f'def {c.replace("-", "_")}():\n    _start("{c}")\n\n\n'
            for c in commands)
        wheel.add("tine/__init__.py",
                  (LAUNCHER + functions).rstrip().encode() + b"\n")
        wheel.add(info + "/METADATA", (
            f"Metadata-Version: 2.1\nName: tine\nVersion: {version}\n"
            "Summary: Ahead-of-time compiler for models in the TorchScript "
            "language\nLicense: Apache-2.0 WITH LLVM-exception\n"
            "Requires-Python: >=3.8\n").encode())
        wheel.add(info + "/WHEEL", (
            "Wheel-Version: 1.0\nGenerator: scripts/package.py\n"
            f"Root-Is-Purelib: false\nTag: {tag}\n").encode())
        wheel.add(info + "/entry_points.txt", ("[console_scripts]\n" + "".join(
            f"{c} = tine:{c.replace('-', '_')}\n" for c in commands)).encode())
        wheel.close(info)
    return path


def main(arguments):
    if len(arguments) < 2 or "--help" in arguments or "-h" in arguments:
        print(__doc__.strip())
        return 0 if "--help" in arguments or "-h" in arguments else 2
    build, out, *kinds = arguments
    makers = {"deb": make_deb, "wheel": make_wheel}
    unknown = [kind for kind in kinds if kind not in makers]
    if unknown:
        sys.exit(f"package: unknown kind '{unknown[0]}'; there are deb and wheel")
    os.makedirs(out, exist_ok=True)
    for kind in kinds or makers:
        print(makers[kind](os.path.abspath(build), out))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
