// Says whether this machine allows user namespaces, and runs programs as on one that does not.
import { spawnSync } from 'node:child_process'

const unshare = ['unshare', '--user', '--map-root-user', '--net', '--mount', '--ipc']

export const namespacesAllowed =
  spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** Runs a program as root of a user namespace, after what this script does there. */
const inNamespace = (script: string, ...more: readonly string[]): readonly string[] => [
  ...['unshare', '--user', '--map-root-user', ...more, 'sh', '-ec'],
  `${script}\nexec "$0" "$@"`,
]

const forbidNamespaces = 'echo 0 >/proc/sys/user/max_user_namespaces'

/** A namespace that may have none inside is refused by the kernel itself; where all are, nothing is to be done. */
export const withoutNamespaces = namespacesAllowed ? inNamespace(forbidNamespaces) : []

/** Neither namespaces nor a Perl that runs, so that nothing hides files from a worker. */
export const withoutWalls = inNamespace(
  `for perl in /usr/bin/perl /bin/perl; do [ ! -e $perl ] || mount --bind /dev/null $perl; done
  ${forbidNamespaces}`,
  '--mount',
)

/**
 * Flags that a namespace inside this one may not take off, and a part of /sys that is hidden from it, as container engines
 * hide some.
 */
export const withUsualMounts = inNamespace(
  `mount --rbind /proc /proc
  mount -o remount,bind,nosuid,nodev,noexec /proc
  mount --rbind /sys /sys
  mount -o remount,bind,ro,nosuid,nodev,noexec /sys
  for part in /sys/devices/system/cpu/cpu0/*/; do hidden=$part; done
  mount -t tmpfs -o ro none "$hidden"`,
  '--mount',
)
