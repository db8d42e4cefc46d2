# Compiles each module in the folder: none may be accepted, or crash the compiler.
import glob
import subprocess
import sys

for name in sorted(glob.glob("*.mlir")):
    status = subprocess.run([sys.argv[1], name, "-o", "out"]).returncode
    if status != 1:
        sys.exit(f"{name}: exit status {status}")
