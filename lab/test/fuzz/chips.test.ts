// Tests the damaged uploads of chips: that they are wrong in the ways they say, and that what reads them answers with words.
import { expect, test } from 'vitest'
import { storeOf, verifyChip } from '../../../specimens/kit/trust/chip-trust.ts'
import { readChip } from '../../../src/documents/chip/read-chip.ts'
import { damagedUpload, makeSources } from '../../fuzz/chip-uploads.ts'

test('120 damaged uploads are answered with words, and no change of signed bytes is trusted', async () => {
  const sources = await makeSources(3)
  const told = new Set<string>()
  let [changed, readAfterSigning] = [0, 0]
  for (let nth = 0; nth < 120; nth++) {
    const { chip, upload, mustBeNoticed, isAnswerDamaged, how } = damagedUpload(sources, 11, nth)
    const { authenticity, reading } = await verifyChip(upload, storeOf(chip))
    if (reading.fault) expect(reading.fault.words).toMatch(/^(is|has|was|does|goes|ends|names|comes)\b/)
    if (mustBeNoticed) {
      changed++
      expect(authenticity, `upload ${nth}`).not.toBe('trusted')
    }
    if (isAnswerDamaged) expect(reading.copy, `upload ${nth}`).not.toBe('genuine')
    if (how === 'damaged-and-signed' && reading.signed) readAfterSigning++
    told.add(reading.fault?.words ?? authenticity)
  }
  expect(changed).toBeGreaterThan(30)
  expect(readAfterSigning).toBeGreaterThan(30)
  expect(told.size).toBeGreaterThan(12)
})

test('the sources themselves are trusted', async () => {
  for (const chip of await makeSources(3)) {
    const { groups, sod, com } = chip.files
    const files = Object.fromEntries([...groups].map(([group, bytes]) => [`dg${group}`, bytes]))
    expect((await readChip({ ...files, sod, com })).fault).toBeUndefined()
  }
})
