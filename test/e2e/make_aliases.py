#!/usr/bin/env python3
"""Writes the programs of aliases/: what is the argument, a view of it, or a copy.

usage: make_aliases.py [--check]

Each case makes an argument, calls a function, changes the argument in place and
looks at the result; then it changes the result in place and looks at the
argument. PyTorch decides what is right: record.py. --check writes nothing; the
exit status is 1 if a program is not what would be written.
"""
import os
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "aliases")

ARGUMENTS = {
    "D": "torch.arange(6.0).view(2, 3)",  # dense
    "T": "torch.arange(6.0).view(3, 2).t()",  # transposed
    "L": "torch.arange(8.0).view(2, 4)[:, 1:]",  # sliced
    "Q": "torch.arange(9.0).view(3, 3)",  # square
    "O": "torch.arange(3.0).view(1, 3, 1)",  # sizes of 1
    "C": "torch.arange(8.0).view(2, 2, 2)",  # cube
    "V": "torch.arange(4.0)",
    "S": "torch.tensor(5.0)",  # no dimensions
    "I": "torch.arange(6).view(2, 3)",  # integers
    "F": "torch.arange(6.0, dtype=torch.float64).view(2, 3)",
    "E": "torch.arange(4.0).view(1, 1, 2, 2)",  # images
    "A": "np.arange(6.0, dtype=np.float32).reshape(2, 3)",
    "R": "np.arange(4.0)[1:]",
}

