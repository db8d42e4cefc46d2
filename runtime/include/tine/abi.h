/*===- abi.h - Contract between generated code and the runtime --*- C -*-===*\
|*                                                                            *|
|* Part of Tine, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Everything that generated code calls or lays out in memory. Change this    *|
|* file, TINE_ABI_VERSION, the lowering (TineToLLVM) and the size assertions  *|
|* together.                                                                  *|
|*                                                                            *|
|* Slots. A run-time value is a sequence of 8-byte slots: int, float and bool *|
|* (0 or 1) take one each; a string, list, dict, future, tensor or cell is    *|
|* one pointer to a counted object; a tuple is its elements one after the     *|
|* other; an Optional is one slot (1 when present) and then the value's       *|
|* slots; None has no slots. The bit i of a *mask* says that slot i is a      *|
|* pointer to a counted object (null is allowed there and ignored); bit 63    *|
|* says it of slot 63 and of every later one, so that any number of pointers  *|
|* can stand behind the scalars.                                              *|
|*                                                                            *|
|* Counting. Objects are created with a count of 1 that the caller owns.      *|
|* Arguments are borrowed unless a function says that it takes them.          *|
|* Containers and futures own what their slots hold. Counts are atomic.       *|
|*                                                                            *|
|* Errors. A function that can fail raises (see tine_abi_raise) and does not  *|
|* return. `where` is a NUL-terminated trace, one "file:line:col: text" a     *|
|* line, innermost first; it must live as long as the program.                *|
|*                                                                            *|
|* Threads. Every function may be called from any thread. Strings and tensors *|
|* are immutable once shared; lists, dicts and cells are not locked: the      *|
|* compiler lets no two tasks use one of them at a time when one writes.      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef TINE_ABI_H
#define TINE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TINE_ABI_VERSION 26

/*===-- Objects ----------------------------------------------------------===*/

enum tine_kind {
  TINE_KIND_STRING = 1,
  TINE_KIND_TENSOR = 2,
  TINE_KIND_LIST = 3,
  TINE_KIND_DICT = 4,
  TINE_KIND_FUTURE = 5,
  TINE_KIND_PART = 6,   /* of a tensor */
  TINE_KIND_MEMORY = 7, /* of a GPU: what tensors there are parts of */
};

/* A count with this bit set is never changed: the object is static data. */
#define TINE_IMMORTAL 0x80000000u

/* Every counted object begins with these 8 bytes. */
typedef struct tine_object {
  uint32_t count;
  uint16_t kind; /* enum tine_kind */
  uint8_t dtype; /* tensors: enum tine_dtype; strings: 0, for the runtime */
  uint8_t rank;  /* tensors */
} tine_object;

/* A string: UTF-8 bytes, any of them may be 0; a NUL follows the last one. */
typedef struct tine_string {
  tine_object head;
  int64_t length;
  char data[8];
} tine_string;

/* PyTorch's numbers of scalar types (dtypes.def). */
enum tine_dtype {
#define TINE_DTYPE(symbol, number, ...) TINE_##symbol = number,
#include "tine/dtypes.def"
};

#define TINE_MAX_RANK 14

/* A tensor: this header of 128 bytes, then the elements, row-major and
   contiguous, on a 64-byte boundary. A bool element is one byte, 0 or 1. The
   elements of a *part*, which is of the kind TINE_KIND_PART, lie in those of
   another tensor, on a boundary of an element; behind its header is a pointer
   to that tensor, which it owns. Where else the elements of a tensor may lie
   says nothing of its kind. A tensor on a GPU is a part, too: of memory there,
   a counted object of the kind TINE_KIND_MEMORY. */
typedef struct tine_tensor {
  tine_object head;
  void *data; /* the elements */
  int64_t sizes[TINE_MAX_RANK];
} tine_tensor;

/* A list of elements of `width` slots each. */
typedef struct tine_list {
  tine_object head;
  int64_t length;
  int64_t capacity;
  uint32_t width;
  uint32_t reserved;
  uint64_t mask; /* of one element */
  uint64_t *slots;
} tine_list;

/* A task and its results. `slots` has room for max(captures, results) slots. It
   holds the captures until the body has run, after that the results.

   The body borrows its captures from slots[0 .. captures) and, as the very last
   thing it does, stores its results (owned) into slots[0 .. results): it has
   loaded all captures before, raises nothing after, and releases no capture.
   The runtime keeps the counted captures aside and releases them when the body
   has returned or raised. */
typedef struct tine_future {
  tine_object head;
  uint32_t state;    /* 0 not started, 1 running, 2 done, 3 failed */
  uint32_t captures; /* number of capture slots */
  uint32_t results;  /* number of result slots */
  uint32_t parked;   /* waiters asleep on `state` */
  void (*body)(struct tine_future *);
  uint64_t capture_mask;
  uint64_t result_mask;
  struct tine_error *error;
  const char *where; /* the fork */
  uint64_t slots[1];
} tine_future;

void tine_abi_retain(void *object);
void tine_abi_release(void *object);

/*===-- Memory -----------------------------------------------------------===*/

/* Temporary buffer of `bytes` bytes on a 64-byte boundary; belongs to the
   current task, which frees what it still holds when it fails. Raises when
   memory runs out or `bytes` is negative. */
void *tine_abi_alloc(int64_t bytes);
void tine_abi_free(void *buffer);

/* New tensor with uninitialised elements; `sizes` has `rank` entries. Raises on
   a negative size and when memory runs out. */
tine_tensor *tine_abi_tensor_new(int32_t dtype, int32_t rank,
                                 const int64_t *sizes);

/* A part of `whole`, which is borrowed: its elements from number `first` on, as
   a tensor of these sizes, which lies within. The part keeps the elements
   alive. */
tine_tensor *tine_abi_tensor_part(tine_tensor *whole, int64_t first,
                                  int32_t rank, const int64_t *sizes);
/* Takes the tensor. A tensor of its value whose elements the caller may change:
   itself when nobody else has it or a part of it, else a copy. */
tine_tensor *tine_abi_tensor_own(tine_tensor *tensor);

/*===-- Errors -----------------------------------------------------------===*/

/* Leaves for the wrapper of the current task (or of the program), which stores
   the error (prints it and exits with 1). `kind` as in "ValueError"; it must
   live as long as the program. Takes the message. What the task holds of
   counted objects is not released, its buffers are freed. */
__attribute__((noreturn)) void
tine_abi_raise(const char *kind, tine_string *message, const char *where);
/* The same with text, which is copied. */
__attribute__((noreturn)) void
tine_abi_raise_text(const char *kind, const char *message, const char *where);
/* The same with a number for each %i of the pattern. */
__attribute__((noreturn)) void tine_abi_raise_numbers(const char *kind,
                                                      const char *pattern,
                                                      const int64_t *numbers,
                                                      const char *where);

/*===-- Futures ----------------------------------------------------------===*/

