# The parser that a command line chooses is a branch of the run.
# arguments: add 3 4
# arguments: scale 2.5 --by 3
# arguments: scale 2.5
# arguments: halve 3
# arguments:
import argparse

parser = argparse.ArgumentParser(prog="calc")
parser.add_argument("--quiet", action="store_true")
commands = parser.add_subparsers(dest="command", required=True)
add = commands.add_parser("add", help="adds two numbers")
add.add_argument("a", type=int)
add.add_argument("b", type=int)
scale = commands.add_parser("scale")
scale.add_argument("value", type=float)
scale.add_argument("--by", type=float, default=2.0)
args = parser.parse_args()
if not args.quiet:
    print("command", args.command)
if args.command == "add":
    print(args.a + args.b)
elif args.command == "scale":
    print(args.value * args.by)
