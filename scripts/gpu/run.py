#!/usr/bin/env python3
"""Runs the programs that prepare.py compiled beside this file, on a GPU.

usage: run.py [--seconds N] [--steps STEP,...] [--jobs N] [--no-torch]

Steps in this order: chain, kinds, training, devices, timing. Each program runs
twice on the GPU, with the same bytes, and its text is compared with what PyTorch
prints (on a CPU) or, where devices show in it, with what the same executable prints
on the CPU. One line a program:
  ok     agrees with PyTorch     cpu    agrees with its own run on the CPU only
  WRONG  prints something else   FAIL   fails or takes too long
Programs of the step timing run in turn with PyTorch's python3, where that sees
a GPU. All ends within --seconds (440): what there was no time for is counted.
Details go to $OUT (otherwise DIR/out): details.txt, results.json. Exit status 1
when a program is WRONG or FAILs.
"""
import argparse
import collections
import concurrent.futures
import json
import lzma
import os
import re
import subprocess
import sys
import time

import compare

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = ("chain", "kinds", "training", "devices", "timing")
RUN_LIMIT, TIMING_LIMIT, TORCH_LIMIT = 45, 60, 60
KEPT = 200_000  # characters of an output in details.txt
DETAILS = 15_000_000
Ran = collections.namedtuple("Ran", "status out err seconds")


class Clock:
    """The time that is left."""

    def __init__(self, seconds):
        self.end = time.monotonic() + seconds

    def left(self):
        return self.end - time.monotonic()


def run(command, limit, **environment):
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              errors="replace", timeout=max(limit, 1),
                              cwd=HERE, env={**os.environ, **environment})
        return Ran(done.returncode, done.stdout, done.stderr,
                   time.monotonic() - start)
    except subprocess.TimeoutExpired as late:
        text = late.stdout or b""
        return Ran(None, text.decode(errors="replace"), f"took over {limit:.0f} s",
                   time.monotonic() - start)


def unpacked(name):
    """The executable of this name, unpacked by its first use."""
    path = os.path.join(HERE, name)
    if not os.path.exists(path):
        with open(path + ".xz", "rb") as file:
            data = lzma.decompress(file.read())
        with open(path + ".new", "wb") as file:
            file.write(data)
        os.chmod(path + ".new", 0o755)
        os.rename(path + ".new", path)
    return path


def without_devices(text):
    return re.sub(r",\s*device='cuda:\d+'", "", text)


class Checked:
    """One program: its letter, what is wrong, and what it printed."""

    def __init__(self, record, clock):
        self.record, self.clock = record, clock
        self.name, self.seconds, self.runs = record["name"], 0.0, []
        self.tolerance = record["tolerance"] or compare.DEFAULT_TOLERANCE
        self.verdict, self.message = "FAIL", ""

    def expected(self):
        path = os.path.join(HERE, self.name + ".expected")
        if not os.path.exists(path):
            return None
        with open(path) as file:
            return file.read()

    def execute(self, what, options):
        ran = run([unpacked(self.name), *options],
                  min(RUN_LIMIT, self.clock.left()))
        self.runs.append((what, ran))
        return ran

    def check(self):
        if "refused" in self.record:
            self.message = "tinec: " + self.record["refused"]
            return self
        if self.clock.left() < 2:
            self.verdict, self.message = "late", "no time left"
            return self
        self.verdict, self.message = self.judge()
        return self

    def judge(self):
        want = self.expected()
        fails = want is not None and want.rstrip().endswith("RUNTIME ERROR")
        if fails:
            want = want.rstrip()[:-len("RUNTIME ERROR")]
        first = self.execute("GPU", self.record["options"])
        self.seconds = first.seconds
        if first.status != int(fails):
            return "FAIL", (f"status {first.status}: "
                            + (first.err.strip() or "no message"))
        again = self.execute("GPU again", self.record["options"])
        if (again.status, again.out) != (first.status, first.out):
            return "WRONG", ("other bytes in the second run: "
                             + (compare.difference(again.out, first.out, 0)
                                or again.err.strip()))
        found = "no expected output"
        if want is not None:
            found = compare.difference(first.out, want, self.tolerance)
            if found and self.record["anywhere"]:
                found = compare.difference(without_devices(first.out),
                                           without_devices(want),
                                           self.tolerance)
            if not found:
                return "ok", ""
        host = self.execute("CPU", ["--device-map", "cuda:*=cpu"])
        differs = compare.difference(first.out, host.out, self.tolerance)
        if differs or host.status != first.status:
            return "WRONG", f"{found}; the CPU: {differs or host.err.strip()}"
        return "cpu", found


