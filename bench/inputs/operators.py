# Every operator alone: milliseconds of the best of REPEAT calls, the MB that it has to
# read and write at least, the millions of multiplications and additions of products.
import time
import torch
import torch.nn.functional as F

REPEAT = 10

torch.manual_seed(0)
a = torch.randn(1024, 1024)
b = torch.randn(1024, 1024)
positive = a.abs() + 0.1
v = torch.randn(1024)
flat = torch.randn(4194304)
other = torch.rand(4194304) + 0.5
pairs = torch.randn(64, 128, 128)
others = torch.randn(64, 128, 128)
images = torch.randn(16, 64, 32, 32)
kernels = torch.randn(64, 64, 3, 3)
table = torch.randn(10000, 256)
places = torch.randint(0, 10000, (4096,))
classes = torch.randint(0, 1024, (1024,))
columns = torch.randint(0, 1024, (1024, 1024))
mask = a > 0
scale = torch.randn(64)
shift = torch.randn(64)
mean = torch.randn(64)
spread = torch.rand(64) + 0.5
parts = [torch.randn(256, 1024) for _ in range(8)]

FLAT = 4194304 * 4e-6
MATRIX = 1048576 * 4e-6
EMBEDDED = 4096 * 256 * 4e-6


def run(name, op, moved, work=0.0):
    best = 1e9
    for _ in range(REPEAT):
        start = time.perf_counter()
        y = op()
        best = min(best, time.perf_counter() - start)
    print(f"{best * 1e3:.4f} {moved:.3f} {work:.1f} {name}")


