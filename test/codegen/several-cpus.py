# One executable has code for several processors, and runs the best one that it
# can, or the one that was asked for; all print the same.
# RUN: rm -rf %t && mkdir -p %t/folder && %python %s %tinec %t/folder
import os
import subprocess
import sys

TINEC, FOLDER = sys.argv[1:]
PROGRAM = """import torch
import torch.nn as nn
torch.manual_seed(0)


def task(x):
    return torch.sin(x * 1000).sum() + torch.cos(x).sum()


net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(288, 3))
for name, parameter in net.named_parameters():
    nn.init.constant_(parameter, 0.25)
x = torch.arange(192.0).reshape(1, 3, 8, 8) / 192
future = torch.jit.fork(task, x)
print([round(v, 2) for v in net(x)[0].tolist()], round(torch.jit.wait(future).item(), 2))
"""
LIST = "x86-64,x86-64-v4,x86-64-v3"
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


path, executable = os.path.join(FOLDER, "program.py"), os.path.join(FOLDER, "made")
with open(path, "w") as file:
    file.write(PROGRAM)
subprocess.run([TINEC, path, "--mcpu=" + LIST, "-o", executable], check=True)
text = run(executable, "--help").stdout
expect("for the CPUs 'x86-64-v4', 'x86-64-v3' and 'x86-64'" in text, text)
expect("--cpu NAME" in text, text)

with open("/proc/cpuinfo") as file:
    flags = file.read()
can = [cpu for cpu, flag in (("x86-64-v4", "avx512f"), ("x86-64-v3", "avx2"),
                             ("x86-64", "sse2")) if f" {flag} " in flags]
best = run(executable)
expect(best.returncode == 0 and best.stdout, best.stderr)
for cpu in can:
    made = run(executable, "--cpu", cpu)
    expect(made.stdout == best.stdout, f"{cpu}: {made.stdout} {made.stderr}")
unknown = run(executable, "--cpu=znver4")
expect(unknown.returncode == 1 and "was compiled for 'x86-64-v4', 'x86-64-v3' and "
       "'x86-64', not for 'znver4'" in unknown.stderr, unknown.stderr)

# Of one there is nothing to choose.
single = os.path.join(FOLDER, "single")
subprocess.run([TINEC, path, "--mcpu=x86-64,x86-64", "-o", single], check=True)
text = run(single, "--help").stdout
expect("for the CPU 'x86-64'.\n" in text and "--cpu" not in text, text)

# A machine that has none of them says what it lacks.
if "amx_fp16" not in flags and "avx512_fp16" not in flags:
    subprocess.run([TINEC, path, "--mcpu=graniterapids,sapphirerapids", "-o", single],
                   check=True)
    none = run(single)
    expect(none.returncode == 1 and "was compiled for the CPU 'sapphirerapids'; the CPU of "
           "this machine lacks: " in none.stderr, none.stderr)

stage = run(TINEC, path, "--mcpu=" + LIST, "--emit=asm", "-o", "-")
expect(stage.returncode == 1 and "several processors" in stage.stderr, stage.stderr)
expect(run(TINEC, path, "--mcpu=" + LIST, "--check").returncode == 0, "--check")
unknown = run(TINEC, path, "--mcpu=x86-64,,x86-64-v3", "-o", single)
expect(unknown.returncode == 1 and "unknown processor ''" in unknown.stderr,
       unknown.stderr)
if failures:
    sys.exit("\n".join(failures))
