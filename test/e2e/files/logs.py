# in a folder of its own
# logging into files, with values of the run; tqdm over lines.
import logging
import sys

from tqdm import tqdm

with open("numbers.txt", "w") as f:
    for i in range(4):
        f.write(f"{i * i} {i}\n")
logging.basicConfig(filename="run.log", filemode="w", level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
log = logging.getLogger("reader")
total = 0
with open("numbers.txt") as f:
    for line in tqdm(f, desc="lines"):
        a, b = [int(w) for w in line.split()]
        total += a
        if b > 1:
            log.info("line %d has %s, in all %.1f", b, line.strip(), total / 2)
        else:
            log.debug("hidden")
logging.warning("end %s", total)
print(open("run.log").read())
handler = logging.FileHandler("more.log")
handler.setFormatter(logging.Formatter("%(message)s"))
log.addHandler(handler)
log.error("first")
print(open("more.log").read(), open("run.log").read().count("\n"))
out = logging.StreamHandler(sys.stdout)
log.addHandler(out)
log.warning("both %5.2f", total / 3)
for i, line in enumerate(tqdm(open("numbers.txt"))):
    tqdm.write(f"{i} {line.strip()}")
