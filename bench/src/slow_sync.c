// Delays syncs by two milliseconds, as a slow disk does. Loaded in front of libc with LD_PRELOAD.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int later(const char *name, int file) {
    const struct timespec longer = {0, 2 * 1000 * 1000};
    nanosleep(&longer, 0);
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    return sync(file);
}

int fsync(int file) { return later("fsync", file); }

int fdatasync(int file) { return later("fdatasync", file); }
