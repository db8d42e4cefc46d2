# PyTorch's type promotion between tensors, 0-dim tensors and numbers.
import torch

tensors = {
    "u8": torch.tensor([1, 2], dtype=torch.uint8),
    "i32": torch.tensor([1, -2], dtype=torch.int32),
    "i64": torch.tensor([3, -4]),
    "f32": torch.tensor([0.5, 1.5]),
    "f64": torch.tensor([0.25, 2.0], dtype=torch.float64),
    "b": torch.tensor([True, False]),
}
for a, x in tensors.items():
    row = []
    for b, y in tensors.items():
        row.append(str((x + y).dtype)[6:] if not (a == "b" and b == "b") else "bool")
    print(a, row)
for a, x in tensors.items():
    print(a, x * 2, (x * 2.5).dtype, (x / 2).dtype, x.sum().dtype, (x > 1).dtype, (-x).dtype if a != "b" else "")
i, f, d = tensors["i64"], tensors["f32"], tensors["f64"]
zero_i, zero_f, zero_d = torch.tensor(2), torch.tensor(2.0), torch.tensor(2.0, dtype=torch.float64)
print((i + zero_f).dtype, (f + zero_d).dtype, (f + zero_i).dtype, (i + zero_d).dtype, (zero_i + zero_f).dtype, (zero_f + d).dtype)
print((tensors["i32"] + zero_i).dtype, (tensors["u8"] + 300).dtype, (tensors["u8"] * tensors["u8"] * 100), (tensors["b"] + 1), tensors["b"] * 1.5)
print(torch.true_divide(i, 2), i / i, i // 2, i % 3, f // 0.4, tensors["u8"] / 4, torch.mean(f.double()).dtype)
print(torch.where(tensors["b"], i, f), torch.cat([i, f]), torch.stack([tensors["u8"], i]).dtype, torch.maximum(i, f))
print(i.float(), f.long(), d.float(), f.double(), i.int(), f.bool(), tensors["b"].int(), f.to(torch.float64), i.to(f), i.type_as(d).dtype)
print(torch.exp(i).dtype, torch.sqrt(torch.tensor([4, 9])), torch.sigmoid(tensors["b"]), torch.promote_types(torch.int32, torch.float32))
x = torch.tensor([250, 10], dtype=torch.uint8)
print(x + 10, x * 2, x - 20, -x, x // 3)
y = torch.ones(2, dtype=torch.float64)
y += torch.ones(2)
y *= 2
print(y)
z = torch.tensor([1, 2])
z += 3
z //= 2
print(z, 1 - z, 2 / z, 2.0 ** f, f ** 2, z ** 2, 7 % z, 7 // z)
