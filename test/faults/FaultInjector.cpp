//===- FaultInjector.cpp - Calls of the system that fail ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: tine-fault-injector CALL NUMBER FAULT PROGRAM [WORD ...]
//
// Runs the program. Its call of this number (from 1) of CALL fails with the
// errno FAULT, or gets the signal FAULT just before it, or gives 0 and does
// nothing (`ZERO`), as at the end of a file. The exit status is the program's,
// 128 and the signal if one ended it, or 99 if it came to a good end without
// that call.
//
// Executables are linked statically, so that no library can be put in front of
// the system's calls. The kernel asks this program instead
// (SECCOMP_RET_USER_NOTIF).
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int statusOfGoodEnd = 99;

struct Call {
  const char *name;
  long numbers[3]; // -1: none
};

const Call calls[] = {
    {"write", {SYS_write, SYS_writev, SYS_pwrite64}},
    {"fsync", {SYS_fsync, SYS_fdatasync, -1}},
#ifdef SYS_rename
    {"rename", {SYS_rename, SYS_renameat, SYS_renameat2}},
    {"open", {SYS_open, SYS_openat, -1}},
    {"fstat", {SYS_fstat, SYS_newfstatat, SYS_stat}},
#else
    {"rename", {SYS_renameat, SYS_renameat2, -1}},
    {"open", {SYS_openat, -1, -1}},
    {"fstat", {SYS_fstat, SYS_newfstatat, -1}},
#endif
    {"read", {SYS_read, SYS_pread64, SYS_readv}},
    {"fchmod", {SYS_fchmod, -1, -1}},
    {"close", {SYS_close, -1, -1}},
    {"mmap", {SYS_mmap, -1, -1}},
};

struct Fault {
  const char *name;
  int error, signal;
};

const Fault faults[] = {
    {"ENOSPC", ENOSPC, 0},   {"EIO", EIO, 0},       {"ENOMEM", ENOMEM, 0},
    {"EINTR", EINTR, 0},     {"EACCES", EACCES, 0}, {"SIGTERM", 0, SIGTERM},
    {"SIGKILL", 0, SIGKILL}, {"ZERO", 0, 0},
};

[[noreturn]] void fail(const char *what) {
  perror(what);
  _exit(98);
}

template <typename Entry, size_t N>
const Entry &find(const Entry (&entries)[N], const char *name) {
  for (const Entry &entry : entries)
    if (!strcmp(entry.name, name))
      return entry;
  fprintf(stderr, "tine-fault-injector: knows no '%s'\n", name);
  _exit(98);
}

/// Lets the kernel ask for the calls; the descriptor to answer it by.
int listen(const Call &call) {
  sock_filter filter[8];
  unsigned short size = 0;
  filter[size++] =
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  for (long number : call.numbers) {
    if (number < 0)
      continue;
    filter[size++] =
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, unsigned(number), 0, 1);
    filter[size++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  }
  filter[size++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  sock_fprog program = {size, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    fail("prctl");
  return int(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                     SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
}

/// A message of one byte that takes a descriptor along.
struct Envelope {
  char byte = 0;
  iovec data = {&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {};
  msghdr message = {};

  Envelope() {
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof(space);
  }
};

void send(int socket, int descriptor) {
  Envelope envelope;
  cmsghdr *head = CMSG_FIRSTHDR(&envelope.message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(head), &descriptor, sizeof(int));
  if (sendmsg(socket, &envelope.message, 0) < 0)
    _exit(98);
}

int receive(int socket) {
  Envelope envelope;
  if (recvmsg(socket, &envelope.message, MSG_CMSG_CLOEXEC) <= 0)
    return -1;
  cmsghdr *head = CMSG_FIRSTHDR(&envelope.message);
  int descriptor = -1;
  if (head)
    memcpy(&descriptor, CMSG_DATA(head), sizeof(int));
  return descriptor;
}

/// Answers until the program has ended; whether the call of this number came.
bool answer(int listener, pid_t child, long wanted, const Fault &fault) {
  bool came = false;
  for (long count = 0;;) {
    pollfd ready = {listener, POLLIN, 0};
    if (poll(&ready, 1, -1) < 0 && errno == EINTR)
      continue;
    if (!(ready.revents & POLLIN))
      return came;
    seccomp_notif asked = {};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked))
      continue;
    seccomp_notif_resp reply = {};
    reply.id = asked.id;
    reply.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    // A call that a signal has interrupted is asked for again.
    if (++count == wanted) {
      came = true;
      if (fault.signal)
        kill(child, fault.signal);
      else
        reply.flags = 0;
      reply.error = -fault.error;
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
  }
}

} // namespace

int main(int count, char **words) {
  if (count < 5) {
    fputs("usage: tine-fault-injector CALL NUMBER FAULT PROGRAM [WORD ...]\n",
          stderr);
    return 98;
  }
  const Call &call = find(calls, words[1]);
  const Fault &fault = find(faults, words[3]);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets))
    fail("socketpair");
  pid_t child = fork();
  if (!child) {
    int listener = listen(call);
    if (listener < 0)
      fail("seccomp");
    send(sockets[1], listener);
    fcntl(listener, F_SETFD, FD_CLOEXEC);
    execv(words[4], words + 4);
    _exit(98);
  }
  close(sockets[1]);
  int listener = receive(sockets[0]);
  bool came = listener >= 0 && answer(listener, child, atol(words[2]), fault);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return 128 + WTERMSIG(status);
  return WEXITSTATUS(status) || came ? WEXITSTATUS(status) : statusOfGoodEnd;
}
