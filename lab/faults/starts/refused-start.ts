// Starts the server where it must refuse, and checks its message, its exit code, and that nothing changed on the disk.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openSandbox, openToAll } from '../../../specimens/kit/engines/sandbox.ts'
import { program } from '../../kit/folders.ts'
import { environmentOf, type SpawnOptions, spawnServer } from '../../kit/server.ts'
import type { Case } from './cases.ts'

interface Refused {
  readonly code: number | null
  readonly said: string
}

/** Two data folders, each with an organisation, made once and copied for every case. */
export interface Templates {
  readonly data: string
  readonly other: string
  close(): Promise<void>
}

export function makeTemplates(): Templates {
  const sandbox = openSandbox('fault-starts', 0)
  const make = (name: string): string => {
    const data = join(sandbox.folder, name)
    mkdirSync(data)
    const env = environmentOf({ SELFSAME_DATA: data })
    execFileSync(program, ['org', 'add', 'acme'], { cwd: sandbox.folder, env, stdio: 'ignore' })
    return data
  }
  return { data: make('data'), other: make('other'), close: () => sandbox.close() }
}

interface Tried extends Refused {
  readonly faults: readonly string[]
}

/** Returns undefined when the case cannot be tried here. */
export async function tryCase(templates: Templates, one: Case): Promise<Tried | undefined> {
  if (one.asNobody && (process.getuid?.() !== 0 || !openToAll(join(program, '..')))) return undefined
  const user = one.asNobody ? { uid: 65_534, gid: 65_534 } : undefined
  const sandbox = openSandbox('fault-start', 0, user)
  try {
    const data = join(sandbox.folder, 'data')
    cpSync(templates.data, data, { recursive: true })
    cpSync(templates.other, join(sandbox.folder, 'other'), { recursive: true })
    if (user) for (const path of [data, ...pathsIn(data)]) chownSync(path, user.uid, user.gid)
    one.prepare?.(data)
    const before = printOf(data)
    const refused = await serve({
      folder: sandbox.folder,
      variables: { SELFSAME_WORKERS: '1', ...one.variables, SELFSAME_DATA: data },
      user,
    })
    return { ...refused, faults: faultsIn(one, refused, before, printOf(data)) }
  } finally {
    await sandbox.close()
  }
}

function faultsIn(one: Case, { code, said }: Refused, before: Print, after: Print): string[] {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  )
  return [
    ...(code === 1 ? [] : [`ended with ${code}`]),
    ...(one.says.test(said) ? [] : [`said ${said}`]),
    ...(/\bat .*\.(ts|js)/.test(said) ? ['showed its code'] : []),
    ...changed.map((path) => `changed ${path}`),
  ]
}

/** Starts a server that must refuse to start. */
export async function serve(options: SpawnOptions): Promise<Refused> {
  const child = spawnServer(options)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk
      // A server that starts anyway is killed, and then has no exit code.
      if (said.includes('Selfsame is ready')) child.kill('SIGKILL')
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: said.trim() }
}

type Print = ReadonlyMap<string, string>

/** The print covers all files with content; those that only mark an open database or a locked folder may come and go. */
function printOf(data: string): Print {
  const mine = pathsIn(data).filter((path) => !/\/(serving\.lock.*|selfsame\.db-(wal|shm))$/.test(path))
  return new Map(mine.map((path) => [path, hashOf(path)]))
}

const hashOf = (path: string): string =>
  statSync(path).isDirectory() ? 'folder' : createHash('sha256').update(readFileSync(path)).digest('hex')

const pathsIn = (data: string): string[] =>
  readdirSync(data, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  )
