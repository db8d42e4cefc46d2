# The name of a derivative, and the class of a tensor. The address says nothing.
import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
loss = torch.nn.functional.mse_loss(y, torch.zeros(2))
print(str(y.grad_fn).split("0x")[0])
print(f"of the loss: {loss.grad_fn}".split("0x")[0])
print(x.grad_fn, type(y), type(torch.zeros(1)))
rows = torch.nn.Embedding(3, 2)
for where in (torch.tensor([1]), torch.tensor([[0, 2]])):
    print(str(rows(where).grad_fn).split("0x")[0])
layers = {"plain": {}, "two": {"num_layers": 2}, "both": {"bidirectional": True}, "first": {"batch_first": True}, "projected": {"proj_size": 2}}
for name, options in layers.items():
    output, (h, c) = torch.nn.LSTM(3, 3, **options)(torch.randn(2, 2, 3))
    print(name, str(output.grad_fn).split("0x")[0], str(h.grad_fn).split("0x")[0])
output, h = torch.nn.GRU(3, 3)(torch.randn(2, 2, 3))
print(str(output.grad_fn).split("0x")[0])
