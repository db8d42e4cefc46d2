//===- Failures.cpp - What a finally sees ---------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statements are among the places that go in steps, where they are no
// bodies of functions. Two marks beside them say that there are any, and that
// there may be none any more.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Failures.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static const char raisesAny = 0, raisesNone = 0;

static void restart(Context &e, StringRef what, StringRef why) {
  logOfLoads(e, placeOf(e, e.frames.here), what, why);
  e.diagnoser.requestRestart();
}

bool raiseFailures(Context &e, const void *node) {
  std::set<const void *> &decided = e.decisions.facts.decided.inSteps;
  if (e.stopped() || e.diagnoser.collecting || decided.count(&raisesNone) ||
      !decided.insert(node).second)
    return false;
  decided.insert(&raisesAny);
  restart(e, "raise what fails in the run", "others see what runs behind it");
  return true;
}

bool raisesFailures(Context &e, const void *node) {
  return e.decisions.isInSteps(node);
}

bool endByFailures(Context &e, const Twine &error) {
  Decided &decided = e.decisions.facts.decided;
  if (!decided.inSteps.count(&raisesAny))
    return false;
  decided = {};
  decided.inSteps.insert(&raisesNone);
  restart(e, "end with what fails in the run", error.str());
  return true;
}

} // namespace tine::elaborate
