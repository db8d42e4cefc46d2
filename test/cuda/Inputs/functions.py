import torch

x = torch.linspace(0.1, 2.9, 12).to('cuda:0')
for t in (x, x.double()):
    print(t.exp().cpu(), t.log().cpu(), t.sin().cpu(), t.cos().cpu(), t.tan().cpu())
    print(t.sqrt().cpu(), t.rsqrt().cpu(), t.erf().cpu(), t.pow(1.7).cpu(), t.expm1().cpu(), t.log1p().cpu())
    print(t.sinh().cpu(), t.atan().cpu(), (t / 3).asin().cpu(), t.sigmoid().cpu(), torch.atan2(t, -t * t).cpu())
    print(t.floor().cpu(), t.round().cpu(), torch.fmod(t, 0.7).cpu(), (t * 100).int().cpu(), t.half().cpu(), t.bfloat16().cpu())
n = torch.arange(-6, 6).to('cuda:0')
print((n // 4).cpu(), (n % 4).cpu(), (n << 2).cpu(), (n >> 1).cpu(), (n & 5).cpu(), n.abs().cpu(), (n * 3000000000).cpu())
print((n > 1).cpu(), n.float().cpu(), n.to(torch.uint8).cpu(), n.to(torch.int16).cpu(), (n / 7).cpu())
inf = torch.tensor([float('inf'), -float('inf'), float('nan'), 0.0], device='cuda:0')
print(inf.maximum(x[:4]).cpu(), torch.isnan(inf).cpu(), inf.exp().cpu(), inf.tanh().cpu(), inf.nan_to_num().cpu())
# Powers beyond the ends of the range.
far = [3e38, -3e38, 1e10, 1e300, 1.7e308, float('inf'), -float('inf'), float('nan'), 3.0]
for base in (0.5, 2.0, -2.0, 1.0, -1.0, 0.0, 0.999999999999, 1.0000000000000002, 1e-310, float('inf'), float('nan')):
    y = torch.tensor(far, dtype=torch.float64).to('cuda:0')
    print(["%.5g" % v for v in torch.pow(torch.full_like(y, base), y).tolist()])
