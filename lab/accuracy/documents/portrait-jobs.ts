// Defines the jobs of the workers that paste portraits into photographs and look at them as the server does.
import sharp from 'sharp'
import { portraitOf } from '../../../specimens/documents/drawing/portrait.ts'
import { type Kind, pageDefinition } from '../../../src/documents/kinds/kinds.ts'
import { locatePages } from '../../../src/documents/pages/locate.ts'
import { openPageNetworks } from '../../../src/documents/pages/networks.ts'
import type { LocatedPage } from '../../../src/documents/pages/page.ts'
import { lookAtPortrait } from '../../../src/documents/pages/portrait.ts'
import type { PortraitLook } from '../../../src/documents/pages/portrait-look.ts'
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

export interface PastedLook {
  readonly how: HonestName | ToolName
  readonly isHonest: boolean
  readonly look: PortraitLook
}

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
  return {
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
