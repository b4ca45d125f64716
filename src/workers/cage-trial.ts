// The trial of a cage: a process in it must be able to start and to read what workers read, and tells what it could open and must not.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CageSettings, type HiddenPath, isWithin, placesOf } from './cage-plan.ts'

const TRIAL_MS = 20_000

/** How a command is run in a cage. */
export interface Around {
  readonly env: Readonly<Record<string, string>>
  /** The command that runs this one in the cage, as the same process. */
  wrap(command: readonly string[]): string[]
}

/** What the trial must not be able to open: of a hidden folder all that lies in it, but for what a worker reads. */
export function guardedBy({ hidden, readable, programs }: CageSettings): HiddenPath[] {
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

export interface Passed {
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

export async function runTrial(
  cage: Around,
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
