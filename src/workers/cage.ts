// The cage of worker processes: keeps a decoder that was taken over from the key, the data, the network and other programs.
import { execFile } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram, pathFolders } from '../system/find-program.ts'
import { seccompFilter } from './system-calls.ts'

/** In the order in which they are reported. `namespaces`: a root folder, a network and an IPC of its own. */
type Layer = 'namespaces' | 'landlock' | 'seccomp' | 'user' | 'no-new-privileges' | 'environment'

export interface Sandbox {
  /** `caged` with namespaces, `partial` with what is left without them, `off` where the operator wants none. */
  readonly state: 'caged' | 'partial' | 'off'
  readonly layers: readonly Layer[]
  /** What is missing and why, for the operator; undefined when nothing is. */
  readonly lacking?: string
  /** What a process in the cage could open of what it must not read; undefined when nothing. */
  readonly open?: readonly string[]
}

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

export interface Cage {
  readonly sandbox: Sandbox
  readonly env: Readonly<Record<string, string>>
  /** The command that runs this one in the cage, as the same process. */
  wrap(command: readonly string[]): string[]
  close(): Promise<void>
}

export class CageRequired extends Error {
  override readonly name = 'CageRequired'
}

const notWhole = (lacking: string) =>
  new CageRequired(
    `SELFSAME_CAGE is "whole", and workers cannot be caged here: ${lacking}. Set it to "auto" to go on with what is left.`,
  )

const notClosed = ({ open = [], lacking }: Sandbox) =>
  new CageRequired(
    `A worker could read ${open.join(', ')}: ${lacking?.replace(/\.$/, '') ?? 'that lies in a folder which workers read'}. Install perl and util-linux or allow user namespaces ("The cage of the workers" in docs/guides/operations.md), or accept it with SELFSAME_CAGE=partial.`,
  )

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
const SYSTEM_PATH = ['/usr/sbin', '/usr/bin', '/sbin', '/bin']
/** Owns the workers where the server runs as root. The image has the first. */
const workerUsers = ['selfsame-worker', 'nobody']
const TRIAL_MS = 20_000
const IN_MEMORY = '/dev/shm'

/** Rights of Landlock, by their bits. */
const EXECUTE = 1 << 0
const [WRITE_FILE, READ_FILE, READ_FOLDER] = [1 << 1, 1 << 2, 1 << 3]
const [REMOVE_FILE, MAKE_FILE, TRUNCATE, DEVICE_CONTROL] = [1 << 5, 1 << 8, 1 << 14, 1 << 15]
const READ = READ_FILE | READ_FOLDER
const CHANGE = READ | WRITE_FILE | REMOVE_FILE | MAKE_FILE | TRUNCATE

/** `prctl` by its number, which is all that is asked of the processor besides the filter. */
const prctl: Readonly<Record<string, number>> = { x64: 157, arm64: 167 }

