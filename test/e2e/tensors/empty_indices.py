# No index is out of range where there is none.
import torch

none = torch.empty(0, dtype=torch.int64)
for x in (torch.empty(0), torch.arange(6.0).reshape(3, 2)):
    print(x.take(none), x.index_select(0, none), x.reshape(-1)[none])
    print(x.reshape(-1).index_add(0, none, torch.empty(0)), x.reshape(-1).index_copy(0, none, torch.empty(0)))
    print(x.reshape(-1).gather(0, none), x.reshape(-1).scatter(0, none, 1.0), x.reshape(-1).index_fill(0, none, 2.0))
    print(x.clone().put_(none, torch.empty(0)), torch.take_along_dim(x.reshape(-1), none))
    print(torch.nn.functional.embedding(none, torch.ones(3, 2)), torch.bincount(none))
n = torch.zeros(1).nonzero().size(0)
some = torch.zeros(n, dtype=torch.int64)
print(torch.arange(3).take(some), torch.arange(3)[some], torch.empty(0)[some])
# Nor is any of none: what an int is equal to itself for needs one.
print((some == some).any(), (some == some).all(), (none == none).any(), (none >= none).all())
rows = torch.zeros(2, n, dtype=torch.int64)
print((rows == rows).any(1), (rows <= rows).all(1), (rows == rows).any(0))
