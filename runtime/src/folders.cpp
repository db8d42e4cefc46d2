//===- folders.cpp - Names in folders -------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is in folders, and changes of it. What may fail gives an errno, of which
// the library makes an error. Lists of names are a text with a NUL behind each.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "errors.h"
#include "files.h"
#include "unicode.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tine;

tine_string *tine_abi_file_reason(int64_t reason, const char *) {
  const char *text = strerror(int(reason));
  return tine_abi_string_new(text, int64_t(strlen(text)));
}

int64_t tine_abi_file_remove(tine_string *path, const char *where) {
  PathName name(path, where);
  return unlink(name.text) != 0 ? errno : 0;
}

int64_t tine_abi_file_remove_folder(tine_string *path, const char *where) {
  PathName name(path, where);
  return rmdir(name.text) != 0 ? errno : 0;
}

int64_t tine_abi_file_make_folder(tine_string *path, const char *where) {
  PathName name(path, where);
  return mkdir(name.text, 0777) != 0 ? errno : 0;
}

int64_t tine_abi_file_rename(tine_string *from, tine_string *to,
                             const char *where) {
  PathName old(from, where), fresh(to, where);
  return rename(old.text, fresh.text) != 0 ? errno : 0;
}

int64_t tine_abi_file_size(tine_string *path, const char *where) {
  PathName name(path, where);
  struct stat found;
  return stat(name.text, &found) != 0 ? -errno : int64_t(found.st_size);
}

double tine_abi_file_changed(tine_string *path, const char *where) {
  PathName name(path, where);
  struct stat found;
  if (stat(name.text, &found) != 0)
    return -errno;
  return double(found.st_mtim.tv_sec) + 1e-9 * double(found.st_mtim.tv_nsec);
}

/// Calls `visit` with each name in a folder; false with errno.
template <typename Visit>
static bool visitFolder(const char *path, Visit visit) {
  DIR *folder = opendir(path);
  if (!folder)
    return false;
  while (const dirent *entry = readdir(folder))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      visit(static_cast<const char *>(entry->d_name));
  closedir(folder);
  return true;
}

int64_t tine_abi_file_list_error(tine_string *path, const char *where) {
  PathName name(path, where);
  return visitFolder(name.text, [](const char *) {}) ? 0 : errno;
}

