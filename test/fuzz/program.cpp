//===- program.cpp - What the runtime needs of an executable --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fuzz targets run no program and open no team.
//
//===----------------------------------------------------------------------===//

#include "tine/abi.h"

extern "C" {
const tine_program tine_abi_program = {};
int omp_get_max_threads(void) { return 1; }
void omp_set_num_threads(int) {}
}
