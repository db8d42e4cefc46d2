//===- weights.h - Files of weights -----------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A .safetensors file, or what torch.save() writes of a state_dict(): its
// tensors by name, compared with the parameters of a program. Such files are
// passed around: nothing in them is believed, and nothing is executed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_WEIGHTS_H
#define TINE_RUNTIME_WEIGHTS_H

#include "torch_file.h"

namespace tine {

class WeightsFile {
public:
  WeightsFile() = default;
  WeightsFile(const WeightsFile &) = delete;
  WeightsFile &operator=(const WeightsFile &) = delete;
  ~WeightsFile();

  /// Opens FILE, or FILE:KEY for a dict in it. False with a message in
  /// `problem`.
  bool open(const char *path, Text &problem);
  /// Finds each parameter; false with what is missing, what does not fit, and
  /// what the program does not know. `path` must live on.
  bool match(const tine_parameter *parameters, int64_t count, Text &problem);
  /// The tensor of a parameter that is no other name of one; null if it is a
  /// counter of batches, which older files do not have: it is 0.
  const FileTensor *tensorOf(int64_t number) const { return found[number]; }
  /// Reads the elements of a tensor in row-major order; false with errno, which
  /// is 0 where the file ends.
  bool read(const FileTensor &tensor, void *elements) const;
  /// The elements in memory that shows the file; null where they do not lie as
  /// a tensor's do, or the system cannot.
  const void *map(const FileTensor &tensor);

  const char *path = nullptr;
  uint64_t size = 0; // of the file
  FileTensors tensors;

private:
  bool openSafetensors(Text &problem);
  bool openTorch(const char *key, Text &problem);
  bool addTensors(const PickleValue &dict, Text &problem);

  int descriptor = -1;
  Text name;   // of the file, without the key
  Text header; // of .safetensors, that names lie in
  TorchFile torch;
  FileTensor **found = nullptr;
  char *mapped = nullptr;
};

/// Whether a tensor can be that parameter; a size below 0 is any.
bool fits(const FileTensor &tensor, int dtype, int rank, const int64_t *sizes);
/// Adds " is T in the file but U in the program".
void addDifference(Text &text, const FileTensor &tensor, int dtype, int rank,
                   const int64_t *sizes);

} // namespace tine

#endif // TINE_RUNTIME_WEIGHTS_H
