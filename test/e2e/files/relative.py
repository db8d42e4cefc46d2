# os.path.relpath of paths of the program and of the run.
import os

print(os.path.relpath("a/b/c.txt", "a"), os.path.relpath("a", "a"), os.path.relpath("x/y", "x/z/w"))
print(os.path.relpath("/usr/lib", "/usr"), os.path.relpath("/", "/usr/lib"), os.path.relpath("./b/../c"))
here = os.getcwd()
print(os.path.relpath(os.path.join(here, "data", "file.csv")), os.path.relpath(here, os.path.join(here, "out")))
for start in (".", "data"):
    print(os.path.relpath(here + "/data/x", start))