/* New future in state 0 with count 2: one for the creator, one for the task.
   The creator then stores the captures into slots[0 .. captures) and calls
   future_defer or future_now. Behind the NUL of `where` is the name of the task
   in traces, with a NUL of its own: as tine_operation has that of a module. */
tine_future *tine_abi_future_new(void (*body)(tine_future *), uint32_t captures,
                                 uint64_t capture_mask, uint32_t results,
                                 uint64_t result_mask, const char *where);

/* 1 when the caller must make a task of a new future. 0 when it has been run,
   because there is one thread or enough tasks wait. */
int32_t tine_abi_future_defer(tine_future *future);

/* Runs a new future, which nobody else has seen, and drops the task's count. */
void tine_abi_future_now(tine_future *future);

/* The body of the task: runs the future unless somebody has claimed it, then
   drops the task's count. Errors are stored in the future. */
void tine_abi_future_task(tine_future *future);

/* 1 when done or failed. */
int32_t tine_abi_future_ready(tine_future *future);

/* 1 when there are several threads, and every deferred future has been claimed:
   threads may lack work. */
int32_t tine_abi_tasks_wanted(void);

/* Claims a future that has not started: 1 when the caller must run it. */
int32_t tine_abi_future_claim(tine_future *future);

/* Runs a claimed future to its end. Call it inside an undeferred task. */
void tine_abi_future_run(tine_future *future);

/* Between two polls of a running future: spins a few rounds, then sleeps until
   the future ends or a short time has passed. `round` counts from 0. Raises
   when the task of the future waits, directly or over others, for one that this
   stack carries (it can never end). */
void tine_abi_future_pause(tine_future *future, int64_t round);

/* Raises the error of a failed future again, with `where` of the wait added;
   returns when the future is done. */
void tine_abi_future_check(tine_future *future, const char *where);

/* Slot `slot` of a done future, for the only wait of whoever holds a count of
   it. Owned: it leaves the future when that is the last count. */
uint64_t tine_abi_future_take(tine_future *future, uint32_t slot);

/*===-- Devices ----------------------------------------------------------===*/

/* Puts a new future at the end of the queue of the program's device number
   `device` and gives a future for each of its results; takes both its counts.
   `can_fail`: it has checks of its own. Where the host stands for the device,
   the future runs at once, and its error is raised. */
void tine_abi_enqueue(tine_future *call, int32_t device, int32_t can_fail,
                      tine_future **futures);

/* A copy, on another device, of a tensor or of the tensor that a future holds;
   takes its count. Who waits for the copy first makes it. */
tine_future *tine_abi_transfer(tine_object *source, int32_t from, int32_t to,
                               const char *where);

/* Runs a queue for ever: called by `team` on the first thread of a team. */
void tine_abi_serve(void *queue);

/*===-- Targets ----------------------------------------------------------===*/

/* 1 when the code for the target of this name ("cpu", "cuda") is to run where
   the program's device number `device` is placed. */
int32_t tine_abi_runs_on(int32_t device, const char *target);

/*===-- CUDA -------------------------------------------------------------===*/

/* Called in functions of the target "cuda", on the thread of a queue of a GPU.
   All work goes to the stream of that queue: when a function returns, it has
   been issued. Addresses of elements and buffers are those of the GPU. */

/* Temporary memory of the GPU; belongs to the current task as that of
   tine_abi_alloc does. Raises torch.OutOfMemoryError, as do all that need
   memory of the GPU. */
void *tine_abi_cuda_alloc(int64_t bytes);
void tine_abi_cuda_free(void *buffer);
/* As tine_abi_tensor_new. */
tine_tensor *tine_abi_cuda_tensor_new(int32_t dtype, int32_t rank,
                                      const int64_t *sizes);
/* As tine_abi_tensor_own. */
tine_tensor *tine_abi_cuda_tensor_own(tine_tensor *tensor);
/* The work that this queue gets from now on waits for what wrote the tensor. */
void tine_abi_cuda_use(tine_tensor *tensor);
/* Number of the kernel in the device code; blocks; one word for each argument.
   Launches of 0 blocks do nothing. */
void tine_abi_cuda_launch(int64_t kernel, int64_t x, int64_t y, int64_t z,
                          const uint64_t *arguments);
/* Within the GPU. */
void tine_abi_cuda_copy(void *to, const void *from, int64_t bytes);
/* Waits for the stream; 1, 2, 4 or 8 bytes, zero-extended. */
uint64_t tine_abi_cuda_read(const void *from, int64_t bytes);
/* 1, 2, 4 or 8 bytes, in the stream's order. */
void tine_abi_cuda_write(void *to, uint64_t value, int64_t bytes);
/* A check of indices that is told when somebody waits, in so many parts, at
   most TINE_CHECK_PARTS. A kernel that finds one in part p which is out of
   range stores it as word 2p + 1 of the result, and 1 as word 2p, in memory of
   the host; the error is then that of tine_abi_raise_numbers, with the index as
   numbers[0]. Behind too many checks of one job it waits, and may raise. */
#define TINE_CHECK_PARTS 16
uint64_t *tine_abi_cuda_check(const char *kind, const char *pattern,
                              const int64_t *numbers, int32_t count,
                              int64_t parts, const char *where);
/* Waits for the stream; raises the error of the job's first check that has
   failed. */
void tine_abi_cuda_settle_checks(void);
/* The copy, on the GPU, of `bytes` bytes of static data; made by the first call
   for that address and kept to the end. */
void *tine_abi_cuda_constant(const void *data, int64_t bytes);

/* Code for a kind of device, as its driver loads it. */
typedef struct tine_image {
  const char *architecture; /* "sm_80" */
  const void *data;         /* PTX, NUL-terminated, or a cubin */
  int64_t bytes;            /* without the NUL */
  int64_t packed; /* bytes that `data` has if zlib has compressed it, else 0 */
  int64_t isBinary; /* 0: PTX, for this architecture and newer; 1: for this
                       architecture alone */
} tine_image;

typedef struct tine_kernel {
  const char *name;  /* in the image */
  const char *where; /* place in the program, for errors; behind its NUL what
                        the kernel computes, as "mul+relu", or nothing */
  int32_t threads;   /* of a block */
  int32_t arguments; /* words */
  int32_t shared;    /* bytes of dynamic shared memory */
  int32_t reserved;
} tine_kernel;

typedef struct tine_device_code {
  const tine_image *images;
  int64_t image_count;
  const tine_kernel *kernels;
  int64_t kernel_count;
} tine_device_code;

/*===-- Strings ----------------------------------------------------------===*/

tine_string *tine_abi_string_new(const char *data, int64_t length);
tine_string *tine_abi_string_concat(tine_string *a, tine_string *b);
int32_t tine_abi_string_compare(tine_string *a, tine_string *b); /* <0, 0, >0 */
/* Where `bytes` is 0, what follows counts code points, as Python does, else
   bytes, as TorchScript does. */
int64_t tine_abi_string_length(tine_string *s); /* in code points */
/* Python's s[i] and s[lower:upper:step]; `has` bit 0: lower given, bit 1: upper
   given. */