tine_string *tine_abi_file_list(tine_string *path, const char *where) {
  PathName name(path, where);
  Text names;
  visitFolder(name.text,
              [&](const char *entry) { names.add(entry, strlen(entry) + 1); });
  return names.string();
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Whether a code point is in the set at `at`, which is behind its '[' and is
/// moved behind its ']'; -1 where no ']' closes it.
static int fitsSet(const char *&at, const char *end, int32_t point) {
  const char *p = at;
  bool isNot = p < end && *p == '!';
  if (isNot)
    ++p;
  bool found = false;
  for (bool isFirst = true; p < end && (*p != ']' || isFirst);
       isFirst = false) {
    int32_t low = decode(p, end), high = low;
    if (end - p > 1 && *p == '-' && p[1] != ']') {
      ++p;
      high = decode(p, end);
    }
    found |= low <= point && point <= high;
  }
  if (p >= end)
    return -1;
  at = p + 1;
  return found != isNot;
}

/// fnmatch.fnmatchcase: goes back to the last '*' where it fails.
static bool fits(const char *name, const char *nameEnd, const char *pattern,
                 const char *patternEnd) {
  const char *star = nullptr, *from = nullptr;
  for (;;) {
    const char *next = name;
    bool good;
    if (pattern < patternEnd && *pattern == '*') {
      star = ++pattern;
      from = name;
      continue;
    }
    if (name >= nameEnd && pattern >= patternEnd)
      return true;
    if (name >= nameEnd || pattern >= patternEnd) {
      good = false;
    } else {
      int32_t point = decode(next, nameEnd);
      const char *behind = pattern + 1;
      int inSet = *pattern == '[' ? fitsSet(behind, patternEnd, point) : -1;
      if (inSet < 0 && *pattern != '?') {
        behind = pattern;
        inSet = decode(behind, patternEnd) == point;
      }
      good = inSet != 0;
      pattern = good ? behind : pattern;
    }
    if (good) {
      name = next;
      continue;
    }
    if (!star || from >= nameEnd)
      return false;
    decode(from, nameEnd);
    name = from;
    pattern = star;
  }
}

int64_t tine_abi_file_fits(tine_string *name, tine_string *pattern,
                           const char *) {
  return fits(name->data, name->data + name->length, pattern->data,
              pattern->data + pattern->length);
}

namespace {

/// glob.glob: the paths that a pattern stands for, folder by folder.
class Search {
public:
  explicit Search(int64_t flags) : isDeep(flags & 1), takesHidden(flags & 2) {}

  /// Adds what fits the rest of a pattern below a path, which ends with '/'
  /// or is empty.
  void below(const char *path, size_t length, const char *pattern,
             const char *end, int depth) {
    if (depth > mostDeep)
      return;
    const auto *slash =
        static_cast<const char *>(memchr(pattern, '/', size_t(end - pattern)));
    const char *partEnd = slash ? slash : end;
    const char *rest = slash;
    while (rest && rest < end && *rest == '/')
      ++rest;
    if (isDeep && partEnd - pattern == 2 && pattern[0] == '*' &&
        pattern[1] == '*') {
      if (!rest && length)
        add(path, length);
      deep(path, length, rest, end, depth);
      return;
    }
    if (!isMagic(pattern, partEnd)) {
      Text inner;
      inner.add(path, length);
      inner.add(pattern, size_t(partEnd - pattern));
      step(inner, rest, end, depth);
      return;
    }
    each(path, length, [&](const char *name) {
      if ((*name == '.' && *pattern != '.' && !takesHidden) ||
          !fits(name, name + strlen(name), pattern, partEnd))
        return;
      Text inner;
      inner.add(path, length);
      inner.add(name);
      step(inner, rest, end, depth);
    });
  }

  Text found;

private:
  static constexpr int mostDeep = 200;

  static bool isMagic(const char *from, const char *end) {
    for (; from < end; ++from)
      if (*from == '*' || *from == '?' || *from == '[')
        return true;
    return false;
  }

  static bool status(Text &path, struct stat &found, bool follows) {
    path.reserve(1);
    path.data[path.size] = 0;
    return (follows ? stat(path.data, &found) : lstat(path.data, &found)) == 0;
  }

  static bool isFolder(Text &path) {
    struct stat found;
    return status(path, found, true) && S_ISDIR(found.st_mode);
  }

  template <typename Visit>
  static void each(const char *path, size_t length, Visit visit) {
    Text folder;
    folder.add(path, length);
    if (!length)
      folder.add(".");
    folder.add("", 1);
    visitFolder(folder.data, visit);
  }

  void add(const char *path, size_t length) {
    found.add(path, length);
    found.add("", 1);
  }

  /// `**`: the folder itself, and those in it. Without a rest of the pattern
  /// it stands for all that is in them.
  void deep(const char *path, size_t length, const char *rest, const char *end,
            int depth) {
    if (depth > mostDeep)
      return;
    if (rest && rest < end)
      below(path, length, rest, end, depth + 1);
    else if (rest && length)
      add(path, length);
    each(path, length, [&](const char *name) {
      if (*name == '.' && !takesHidden)
        return;
      Text inner;
      inner.add(path, length);
      inner.add(name);
      if (!rest)
        add(inner.data, inner.size);
      if (!isFolder(inner))
        return;
      inner.add("/", 1);
      deep(inner.data, inner.size, rest, end, depth + 1);
    });
  }

  /// One part of the pattern is done; `rest` is null behind the last one.
  void step(Text &path, const char *rest, const char *end, int depth) {
    struct stat there;
    if (!rest) {
      if (status(path, there, false))
        add(path.data, path.size);
      return;
    }
    if (path.size && !isFolder(path))
      return;
    path.add("/", 1);
    if (rest == end)
      add(path.data, path.size);
    else
      below(path.data, path.size, rest, end, depth + 1);
  }

  bool isDeep, takesHidden;
};

} // namespace

tine_string *tine_abi_file_glob(tine_string *pattern, int64_t flags,
                                const char *where) {
  PathName name(pattern, where);
  Search search(flags);
  if (pattern->length)
    search.below("", 0, name.text, name.text + pattern->length, 0);
  return search.found.string();
}
