//===- devices.h - Places for devices, and their queues ---------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program names devices; --device-map says at which place each of them is:
// the host itself, which runs their work at once, or one of several logical
// CPUs, each with threads and a queue of its own. Devices that share a place
// share its queue and copy nothing.
//
// The functions that are weak are there only in a program that queues work.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_DEVICES_H
#define TINE_RUNTIME_DEVICES_H

#include "errors.h"
#include "text.h"

namespace tine {

/// The number of a place: 0 is the host, i + 1 the logical CPU `cpu:i`.
using Place = uint16_t;

/// Devices that a program can have, and the highest number of a logical CPU.
constexpr int mostDevices = 256, mostCpus = 256;

/// The place of each device of the program, in the order of its list.
struct DeviceMap {
  int count = 0;
  Place places[mostDevices] = {};
};

/// Reads a map PATTERN=DEVICE[,...]; `map` may be null. False with a message
/// in `problem` when a device has no place that can be had, or an entry no
/// device.
bool placeDevices(const tine_program &program, const char *map,
                  DeviceMap &devices, Text &problem);

/// Shares `threads` among the places: makes the queues. The result is what is
/// left for the host, at least 1.
__attribute__((weak)) int startPlaces(const DeviceMap &devices, int threads);

/// Waits for what the scope has queued and can fail. Returns the error of what
/// was queued first among all that failed, owned, or null. `forget`: the scope
/// has been told.
__attribute__((weak)) tine_error *finishQueued(Scope &scope, bool forget);

/// Raises the error of queued work that comes before, if there is one: called
/// before something that others can see.
__attribute__((weak)) void raiseQueued();

/// Waits until all queues are empty.
__attribute__((weak)) void emptyQueues();

} // namespace tine

#endif // TINE_RUNTIME_DEVICES_H
