# What programs set for GPUs.
import torch
import torch.backends.cudnn as cudnn

cudnn.benchmark = True
torch.backends.cudnn.allow_tf32 = True
torch.backends.cuda.matmul.allow_tf32 = True
torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
torch.backends.cuda.enable_flash_sdp(False)
torch.backends.cuda.enable_mem_efficient_sdp(False)
torch.backends.cuda.enable_math_sdp(True)
print(cudnn.is_available(), torch.backends.cudnn.version(), torch.backends.cuda.is_built(), torch.backends.mps.is_available())

# How exact products of float32 are on GPUs.
matmul = torch.backends.cuda.matmul


def show():
    print(matmul.allow_tf32, cudnn.allow_tf32, matmul.fp32_precision, cudnn.conv.fp32_precision,
          torch.get_float32_matmul_precision())


show()
torch.set_float32_matmul_precision("medium")
cudnn.allow_tf32 = False
show()
for precision in ("high", "highest"):
    torch.set_float32_matmul_precision(precision)
    show()
matmul.allow_tf32 = True
show()
matmul.allow_tf32 = False
show()
cudnn.conv.fp32_precision = "tf32"
print(cudnn.conv.fp32_precision)
cudnn.conv.fp32_precision = "ieee"
print(cudnn.conv.fp32_precision)
try:
    cudnn.conv.fp32_precision = "fast"
except RuntimeError as error:
    print(error)
