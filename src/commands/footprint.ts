// selfsame footprint: what each part of this installation weighs on disk, and what of it is never used on this machine.
import { existsSync, globSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { networkRows } from '../models/manifest.ts'
import { megabytes, say } from './terminal.ts'

export interface FootprintOptions {
  /** Removes what is never used here. */
  readonly trim?: boolean
}

/** `keep` has globs of files below the package; what none of them names is never opened by the server on this machine. */
interface Spare {
  readonly package: string
  readonly why: string
  readonly keep: readonly string[]
}

const papers = ['package.json', 'LICENSE*', 'NOTICE*', 'README*']

/** Packages that are installed for the networks in them; the programs beside the networks are for browsers and phones. */
const carriers: readonly Spare[] = [
  ...new Set(networkRows.flatMap(({ source }) => source.package ?? [])),
].map((name) => ({
  package: name,
  why: 'programs and networks beside ours',
  keep: [
    ...papers,
    ...networkRows
      .filter(({ source }) => source.package === name)
      .flatMap(({ source }) => [source.file, ...(source.description ? [source.description.file] : [])]),
  ],
}))

const spares: readonly Spare[] = [
  {
    package: 'onnxruntime-node',
    why: 'libraries of other systems and processors',
    keep: [...papers, 'dist/**', 'lib/**', `bin/*/${process.platform}/${process.arch}/**`],
  },
  {
    package: `node-${process.platform}-${process.arch}`,
    why: 'headers and manuals of Node.js',
    keep: [...papers, 'bin/**'],
  },
  ...carriers,
]

export function footprint(
  { trim = false }: FootprintOptions,
  root = fileURLToPath(new URL('../../', import.meta.url)),
): void {
  const packages = join(root, 'node_modules')
  const sizes = packagesIn(packages).map((name) => ({ name, bytes: sizeOf(join(packages, name)) }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 15)
  const rest = total - largest.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { name, bytes } of largest) say(`${megabytes(bytes).padStart(9)}  ${name}`)
  say(`${megabytes(rest).padStart(9)}  ${sizes.length - largest.length} other packages`)
  say(`${megabytes(total).padStart(9)}  node_modules`)
  for (const folder of ['src', 'weights', 'web/dist'])
    if (existsSync(join(root, folder))) say(`${megabytes(sizeOf(join(root, folder))).padStart(9)}  ${folder}`)
  const unused = spares.flatMap((spare) => {
    const files = unusedOf(join(packages, spare.package), spare.keep)
    return files.length > 0
      ? [{ ...spare, files, bytes: files.reduce((sum, one) => sum + sizeOf(one), 0) }]
      : []
  })
  if (unused.length === 0) {
    say('\nNothing of it is known to be unused on this machine.')
    return
  }
  say(trim ? '\nRemoved, because this machine never uses it:' : '\nNever used on this machine:')
  for (const { package: name, why, bytes, files } of unused) {
    if (trim) for (const file of files) rmSync(file)
    say(`${megabytes(bytes).padStart(9)}  ${name}: ${why}`)
  }
  const spared = megabytes(unused.reduce((sum, { bytes }) => sum + bytes, 0))
  say(`${spared.padStart(9)}  together`)
  if (!trim) say('\n`selfsame footprint --trim` removes it; `npm ci` brings it back.')
}

const packagesIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    if (name.startsWith('@')) return readdirSync(join(folder, name)).map((one) => `${name}/${one}`)
    return [name]
  })

/** Of a link its own size, so that the workspace beside the packages is not counted as one of them. */
function sizeOf(path: string): number {
  const found = lstatSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function unusedOf(folder: string, keep: readonly string[]): readonly string[] {
  if (!existsSync(folder)) return []
  const kept = new Set(keep.flatMap((pattern) => globSync(pattern, { cwd: folder })))
  return globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !kept.has(path.slice(folder.length + sep.length)))
}
