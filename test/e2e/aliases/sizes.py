# What is its argument, a view of it, or a copy: written by make_aliases.py.
import torch


def tell(name, result, argument):
    print(name, float(result.sum()), "-" if argument is None else float(argument.sum()))

x = torch.arange(6.0).view(2, 3)
y = x.expand(2, 3)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.expand(2, 3)
y *= 3
tell('D x.expand(2, 3)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.expand(-1, -1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.expand(-1, -1)
y *= 3
tell('D x.expand(-1, -1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.expand(2, 2, 3)
x += 100
tell('D x.expand(2, 2, 3)', y, None)
x = torch.arange(3.0).view(1, 3, 1)
y = x.expand(2, 3, 2)
x += 100
tell('O x.expand(2, 3, 2)', y, None)
x = torch.tensor(5.0)
y = x.expand(3)
x += 100
tell('S x.expand(3)', y, None)
x = torch.arange(6.0).view(2, 3)
y = x.expand_as(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.expand_as(x)
y *= 3
tell('D x.expand_as(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.broadcast_to(x, (2, 3))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.broadcast_to(x, (2, 3))
y *= 3
tell('D torch.broadcast_to(x, (2, 3))', z, x)
x = torch.arange(4.0)
y = torch.broadcast_to(x, (2, 4))
x += 100
tell('V torch.broadcast_to(x, (2, 4))', y, None)
x = torch.arange(6.0).view(2, 3)
y = x.broadcast_to((1, 2, 3))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.broadcast_to((1, 2, 3))
y *= 3
tell('D x.broadcast_to((1, 2, 3))', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.broadcast_tensors(x, torch.zeros(3))[0]
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.broadcast_tensors(x, torch.zeros(3))[0]
y *= 3
tell('D torch.broadcast_tensors(x, torch.zeros(3))[0]', z, x)
x = torch.arange(4.0)
y = torch.broadcast_tensors(x, torch.zeros(2, 1))[0]
x += 100
tell('V torch.broadcast_tensors(x, torch.zeros(2, 1))[0]', y, None)
x = torch.arange(4.0)
y = torch.broadcast_tensors(x)[0]
x += 100
z = y
x = torch.arange(4.0)
y = torch.broadcast_tensors(x)[0]
y *= 3
tell('V torch.broadcast_tensors(x)[0]', z, x)
x = torch.arange(4.0)
y = torch.meshgrid(x, torch.zeros(1), indexing="ij")[0]
x += 100
z = y
x = torch.arange(4.0)
y = torch.meshgrid(x, torch.zeros(1), indexing="ij")[0]
y *= 3
tell('V torch.meshgrid(x, torch.zeros(1), indexing="ij")[0]', z, x)
x = torch.arange(4.0)
y = torch.meshgrid(x, torch.zeros(2), indexing="ij")[0]
x += 100
tell('V torch.meshgrid(x, torch.zeros(2), indexing="ij")[0]', y, None)
x = torch.arange(4.0)
y = torch.meshgrid(torch.zeros(2), x, indexing="xy")[1]
x += 100
tell('V torch.meshgrid(torch.zeros(2), x, indexing="xy")[1]', y, None)
x = torch.arange(4.0)
y = torch.meshgrid(x, indexing="ij")[0]
x += 100
z = y
x = torch.arange(4.0)
y = torch.meshgrid(x, indexing="ij")[0]
y *= 3
tell('V torch.meshgrid(x, indexing="ij")[0]', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.repeat(1, 1)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.repeat(1, 1)
y *= 3
tell('D x.repeat(1, 1)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.tile((1, 1))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.tile((1, 1))
y *= 3
tell('D x.tile((1, 1))', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.tile(x, (1,))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.tile(x, (1,))
y *= 3
tell('D torch.tile(x, (1,))', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.repeat_interleave(1, 0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.repeat_interleave(1, 0)
y *= 3
tell('D x.repeat_interleave(1, 0)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.pad(x, (0, 0))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.pad(x, (0, 0))
y *= 3
tell('D torch.nn.functional.pad(x, (0, 0))', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.pad(x, (0, 0), value=1.0)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.nn.functional.pad(x, (0, 0), value=1.0)
y *= 3
tell('D torch.nn.functional.pad(x, (0, 0), value=1.0)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pad(x, (0, 0, 0, 0), mode="reflect")
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pad(x, (0, 0, 0, 0), mode="reflect")
y *= 3
tell('E torch.nn.functional.pad(x, (0, 0, 0, 0), mode="reflect")', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pad(x, (0, 0, 0, 0), mode="replicate")
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pad(x, (0, 0, 0, 0), mode="replicate")
y *= 3
tell('E torch.nn.functional.pad(x, (0, 0, 0, 0), mode="replicate")', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pad(x, (0, 0, 0, 0), mode="circular")
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pad(x, (0, 0, 0, 0), mode="circular")
y *= 3
tell('E torch.nn.functional.pad(x, (0, 0, 0, 0), mode="circular")', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.constant_pad_nd(x, (0, 0))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.constant_pad_nd(x, (0, 0))
y *= 3
tell('D torch.constant_pad_nd(x, (0, 0))', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.ZeroPad2d(0)(x)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.ZeroPad2d(0)(x)
y *= 3
tell('E torch.nn.ZeroPad2d(0)(x)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.interpolate(x, scale_factor=1)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.interpolate(x, scale_factor=1)
y *= 3
tell('E torch.nn.functional.interpolate(x, scale_factor=1)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.avg_pool2d(x, 1)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.avg_pool2d(x, 1)
y *= 3
tell('E torch.nn.functional.avg_pool2d(x, 1)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.max_pool2d(x, 1)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.max_pool2d(x, 1)
y *= 3
tell('E torch.nn.functional.max_pool2d(x, 1)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.adaptive_avg_pool2d(x, 2)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.adaptive_avg_pool2d(x, 2)
y *= 3
tell('E torch.nn.functional.adaptive_avg_pool2d(x, 2)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pixel_shuffle(x, 1)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pixel_shuffle(x, 1)
y *= 3
tell('E torch.nn.functional.pixel_shuffle(x, 1)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.channel_shuffle(x, 1)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.channel_shuffle(x, 1)
y *= 3
tell('E torch.channel_shuffle(x, 1)', z, x)
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pixel_unshuffle(x, 1)
x += 100
z = y
x = torch.arange(4.0).view(1, 1, 2, 2)
y = torch.nn.functional.pixel_unshuffle(x, 1)
y *= 3
tell('E torch.nn.functional.pixel_unshuffle(x, 1)', z, x)
x = torch.arange(8.0).view(2, 2, 2)
y = torch.channel_shuffle(x, 2)
x += 100
z = y
x = torch.arange(8.0).view(2, 2, 2)
y = torch.channel_shuffle(x, 2)
y *= 3
tell('C torch.channel_shuffle(x, 2)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.sum_to_size(2, 3)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.sum_to_size(2, 3)
y *= 3
tell('D x.sum_to_size(2, 3)', z, x)
x = torch.arange(6.0).view(2, 3)
y = x.sum(())
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = x.sum(())
y *= 3
tell('D x.sum(())', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.cat([x])
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.cat([x])
y *= 3
tell('D torch.cat([x])', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.cat((x, torch.zeros(0)))
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.cat((x, torch.zeros(0)))
y *= 3
tell('D torch.cat((x, torch.zeros(0)))', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.stack([x])
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.stack([x])
y *= 3
tell('D torch.stack([x])', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.block_diag(x)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.block_diag(x)
y *= 3
tell('D torch.block_diag(x)', z, x)
x = torch.arange(6.0).view(2, 3)
y = torch.tril(x, 5)
x += 100
z = y
x = torch.arange(6.0).view(2, 3)
y = torch.tril(x, 5)
y *= 3
tell('D torch.tril(x, 5)', z, x)
x = torch.arange(9.0).view(3, 3)
y = torch.triu(x, -5)
x += 100
z = y
x = torch.arange(9.0).view(3, 3)
y = torch.triu(x, -5)
y *= 3
tell('Q torch.triu(x, -5)', z, x)
