# Samples of distributions that are given by weights.
import torch

torch.manual_seed(0)
p = torch.tensor([[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]])
for i in range(4):
    print(torch.multinomial(p, 1).tolist(), torch.multinomial(p, 2).tolist(), torch.multinomial(p[0], 1, replacement=True).item())
token = torch.tensor([[0]])
weights = torch.rand(5, 5)
for i in range(6):
    token = torch.multinomial(torch.softmax(weights[token[0, -1]], dim=-1).unsqueeze(0), num_samples=1)
    print(token.item())
print(torch.multinomial(torch.tensor([0.0, 3.0, 0.0]), 1))
