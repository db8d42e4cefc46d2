//===- torch_file.h - What torch.save() writes ------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A zip archive with a pickle, data.pkl, and a member for each storage. Such
// files are passed around: nothing in them is believed, and nothing is
// executed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_TORCH_FILE_H
#define TINE_RUNTIME_TORCH_FILE_H

#include "pickle.h"
#include "safetensors.h"
#include "zip.h"

namespace tine {

/// The call that makes a tensor; null if the value is none.
const PickleValue *tensorCall(const PickleValue &value);

class TorchFile {
public:
  /// Reads the pickle of a file of `size` bytes; false with a message in
  /// `problem`.
  bool open(int descriptor, uint64_t size, Text &problem);
  /// Where a tensor lies in the file, with a storage of `bytes` bytes at
  /// `storage`. `tensor` has a name, for messages.
  bool describe(const PickleValue &call, FileTensor &tensor, uint64_t &storage,
                uint64_t &bytes, Text &problem) const;

  const PickleValue *root = nullptr;

private:
  bool checkOrder(int descriptor, Text &problem) const;

  ZipFile zip;
  Text content; // that texts of the pickle lie in
  Pickle pickle;
  Text folder; // of all members, with the slash
};

} // namespace tine

#endif // TINE_RUNTIME_TORCH_FILE_H
