//===- Program.h - What is gathered of the whole program --------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What elaboration gathers for the module that it makes: parameters with their
// names, names of modules for traces, devices, products in TF32.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_PROGRAM_H
#define TINE_FRONTEND_SERVICES_PROGRAM_H

#include "frontend/services/ModulePaths.h"
#include "frontend/services/Outside.h"
#include "frontend/services/Parameters.h"
#include "frontend/services/Tf32.h"
#include "frontend/values/State.h"

namespace tine::elaborate {

class Program {
public:
  explicit Program(Context &context)
      : parameters(context), modulePaths(context), outside(context),
        dropped(context.getContext()) {}

  Parameters parameters;
  ModulePaths modulePaths;
  Outside outside;
  Tf32Products tf32;
  std::set<std::string> devices; // that tensors are sent to, but the host
  DroppedCode dropped;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_PROGRAM_H
