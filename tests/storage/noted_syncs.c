/* Preloaded into a server: notes how much of each file the disk has, which is what is left of it after a power cut.
 *
 * A line for each sync that has ended: the file's inode, and its length when the sync began. What was written later, and
 * files of which there is no line, a power cut takes. While the file exists that NOTED_SYNCS_HELD names, no sync ends, as on
 * a disk that hangs; a line `held` says that one waits for it.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(const char *line) {
    const char *path = getenv("NOTED_SYNCS");
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
    if (file < 0 || write(file, line, strlen(line)) < 0)
        abort();
    close(file);
}

static void wait_while_held(void) {
    const char *held = getenv("NOTED_SYNCS_HELD");
    if (held == NULL || access(held, F_OK) != 0)
        return;
    note("held\n");
    while (access(held, F_OK) == 0)
        usleep(1000);
}

static int noted(const char *name, int file) {
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    struct stat status;
    char line[64];
    int known = fstat(file, &status) == 0;
    wait_while_held();
    int failed = sync(file);
    if (!failed && known) {
        snprintf(line, sizeof line, "%llu %lld\n", (unsigned long long)status.st_ino, (long long)status.st_size);
        note(line);
    }
    return failed;
}

int fsync(int file) { return noted("fsync", file); }
int fdatasync(int file) { return noted("fdatasync", file); }
