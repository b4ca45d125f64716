// Checks that each kind of document has one file, and that kinds agree where they share phrases.
import { expect, test } from 'vitest'
import { KINDS, pagesOf } from '../../src/documents/kinds/kinds.ts'
import { placesThatNameAKind } from './kind-names.ts'
import { sourceFiles } from './source.ts'

test('no file of src/ names a kind but its own and the order list', () => {
  expect(placesThatNameAKind()).toEqual([])
})

test('every kind has a file of its name', () => {
  const files = sourceFiles('src/documents/kinds').map(({ path }) => path)
  for (const { kind } of KINDS) expect(files).toContain(`src/documents/kinds/${kind}.ts`)
})

test('a phrase that several pages have as a cue counts as much on each', () => {
  const known = new Map<string, unknown>()
  for (const cue of KINDS.flatMap(pagesOf).flatMap(({ cues }) => cues)) {
    expect(cue).toEqual(known.get(cue.phrase) ?? cue)
    known.set(cue.phrase, cue)
  }
})
