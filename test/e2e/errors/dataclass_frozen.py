from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    rate: float = 0.5


config = Config()
print(config)
config.rate = 0.1
print(config)
