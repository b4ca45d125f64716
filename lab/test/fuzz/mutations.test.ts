// Tests the fuzzer's mutations: the same for the same seed, never failing, and always a change.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { madePdf } from '../../../specimens/kit/photographs/pdf-maker.ts'
import { chart, sample } from '../../../specimens/kit/photographs/pictures.ts'
import type { Corpus, Material } from '../../fuzz/corpus.ts'
import { formats } from '../../fuzz/corpus.ts'
import { mutated } from '../../fuzz/mutate/mutate.ts'
import { seededChoices } from '../../kit/random-choices.ts'

let corpus: Corpus
beforeAll(async () => {
  const jpeg = await chart().jpeg().toBuffer()
  const known: Partial<Record<Material['format'], Buffer>> = {
    jpeg,
    png: await chart().png().toBuffer(),
    webp: await chart().webp().toBuffer(),
    heic: sample('chart.heic'),
    pdf: await madePdf(),
    svg: Buffer.from('<svg width="9"><rect/></svg>'),
  }
  const all = formats.map(
    (format): Material => ({ name: format, format, shows: 'chart', bytes: known[format] ?? jpeg }),
  )
  corpus = { all, chips: [], showing: () => all }
})

test('any file, damaged by any seed', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(fc.nat(), fc.option(bytes), fc.constantFrom(...formats), (seed, drawn, format) => {
      const own = corpus.all.find((one) => one.format === format) as Material
      const material = drawn === null ? own : { ...own, bytes: Buffer.from(drawn) }
      const [once, twice] = [1, 1].map((purpose) => mutated(material, corpus, seededChoices(seed, purpose)))
      expect(once?.equals(twice as Buffer)).toBe(true)
      expect(once?.length).toBeLessThanOrEqual(4 * 2 ** 20)
    }),
    { numRuns: 400, seed: 11 },
  )
})

test('nearly every damage shows', () => {
  const unchanged = corpus.all.flatMap((material) =>
    Array.from({ length: 30 }, (_, i) => mutated(material, corpus, seededChoices(i, 2))).filter((one) =>
      one.equals(material.bytes),
    ),
  )
  expect(unchanged.length).toBeLessThan(corpus.all.length * 4)
})
