// Photographs a stamped number and reads its line twice: as it was read before it was looked at once more, and as it is now.
import { encodePhotograph } from '../../../specimens/camera/encode.ts'
import { flatDocument } from '../../../specimens/camera/flat-document.ts'
import { sceneOf } from '../../../specimens/camera/levels.ts'
import { photograph } from '../../../specimens/camera/photograph.ts'
import type { FlatDocument, Level } from '../../../specimens/camera/scene.ts'
import { findNumber } from '../../../src/documents/fields/numbers.ts'
import { readingsOfPage } from '../../../src/documents/fields/read-fields.ts'
import { minConfidence } from '../../../src/documents/fields/reading.ts'
import type { PageNetworks } from '../../../src/documents/pages/networks.ts'
import { withNumberLine } from '../../../src/documents/pages/number-line.ts'
import type { Page, PageLine } from '../../../src/documents/pages/page.ts'
import { readWithin } from '../../../src/documents/pages/read-lines.ts'
import { boundingBox } from '../../../src/image/geometry/geometry.ts'
import { detectLines } from '../../../src/models/text-detector.ts'
import { truePage } from './crops.ts'
import { decoded } from './shots.ts'
import { type Stamped, type Style, stamped } from './stamps.ts'

export interface StampWanted {
  readonly style: Style
  readonly level: Level
  readonly seed: number
}

interface NumberRead {
  readonly value: string
  /** 0 where none was read. */
  readonly confidence: number
}

export interface StampSeen {
  /** Empty where it cannot be known. */
  readonly number: string
  readonly before: NumberRead
  readonly now: NumberRead
  readonly isLookedAt: boolean
  /** Processor time of the first reading of these lines, and of the second look. */
  readonly readMs: number
  readonly lookMs: number
}

/** Undefined where the picture does not show all of the number. */
export async function readStamp(
  networks: PageNetworks,
  { style, level, seed }: StampWanted,
): Promise<StampSeen | undefined> {
  const made = stamped(seed, style)
  // Screens and copies are measured elsewhere: there the stamp has lost its colour.
  const { screen: _, print: __, photocopy: ___, ...scene } = sceneOf(level, seed)
  const taken = photograph([await drawn(made, style)], scene)
  const [document] = taken.truth.documents
  if (document === undefined) throw new Error('no document in the picture')
  const pixels = await decoded(await encodePhotograph(taken, scene))
  const { size, onto, lines } = truePage(document, taken.truth)
  const line = lines.find(({ text }) => text.endsWith(made.number))
  if (line === undefined) return undefined
  const { box } = line
  const near = (await detectLines(networks.detector, pixels, onto, size)).filter(({ quad }) => {
    const { x, y, width, height } = boundingBox(quad)
    const [middle, isLevel] = [y + height / 2, x < box.x + box.width && x + width > box.x]
    return isLevel && middle > box.y && middle < box.y + box.height
  })
  const start = process.cpuUsage().user
  const quads = near.map(({ quad }) => quad)
  const readings = await readWithin(networks.reader, pixels, onto, quads)
  const read = readings.map((reading, i) => ({ ...reading, ...(near[i] as (typeof near)[number]) }))
  const looked = process.cpuUsage().user
  const { kind, side } = { kind: 'cmnd-9', side: 'front' } as const
  const seen = await withNumberLine(networks, pixels, onto, { kind, side, lines: read })
  const end = process.cpuUsage().user
  const page = (all: readonly PageLine[]): Page => ({
    ...{ kind, side, lines: all, codes: [], corners: document.corners, quarterTurn: 0 },
    ...size,
    confidences: { page: 1, kind: 1, side: 1, turn: 1 },
  })
  return {
    number: made.isHidden ? '' : made.number,
    before: numberOn(page(read), false),
    now: numberOn(page(seen), true),
    isLookedAt: seen !== read,
    readMs: (looked - start) / 1000,
    lookMs: (end - looked) / 1000,
  }
}

/** The levels of a number come one after another, and drawing it takes as long as a photograph. */
let last: { readonly key: string; readonly flat: FlatDocument } | undefined

async function drawn({ sheet, cast, seed }: Stamped, style: Style): Promise<FlatDocument> {
  const key = `${style} ${seed}`
  if (last?.key !== key) last = { key, flat: await flatDocument(sheet, cast, seed) }
  return last.flat
}

/** Blocks of provinces chose no figure before. */
function numberOn(page: Page, withPrior: boolean): NumberRead {
  const id = readingsOfPage(page).find(({ field }) => field === 'id')
  const read = id && (withPrior ? id.value : findNumber([...id.lines.join(' ')], 'cmnd')?.value)
  return id && read ? { value: read, confidence: minConfidence(id) } : { value: '', confidence: 0 }
}
