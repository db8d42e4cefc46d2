# Loops whose first iteration finds no gradient and no state of the optimizer,
# and that read either before they set it, or behind the loop.
import torch

x = torch.tensor([1.0, 2.0, 1.0])


def make():
    torch.manual_seed(0)
    net = torch.nn.Linear(3, 2)
    return net, torch.optim.Adam(net.parameters(), lr=0.1)


def backward(net):
    loss = (net(x) ** 2).sum()
    loss.backward()
    return loss


# Nothing reads them.
net, opt = make()
for i in range(3):
    opt.zero_grad()
    backward(net)
    opt.step()
print(net.weight, net.bias)

# The iterations add to what earlier ones left.
net, opt = make()
for i in range(3):
    backward(net)
    opt.step()
print(net.weight, net.bias.grad)

# An iteration looks first.
net, opt = make()
for i in range(3):
    print(i, net.bias.grad is None, len(opt.state), net.bias.grad)
    opt.zero_grad()
    backward(net)
    opt.step()

# What comes behind the loop does.
net, opt = make()
for i in range(3):
    net.zero_grad()
    backward(net)
    opt.step()
print(net.bias.grad, len(opt.state), [len(state) for state in opt.state.values()])
backward(net)
print(net.bias.grad)

# Zeros in place of None need the first one to be told apart.
net, opt = make()
for i in range(3):
    opt.zero_grad(set_to_none=False)
    backward(net)
    opt.step()
print(net.weight, net.bias.grad)

# Loops in a loop; the outer one forgets.
net, opt = make()
for epoch in range(2):
    opt.zero_grad()
    for i in range(2):
        backward(net)
    opt.step()
    print(epoch, net.bias.grad)

# As many iterations as the data says, none among them.
for count in torch.tensor([0, 3]):
    net, opt = make()
    for i in range(int(count)):
        opt.zero_grad()
        backward(net)
        opt.step()
    print(net.weight, net.bias.grad)
