# Bases of ints and format(), of what is known when it compiles and of what only the run knows.
import torch

print(hex(255), oct(-8), bin(5), hex(0))
for n in torch.tensor([0, 5, -10, 255, 1 << 40]).tolist():
    print(bin(n), oct(n), hex(n), f"{n:b}", f"{n:#x}", f"{n:X}", f"{n:08b}", format(n, "o"))
    print(format(n > 3), format(n > 3, "d"), format(n / 7, "+.3f"), f"{n > 3:}", "{:>8}|".format(n > 3))
x = torch.tensor(2.5)
print(format(x), format(x, ".1f"), f"{x:}", format("ab", ">4"), format(None), format(7))
value = None if x.item() > 3 else 4
print(format(value, "03d"), "{:03d}".format(value))
