# Types, defaults, lists, flags, choices and errors of argparse; all values are free.
# arguments: 3
# arguments: 1.5 2 --lr=0.25 --name 'a line' -vv --flag --no-cache
# arguments: 7 --sizes 3 4 5 --pair 1 2 --tag a --tag b --mode
# arguments: 7 --mode fast --level 2 --const --num -4
# arguments: x
# arguments: 1 --level 9
# arguments:
# arguments: 1 --lr
# arguments: 1 --unknown 3
import argparse

parser = argparse.ArgumentParser(prog="arguments", description="What argparse reads.")
parser.add_argument("points", type=float, nargs="+")
parser.add_argument("--lr", type=float, default=1)
parser.add_argument("--num", type=int, default=0)
parser.add_argument("--name")
parser.add_argument("-v", "--verbose", action="count", default=0)
parser.add_argument("--flag", action="store_true")
parser.add_argument("--cache", action=argparse.BooleanOptionalAction, default=True)
parser.add_argument("--sizes", type=int, nargs="*", default=[8, 16])
parser.add_argument("--pair", type=int, nargs=2)
parser.add_argument("--tag", action="append")
parser.add_argument("--mode", nargs="?", const="slow", default="off")
parser.add_argument("--level", type=int, choices=[1, 2, 3], default=1)
parser.add_argument("--const", action="store_const", const=42, default=7)
args = parser.parse_args()
print(args)
print(sum(args.points), args.lr * 2, args.num + 1)
print(args.name.upper() if args.name is not None else "nameless")
if args.verbose > 1:
    print("very verbose")
print([size * 2 for size in args.sizes], len(args.sizes))
if args.pair is not None:
    print(args.pair[0] + args.pair[1])
print(f"{args.mode:>6} {args.level} {args.const}", args.flag, args.cache)
for tag in args.tag or []:
    print("tag", tag)
