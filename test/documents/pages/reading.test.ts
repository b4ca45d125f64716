// Tests the networks trained here together: a drawn and photographed card is found, classified and read.
import { beforeAll, describe, expect, test } from 'vitest'
import { encodePhotograph } from '../../../specimens/camera/encode.ts'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { photograph } from '../../../specimens/camera/photograph.ts'
import type { TrueDocument } from '../../../specimens/camera/scene.ts'
import { castFor } from '../../../specimens/documents/drawing/casts.ts'
import { specimen } from '../../../specimens/documents/specimen.ts'
import { openTestPageNetworks } from '../../../specimens/kit/networks/networks.ts'
import { cardPhoto } from '../../../specimens/kit/photographs/card-photo.ts'
import { everythingOfPages, type Page } from '../../../src/documents/pages/page.ts'
import { readPages } from '../../../src/documents/pages/read-pages.ts'
import { distance } from '../../../src/image/geometry/geometry.ts'

describe('a card on a table', () => {
  let truth: TrueDocument
  let pages: readonly Page[]
  let stops = 0

  beforeAll(async () => {
    const networks = await openTestPageNetworks()
    const photo = await cardPhoto('photo')
    truth = photo.truth
    const reading = await readPages(networks, photo.bytes, 50, everythingOfPages, async () => void stops++)
    if ('fault' in reading) throw new Error(reading.fault)
    pages = reading.pages
  })

  test('is the one page found, of its kind and side, the right way up', () => {
    expect(pages.map(({ kind, side, quarterTurn }) => [kind, side, quarterTurn])).toEqual([
      [truth.kind, truth.side, truth.quarterTurn],
    ])
  })

  test('has its corners where they are', () => {
    const diagonal = distance(truth.corners[0], truth.corners[2])
    for (const [i, corner] of truth.corners.entries())
      expect(distance(corner, pages[0]?.corners[i] ?? { x: 0, y: 0 })).toBeLessThan(0.015 * diagonal)
  })

  test('is read, lines and code', () => {
    // A value may be printed on the colon of its label, which then cannot be seen.
    const lettersOf = (text: string) => text.replace(/[: ]/g, '')
    const read = new Set(pages[0]?.lines.map(({ text }) => lettersOf(text)))
    const missed = truth.lines.filter(({ text }) => text !== 'SPECIMEN' && !read.has(lettersOf(text)))
    expect(missed.map(({ text }) => text).length, missed.map(({ text }) => text).join('\n')).toBeLessThan(3)
    expect(pages[0]?.codes.map(({ text }) => text)).toEqual(truth.codes.map(({ text }) => text))
  })

  test('may be set aside before it is looked for, before it is read and after that', () => {
    expect(stops).toBeGreaterThanOrEqual(3)
  })

  test('is no copy and not off a screen', () => {
    expect(pages[0]?.quality?.recapture).toBeLessThan(0.5)
    expect(pages[0]?.quality?.photocopy).toBeLessThan(0.5)
  })
})

test('two thin figures of a date filled in on a form are found', async () => {
  const seed = 595_011
  const cast = castFor(seed, 'held-out')
  const back = specimen({ kind: 'cmnd-9', seed, cast }).sheets.find(({ side }) => side === 'back')
  if (back === undefined) throw new Error('the card has no back')
  const scene = sceneOf('photo', 595_511)
  const reading = await readPages(
    await openTestPageNetworks(),
    await encodePhotograph(photograph([await flatDocument(back, cast, seed)], scene), scene),
    50,
    everythingOfPages,
    async () => undefined,
  )
  if ('fault' in reading) throw new Error(reading.fault)
  expect(reading.pages[0]?.lines.map(({ text }) => text.replaceAll('l', '1'))).toContain('11')
})
