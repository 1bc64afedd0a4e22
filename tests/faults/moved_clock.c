/* A date that jumps: what a program is told of the time of day is ahead by as many seconds as a file says, whose name is
   in MOVED_CLOCK. Clocks that nobody sets are let alone. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long ahead(void)
{
    const char *name = getenv("MOVED_CLOCK");
    FILE *file = name == NULL ? NULL : fopen(name, "r");
    long seconds = 0;

    if (file == NULL)
        return 0;
    if (fscanf(file, "%ld", &seconds) != 1)
        seconds = 0;
    fclose(file);
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    int result;

    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    result = real(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += ahead();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec exact;

    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact) != 0)
        return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *where)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    if (where != NULL)
        *where = now.tv_sec;
    return now.tv_sec;
}
