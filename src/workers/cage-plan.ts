// What a caged worker sees and may do: the mounts of its root folder, the rules of Landlock, and the command that lays them on.
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seccompFilter } from './system-calls.ts'

/** A file or folder that a worker must not read, and what it is called in messages. */
export interface HiddenPath {
  readonly what: string
  readonly path: string
}

export interface CageSettings {
  /** `auto` refuses where a worker could read what is hidden, `whole` also without namespaces; `partial` takes what is left. */
  readonly mode: 'auto' | 'whole' | 'partial' | 'off'
  /** Files and folders that a worker reads. */
  readonly readable: readonly string[]
  /** What it must not see, even where it lies inside a folder that it reads. */
  readonly hidden: readonly HiddenPath[]
  /** Programs that it starts, by their paths. */
  readonly programs: readonly string[]
  /** Room for its temporary files. */
  readonly temporaryBytes: number
  /** Folders that it may change; the server gives it none. */
  readonly writable?: readonly string[]
}

/** What every program needs: libraries, and what libraries ask of the machine. Debian links some by /etc/alternatives. */
const systemFolders = [
  '/etc/alternatives',
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/nix/store',
  '/gnu/store',
]
const systemFiles = [
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/sys/devices/system/cpu',
  '/proc/cpuinfo',
  '/proc/meminfo',
]
const devices = ['/dev/null', '/dev/zero', '/dev/urandom', '/dev/random']
/** The kernel runs it for every program that is linked to libraries. */
const loaders = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1']
/** Folders on which the root of the cage can be laid; the first is taken in which nothing lies that is needed. */
const places = ['/mnt', '/media', '/srv', '/var/tmp', '/tmp', '/home']

/** Rights of Landlock, by their bits. */
const EXECUTE = 1 << 0
const [WRITE_FILE, READ_FILE, READ_FOLDER] = [1 << 1, 1 << 2, 1 << 3]
const [REMOVE_FILE, MAKE_FILE, TRUNCATE, DEVICE_CONTROL] = [1 << 5, 1 << 8, 1 << 14, 1 << 15]
const READ = READ_FILE | READ_FOLDER
const CHANGE = READ | WRITE_FILE | REMOVE_FILE | MAKE_FILE | TRUNCATE

/** `prctl` by its number, which is all that is asked of the processor besides the filter. */
export const prctl: Readonly<Record<string, number>> = { x64: 157, arm64: 167 }

export interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

export interface Tools {
  readonly sh: string | undefined
  readonly unshare: string | undefined
  readonly mount: string | undefined
  readonly chroot: string | undefined
  readonly setpriv: string | undefined
  readonly perl: string | undefined
}

export interface Attempt {
  readonly namespaces: boolean
  readonly user: User | undefined
  readonly tools: Tools
}

export const isRoot = () => process.getuid?.() === 0

/** A program that lies in `/tmp` itself must not be hidden by the folder that is laid over it. */
export const temporaryBeside = ({ readable, programs }: CageSettings): string =>
  [...readable, ...programs].some((path) => isWithin(resolve(path), '/tmp')) ? '/temporary' : '/tmp'

interface Plan {
  readonly base: string
  /** The paths that the trial must be able to read. */
  readonly asked: readonly string[]
  readonly temporary: string
  readonly temporaryBytes: number
  /** Paths as they are asked for, with what they really are. */
  readonly readable: readonly MountedPath[]
  readonly programs: readonly MountedPath[]
  readonly devices: readonly MountedPath[]
  readonly writable: readonly string[]
  readonly hidden: readonly string[]
}

interface MountedPath {
  readonly path: string
  readonly source: string
  readonly isFolder: boolean
}

export function planOf(settings: CageSettings, tools: Tools, temporary: string): Plan {
  const places = (paths: readonly (string | undefined)[]) =>
    paths.flatMap((path) => (path ? placesOf(path) : []))
  const readable = places([
    ...systemFolders,
    ...systemFiles,
    ...settings.readable.map((path) => resolve(path)),
  ])
  const programs = places([process.execPath, tools.setpriv, ...settings.programs])
  const writable = (settings.writable ?? []).map((path) => realpathSync(path))
  const hidden = places(settings.hidden.map(({ path }) => resolve(path))).filter(({ isFolder }) => isFolder)
  const needed = [...readable, ...programs].flatMap(({ path, source }) => [path, source]).concat(writable)
  return {
    base: basePlace(needed),
    asked: [...settings.readable, ...settings.programs].map((path) => resolve(path)),
    temporary,
    temporaryBytes: settings.temporaryBytes,
    readable,
    programs,
    devices: places(devices),
    writable,
    hidden: hidden
      .map(({ path }) => path)
      .filter((folder) => readable.some(({ source }) => isWithin(folder, source))),
  }
}

/** A path that is a link is there under both names; what is not there is left out. */
export function placesOf(path: string): MountedPath[] {
  if (!existsSync(path)) return []
  const source = realpathSync(path)
  const place = { source, isFolder: statSync(source).isDirectory() }
  return [...new Set([path, source])].map((name) => ({ path: name, ...place }))
}

function basePlace(needed: readonly string[]): string {
  const isFree = (place: string) => existsSync(place) && !needed.some((path) => isWithin(path, place))
  return places.find(isFree) ?? '/mnt'
}

