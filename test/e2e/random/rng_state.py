# The state of the generator: its bytes are PyTorch's.
import torch


def show(state):
    print(state.dtype, state.shape, state.long().sum().item(), (state.long() * torch.arange(5056)).sum().item())


torch.manual_seed(5)
show(torch.get_rng_state())
start = torch.get_rng_state()
first = torch.rand(3)
show(torch.get_rng_state())
torch.randn(3)  # leaves the second number of a pair
spare = torch.get_rng_state()
show(spare)
a = torch.randn(2)
torch.rand(618)
show(torch.get_rng_state())
torch.rand(1)
show(torch.get_rng_state())
torch.random.set_rng_state(spare)
print(torch.equal(a, torch.randn(2)))
torch.set_rng_state(start)
print(torch.equal(first, torch.rand(3)), torch.rand(2))
states = []
for i in range(int(torch.tensor(3))):
    states.append(torch.get_rng_state())
    print(torch.randint(100, (2,)))
for state in states:
    torch.set_rng_state(state)
    print(torch.randint(100, (2,)))


@torch.jit.script
def draw(x):
    return torch.rand_like(x)


torch.set_rng_state(start)
print(torch.equal(draw(torch.zeros(3)), first))
