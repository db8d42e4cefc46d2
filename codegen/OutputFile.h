//===- OutputFile.h - A file that appears whole or not at all ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the compiler writes goes to a temporary file beside the target, which is
// renamed over the target when everything was written. On failure, on a signal
// and on a crash nothing is left.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_CODEGEN_OUTPUTFILE_H
#define TINE_CODEGEN_OUTPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>

namespace tine {

class OutputFile {
public:
  /// `path` may name a device or a pipe: that is written in place; "-" is
  /// standard output, which gets everything at the end. Fails, with
  /// a message that names `path`, when it is a directory or cannot be written.
  static llvm::Expected<OutputFile> create(llvm::StringRef path,
                                           bool executable = false);
  OutputFile(OutputFile &&) = default;
  /// Removes what was not kept.
  ~OutputFile();

  /// Where to write: use either the file's name or the stream.
  llvm::StringRef temporaryPath() const { return temporary->TmpName; }
  llvm::raw_pwrite_stream &os() { return *stream; }

  /// Makes the written file the target. Fails when something could not be
  /// written; the target is then as it was.
  llvm::Error keep();

private:
  OutputFile() = default;

  std::string path; // symbolic links resolved
  bool special = false;
  std::optional<llvm::sys::fs::TempFile> temporary;
  std::unique_ptr<llvm::raw_fd_ostream> stream;
};

} // namespace tine

#endif // TINE_CODEGEN_OUTPUTFILE_H
