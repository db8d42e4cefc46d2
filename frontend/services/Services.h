//===- Services.h - All services of a round ---------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Owns the services of a round of elaboration. Nobody below control includes
// it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_SERVICES_H
#define TINE_FRONTEND_SERVICES_SERVICES_H

#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

namespace tine::elaborate {

class Services {
public:
  Services(mlir::MLIRContext *context, Diagnostics &diagnostics, Facts &facts,
           Interpreter &run, Paths &paths, ObjectModel &model)
      : b(context), context{run,       paths,  model,      frames,  diagnoser,
                            decisions, budget, objects,    types,   numbers,
                            tensors,   grads,  containers, program, b},
        diagnoser(this->context, diagnostics), decisions(this->context, facts),
        budget(this->context), objects(this->context), types(this->context),
        numbers(this->context), tensors(this->context), graph(this->context),
        grads(this->context, graph), containers(this->context),
        program(this->context) {}

private:
  mlir::OpBuilder b;

public:
  Context context;

private:
  Frames frames;
  Diagnoser diagnoser;
  Decisions decisions;
  Budget budget;
  Objects objects;
  TypeLattice types;
  Numbers numbers;
  TensorBuilder tensors;
  GraphQuestions graph;
  GradFlags grads;
  Containers containers;
  Program program;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_SERVICES_H
