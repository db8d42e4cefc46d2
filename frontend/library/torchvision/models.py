# torchvision.models: models by their names.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torchvision.models.alexnet import AlexNet, alexnet
from torchvision.models.convnext import ConvNeXt, convnext_base, convnext_large, convnext_small, convnext_tiny
from torchvision.models.densenet import DenseNet, densenet121, densenet161, densenet169, densenet201
from torchvision.models.efficientnet import (EfficientNet, efficientnet_b0, efficientnet_b1, efficientnet_b2, efficientnet_b3, efficientnet_b4,
                                             efficientnet_b5, efficientnet_b6, efficientnet_b7, efficientnet_v2_l, efficientnet_v2_m,
                                             efficientnet_v2_s)
from torchvision.models.mnasnet import MNASNet, mnasnet0_5, mnasnet0_75, mnasnet1_0, mnasnet1_3
from torchvision.models.mobilenetv2 import MobileNetV2, mobilenet_v2
from torchvision.models.mobilenetv3 import MobileNetV3, mobilenet_v3_large, mobilenet_v3_small
from torchvision.models.regnet import (RegNet, regnet_x_16gf, regnet_x_1_6gf, regnet_x_32gf, regnet_x_3_2gf, regnet_x_400mf, regnet_x_800mf,
                                       regnet_x_8gf, regnet_y_128gf, regnet_y_16gf, regnet_y_1_6gf, regnet_y_32gf, regnet_y_3_2gf,
                                       regnet_y_400mf, regnet_y_800mf, regnet_y_8gf)
from torchvision.models.resnet import (ResNet, resnet18, resnet34, resnet50, resnet101, resnet152, resnext50_32x4d, resnext101_32x8d,
                                       resnext101_64x4d, wide_resnet50_2, wide_resnet101_2)
from torchvision.models.shufflenetv2 import (ShuffleNetV2, shufflenet_v2_x0_5, shufflenet_v2_x1_0, shufflenet_v2_x1_5, shufflenet_v2_x2_0)
from torchvision.models.squeezenet import SqueezeNet, squeezenet1_0, squeezenet1_1
from torchvision.models.swin_transformer import SwinTransformer, swin_b, swin_s, swin_t
from torchvision.models.vgg import VGG, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn
from torchvision.models.vision_transformer import VisionTransformer, vit_b_16, vit_b_32, vit_h_14, vit_l_16, vit_l_32