export const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** The arguments, outermost first: user, namespaces, root folder, locks, rights, and then the command itself. */
export function wrapped(
  plan: Plan,
  { namespaces, user, tools }: Attempt,
  command: readonly string[],
): string[] {
  const asUser = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const becomeUser = user ? [tools.setpriv ?? '', ...asUser, '--'] : []
  const unshare = [tools.unshare ?? '', '--user', '--map-root-user', '--net', '--mount', '--ipc', '--']
  const root = namespaces ? [...becomeUser, ...unshare, ...rootBuilt(plan, tools)] : []
  const rights = privileges(tools, namespaces, namespaces ? [] : asUser)
  return [...root, ...locked(plan, tools, namespaces), ...rights, ...command]
}

function rootBuilt({ base, ...plan }: Plan, tools: Tools): string[] {
  const { readable, programs, devices, hidden, writable, temporary, temporaryBytes } = plan
  const flagsAt = mountFlags()
  // Folders come with what is mounted in them: the kernel does not show a user namespace what lies below.
  const bind = ({ path, source, isFolder }: MountedPath, options: readonly string[]) => {
    const all = new Set([isFolder ? 'rbind' : 'bind', 'nosuid', ...options, ...flagsAt(source)])
    return `${escaped(source)} ${escaped(base + path)} none ${[...all].join(',')} 0 0`
  }
  const memory = (path: string, options: string) =>
    `none ${escaped(base + path)} tmpfs nosuid,nodev,noexec,X-mount.mkdir,${options} 0 0`
  const fixed = [...readable, ...programs].filter(
    ({ path }, at, all) => all.findIndex((one) => one.path === path) === at,
  )
  const mounts = [
    ...fixed.map((place) => ({ path: place.path, line: bind(place, ['ro', 'nodev', 'X-mount.mkdir']) })),
    ...devices.map((place) => ({ path: place.path, line: bind(place, ['noexec']) })),
    ...hidden.map((path) => ({ path, line: memory(path, 'ro,size=4k,mode=000') })),
    { path: temporary, line: memory(temporary, `size=${temporaryBytes},mode=1777`) },
    ...writable.map((path) => ({
      path,
      line: bind({ path, source: path, isFolder: true }, ['nodev', 'X-mount.mkdir']),
    })),
  ]
  // A folder is mounted before what lies in it.
  const lines = mounts.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(({ line }) => line)
  const folders = fixed.filter(({ isFolder }) => isFolder).map(({ path }) => path)
  const files = [...fixed, ...devices]
    .filter(({ path, isFolder }) => !isFolder && !folders.some((folder) => isWithin(path, folder)))
    .map(({ path }) => `.${path}`)
  const around = [...new Set(files.map(dirname))]
  return [tools.sh ?? '', BUILD_ROOT, base, lines.join('\n'), around.join('\n'), files.join('\n')]
}

/** In a user namespace a mount must keep these, where it has them: /proc and /sys mostly have three of them. */
const LASTING_FLAGS = ['ro', 'nosuid', 'nodev', 'noexec']

/** The flags of the mount in which a path lies. */
function mountFlags(): (path: string) => string[] {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, , , , point = '', options = '']) => ({
      point: point.replace(/\\([0-7]{3})/g, (_, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
      flags: options.split(',').filter((option) => LASTING_FLAGS.includes(option)),
    }))
    .filter(({ point }) => point !== '')
  // Of two on one place the later one lies above.
  const inOrder = mounts.toReversed().toSorted((a, b) => b.point.length - a.point.length)
  return (path) => inOrder.find(({ point }) => point === '/' || isWithin(path, point))?.flags ?? []
}

/** As fstab wants it. */
const escaped = (path: string) =>
  path.replace(/[\s\\#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)

/** Without Perl only the root is changed. */
function locked(plan: Plan, tools: Tools, namespaces: boolean): string[] {
  const root = namespaces ? plan.base : ''
  if (!tools.perl) return namespaces ? [tools.chroot ?? '', root] : []
  const rights = (places: readonly MountedPath[], access: number) =>
    places.map(({ path }) => `${access} ${path}`)
  const rules = [
    ...rights(plan.readable, READ),
    ...rights(plan.programs, EXECUTE | READ_FILE),
    ...loaders.map((path) => `${EXECUTE | READ_FILE} ${path}`),
    ...systemFolders.filter((path) => /^\/(nix|gnu)\//.test(path)).map((path) => `${EXECUTE | READ} ${path}`),
    ...rights(plan.devices, READ_FILE | WRITE_FILE | DEVICE_CONTROL),
    ...[plan.temporary, ...plan.writable].map((path) => `${CHANGE} ${path}`),
  ]
  const filter = seccompFilter(process.arch) ?? ''
  return [tools.perl, LOCK, root, String(prctl[process.arch]), filter, rules.join('\n')]
}

function privileges({ setpriv }: Tools, namespaces: boolean, asUser: readonly string[]): string[] {
  if (!setpriv) return []
  // Only root, of this machine or of a namespace, has capabilities whose return must be forbidden.
  const hasAny = namespaces || isRoot()
  const none = ['--inh-caps=-all', '--ambient-caps=-all', ...(hasAny ? ['--bounding-set=-all'] : [])]
  return [setpriv, '--no-new-privs', ...none, ...asUser, '--']
}

const BUILD_ROOT = fileURLToPath(new URL('./build-root.sh', import.meta.url))
const LOCK = fileURLToPath(new URL('./lock.pl', import.meta.url))