tine_string *tine_abi_string_index(tine_string *s, int64_t i, int32_t bytes,
                                   const char *where);
tine_string *tine_abi_string_slice(tine_string *s, int64_t lower, int64_t upper,
                                   int64_t step, int32_t has, int32_t bytes,
                                   const char *where);
/* A method by name ("upper", "find", ...; see string_methods.cpp for the table)
   with its arguments as slots; the result's one slot is returned. Arguments
   that Python gives a default may be left out from the end. */
uint64_t tine_abi_string_method(const char *name, tine_string *self,
                                const uint64_t *args, int64_t count,
                                int32_t bytes, const char *where);
/* int(s), float(s) */
int64_t tine_abi_string_to_int(tine_string *s, const char *where);
double tine_abi_string_to_float(tine_string *s, const char *where);

/* Formats slots by a template: text is copied, and the forms below take slots.
   E, K, V and SPEC stand directly between their delimiters; the spaces here are
   for the eye. `%[%i%]` is a list of ints, `%o(%i, %f)%;` an Optional tuple.

     %i              int
     %f              float
     %b              bool
     %s              string, raw
     %q              string as Python's repr
     %t              tensor
     %u              tensor with the note ", requires_grad=True"
     %v{NOTE}        tensor with a note, as in %v{grad_fn=<..>}
     %N              "None"; no slot
     %@{cuda:1}      the next tensor is on that device; no slot
     %O{4 1000 3 80 -1 6}
                     print options of all tensors behind: precision, threshold,
                     edgeitems, linewidth, sci_mode (-1: None), default dtype
     %[ E %]         list whose elements have the template E
     %{ K %: V %}    dict
     %o E %;         Optional: "None" when absent
     %x E %| F %;    one of two: E if the slot in front is not 0
     %p SPEC %;      float by Python's format specification; %P int, %S string
     %*p, %*P, %*S   the same by the string in the slot in front
     %e              tensor of one element as a Python number (its .item())
     %a, %A          tensor as str() and as repr() of an array of NumPy
     %y              bytes of the elements of a tensor
     %c SPEC %;      as C's printf in a scripted "%..." (d, i: int; e, f: float)
     %%, %0          a percent sign; a NUL

   `mode` 0: eager Python's texts, 1: TorchScript's (where %q is raw text too).
 */
tine_string *tine_abi_format(int32_t mode, const char *pattern,
                             const uint64_t *slots, const char *where);

/* Writes to standard output (0), which is buffered, or to standard error (1),
   after what was written before. */
void tine_abi_print(tine_string *text, int32_t stream);
/* Makes a file of the text, or replaces what is in it. Raises OSError, or
   Python's subclass of it for the reason. */
void tine_abi_write_file(tine_string *path, tine_string *text,
                         const char *where);
/* What is asked of the operating system (the modules os and time). Strings that
   are given belong to the caller, those that come back to it as well. */
/* Blocks for so long; raises ValueError if negative. */
void tine_abi_system_sleep(double seconds, const char *where);
/* Whether a variable of the environment is set, and its text, or an empty one.
 */
int64_t tine_abi_system_has_env(tine_string *name, const char *where);
tine_string *tine_abi_system_getenv(tine_string *name, const char *where);
tine_string *tine_abi_system_getcwd(const char *where);
tine_string *tine_abi_system_hostname(const char *where);
int64_t tine_abi_system_getpid(const char *where);
int64_t tine_abi_system_cpu_count(const char *where);
/* 0: nothing, 1: a file, 2: a folder, 3: something else. */
int64_t tine_abi_system_path_kind(tine_string *path, const char *where);
int64_t tine_abi_system_is_link(tine_string *path, const char *where);
/* These raise OSError, or Python's subclass of it for the reason. */
int64_t tine_abi_system_file_size(tine_string *path, const char *where);
void tine_abi_system_mkdir(tine_string *path, const char *where);
void tine_abi_system_remove(tine_string *path, const char *where);
/* A field of the calendar at so many seconds since 1970 (see tine.system). */
int64_t tine_abi_system_local_time(double seconds, int64_t field,
                                   const char *where);
/* time.strftime() of such a moment. */
tine_string *tine_abi_system_strftime(tine_string *format, double seconds,
                                      int64_t isUtc, const char *where);
/* sys.argv: a new list of strings. */
tine_list *tine_abi_command_line(void);
/* argparse: `parser` has strings with a NUL behind each, of so many bytes
   together (argument_parser.h). Ends the program where argparse does. */
int64_t tine_abi_parse_arguments(const char *parser, int64_t bytes,
                                 tine_list *words, int32_t known);
/* `what` is "help", "usage" or "error", which says the message. */
void tine_abi_print_parser(const char *parser, int64_t bytes, const char *what,
                           tine_string *message);
/* What the command line has for argument `number`: where it is given, or 0; its
   only value; a new list of its values (`what` is "int", "float" or "text"), of
   the argument -1 the words that are left over. */
int64_t tine_abi_argument_given(int64_t found, int64_t number);
int64_t tine_abi_argument_form(int64_t found, int64_t number);
int64_t tine_abi_argument_count(int64_t found, int64_t number);
int64_t tine_abi_argument_int(int64_t found, int64_t number);
double tine_abi_argument_float(int64_t found, int64_t number);
tine_string *tine_abi_argument_text(int64_t found, int64_t number);
tine_list *tine_abi_argument_list(int64_t found, int64_t number,
                                  const char *what);
/* Files that the program reads and writes by a number (tine.file). 0, 1 and 2
   are the standard streams. `access` is 0 to read, 1 to write, 2 to append, 3
   to write a file that is not there; `newline` is 0 where '\r' and "\r\n" are
   ends of lines, too, and become '\n', 1 where they stay what they are, 2 where
   '\n' alone is one, 3 where the file is one of bytes. Not thread-safe: forks
   that use files run where they are written. Of a number that is no open file:
   ValueError. Text that is no UTF-8: UnicodeDecodeError. */
/* The file's number, or -errno. */
int64_t tine_abi_file_open(tine_string *path, int64_t access, int64_t newline,
                           const char *where);
/* Of a file in memory that has these bytes, to read. Raises OSError. */
int64_t tine_abi_file_of_bytes(tine_string *bytes, int64_t newline,
                               const char *where);
/* Closes it; nothing if it is closed. Raises OSError if the last of the text
   cannot be written. */
void tine_abi_file_close(int64_t number, const char *where);
int64_t tine_abi_file_is_open(int64_t number, const char *where);
/* Reads a line; 0 where the file ends. */
int64_t tine_abi_file_advance(int64_t number, const char *where);
/* What was read last. */
tine_string *tine_abi_file_line(int64_t number, const char *where);
/* So many code points, or all that are left if negative. */
tine_string *tine_abi_file_read(int64_t number, int64_t points,
                                const char *where);
