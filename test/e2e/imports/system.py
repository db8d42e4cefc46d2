# os, time and datetime: what does not change from run to run.
import datetime
import os
import platform
import sys
import time
from pathlib import Path

start = time.perf_counter()
time.sleep(0.01)
print(time.perf_counter() - start >= 0.01, time.time() > 1.7e9)
print(time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(86400 * 365)), time.gmtime(3661).tm_hour, time.gmtime(0).tm_wday, len(time.strftime("%Y%m%d-%H%M%S")))
try:
    time.sleep(-1)
except ValueError as error:
    print(error)
print(datetime.timedelta(seconds=3725), datetime.timedelta(days=2, hours=5), datetime.timedelta(seconds=1.5), repr(datetime.timedelta(days=1, seconds=2)))
print(datetime.timedelta(minutes=90).total_seconds(), datetime.timedelta(days=-1, hours=1), datetime.timedelta(hours=2) / 4, datetime.timedelta(hours=2) > datetime.timedelta(hours=1))
moment = datetime.datetime(2024, 2, 28, 12, 30, 5)
print(moment, moment + datetime.timedelta(days=2), moment.isoformat(), moment.strftime("%d/%m/%y %H-%M %f"), moment.year, moment.minute, moment.weekday())
print((datetime.datetime(2024, 3, 1) - moment).total_seconds(), datetime.date(2024, 1, 1), datetime.date(2024, 12, 25) - datetime.date(2024, 1, 1), datetime.date(2000, 2, 29).weekday())
print(len(datetime.datetime.now().strftime("%Y%m%d-%H%M%S")), datetime.datetime.now() > moment)

print(os.environ.get("NO_SUCH_VARIABLE", "none"), os.environ.get("NO_SUCH_VARIABLE"), os.getenv("NO_SUCH_VARIABLE", "4"), int(os.environ.get("NO_SUCH_VARIABLE", "0")))
os.environ["OWN_VARIABLE"] = "1"
print(os.environ["OWN_VARIABLE"], "OWN_VARIABLE" in os.environ, "NO_SUCH_VARIABLE" in os.environ, os.environ.setdefault("OWN_VARIABLE", "2"))
os.makedirs(".", exist_ok=True)
print(os.cpu_count() > 0, os.getpid() > 0, os.path.isdir(os.getcwd()), os.path.exists("no/such/file"), os.path.isfile("."))
print(os.path.join("a", "b", "c.txt"), os.path.join("a/", "/b"), os.path.split("/x/y.z"), os.path.splitext("m.tar.gz"), os.path.splitext(".rc"), os.path.dirname("y"))
print(os.path.normpath("a//b/../c/."), os.path.abspath("/a/../b"), os.path.isabs("a"), os.path.basename(os.path.abspath(__file__)), os.path.expanduser("x/~"), os.sep)
p = Path("data") / "train" / "x.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.parent, p.parts, p.with_suffix(".csv"), p.exists(), Path("/a//b/./c"), p == Path("data/train/x.tar.gz"))
print(f"{p}", os.path.join(p.parent, "y"), os.fspath(p), Path("a").joinpath("b", "c"), Path("x/..").parent, p.is_absolute())
print(sys.version_info >= (3, 8), sys.version_info[0], sys.maxsize, sys.platform, platform.system(), len(sys.argv) >= 1)

early, late = datetime.date(2024, 2, 28), datetime.date(2024, 3, 1)
print(early <= late, early >= late, late >= late, early != late, early < late, early > late)
