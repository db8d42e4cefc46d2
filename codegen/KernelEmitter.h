#ifndef TINE_CODEGEN_KERNELEMITTER_H
#define TINE_CODEGEN_KERNELEMITTER_H
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>
namespace tine {
struct DeviceCode {
  struct Kernel { std::string name, where; int threads, arguments; };
  std::string ptx;
  std::vector<Kernel> kernels;
};
void registerKernelTranslations(mlir::DialectRegistry &registry);
llvm::Expected<std::optional<DeviceCode>> emitKernels(mlir::ModuleOp module);
void addDeviceCode(llvm::Module &host, const DeviceCode &code);
}
#endif
