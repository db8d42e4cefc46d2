# Settings that change nothing on a CPU, and can be asked for; seeds.
import torch

print(torch.get_float32_matmul_precision(), torch.are_deterministic_algorithms_enabled(),
      torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode(),
      torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled(), torch.is_warn_always_enabled())
torch.set_float32_matmul_precision("high")
print(torch.get_float32_matmul_precision())
torch.set_float32_matmul_precision("fast")
print(torch.get_float32_matmul_precision())
try:
    torch.set_float32_matmul_precision(3)
except RuntimeError as error:
    print(error)
torch.use_deterministic_algorithms(True, warn_only=True)
print(torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(),
      torch.get_deterministic_debug_mode())
for mode in ("error", 0, "warn", "default"):
    torch.set_deterministic_debug_mode(mode)
    print(torch.get_deterministic_debug_mode(), torch.are_deterministic_algorithms_enabled())
try:
    torch.set_deterministic_debug_mode(3)
except RuntimeError as error:
    print(error)
torch.set_warn_always(True)
torch.set_anomaly_enabled(True, False)
print(torch.is_warn_always_enabled(), torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
torch.autograd.set_detect_anomaly(False)
print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
with torch.autograd.detect_anomaly():
    print(torch.is_anomaly_enabled())
    with torch.autograd.set_detect_anomaly(False):
        print(torch.is_anomaly_enabled())
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
print(torch.is_anomaly_enabled(), x.grad)

torch.manual_seed(1234567890123)
print(torch.initial_seed(), torch.random.initial_seed(), torch.rand(2))
with torch.random.fork_rng():
    torch.manual_seed(5)
    print(torch.initial_seed(), torch.rand(2))
print(torch.initial_seed(), torch.rand(2))
with torch.random.fork_rng(enabled=False):
    torch.manual_seed(6)
print(torch.initial_seed(), torch.rand(2))
seed = torch.seed()
first = torch.rand(2)
torch.manual_seed(seed)
print(seed == torch.initial_seed(), torch.equal(first, torch.rand(2)))
