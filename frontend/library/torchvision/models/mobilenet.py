# torchvision.models.mobilenet: both families of MobileNet.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torchvision.models.mobilenetv2 import MobileNetV2, mobilenet_v2
from torchvision.models.mobilenetv3 import MobileNetV3, mobilenet_v3_large, mobilenet_v3_small
