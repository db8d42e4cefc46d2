# torchvision.models.swin_transformer: attention within windows that move (Liu et al. 2021), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from functools import partial

import torch
import torch.nn.functional as F
from torch import nn
from torchvision.models._untrained import trained, untrained
from torchvision.ops.misc import MLP, Permute
from torchvision.ops.stochastic_depth import StochasticDepth


class PatchMerging(nn.Module):
    """From (n, h, w, dim) to (n, h / 2, w / 2, 2 * dim): of four neighbours one; odd sizes get a row or column of zeros."""

    def __init__(self, dim, norm_layer=nn.LayerNorm):
        super().__init__()
        self.dim = dim
        self.reduction = nn.Linear(4 * dim, 2 * dim, bias=False)
        self.norm = norm_layer(4 * dim)

    def forward(self, x):
        height, width = x.shape[-3:-1]
        x = _padded(x, height % 2, width % 2)
        corners = [x[..., i::2, j::2, :] for j in range(2) for i in range(2)]
        return self.reduction(self.norm(torch.cat(corners, -1)))


def _padded(x, below, right):
    return x if below == 0 and right == 0 else F.pad(x, (0, 0, 0, right, 0, below))


def _in_windows(x, window):
    """From (n, h, w, c) to (n * windows, places of a window, c)."""
    n, height, width, channels = x.shape
    x = x.view(n, height // window[0], window[0], width // window[1], window[1], channels)
    return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, window[0] * window[1], channels)


def _regions(size, window, shift):
    """To which of three parts a place of a moved axis belongs, which was one axis before it was moved."""
    return [0 if shift == 0 or i < size - window else 1 if i < size - shift else 2 for i in range(size)]


def _strangers(height, width, window, shift):
    """-100 for two places of a window that were no neighbours before the windows were moved, else 0: (windows, places, places)."""
    rows = torch.tensor(_regions(height, window[0], shift[0]))
    columns = torch.tensor(_regions(width, window[1], shift[1]))
    part = _in_windows((3 * rows.unsqueeze(1) + columns).view(1, height, width, 1), window)
    return torch.where(part == part.transpose(1, 2), 0.0, -100.0)


