#!/bin/sh
# Starts systemd as process 1 of a machine whose files are this machine's, until it writes: then they are its own, in
# memory. It has processes, mounts, users' sessions and a loopback of its own, and no other network. The project is in
# /mnt/project. Needs root. Arguments: an empty folder, the project.
set -eu
folder=$1 project=$2

outside() {
  mount --make-rprivate /
  mount -t tmpfs -o mode=755 machine "$folder"
  mkdir "$folder/upper" "$folder/work" "$folder/root" "$folder/cgroup"
  mount -t cgroup2 cgroup2 "$folder/cgroup"
  group=$folder/cgroup/banbo-machine-$$
  mkdir "$group"
  # Joined by a shell of its own, so that the group is empty once the machine has ended. All end with this shell.
  sh -c 'echo $$ > "$0/cgroup.procs"; exec "$@"' "$group" \
    setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --cgroup --net --uts --ipc \
    sh "$0" "$folder" "$project" inside || true
  find "$group" -depth -type d -exec rmdir {} +
}

inside() {
  mount -t overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" machine "$folder/root"
  cd "$folder/root"
  mount -t proc proc proc
  # The kernel's settings and modules are this machine's too.
  mount --bind proc/sys proc/sys
  mount -o remount,bind,ro proc/sys
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 dev dev
  for device in null zero full random urandom tty; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  mount -t tmpfs -o mode=1777 shm dev/shm
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs -o mode=755 run run
  mount -t tmpfs -o mode=1777 tmp tmp
  mount -t tmpfs -o mode=755 mnt mnt
  mkdir mnt/project
  mount --bind "$project" mnt/project
  mount -o remount,bind,ro mnt/project
  # Services that this machine starts by itself are none of its own.
  mount -t tmpfs -o mode=755 units etc/systemd/system
  ln -s /lib/systemd/system/basic.target etc/systemd/system/default.target
  ln -s /dev/null etc/systemd/system/systemd-modules-load.service
  : > etc/machine-id
  ip link set lo up
  mkdir run/outside
  pivot_root . run/outside
  cd /
  umount -l /run/outside
  exec env -i container=other PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    /lib/systemd/systemd --show-status=false
}

"${3-outside}"
