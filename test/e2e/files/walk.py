# in a folder of its own
# os.walk: the folders that the program leaves in the list, links that are not followed.
import os

for folder in ("tree/b/c", "tree/a", "tree/empty"):
    os.makedirs(folder)
for name in ("x.csv", "b/y.csv", "b/c/z.txt", "a/k.csv"):
    with open(os.path.join("tree", name), "w") as f:
        f.write(name)
found = 0
for root, dirs, files in os.walk("tree"):
    dirs.sort()
    for name in sorted(files):
        path = os.path.join(root, name)
        print(path, os.path.getsize(path), os.path.islink(path))
        found += 1
print(found)
for root, dirs, files in os.walk("tree"):
    dirs.sort()
    if "c" in dirs:
        dirs.remove("c")
    print(root, dirs, sorted(files))
tables = sorted(os.path.join(r, f) for r, _, fs in os.walk("tree") for f in fs if f.endswith(".csv"))
print(tables)
counts = {}
for _, _, names in os.walk("tree"):
    for name in names:
        kind = os.path.splitext(name)[1]
        counts[kind] = counts.get(kind, 0) + 1
print(sorted(counts.items()))
print(sum(len(names) for _, _, names in os.walk("tree")), list(os.walk("nothing")))