class ShiftedWindowAttention(nn.Module):
    """Attention of the places of each window, which are moved by `shift_size`; a learnt number for each distance is added."""

    def __init__(self, dim, window_size, shift_size, num_heads, qkv_bias=True, proj_bias=True, attention_dropout=0.0, dropout=0.0):
        super().__init__()
        if len(window_size) != 2 or len(shift_size) != 2:
            raise ValueError("window_size and shift_size must be of length 2")
        self.window_size = window_size
        self.shift_size = shift_size
        self.num_heads = num_heads
        self.attention_dropout = attention_dropout
        self.dropout = dropout
        self.qkv = nn.Linear(dim, 3 * dim, bias=qkv_bias)
        self.proj = nn.Linear(dim, dim, bias=proj_bias)
        height, width = window_size
        self.relative_position_bias_table = nn.Parameter(torch.zeros((2 * height - 1) * (2 * width - 1), num_heads))
        nn.init.trunc_normal_(self.relative_position_bias_table, std=0.02)
        rows = torch.arange(height * width) // width
        columns = torch.arange(height * width) % width
        down = rows.unsqueeze(1) - rows + (height - 1)
        right = columns.unsqueeze(1) - columns + (width - 1)
        self.register_buffer("relative_position_index", (down * (2 * width - 1) + right).flatten())

    def get_relative_position_bias(self):
        """(1, heads, places, places)"""
        places = self.window_size[0] * self.window_size[1]
        return self.relative_position_bias_table[self.relative_position_index].view(places, places, -1).permute(2, 0, 1).unsqueeze(0)

    def _attend(self, x, hidden):
        """Windows (m, places, c) to the same; `hidden` as _strangers gives it, or None."""
        m, places, channels = x.shape
        queries, keys, values = self.qkv(x).reshape(m, places, 3, self.num_heads, -1).permute(2, 0, 3, 1, 4)
        scores = (queries * (channels // self.num_heads) ** -0.5) @ keys.transpose(-2, -1) + self.get_relative_position_bias()
        if hidden is not None:
            windows = hidden.shape[0]
            scores = scores.view(m // windows, windows, self.num_heads, places, places) + hidden.unsqueeze(1).unsqueeze(0)
            scores = scores.view(m, self.num_heads, places, places)
        shares = F.dropout(F.softmax(scores, dim=-1), self.attention_dropout, self.training)
        joined = (shares @ values).transpose(1, 2).reshape(m, places, channels)
        return F.dropout(self.proj(joined), self.dropout, self.training)

    def forward(self, x):
        """(n, h, w, dim) to the same; h and w are padded to multiples of the window."""
        n, height, width, channels = x.shape
        window = self.window_size
        x = _padded(x, -height % window[0], -width % window[1])
        high, wide = x.shape[1:3]
        # A window as large as the image stays where it is.
        shift = [0 if window[0] >= high else self.shift_size[0], 0 if window[1] >= wide else self.shift_size[1]]
        moves = shift[0] + shift[1] > 0
        if moves:
            x = torch.roll(x, (-shift[0], -shift[1]), (1, 2))
        y = self._attend(_in_windows(x, window), _strangers(high, wide, window, shift).to(x.device) if moves else None)
        y = y.view(n, high // window[0], wide // window[1], window[0], window[1], channels)
        y = y.permute(0, 1, 3, 2, 4, 5).reshape(n, high, wide, channels)
        if moves:
            y = torch.roll(y, (shift[0], shift[1]), (1, 2))
        return y[:, :height, :width, :]


class SwinTransformerBlock(nn.Module):
    """Attention and two linear layers, a norm in front of each; both are left out at random in training."""

    def __init__(self, dim, num_heads, window_size, shift_size, mlp_ratio=4.0, dropout=0.0, attention_dropout=0.0, stochastic_depth_prob=0.0,
                 norm_layer=nn.LayerNorm, attn_layer=ShiftedWindowAttention):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = attn_layer(dim, window_size, shift_size, num_heads, attention_dropout=attention_dropout, dropout=dropout)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")
        self.norm2 = norm_layer(dim)
        self.mlp = MLP(dim, [int(dim * mlp_ratio), dim], activation_layer=nn.GELU, dropout=dropout)
        for part in self.mlp:
            if isinstance(part, nn.Linear):
                nn.init.xavier_uniform_(part.weight)
                nn.init.normal_(part.bias, std=1e-6)

    def forward(self, x):
        x = x + self.stochastic_depth(self.attn(self.norm1(x)))
        return x + self.stochastic_depth(self.mlp(self.norm2(x)))


class SwinTransformer(nn.Module):
    """Stages of `depths[i]` blocks, each with twice the channels of the one before and half its height and width."""

    def __init__(self, patch_size, embed_dim, depths, num_heads, window_size, mlp_ratio=4.0, dropout=0.0, attention_dropout=0.0,
                 stochastic_depth_prob=0.1, num_classes=1000, norm_layer=None, block=None, downsample_layer=PatchMerging):
        super().__init__()
        self.num_classes = num_classes
        make = SwinTransformerBlock if block is None else block
        norm = partial(nn.LayerNorm, eps=1e-5) if norm_layer is None else norm_layer
        patch = (patch_size[0], patch_size[1])
        parts = [nn.Sequential(nn.Conv2d(3, embed_dim, patch, patch), Permute([0, 2, 3, 1]), norm(embed_dim))]
        number = 0
        channels = embed_dim
        for i, depth in enumerate(depths):
            if i > 0:
                parts.append(downsample_layer(channels, norm))
                channels *= 2
            blocks = []
            for j in range(depth):
                shift = [side // 2 if j % 2 == 1 else 0 for side in window_size]
                probability = stochastic_depth_prob * float(number) / (sum(depths) - 1)
                blocks.append(make(channels, num_heads[i], window_size=window_size, shift_size=shift, mlp_ratio=mlp_ratio, dropout=dropout,
                                   attention_dropout=attention_dropout, stochastic_depth_prob=probability, norm_layer=norm))
                number += 1
            parts.append(nn.Sequential(*blocks))
        self.features = nn.Sequential(*parts)
        self.norm = norm(channels)
        self.permute = Permute([0, 3, 1, 2])
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.flatten = nn.Flatten(1)
        self.head = nn.Linear(channels, num_classes)
        for part in self.modules():
            if isinstance(part, nn.Linear):
                nn.init.trunc_normal_(part.weight, std=0.02)
                if part.bias is not None:
                    nn.init.zeros_(part.bias)

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        x = self.permute(self.norm(self.features(x)))
        return self.head(self.flatten(self.avgpool(x)))


def _named(name, embed_dim, third, heads, probability):
    return untrained(name, SwinTransformer, patch_size=[4, 4], embed_dim=embed_dim, depths=[2, 2, third, 2],
                     num_heads=[heads, 2 * heads, 4 * heads, 8 * heads], window_size=[7, 7], stochastic_depth_prob=probability)


swin_t = _named("swin_t", 96, 6, 3, 0.2)
swin_s = _named("swin_s", 96, 18, 3, 0.3)
swin_b = _named("swin_b", 128, 18, 4, 0.5)

Swin_T_Weights = trained("Swin_T_Weights", IMAGENET1K_V1={"resize_size": 232, "is_cubic": True})
Swin_S_Weights = trained("Swin_S_Weights", IMAGENET1K_V1={"resize_size": 246, "is_cubic": True})
Swin_B_Weights = trained("Swin_B_Weights", IMAGENET1K_V1={"resize_size": 238, "is_cubic": True})
