# Kinds of trained weights say how images are prepared; the weights themselves come from files.
# in a folder of its own
import torch
import torchvision
from torchvision.models import EfficientNet_B1_Weights, EfficientNet_V2_L_Weights, ResNet18_Weights, ResNet50_Weights, resnet18
from torchvision.models.vgg import VGG16_Weights

print(ResNet18_Weights.DEFAULT, ResNet50_Weights.DEFAULT, EfficientNet_B1_Weights.IMAGENET1K_V1)
print(ResNet18_Weights.DEFAULT == ResNet18_Weights.IMAGENET1K_V1, ResNet50_Weights.DEFAULT == ResNet50_Weights.IMAGENET1K_V1)
preprocess = ResNet50_Weights.DEFAULT.transforms()
print(preprocess)
print(EfficientNet_B1_Weights.IMAGENET1K_V1.transforms())
print(EfficientNet_V2_L_Weights.DEFAULT.transforms(crop_size=96))
torch.manual_seed(0)
image = torch.randint(0, 256, (3, 40, 60), dtype=torch.uint8)
for kind in (ResNet18_Weights.DEFAULT, EfficientNet_B1_Weights.DEFAULT, VGG16_Weights.IMAGENET1K_FEATURES):
    prepared = kind.transforms(crop_size=32, resize_size=36)(image)
    print(prepared.shape, prepared.dtype, f"{prepared.mean().item():.4f} {prepared.std().item():.4f} {prepared[1, 2, 3].item():.4f}")

torch.manual_seed(0)
by_name = torchvision.models.get_model("ResNet18", weights=None, num_classes=4)
torch.manual_seed(0)
model = resnet18(num_classes=4)
print(torch.equal(by_name.fc.weight, model.fc.weight))
try:
    torchvision.models.get_model("resnet19")
except ValueError as error:
    print(error)
torch.save(model.state_dict(), "resnet18.pth")
loaded = resnet18(weights=None, num_classes=4)
print(loaded.load_state_dict(torch.load("resnet18.pth", weights_only=True)))
print(torch.equal(loaded.layer4[1].conv2.weight, model.layer4[1].conv2.weight))
