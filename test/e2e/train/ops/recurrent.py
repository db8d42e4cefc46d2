# Derivatives of recurrent layers and embeddings.
import torch
torch.manual_seed(0)
for cls in (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN):
    m = cls(5, 4, num_layers=2, bidirectional=True)
    x = torch.randn(6, 3, 5, requires_grad=True)
    out, h = m(x)
    (out * out).sum().backward()
    print(x.grad.sum().item(), x.grad[0, 0])
    for name, p in m.named_parameters():
        print(name, p.grad.abs().sum().item())
e = torch.nn.Embedding(10, 3)
t = torch.tensor([[1, 2, 2], [9, 0, 1]])
y = e(t)
(y * y * y).sum().backward()
print(e.weight.grad)
