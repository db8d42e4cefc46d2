# What modules save of their own, and what stands for them when they are scripted.
import torch


class Counter(torch.nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(1))
        self.steps = steps

    def get_extra_state(self):
        return {"steps": self.steps}

    def set_extra_state(self, state):
        self.steps = state["steps"]


class Pair(torch.nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.a = Counter(a)
        self.b = Counter(b)


first, second = Pair(1, 2), Pair(3, 4)
print(list(first.state_dict().keys()))
print(first.state_dict()["b._extra_state"])
print(second.load_state_dict(first.state_dict()))
print(second.a.steps, second.b.steps)
state = first.state_dict()
del state["a._extra_state"]
try_strict = second.load_state_dict(state, strict=False)
print(try_strict.missing_keys, try_strict.unexpected_keys)
state["b.other"] = torch.ones(1)
print(second.load_state_dict(state, strict=False).unexpected_keys)


class Fast(torch.nn.SELU):
    def __prepare_scriptable__(self):
        return torch.nn.ReLU()


class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Fast()

    def forward(self, x):
        return self.inner(x) + 1


x = torch.tensor([-1.0, 2.0])
print(Fast()(x))
print(torch.jit.script(Fast())(x))
print(torch.jit.script(Holder())(x))
