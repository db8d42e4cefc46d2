# Tasks that route, sort and chain: a sample of programs.
import torch
from torch import Tensor
from typing import List
from torch.jit import Future
def merge(a: Tensor, b: Tensor) -> Tensor:
    i = 0
    j = 0
    out: List[Tensor] = []
    while i < a.size(0) and j < b.size(0):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    while i < a.size(0):
        out.append(a[i])
        i += 1
    while j < b.size(0):
        out.append(b[j])
        j += 1
    return torch.stack(out)
def sort2(x: Tensor) -> Tensor:
    if x.size(0) == 2:
        return merge(x[0:1], x[1:2])
    return x
def sort4(x: Tensor) -> Tensor:
    l = torch.jit.fork(sort2, x[:2])
    r = torch.jit.fork(sort2, x[2:])
    return merge(l.wait(), r.wait())
@torch.jit.script
def sort8(x: Tensor) -> Tensor:
    l = torch.jit.fork(sort4, x[:4])
    r = torch.jit.fork(sort4, x[4:])
    return merge(torch.jit.wait(l), torch.jit.wait(r))
torch.manual_seed(2)
x = torch.randn(8)
print(x, sort8(x), torch.equal(sort8(x), torch.sort(x)[0]))
from torch import Tensor
from typing import List, Dict
from torch.jit import Future
@torch.jit.script
def fibonacci(x: Tensor, n: int) -> Tensor:
    fs: Dict[int, Future[Tensor]] = {}
    for i in range(n):
        if i == 0 or i == 1:
            fs[i] = torch.jit.fork(torch.mul, x, float(i + 1))
        else:
            s = torch.jit.wait(fs[i - 1]) + torch.jit.wait(fs[i - 2])
            fs[i] = torch.jit.fork(torch.mul, s, 1.0)
    del fs[0]
    f = fs.pop(1)
    print(len(fs), 0 in fs, n - 1 in fs)
    fs[n - 1] = f
    return torch.jit.wait(fs[n - 1]) + torch.jit.wait(fs[n - 2])
print(fibonacci(torch.ones(2), 8))
print(fibonacci(torch.ones(2), int(torch.tensor(6))))
from torch import Tensor
from typing import List
def count(words: List[str], w: str) -> int:
    n = 0
    for x in words:
        if x == w:
            n += 1
    return n
def tag(s: str, n: int) -> str:
    return f"{s}={n}"
@torch.jit.script
def counts(text: str) -> List[str]:
    words = text.split(" ")
    uniq: List[str] = []
    for w in words:
        if w not in uniq:
            uniq.append(w)
    fs = [torch.jit.fork(count, words, w) for w in uniq]
    out: List[str] = []
    for w, f in zip(uniq, fs):
        out.append(torch.jit.wait(torch.jit.fork(tag, w, torch.jit.wait(f))))
    return out
print(counts("a b a c b a"))
x = int(torch.tensor(7))
print(counts("a b " + str(x) + " a"))
from typing import List, Tuple
def primes(lo: int, hi: int) -> List[int]:
    out: List[int] = []
    for n in range(max(lo, 2), hi):
        p = True
        d = 2
        while d * d <= n:
            if n % d == 0:
                p = False
                break
            d += 1
        if p:
            out.append(n)
    return out
@torch.jit.script
def sieve(n: int, chunks: int) -> Tuple[int, List[int]]:
    step = (n + chunks - 1) // chunks
    fs = [torch.jit.fork(primes, i * step, min((i + 1) * step, n)) for i in range(chunks)]
    all_p: List[int] = []
    for f in fs:
        all_p += torch.jit.wait(f)
    return len(all_p), all_p[-3:]
print(sieve(1000, 7))
print(sieve(int(torch.tensor(100)), int(torch.tensor(3))))
