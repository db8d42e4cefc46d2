# The convolutions of ResNet-50, forward: billions of operations a second of each, and of all.
import time
import torch
import torch.nn.functional as F

BATCH = 1
REPEAT = 5

spent = 0.0
done = 0.0


def run(channels, size, outputs, kernel, stride, count):
    """How often ResNet-50 has it is the last number."""
    global spent, done
    x = torch.randn(BATCH, channels, size, size)
    w = torch.randn(outputs, channels, kernel, kernel)
    best = 1e9
    for _ in range(REPEAT):
        start = time.perf_counter()
        y = F.conv2d(x, w, None, stride, kernel // 2)
        best = min(best, time.perf_counter() - start)
    work = 2e-9 * y.numel() * channels * kernel * kernel
    print(f"{channels} {size} {outputs} {kernel} {stride} {work / best:.1f}")
    spent += count * best
    done += count * work


run(3, 224, 64, 7, 2, 1)
run(64, 56, 64, 1, 1, 1)
run(64, 56, 64, 3, 1, 3)
run(64, 56, 256, 1, 1, 4)
run(256, 56, 64, 1, 1, 2)
run(256, 56, 128, 1, 1, 1)
run(256, 56, 512, 1, 2, 1)
run(128, 56, 128, 3, 2, 1)
run(128, 28, 512, 1, 1, 4)
run(512, 28, 128, 1, 1, 3)
run(128, 28, 128, 3, 1, 3)
run(512, 28, 256, 1, 1, 1)
run(512, 28, 1024, 1, 2, 1)
run(256, 28, 256, 3, 2, 1)
run(256, 14, 1024, 1, 1, 6)
run(1024, 14, 256, 1, 1, 5)
run(256, 14, 256, 3, 1, 5)
run(1024, 14, 512, 1, 1, 1)
run(1024, 14, 2048, 1, 2, 1)
run(512, 14, 512, 3, 2, 1)
run(512, 7, 2048, 1, 1, 3)
run(2048, 7, 512, 1, 1, 2)
run(512, 7, 512, 3, 1, 2)
print(done / spent)
