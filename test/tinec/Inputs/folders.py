import os

print(os.path.exists("out"), os.makedirs("out/a/b", exist_ok=True) is None, os.path.isdir("out/a"))
try:
    os.makedirs("out/a")
except FileExistsError as error:
    print(error)
try:
    os.remove("nothing")
except OSError as error:
    print(error)
from pathlib import Path

Path("out/note.txt").write_text("hello")
size = os.path.getsize("out/note.txt")
os.remove("out/note.txt")
print(size, Path("out/note.txt").exists())
