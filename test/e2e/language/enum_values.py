# Members of enums by their values, known and of the run; auto(), second names, and the plain ints
# that arithmetic gives.
import math
from enum import Enum, IntEnum, auto

import torch


class Level(IntEnum):
    LOW = 0
    MIDDLE = 1
    HIGH = 5


class Mode(Enum):
    ON = 5
    ALSO_ON = 5
    FIRST = 1
    NEXT = auto()
    AGAIN = 6.0
    OFF = "off"
    YES = True
    PAIR = (1, 2)


class Small(Enum):
    A = -5
    B = auto()
    ALSO_A = A


print(Mode.ALSO_ON, Mode.AGAIN, Mode.YES, [m.value for m in Mode if m not in (Mode.OFF, Mode.PAIR)], Small.B.value, Small.ALSO_A, len(Small))
print(Level(1.0).name, Level(True).name, Level(Level.HIGH).name, Mode("off"), Mode(5.0), Mode((1, 2)), Mode(Mode.ON))
print([+Level.HIGH, -(-Level.HIGH), abs(Level.HIGH), ~Level.LOW, round(Level.HIGH), math.floor(Level.HIGH)],
      [max(Level.HIGH, 2), Level.MIDDLE], 1 is Level.MIDDLE, Level.MIDDLE is Level(1))
n = int(torch.tensor(5).item())
print(Level(n) == Level.HIGH, Level(n) is Level.LOW, Level(n) + 1, Mode(n), Mode(n).name, [Mode(n)], Mode(n) is Mode.ON)
word = "off" if n > 3 else "on"
print(Mode(word), Mode(n + 1 if n < 3 else 1).value)
try_all = [Level.LOW, Level.MIDDLE]
for i in range(n - 3):
    print(i, Level(i) in try_all, Level(i) == try_all[i])
print(Mode(word + "!"))
