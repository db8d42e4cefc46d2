# Annotations in an enum: of members, and of what none is.
from enum import Enum, IntEnum


class Mode(Enum):
    label: str
    TRAIN: int = 1
    TEST = 2


class Level(IntEnum):
    LOW: int = 1
    HIGH: int = 5


print(list(Mode), Mode.TRAIN, Mode.TRAIN.value, Mode(1).name, len(Mode), Mode.TRAIN == Mode.TEST)
print(list(Level), Level.HIGH + 1, Level["LOW"], hasattr(Mode, "label"))
