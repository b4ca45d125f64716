// Has the workers read the pictures of each document in order, or returns what an earlier run read.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { PageAsk, PagesReading } from '../../../src/documents/pages/page.ts'
import { type Crew, sortOutcomes } from '../../kit/parallel.ts'
import type { Library } from './library.ts'
import type { Case } from './plan.ts'
import type { PictureRead, ReadJobs } from './read-jobs.ts'
import type { Truth } from './score.ts'

export interface CaseRead
  extends Pick<Case, 'set' | 'kind' | 'seed' | 'level' | 'breaks' | 'today' | 'shots'> {
  /** The list has one entry for each shot. */
  readonly pictures: readonly PictureRead[]
  /** What is printed on each side. */
  readonly sides: readonly Truth[]
  /** What is printed on the documents beside them. */
  readonly beside: readonly Truth[]
  /** What is printed on the whole document. */
  readonly truth: Truth
}

export interface Reader {
  read(label: string, cases: readonly Case[], ask: PageAsk, quality?: number): Promise<CaseRead[]>
  readBytes(label: string, items: readonly Uint8Array[], ask: PageAsk): Promise<PagesReading[]>
}

interface Wanted {
  readonly file: string
  readonly quality: number | undefined
  readonly ask: PageAsk
}

interface ReaderOptions {
  /** The folder where readings of pictures are kept. */
  readonly pagesFolder: string
  /** When set, readings of an earlier run are used again. */
  readonly takesKept: boolean
}

export function openReader(crew: Crew<ReadJobs>, library: Library, options: ReaderOptions): Reader {
  const { pagesFolder, takesKept } = options
  const read = async (label: string, wanted: readonly Wanted[]): Promise<Map<string, PictureRead>> => {
    const found = new Map<string, PictureRead>()
    if (takesKept)
      for (const one of wanted) {
        const kept = await keptPages(pagesFolder, one)
        if (kept) found.set(keyOf(one), kept)
      }
    const items = wanted.filter((one) => !found.has(keyOf(one)))
    const inputOf = async ({ file, ask, quality }: Wanted) => ({ bytes: await readFile(file), ask, quality })
    const outcomes = items.length === 0 ? [] : await crew.run({ label, job: 'read-picture', items, inputOf })
    const { done, failed } = sortOutcomes(outcomes)
    for (const { item, error } of failed) console.error(`${basename(item.file)}: ${error.message}`)
    for (const { item, output } of done) {
      found.set(keyOf(item), output)
      await keepPages(pagesFolder, item, output)
    }
    return found
  }
  return {
    read: async (label, cases, ask, quality) => {
      const wanted = cases.flatMap(({ shots }) =>
        shots.flatMap((shot) => {
          const taken = library(shot)
          return taken ? [{ file: taken.file, quality, ask }] : []
        }),
      )
      const found = await read(label, wanted)
      return cases.flatMap((one) => {
        const taken = one.shots.map(library)
        const pictures = taken.map((shot) => shot && found.get(keyOf({ file: shot.file, quality, ask })))
        // A picture that could not be drawn or read was reported already, and is left out.
        if (pictures.some((picture) => picture === undefined)) return []
        const sides = taken.map((shot) => shot?.fields ?? {})
        const beside = taken.map((shot) => shot?.beside ?? {})
        const truth: Truth = Object.assign({}, ...sides)
        return [
          { ...one, pictures: pictures.filter((picture) => picture !== undefined), sides, beside, truth },
        ]
      })
    },
    readBytes: async (label, items, ask) => {
      const inputOf = (bytes: Uint8Array) => ({ bytes, ask })
      const outcomes = await crew.run({ label, job: 'read-picture', items, inputOf })
      return outcomes.map(({ output, error }) => output?.reading ?? { fault: error?.message ?? '' })
    },
  }
}

const keyOf = ({ file, quality = 0, ask }: Wanted): string =>
  `${basename(file, '.jpg')}-${quality}-${Object.entries(ask).flat().join('-')}`

async function keptPages(pagesFolder: string, wanted: Wanted): Promise<PictureRead | undefined> {
  const file = join(pagesFolder, keyOf(wanted))
  if (!existsSync(file)) return undefined
  return deserialize(gunzipSync(await readFile(file))) as PictureRead
}

async function keepPages(pagesFolder: string, wanted: Wanted, read: PictureRead): Promise<void> {
  await mkdir(pagesFolder, { recursive: true })
  await writeFile(join(pagesFolder, keyOf(wanted)), gzipSync(serialize(read)))
}
