import torch

def main():
    x = torch.ones(2)
    print(torch.reluu(x))

torch.jit.script(main)()
