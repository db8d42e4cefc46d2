//===- device_map.cpp - Where the devices of a program are ------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads --device-map. A device of CUDA that no entry names is at the GPU of its
// number.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "start.h"

#include <stdlib.h>

using namespace tine;

namespace {

struct Name {
  const char *text;
  size_t length;

  bool is(const char *other) const {
    return strlen(other) == length && !strncmp(text, other, length);
  }
  bool operator==(const Name &other) const {
    return length == other.length && !memcmp(text, other.text, length);
  }
};

/// `*` in the pattern stands for any text.
bool matches(Name pattern, Name name) {
  if (!pattern.length)
    return !name.length;
  Name rest = {pattern.text + 1, pattern.length - 1};
  if (*pattern.text == '*') {
    for (size_t skip = 0; skip <= name.length; ++skip)
      if (matches(rest, {name.text + skip, name.length - skip}))
        return true;
    return false;
  }
  return name.length && *pattern.text == *name.text &&
         matches(rest, {name.text + 1, name.length - 1});
}

/// An entry PATTERN=DEVICE; false when it has no `=`.
bool splitEntry(Name entry, Name &pattern, Name &target) {
  auto *equals =
      static_cast<const char *>(memchr(entry.text, '=', entry.length));
  if (!equals)
    return false;
  pattern = {entry.text, size_t(equals - entry.text)};
  target = {equals + 1, entry.length - pattern.length - 1};
  return true;
}

/// What the first entry that matches says, else the device itself.
Name lookUp(const char *map, Name device) {
  Name found = device;
  visitEntries(map, [&](const char *entry, size_t length) {
    Name pattern, target;
    if (!splitEntry({entry, length}, pattern, target) ||
        !matches(pattern, device))
      return true;
    found = target;
    return false;
  });
  return found;
}

/// The number N of a name KIND:N, below `end`; else -1.
int numberOf(Name name, const char *kind, int end) {
  size_t start = strlen(kind) + 1;
  if (name.length <= start || name.length > start + 3 ||
      memcmp(name.text, kind, start - 1) != 0 || name.text[start - 1] != ':')
    return -1;
  int number = 0;
  for (size_t i = start; i < name.length; ++i) {
    if (name.text[i] < '0' || name.text[i] > '9')
      return -1;
    number = 10 * number + (name.text[i] - '0');
  }
  return number < end ? number : -1;
}

/// The place of a CPU's name; false when it is none.
bool placeOfCpu(Name name, Place &place) {
  if (name.is("cpu")) {
    place = 0;
    return true;
  }
  int number = numberOf(name, "cpu", mostCpus);
  place = Place(number + 1);
  return number >= 0;
}

/// The place of a GPU's name; false when it is none.
bool placeOfGpu(Name name, Place &place) {
  int number = name.is("cuda") ? 0 : numberOf(name, "cuda", mostGpus);
  place = Place(firstGpu + number);
  return number >= 0;
}

/// Every entry that names a device must name one of the program.
bool checkEntries(const tine_program &program, const char *map, Text &problem) {
  return visitEntries(map, [&](const char *entry, size_t length) {
    Name pattern, target;
    if (!splitEntry({entry, length}, pattern, target)) {
      problem.addf("--device-map: '%.*s' is not PATTERN=DEVICE", int(length),
                   entry);
      return false;
    }
    bool found = memchr(pattern.text, '*', pattern.length) != nullptr;
    visitEntries(program.devices, [&](const char *device, size_t size) {
      found |= matches(pattern, {device, size});
      return !found;
    });
    if (!found)
      problem.addf("--device-map: the program has no device '%.*s'; its "
                   "devices are %s",
                   int(pattern.length), pattern.text, program.devices);
    return found;
  });
}

} // namespace

bool tine::placeDevices(const tine_program &program, const char *map,
                        DeviceMap &devices, Text &problem) {
  if (!checkEntries(program, map, problem))
    return false;
  return visitEntries(program.devices, [&](const char *text, size_t length) {
    Name device = {text, length};
    if (devices.count == mostDevices) {
      problem.addf("a program can have %d devices", mostDevices);
      return false;
    }
    Place &place = devices.places[devices.count++];
    // The host is where it is.
    if (length >= 4 && !memcmp(text, "cpu:", 4))
      return true;
    Name target = device, last = device;
    bool isCircle = true;
    // From device to device, as far as a map without a circle can lead.
    for (int step = 0; step <= mostDevices && isCircle; ++step) {
      target = lookUp(map, last);
      isCircle = !(target == last) && !placeOfCpu(target, place);
      last = target;
    }
    if (placeOfCpu(target, place))
      return true;
    bool isGpuName = placeOfGpu(target, place);
    if (isGpuName && !isCircle && program.device_code && &gpuPlaces)
      return true;
    problem.addf("device '%.*s'", int(length), text);
    if (!(target == device))
      problem.addf(" (mapped to '%.*s')", int(target.length), target.text);
    const char *reason = isCircle ? "--device-map leads from it in a circle"
                         : !isGpuName
                             ? "there is no such place"
                             : "the program was compiled without code for GPUs";
    problem.addf(" cannot be used: %s; run with --device-map '%.*s=cpu' to use "
                 "the CPU instead",
                 reason, int(length), text);
    return false;
  });
}
