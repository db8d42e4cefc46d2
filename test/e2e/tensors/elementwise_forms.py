# Elementwise functions in place, under their other names, and of integers and bools.
import torch

p = torch.tensor([0.25, 0.5, 0.75])
for name, x in (("absolute", p.clone().neg_().absolute_()), ("negative", p.clone().negative_()), ("sgn", p.clone().sgn_()),
                ("log2", p.clone().log2_()), ("log10", p.clone().log10_()), ("tan", p.clone().tan_()), ("asin", p.clone().asin_()),
                ("acos", p.clone().acos_()), ("atan", p.clone().atan_()), ("sinh", p.clone().sinh_()), ("cosh", p.clone().cosh_()),
                ("atan2", p.clone().atan2_(p[0])), ("frac", (p + 2).frac_()), ("clip", p.clone().clip_(0.3, 0.6)),
                ("subtract", p.clone().subtract_(1)), ("multiply", p.clone().multiply_(2)), ("divide", p.clone().divide_(4)),
                ("true_divide", p.clone().true_divide_(4)), ("baddbmm", torch.zeros(1, 1, 1).baddbmm_(p[:2].view(1, 1, 2), p[:2].view(1, 2, 1)))):
    print(name, x)
print(torch.log2_(p.clone()), torch.clip_(p.clone(), max=0.5))
b = torch.tensor([True, False])
print(b.sgn(), b.clone().logical_xor_(torch.tensor([True, True])), b.exp(), b.bitwise_not(), b.clone().bitwise_not_())
n = torch.tensor([3, -4])
print(torch.atan2(n, torch.tensor([2, 2])), n.floor(), n.ceil(), n.trunc(), n.sign(), n.abs(), n.relu(), n.sqrt(), n.reciprocal())
w = torch.tensor([0.5], requires_grad=True)
y = w * 1
y.log10_()
y.sinh_()
print(y)
y.backward()
print(w.grad)


def raises(f, *x):
    try:
        f(*x)
    except RuntimeError:
        return True
    return False


x = torch.tensor([1.5])
print(raises(torch.neg, b), raises(torch.abs, b), raises(torch.relu, b), raises(torch.floor, b), raises(torch.trunc, b),
      raises(torch.bitwise_not, x), raises(torch.bitwise_and, x, n[0]), raises(torch.bitwise_left_shift, b, b),
      raises(torch.remainder, b, b), raises(torch.pow, b, b), raises(torch.sub, b, b))
