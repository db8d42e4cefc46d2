# torchvision.models.vision_transformer: transformers of patches (Dosovitskiy et al. 2020), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
from collections import OrderedDict
from functools import partial

import torch
from torch import nn
from torchvision.models._untrained import trained, untrained
from torchvision.ops.misc import MLP, Conv2dNormActivation

_norm = partial(nn.LayerNorm, eps=1e-6)


class ConvStemConfig:
    """One convolution in front of the transformer (Xiao et al. 2021)."""

    def __init__(self, out_channels, kernel_size, stride, norm_layer=nn.BatchNorm2d, activation_layer=nn.ReLU):
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.norm_layer = norm_layer
        self.activation_layer = activation_layer


class MLPBlock(MLP):
    def __init__(self, in_dim, mlp_dim, dropout):
        super().__init__(in_dim, [mlp_dim, in_dim], activation_layer=nn.GELU, dropout=dropout)
        for part in self:
            if isinstance(part, nn.Linear):
                nn.init.xavier_uniform_(part.weight)
                nn.init.normal_(part.bias, std=1e-6)


class EncoderBlock(nn.Module):
    """Attention and two linear layers, a norm in front of each."""

    def __init__(self, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer=_norm):
        super().__init__()
        self.num_heads = num_heads
        self.ln_1 = norm_layer(hidden_dim)
        self.self_attention = nn.MultiheadAttention(hidden_dim, num_heads, dropout=attention_dropout, batch_first=True)
        self.dropout = nn.Dropout(dropout)
        self.ln_2 = norm_layer(hidden_dim)
        self.mlp = MLPBlock(hidden_dim, mlp_dim, dropout)

    def forward(self, input):
        x = self.ln_1(input)
        x = input + self.dropout(self.self_attention(x, x, x, need_weights=False)[0])
        return x + self.mlp(self.ln_2(x))


class Encoder(nn.Module):
    def __init__(self, seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer=_norm):
        super().__init__()
        self.pos_embedding = nn.Parameter(torch.empty(1, seq_length, hidden_dim).normal_(std=0.02))
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.Sequential()
        for i in range(num_layers):
            self.layers.add_module(f"encoder_layer_{i}", EncoderBlock(num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer))
        self.ln = norm_layer(hidden_dim)

    def forward(self, input):
        return self.ln(self.layers(self.dropout(input + self.pos_embedding)))


def _draw_narrow(layer, fan_in):
    nn.init.trunc_normal_(layer.weight, std=math.sqrt(1 / fan_in))
    nn.init.zeros_(layer.bias)


