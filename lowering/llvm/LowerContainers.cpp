//===- LowerContainers.cpp - Lists and dicts as calls of the runtime ------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime gives addresses of slots; leaves are loaded and stored here.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

static Value toSlot(OpLowering &l, Value value) {
  return l.abi.toSlot(l.builder, l.loc, l.in(value));
}

static void lowerListSlice(OpLowering &l, ListSliceOp op) {
  Value lower = op.getLower(), upper = op.getUpper();
  l.out(l.call("list_slice", l.ptr(),
               {l.in(op.getList()), lower ? lower : l.i64(0),
                upper ? upper : l.i64(0), op.getStep(),
                l.i32((lower ? 1 : 0) | (upper ? 2 : 0)), l.where()}));
}

static void lowerListPop(OpLowering &l, ListPopOp op) {
  Value slots = l.abi.stackSlots(l.builder, l.loc,
                                 std::max<unsigned>(1, op.getNumResults()));
  l.call("list_pop", {l.in(op.getList()), op.getIndex(), slots, l.where()});
  l.load(slots, /*retain=*/false);
}

static bool lowerListOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](ListNewOp op) {
        ArrayRef<Type> leaves = op.getList().getType().getLeaves();
        l.out(l.call(
            "list_new", l.ptr(),
            {l.i32(leaves.size()), l.i64(getCountedMask(leaves)), l.i64(0)}));
        return true;
      })
      .Case([&](ListLengthOp op) {
        l.out(l.field(l.in(op.getList()), offsetof(tine_list, length)));
        return true;
      })
      .Case([&](ListGetOp op) {
        Value slots = l.call("list_at", l.ptr(),
                             {l.in(op.getList()), op.getIndex(), l.where()});
        l.load(slots, /*retain=*/true);
        return true;
      })
      .Case([&](ListSetOp op) {
        Value slots = l.call("list_replace", l.ptr(),
                             {l.in(op.getList()), op.getIndex(), l.where()});
        l.store(slots, op.getLeaves());
        return true;
      })
      .Case([&](ListAppendOp op) {
        Value slots = l.call("list_push", l.ptr(), l.in(op.getList()));
        l.store(slots, op.getLeaves());
        return true;
      })
      .Case([&](ListInsertOp op) {
        Value slots =
            l.call("list_insert", l.ptr(), {l.in(op.getList()), op.getIndex()});
        l.store(slots, op.getLeaves());
        return true;
      })
      .Case([&](ListPopOp op) {
        lowerListPop(l, op);
        return true;
      })
      .Case([&](ListClearOp op) {
        l.call("list_clear", l.in(op.getList()));
        return true;
      })
      .Case([&](ListReverseOp op) {
        l.call("list_reverse", l.in(op.getList()));
        return true;
      })
      .Case([&](ListSortOp op) {
        l.call("list_sort",
               {l.in(op.getList()), l.i32(int32_t(op.getCompare())),
                l.fromBool(op.getDescending())});
        return true;
      })
      .Case([&](ListExtendOp op) {
        l.call("list_extend", l.in(op->getOperands()));
        return true;
      })
      .Case([&](ListCopyOp op) {
        l.out(l.call("list_copy", l.ptr(), l.in(op.getList())));
        return true;
      })
      .Case([&](ListRepeatOp op) {
        l.out(l.call("list_repeat", l.ptr(),
                     {l.in(op.getList()), op.getTimes()}));
        return true;
      })
      .Case([&](ListSliceOp op) {
        lowerListSlice(l, op);
        return true;
      })
      .Case([&](ListEqualOp op) {
        l.out(l.toBool(l.call("list_equal", l.i32Type(),
                              {l.in(op.getLhs()), l.in(op.getRhs()),
                               l.i32(int32_t(op.getCompare()))})));
        return true;
      })
      .Case([&](ListFindOp op) {
        l.out(l.call("list_find", l.i64Type(),
                     {l.in(op.getList()), toSlot(l, op.getValue()),
                      l.i32(int32_t(op.getCompare()))}));
        return true;
      })
      .Case([&](ListCountOp op) {
        l.out(l.call("list_count", l.i64Type(),
                     {l.in(op.getList()), toSlot(l, op.getValue()),
                      l.i32(int32_t(op.getCompare()))}));
        return true;
      })
      .Default(false);
}

static void lowerDictPop(OpLowering &l, DictPopOp op) {
  Value slots = l.abi.stackSlots(l.builder, l.loc,
                                 std::max<unsigned>(1, op.getNumResults()));
  l.call("dict_pop",
         {l.in(op.getDict()), toSlot(l, op.getKey()), slots, l.where()});
  l.load(slots, /*retain=*/false);
}

static void lowerDictEntry(OpLowering &l, DictEntryOp op) {
  Value dict = l.in(op.getDict());
  Type keyType = op.getResult(0).getType();
  Value key = l.abi.fromSlot(
      l.builder, l.loc, l.call("dict_key", l.i64Type(), {dict, op.getIndex()}),
      getLeafType(keyType));
  if (isCounted(keyType))
    l.call("retain", key);
  l.out(key, 0);
  if (op.getNumResults() > 1)
    l.load(l.call("dict_value", l.ptr(), {dict, op.getIndex()}),
           /*retain=*/true, /*first=*/1);
}

static bool lowerDictOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](DictNewOp op) {
        ArrayRef<Type> values = op.getDict().getType().getValues();
        l.out(l.call("dict_new", l.ptr(),
                     {l.i32(int32_t(op.getCompare())), l.i32(values.size()),
                      l.i64(getCountedMask(values))}));
        return true;
      })
      .Case([&](DictLengthOp op) {
        l.out(l.call("dict_length", l.i64Type(), l.in(op.getDict())));
        return true;
      })
      .Case([&](DictContainsOp op) {
        l.out(l.toBool(l.call("dict_contains", l.i32Type(),
                              {l.in(op.getDict()), toSlot(l, op.getKey())})));
        return true;
      })
      .Case([&](DictGetOp op) {
        l.load(l.call("dict_at", l.ptr(),
                      {l.in(op.getDict()), toSlot(l, op.getKey()), l.where()}),
               /*retain=*/true);
        return true;
      })
      .Case([&](DictSetOp op) {
        l.store(l.call("dict_put", l.ptr(),
                       {l.in(op.getDict()), toSlot(l, op.getKey())}),
                op.getLeaves());
        return true;
      })
      .Case([&](DictPopOp op) {
        lowerDictPop(l, op);
        return true;
      })
      .Case([&](DictEntryOp op) {
        lowerDictEntry(l, op);
        return true;
      })
      .Case([&](DictClearOp op) {
        l.call("dict_clear", l.in(op.getDict()));
        return true;
      })
      .Case([&](DictCopyOp op) {
        l.out(l.call("dict_copy", l.ptr(), l.in(op.getDict())));
        return true;
      })
      .Default(false);
}

bool tine::lowerContainerOp(OpLowering &l) {
  return lowerListOp(l) || lowerDictOp(l);
}
