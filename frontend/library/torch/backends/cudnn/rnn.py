# torch.backends.cudnn.rnn: how precise recurrent layers are on GPUs, which here is the same as for other products. What is set here changes nothing.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