run("add", lambda: flat + other, 3 * FLAT)
run("mul", lambda: flat * other, 3 * FLAT)
run("div", lambda: flat / other, 3 * FLAT)
run("relu", lambda: F.relu(flat), 2 * FLAT)
run("clamp", lambda: flat.clamp(-1.0, 1.0), 2 * FLAT)
run("sqrt", lambda: other.sqrt(), 2 * FLAT)
run("exp", lambda: flat.exp(), 2 * FLAT)
run("log", lambda: other.log(), 2 * FLAT)
run("tanh", lambda: flat.tanh(), 2 * FLAT)
run("sigmoid", lambda: flat.sigmoid(), 2 * FLAT)
run("erf", lambda: flat.erf(), 2 * FLAT)
run("gelu", lambda: F.gelu(flat), 2 * FLAT)
run("sin", lambda: flat.sin(), 2 * FLAT)
run("cos", lambda: flat.cos(), 2 * FLAT)
run("pow", lambda: positive.pow(2.5), 2 * MATRIX)
run("pow of tensors", lambda: positive.pow(b), 3 * MATRIX)
run("where", lambda: torch.where(mask, a, b), 3.25 * MATRIX)
run("masked_fill", lambda: a.masked_fill(mask, 0.0), 2.25 * MATRIX)
run("broadcast add", lambda: a + v, 2 * MATRIX)
run("dropout", lambda: F.dropout(a, 0.5), 2 * MATRIX)
run("randn", lambda: torch.randn(1024, 1024), MATRIX)
run("softmax", lambda: a.softmax(1), 2 * MATRIX)
run("softmax of columns", lambda: a.softmax(0), 2 * MATRIX)
run("log_softmax", lambda: a.log_softmax(1), 2 * MATRIX)
run("cross_entropy", lambda: F.cross_entropy(a, classes), MATRIX)
run("logsumexp", lambda: a.logsumexp(1), MATRIX)
run("layer_norm", lambda: F.layer_norm(a, (1024,), v, v), 2 * MATRIX)
run("rms_norm", lambda: F.rms_norm(a, (1024,), v), 2 * MATRIX)
run("batch_norm", lambda: F.batch_norm(images, mean, spread, scale, shift), 2 * MATRIX)
run("batch_norm in training", lambda: F.batch_norm(images, None, None, scale, shift, True), 2 * MATRIX)
run("group_norm", lambda: F.group_norm(images, 8, scale, shift), 2 * MATRIX)
run("sum", lambda: flat.sum(), FLAT)
run("mean", lambda: flat.mean(), FLAT)
run("norm", lambda: flat.norm(), FLAT)
run("std", lambda: flat.std(), FLAT)
run("max", lambda: flat.max(), FLAT)
run("sum of rows", lambda: a.sum(1), MATRIX)
run("sum of columns", lambda: a.sum(0), MATRIX)
run("var of rows", lambda: a.var(1), MATRIX)
run("amax of rows", lambda: a.amax(1), MATRIX)
run("max of rows", lambda: a.max(1), MATRIX)
run("max of columns", lambda: a.max(0), MATRIX)
run("argmax", lambda: a.argmax(1), MATRIX)
run("argmax of columns", lambda: a.argmax(0), MATRIX)
run("topk", lambda: a.topk(10, 1), MATRIX)
run("topk of one row", lambda: flat.topk(100), FLAT)
run("sort", lambda: a.sort(1), 4 * MATRIX)
run("argsort", lambda: a.argsort(1), 3 * MATRIX)
run("cumsum of rows", lambda: a.cumsum(1), 2 * MATRIX)
run("cumsum of columns", lambda: a.cumsum(0), 2 * MATRIX)
run("matmul", lambda: a @ b, 3 * MATRIX, 2048 * MATRIX / 4)
run("bmm", lambda: pairs.bmm(others), 3 * MATRIX, 256 * MATRIX / 4)
run("einsum", lambda: torch.einsum("bij,bkj->bik", pairs, others), 3 * MATRIX, 256 * MATRIX / 4)
run("matrix times vector", lambda: a @ v, MATRIX, 2 * MATRIX / 4)
run("vector times matrix", lambda: v @ a, MATRIX, 2 * MATRIX / 4)
run("dot", lambda: flat.dot(other), 2 * FLAT, 2 * FLAT / 4)
run("conv2d", lambda: F.conv2d(images, kernels, None, 1, 1), 2 * MATRIX, 1152 * MATRIX / 4)
run("max_pool2d", lambda: F.max_pool2d(images, 2), 1.25 * MATRIX)
run("avg_pool2d", lambda: F.avg_pool2d(images, 2), 1.25 * MATRIX)
run("interpolate", lambda: F.interpolate(images, scale_factor=2, mode="nearest"), 5 * MATRIX)
run("interpolate bilinear", lambda: F.interpolate(images, scale_factor=2, mode="bilinear"), 5 * MATRIX)
run("transposed copy", lambda: b.t().contiguous() + a, 3 * MATRIX)
run("permuted copy", lambda: images.permute(0, 2, 3, 1).contiguous() + 1.0, 2 * MATRIX)
run("cat", lambda: torch.cat(parts), 4 * MATRIX)
run("cat of columns", lambda: torch.cat(parts, 1), 4 * MATRIX)
run("stack", lambda: torch.stack(parts), 4 * MATRIX)
run("stack of columns", lambda: torch.stack(parts, 1), 4 * MATRIX)
run("embedding", lambda: F.embedding(places, table), 2 * EMBEDDED)
run("index_select", lambda: table.index_select(0, places), 2 * EMBEDDED)
run("gather", lambda: a.gather(1, columns), 4 * MATRIX)
run("scatter_add", lambda: a.scatter_add(1, columns, b), 6 * MATRIX)
run("index_add", lambda: table.index_add(0, places, table[:4096]), 3 * 2.5 * EMBEDDED)
run("tril", lambda: a.tril(), 2 * MATRIX)
run("flip", lambda: a.flip(1), 2 * MATRIX)
run("roll", lambda: a.roll(3, 1), 2 * MATRIX)
run("unfold", lambda: a.unfold(1, 8, 4).contiguous(), 3 * MATRIX)
run("one_hot", lambda: F.one_hot(classes, 1024), 2 * MATRIX)
run("nonzero", lambda: mask.nonzero(), 2.25 * MATRIX)
