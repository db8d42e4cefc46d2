# The order of parameters under keys: that of a plain dict is sorted.
from collections import OrderedDict

import torch
from torch import nn

d = nn.ParameterDict({t: nn.Parameter(torch.full((1,), float(i)))
                      for i, t in enumerate(["reg", "cls", "bin"])})
print(list(d.keys()), [p.item() for p in d.parameters()], [k for k, v in d.items()])
print(list(d.state_dict().keys()))
d["aaa"] = nn.Parameter(torch.zeros(1))
d.update({"y": nn.Parameter(torch.ones(1)), "x": nn.Parameter(torch.ones(1))})
print(list(d.keys()), [n for n, p in d.named_parameters()])
o = nn.ParameterDict(OrderedDict([("b", torch.ones(1)), ("a", torch.zeros(1))]))
print(list(o.keys()))
o.update([("d", torch.ones(1)), ("c", torch.ones(1))])
print(list(o.keys()))
