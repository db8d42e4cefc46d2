//===- Class.cpp - Roles of classes ---------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decorators by which classes of the library say what they are, and what
// is asked of them.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Class.h"
#include "llvm/ADT/StringSwitch.h"

namespace tine::elaborate {

std::optional<ClassRole> roleOfDecorator(llvm::StringRef name) {
  if (!name.consume_front("_tine."))
    return std::nullopt;
  using Role = std::optional<ClassRole>;
  return llvm::StringSwitch<Role>(name)
      .Case("module", ClassRole::Module)
      .Case("script_module", ClassRole::ScriptModule)
      .Case("module_list", ClassRole::ModuleList)
      .Case("module_dict", ClassRole::ModuleDict)
      .Case("optimizer", ClassRole::Optimizer)
      .Case("state_maker", ClassRole::StateMaker)
      .Case("set", ClassRole::Set)
      .Case("run_tuple", ClassRole::RunTuple)
      .Case("array", ClassRole::Array)
      .Case("stored_value", ClassRole::StoredValue)
      .Case("unread", ClassRole::Unread)
      .Case("unsure_number", ClassRole::UnsureNumber)
      .Case("iterator", ClassRole::Iterator)
      .Case("caught_error", ClassRole::CaughtError)
      .Case("error_type", ClassRole::ErrorType)
      .Case("yield_manager", ClassRole::YieldManager)
      .Case("sees_errors", ClassRole::SeesErrors)
      .Case("data_field", ClassRole::DataField)
      .Case("missing_value", ClassRole::MissingValue)
      .Case("init_variable", ClassRole::InitVariable)
      .Case("keyword_marker", ClassRole::KeywordMarker)
      .Case("any_value", ClassRole::AnyValue)
      .Case("stream", ClassRole::Stream)
      .Case("hidden", ClassRole::Hidden)
      .Case("record", ClassRole::Record)
      .Default(std::nullopt);
}

bool ClassInfo::inherits(ClassRole role) const {
  return llvm::any_of(order,
                      [role](const ClassInfo *c) { return c->has(role); });
}

} // namespace tine::elaborate
