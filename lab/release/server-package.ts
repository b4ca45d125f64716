// Lays out the server as an npm package: scripts without types, pages built, networks and packages beside them.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { networkRows } from '../../src/models/manifest.ts'

interface Description {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [name: string]: unknown
}

interface Locked {
  readonly version: string
  readonly peer?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly [name: string]: unknown
}

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>
  readonly [name: string]: unknown
}

/** Of this package the libraries for other systems and the script that downloads more are left out. */
const ONNXRUNTIME = 'onnxruntime-node'
const filesOf = (name: string): readonly string[] =>
  name === ONNXRUNTIME ? ['package.json', 'README.md', 'dist/*.js', 'bin/*/linux/*/*'] : ['**/*']
/** Editors and debuggers read these. */
const isForDevelopers = (path: string): boolean => /\.(map|d\.[cm]?ts)$/.test(path)

const readJson = <Kind>(path: string): Kind => JSON.parse(readFileSync(path, 'utf8')) as Kind
const writeJson = (path: string, value: unknown): void =>
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`)

/** Gives the folder that `npm pack` takes. The pages of `root` must have been built, unless they are left out. */
export function layOutServer(root: string, folder: string, { pages = true } = {}): string {
  const whole = ['LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md', 'bin', 'weights']
  for (const name of [...whole, ...(pages ? ['web/dist'] : [])])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  layOutScripts(root, folder)
  carryNetworks(root, folder)
  layOutPackages(root, folder)
  return folder
}

/** Node.js takes no types off files under `node_modules`, where npm puts a package: they are taken off here. */
function layOutScripts(root: string, folder: string): void {
  // `selfsame chip` reads cards with the client's own code.
  for (const sources of ['src', 'client/src'])
    copyMatching(join(root, sources), join(folder, sources), ['**/*'])
  for (const path of globSync('{src,client/src}/**/*.ts', { cwd: folder })) {
    const text = stripTypeScriptTypes(readFileSync(join(folder, path), 'utf8'))
    const script = join(folder, path.replace(/\.ts$/, '.js'))
    renameSync(join(folder, path), script)
    writeFileSync(script, namingScripts(text))
  }
  const command = join(folder, 'bin/selfsame')
  writeFileSync(command, readFileSync(command, 'utf8').replace('src/cli.ts', 'src/cli.js'))
}

/** Imports, threads and child processes name their file by a relative path. */
const namingScripts = (text: string): string =>
  text.replaceAll(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')

/** Of the packages that carry networks the archive has these files and their licences: no program of theirs. */
function carryNetworks(root: string, folder: string): void {
  for (const { source } of networkRows) {
    if (source.package === undefined) continue
    const files = [source.file, ...(source.description ? [source.description.file] : [])]
    const from = join(root, 'node_modules', source.package)
    const papers = globSync('{LICENSE,LICENCE,NOTICE}*', { cwd: from })
    copyMatching(from, join(folder, 'weights/carried', source.package), [...files, ...papers, 'package.json'])
  }
}

function copyMatching(from: string, to: string, globs: readonly string[]): void {
  const files = globSync([...globs], { cwd: from, withFileTypes: true }).filter((entry) => entry.isFile())
  if (files.length === 0) throw new Error(`${from} has nothing of ${globs.join(', ')}`)
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name)
    const copy = join(to, path.slice(from.length))
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(path, copy)
  }
}

/**
 * All packages lie in the archive, because npm reads neither lock nor `overrides` of an archive that it installs.
 * Programs and libraries for one processor are fetched by exact version: npm chooses those of the machine.
 */
function layOutPackages(root: string, folder: string): void {
  const {
    private: _,
    workspaces,
    scripts,
    devDependencies,
    optionalDependencies,
    ...kept
  } = readJson<Description>(join(root, 'package.json'))
  const carriers = new Set(networkRows.map(({ source }) => source.package))
  const needed = Object.entries(kept.dependencies ?? {}).filter(([name]) => !carriers.has(name))
  const described = { ...kept, os: ['linux'], dependencies: Object.fromEntries(needed) }
  const packages = lockedFor({ ...described, optionalDependencies }, root, folder)
  const forMachines = Object.entries(packages).filter(([, one]) => isForMachine(one))
  const laid = Object.entries(packages).filter(
    ([path, { peer }]) => path !== '' && !peer && existsSync(join(root, path)) && !packages[path]?.cpu,
  )
  for (const [path] of laid)
    layOut(join(root, path), join(folder, path), new Set(laid.map(([one]) => nameOf(one))))
  writeJson(join(folder, 'package.json'), {
    ...described,
    overrides: undefined,
    optionalDependencies: Object.fromEntries(
      forMachines.map(([path, { version }]) => [nameOf(path), version]),
    ),
    bundleDependencies: needed.map(([name]) => name),
  })
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const isForMachine = ({ os, cpu, libc }: Locked): boolean =>
  os?.includes('linux') === true &&
  (cpu?.includes('x64') || cpu?.includes('arm64')) === true &&
  libc?.includes('musl') !== true

/** Has npm leave out of the lock what this description does not reach; the lock stays there for a bill of materials. */
function lockedFor(description: Description, root: string, folder: string): Lock['packages'] {
  const lock = readJson<Lock>(join(root, 'package-lock.json'))
  const { [`node_modules/${ONNXRUNTIME}`]: whole, ...others } = lock.packages
  const common = { 'onnxruntime-common': String(whole?.version) }
  const packages = { ...others, [`node_modules/${ONNXRUNTIME}`]: { ...whole, dependencies: common } }
  writeJson(join(folder, 'package.json'), description)
  writeJson(join(folder, 'package-lock.json'), { ...lock, packages })
  const npm = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--offline']
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return readJson<Lock>(join(folder, 'package-lock.json')).packages
}

/** Nothing of a package that lies in the archive is built or fetched: its description keeps what lies beside it. */
function layOut(from: string, to: string, laid: ReadonlySet<string>): void {
  const files = globSync([...filesOf(nameOf(from))], { cwd: from, exclude: ['node_modules'] })
  for (const path of files)
    if (!isForDevelopers(path) && statSync(join(from, path)).isFile()) {
      mkdirSync(dirname(join(to, path)), { recursive: true })
      cpSync(join(from, path), join(to, path))
    }
  const { scripts, devDependencies, peerDependencies, optionalDependencies, dependencies, ...kept } =
    readJson<Description>(join(from, 'package.json'))
  const beside = Object.entries(dependencies ?? {}).filter(([name]) => laid.has(name))
  writeJson(join(to, 'package.json'), { ...kept, dependencies: Object.fromEntries(beside) })
}
