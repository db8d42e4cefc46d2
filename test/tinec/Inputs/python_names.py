# usage: python_names.py TINEC
#
# Uses every builtin of Python's as a value, and prints what the compiler says.
import builtins
import keyword
import subprocess
import sys

names = [name for name in dir(builtins)
         if not keyword.iskeyword(name) and not name.startswith("__")]
few = 40  # errors are printed of one file
for start in range(0, len(names), few):
    with open("names.py", "w") as file:
        for name in names[start:start + few]:
            file.write(f"x_{name} = {name}\n")
    result = subprocess.run([sys.argv[1], "--check", "names.py"],
                            capture_output=True, text=True)
    print(result.stderr)
