#!/usr/bin/env bash
# Boots the systemd of this machine in namespaces of its own: boot_debian.sh FOLDER
#
# The root is this machine's, under an overlay in memory, so nothing that is done there lasts. There is no network but its
# own loopback, and no service runs but systemd's. It ends when its first process is killed, and when the caller dies.
# Run as root in a mount namespace of its own (`unshare --mount`). The first stage makes a control group and waits; the
# second is the first process of the new namespaces and becomes systemd.
set -euo pipefail
folder=$1 stage=${2:-group}

case $stage in
group)
    mount --make-rprivate /
    mkdir -p "$folder/groups" "$folder/box"
    mount -t cgroup2 groups "$folder/groups"
    group="$folder/groups/quarterdeck-test-$$"
    mkdir "$group"
    echo 0 >"$group/cgroup.procs"
    setpriv --pdeathsig KILL unshare --mount --pid --net --ipc --uts --cgroup --fork --kill-child=KILL \
        bash "$0" "$folder" root || true
    echo 0 >"$folder/groups/cgroup.procs"
    find "$group" -depth -type d -exec rmdir {} \;
    ;;
root)
    mount -t tmpfs -o size=4g box "$folder/box"
    mkdir "$folder/box/upper" "$folder/box/work" "$folder/box/root"
    root="$folder/box/root"
    mount -t overlay -o "lowerdir=/,upperdir=$folder/box/upper,workdir=$folder/box/work" overlay "$root"
    mount -t proc proc "$root/proc"
    mount -t sysfs sys "$root/sys"
    mount -t cgroup2 groups "$root/sys/fs/cgroup"
    # What systemd would set of the kernel is this machine's, too.
    mount --bind -o ro "$root/proc/sys" "$root/proc/sys"
    mount -o remount,ro "$root/sys"
    mount -t tmpfs -o mode=755 dev "$root/dev"
    for device in null zero full random urandom tty; do
        touch "$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
    done
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 pts "$root/dev/pts"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    ln -s /proc/self/fd/1 "$root/dev/stdout"
    ln -s /proc/self/fd/2 "$root/dev/stderr"
    mount -t tmpfs -o mode=755 run "$root/run"
    mount -t tmpfs -o mode=1777 tmp "$root/tmp"
    rm -rf "$root"/etc/systemd/system/*.wants
    ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
    rm -f "$root/etc/machine-id"
    echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
    cd "$root"
    mkdir -p old
    # Not chroot: systemd refuses PrivateUsers= in one.
    pivot_root . old
    umount -l /old
    exec setpriv --bounding-set -sys_module,-sys_time,-sys_rawio,-sys_boot -- \
        env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --log-target=journal
    ;;
esac
