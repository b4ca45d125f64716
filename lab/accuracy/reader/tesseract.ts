// Installs Tesseract 5 with its best Vietnamese data, and reads lines with it.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { encodePng } from '../../../src/image/decode/image.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

const run = promisify(execFile)

/** Debian's package holds the fast data; this npm package has the best data as integers, and only its data is used. */
const DATA_PACKAGE = '@tesseract.js-data/vie@1.0.0'
const DATA_FILE = 'package/4.0.0_best_int/vie.traineddata.gz'
export const dataName = `tessdata_best as whole numbers (${DATA_PACKAGE})`
/** These are Debian packages. */
const PROGRAM = ['tesseract-ocr']

export interface Tesseract {
  readonly version: string
  /** The folder that holds vie.traineddata. */
  readonly data: string
}

/** Installs what is missing, and leaves the data in a folder of the system's temporary one. */
export async function openTesseract(): Promise<Tesseract> {
  if ((await versionOf()) === undefined) await install()
  const version = await versionOf()
  if (version === undefined) throw new Error('Tesseract could not be installed: install tesseract-ocr')
  return { version, data: await fetchData() }
}

async function versionOf(): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run('tesseract', ['--version'])
    return /tesseract (\S+)/.exec(stdout + stderr)?.[1]
  } catch {
    return undefined
  }
}

async function install(): Promise<void> {
  console.error(`installing ${PROGRAM.join(' ')} with apt-get`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = async (...words: string[]) => {
    const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', ...words]
    await run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', ...PROGRAM)
}

async function fetchData(): Promise<string> {
  const folder = join(tmpdir(), 'selfsame-tesseract-data')
  const data = join(folder, 'vie.traineddata')
  if (existsSync(data)) return folder
  await mkdir(folder, { recursive: true })
  console.error(`fetching ${DATA_PACKAGE}`)
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, DATA_PACKAGE])
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await run('tar', ['-xzf', join(folder, filename.replaceAll('/', '-').replace(/^@/, '')), '-C', folder])
  await writeFile(data, gunzipSync(await readFile(join(folder, DATA_FILE))))
  return folder
}

interface TesseractReading {
  /** The list has one text a crop. */
  readonly texts: readonly string[]
  /** The processor time of the one call for all crops, its start included. */
  readonly processorMs: number
}

/** The command prints the seconds of processor time as the last line of stderr. */
const TIMED = 'TIMEFORMAT="%U %S"; time tesseract "$@"'

/** Tesseract runs on one thread, as our networks do. */
export async function readByTesseract(crops: readonly Pixels[], data: string): Promise<TesseractReading> {
  if (crops.length === 0) return { texts: [], processorMs: 0 }
  const folder = await mkdtemp(join(tmpdir(), 'selfsame-crops-'))
  try {
    const files: string[] = []
    for (const [i, crop] of crops.entries()) {
      const file = join(folder, `${i}.png`)
      await writeFile(file, await encodePng(crop))
      files.push(file)
    }
    const list = join(folder, 'list.txt')
    await writeFile(list, `${files.join('\n')}\n`)
    const words = [list, 'stdout', '--tessdata-dir', data, '-l', 'vie', '--psm', '7', '--dpi', '300']
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
    const { stdout, stderr } = await run('bash', ['-c', TIMED, 'bash', ...words], { env })
    // A form feed separates pages; some versions also print one after the last.
    const texts = stdout.split('\f').slice(0, crops.length)
    if (texts.length !== crops.length)
      throw new Error(`Tesseract gave ${texts.length} texts for ${crops.length} crops`)
    const seconds = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
    return { texts, processorMs: 1000 * seconds.reduce((sum, one) => sum + one, 0) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