interface User {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

interface Tools {
  readonly sh: string | undefined
  readonly unshare: string | undefined
  readonly mount: string | undefined
  readonly chroot: string | undefined
  readonly setpriv: string | undefined
  readonly perl: string | undefined
}

interface Attempt {
  readonly namespaces: boolean
  readonly user: User | undefined
  readonly tools: Tools
}

/** Tries what this machine can do, the strongest first, and takes the first that is closed. Throws CageRequired. */
export async function openCage(settings: CageSettings): Promise<Cage> {
  const { mode } = settings
  if (mode === 'off') return bare({ state: 'off', layers: ['environment'] })
  const tools = findTools()
  const why: Why = { forbidden: 'nothing of it works' }
  if (process.platform !== 'linux')
    why.forbidden = `the cage is made of parts of Linux, and this is ${process.platform}`
  let left: Cage | undefined
  for (const attempt of attempts(tools)) {
    if (mode === 'whole' && !attempt.namespaces) break
    const cage = await tryOut(settings, attempt, why)
    if ('fault' in cage) {
      if (attempt.namespaces) why.forbidden = cage.fault
      if (attempt.user) why.userless = `as ${attempt.user.name} they cannot start (${cage.fault})`
    } else if (!cage.sandbox.open) {
      await left?.close()
      return cage
    } else if (left) await cage.close()
    else left = cage
  }
  if (mode === 'whole' && !left) throw notWhole(why.forbidden)
  left ??= await withoutLayers(settings, why.forbidden)
  if (mode === 'partial' || !left.sandbox.open) return left
  await left.close()
  throw notClosed(left.sandbox)
}

/** What was learnt from attempts that failed. */
interface Why {
  /** Why there are no namespaces. */
  forbidden: string
  /** Why workers of root are root. */
  userless?: string
}

/** Another user may not be allowed to read the program, and what calls itself Perl may not be it. */
function* attempts(tools: Tools): Generator<Attempt> {
  if (process.platform !== 'linux') return
  const user = isRoot() ? findUser() : undefined
  const users = user ? [user, undefined] : [undefined]
  const perls = tools.perl && prctl[process.arch] ? [tools.perl, undefined] : [undefined]
  for (const namespaces of [true, false])
    for (const perl of perls) for (const user of users) yield { namespaces, user, tools: { ...tools, perl } }
}

const isRoot = () => process.getuid?.() === 0

function describe({ namespaces, user, tools }: Attempt, trial: Passed, why: Why): Sandbox {
  const holds: Readonly<Record<Layer, boolean>> = {
    namespaces,
    landlock: trial.landlock > 0,
    seccomp: trial.seccomp,
    user: user !== undefined,
    'no-new-privileges': true,
    environment: true,
  }
  const userless = why.userless ?? `there is no user ${workerUsers.join(' or ')}`
  const lacking = [
    ...(namespaces ? [] : [why.forbidden]),
    ...(tools.perl ? [] : ['there is no perl that works, which lays on Landlock and seccomp']),
    ...(tools.perl && !holds.landlock ? ['the kernel has no Landlock'] : []),
    ...(tools.perl && !holds.seccomp ? ['the kernel allows no seccomp filter'] : []),
    ...(isRoot() && !user ? [`workers run as root, like the server: ${userless}`] : []),
  ]
  return {
    state: namespaces ? 'caged' : 'partial',
    layers: (Object.keys(holds) as Layer[]).filter((layer) => holds[layer]),
    ...(lacking.length > 0 && { lacking: lacking.join('; ') }),
    ...(trial.open.length > 0 && { open: trial.open }),
  }
}

function bare(sandbox: Sandbox): Cage {
  return { sandbox, env: {}, wrap: (command) => [...command], close: async () => undefined }
}

/** Where no attempt works, a worker is a process like any other: what it can read is tried all the same. */
async function withoutLayers(settings: CageSettings, lacking: string): Promise<Cage> {
  const sandbox: Sandbox = { state: 'partial', layers: ['environment'], lacking }
  const trial = await runTrial({ wrap: (command) => [...command], env: {} }, [], guardedBy(settings))
  const open = trial.fault === undefined ? trial.open : settings.hidden.map(({ what }) => what)
  return bare({ ...sandbox, ...(open.length > 0 && { open }) })
}

async function tryOut(
  settings: CageSettings,
  attempt: Attempt,
  why: Why,
): Promise<Cage | { readonly fault: string }> {
  const { namespaces, user, tools } = attempt
  const needed = namespaces ? (['sh', 'unshare', 'mount', 'chroot', 'setpriv'] as const) : []
  const missing = needed.filter((tool) => !tools[tool])
  if (missing.length > 0)
    return { fault: `this machine has no ${missing.join(', ')} (util-linux, coreutils)` }
  if (!tools.setpriv && !tools.perl) return { fault: 'this machine has neither setpriv nor perl' }
  const temporary = namespaces ? temporaryBeside(settings) : makeTemporary(settings.temporaryBytes, user)
  const close = async () => {
    if (!namespaces) await rm(temporary, { recursive: true, force: true })
  }
  const plan = planOf(settings, tools, temporary)
  const wrap = (command: readonly string[]) => wrapped(plan, attempt, command)
  const env = {
    PATH: [...new Set([...pathFolders(), ...SYSTEM_PATH])].join(delimiter),
    HOME: '/',
    TMPDIR: temporary,
    // Node.js does not start where this is a file that it may not read.
    OPENSSL_CONF: '/dev/null',
  }
  const trial = await runTrial({ wrap, env }, plan.asked, guardedBy(settings))
  if (trial.fault === undefined) return { sandbox: describe(attempt, trial, why), env, wrap, close }
  await close()
  return { fault: trial.fault }
}

/** A program that lies in `/tmp` itself must not be hidden by the folder that is laid over it. */
const temporaryBeside = ({ readable, programs }: CageSettings): string =>
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

function planOf(settings: CageSettings, tools: Tools, temporary: string): Plan {
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
function placesOf(path: string): MountedPath[] {
  if (!existsSync(path)) return []
  const source = realpathSync(path)
  const place = { source, isFolder: statSync(source).isDirectory() }
  return [...new Set([path, source])].map((name) => ({ path: name, ...place }))
}

/** What the trial must not be able to open: of a hidden folder all that lies in it, but for what a worker reads. */
function guardedBy({ hidden, readable, programs }: CageSettings): HiddenPath[] {
  const read = [...readable, ...programs].flatMap((path) => placesOf(resolve(path))).map(({ path }) => path)
  // By its own name and by that of what it is a link to.
  const names = ({ what, path }: HiddenPath) => placesOf(resolve(path)).map((place) => ({ what, ...place }))
  const inFolder = ({ what, path, isFolder }: ReturnType<typeof names>[number]): HiddenPath[] =>
    isFolder ? readdirSync(path).map((name) => ({ what, path: join(path, name) })) : [{ what, path }]
  return [
    ...hidden
      .flatMap(names)
      .flatMap(inFolder)
      .filter(({ path }) => !read.some((one) => isWithin(one, path))),
    { what: "the server's environment", path: `/proc/${process.pid}/environ` },
    { what: "the server's memory", path: `/proc/${process.pid}/mem` },
  ]
}

function basePlace(needed: readonly string[]): string {
  const isFree = (place: string) => existsSync(place) && !needed.some((path) => isWithin(path, place))
  return places.find(isFree) ?? '/mnt'
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** The arguments, outermost first: user, namespaces, root folder, locks, rights, and then the command itself. */
function wrapped(plan: Plan, { namespaces, user, tools }: Attempt, command: readonly string[]): string[] {
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

/** Those of the system first: in the search path of the user there may be others by these names. */
const toolFolders = () => [...new Set([...SYSTEM_PATH, ...pathFolders()])]

function findTools(): Tools {
  const find = (name: string) => findProgram(name, toolFolders())
  return {
    sh: find('sh'),
    unshare: find('unshare'),
    mount: find('mount'),
    chroot: find('chroot'),
    setpriv: find('setpriv'),
    perl: find('perl'),
  }
}

function findUser(): User | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of workerUsers) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { name, uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/** A folder for temporary files that no other program reads; in memory where there is room. */
function makeTemporary(bytes: number, user: User | undefined): string {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY, bytes) ? IN_MEMORY : tmpdir(), 'selfsame-worker-'))
  try {
    if (user) chownSync(folder, user.uid, user.gid)
    return folder
  } catch {
    // A namespace without such a user: no process can become it either, and the trial says so.
    return folder
  }
}

function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytes
  } catch {
    return false
  }
}

