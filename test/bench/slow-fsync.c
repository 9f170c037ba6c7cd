/* Preloaded into a program, so that its fsync and fdatasync take at least 2 ms, as on the disk of an ordinary office PC. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define AT_LEAST_NS 2000000L

static int slowly(long call, int file) {
  struct timespec started, now, rest = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &started);
  int result = (int)syscall(call, file);
  clock_gettime(CLOCK_MONOTONIC, &now);
  long taken = (now.tv_sec - started.tv_sec) * 1000000000L + now.tv_nsec - started.tv_nsec;
  rest.tv_nsec = AT_LEAST_NS - taken;
  if (rest.tv_nsec > 0) nanosleep(&rest, 0);
  return result;
}

int fsync(int file) { return slowly(SYS_fsync, file); }
int fdatasync(int file) { return slowly(SYS_fdatasync, file); }
