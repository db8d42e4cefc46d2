//===- OutputFile.cpp - A file that appears whole or not at all -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Temporary files, renaming and their errors.
//
//===----------------------------------------------------------------------===//

#include "codegen/OutputFile.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <climits>
#include <unistd.h>

using namespace llvm;

namespace tine {

static Error cannotWrite(StringRef path, std::error_code why) {
  return createStringError(
      why, "cannot write " +
               (path == "-" ? "to standard output" : "'" + path.str() + "'") +
               ": " + why.message());
}

/// The place where a special file's contents are gathered.
static std::string gatheringModel() {
  SmallString<128> model;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, model);
  sys::path::append(model, "tinec");
  return std::string(model);
}

/// The file that `path` names, through symbolic links whose last one may lead
/// to nothing yet.
static std::string followLinks(StringRef path) {
  constexpr int mostLinks = 40; // as the kernel's
  SmallString<128> at(path);
  for (int links = 0; links < mostLinks; ++links) {
    char target[PATH_MAX];
    ssize_t length = ::readlink(at.c_str(), target, sizeof(target));
    if (length <= 0 || size_t(length) == sizeof(target))
      break;
    StringRef next(target, size_t(length));
    if (sys::path::is_absolute(next))
      at.clear();
    else
      sys::path::remove_filename(at);
    sys::path::append(at, next);
  }
  return std::string(at);
}

Expected<OutputFile> OutputFile::create(StringRef path, bool executable) {
  OutputFile file;
  file.path = followLinks(path);

  sys::fs::file_status status;
  if (path == "-") {
    file.special = true;
  } else if (!sys::fs::status(path, status)) {
    if (sys::fs::is_directory(status))
      return cannotWrite(path, make_error_code(errc::is_a_directory));
    SmallString<128> real;
    if (!sys::fs::real_path(path, real))
      file.path = std::string(real);
    file.special = !sys::fs::is_regular_file(status);
    // Renaming would replace a write-protected file without asking.
    if (!file.special && sys::fs::access(path, sys::fs::AccessMode::Write))
      return cannotWrite(path, make_error_code(errc::permission_denied));
  }

  unsigned mode = sys::fs::all_read | sys::fs::all_write;
  if (executable)
    mode |= sys::fs::all_exe;
  auto temporary = sys::fs::TempFile::create(
      (file.special ? gatheringModel() : file.path) + ".tmp-%%%%%%%%", mode);
  if (!temporary)
    return cannotWrite(path, errorToErrorCode(temporary.takeError()));
  file.temporary.emplace(std::move(*temporary));
  // Seekable through the descriptor; closing is the temporary file's business.
  file.stream = std::make_unique<raw_fd_ostream>(file.temporary->FD,
                                                 /*shouldClose=*/false);
  return std::move(file);
}

OutputFile::~OutputFile() {
  if (stream)
    stream->clear_error();
  stream.reset();
  if (temporary)
    consumeError(temporary->discard());
}

/// Copies the gathered contents into a device or pipe; "-" is standard output.
static std::error_code copyInto(StringRef from, StringRef to) {
  auto contents = MemoryBuffer::getFile(from);
  if (!contents)
    return contents.getError();
  std::error_code error;
  raw_fd_ostream os(to, error, sys::fs::CD_OpenExisting, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (error)
    return error;
  os << (*contents)->getBuffer();
  os.flush();
  error = os.error();
  os.clear_error();
  return error;
}

Error OutputFile::keep() {
  stream->flush();
  std::error_code error = stream->error();
  stream->clear_error();
  stream.reset();
  if (!error && special)
    error = copyInto(temporary->TmpName, path);
  if (error || special) {
    consumeError(temporary->discard());
    temporary.reset();
    return error ? cannotWrite(path, error) : Error::success();
  }
  // A failed renaming removes the temporary file.
  Error kept = temporary->keep(path);
  temporary.reset();
  if (kept)
    return cannotWrite(path, errorToErrorCode(std::move(kept)));
  return Error::success();
}

} // namespace tine
