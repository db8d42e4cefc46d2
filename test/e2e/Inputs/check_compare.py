"""Cases of compare.difference."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from compare import difference

SAME = [
    ("tensor([1.0000, 2.5001])\n", "tensor([1.0000, 2.5000])"),
    ("time 0.37 s", "time <number> s"),
    ("tensor([1.], grad_fn=<AddBackward0>)", "tensor([1.], grad_fn=<Other>)"),
    ("tensor([1.],\n       grad_fn=<A>)", "tensor([1.])"),
    ("tensor([-1.0000e-08])", "tensor([1.0000e-08])"),
    ("nan inf -inf", "nan inf -inf"),
    ("", "\n"),
]
DIFFERENT = [
    ("tensor([1.0000,  2.5000])", "tensor([1.0000, 2.5000])"),
    ("8", "8."),
    ("8.", "8"),
    ("9", "8"),
    ("-0.", "0."),
    ("1.0000e+00", "1.0000"),
    ("1.01", "1.00"),
    ("nan", "1.0"),
    ("1.0", "nan"),
    ("inf", "-inf"),
    ("a", "a\nb"),
    ("a\nb", "a"),
    ("tensor([])", "<number>"),
]
for got, want in SAME:
    assert difference(got, want) is None, (got, want, difference(got, want))
for got, want in DIFFERENT:
    assert difference(got, want) is not None, (got, want)
assert difference("1.1", "1.0", 0.1) is None
