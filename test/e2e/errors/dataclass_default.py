# expect: COMPILE ERROR 7 default_factory
from dataclasses import dataclass


@dataclass
class Config:
    sizes: list = []


print(Config())
