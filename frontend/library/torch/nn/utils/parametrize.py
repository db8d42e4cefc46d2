# torch.nn.utils.parametrize: parameters of modules that are computed at each access.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter


# The compiler finds a parameter that a module lacks in the module's `parametrizations`: it calls
# the list there to read it, and the list's `right_inverse` to set it.


def _register(module, name, tensor):
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _check_same(given, wanted, what):
    if given.dtype != wanted.dtype:
        raise ValueError(f"Registering a parametrization may not change the dtype of the tensor, "
                         f"unless {what} flag is enabled.\n"
                         f"unparametrized dtype: {wanted.dtype}\n"
                         f"parametrized dtype: {given.dtype}")
    if given.shape != wanted.shape:
        raise ValueError(f"Registering a parametrization may not change the shape of the tensor, "
                         f"unless {what} flag is enabled.\n"
                         f"unparametrized shape: {wanted.shape}\n"
                         f"parametrized shape: {given.shape}")


class ParametrizationList(ModuleList):
    """What computes one parameter, and the tensors that it is computed from."""

    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        wanted = original.detach()
        with torch.no_grad():
            new = original
            for module in reversed(self._items()):
                if hasattr(module, "right_inverse"):
                    new = module.right_inverse(new)
        self.is_tensor = isinstance(new, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if original.dtype != new.dtype:
                raise ValueError("When `right_inverse` outputs one tensor, it may not change the "
                                 f"dtype.\noriginal.dtype: {original.dtype}\n"
                                 f"right_inverse(original).dtype: {new.dtype}")
            if new is not original:
                original.data = new.detach()
            _register(self, "original", original)
        else:
            for i, part in enumerate(new):
                if isinstance(original, Parameter):
                    part = Parameter(part.detach(), original.requires_grad)
                _register(self, f"original{i}", part)
        if not unsafe:
            value = self()
            if not isinstance(value, torch.Tensor):
                raise ValueError(
                    f"A parametrization must return a tensor. Got {type(value).__name__}.")
            _check_same(value, wanted, "`unsafe`")

    def right_inverse(self, value):
        with torch.no_grad():
            for module in reversed(self._items()):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not "
                                       "implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                self.original.data = value.detach()
            else:
                for i, part in enumerate(value):
                    getattr(self, f"original{i}").data = part.detach()

    def forward(self):
        modules = self._items()
        if self.is_tensor:
            x = modules[0](self.original)
        else:
            x = modules[0](*[getattr(self, f"original{i}") for i in range(self.ntensors)])
        for module in modules[1:]:
            x = module(x)
        return x


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            before = getattr(module, tensor_name)
            behind = parametrization(before)
            if not isinstance(behind, torch.Tensor):
                raise ValueError(
                    f"A parametrization must return a tensor. Got {type(behind).__name__}.")
            _check_same(behind, before, "the `unsafe`")
            if hasattr(parametrization, "right_inverse"):
                parametrization.right_inverse(behind)
        parametrizations = module.parametrizations[tensor_name]
        parametrizations.append(parametrization)
        parametrizations.unsafe = parametrizations.unsafe or unsafe
        return module
    original = getattr(module, tensor_name, None)
    if not isinstance(original, torch.Tensor):
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a "
                         f"parametrized element with name '{tensor_name}'")
    parametrizations = ParametrizationList([parametrization], original, unsafe=unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        module.parametrizations = ModuleDict()
    module.parametrizations[tensor_name] = parametrizations
    return module


def is_parametrized(module, tensor_name=None):
    parametrizations = getattr(module, "parametrizations", None)
    if parametrizations is None or not isinstance(parametrizations, ModuleDict):
        return False
    if tensor_name is None:
        return len(parametrizations) > 0
    return tensor_name in parametrizations


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parametrizations = module.parametrizations[tensor_name]
    if parametrizations.is_tensor:
        original = parametrizations.original
        if leave_parametrized:
            with torch.no_grad():
                original.data = getattr(module, tensor_name).detach()
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value.detach()) if value.requires_grad else value
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that "
                         "is parametrized in terms of a sequence of tensors.")
    del module.parametrizations[tensor_name]
    if not is_parametrized(module):
        delattr(module, "parametrizations")
    _register(module, tensor_name, original)
    return module


def type_before_parametrizations(module):
    return type(module)