void tine_abi_file_write(int64_t number, tine_string *text, const char *where);
void tine_abi_file_flush(int64_t number, const char *where);
int64_t tine_abi_file_tell(int64_t number, const char *where);
/* The new place. `whence` as in lseek(). */
int64_t tine_abi_file_seek(int64_t number, int64_t place, int64_t whence,
                           const char *where);
/* The same under a handler of their errors: -errno of an OSError, -1001 of a
   UnicodeDecodeError, -1002 of a ValueError, whose text tine_abi_file_problem
   gives. What was read tine_abi_file_line gives. */
int64_t tine_abi_file_try_advance(int64_t number, const char *where);
int64_t tine_abi_file_try_read(int64_t number, int64_t points,
                               const char *where);
int64_t tine_abi_file_try_write(int64_t number, tine_string *text,
                                const char *where);
int64_t tine_abi_file_try_flush(int64_t number, const char *where);
int64_t tine_abi_file_try_close(int64_t number, const char *where);
int64_t tine_abi_file_try_tell(int64_t number, const char *where);
int64_t tine_abi_file_try_seek(int64_t number, int64_t place, int64_t whence,
                               const char *where);
tine_string *tine_abi_file_problem(const char *where);
/* The system's text of an errno. */
tine_string *tine_abi_file_reason(int64_t reason, const char *where);
/* These give 0 or an errno. */
int64_t tine_abi_file_remove(tine_string *path, const char *where);
int64_t tine_abi_file_remove_folder(tine_string *path, const char *where);
int64_t tine_abi_file_make_folder(tine_string *path, const char *where);
int64_t tine_abi_file_rename(tine_string *from, tine_string *to,
                             const char *where);
int64_t tine_abi_file_list_error(tine_string *path, const char *where);
/* Bytes, and seconds since 1970; or -errno. */
int64_t tine_abi_file_size(tine_string *path, const char *where);
double tine_abi_file_changed(tine_string *path, const char *where);
/* Names, each with a NUL behind it, in the order of the system. */
tine_string *tine_abi_file_list(tine_string *path, const char *where);
/* Paths that a pattern stands for, likewise. `flags`: 1 where "**" is any
   number of folders, 2 where names that begin with a dot are as others. */
tine_string *tine_abi_file_glob(tine_string *pattern, int64_t flags,
                                const char *where);
/* fnmatch.fnmatchcase() */
int64_t tine_abi_file_fits(tine_string *name, tine_string *pattern,
                           const char *where);
/* Tuples as keys of dicts (dict_keys.cpp): a key with another component, and
   the component at an offset. */
tine_string *tine_abi_key_add_int(tine_string *key, int64_t value,
                                  const char *where);
tine_string *tine_abi_key_add_float(tine_string *key, double value,
                                    const char *where);
tine_string *tine_abi_key_add_text(tine_string *key, tine_string *text,
                                   const char *where);
int64_t tine_abi_key_int(tine_string *key, int64_t at, const char *where);
double tine_abi_key_float(tine_string *key, int64_t at, const char *where);
tine_string *tine_abi_key_text(tine_string *key, int64_t at, const char *where);
/* Of so many components as the list has, and back. */
tine_string *tine_abi_key_of_ints(tine_list *items, const char *where);
tine_string *tine_abi_key_of_texts(tine_list *items, const char *where);
tine_list *tine_abi_key_ints(tine_string *key, const char *where);
tine_list *tine_abi_key_texts(tine_string *key, const char *where);
/* JSON (tine.data): a value is a string of bytes, as runtime/src/json.h says;
   what functions are given that want a list, dict or text is one. */
/* A value, or one of the kind -2 whose text is Python's error. */
tine_string *tine_abi_json_parse(tine_string *text, const char *where);
/* 0 None, 1 bool, 2 int, 3 float, 4 str, 5 list, 6 dict, -1 nothing. */
int64_t tine_abi_json_kind(tine_string *value, const char *where);
tine_string *tine_abi_json_text(tine_string *value, const char *where);
/* Of an int or bool. */
int64_t tine_abi_json_int(tine_string *value, const char *where);
double tine_abi_json_float(tine_string *value, const char *where);
int64_t tine_abi_json_length(tine_string *value, const char *where);
/* What a dict has for a key, a list at an index; nothing of other values. */
tine_string *tine_abi_json_key(tine_string *value, tine_string *name,
                               const char *where);
tine_string *tine_abi_json_item(tine_string *value, int64_t index,
                                const char *where);
/* The items of a list or the values of a dict; the keys of a dict. */
tine_list *tine_abi_json_items(tine_string *value, const char *where);
tine_list *tine_abi_json_keys(tine_string *value, const char *where);
/* As Python prints the value. */
tine_string *tine_abi_json_repr(tine_string *value, const char *where);
/* A text in quotes; with escapes for what is not ASCII if `isAscii`. */
tine_string *tine_abi_json_quote(tine_string *text, int64_t isAscii,
                                 const char *where);
/* The fields of a row of CSV, and whether its last one is in quotes that
   nothing closes. `quote` may be empty; `options` has ' ' where space behind a
   delimiter is left out, and 's' where what is wrong is an error. */
int64_t tine_abi_csv_is_open(tine_string *text, tine_string *delimiter,
                             tine_string *quote, tine_string *options,
                             const char *where);
tine_list *tine_abi_csv_row(tine_string *text, tine_string *delimiter,
                            tine_string *quote, tine_string *options,
                            const char *where);
/* Regular expressions. What the first match from code point `from` on has: the
   places where each group begins and ends, -1 of one that has no text, and the
   group that was closed last; nothing if there is no match. `how` is a
   RegexHow (regular_expressions.h), `flags` are those of Python. All raise
   "error" where the pattern is wrong. */
tine_list *tine_abi_re_find(tine_string *pattern, int64_t flags,
                            tine_string *text, int64_t from, int64_t how,
                            const char *where);
/* The same of at most `most` matches (0: of all), one after the other. */
tine_list *tine_abi_re_all(tine_string *pattern, int64_t flags,
                           tine_string *text, int64_t most, const char *where);
/* The texts of the matches, or of their groups if there are any; with `splits`
   the texts between them, and of the groups. */
tine_list *tine_abi_re_texts(tine_string *pattern, int64_t flags,
                             tine_string *text, int64_t most, int64_t splits,
                             const char *where);
/* The number of groups, -1 of a pattern that is wrong. */
int64_t tine_abi_re_groups(tine_string *pattern, int64_t flags,
                           const char *where);
/* What is wrong with the pattern, or nothing. Raises NotImplementedError for
   what is only not done here. */
tine_string *tine_abi_re_error(tine_string *pattern, int64_t flags,
                               const char *where);
/* Bytes (tine.data): strings that need not be text. None of these raises. */
int64_t tine_abi_bytes_length(tine_string *s, const char *where);
/* From the end if negative; -1 where there is none. */
int64_t tine_abi_bytes_at(tine_string *s, int64_t i, const char *where);
/* tine_abi_string_slice of bytes; `step` is not 0. */
tine_string *tine_abi_bytes_slice(tine_string *s, int64_t lower, int64_t upper,
                                  int64_t step, int64_t has, const char *where);
