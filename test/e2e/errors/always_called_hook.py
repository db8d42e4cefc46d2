# Hooks that are called when the module fails are not supported.
# expect: COMPILE ERROR 6 always_call
import torch

layer = torch.nn.Linear(2, 2)
layer.register_forward_hook(lambda module, args, output: None, always_call=True)
