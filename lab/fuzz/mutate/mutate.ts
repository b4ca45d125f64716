// Damages a file of the corpus by its format or as bytes, once or a few times.
import type { RandomChoices } from '../../kit/random-choices.ts'
import type { Corpus, Format, Material } from '../corpus.ts'
import { anyFile, type Mutation } from './bytes.ts'
import { boxes, jpeg, png, webp } from './chunks.ts'
import { pdf, svg } from './pdf-svg.ts'

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

export function mutated(material: Material, corpus: Corpus, random: RandomChoices): Buffer {
  const other = random.pick(corpus.all).bytes
  let bytes = material.bytes
  for (let times = random.pick([1, 1, 1, 2, 4]); times > 0; times--) {
    const mutations = random.is(0.65) ? alongFormat[material.format] : anyFile
    bytes = random.pick(mutations)(bytes, { random, other })
  }
  return bytes.subarray(0, mostBytes)
}

/** Repeated repetitions must not become gigabytes. */
const mostBytes = 4 * 2 ** 20
