#!/usr/bin/env python3
"""Times what else a user would run a model of bench/inputs with.

usage: peers.py PEER PROGRAM.py THREADS

PEER is `compile` (torch.compile), `onnxruntime`, `openvino` or `jax`. Runs the part of
the program that makes its model and input, hands both to the peer, and prints
milliseconds, the best of the program's REPEAT calls, as the program itself does. A
forward pass must give what PyTorch gives, within 1e-3 of the greatest value. Exit
status 2 if the peer does not have the model.

A program names its model `net` and its input `images`, `tokens` or `x`, and begins to
time behind the line `best = 1e9`. One with TRAIN takes a step of training.
"""
import os
import sys
import time

PEER, PROGRAM, THREADS = sys.argv[1], sys.argv[2], int(sys.argv[3])
os.environ["OMP_NUM_THREADS"] = str(THREADS)
os.environ["XLA_FLAGS"] = f"--xla_cpu_multi_thread_eigen={'true' if THREADS > 1 else 'false'}"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:THREADS])

import numpy  # noqa: E402
import torch  # noqa: E402

torch.set_num_threads(THREADS)


def load():
    """The program's names, up to where it begins to time."""
    with open(PROGRAM) as file:
        text = file.read()
    names = {"__name__": "__main__"}
    if PEER in ("onnxruntime", "openvino"):
        # These formats have no tasks: what is forked is called.
        torch.jit.fork = lambda function, *args: function(*args)
        torch.jit.wait = lambda value: value
        torch.jit.script = lambda model: model
    exec(compile(text[:text.index("best = 1e9")], PROGRAM, "exec"), names)
    return names


def best_of(call, repeat):
    """Milliseconds of the best call, behind two that are not counted."""
    call(), call()
    best = 1e9
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def check(found, want):
    difference = numpy.abs(numpy.asarray(found) - want.numpy()).max()
    if not difference <= 1e-3 * want.abs().max():
        sys.exit(f"{PEER} differs from PyTorch by {difference}")


def export(net, example):
    """The path of the model as ONNX, beside the program; written once."""
    path = PROGRAM[:-3] + ".onnx"
    if not os.path.exists(path):
        torch.onnx.export(net, (example,), path + ".part", input_names=["input"], output_names=["output"],
                          dynamo=True, external_data=False, verbose=False)
        os.rename(path + ".part", path)
    return path


def onnxruntime(net, example):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    session = onnxruntime.InferenceSession(export(net, example), options, providers=["CPUExecutionProvider"])
    feed = {"input": example.numpy()}
    return lambda: session.run(None, feed)[0]


def openvino(net, example):
    import openvino
    core = openvino.Core()
    model = core.compile_model(core.read_model(export(net, example)), "CPU", {
        "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": THREADS, "INFERENCE_PRECISION_HINT": "f32"})
    request = model.create_infer_request()
    feed = [example.numpy()]
    return lambda: request.infer(feed)[0]


def compiled(net, example):
    model = torch.compile(net)

    def call():
        with torch.no_grad():
            return model(example)
    return call


def train_compiled(names, example):
    """A step of training as the program takes it."""
    import torch.nn.functional as F
    net = names["net"]
    model = torch.compile(net)
    if "images" in names:
        targets = torch.randint(0, 1000, (names["BATCH"],))
        optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    else:
        targets = torch.randint(0, names["WORDS"], (names["BATCH"], names["LENGTH"]))
        optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)

    def step():
        optimizer.zero_grad()
        scores = model(example)
        F.cross_entropy(scores.view(-1, scores.size(-1)), targets.view(-1)).backward()
        optimizer.step()
    return step


def main():
    names = load()
    example = next(names[name] for name in ("images", "tokens", "x") if name in names)
    net = names.get("net")
    if names.get("TRAIN"):
        if PEER == "jax":
            import peers_jax
            call = peers_jax.training_step(names)
        elif PEER == "compile":
            call = train_compiled(names, example)
        else:
            sys.exit(2)
    elif PEER == "jax":
        sys.exit(2)
    else:
        net.eval()
        with torch.no_grad():
            want = net(example)
            call = {"onnxruntime": onnxruntime, "openvino": openvino, "compile": compiled}[PEER](net, example)
        check(call(), want)
    print(best_of(call, names.get("REPEAT", 5)), flush=True)
    os._exit(0)  # PyTorch 2.13 can abort when its threads end


if __name__ == "__main__":
    main()
