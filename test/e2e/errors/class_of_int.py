# expect: COMPILE ERROR 12 derived
# A class that Tine lacks something of can be defined, not used.
from somewhere import Thing


class Unused(Thing):
    pass

class Number(int):
    pass

print(Number(3) + 1)
