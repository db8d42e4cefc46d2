//===- Tf32Builtins.cpp - Settings of TF32, for the library ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Tf32.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

void registerTf32(Registry &r) {
  // The numbers are those of torch._settings.
  r.add("_tine.set_matmul_precision", "number",
        [](Context &e, Bound &a) -> Value {
          const Fp32Precision named[] = {
              Fp32Precision::Ieee, Fp32Precision::Tf32, Fp32Precision::Medium};
          e.objects.exchangeMode(Mode::MatmulPrecision,
                                 makeInt(int64_t(named[a[0].integer])));
          return makeNone();
        });
  r.add("_tine.matmul_precision", "", [](Context &e, Bound &a) -> Value {
    auto precision =
        Fp32Precision(e.objects.knownMode(Mode::MatmulPrecision, a.range));
    return makeInt(int64_t(precision == Fp32Precision::Medium ? 2
                           : precision == Fp32Precision::Tf32 ? 1
                                                              : 0));
  });
}

} // namespace tine::elaborate
