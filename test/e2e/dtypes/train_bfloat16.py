# A small MLP in bfloat16: weights, gradients and states of optimizers are bfloat16.
import torch
import torch.nn as nn


def train(make, kind, steps=20):
    torch.manual_seed(5)
    model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1)).to(kind)
    x = torch.randn(32, 4).to(kind)
    y = (x[:, :1] * 0.5 - x[:, 1:2]).to(kind)
    optimizer = make(model.parameters())
    for step in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if step % 5 == 4:
            print(step, loss.dtype, round(loss.item(), 2))
    print(model[0].weight.dtype, model[0].weight.grad.dtype)
    return model


train(lambda p: torch.optim.SGD(p, lr=0.1), torch.bfloat16)
train(lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9), torch.float16)
model = train(lambda p: torch.optim.Adam(p, lr=0.01), torch.bfloat16)
other = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1), ).bfloat16()
other.load_state_dict(model.state_dict())
print([(name, value.dtype, list(value.shape)) for name, value in other.state_dict().items()])
print(torch.equal(other(torch.ones(1, 4).bfloat16()), model(torch.ones(1, 4).bfloat16())))
print(model.float()[0].weight.dtype, model.half()[0].weight.dtype, model.to(torch.float64)[2].bias.dtype)
