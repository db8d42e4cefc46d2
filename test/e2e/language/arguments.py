# argparse without arguments: the defaults; vars() the attributes.
# arguments:
import argparse
import torch
p = argparse.ArgumentParser(description="x")
p.add_argument("--batch-size", "-b", type=int, default=64, metavar="N", help="n")
p.add_argument("-l", "--lr", type=float, default="0.1")
p.add_argument("--no-cuda", action="store_true")
p.add_argument("--name", default=None)
p.add_argument("files", nargs="*")
g = p.add_argument_group("more")
g.add_argument("--x", default=[1, 2], nargs="+")
p.set_defaults(lr=0.5)
a = p.parse_args()
print(a)
a.seed = 3
print(vars(a), a.batch_size, a.no_cuda, "lr" in a)
q = argparse.ArgumentParser(parents=[], formatter_class=argparse.ArgumentDefaultsHelpFormatter)
q.add_argument("--flag", action="store_false", dest="keep", help="x")
q.add_argument("--n", type=int, choices=[1, 2], default=2)
q.add_argument("--mode", type=str, default="train", choices=("train", "test"))
q.add_argument("-v", action="count", default=0)
q.add_argument("--other", action="append")
q.add_argument("--gone", default=argparse.SUPPRESS)
q.add_argument("--const", action="store_const", const=3)
q.add_argument("--version", action="version", version="1")
m = q.add_mutually_exclusive_group()
m.add_argument("--fast", action="store_true")
opt, rest = q.parse_known_args()
print(opt, rest, q.get_default("n"))
opt.n = 5
for key, value in vars(opt).items():
    print(key, value)
print(argparse.Namespace(a=1, b="x"), argparse.Namespace(a=1) == argparse.Namespace(a=1))
if opt.keep and not opt.fast:
    print(torch.zeros(opt.n).shape)
