// Draws the files of requests, mostly those that fit the operation, and writes them as Base64.

import type { RandomChoices } from '../kit/random-choices.ts'
import type { Operation } from './api.ts'
import type { Corpus, Shows } from './corpus.ts'
import { mutated } from './mutate/mutate.ts'

/** The kinds of files that each part of the API reads. */
const suits: readonly (readonly [path: RegExp, shows: Shows])[] = [
  [/-challenge\/|^\/face-/, 'face'],
  [/^\/(kyc|driver|mrz)/, 'document'],
  [/^\/business/, 'certificate'],
  [/^\/video/, 'film'],
]

interface Draw {
  readonly weight: number
  readonly from: (corpus: Corpus, random: RandomChoices, shows: Shows) => Buffer
}

const suitable = (corpus: Corpus, shows: Shows) =>
  corpus.showing(shows).length > 0 ? corpus.showing(shows) : corpus.all

const sound: Draw['from'] = (corpus, random, shows) => random.pick(suitable(corpus, shows)).bytes
const damaged: Draw['from'] = (corpus, random, shows) =>
  mutated(random.pick(suitable(corpus, shows)), corpus, random)
const damagedChart: Draw['from'] = (corpus, random) =>
  mutated(random.pick(corpus.showing('chart')), corpus, random)
/** These files are truncated or of an unsupported kind: a worker opens them and is done at once. */
const hopeless: Draw['from'] = (corpus, random) => {
  const { bytes } = random.pick(corpus.all)
  return random.is(0.9) ? bytes.subarray(0, random.whole(0, Math.floor(bytes.length / 2))) : random.bytes(300)
}

/** Counts in a hundred files of valid ones, damaged ones and damaged charts; the others are hopeless. */
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
    { weight: 2, from: (corpus, random) => random.pick(corpus.showing('chart')).bytes },
    { weight: 3, from: (corpus, random) => mutated(random.pick(corpus.all), corpus, random) },
    { weight: 1, from: (corpus, random) => random.pick(corpus.showing('bomb')).bytes },
  ]
}

export interface FileSource {
  readonly corpus: Corpus
  readonly random: RandomChoices
  /** Whether workers should process the files; otherwise nearly all are refused before, at little cost. */
  readonly isDeep: boolean
}

export function drawFile(operation: Operation, { corpus, random, isDeep }: FileSource): Buffer {
  if (!isDeep) return random.is(0.93) ? Buffer.alloc(0) : hopeless(corpus, random, 'chart')
  const shows = suits.find(([path]) => path.test(operation.path))?.[1] ?? 'chart'
  return random.weighted(drawsFor(shows)).from(corpus, random, shows)
}

type Writing = (base64: string, random: RandomChoices) => string

const urlSafe: Writing = (base64) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const inLines: Writing = (base64) => base64.replaceAll(/.{76}/g, '$&\r\n')
const types = ['image/jpeg', 'image/png', 'application/pdf', 'image/svg+xml;charset=utf-8', '', 'x/y;a=b']
const dataUrl: Writing = (base64, random) => `data:${random.pick(types)};base64,${base64}`

/** The specification accepts these. */
const fair: readonly Writing[] = [(base64) => base64, urlSafe, inLines, dataUrl]
/** These are not Base64. */
const foul: readonly Writing[] = [
  (base64, random) => base64.slice(0, random.whole(0, base64.length)),
  (base64, random) =>
    `${base64.slice(0, 9)}${random.pick(['é', 'Ł', '\0', '*', '=', '\u2028', '😀'])}${base64.slice(9)}`,
  (base64) => `${base64}===`,
  (base64) => `data:image/jpeg,${base64}`,
  (base64, random) => dataUrl(dataUrl(base64, random), random),
  (base64) => `data:${';a=b'.repeat(200)};base64,${base64}`,
  (base64) => `-_+/${base64}`,
  (base64) => ` ${base64}\t\n`,
  (base64) => `"${base64}"`,
]

export function writeFile(bytes: Buffer, random: RandomChoices): string {
  const base64 = bytes.toString('base64')
  if (random.is(0.75)) return base64
  return random.pick(random.is(0.6) ? fair : foul)(base64, random)
}
