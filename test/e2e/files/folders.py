# in a folder of its own
# os, os.path, glob and pathlib with paths of the run.
import fnmatch
import glob
import os
from pathlib import Path

base = os.environ.get("NO_SUCH_VARIABLE", "data")
os.makedirs(os.path.join(base, "a", "b"), exist_ok=True)
for i in range(3):
    with open(os.path.join(base, f"n{i}.txt"), "w") as f:
        f.write("x" * i)
Path(base, "a", "deep.txt").write_text("deep\nlines\n")
Path(base, "a", "b", "deepest.txt").write_text("ü")
Path(base, ".hidden.txt").touch()
print(sorted(os.listdir(base)))
print(sorted(glob.glob(base + "/*.txt")), sorted(glob.glob(base + "/n[0-1].*")), glob.glob(base + "/n?.png"))
print(sorted(glob.glob(base + "/**/*.txt", recursive=True)))
print(sorted(glob.glob(base + "/**", recursive=True)))
print(sorted(glob.glob("*/a/*")), glob.glob(base), glob.glob("none"))
print([os.path.getsize(p) for p in sorted(glob.glob(os.path.join(base, "n*.txt")))])
p = Path(base)
print(sorted(p.glob("*.txt")), sorted(str(q) for q in p.iterdir()))
print(sorted([q.name for q in p.rglob("*.txt")]))
q = p / "a" / "deep.txt"
print(q, q.name, q.stem, q.suffix, q.parent, q.exists(), q.is_file(), q.parent.is_dir(), q.with_suffix(".md"))
print(q.read_text().splitlines())
with q.open() as f:
    for line in f:
        print(line.strip())
print(os.path.splitext(q)[1], os.path.basename(q), os.path.dirname(q), os.path.exists(q), os.path.isfile(base), os.path.isdir(base))
os.rename(os.path.join(base, "n0.txt"), os.path.join(base, "m0.txt"))
os.replace(os.path.join(base, "m0.txt"), os.path.join(base, "n1.txt"))
os.remove(os.path.join(base, "n2.txt"))
print(sorted(os.listdir(base)), os.path.getsize(os.path.join(base, "n1.txt")))
try:
    os.remove(os.path.join(base, "n2.txt"))
except FileNotFoundError as e:
    print(e)
try:
    os.rename(base + "/x", base + "/y")
except OSError as e:
    print(e, e.errno)
try:
    os.mkdir(base)
except FileExistsError as e:
    print(e)
try:
    names = os.listdir("nowhere")
    print(names)
except FileNotFoundError as e:
    print(e.filename)
try:
    os.rmdir(base)
except OSError as e:
    print(e.strerror)
print([n for n in ["a.txt", "b.py", "äx.txt"] if fnmatch.fnmatch(n, "?*.txt")], fnmatch.filter(["ab", "b"], "[!b]*"))
print(os.path.relpath is not None if False else os.getcwd() == os.path.abspath("."))
q.unlink()
print(q.exists())
os.listdir("nowhere")
