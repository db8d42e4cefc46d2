//===- ValueTest.cpp - Values of the elaborator ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What programs cannot show: that values are copied whole.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Class.h"
#include "gtest/gtest.h"

using namespace tine::elaborate;

namespace {

/// A named tuple of one tuple and a function that nobody else holds.
Value nested(ClassInfo &info) {
  Value inner = makeTuple({makeInt(5)});
  inner.text = "a name that does not fit into the string itself";
  inner.classInfo = &info;
  inner.function = std::make_shared<FunctionInfo>();
  inner.function->name = "f";
  return makeTuple({std::move(inner)});
}

void expectInner(const Value &value, const ClassInfo &info) {
  EXPECT_TRUE(value.is(Kind::Tuple));
  EXPECT_EQ(value.text, "a name that does not fit into the string itself");
  EXPECT_EQ(value.classInfo, &info);
  ASSERT_TRUE(value.function);
  EXPECT_EQ(value.function->name, "f");
  ASSERT_EQ(value.items.size(), 1u);
  EXPECT_TRUE(value.items[0].is(Kind::Int));
  EXPECT_EQ(value.items[0].integer, 5);
}

} // namespace

TEST(ValueTest, BecomesAPartOfItself) {
  ClassInfo info;
  Value copied = nested(info);
  copied = copied.items[0];
  expectInner(copied, info);

  Value moved = nested(info);
  moved = std::move(moved.items[0]);
  expectInner(moved, info);
}

TEST(ValueTest, BecomesItself) {
  ClassInfo info;
  Value value = nested(info).items[0];
  const Value &same = value;
  value = same;
  expectInner(value, info);
}
