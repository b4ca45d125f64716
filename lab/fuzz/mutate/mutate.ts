// Takes a file of the corpus and damages it: along its format, or as bytes, once or a few times over.
import type { Chance } from '../chance.ts'
import type { Corpus, Format, Material } from '../corpus.ts'
import { anyFile, type Mutation } from './bytes.ts'
import { boxes, jpeg, png, webp } from './chunks.ts'
import { pdf, svg } from './papers.ts'

const alongFormat: Readonly<Record<Format, readonly Mutation[]>> = {
  jpeg,
  png,
  webp,
  avif: boxes,
  heic: boxes,
  gif: anyFile,
  tiff: anyFile,
  svg,
  pdf,
  film: boxes,
}

export function mutated(material: Material, corpus: Corpus, chance: Chance): Buffer {
  const other = chance.pick(corpus.all).bytes
  let bytes = material.bytes
  for (let times = chance.pick([1, 1, 1, 2, 4]); times > 0; times--) {
    const mutations = chance.is(0.65) ? alongFormat[material.format] : anyFile
    bytes = chance.pick(mutations)(bytes, { chance, other })
  }
  return bytes.subarray(0, mostBytes)
}

/** A few repetitions of a repetition must not become gigabytes. */
const mostBytes = 4 * 2 ** 20
