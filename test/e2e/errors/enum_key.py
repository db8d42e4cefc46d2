# expect: COMPILE ERROR 15 members
# A member of an enum that only the run knows, as a key of a dict that lacks one of them.
from enum import Enum

import torch


class Phase(Enum):
    WARM = 0
    MAIN = 1


counts = {Phase.WARM: 0, "all": 0}
phase = Phase.WARM if torch.rand(1).item() < 0.5 else Phase.MAIN
counts[phase] = 1
print(counts)
