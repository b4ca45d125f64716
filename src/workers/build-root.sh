# Builds the root folder of a caged worker in a mount namespace of its own, and goes on with the rest of its arguments.
set -euf
base=$1 mounts=$2 folders=$3 files=$4
shift 4
# No namespace can be made inside this one, by which the process could get back the rights that it gives up. Where this
# file is read-only, as in many containers, the change of root below forbids it too.
echo 0 2>/dev/null >/proc/sys/user/max_user_namespaces || :
mount -t tmpfs -o mode=755,nosuid,nodev,noexec,size=1m cage "$base"
cd "$base"
IFS='
'
mkdir -p $folders
for file in $files; do : >"$file"; done
printf '%s\n' "$mounts" >mounts
mount --all --no-mtab --fstab "$base/mounts"
mount -o remount,bind,ro,nosuid,nodev,noexec "$base"
exec "$@"
