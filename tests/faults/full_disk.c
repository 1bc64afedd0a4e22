/* A disk that is full: while there is the file that FULL_DISK names, what a program writes to files finds room for so many
   bytes in all as that file says, and then none. What it writes to sockets and pipes goes through. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long room = -1;

static int is_full_for(int file)
{
    struct stat status;
    const char *name = getenv("FULL_DISK");
    FILE *full;

    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return 0;
    full = name == NULL ? NULL : fopen(name, "r");
    if (full == NULL) {
        room = -1;
        return 0;
    }
    if (room < 0 && fscanf(full, "%ld", &room) != 1)
        room = 0;
    fclose(full);
    return 1;
}

ssize_t write(int file, const void *bytes, size_t number)
{
    static ssize_t (*real)(int, const void *, size_t);
    ssize_t written;

    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    if (!is_full_for(file))
        return real(file, bytes, number);
    if (room == 0) {
        errno = ENOSPC;
        return -1;
    }
    written = real(file, bytes, number < (size_t)room ? number : (size_t)room);
    if (written > 0)
        room -= written;
    return written;
}
