# Sets: of what is known, and of the run.
import torch
text = "hello world, this is a small text to learn from. " * 50
chars = sorted(list(set(text)))
vocab = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
print(len(chars), chars == vocab, "".join(chars), len(set(text)))
data = torch.tensor([stoi[c] for c in text[:20]])
print(data)
s = {1, 2, 3, 2}
print(s, len(s), 2 in s, 5 not in s, set())
s.add(7)
s.discard(1)
s.remove(2)
print(sorted(s), s == {3, 7}, s != {3}, s <= {3, 7, 9}, s < {3, 7})
print(sorted({x * x for x in range(4)}), sorted({x % 3 for x in range(10)}))
a, b = set([1, 2, 3, 100]), {3, 4, 100}
print(sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a.isdisjoint({9}), b.issubset(a))
a.update([5, 6], (7,))
print(sorted(a), max(a), bool(set()), isinstance(a, set))
seen = set()
out = []
for w in ["a", "b", "a", "c", "b"]:
    if w not in seen:
        seen.add(w)
        out.append(w)
print(out, sorted(seen))
labels = [2, 0, 1, 2, 1]
classes = list(set(labels))
print(classes, len(classes))
for c in set(labels):
    print(c)
emb = torch.nn.Embedding(len(set(text)), 4)
print(emb.weight.shape)
frozen = {"conv.weight", "fc.bias"}
net = torch.nn.Sequential(torch.nn.Linear(2, 2))
for name, p in net.named_parameters():
    if name in {"0.bias"}:
        p.requires_grad = False
print([n for n, p in net.named_parameters() if p.requires_grad])
ids = {id(p) for p in []}
print(len(ids))
