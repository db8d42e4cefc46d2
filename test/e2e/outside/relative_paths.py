# Paths relative to a folder.
# arguments: data/a/b.txt data
# arguments: /data/a /
# arguments: data data/
# arguments: x/y .
# arguments: database/a data
# arguments: /x .
import sys
from pathlib import Path

path, root = Path(sys.argv[1]), Path(sys.argv[2])
print(path.is_relative_to(root), path.is_relative_to("data"), Path("a/b").relative_to("a"), Path("a/b").relative_to("a", "b"))
here = Path("a.png").parent
print(repr(here.name), repr(here.stem), path.parent.name)
print(path.relative_to(root))