class VisionTransformer(nn.Module):
    """Patches of `patch_size` become a sequence behind a token of the class, whose end `heads` judge."""

    def __init__(self, image_size, patch_size, num_layers, num_heads, hidden_dim, mlp_dim, dropout=0.0, attention_dropout=0.0, num_classes=1000,
                 representation_size=None, norm_layer=_norm, conv_stem_configs=None):
        super().__init__()
        if image_size % patch_size != 0:
            raise AssertionError("Input shape indivisible by patch size!")
        self.image_size = image_size
        self.patch_size = patch_size
        self.hidden_dim = hidden_dim
        self.mlp_dim = mlp_dim
        self.attention_dropout = attention_dropout
        self.dropout = dropout
        self.num_classes = num_classes
        self.representation_size = representation_size
        self.norm_layer = norm_layer
        self.conv_proj = self._patches(conv_stem_configs)
        self.class_token = nn.Parameter(torch.zeros(1, 1, hidden_dim))
        self.seq_length = 1 + (image_size // patch_size) ** 2
        self.encoder = Encoder(self.seq_length, num_layers, num_heads, hidden_dim, mlp_dim, dropout, attention_dropout, norm_layer)
        heads = OrderedDict()
        if representation_size is not None:
            heads["pre_logits"] = nn.Linear(hidden_dim, representation_size)
            heads["act"] = nn.Tanh()
        heads["head"] = nn.Linear(hidden_dim if representation_size is None else representation_size, num_classes)
        self.heads = nn.Sequential(heads)
        self._draw(conv_stem_configs is None)

    def _patches(self, configs):
        if configs is None:
            return nn.Conv2d(3, self.hidden_dim, self.patch_size, self.patch_size)
        stem = nn.Sequential()
        channels = 3
        for i, config in enumerate(configs):
            stem.add_module(f"conv_bn_relu_{i}", Conv2dNormActivation(channels, config.out_channels, config.kernel_size, config.stride,
                                                                      norm_layer=config.norm_layer, activation_layer=config.activation_layer))
            channels = config.out_channels
        stem.add_module("conv_last", nn.Conv2d(channels, self.hidden_dim, 1))
        return stem

    def _draw(self, is_plain):
        if is_plain:
            _draw_narrow(self.conv_proj, 3 * self.patch_size ** 2)
        else:
            nn.init.normal_(self.conv_proj.conv_last.weight, mean=0.0, std=math.sqrt(2.0 / self.hidden_dim))
            nn.init.zeros_(self.conv_proj.conv_last.bias)
        if self.representation_size is not None:
            _draw_narrow(self.heads.pre_logits, self.hidden_dim)
        nn.init.zeros_(self.heads.head.weight)
        nn.init.zeros_(self.heads.head.bias)

    def _process_input(self, x):
        """From (n, 3, image_size, image_size) to (n, patches, hidden_dim)."""
        for side, name in zip(x.shape[2:], ["height", "width"]):
            if side != self.image_size:
                raise AssertionError(f"Wrong image {name}! Expected {self.image_size} but got {side}!")
        return self.conv_proj(x).flatten(2).permute(0, 2, 1)

    def forward(self, x):
        """Images (n, 3, image_size, image_size) to scores (n, num_classes)."""
        x = self._process_input(x)
        x = torch.cat([self.class_token.expand(x.shape[0], -1, -1), x], 1)
        return self.heads(self.encoder(x)[:, 0])


def _named(name, patch_size, num_layers, num_heads, hidden_dim):
    return untrained(name, VisionTransformer, image_size=224, patch_size=patch_size, num_layers=num_layers, num_heads=num_heads,
                     hidden_dim=hidden_dim, mlp_dim=4 * hidden_dim)


vit_b_16 = _named("vit_b_16", 16, 12, 12, 768)
vit_b_32 = _named("vit_b_32", 32, 12, 12, 768)
vit_l_16 = _named("vit_l_16", 16, 24, 16, 1024)
vit_l_32 = _named("vit_l_32", 32, 24, 16, 1024)
vit_h_14 = _named("vit_h_14", 14, 32, 16, 1280)

ViT_B_16_Weights = trained("ViT_B_16_Weights", IMAGENET1K_V1={}, IMAGENET1K_SWAG_E2E_V1={"crop_size": 384, "resize_size": 384, "is_cubic": True},
                           IMAGENET1K_SWAG_LINEAR_V1={"resize_size": 224, "is_cubic": True})
ViT_B_32_Weights = trained("ViT_B_32_Weights", IMAGENET1K_V1={})
ViT_L_16_Weights = trained("ViT_L_16_Weights", IMAGENET1K_V1={"resize_size": 242},
                           IMAGENET1K_SWAG_E2E_V1={"crop_size": 512, "resize_size": 512, "is_cubic": True},
                           IMAGENET1K_SWAG_LINEAR_V1={"resize_size": 224, "is_cubic": True})
ViT_L_32_Weights = trained("ViT_L_32_Weights", IMAGENET1K_V1={})
ViT_H_14_Weights = trained("ViT_H_14_Weights", IMAGENET1K_SWAG_E2E_V1={"crop_size": 518, "resize_size": 518, "is_cubic": True},
                           IMAGENET1K_SWAG_LINEAR_V1={"resize_size": 224, "is_cubic": True})