/* The first or last place in `from` up to `to`, or -1. */
int64_t tine_abi_bytes_find(tine_string *s, tine_string *part, int64_t from,
                            int64_t to, int64_t isLast, const char *where);
/* Parts between separators, or runs of white space if that is empty; at most
   `most` splits unless negative. */
tine_list *tine_abi_bytes_split(tine_string *s, tine_string *separator,
                                int64_t most, const char *where);
tine_list *tine_abi_bytes_lines(tine_string *s, int64_t keeps,
                                const char *where);
/* `sides`: 1 in front, 2 at the end; 4 of white space instead of `chars`. */
tine_string *tine_abi_bytes_strip(tine_string *s, tine_string *chars,
                                  int64_t sides, const char *where);
tine_string *tine_abi_bytes_repr(tine_string *s, const char *where);
tine_string *tine_abi_bytes_hex(tine_string *s, tine_string *separator,
                                const char *where);
/* `coding`: 0 UTF-8, 1 ASCII, 2 Latin-1; `errors`: 0 there are none, 1 replace,
   2 ignore, 3 backslashreplace. The problems are empty, or Python's message. */
tine_string *tine_abi_bytes_decode(tine_string *s, int64_t coding,
                                   int64_t errors, const char *where);
tine_string *tine_abi_bytes_decode_problem(tine_string *s, int64_t coding,
                                           const char *where);
tine_string *tine_abi_bytes_encode(tine_string *s, int64_t coding,
                                   int64_t errors, const char *where);
tine_string *tine_abi_bytes_encode_problem(tine_string *s, int64_t coding,
                                           const char *where);
/* A number of up to 8 bytes at a place; 0 where there are none. `flags`: 1 the
   first byte is the greatest, 2 it has a sign. */
int64_t tine_abi_bytes_int(tine_string *s, int64_t at, int64_t width,
                           int64_t flags, const char *where);
double tine_abi_bytes_float(tine_string *s, int64_t at, int64_t width,
                            int64_t isBig, const char *where);
tine_string *tine_abi_bytes_of_int(int64_t value, int64_t width, int64_t isBig,
                                   const char *where);
tine_list *tine_abi_bytes_ints(tine_string *s, const char *where);
/* What a file of gzip holds behind a '1', or what is wrong behind a '0'. */
tine_string *tine_abi_bytes_gunzip(tine_string *s, const char *where);
/* The MD5 in hexadecimal digits. */
tine_string *tine_abi_bytes_md5(tine_string *s, const char *where);
/* The PNG of a drawing at `dpi` dots per inch, or its base64. The drawing is
   SVG of the part that the library source of matplotlib writes (see
   drawing.cpp); what is not of it is left out. Raises RuntimeError for want of
   memory. */
tine_string *tine_abi_png(tine_string *drawing, double dpi, int32_t base64);

/* Images are tensors of uint8 with the sizes height, width and channels. Files
   are PNG or JPEG, and what Pillow raises for others is raised here. */

/* Four slots: width, height, the names of mode and format, which the caller
   owns. */
void tine_abi_image_head(tine_string *path, uint64_t *slots, const char *where);
/* In the mode of this name (L, LA, RGB, RGBA) or, of "", of the file. A JPEG
   is read at a `scale`th of its size: 1, 2, 4 or 8. */
tine_tensor *tine_abi_image_decode(tine_string *path, const char *mode,
                                   int64_t scale, const char *where);
/* What is wrong with an image file, as "Kind: text", or nothing: with its head
   if the mode is "head", else where it is decoded in the mode. */
tine_string *tine_abi_image_problem(tine_string *path, tine_string *mode,
                                    const char *where);
/* The part of an image between four edges (left, upper, right, lower) in
   another size, by the filter of Pillow's number. */
tine_tensor *tine_abi_image_resample(tine_tensor *image, int64_t width,
                                     int64_t height, int64_t filter,
                                     const double *edges, const char *where);
/* As a JPEG of this quality, from 1 to 100, or, of 0, as a PNG. */
void tine_abi_image_write(tine_string *path, tine_tensor *image,
                          int64_t quality, const char *where);

/* warnings.warn and torch.warn: once per call site (`site` is a static flag).
 */
void tine_abi_warn(tine_string *text, int32_t *site, const char *where);

/*===-- Lists ------------------------------------------------------------===*/

/* Comparison classes of one-slot elements, for ==, in, index, remove, count,
   sort and dict keys. */
enum tine_compare {
  TINE_COMPARE_INT = 0,
  TINE_COMPARE_FLOAT = 1,
  TINE_COMPARE_STRING = 2,
  TINE_COMPARE_IDENTITY = 3, /* tensors as dict keys */
};

tine_list *tine_abi_list_new(uint32_t width, uint64_t mask, int64_t capacity);
/* Address of the slots of element `i` (negative from the end); raises
   "list index out of range". Valid until the list changes. */
uint64_t *tine_abi_list_at(tine_list *list, int64_t i, const char *where);
/* Address of the slots of a new last element (zeroed). */
uint64_t *tine_abi_list_push(tine_list *list);
/* Address of the slots of a new element before `i`, clamped as in Python. */
uint64_t *tine_abi_list_insert(tine_list *list, int64_t i);
/* Moves element `i` to `out` (the caller owns it) and closes the gap. */
void tine_abi_list_pop(tine_list *list, int64_t i, uint64_t *out,
                       const char *where);
/* Releases the old element `i` and returns its address, zeroed, to be filled.
 */
uint64_t *tine_abi_list_replace(tine_list *list, int64_t i, const char *where);
void tine_abi_list_clear(tine_list *list);
void tine_abi_list_reverse(tine_list *list);
void tine_abi_list_extend(tine_list *list, tine_list *other);
tine_list *tine_abi_list_copy(tine_list *list);
tine_list *tine_abi_list_repeat(tine_list *list, int64_t times);
tine_list *tine_abi_list_slice(tine_list *list, int64_t lower, int64_t upper,
                               int64_t step, int32_t has, const char *where);
int32_t tine_abi_list_equal(tine_list *a, tine_list *b, int32_t compare);
/* Index of the first element equal to the slot, or -1. */
int64_t tine_abi_list_find(tine_list *list, uint64_t slot, int32_t compare);
int64_t tine_abi_list_count(tine_list *list, uint64_t slot, int32_t compare);
void tine_abi_list_sort(tine_list *list, int32_t compare, int32_t descending);

/*===-- Dicts (keys in the order of insertion) ---------------------------===*/

typedef struct tine_dict tine_dict;

tine_dict *tine_abi_dict_new(int32_t compare, uint32_t width, uint64_t mask);
int64_t tine_abi_dict_length(tine_dict *dict);
int32_t tine_abi_dict_contains(tine_dict *dict, uint64_t key);
/* Address of the value's slots; raises "KeyError: key". */
uint64_t *tine_abi_dict_at(tine_dict *dict, uint64_t key, const char *where);
/* Address of the value's slots, zeroed: a new entry, or the old value
   released. The key is retained when it is new. */
