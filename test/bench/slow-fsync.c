/* Preloaded into a program: its fsync and fdatasync take 2 ms at least, as on the disk of an ordinary office PC. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define AT_LEAST_NS 2000000L

static int slowly(long call, int file) {
  struct timespec begun, now, rest = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &begun);
  int result = (int)syscall(call, file);
  clock_gettime(CLOCK_MONOTONIC, &now);
  long taken = (now.tv_sec - begun.tv_sec) * 1000000000L + now.tv_nsec - begun.tv_nsec;
  rest.tv_nsec = AT_LEAST_NS - taken;
  if (rest.tv_nsec > 0) nanosleep(&rest, 0);
  return result;
}

int fsync(int file) { return slowly(SYS_fsync, file); }
int fdatasync(int file) { return slowly(SYS_fdatasync, file); }
