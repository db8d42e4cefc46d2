# Generators that read files and standard input.
# in a folder of its own
import sys
import torch


def read(path):
    with open(path) as f:
        for line in f:
            if line.startswith("#"):
                continue
            yield line.strip().split()


with open("rows.txt", "w") as f:
    f.write("# x y\n1 2\n3 4\n5 6\n")
for row in read("rows.txt"):
    print(row, len(row))
rows = [[float(v) for v in row] for row in read("rows.txt")]
print(torch.tensor(rows))
for i, (a, b) in enumerate(read("rows.txt")):
    if i == 2:
        break
    print(i, int(a) + int(b))


def tokens(stream):
    for line in stream:
        for word in line.split():
            yield word.lower()


counts = {}
for word in tokens(sys.stdin):
    counts[word] = counts.get(word, 0) + 1
print(counts)
vocab = {}


def encode(words):
    for w in words:
        if w not in vocab:
            vocab[w] = len(vocab)
            print("new", w)
        yield vocab[w]


ids = list(encode("a b a c b".split()))
print(ids, vocab)
for i in encode(["d", "a"]):
    print(i)


def numbers(path):
    with open(path) as f:
        next(f)
        for line in f:
            try:
                n = int(line.split()[0])
            except ValueError:
                continue
            yield n


print(sum(numbers("rows.txt")), list(numbers("rows.txt")))


def chunks(it, size):
    chunk = []
    for x in it:
        chunk.append(x)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


for c in chunks(numbers("rows.txt"), 2):
    print(c)
for c in chunks(range(7), 3):
    print(torch.tensor(c))
for c in chunks((x * x for x in range(4)), 3):
    print(c)


def fib(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


print(list(fib(50)), [f for f in fib(20) if f % 2])
seen = []
for f in fib(int(torch.tensor(30).item())):
    seen.append(f)
print(seen)
print(any(f > 10 for f in fib(100)), max(fib(100)), ",".join(str(f) for f in fib(10)))


def countdown(n):
    while True:
        if n == 0:
            return
        yield n
        n -= 1


print(list(countdown(3)))
g = countdown(2)
print(next(g), next(g), next(g, "none"))
a, b, c = countdown(3)
print(a, b, c, [*countdown(2)], 2 in countdown(3))
