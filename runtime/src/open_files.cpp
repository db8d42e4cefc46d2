//===- open_files.cpp - Files by their number -----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What open() gives is a number in a table; 0, 1 and 2 are the standard
// streams. What is written is buffered, and is in the file when another one is
// opened, the program ends, or it says so. Forks that use files run where they
// are written, so that no two threads do.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "errors.h"
#include "files.h"
#include "memory.h"
#include "output.h"
#include "text_files.h"

#include <errno.h>
#include <fcntl.h>
#include <new>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

namespace {

/// How a file was opened: the argument of open().
enum Access : int64_t { Read, Write, Append, Exclusive };

struct OpenFile {
  int descriptor;
  bool writes;
  TextReader reader;
  size_t pending = 0; // bytes in `buffer` that are not in the file
  char buffer[8192];

  OpenFile(int descriptor, bool writes, TextReader::Newline newline)
      : descriptor(descriptor), writes(writes), reader(descriptor, newline) {}
};

} // namespace

static OpenFile **files;
static int64_t capacity;

/// False with errno; what could not be written stays, as in Python.
static bool flush(OpenFile &file) {
  size_t done = 0;
  while (done < file.pending) {
    ssize_t written =
        write(file.descriptor, file.buffer + done, file.pending - done);
    if (written < 0 && errno != EINTR)
      break;
    done += written < 0 ? 0 : size_t(written);
  }
  file.pending -= done;
  if (file.pending)
    memmove(file.buffer, file.buffer + done, file.pending);
  return !file.pending;
}

/// Writes out what all files have; false with errno.
static bool flushAll() {
  int reason = 0;
  for (int64_t i = 0; i < capacity; ++i)
    if (files[i] && files[i]->pending && !flush(*files[i]))
      reason = errno;
  errno = reason;
  return !reason;
}

static bool flushBeforeEnd() {
  if (flushAll())
    return true;
  const char *reason = strerror(errno);
  writeAll(2, "error: cannot write to a file: ", 31);
  writeAll(2, reason, strlen(reason));
  writeAll(2, "\n", 1);
  return false;
}

static int64_t keep(OpenFile *file, int64_t number) {
  if (number >= capacity) {
    int64_t wanted = capacity ? 2 * capacity : 16;
    size_t bytes = size_t(wanted) * sizeof(OpenFile *);
    auto *fresh = static_cast<OpenFile **>(blockNewOrRaise(bytes));
    memset(fresh, 0, bytes);
    if (files) {
      memcpy(fresh, files, size_t(capacity) * sizeof(OpenFile *));
      blockFree(files, size_t(capacity) * sizeof(OpenFile *));
    }
    files = fresh;
    capacity = wanted;
  }
  files[number] = file;
  writeOutFiles = flushBeforeEnd;
  return number;
}

static OpenFile *make(int descriptor, bool writes,
                      TextReader::Newline newline) {
  return new (blockNewOrRaise(sizeof(OpenFile)))
      OpenFile(descriptor, writes, newline);
}

/// A file to read or to write, which is the program's word for it.
static OpenFile &fileOf(int64_t number, bool writes, const char *where) {
  if (raiseQueued)
    raiseQueued();
  OpenFile *file = number < capacity ? files[number] : nullptr;
  if (!file && number == 0) {
    file = make(0, false, TextReader::Newline::Plain);
    keep(file, 0);
  }
  if (!file)
    raisef("ValueError", where, "I/O operation on closed file.");
  if (file->writes != writes)
    raisef("UnsupportedOperation", where,
           writes ? "not writable" : "not readable");
  return *file;
}

static OpenFile &readerOf(int64_t number, const char *where) {
  // What is asked for stands in front of the answer, on a terminal.
  if (number == 0)
    flushOutput();
  return fileOf(number, /*writes=*/false, where);
}

[[noreturn]] static void raiseErrno(const char *where) {
  raisef("OSError", where, "[Errno %d] %s", errno, strerror(errno));
}

//===----------------------------------------------------------------------===//
// Opening and closing
//===----------------------------------------------------------------------===//

static int openDescriptor(const char *path, int64_t access) {
  const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT | O_TRUNC,
                       O_WRONLY | O_CREAT | O_APPEND,
                       O_WRONLY | O_CREAT | O_EXCL};
  int descriptor = open(path, flags[access] | O_CLOEXEC, 0666);
  struct rlimit limit;
  if (descriptor >= 0 || errno != EMFILE ||
      getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
    return descriptor;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  return open(path, flags[access] | O_CLOEXEC, 0666);
}

