# Attributes of Python's own values: asked for, and read.
import math
x = 3
print(hasattr(x, "shape"), hasattr("a", "upper"), hasattr([1], "append"), hasattr({}, "keys"), hasattr(2.5, "item"), hasattr(None, "x"), getattr(3, "nope", 7), (3).real, hasattr(x, "__len__"))
values = [1, 2]
print(hasattr(values, "append"), hasattr(values, "shape"), getattr(values, "shape", None), hasattr("text", "decode"), hasattr(True, "real"), hasattr(math, "pi"))
print((2.5).is_integer(), (4.0).is_integer(), (10).bit_length(), (-7).conjugate(), (3).numerator, (3).imag, (2.5).real, (0).bit_length())


class Meter:
    def __init__(self):
        self.val = 1
        self.avg = 2.5


print("{val} of {avg:.2f}".format(**Meter().__dict__), "{avg}".format(**vars(Meter())))