interface Passed {
  readonly fault: undefined
  readonly landlock: number
  readonly seccomp: boolean
  /** What it could open and must not. */
  readonly open: readonly string[]
}

type Trial = { readonly fault: string } | Passed

/** Node.js must start in the cage and read the files that workers read; then it tries to open what it must not. */
const TRIAL = `const { accessSync, closeSync, constants, openSync } = require('fs')
const [asked, guarded] = JSON.parse(process.argv[1])
for (const path of asked) accessSync(path, constants.R_OK)
const isOpen = (path) => {
  try { closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)) } catch { return false }
  return true
}
console.log('open=' + JSON.stringify(guarded.map(isOpen)))`

async function runTrial(
  cage: Pick<Cage, 'wrap' | 'env'>,
  asked: readonly string[],
  guarded: readonly HiddenPath[],
): Promise<Trial> {
  const paths = [asked.filter((path) => existsSync(path)), guarded.map(({ path }) => path)]
  const node = [process.execPath, '--eval', TRIAL, JSON.stringify(paths)]
  const [program = '', ...rest] = cage.wrap(node)
  return new Promise((conclude) => {
    const options = {
      env: { ...cage.env, CAGE_TELL: '1' },
      timeout: TRIAL_MS,
      killSignal: 'SIGKILL',
    } as const
    execFile(program, rest, options, (error, stdout, stderr) => {
      const said = /^open=(.*)$/m.exec(stdout)?.[1]
      if (error || said === undefined) {
        conclude({ fault: faultIn(stderr, error) })
        return
      }
      const [, landlock = 0, seccomp = 0] = /^landlock=(\d+) seccomp=(\d)/m.exec(stdout) ?? []
      const isOpen = JSON.parse(said) as boolean[]
      const open = [...new Set(guarded.filter((_, at) => isOpen[at]).map(({ what }) => what))]
      conclude({ fault: undefined, landlock: Number(landlock), seccomp: seccomp === '1', open })
    })
  })
}

/** The tool that failed says why in its last line; Node.js says it in the line that names the error. */
function faultIn(stderr: string, error: Error | null): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '')
  const said =
    lines.find((line) => /^\w*Error: /.test(line)) ??
    lines.find((line) => /^\S*(unshare|mount|sh|chroot|setpriv)\S*: /.test(line)) ??
    lines.at(-1) ??
    error?.message ??
    'it said nothing'
  return isForbidden(said) ? `the kernel forbids user namespaces here (${said})` : said
}

const isForbidden = (said: string) =>
  /unshare.*(not permitted|No space left|Permission denied)|mount: .*(permission denied|must be superuser)/i.test(
    said,
  )
