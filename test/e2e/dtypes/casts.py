# Every cast, also of what does not fit.
import torch

kinds = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
         torch.float16, torch.bfloat16, torch.float32, torch.float64]
floats = torch.tensor([0.0, -0.0, 0.4, 0.5, -0.6, 1.5, -1.5, 2.75, 127.0, 128.0, -129.0, 255.0, 256.5, 300.7,
                       -300.7, 32767.0, 32768.0, 40000.0, -40000.0, 65504.0, 65519.0, 65520.0, 70000.0,
                       1e6, -1e6, 2049.0, 257.0, 1e-8, 6e-8, 3.1e-5, 1e-40, 3.39e38], dtype=torch.float64)
ints = torch.tensor([0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536, 2049, 4099,
                     257, 70000, 1000001, -1000001])
for a in kinds:
    x = ints.to(a) if not a.is_floating_point else floats.to(a)
    for b in kinds:
        y = x.to(b)
        print(a, b, y.double().tolist() if b.is_floating_point else y.tolist())
special = torch.tensor([float("nan"), float("inf"), -float("inf")])
for b in (torch.float16, torch.bfloat16):
    y = special.to(b)
    print(y, y.double(), y.bool(), y.float().to(torch.float16), y.to(torch.bfloat16))
    print(y.to(torch.int32), y.to(torch.int16), y.to(torch.int8), y.to(torch.int64))
x = torch.tensor([1.25, -3.5])
print(x.half(), x.bfloat16(), x.char(), x.short(), x.byte(), x.half().type(), x.bfloat16().type(), x.char().type())
print(x.half().dtype, x.to(torch.half) is x.to(torch.half), x.bfloat16().element_size(), x.type("torch.HalfTensor"))
print(x.to(x.half()), x.half().type_as(x), x.half().is_floating_point(), x.char().is_floating_point())
for i in range(0, 70000, 1537):
    # Ties to even, in both.
    v = torch.tensor([i / 64 + 1 / 512, i * 1.00390625, 2.0 ** -24 * i / 8192, 1 + i / 2.0 ** 17])
    print(v.half().float().tolist(), v.bfloat16().float().tolist())
