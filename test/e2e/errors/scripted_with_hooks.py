# A module with hooks does not become TorchScript.
# expect: COMPILE ERROR 8 hooks
import torch

layer = torch.nn.Linear(2, 2)
handle = layer.register_forward_hook(lambda module, args, output: output * 2)
print(layer(torch.ones(1, 2)).shape)
scripted = torch.jit.script(layer)