# Behind the arguments an expression of x. `!`: the result has elements that lie
# in one place, so that it cannot be changed in place.
CASES = {
    "shapes": """
D T V S    x.view(-1) if x.is_contiguous() else x.reshape(-1)
D F I      x.view(x.dtype)
D          x.view(3, 2)
D          x.view_as(torch.zeros(6))
D T L Q    x.reshape(-1)
D T L      x.reshape(2, 3)
D T        torch.reshape(x, (3, 2))
D T        x.reshape_as(torch.zeros(3, 2))
D T L V S  x.ravel()
D T L      torch.ravel(x)
D T L V S  x.flatten()
D T C      torch.flatten(x, 1)
C          x.flatten(0, 1)
D          x.unflatten(1, (3, 1))
V          torch.unflatten(x, 0, (2, 2))
O D        x.squeeze()
O D        x.squeeze(0)
O          x.squeeze(-1)
O          torch.squeeze(x, (0, 2))
D V S      x.unsqueeze(0)
D          torch.unsqueeze(x, -1)
Q C        x.diagonal()
C          torch.diagonal(x, 1)
C          x.diagonal(0, 1, 2)
Q V        x.diag()
Q          torch.diag(x)
V          torch.diag_embed(x)
V          torch.diagflat(x)
V D        x.unfold(0, 2, 2)
V          x.unfold(0, 2, 1) !
V          x.as_strided((2, 2), (1, 2))
V D S      torch.atleast_1d(x)
V D S      torch.atleast_2d(x)
V D S C    torch.atleast_3d(x)
V D        torch.atleast_1d(x, torch.zeros(1))[0]
V          torch.atleast_2d([x, x])[0]
D T        torch.nn.Flatten()(x)
C          torch.nn.Flatten(0)(x)
D          torch.nn.Unflatten(1, (3, 1))(x)
D          x.numpy()
D          x.detach().numpy().reshape(-1)
""",
    "orders": """
D Q C      x.permute(*range(x.dim()))
D          x.permute(1, 0)
C          torch.permute(x, (2, 0, 1))
D T V      x.t()
D          torch.t(x)
D          x.T
C D        x.mT
D          x.H
C          x.adjoint()
C          torch.adjoint(x)
D C        x.transpose(0, 1)
D          torch.transpose(x, 1, 1)
D          x.swapaxes(0, 1)
D          torch.swapdims(x, 0, 1)
C          x.movedim(0, 2)
C          torch.movedim(x, 1, 1)
C          torch.moveaxis(x, (0, 1), (1, 0))
D          torch.rot90(x)
D          torch.rot90(x, 0)
D          x.flip(0)
D          torch.fliplr(x)
D          torch.flipud(x)
D          torch.roll(x, 0)
V          x.roll(1)
D          torch.einsum("ij->ji", x)
Q          torch.einsum("ii->i", x)
D          torch.einsum("ij->ij", x)
D          torch.einsum("ij->i", x)
C          torch.einsum("iij->ij", x)
C          torch.einsum("iij->ji", x)
C          torch.einsum("...ij->...ji", x)
D          torch.einsum("ij", x)
V          torch.einsum("i,->i", x, torch.tensor(1.0))
""",
    "parts": """
D T        x[:]
D T        x[...]
D T        x[0]
D          x[-1:]
D          x[:, 1]
D          x[:, ::2]
D          x[None]
D          x[0, 1:]
D          x[0, 0]
D          x[[0, 1]]
D          x[torch.tensor([1, 0])]
D          x[x >= 0]
D          x[torch.tensor(1)]
D          x[True]
D          x.select(1, 0)
D          torch.select(x, 0, 1)
D          x.narrow(1, 0, 2)
D          torch.narrow(x, 0, 0, 2)
D          torch.narrow_copy(x, 0, 0, 2)
D          x.split(1)[0]
D          torch.split(x, [1, 2], 1)[1]
D          x.split(5)[0]
D          x.chunk(2)[1]
D          torch.chunk(x, 1)[0]
V          x.tensor_split(2)[1]
D          torch.tensor_split(x, (1,), 1)[1]
D V        torch.hsplit(x, 1)[0]
D          x.hsplit(3)[2]
D          torch.vsplit(x, 2)[0]
C          torch.dsplit(x, 2)[1]
D          x.unbind()[1]
D          torch.unbind(x, 1)[0]
D          [row for row in x][0]
D          list(x)[1]
D          x.index_select(0, torch.tensor([0, 1]))
D          x.take(torch.tensor([0, 1]))
D          x.gather(0, torch.zeros(1, 3, dtype=torch.int64))
D          x.masked_select(x > -1)
""",
    "sizes": """
D          x.expand(2, 3)
D          x.expand(-1, -1)
D          x.expand(2, 2, 3) !
O          x.expand(2, 3, 2) !
S          x.expand(3) !
D          x.expand_as(x)
D          torch.broadcast_to(x, (2, 3))
V          torch.broadcast_to(x, (2, 4)) !
D          x.broadcast_to((1, 2, 3))
D          torch.broadcast_tensors(x, torch.zeros(3))[0]
V          torch.broadcast_tensors(x, torch.zeros(2, 1))[0] !
V          torch.broadcast_tensors(x)[0]
V          torch.meshgrid(x, torch.zeros(1), indexing="ij")[0]
V          torch.meshgrid(x, torch.zeros(2), indexing="ij")[0] !
V          torch.meshgrid(torch.zeros(2), x, indexing="xy")[1] !
V          torch.meshgrid(x, indexing="ij")[0]
D          x.repeat(1, 1)
D          x.tile((1, 1))
D          torch.tile(x, (1,))
D          x.repeat_interleave(1, 0)
D          torch.nn.functional.pad(x, (0, 0))
D          torch.nn.functional.pad(x, (0, 0), value=1.0)
E          torch.nn.functional.pad(x, (0, 0, 0, 0), mode="reflect")
E          torch.nn.functional.pad(x, (0, 0, 0, 0), mode="replicate")
E          torch.nn.functional.pad(x, (0, 0, 0, 0), mode="circular")
D          torch.constant_pad_nd(x, (0, 0))
E          torch.nn.ZeroPad2d(0)(x)
E          torch.nn.functional.interpolate(x, scale_factor=1)
E          torch.nn.functional.avg_pool2d(x, 1)
E          torch.nn.functional.max_pool2d(x, 1)
E          torch.nn.functional.adaptive_avg_pool2d(x, 2)
E          torch.nn.functional.pixel_shuffle(x, 1)
E          torch.channel_shuffle(x, 1)
E          torch.nn.functional.pixel_unshuffle(x, 1)
C          torch.channel_shuffle(x, 2)
D          x.sum_to_size(2, 3)
D          x.sum(())
D          torch.cat([x])
D          torch.cat((x, torch.zeros(0)))
D          torch.stack([x])
D          torch.block_diag(x)
D          torch.tril(x, 5)
Q          torch.triu(x, -5)
""",
    "conversions": """
D T L      x.contiguous()
E          x.contiguous(memory_format=torch.channels_last)
D          x.clone()
D          torch.clone(x)
D          x.detach()
D          torch.detach(x)
D          x.data
D          x.cpu()
D          x.to("cpu")
D          x.to(torch.device("cpu"))
D F        x.to(torch.float32)
D F        x.to(dtype=torch.float64)
D          x.to(torch.float32, copy=True)
D          x.to("cpu", torch.float32)
D          x.to(torch.zeros(1))
D F        x.to(torch.zeros(1, dtype=torch.float64))
D F        x.float()
D F        x.double()
I          x.long()
I          x.int()
D          x.half()
D F        x.type(torch.float32)
D F        x.type("torch.DoubleTensor")
D F        x.type_as(torch.zeros(1))
D F        torch.as_tensor(x)
D F        torch.as_tensor(x, dtype=torch.float32)
D          torch.as_tensor(x, device="cpu")
D F        torch.asarray(x)
D F        torch.asarray(x, dtype=torch.float64)
D          torch.asarray(x, copy=True)
D          torch.tensor(x)
D          torch.Tensor(x)
F          torch.DoubleTensor(x)
I          torch.LongTensor(x)
D          x.new_tensor(x)
D          torch.scalar_tensor(x[0, 0])
D          x.real
D          torch.real(x)
D          x.conj()
D          torch.conj(x)
D          torch.conj_physical(x)
D          x.resolve_conj()
D          torch.resolve_neg(x)
D          +x
D          x.positive()
D          torch.positive(x)
D          torch.nan_to_num(x)
D          torch.nan_to_num(x, 0.0)
D          x.clamp(-100)
D          torch.clip(x, max=1000.0)
D          torch.abs(x)
D          x.relu()
D          torch.nn.functional.relu(x)
I          x.floor()
I          torch.round(x)
I          x.trunc()
I          torch.ceil(x)
D          x + 0
D          x * 1
D          torch.add(x, 0)
D          x.pow(1)
D          x ** 1
D          torch.where(x > -1, x, 0.0)
D          x.masked_fill(x < 0, 0.0)
D          torch.nn.Identity()(x)
D          torch.nn.Dropout(0.5).eval()(x)
D          torch.nn.Dropout(0.0)(x)
D          torch.nn.functional.dropout(x, 0.5, False)
D          torch.nn.functional.dropout(x, 0.0)
E          torch.nn.Dropout2d().eval()(x)
D          torch.nn.AlphaDropout().eval()(x)
D          torch.nn.Sequential()(x)
D          torch.nn.Sequential(torch.nn.Identity())(x)
D          torch.nn.Hardtanh(-100, 100)(x)
D          torch.nn.Parameter(x).data
D          x.requires_grad_(False)
D          x.view_as(x)
D          torch.alias_copy(x)
D          torch.view_copy(x, (3, 2))
D          x.sort(1)[0]
D          x.cumsum(0)
Q          x.max(0)[0]
Q          torch.linalg.matrix_power(x, 1)
Q          torch.matrix_power(x, 1)
S          x.sum()
S          x.mean()
S          x.max()
S          x.min(0)[0]
S          torch.cumsum(x, 0)
S          x.prod()
""",
    "arrays": """
D          x.numpy()
D          np.asarray(x)
D          np.array(x)
A R        torch.from_numpy(x)
A R        torch.as_tensor(x)
A R        torch.asarray(x)
A          torch.tensor(x)
A R        torch.Tensor(x)
A          torch.from_numpy(x).float()
R          torch.from_numpy(x).float()
A          torch.as_tensor(x, dtype=torch.float32)
A          torch.as_tensor(x, dtype=torch.float64)
A          torch.from_numpy(x).numpy()
A R        np.asarray(x)
A          np.asarray(x, dtype=np.float32)
A          np.asarray(x, dtype=np.float64)
A          np.array(x)
A          np.array(x, copy=False)
A          np.ascontiguousarray(x)
A          np.ascontiguousarray(x.T)
A          x.copy()
A          np.copy(x)
A          x.astype(np.float32)
A          x.astype(np.float32, copy=False)
A          x.astype(np.float64)
A          x.reshape(-1)
A          x.T.reshape(-1)
A          np.reshape(x, (3, 2))
A          x.ravel()
A          np.ravel(x.T)
A          x.flatten()
A          x.T
A          x.transpose()
A          np.transpose(x, (1, 0))
A          np.swapaxes(x, 0, 1)
A          x.swapaxes(0, 1)
A          np.moveaxis(x, 0, 1)
A          x.squeeze()
A          np.squeeze(x[None])
A          np.expand_dims(x, 0)
A          np.atleast_1d(x)
A          np.atleast_2d(x)
A          np.atleast_3d(x)
A          x[0]
A          x[:, 1:]
A          x[None]
A          x[[0, 1]]
A          x[x >= 0]
A          x.view()
A          np.split(x, 2)[0]
A          np.array_split(x, 2, 1)[1]
A          np.hsplit(x, 3)[0]
A          np.vsplit(x, 2)[1]
A          np.roll(x, 0)
A          np.concatenate([x])
A          np.stack([x])
A          np.clip(x, -10, 10)
A          np.nan_to_num(x)
A          np.nan_to_num(x, copy=False)
A          np.repeat(x, 1)
A          np.tile(x, 1)
A          x.real
A          +x
A          np.positive(x)
A          np.meshgrid(x[0], x[1])[0]
A          np.sort(x)
""",
}
HEAD = '''# What is its argument, a view of it, or a copy: written by make_aliases.py.
import {imports}

def tell(name, result, argument):
    print(name, float(result.sum()), "-" if argument is None else float(argument.sum()))

'''


