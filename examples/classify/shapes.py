"""Draws circles, squares, triangles and crosses of any colours, places, sizes and angles."""
import math

import torch

NAMES = ["circle", "square", "triangle", "cross"]


def distances(x, y, radius):
    """How far each point lies inside of each of the four shapes; outside it is negative."""
    square = radius * 0.8 - torch.maximum(x.abs(), y.abs())
    slanted = math.sqrt(3) / 2 * x.abs() + y / 2
    triangle = radius / 2 - torch.maximum(slanted, -y)
    narrow = radius * 0.3
    beam = torch.minimum(radius - x.abs(), narrow - y.abs())
    post = torch.minimum(narrow - x.abs(), radius - y.abs())
    return torch.stack((radius - torch.hypot(x, y), square, triangle, torch.maximum(beam, post)), dim=1)


def draw(kinds, size):
    """Images of these kinds, [n, 3, size, size] with values from 0 to 1."""
    n = kinds.shape[0]
    radius = (torch.rand(n, 1, 1) * 0.2 + 0.22) * size
    middle = radius + torch.rand(2, n, 1, 1) * (size - 2 * radius)
    angle = torch.rand(n, 1, 1) * (2 * math.pi)
    places = torch.arange(size) + 0.5
    x = places.view(1, 1, size) - middle[0]
    y = places.view(1, size, 1) - middle[1]
    inside = distances(x * angle.cos() - y * angle.sin(), x * angle.sin() + y * angle.cos(), radius)
    cover = (inside[torch.arange(n), kinds] + 0.5).clamp(0, 1).unsqueeze(1)
    ground = torch.rand(n, 3, 1, 1)
    color = (ground + 0.25 + torch.rand(n, 3, 1, 1) * 0.5) % 1
    noise = torch.randn(n, 3, size, size) * 0.03
    return (ground * (1 - cover) + color * cover + noise).clamp(0, 1)
