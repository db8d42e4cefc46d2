# Which dtype two tensors, or a tensor and a number, have together.
import torch

kinds = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
         torch.float16, torch.bfloat16, torch.float32, torch.float64]
for a in kinds:
    for b in kinds:
        x, y, one = torch.ones(2, dtype=a), torch.ones(2, dtype=b), torch.ones((), dtype=b)
        print(a, b, (x * y).dtype, (x * one).dtype, torch.promote_types(a, b), torch.result_type(x, y))
for a in kinds:
    x = torch.ones(2, dtype=a)
    print(a, (x * 2).dtype, (x * 2.0).dtype, (x * True).dtype, (x / 2).dtype, (x == 1).dtype,
          torch.exp(x).dtype, x.sum().dtype, torch.where(x > 0, x, 1.5).dtype)
