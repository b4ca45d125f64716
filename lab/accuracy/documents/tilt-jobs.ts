// Defines the job of the workers that draw a card photographed flat and tilted, find it in both pictures, and compare them.
import sharp from 'sharp'
import { type Holder, tiltedPair } from '../../../specimens/kit/photographs/tilted-cards.ts'
import { type Kind, kindDefinition } from '../../../src/documents/kinds/kinds.ts'
import { locatePages } from '../../../src/documents/pages/locate.ts'
import { openPageNetworks } from '../../../src/documents/pages/networks.ts'
import { ontoPicture, pageSize } from '../../../src/documents/pages/straighten.ts'
import { degreesApart } from '../../../src/documents/pages/tilt.ts'
import { lookAtPair, type PairLook } from '../../../src/documents/pages/tilted-pair.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import { judgePage } from '../../../src/models/page-judge.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { pixelsOf } from './pasted-portraits.ts'

export type TiltJobs = Awaited<ReturnType<typeof openJobs>>

export interface TiltLook extends PairLook {
  readonly degrees: number
  /** Of the two pictures, the higher one. */
  readonly recapture: number
}

export async function openJobs({ networksFolder }: JobSettings) {
  const networks = await openPageNetworks((name) => openNetwork(name, networksFolder))
  return {
    /** Undefined where the card is not found in both pictures. */
    'look-at-tilt': async (input: {
      readonly kind: Kind
      readonly seed: number
      readonly holder: Holder
    }): Promise<TiltLook | undefined> => {
      sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
      const found = []
      for (const { bytes } of await tiltedPair(input.kind, input.seed, input.holder)) {
        const pixels = await pixelsOf(sharp(bytes).autoOrient())
        const pages = await locatePages(networks, pixels)
        const corners = pages.find(({ kind, side }) => kind === input.kind && side === 'front')?.corners
        if (!corners) return undefined
        const size = pageSize(input.kind, corners)
        const { recapture } = await judgePage(networks.judge, pixels, ontoPicture(size, corners), size)
        found.push({ pixels, corners, size, recapture })
      }
      const [one, other] = found
      if (!one || !other) return undefined
      return {
        ...lookAtPair(one, other, kindDefinition(input.kind)),
        degrees: degreesApart(
          { ...one.pixels, corners: one.corners },
          { ...other.pixels, corners: other.corners },
        ),
        recapture: Math.max(one.recapture, other.recapture),
      }
    },
  }
}