uint64_t *tine_abi_dict_put(tine_dict *dict, uint64_t key);
/* Moves the value to `out` and removes the entry; raises KeyError. */
void tine_abi_dict_pop(tine_dict *dict, uint64_t key, uint64_t *out,
                       const char *where);
void tine_abi_dict_clear(tine_dict *dict);
tine_dict *tine_abi_dict_copy(tine_dict *dict);
/* Entry number `i` in order of insertion, 0 <= i < length. */
uint64_t tine_abi_dict_key(tine_dict *dict, int64_t i);
uint64_t *tine_abi_dict_value(tine_dict *dict, int64_t i);

/*===-- Numbers ----------------------------------------------------------===*/

/* Python's float ** float and int ** int in TorchScript, math.gcd, ... */
int64_t tine_abi_int_pow(int64_t base, int64_t exponent);

/* Numbers as the enum Clock of the dialect tine. */
enum tine_clock {
  TINE_CLOCK_REALTIME,  /* since 1970 */
  TINE_CLOCK_MONOTONIC, /* since some moment; never goes back */
  TINE_CLOCK_PROCESS,   /* that processors spent on this process, all threads */
  TINE_CLOCK_TRACE,     /* that of traces; 0 while nothing is traced */
};
/* Nanoseconds. Does not fail; safe in any thread. */
int64_t tine_abi_clock(int32_t clock);

/*===-- Rows -------------------------------------------------------------===*/

/* In which order the elements of a row come, of equal ones too: that which the
   functions of libstdc++ that PyTorch calls leave. */
enum tine_sort {
  TINE_SORT_ALL,   /* std::sort */
  TINE_SORT_FIRST, /* std::nth_element, and what is before it by std::sort */
  TINE_SORT_PARTITION, /* std::partial_sort of up to a 64th of the row, else
                          std::nth_element */
  TINE_SORT_KTH,       /* the quickselect of torch.kthvalue */
};
/* Arranges a row of `size` elements so that the `first` first are there; at
   least 1, if anything is to be done. An element of a narrow row is a word: the
   key, a number without sign, above 32 bits of anything. One of a wide row is
   two: the key and anything. Does not fail. */
void tine_abi_sort_narrow(uint64_t *words, int32_t order, int64_t size,
                          int64_t first);
void tine_abi_sort_wide(uint64_t *words, int32_t order, int64_t size,
                        int64_t first);

/*===-- Traces -----------------------------------------------------------===*/

/* Not 0 while events are gathered, for --trace or a profiler of the program.
   Generated code reads it, with no order. */
extern int32_t tine_abi_tracing;

/* An operation that generated code traces. The texts are those of JSON, without
   quotes; they are short, and live as long as the program. */
typedef struct tine_operation {
  const char *name;
  const char *where;  /* the innermost place */
  const char *shapes; /* "f32[2,?] -> f32[2]" */
  const char *module; /* "layers.3 (backward)"; in a task ".lin" and the like
                         goes on from the task's own */
  int64_t flops;      /* operations on floats, or -1 */
  int64_t bytes;      /* read and written, or -1 */
} tine_operation;

/* When an operation begins: nanoseconds of the trace's clock, from 1 on, or 0
   when nothing is traced. */
uint64_t tine_abi_trace_begin(void);
/* A span from `start`, if that is not 0, until now. `numbers` are null or the
   operations on floats, the bytes, and each size that is "?" in the shapes;
   then, and where the operations are not known, what is very short is left out.
   `part`: it is one thread's part. Neither blocks, fails nor changes what a
   program sees. */
void tine_abi_trace_end(uint64_t start, const tine_operation *operation,
                        const int64_t *numbers, int32_t part);

/*===-- Profilers (torch.profiler) ---------------------------------------===*/

/* Begins to gather events in memory, and gives the profile a number; raises
   when one is on already. */
int64_t tine_abi_profile_start(const char *where);
/* Ends that. Does nothing when the profile has ended. */
void tine_abi_profile_stop(int64_t profile);
/* A span of the program itself (record_function), from `start` on. */
void tine_abi_profile_span(tine_string *name, int64_t start);
/* Writes the profile for chrome://tracing; 0, or errno. A profile of number -1
   has no events. */
int64_t tine_abi_profile_export(int64_t profile, tine_string *path);
/* How rows sum up what ran. */
enum tine_profile_rows {
  TINE_ROWS_BY_NAME,
  TINE_ROWS_BY_SHAPE, /* and name */
  TINE_ROWS_SINGLE,   /* one for each operation that ran */
};
/* The number of rows. */
int64_t tine_abi_profile_rows(int64_t profile, int64_t rows);
/* Of row `row`: its name (0) or shapes (1). The result is owned. */
tine_string *tine_abi_profile_text(int64_t profile, int64_t rows, int64_t row,
                                   int64_t what);
/* Of row `row`, or of all rows at -1: calls (0), microseconds in all (1) and
   without what is inside (2), operations on floats (3). */
double tine_abi_profile_number(int64_t profile, int64_t rows, int64_t row,
                               int64_t what);
/* The rows as PyTorch's table, the greatest first of a number of
   tine_abi_profile_number, of the microseconds of a call (4) or of the names
   (5), or as they came (-1). No more than `limit` rows if that is not negative,
   names cut at `width` if that is not negative. The result is owned. */
tine_string *tine_abi_profile_table(int64_t profile, int64_t rows,
                                    int64_t sort_by, int64_t limit,
                                    int64_t width, int64_t with_flops,
                                    tine_string *header);

/*===-- Random numbers (PyTorch's CPU generator, bit for bit) ------------===*/

/* Seeds the one generator of the process. */
void tine_abi_manual_seed(int64_t seed);
/* The generator's state, as the 5056 bytes of torch.get_rng_state(). */
void tine_abi_random_state(tine_tensor *out);
void tine_abi_set_random_state(tine_tensor *from);
/* Fill the tensor in row-major order. The real numbers are there for all
   floating dtypes, random and bernoulli for all dtypes, trunc_normal for
   float32 and float64. */
void tine_abi_uniform(tine_tensor *out, double from, double to);
/* torch.rand: uniform_(0, 1). torch.randn: normal(0, 1). */
void tine_abi_normal(tine_tensor *out, double mean, double std);
/* The same one by one, as PyTorch draws for a tensor that is not contiguous. */
void tine_abi_normal_singly(tine_tensor *out, double mean, double std);
/* randint and random_(from, to); random_() when to <= from. */
void tine_abi_random(tine_tensor *out, int64_t from, int64_t to);
void tine_abi_randperm(tine_tensor *out);
void tine_abi_bernoulli(tine_tensor *out, double p);
void tine_abi_exponential(tine_tensor *out, double lambda);
void tine_abi_trunc_normal(tine_tensor *out, double mean, double std, double a,
                           double b);

/*===-- Random numbers (CPython's module `random`, bit for bit) -----------===*/

