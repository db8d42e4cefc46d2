# expect: COMPILE ERROR 6 bytearray
import torch

b = bytearray(b"abcd")
t = torch.frombuffer(b, dtype=torch.uint8)
b.append(1)
