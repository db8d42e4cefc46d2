# Batches as long as their longest sequence, in an order that is drawn.
# tolerance: 1e-4
import torch
import torch.nn as nn

torch.manual_seed(2)
sequences = [[1, 3, 4, 2], [1, 5, 4, 6, 2], [1, 3, 2], [1, 4, 5, 6, 3, 2]]


def collate(batch):
    n = max(len(b) for b in batch)
    out = torch.zeros(len(batch), n, dtype=torch.int64)
    for i, b in enumerate(batch):
        out[i, :len(b)] = torch.tensor(b)
    return out[:, :-1], out[:, 1:]


emb, rnn, fc = nn.Embedding(7, 4), nn.LSTM(4, 5, batch_first=True), nn.Linear(5, 7)
net = nn.ModuleList([emb, rnn, fc])
opt = torch.optim.Adam(net.parameters(), lr=0.03)
for epoch in range(4):
    order = torch.randperm(4).tolist()
    for k in range(0, 4, 2):
        x, y = collate([sequences[j] for j in order[k:k + 2]])
        out, _ = rnn(emb(x))
        loss = nn.functional.cross_entropy(fc(out).flatten(0, 1), y.flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(epoch, list(x.shape), loss.item())
