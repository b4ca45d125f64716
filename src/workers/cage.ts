// The cage of worker processes: keeps a decoder that was taken over from the key, the data, the network and other programs.
import { accessSync, chownSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findProgram, pathFolders } from '../system/find-program.ts'
import {
  type Attempt,
  type CageSettings,
  isRoot,
  planOf,
  prctl,
  type Tools,
  temporaryBeside,
  type User,
  wrapped,
} from './cage-plan.ts'
import { type Around, guardedBy, type Passed, runTrial } from './cage-trial.ts'

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

export interface Cage extends Around {
  readonly sandbox: Sandbox
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

const SYSTEM_PATH = ['/usr/sbin', '/usr/bin', '/sbin', '/bin']
/** Owns the workers where the server runs as root. The image has the first. */
const workerUsers = ['selfsame-worker', 'nobody']
const IN_MEMORY = '/dev/shm'

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
