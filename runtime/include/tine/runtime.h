/*===- runtime.h - What a host program may call ------------------*- C -*-===*\
|*                                                                            *|
|* Part of Tine, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The runtime's face to a program that links code made by Tine. All of these *|
|* may be called from any thread.                                             *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef TINE_RUNTIME_H
#define TINE_RUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0"; the text lives as long as the program. */
const char *tine_version(void);

/* The contract between generated code and this runtime (TINE_ABI_VERSION). */
int tine_abi_version(void);

/* Runs the compiled program that this executable holds, with its command line
   (see --help), and returns its exit status: 0, 1 after an error, 2 for a wrong
   command line. An error that nobody handles in the program is printed and ends
   the whole process with status 1. Call it once. SIGPIPE is ignored and SIGSEGV
   has its default action afterwards; the threads of OpenMP stay. */
int tine_main(int argc, char **argv);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* TINE_RUNTIME_H */
