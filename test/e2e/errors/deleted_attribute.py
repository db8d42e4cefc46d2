# expect: COMPILE ERROR 16 path
"""An attribute that one path deletes is not there as before."""

import torch


class Box:
    pass


a = torch.tensor([1.0])
box = Box()
box.x = 1
if a[0] > 0:
    del box.x
print(hasattr(box, "x"))
