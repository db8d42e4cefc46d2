//===- Context.cpp - The functions of services that all code calls --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Context.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"

using namespace tine;

namespace tine::elaborate {

Failed Context::error(ast::Range range, const llvm::Twine &message) const {
  diagnoser.error(range, message);
  return {};
}
void Context::warning(ast::Range range, const llvm::Twine &message) const {
  diagnoser.warning(range, message);
}
Failed Context::kindError(llvm::StringRef kind, ast::Range range,
                          const llvm::Twine &pythons,
                          const llvm::Twine &message) const {
  diagnoser.kindError(kind, range, pythons, message);
  return {};
}
Failed Context::fault(llvm::StringRef kind, ast::Range range,
                      const llvm::Twine &message) const {
  diagnoser.fault(kind, range, message);
  return {};
}
Failed Context::die() const {
  diagnoser.die();
  return {};
}
Failed Context::failQuietly() const {
  diagnoser.failQuietly();
  return {};
}
Failed Context::requestRestart() const {
  diagnoser.requestRestart();
  return {};
}
bool Context::stopped() const { return diagnoser.stopped; }
mlir::Location Context::loc(ast::Range range) const {
  return diagnoser.loc(range);
}
void Context::check(mlir::Value condition, llvm::StringRef kind,
                    const llvm::Twine &message, ast::Range range,
                    mlir::ValueRange values) const {
  diagnoser.check(condition, kind, message, range, values);
}

bool Context::script() const { return frames.script(); }

const Object &Context::get(unsigned id) const { return objects.get(id); }
Object &Service::mutate(unsigned id) { return objects.mutate(id); }

mlir::Value Context::ssa(const Value &scalar) const {
  return numbers.ssa(scalar);
}
mlir::Value Context::constInt(int64_t value) const {
  return numbers.constInt(value);
}
mlir::Value Context::constIndex(int64_t value) const {
  return numbers.constIndex(value);
}

} // namespace tine::elaborate
