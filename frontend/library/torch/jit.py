# torch.jit: the base of modules whose decorated methods are TorchScript.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from torch.nn.modules.module import Module


@_tine.script_module
class ScriptModule(Module):
    """A module that is scripted from the start: only what is decorated with
    torch.jit.script_method is TorchScript. Its children are scripted once it is
    made."""


def _overload_method(func):
    return func
