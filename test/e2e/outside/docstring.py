"""Says what it is for.

With a second line."""
# arguments:
# arguments: -h
import argparse

parser = argparse.ArgumentParser(prog="docstring", description=__doc__)
parser.add_argument("--seed", type=int)


def shown():
    return __doc__.splitlines()[0].strip()


print(parser.parse_args().seed, shown(), len(__doc__), __doc__ is None)
