"""Runs a program whose driver fails at each of its functions in turn.

usage: check_failures.py FOLDER_OF_DRIVER PROGRAM
"""
import os
import subprocess
import sys

FUNCTIONS = """
cuInit cuDriverGetVersion cuDeviceGetCount cuDeviceGet cuDeviceGetAttribute
cuDevicePrimaryCtxRetain cuCtxSetCurrent cuModuleLoadData cuModuleGetFunction
cuLaunchKernel cuStreamCreate cuStreamSynchronize cuStreamWaitEvent
cuEventCreate cuEventRecord cuMemAllocAsync cuMemFreeAsync cuMemcpyHtoDAsync
cuMemcpyDtoHAsync cuMemcpyDtoDAsync cuMemcpyPeerAsync
""".split()


def check(folder, program, function, call):
    environment = dict(os.environ, LD_LIBRARY_PATH=folder, FAKE_CUDA_DEVICES="2",
                       FAKE_CUDA_FAIL=f"{function}:{call}")
    run = subprocess.run([program], env=environment, capture_output=True,
                         text=True, timeout=60)
    # What is not called so often does not fail; where memory has run out, what
    # is on its way back is waited for.
    if run.returncode == 0 and not run.stderr:
        return call > 1 or function == "cuMemAllocAsync"
    lines = run.stderr.strip().splitlines()
    last = lines[-1] if lines else ""
    good = run.returncode == 1 and (
        len(lines) == 1 and function in last)
    if not good:
        print(f"{function}, call {call}: status {run.returncode}\n{run.stderr}")
    return good


results = [check(*sys.argv[1:3], function, call)
           for function in FUNCTIONS for call in (1, 2, 9)]
sys.exit(not all(results))
