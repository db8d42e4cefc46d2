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
