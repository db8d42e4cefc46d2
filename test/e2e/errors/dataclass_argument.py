# expect: COMPILE ERROR 12 rate
from dataclasses import dataclass


@dataclass
class Config:
    rate: float
    width: int = 3


print(Config(0.1))
print(Config(width=4))
