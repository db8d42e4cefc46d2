# Settings of the lit tests: what is a test, which tools it may name, and which
# features the machine has.
import importlib.util
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "tine"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tine_build_dir, "test")
config.suffixes = [".mlir", ".py", ".test"]
# record*.py make expected values from PyTorch, Python and Pillow.
config.excludes = ["lit.cfg.py", "record.py", "record_arguments.py",
                   "record_images.py", "run.py", "Inputs", "inputs",
                   "CMakeLists.txt"]

# Tests see one machine: no settings of the user's shell, plain messages.
for name in ("HOME", "XDG_CACHE_HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
for name in list(config.environment):
    if name.startswith(("OMP_", "KMP_", "TINE_")):
        del config.environment[name]

bin_dir = os.path.join(config.tine_build_dir, "bin")
config.environment["PATH"] = os.pathsep.join(
    [bin_dir, config.llvm_tools_dir, os.environ["PATH"]])
# A compiler or program that hangs fails its own test only. lit needs psutil
# (Debian: python3-psutil) for that. Sanitizers take their time.
if importlib.util.find_spec("psutil"):
    lit_config.maxIndividualTestTime = 1500 if config.sanitize else 300

# `%tool` is the tool that was built, wherever the test runs. The longest name
# comes first because lit replaces text.
python = config.python or sys.executable
TOOLS = ("tine-parse-test", "tine-trace", "tine-opt", "tinec")
substitutions = [(f"%{tool}", os.path.join(bin_dir, tool)) for tool in TOOLS]
substitutions += [
    ("%python", python),
    ("%llvm-tblgen", os.path.join(config.llvm_tools_dir, "llvm-tblgen")),
    # Two GPUs whose driver interprets PTX, and tells what was not freed.
    ("%gpus", "env LD_LIBRARY_PATH=" +
     os.path.join(config.tine_build_dir, "test", "cuda", "driver") +
     " FAKE_CUDA_DEVICES=2 TINE_TEST=1"),
    ("%source", config.tine_source_dir),
    ("%build", config.tine_build_dir),
]
config.substitutions.extend(substitutions)


def can_chroot():
    """Whether a program may enter a new root folder, as root or in a name
    space of its own."""
    command = ["unshare", "-r", "chroot", "/", "true"]
    try:
        return os.geteuid() == 0 or not subprocess.run(
            command, capture_output=True, timeout=20).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


if can_chroot():
    config.available_features.add("chroot")
# Comparisons with PyTorch itself; the suite does not need it.
if os.environ.get("TINE_TEST_TORCH"):
    config.available_features.add("python-torch")
    config.substitutions.append(("%torch-python", os.environ["TINE_TEST_TORCH"]))
if os.path.exists(os.path.join(bin_dir, "tine-opt")):
    config.available_features.add("tine-opt")
if shutil.which("cmake") and not config.sanitize:
    config.available_features.add("installable")
if shutil.which("ptxas"):
    config.available_features.add("ptxas")
if shutil.which("clang-format-22"):
    config.available_features.add("clang-format")
chromium = shutil.which("chromium") or shutil.which("google-chrome")
if chromium:
    config.available_features.add("chromium")
    config.substitutions.append(("%chromium", chromium))
if os.path.exists("/dev/full"):
    config.available_features.add("dev-full")
# Programs compiled with a sanitizer say everything, and nothing about libomp.
config.environment["TSAN_OPTIONS"] = (
    f"suppressions={config.test_source_root}/tsan.supp")
if config.sanitize:
    # The compiler leaves its memory to the end of the process. LLVM's own
    # libraries are not instrumented: the marks of containers and allocators
    # are wrong.
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=0:detect_container_overflow=0:"
        "allow_user_poisoning=0")
config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1:halt_on_error=1"
if os.path.exists(os.path.join(config.tine_build_dir, "lib", "tine", "link",
                               "sanitize-thread", "libomp.a")):
    config.available_features.add("sanitizer-bundles")
if config.sanitize:
    config.available_features.add("sanitized")
