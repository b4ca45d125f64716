// Draws the files of requests, mostly those that an operation could make something of, and writes them as Base64.
import type { Operation } from './api.ts'
import type { Chance } from './chance.ts'
import type { Corpus, Shows } from './corpus.ts'
import { mutated } from './mutate/mutate.ts'

/** What each part of the API looks at. */
const suits: readonly (readonly [path: RegExp, shows: Shows])[] = [
  [/-challenge\/|^\/face-/, 'face'],
  [/^\/(kyc|driver|mrz)/, 'document'],
  [/^\/business/, 'certificate'],
  [/^\/video/, 'film'],
]

interface Draw {
  readonly weight: number
  readonly from: (corpus: Corpus, chance: Chance, shows: Shows) => Buffer
}

const suitable = (corpus: Corpus, shows: Shows) =>
  corpus.showing(shows).length > 0 ? corpus.showing(shows) : corpus.all

const sound: Draw['from'] = (corpus, chance, shows) => chance.pick(suitable(corpus, shows)).bytes
const damaged: Draw['from'] = (corpus, chance, shows) =>
  mutated(chance.pick(suitable(corpus, shows)), corpus, chance)
const damagedChart: Draw['from'] = (corpus, chance) =>
  mutated(chance.pick(corpus.showing('chart')), corpus, chance)
/** Cut off in the middle or of a kind that is not taken: a worker looks at it, and is done at once. */
const hopeless: Draw['from'] = (corpus, chance) => {
  const { bytes } = chance.pick(corpus.all)
  return chance.is(0.9) ? bytes.subarray(0, chance.whole(0, Math.floor(bytes.length / 2))) : chance.bytes(300)
}

/** Of a hundred files: sound ones, damaged ones, damaged charts; the others are hopeless. */
const shares: Readonly<Record<Shows, readonly [sound: number, damaged: number, damagedChart: number]>> = {
  face: [20, 28, 10],
  document: [12, 24, 8],
  certificate: [12, 30, 10],
  film: [10, 36, 8],
  chart: [12, 24, 8],
  bomb: [12, 24, 8],
}

function drawsFor(shows: Shows): readonly Draw[] {
  const [whole, spoiled, chart] = shares[shows]
  return [
    { weight: whole, from: sound },
    { weight: spoiled, from: damaged },
    { weight: chart, from: damagedChart },
    { weight: 100 - whole - spoiled - chart, from: hopeless },
    { weight: 2, from: (corpus, chance) => chance.pick(corpus.showing('chart')).bytes },
    { weight: 3, from: (corpus, chance) => mutated(chance.pick(corpus.all), corpus, chance) },
    { weight: 1, from: (corpus, chance) => chance.pick(corpus.showing('bomb')).bytes },
  ]
}

export interface FileSource {
  readonly corpus: Corpus
  readonly chance: Chance
  /** Files are to be looked at by workers; else nearly all are refused before, and cost next to nothing. */
  readonly isDeep: boolean
}

export function drawFile(operation: Operation, { corpus, chance, isDeep }: FileSource): Buffer {
  if (!isDeep) return chance.is(0.93) ? Buffer.alloc(0) : hopeless(corpus, chance, 'chart')
  const shows = suits.find(([path]) => path.test(operation.path))?.[1] ?? 'chart'
  return chance.weighted(drawsFor(shows)).from(corpus, chance, shows)
}

type Writing = (base64: string, chance: Chance) => string

const urlSafe: Writing = (base64) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const inLines: Writing = (base64) => base64.replaceAll(/.{76}/g, '$&\r\n')
const types = ['image/jpeg', 'image/png', 'application/pdf', 'image/svg+xml;charset=utf-8', '', 'x/y;a=b']
const dataUrl: Writing = (base64, chance) => `data:${chance.pick(types)};base64,${base64}`

/** Accepted by the specification. */
const fair: readonly Writing[] = [(base64) => base64, urlSafe, inLines, dataUrl]
/** None of them is Base64. */
const foul: readonly Writing[] = [
  (base64, chance) => base64.slice(0, chance.whole(0, base64.length)),
  (base64, chance) =>
    `${base64.slice(0, 9)}${chance.pick(['é', 'Ł', '\0', '*', '=', '\u2028', '😀'])}${base64.slice(9)}`,
  (base64) => `${base64}===`,
  (base64) => `data:image/jpeg,${base64}`,
  (base64, chance) => dataUrl(dataUrl(base64, chance), chance),
  (base64) => `data:${';a=b'.repeat(200)};base64,${base64}`,
  (base64) => `-_+/${base64}`,
  (base64) => ` ${base64}\t\n`,
  (base64) => `"${base64}"`,
]

export function writeFile(bytes: Buffer, chance: Chance): string {
  const base64 = bytes.toString('base64')
  if (chance.is(0.75)) return base64
  return chance.pick(chance.is(0.6) ? fair : foul)(base64, chance)
}