class Report:
    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.folder, self.written = folder, 0
        self.details = open(os.path.join(folder, "details.txt"), "w")
        self.counts, self.results = collections.Counter(), []

    def say(self, text):
        print(text, flush=True)
        self.write(text + "\n")

    def write(self, text):
        if self.written < DETAILS:
            self.written += len(text.encode())
            self.details.write(text)
            self.details.flush()

    def add(self, checked):
        self.counts[checked.verdict] += 1
        first_line = checked.message.strip().split("\n")[0][:160]
        if checked.verdict != "late":
            self.say(f"{checked.verdict:5} {checked.name} "
                     f"{checked.seconds:.2f} s {first_line}".rstrip())
        self.results.append({
            "name": checked.name, "step": checked.record["step"],
            "verdict": checked.verdict, "seconds": checked.seconds,
            "message": checked.message[:2000]})
        if checked.verdict in ("WRONG", "FAIL"):
            self.write(f"---- {checked.record['program']}: "
                       f"{checked.message}\n")
            for what, ran in checked.runs:
                self.write(f"---- {what}: status {ran.status}\n"
                           f"{ran.err[:KEPT]}\n{ran.out[:KEPT]}\n")

    def finish(self, timings):
        with open(os.path.join(self.folder, "results.json"), "w") as file:
            json.dump({"programs": self.results, "timings": timings}, file,
                      indent=1)


def numbers(text):
    """{name: (value, unit)} of the lines NAME VALUE UNIT."""
    found = re.findall(r"^(\w+) ([-+.\deE]+) (\S+)$", text, re.M)
    return {name: (float(value), unit) for name, value, unit in found}


def torch_sees_gpu(clock):
    said = run([sys.executable, "-c", "import torch;"
                "print(torch.__version__, torch.cuda.get_device_name(0))"],
               min(60, clock.left()))
    return said.out.strip() if said.status == 0 else None


def measure(records, report, clock, with_torch):
    """Prints a line for each number that a program or PyTorch prints."""
    torch = torch_sees_gpu(clock) if with_torch else None
    report.say(f"timing beside PyTorch {torch}" if torch else
               "timing without PyTorch")
    timings = {}
    for record in records:
        checked = Checked(record, clock)
        ours, theirs = {}, {}
        if "refused" in record:
            checked.message = "tinec: " + record["refused"]
        elif clock.left() < 5:
            checked.verdict, checked.message = "late", "no time left"
        else:
            ran = run([unpacked(record["name"]), *record["options"]],
                      min(TIMING_LIMIT, clock.left()))
            checked.runs, checked.seconds = [("GPU", ran)], ran.seconds
            ours = numbers(ran.out)
            checked.verdict = "ok" if ran.status == 0 and ours else "FAIL"
            checked.message = "" if ran.status == 0 else (
                f"status {ran.status}: {ran.err.strip()}")
            if torch and clock.left() > 5:
                peer = run([sys.executable, record["name"] + ".torch.py"],
                           min(TORCH_LIMIT, clock.left()))
                theirs = numbers(peer.out)
                if peer.status:
                    report.write(f"---- PyTorch {record['name']}: status "
                                 f"{peer.status}\n{peer.err[:KEPT]}\n")
        report.add(checked)
        for name in {**ours, **theirs}:
            unit = (ours.get(name) or theirs.get(name))[1]
            mine, peers = ours.get(name, (None,))[0], theirs.get(name,
                                                                (None,))[0]
            timings[name] = {"tine": mine, "torch": peers, "unit": unit}
            text = [f"{v:.4g}" if v is not None else "-"
                    for v in (mine, peers)]
            ratio = f"{peers / mine:.2f}" if mine and peers else "-"
            report.say(f"      {name}: {text[0]} {unit}, PyTorch {text[1]} "
                       f"{unit}, PyTorch / Tine {ratio}")
    return timings


def machine(report):
    said = run(["nvidia-smi", "--query-gpu=name,driver_version,memory.total",
                "--format=csv,noheader"], 20) if any(
        os.access(os.path.join(p, "nvidia-smi"), os.X_OK)
        for p in os.environ.get("PATH", "").split(":")) else None
    report.say(said.out.strip() if said and said.status == 0 else
               "no nvidia-smi here")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--seconds", type=float, default=440)
    parser.add_argument("--steps", default=",".join(STEPS))
    parser.add_argument("--jobs", type=int,
                        default=min(4, os.cpu_count() or 1))
    parser.add_argument("--no-torch", action="store_true")
    given = parser.parse_args()
    clock = Clock(given.seconds)
    with open(os.path.join(HERE, "programs.json")) as file:
        records = json.load(file)["programs"]
    report = Report(os.environ.get("OUT") or os.path.join(HERE, "out"))
    machine(report)
    timings = {}
    for step in [s for s in STEPS if s in given.steps.split(",")]:
        chosen = [r for r in records if r["step"] == step]
        if not chosen:
            continue
        report.say(f"== {step}: {len(chosen)} programs, "
                   f"{clock.left():.0f} s left")
        if step == "timing":
            timings = measure(chosen, report, clock, not given.no_torch)
            continue
        # Not all the time: measurements want some.
        part = Clock(clock.left() * (0.65 if step != "chain" else 1))
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            for checked in pool.map(lambda r: Checked(r, part).check(),
                                    chosen):
                report.add(checked)
    report.finish(timings)
    report.say(", ".join(f"{report.counts[v]} {v}" for v in
                         ("ok", "cpu", "WRONG", "FAIL", "late")))
    return 1 if report.counts["WRONG"] + report.counts["FAIL"] else 0


if __name__ == "__main__":
    sys.exit(main())
