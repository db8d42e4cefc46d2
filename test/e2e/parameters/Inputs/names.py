# Modules and parameters under the names of the variables that hold them.
import torch
import torch.nn as nn

torch.manual_seed(1)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(5, 3)

    def forward(self, i):
        return self.embedding(i)


class Decoder(nn.Module):
    def __init__(self, embedding):
        super().__init__()
        self.out = nn.Linear(3, 5, bias=False)
        self.out.weight = embedding.weight
        self.register_buffer("wide", torch.tensor([1.5], dtype=torch.float64))
        self.register_buffer("counts", torch.tensor([7, 8], dtype=torch.int32))
        self.register_buffer("bytes", torch.tensor([1, 2, 3], dtype=torch.uint8))
        self.register_buffer("mask", torch.tensor([True, False, True]))
        self.register_buffer("total", torch.tensor(3))
        self.register_buffer("nothing", torch.zeros(0, 3))
        self.register_buffer("absent", None)
        self.register_buffer("scratch", torch.ones(2), persistent=False)

    def forward(self, x):
        return self.out(x) * self.wide.float()


class Trainer:
    def __init__(self):
        self.network = nn.Linear(3, 1).double()


encoder = Encoder()
decoder = Decoder(encoder.embedding)
heads = [nn.Linear(2, 2), nn.Linear(2, 1, bias=False)]
named = {"first": nn.PReLU()}
scale = nn.Parameter(torch.randn(3))
trainer = Trainer()
optimizer = torch.optim.SGD(list(encoder.parameters()) + [scale], lr=0.1)
for i in range(3):
    optimizer.zero_grad()
    loss = decoder(encoder(torch.tensor([1, 2])) * scale).sum()
    loss.backward()
    optimizer.step()
    decoder.counts[0] += 1
print(decoder.out.weight is encoder.embedding.weight)
print(encoder.embedding.weight, scale, decoder.counts, decoder.mask, decoder.total)
print(heads[0](torch.ones(2)), heads[1](torch.ones(2)), named["first"](torch.tensor([-1.0])))
print(trainer.network(torch.ones(3, dtype=torch.float64)))
