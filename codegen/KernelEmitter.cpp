#include "codegen/KernelEmitter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
using namespace llvm;
namespace tine {
void registerKernelTranslations(mlir::DialectRegistry &registry) {
  mlir::registerNVVMDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
}
static void define(Module &m) {
  std::map<StringRef, Intrinsic::ID> table = {{"fabs", Intrinsic::fabs}, {"copysign", Intrinsic::copysign}, {"fma", Intrinsic::fma}, {"sqrt", Intrinsic::sqrt}, {"floor", Intrinsic::floor}, {"ceil", Intrinsic::ceil}, {"trunc", Intrinsic::trunc}, {"rint", Intrinsic::rint}};
  for (Function &f : m) {
    if (!f.isDeclaration() || !f.getName().starts_with("__nv_")) continue;
    StringRef n = f.getName().drop_front(5);
    bool isF = f.getReturnType()->isFloatTy();
    if (isF && n.ends_with("f")) n = n.drop_back();
    auto it = table.find(n);
    if (it == table.end()) continue;
    IRBuilder<> b(BasicBlock::Create(m.getContext(), "", &f));
    SmallVector<Value *> args; for (auto &a : f.args()) args.push_back(&a);
    b.CreateRet(b.CreateIntrinsic(it->second, {f.getReturnType()}, args));
    f.setLinkage(GlobalValue::InternalLinkage); f.addFnAttr(Attribute::AlwaysInline);
  }
}
Expected<std::optional<DeviceCode>> emitKernels(mlir::ModuleOp module) {
  mlir::gpu::GPUModuleOp kernels;
  for (auto k : module.getOps<mlir::gpu::GPUModuleOp>()) kernels = k;
  if (!kernels) return std::optional<DeviceCode>();
  DeviceCode code;
  mlir::OwningOpRef<mlir::ModuleOp> own = mlir::ModuleOp::create(kernels.getLoc());
  own->getBodyRegion().takeBody(kernels.getBodyRegion());
  kernels.erase();
  for (auto f : own->getOps<mlir::LLVM::LLVMFuncOp>()) {
    if (!f->hasAttr("nvvm.kernel")) continue;
    int threads = 256;
    for (StringRef n : {"nvvm.maxntid", "nvvm.reqntid"})
      if (auto a = f->getAttrOfType<mlir::DenseI32ArrayAttr>(n)) threads = a[0];
    code.kernels.push_back({f.getName().str(), "here", threads, int(f.getNumArguments())});
  }
  LLVMContext context;
  auto result = mlir::translateModuleToLLVMIR(*own, context, "kernels");
  if (!result) return createStringError("no translation");
  LLVMInitializeNVPTXTarget(); LLVMInitializeNVPTXTargetInfo(); LLVMInitializeNVPTXTargetMC(); LLVMInitializeNVPTXAsmPrinter();
  std::string error; Triple triple("nvptx64-nvidia-cuda");
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(triple, "sm_80", "+ptx80", {}, Reloc::PIC_, {}, CodeGenOptLevel::Aggressive));
  result->setTargetTriple(triple); result->setDataLayout(machine->createDataLayout());
  define(*result);
  LoopAnalysisManager lam; FunctionAnalysisManager fam; CGSCCAnalysisManager cam; ModuleAnalysisManager mam;
  PassBuilder pb(machine.get());
  pb.registerModuleAnalyses(mam); pb.registerCGSCCAnalyses(cam); pb.registerFunctionAnalyses(fam); pb.registerLoopAnalyses(lam); pb.crossRegisterProxies(lam, fam, cam, mam);
  pb.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(*result, mam);
  SmallVector<char, 0> text; raw_svector_ostream os(text);
  legacy::PassManager pm;
  if (machine->addPassesToEmitFile(pm, os, nullptr, CodeGenFileType::AssemblyFile)) return createStringError("no ptx");
  pm.run(*result);
  code.ptx.assign(text.begin(), text.end());
  return std::optional<DeviceCode>(code);
}
void addDeviceCode(Module &m, const DeviceCode &code) {
  auto &c = m.getContext();
  Type *ptr = PointerType::get(c, 0), *i64 = Type::getInt64Ty(c), *i32 = Type::getInt32Ty(c);
  auto text = [&](StringRef s) -> Constant * { auto *v = ConstantDataArray::getString(c, s); auto *g = new GlobalVariable(m, v->getType(), true, GlobalValue::InternalLinkage, v, "tine.device"); return g; };
  auto *imageType = StructType::get(c, {ptr, ptr, i64, i64});
  auto *image = ConstantStruct::get(imageType, {text("sm_80"), text(code.ptx), ConstantInt::get(i64, code.ptx.size()), ConstantInt::get(i64, 0)});
  auto *images = new GlobalVariable(m, imageType, true, GlobalValue::InternalLinkage, image, "tine.images");
  auto *kernelType = StructType::get(c, {ptr, ptr, i32, i32, i32, i32});
  std::vector<Constant *> list;
  auto n = [&](int v) { return ConstantInt::get(i32, v); };
  for (auto &k : code.kernels) list.push_back(ConstantStruct::get(kernelType, {text(k.name), text(k.where), n(k.threads), n(k.arguments), n(0), n(0)}));
  auto *arrayType = ArrayType::get(kernelType, list.size());
  auto *kernels = new GlobalVariable(m, arrayType, true, GlobalValue::InternalLinkage, ConstantArray::get(arrayType, list), "tine.kernels");
  auto *codeType = StructType::get(c, {ptr, i64, ptr, i64});
  auto *value = ConstantStruct::get(codeType, {images, ConstantInt::get(i64, 1), kernels, ConstantInt::get(i64, list.size())});
  auto *old = m.getNamedGlobal("tine_device_code");
  auto *made = new GlobalVariable(m, codeType, true, GlobalValue::ExternalLinkage, value, "tine_device_code.new");
  if (old) { old->replaceAllUsesWith(made); old->eraseFromParent(); }
  made->setName("tine_device_code");
}
}
