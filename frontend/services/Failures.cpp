//===- Failures.cpp - What a finally sees ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Failures.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static void restart(Context &e, StringRef what, StringRef why) {
  logOfLoads(e, placeOf(e, e.frames.here), what, why);
  e.diagnoser.requestRestart();
}

bool raiseFailures(Context &e, const void *node) {
  Decided &decided = e.decisions.facts.decided;
  if (e.stopped() || e.diagnoser.collecting || decided.endsByFailures ||
      !decided.raisesFailures.insert(node).second)
    return false;
  restart(e, "raise what fails in the run", "others see what runs behind it");
  return true;
}

bool raisesFailures(Context &e, const void *node) {
  return e.decisions.facts.decided.raisesFailures.count(node) != 0;
}

bool endByFailures(Context &e, const Twine &error) {
  Decided &decided = e.decisions.facts.decided;
  if (decided.raisesFailures.empty())
    return false;
  decided = {};
  decided.endsByFailures = true;
  restart(e, "end with what fails in the run", error.str());
  return true;
}

} // namespace tine::elaborate