/* The generator of this number is made by its first use, and seeded by the
   system then. They do not fail but for memory; safe in any thread. */
/* random.seed() of an int; 0. */
int64_t tine_abi_python_seed(int64_t generator, int64_t seed);
/* numpy.random.seed() of 0 to 2**32 - 1; 0. */
int64_t tine_abi_python_word_seed(int64_t generator, int64_t seed);
/* random.random(). */
double tine_abi_python_random(int64_t generator, int64_t unused);
/* random.getrandbits() of 0 to 64. */
int64_t tine_abi_python_bits(int64_t generator, int64_t count);
/* A number from 0 on below `end`, which is positive. */
int64_t tine_abi_python_below(int64_t generator, int64_t end);

/* The same of numpy.random.default_rng: PCG64 of a seed that is not negative.
 */
int64_t tine_abi_python_pcg_seed(int64_t generator, int64_t seed);
/* Generator.random() and Generator.standard_normal(). */
double tine_abi_python_pcg_random(int64_t generator, int64_t unused);
double tine_abi_python_pcg_normal(int64_t generator, int64_t unused);
/* A number from 0 to `most`, which has no sign. */
int64_t tine_abi_python_pcg_up_to(int64_t generator, int64_t most);

/*===-- Parameters: --load and --save ------------------------------------===*/

/* A parameter or buffer that the program makes. */
typedef struct tine_parameter {
  const char *name;     /* in the file, as in state_dict() */
  const int64_t *sizes; /* `rank` of them; -1: known at run time only */
  int32_t dtype;
  int32_t rank;
  /* The number of the parameter that this one is another name of; its own
     number when there is none. */
  int64_t same;
} tine_parameter;

/* The value of parameter `number`: that of the file of --load, else `initial`.
   The result is owned. Raises when the file's has another shape or cannot be
   read. */
tine_tensor *tine_abi_load_parameter(int64_t number, tine_tensor *initial,
                                     const char *where);
/* 1 when the run shall end with saving (--save). */
int32_t tine_abi_saving(void);
/* What is to be saved when the program has ended; retains the tensor. `name`
   must live as long as the program. */
void tine_abi_save_parameter(const char *name, tine_tensor *value);

/*===-- Files that the program loads and saves
 * -----------------------------===*/

/* What a file holds, as a string that only the functions below read: a tree of
   nodes, of which 0 is the root (runtime/src/stored.h). They raise OSError or a
   subclass of it where the file cannot be read, and an error that names the
   file where it is none of its kind: nothing in it is believed. */
/* np.load: an array, or a dict of a .npz file's. */
tine_string *tine_abi_stored_load_numpy(tine_string *path, const char *where);
/* np.fromfile: so many elements of a dtype behind `offset` bytes; all if
   `count` is below 0. */
tine_string *tine_abi_stored_load_raw(tine_string *path, int64_t dtype,
                                      int64_t count, int64_t offset,
                                      const char *where);
/* np.frombuffer: `count` elements of a dtype behind `offset` bytes, which are
   there; their first byte is the greatest if `isBig`. */
tine_string *tine_abi_stored_load_bytes(tine_string *bytes, int64_t dtype,
                                        int64_t count, int64_t offset,
                                        int64_t isBig, const char *where);
/* pickle.loads of dicts, lists, numbers, text and arrays. `coding`: what
   strings of Python 2 are, 0 bytes, 1 ASCII, 2 Latin-1. */
tine_string *tine_abi_stored_load_pickle(tine_string *bytes, tine_string *name,
                                         int64_t coding, const char *where);
/* np.loadtxt; with `lenient` np.genfromtxt. An empty delimiter is white space,
   empty `columns` are all, else "0,2". Up to `most` rows behind `skipped`
   lines; the array has at least `dims` dimensions. */
tine_string *
tine_abi_stored_load_text(tine_string *path, tine_string *delimiter,
                          tine_string *comments, tine_string *columns,
                          int64_t dtype, int64_t skipped, int64_t most,
                          int64_t dims, int64_t lenient, const char *where);
tine_string *tine_abi_stored_load_safetensors(tine_string *path,
                                              const char *where);
/* torch.load of what torch.save writes; no code in it runs. */
tine_string *tine_abi_stored_load_torch(tine_string *path, const char *where);

/* None, bool, int, float, str, list or tuple, dict, tensor, something else,
   bytes: 0 to 9. */
int64_t tine_abi_stored_kind(tine_string *stored, int64_t node,
                             const char *where);
/* Items of a list, or entries of a dict. */
int64_t tine_abi_stored_length(tine_string *stored, int64_t node,
                               const char *where);
/* The value under a key; -1 where there is none, or `node` is -1. */
int64_t tine_abi_stored_find(tine_string *stored, int64_t node,
                             tine_string *key, const char *where);
int64_t tine_abi_stored_find_int(tine_string *stored, int64_t node, int64_t key,
                                 const char *where);
/* The same for a key that is bytes. */
int64_t tine_abi_stored_find_bytes(tine_string *stored, int64_t node,
                                   tine_string *key, const char *where);
/* Item `i` of a list, from the end if negative; -1 where there is none. */
int64_t tine_abi_stored_item(tine_string *stored, int64_t node, int64_t i,
                             const char *where);
/* Size `i` of a tensor; -1 where there is none. */
int64_t tine_abi_stored_size(tine_string *stored, int64_t node, int64_t i,
                             const char *where);
/* Key and value of entry `i` of a dict, 0 <= i < length. */
int64_t tine_abi_stored_key(tine_string *stored, int64_t node, int64_t i,
                            const char *where);
int64_t tine_abi_stored_entry(tine_string *stored, int64_t node, int64_t i,
                              const char *where);
/* What a node holds. They raise TypeError, with `name` for the node, where it
   is another kind or -1. */
int64_t tine_abi_stored_int(tine_string *stored, int64_t node,
                            tine_string *name, const char *where);
int64_t tine_abi_stored_bool(tine_string *stored, int64_t node,
                             tine_string *name, const char *where);
double tine_abi_stored_float(tine_string *stored, int64_t node,
                             tine_string *name, const char *where);
tine_string *tine_abi_stored_text(tine_string *stored, int64_t node,
                                  tine_string *name, const char *where);
tine_string *tine_abi_stored_bytes(tine_string *stored, int64_t node,
                                   tine_string *name, const char *where);
tine_string *tine_abi_stored_path(tine_string *stored, const char *where);
/* Why a dict does not fit a module, in PyTorch's words; empty where it does.
   `expected` has a line for each module, "M PREFIX", and each of its tensors,
   "T 2,3, NAME" ("B" for a counter of batches). */
tine_string *tine_abi_stored_state_errors(tine_string *stored, int64_t node,
                                          tine_string *expected, int64_t strict,
                                          tine_string *name, const char *where);
/* Keys that are missing or too many, a line each. */
tine_string *tine_abi_stored_missing_keys(tine_string *stored, int64_t node,
                                          tine_string *expected,
                                          tine_string *name, const char *where);