def case_text(argument, expression):
    """A case whose result is `expression` of x."""
    once = expression.endswith("!")
    expression = expression.rstrip("! ")
    lines = [f"x = {ARGUMENTS[argument]}", f"y = {expression}", "x += 100"]
    if once:
        change = "None"
    else:
        lines += [f"z = y", f"x = {ARGUMENTS[argument]}", f"y = {expression}", "y *= 3"]
        change = "x"
    name = f"{argument} {expression}".replace("'", '"')
    lines.append(f"tell({name!r}, {'y' if once else 'z'}, {change})")
    return "\n".join(lines) + "\n"


def program(group):
    imports = "numpy as np\nimport torch\n" if "np." in CASES[group] or "numpy" in CASES[group] else "torch\n"
    text = HEAD.format(imports=imports)
    for line in CASES[group].strip().split("\n"):
        arguments, expression = line[:11].split(), line[11:]
        text += "".join(case_text(argument, expression) for argument in arguments)
    return text


def main():
    stale = []
    for group in CASES:
        path = os.path.join(FOLDER, group + ".py")
        text = program(group)
        known = open(path).read() if os.path.exists(path) else ""
        if known != text:
            stale.append(path)
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path} is not what make_aliases.py writes")
        return 1 if stale else 0
    os.makedirs(FOLDER, exist_ok=True)
    for path in stale:
        with open(path, "w") as file:
            file.write(program(os.path.basename(path)[:-3]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
