// Defines the jobs of the workers that paste portraits, names and codes into photographs and look at them as the server does.
import sharp from 'sharp'
import { portraitOf } from '../../../specimens/documents/drawing/portrait.ts'
import { seededDice } from '../../../specimens/person/dice.ts'
import { cardOf } from '../../../src/documents/cards/card.ts'
import { inPlaceChecks, PORTRAIT_IN_PLACE } from '../../../src/documents/cards/checks.ts'
import { sideReadingOf } from '../../../src/documents/cards/side-reading.ts'
import { FIELDS } from '../../../src/documents/fields/rows.ts'
import { type Kind, type PageClass, pageDefinition } from '../../../src/documents/kinds/kinds.ts'
import { lookInPlace } from '../../../src/documents/pages/in-place.ts'
import { locatePages } from '../../../src/documents/pages/locate.ts'
import { openPageNetworks } from '../../../src/documents/pages/networks.ts'
import type { LocatedPage, Page } from '../../../src/documents/pages/page.ts'
import { lookAtPortrait } from '../../../src/documents/pages/portrait.ts'
import type { PortraitLook } from '../../../src/documents/pages/portrait-look.ts'
import { readPage } from '../../../src/documents/pages/read-pages.ts'
import { ontoPicture, pageSize } from '../../../src/documents/pages/straighten.ts'
import { project, type Quad } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { openNetwork } from '../../../src/models/session.ts'
import {
  HONEST,
  type HonestName,
  handled,
  pasted,
  pixelsOf,
  TOOLS,
  type ToolName,
} from './pasted-portraits.ts'
import { PRINT_TOOLS, type PrintToolName, SAVINGS, type Saving, savedAs, stretched } from './pasted-print.ts'

export interface PastedLook {
  readonly how: HonestName | ToolName
  readonly isHonest: boolean
  readonly look: PortraitLook
}

export interface PrintLook {
  readonly how: HonestName | 'stretched' | PrintToolName | 'nothing'
  /** Of what was forged, and of nothing. */
  readonly saving: Saving | undefined
  readonly failed: readonly string[]
}

/** No check of time is asked for. */
const TODAY = { day: 1, month: 6, year: 2026 }

/** In a picture of another size the page has other corners, and its lines are in pixels of the page as they were. */
const movedPage = (page: Page, corners: Quad): Page => ({ ...page, corners })

export type PortraitJobs = Awaited<ReturnType<typeof openJobs>>

export async function openJobs({ networksFolder }: JobSettings) {
  const networks = await openPageNetworks((name) => openNetwork(name, networksFolder))
  const pictured = async (bytes: Uint8Array, kind: Kind) => {
    const pixels = await pixelsOf(sharp(bytes).autoOrient())
    const page = (await locatePages(networks, pixels)).find(
      (one) => one.kind === kind && one.side === 'front',
    )
    const portrait = page && quadOf(page)
    return portrait && { pixels, page, portrait }
  }
  const readCard = async (bytes: Uint8Array, { kind, side }: PageClass) => {
    const pixels = await pixelsOf(sharp(bytes).autoOrient())
    const located = (await locatePages(networks, pixels)).find(
      (one) => one.kind === kind && one.side === side,
    )
    if (!located) return undefined
    const page = await readPage(networks, pixels, located, { lines: true, quality: true, codes: 'expected' })
    const { readings } = sideReadingOf(page, pixels, TODAY)
    const printed = readings.find(({ field, source }) => field === FIELDS.name.field && source === 'ocr')
    const code = page.codes.find(({ format }) => format === 'qr')
    const onto = ontoPicture(page, page.corners)
    const at = (corner: Quad[0]) => project(onto, corner)
    const [a, b, c, d] = code?.quad ?? []
    return {
      pixels,
      page,
      name: printed?.places[0],
      code: code && a && b && c && d && { text: code.text, quad: [at(a), at(b), at(c), at(d)] as Quad },
    }
  }
  /** The page as it was read, with what is seen of the forger's work. */
  const checksOn = (pixels: Pixels, page: Page): PrintLook['failed'] => {
    const placed = { ...page, ...lookInPlace(pixels, page, page, page) }
    const side = sideReadingOf(placed, pixels, TODAY)
    return inPlaceChecks(cardOf(page.kind, [side], TODAY))
      .filter(({ name, outcome }) => outcome !== 'passed' && name !== PORTRAIT_IN_PLACE)
      .map(({ name }) => name)
  }
  return {
    'look-at-print': async (input: {
      readonly bytes: Uint8Array
      readonly other: Uint8Array
      readonly page: PageClass
      readonly seed: number
    }): Promise<PrintLook[]> => {
      const [own, other] = [await readCard(input.bytes, input.page), await readCard(input.other, input.page)]
      if (!own || !other) return []
      const looks: PrintLook[] = []
      const add = (how: PrintLook['how'], saving: PrintLook['saving'], pixels: Pixels, corners: Quad) =>
        looks.push({ how, saving, failed: checksOn(pixels, movedPage(own.page, corners)) })
      for (const how of HONEST) {
        const { pixels, move } = await handled({ ...own, portrait: own.page.corners }, how, input.seed)
        add(how, undefined, pixels, move(own.page.corners))
      }
      add('stretched', undefined, await stretched(own.pixels), own.page.corners)
      const tools = (Object.keys(PRINT_TOOLS) as PrintToolName[]).map(async (how) => ({
        how,
        forged: await PRINT_TOOLS[how](own, other, seededDice(input.seed, 0x9a58)),
      }))
      const all = [...(await Promise.all(tools)), { how: 'nothing' as const, forged: own.pixels }]
      for (const { how, forged } of all)
        for (const saving of SAVINGS) {
          if (!forged) continue
          const { pixels, share } = await savedAs(forged, saving, input.seed)
          const moved = ({ x, y }: Quad[0]) => ({ x: share * x, y: share * y })
          const [a, b, c, d] = own.page.corners
          add(how, saving, pixels, [moved(a), moved(b), moved(c), moved(d)])
        }
      return looks
    },
    /** Nothing where the page or its portrait was not found. */
    'look-at-portraits': async (input: {
      readonly bytes: Uint8Array
      readonly other: Uint8Array
      readonly kind: Kind
      readonly seed: number
    }): Promise<PastedLook[]> => {
      const [own, card] = [await pictured(input.bytes, input.kind), await pictured(input.other, input.kind)]
      if (!own || !card) return []
      const looks: PastedLook[] = []
      const add = (how: PastedLook['how'], isHonest: boolean, pixels: Pixels, corners: Quad) => {
        const look = lookAtPortrait(pixels, { ...own.page, corners })
        if (look) looks.push({ how, isHonest, look })
      }
      for (const how of HONEST) {
        const { pixels, move } = await handled(own, how, input.seed)
        add(how, true, pixels, move(own.page.corners))
      }
      const file = Buffer.from(portraitOf(input.seed + 1, 'm').split(',')[1] ?? '', 'base64')
      for (const how of Object.keys(TOOLS) as ToolName[])
        add(how, false, await pasted(own, how, { file, card }, input.seed), own.page.corners)
      return looks
    },
  }
}

function quadOf({ kind, side, corners }: LocatedPage): Quad | undefined {
  const box = pageDefinition({ kind, side })?.portrait
  if (!box) return undefined
  const { x, y, width, height } = box
  const size = pageSize(kind, corners)
  const onto = ontoPicture(size, corners)
  const at = (across: number, down: number) =>
    project(onto, { x: across * size.width, y: down * size.height })
  return [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)]
}
