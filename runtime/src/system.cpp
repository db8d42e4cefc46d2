//===- system.cpp - What is asked of the operating system -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clocks that wait, the calendar, the environment, and folders.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "errors.h"
#include "files.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

using namespace tine;

static tine_string *textOf(const char *text) {
  return tine_abi_string_new(text, int64_t(strlen(text)));
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

void tine_abi_system_sleep(double seconds, const char *where) {
  if (raiseQueued)
    raiseQueued();
  if (!(seconds >= 0))
    raisef("ValueError", where,
           isnan(seconds) ? "Invalid value NaN (not a number)"
                          : "sleep length must be non-negative");
  if (seconds > 9.2e9)
    raisef("OverflowError", where,
           "timestamp too large to convert to C PyTime_t");
  timespec rest;
  rest.tv_sec = time_t(seconds);
  rest.tv_nsec = long((seconds - double(rest.tv_sec)) * 1e9);
  while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {
  }
}

static tm calendarOf(double seconds, bool isUtc, const char *where) {
  tm parts = {};
  double whole = floor(seconds);
  auto moment = fabs(whole) < 1e17 ? time_t(whole) : time_t(-1);
  bool isFine = fabs(whole) < 1e17 && (isUtc ? gmtime_r(&moment, &parts)
                                             : localtime_r(&moment, &parts));
  if (!isFine)
    raisef("OverflowError", where,
           "timestamp out of range for platform time_t");
  return parts;
}

int64_t tine_abi_system_local_time(double seconds, int64_t field,
                                   const char *where) {
  tm parts = calendarOf(seconds, field >= 9, where);
  const int fields[] = {
      parts.tm_year + 1900,    parts.tm_mon + 1,  parts.tm_mday,
      parts.tm_hour,           parts.tm_min,      parts.tm_sec,
      (parts.tm_wday + 6) % 7, parts.tm_yday + 1, parts.tm_isdst};
  return fields[uint64_t(field) % 9];
}

tine_string *tine_abi_system_strftime(tine_string *format, double seconds,
                                      int64_t isUtc, const char *where) {
  tm parts = calendarOf(seconds, isUtc != 0, where);
  Text pattern, result;
  pattern.add(format);
  // A character more, so that an empty result is told from one that is too
  // long.
  pattern.add("x", 2);
  result.reserve(256);
  size_t length = 0;
  while (
      !(length = strftime(result.data, result.capacity, pattern.data, &parts)))
    result.reserve(2 * result.capacity);
  return tine_abi_string_new(result.data, int64_t(length) - 1);
}

//===----------------------------------------------------------------------===//
// The process and its environment
//===----------------------------------------------------------------------===//

static const char *variable(const tine_string *name) {
  Text terminated;
  terminated.add(name);
  terminated.add("", 1);
  return getenv(terminated.data);
}

int64_t tine_abi_system_has_env(tine_string *name, const char *) {
  return variable(name) != nullptr;
}

tine_string *tine_abi_system_getenv(tine_string *name, const char *) {
  const char *text = variable(name);
  return textOf(text ? text : "");
}

tine_string *tine_abi_system_getcwd(const char *where) {
  char path[PATH_MAX];
  if (!getcwd(path, sizeof(path)))
    raisef("FileNotFoundError", where, "[Errno %d] %s", errno, strerror(errno));
  return textOf(path);
}

tine_string *tine_abi_system_hostname(const char *) {
  char name[256] = {};
  if (gethostname(name, sizeof(name) - 1) != 0)
    name[0] = 0;
  return textOf(name);
}

int64_t tine_abi_system_getpid(const char *) { return getpid(); }

int64_t tine_abi_system_cpu_count(const char *) {
  return sysconf(_SC_NPROCESSORS_ONLN);
}

//===----------------------------------------------------------------------===//
// Files and folders
//===----------------------------------------------------------------------===//

int64_t tine_abi_system_path_kind(tine_string *path, const char *where) {
  PathName name(path, where);
  struct stat found;
  if (stat(name.text, &found) != 0)
    return 0;
  return S_ISREG(found.st_mode) ? 1 : S_ISDIR(found.st_mode) ? 2 : 3;
}

int64_t tine_abi_system_is_link(tine_string *path, const char *where) {
  PathName name(path, where);
  struct stat found;
  return lstat(name.text, &found) == 0 && S_ISLNK(found.st_mode);
}

int64_t tine_abi_system_file_size(tine_string *path, const char *where) {
  PathName name(path, where);
  struct stat found;
  if (stat(name.text, &found) != 0)
    raiseOfFile(errno, path, where);
  return int64_t(found.st_size);
}

void tine_abi_system_mkdir(tine_string *path, const char *where) {
  PathName name(path, where);
  if (mkdir(name.text, 0777) != 0)
    raiseOfFile(errno, path, where);
}

void tine_abi_system_remove(tine_string *path, const char *where) {
  PathName name(path, where);
  if (unlink(name.text) != 0)
    raiseOfFile(errno, path, where);
}
