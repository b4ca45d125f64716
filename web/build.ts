// Builds the studio and the page of the person into web/dist: `npm run studio`; with --if-old only when its sources have changed, as `npm start` does.
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './compress.ts'
import { licenceTexts } from './licences.ts'
import { hashOfSources } from './sources.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'web/dist')
/** The hash of the sources lies in the built folder, so that both come and go together; it is never served. */
const hashFile = '.sources'

interface Built {
  /** The size of page, scripts, styles and fonts of the first load of the studio, in bytes of gzip. */
  readonly firstLoadBytes: number
  /** The same of the page of the person, in Vietnamese. */
  readonly personLoadBytes: number
}

/** Builds into a folder aside and renames it: a server never sees half of a build, and a failed build changes nothing. */
export async function buildStudio(folder: string): Promise<Built> {
  const unfinished = `${folder}.unfinished-${process.pid}`
  try {
    const sources = await hashOfSources(root)
    const { studio, person } = await bundle(unfinished)
    await writeFile(join(unfinished, 'licences.txt'), await licenceTexts(root))
    const sizes = await compressFiles(unfinished, folder)
    await writeFile(join(unfinished, hashFile), sources)
    await replace(folder, unfinished)
    const sum = (files: readonly string[]) => files.reduce((bytes, file) => bytes + (sizes.get(file) ?? 0), 0)
    return { firstLoadBytes: sum(studio), personLoadBytes: sum(person) }
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Two builds at once end with the result of either. */
async function replace(folder: string, by: string): Promise<void> {
  const old = `${folder}.old-${process.pid}`
  for (let tries = 0; ; tries++)
    try {
      await rename(folder, old).catch(() => {})
      await rename(by, folder)
      return
    } catch (error) {
      if (tries === 5) throw error
    } finally {
      await rm(old, { recursive: true, force: true })
    }
}

export async function isFresh(folder: string): Promise<boolean> {
  const built = await readFile(join(folder, hashFile), 'utf8').catch(() => undefined)
  return built !== undefined && built === (await hashOfSources(root))
}

interface FirstFiles {
  readonly studio: readonly string[]
  readonly person: readonly string[]
}

/** Gives the files that the first screen of each page needs. */
async function bundle(folder: string): Promise<FirstFiles> {
  const { build } = await import('vite')
  const result = await build({
    configFile: join(root, 'web/vite.config.ts'),
    configLoader: 'native',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const filesOf = (page: string, names: readonly string[]): string[] => {
    const first = new Set([page])
    const add = (name: string): void => {
      const chunk = outputs.find(({ fileName }) => fileName === name)
      if (chunk?.type !== 'chunk' || first.has(name)) return
      first.add(name)
      for (const style of chunk.viteMetadata?.importedCss ?? []) first.add(style)
      chunk.imports.forEach(add)
    }
    for (const one of outputs) if (one.type === 'chunk' && names.includes(one.name)) add(one.fileName)
    return [...first]
  }
  const fonts = outputs.flatMap(({ fileName }) => (fileName.endsWith('.woff2') ? [fileName] : []))
  return {
    studio: [...filesOf('index.html', ['index']), ...fonts],
    person: filesOf('verify.html', ['verify']),
  }
}

async function run(onlyIfOld: boolean): Promise<void> {
  if (onlyIfOld && (await isFresh(dist))) return
  // Without the development packages an older build is served, or a page that says there is none.
  if (onlyIfOld && !existsSync(join(root, 'node_modules/vite'))) return
  const startedAt = performance.now()
  const { firstLoadBytes, personLoadBytes } = await buildStudio(dist)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(
    `The studio is built, in ${seconds} s: ${kilobytes(firstLoadBytes)} kB to load; ${kilobytes(personLoadBytes)} kB for the page of a person.\n`,
  )
}

const kilobytes = (bytes: number): number => Math.round(bytes / 1000)

if (import.meta.main)
  await run(process.argv.includes('--if-old')).catch((error: Error) => {
    process.stderr.write(`The studio could not be built. ${error.message}\n`)
    process.exitCode = 1
  })