static int64_t freeNumber() {
  int64_t number = 3;
  while (number < capacity && files[number])
    ++number;
  return number;
}

int64_t tine_abi_file_open(tine_string *path, int64_t access, int64_t newline,
                           const char *where) {
  if (raiseQueued)
    raiseQueued();
  if (path->length >= PATH_MAX)
    return -ENAMETOOLONG;
  PathName name(path, where);
  // A limit of the file's size is an error of the write, as in Python.
  signal(SIGXFSZ, SIG_IGN);
  flushAll();
  int descriptor = openDescriptor(name.text, access);
  if (descriptor < 0)
    return -errno;
  struct stat found;
  if (fstat(descriptor, &found) == 0 && S_ISDIR(found.st_mode)) {
    close(descriptor);
    return -EISDIR;
  }
  return keep(make(descriptor, access != Read, TextReader::Newline(newline)),
              freeNumber());
}

int64_t tine_abi_file_of_bytes(tine_string *bytes, int64_t newline,
                               const char *where) {
  int descriptor = memfd_create("bytes", MFD_CLOEXEC);
  if (descriptor < 0 ||
      !writeAll(descriptor, bytes->data, size_t(bytes->length)) ||
      lseek(descriptor, 0, SEEK_SET) < 0) {
    int reason = errno;
    if (descriptor >= 0)
      close(descriptor);
    errno = reason;
    raiseErrno(where);
  }
  return keep(make(descriptor, false, TextReader::Newline(newline)),
              freeNumber());
}

void tine_abi_file_close(int64_t number, const char *where) {
  if (number < 0 || number >= capacity || !files[number])
    return;
  OpenFile *file = files[number];
  bool good = flush(*file);
  int reason = errno;
  files[number] = nullptr;
  if (close(file->descriptor) != 0 && good) {
    good = false;
    reason = errno;
  }
  file->~OpenFile();
  blockFree(file, sizeof(OpenFile));
  errno = reason;
  if (!good)
    raiseErrno(where);
}

int64_t tine_abi_file_is_open(int64_t number, const char *) {
  return number < 3 || (number < capacity && files[number]);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

int64_t tine_abi_file_advance(int64_t number, const char *where) {
  return readerOf(number, where).reader.readLine(where);
}

tine_string *tine_abi_file_line(int64_t number, const char *where) {
  const TextReader &reader = fileOf(number, /*writes=*/false, where).reader;
  return tine_abi_string_new(reader.data(), int64_t(reader.size()));
}

void tine::readPoints(int64_t number, int64_t points, const char *where) {
  readerOf(number, where).reader.readPoints(points, where);
}

tine_string *tine_abi_file_read(int64_t number, int64_t points,
                                const char *where) {
  readPoints(number, points, where);
  return tine_abi_file_line(number, where);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void tine_abi_file_write(int64_t number, tine_string *text, const char *where) {
  if (number == 1 || number == 2)
    return tine_abi_print(text, number == 2);
  OpenFile &file = fileOf(number, /*writes=*/true, where);
  auto size = size_t(text->length);
  if (size > sizeof(file.buffer) - file.pending && !flush(file))
    raiseErrno(where);
  if (size > sizeof(file.buffer)) {
    if (!writeAll(file.descriptor, text->data, size))
      raiseErrno(where);
    return;
  }
  memcpy(file.buffer + file.pending, text->data, size);
  file.pending += size;
}

void tine_abi_file_flush(int64_t number, const char *where) {
  if (number < 3)
    return flushOutput();
  if (number >= capacity || !files[number])
    raisef("ValueError", where, "I/O operation on closed file.");
  if (!flush(*files[number]))
    raiseErrno(where);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

int64_t tine_abi_file_tell(int64_t number, const char *where) {
  if (number >= 3 && number < capacity && files[number] &&
      files[number]->writes) {
    if (!flush(*files[number]))
      raiseErrno(where);
    return int64_t(lseek(files[number]->descriptor, 0, SEEK_CUR));
  }
  int64_t place = readerOf(number, where).reader.tell();
  if (place < 0)
    raiseErrno(where);
  return place;
}

int64_t tine_abi_file_seek(int64_t number, int64_t place, int64_t whence,
                           const char *where) {
  if (number >= 3 && number < capacity && files[number] &&
      files[number]->writes) {
    OpenFile &file = *files[number];
    if (!flush(file) || lseek(file.descriptor, place, int(whence)) < 0)
      raiseErrno(where);
  } else if (!readerOf(number, where).reader.seek(place, int(whence))) {
    raiseErrno(where);
  }
  return tine_abi_file_tell(number, where);
}
