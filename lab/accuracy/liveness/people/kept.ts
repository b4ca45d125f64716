// Keeps what networks saw of people between runs, by the content seen and the sources that saw it: later fits take seconds.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { digestOfSources } from '../../../kit/kept-photographs.ts'
import { type Outcome, sortOutcomes } from '../../../kit/parallel.ts'

const vision = fileURLToPath(new URL('../../../../src/vision/', import.meta.url))

/** All that an observation depends on; what compares frames comes after it, but for the thumbnails. */
const sourcesOfSight = () => [
  'src/image',
  'src/models',
  'src/vision/genuineness',
  'src/vision/one-picture/surroundings.ts',
  'weights/manifest.json',
  ...readdirSync(vision)
    .filter((name) => /\.(ts|json)$/.test(name))
    .map((name) => `src/vision/${name}`),
]

export const sight = once(() => digestOfSources(sourcesOfSight()))
/** What draws rendered people, and what puppets are made by besides. */
export const drawing = once(() => digestOfSources(['specimens/person', 'specimens/liveness']))
export const puppetry = once(() => digestOfSources(['lab/redteam/puppet']))
/** What measures the frames of a session against each other. */
export const comparing = once(() =>
  digestOfSources(['src/vision/one-picture', 'src/image/geometry', 'src/system/statistics.ts']),
)
/** What measures a video beyond its faces. */
export const filming = once(() =>
  digestOfSources([
    ...['lips', 'measure', 'motion', 'repetition', 'speech', 'stretches'].map(
      (name) => `src/liveness/video/${name}.ts`,
    ),
    'src/vision/one-picture',
  ]),
)

type Parts = readonly (string | Uint8Array)[]

/** Photographs of real people stay in a folder that git ignores. */
export class Kept {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  /** What was made of these parts before, or is made now. */
  async of<Made>(parts: Parts, make: () => Promise<Made>): Promise<Made> {
    const file = this.#fileOf(parts)
    if (existsSync(file)) return deserialize(readFileSync(file))
    const made = await make()
    this.#write(file, made)
    return made
  }

  /** The same for many, of which those that are missing are made together; one that cannot be made ends the run. */
  async ofEach<Item, Made>(
    items: readonly Item[],
    partsOf: (item: Item) => Parts,
    make: (missing: readonly Item[]) => Promise<readonly Outcome<Item, Made>[]>,
  ): Promise<Made[]> {
    const files = new Map(items.map((item) => [item, this.#fileOf(partsOf(item))]))
    const missing = items.filter((item) => !existsSync(files.get(item) ?? ''))
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const { done, failed } = sortOutcomes(await make(missing.slice(at, at + AT_ONCE)))
      for (const { error } of failed) throw error
      for (const { item, output } of done) this.#write(files.get(item) ?? '', output)
    }
    return items.map((item) => deserialize(readFileSync(files.get(item) ?? '')))
  }

  #fileOf(parts: Parts): string {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part).update('\n')
    return join(this.#folder, hash.digest('hex').slice(0, 32))
  }

  #write(file: string, made: unknown): void {
    // The file has another name until it is complete: a run may be stopped at any time.
    writeFileSync(`${file}.${process.pid}`, serialize(made))
    renameSync(`${file}.${process.pid}`, file)
  }
}

/** So many are made before they are written down. */
const AT_ONCE = 6

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
