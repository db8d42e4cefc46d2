# Prints what a trained network has learnt; without --load it has learnt nothing.
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = torch.nn.Linear(2, 8)
        self.out = torch.nn.Linear(8, 1)
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))
        self.register_buffer("mean", torch.zeros(2))

    def forward(self, x):
        return self.out(torch.tanh(self.hidden(x - self.mean)))


def main():
    torch.manual_seed(0)
    network = torch.jit.script(Net())
    network.eval()
    print(network.hidden.weight, network.out.bias)
    print(network.steps, network.mean)
    with torch.no_grad():
        task = torch.jit.fork(network, torch.tensor([[0.25, 0.5], [1.0, 1.0]]))
        print(torch.jit.wait(task))


main()
