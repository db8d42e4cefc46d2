# Subcommands share arguments of a parent; types are classes and functions that refuse a value; attributes are added to what is parsed.
# arguments: train -vv --out runs/a --amp yes
# arguments: eval -v --out b.txt --amp no
# arguments: eval
# arguments: eval --amp maybe
# arguments: export a.pt -v
import argparse
import os
from pathlib import Path


def truth(text):
    if text.lower() in ("yes", "true", "1"):
        return True
    if text.lower() in ("no", "false", "0"):
        return False
    raise argparse.ArgumentTypeError("Boolean value expected.")


common = argparse.ArgumentParser(add_help=False)
common.add_argument("-v", "--verbose", action="count", default=0)
common.add_argument("--out", type=Path)
common.add_argument("--amp", type=truth, default=True)
common.add_argument("--data", default=os.environ.get("TINE_TEST_NOT_SET", "data"))
common.add_argument("--host", default=os.getenv("TINE_TEST_NOT_SET_EITHER"))
parser = argparse.ArgumentParser(prog="shared")
commands = parser.add_subparsers(dest="command", required=True)
for name in ["train", "eval", "export"]:
    command = commands.add_parser(name, parents=[common])
    if name == "export":
        command.add_argument("path")
args = parser.parse_args()
print(args.command, args.verbose, args.amp, args.data, args.host)
if args.out is not None:
    print(args.out.name, args.out.suffix)

rest = argparse.ArgumentParser()
rest.add_argument("--lr", type=float, default=0.5)
more = rest.parse_args([])
more.seed = 3
more.device = "cpu"
more.count = args.verbose
print(more)
print(more == argparse.Namespace(**vars(more)), more == 3)
print(int(os.environ.get("TINE_TEST_RANK", 0)) + 1, float(os.getenv("TINE_TEST_RATE", 0.5)))