tine_string *tine_abi_stored_unexpected_keys(tine_string *stored, int64_t node,
                                             tine_string *expected,
                                             tine_string *name,
                                             const char *where);

enum tine_stored_flags {
  TINE_STORED_CONVERT = 1, /* from any dtype */
  TINE_STORED_FLAT = 2,    /* of any sizes, as one dimension */
  TINE_STORED_FIRST = 4,   /* no dimensions: also the first of one */
};
/* The tensor at a node, of this dtype and rank; a size below 0 is any. Raises
   an error of `kind` where it is of another type: "FILE: float64[2,5], but "
   and `expected`. */
tine_tensor *tine_abi_stored_tensor(tine_string *stored, int64_t node,
                                    tine_string *name, int32_t dtype,
                                    int32_t rank, const int64_t *sizes,
                                    int32_t flags, const char *kind,
                                    const char *expected, const char *where);

/* These write a new file, which takes the name when it is whole. They raise
   OSError or a subclass of it; an old file is as it was then. `pattern` says
   what the slots are.

   torch.save: n None (no slot), i int, b bool, f float, s string, t tensor, T
   one that requires a gradient, P nn.Parameter, (..) tuple, [..] list, {..}
   dict of keys and values, O{..} OrderedDict, l E list of the run, d K V dict
   of the run, o E Optional, x E F the first if the slot in front is not 0, m K
   V an entry that is there if the slot in front is not 0. */
void tine_abi_save_torch(tine_string *path, const char *pattern,
                         const uint64_t *slots, const char *where);
/* np.save and ndarray.tofile: "t". */
void tine_abi_save_npy(tine_string *path, const char *pattern,
                       const uint64_t *slots, const char *where);
void tine_abi_save_raw(tine_string *path, const char *pattern,
                       const uint64_t *slots, const char *where);
/* np.savez, savez_compressed, safetensors.torch.save_file: "stst..". */
void tine_abi_save_npz(tine_string *path, const char *pattern,
                       const uint64_t *slots, const char *where);
void tine_abi_save_npz_packed(tine_string *path, const char *pattern,
                              const uint64_t *slots, const char *where);
void tine_abi_save_safetensors(tine_string *path, const char *pattern,
                               const uint64_t *slots, const char *where);
/* np.savetxt: the array, fmt, delimiter, newline, what comes in front and
   behind. */
void tine_abi_save_text(tine_string *path, const char *pattern,
                        const uint64_t *slots, const char *where);

/*===-- Entries: the methods of a module ---------------------------------===*/

enum tine_leaf_kind {
  TINE_LEAF_TENSOR = 0,
  TINE_LEAF_INT = 1,
  TINE_LEAF_FLOAT = 2,
  TINE_LEAF_BOOL = 3,
  TINE_LEAF_STRING = 4,
};

enum tine_leaf_flags {
  TINE_LEAF_FALLBACK = 1, /* it may be left out: it is `fallback` then */
  TINE_LEAF_OPTIONAL = 2, /* it may be left out: it is None then */
  TINE_LEAF_LIST = 4,     /* of such elements */
};

/* An input or output, of one slot; one that is optional has 1 when it is there
   in a slot in front of that. */
typedef struct tine_leaf {
  const char *name;
  /* Of an input: `rank` of them; -1 is any, -2 - i what all sizes of number i
     of the entry's names are. */
  const int64_t *sizes;
  int32_t kind;  /* enum tine_leaf_kind */
  int32_t dtype; /* of a tensor */
  int32_t rank;
  int32_t flags; /* enum tine_leaf_flags */
  double fallback;
} tine_leaf;

/* A method: a function of what it has of the module and of inputs. */
typedef struct tine_entry {
  const char *name;
  const tine_leaf *inputs;
  const tine_leaf *outputs;
  /* The first slots of `in`: parameter number i, or -1 - i, which is number i
     of tine_abi_entry_state. */
  const int64_t *state;
  /* The last slots of `out`: what these of `state` are after the call. */
  const int64_t *updates;
  const char *const *size_names;
  int64_t input_count;
  int64_t output_count;
  int64_t state_count;
  int64_t update_count;
  /* Slots are borrowed of `in` and owned in `out`. Raises as the program does.
   */
  void (*call)(const uint64_t *in, uint64_t *out);
} tine_entry;

/* What entries have beside parameters and inputs; retained. `mask` says which
   slots are pointers to counted objects. */
void tine_abi_entry_state(const uint64_t *slots, int64_t count, uint64_t mask);
/* Calls the entry that the command line names, with its inputs. */
void tine_abi_run_entry(void);

/*===-- Program ----------------------------------------------------------===*/

/* What the compiler says about the executable; defined by generated code. */
typedef struct tine_program {
  uint32_t abi_version; /* TINE_ABI_VERSION */
  uint32_t flags;
  const char *name;     /* source file */
  const char *compiler; /* "tinec 0.1.0" */
  const char *cpu;      /* as given to --mcpu after native was resolved */
  const char *features; /* ","-separated names as in /proc/cpuinfo */
  const char *devices;  /* ","-separated logical devices: "cpu:0,cuda:1" */
  void (*entry)(void);  /* opens the OpenMP team and runs the program */
  const tine_parameter *parameters; /* what --load gives values */
  int64_t parameter_count;
  const char *unsaved; /* why --load and --save cannot be, or null */
  /* Opens a team whose first thread calls tine_abi_serve; null in a program
     without devices. */
  void (*team)(void *queue);
  const tine_device_code *device_code; /* or null */
  /* Of a module: `entry` runs the one that the command line names. */
  const tine_entry *entries;
  int64_t entry_count;
  /* Weights inside: for each parameter where its elements are behind this
     address, or -1 where another name has them; or null. */
  const int64_t *weights;
  /* The same program for a CPU with fewer features, or null. */
  const struct tine_program *next;
} tine_program;

extern const tine_program tine_abi_program;

/* Calls `body` as the program's root task (errors are printed, exit status 1);
   called by `entry` on the thread that runs omp.master. */
void tine_abi_root(void (*body)(void));

#ifdef __cplusplus
} /* extern "C" */

static_assert(sizeof(tine_object) == 8, "ABI");
static_assert(sizeof(tine_tensor) == 128, "ABI");
static_assert(sizeof(tine_list) == 48, "ABI");
static_assert(sizeof(tine_future) == 72, "ABI");
static_assert(__builtin_offsetof(tine_future, slots) == 64, "ABI");
static_assert(sizeof(tine_parameter) == 32, "ABI");
static_assert(sizeof(tine_operation) == 48, "ABI");
static_assert(sizeof(tine_image) == 40, "ABI");
static_assert(sizeof(tine_kernel) == 32, "ABI");
static_assert(sizeof(tine_device_code) == 32, "ABI");
static_assert(sizeof(tine_leaf) == 40, "ABI");
static_assert(sizeof(tine_entry) == 88, "ABI");
static_assert(sizeof(tine_program) == 128, "ABI");
#endif

#endif /* TINE_ABI_H */
