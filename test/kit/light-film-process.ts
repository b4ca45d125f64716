// Renders a light session of a person who does not exist, in a process of its own, because the test runner makes such loops slow.
import { drawSession, type RenderedFrame, renderSession } from '../../specimens/light/render-session.ts'
import { specimenPortrait } from '../../specimens/light/specimen-portrait.ts'
import type { LightStep } from '../../src/liveness/light/plan.ts'

export interface LightOrder {
  readonly framesPerSecond: number
  readonly sequence: readonly LightStep[]
  readonly screenNits: number
}

export type LightFilm = readonly Pick<RenderedFrame, 'jpeg' | 'takenAtMs' | 'shown' | 'shownSinceMs'>[]

const SEED = 3

process.on('message', async ({ sequence, screenNits, framesPerSecond }: LightOrder) => {
  const drawn = drawSession(specimenPortrait(SEED), sequence, SEED, { screenNits })
  const ambient = { ...drawn.ambient, lux: 60 }
  const framing = { ...drawn.framing, width: 240, height: 320 }
  const camera = { ...drawn.camera, framesPerSecond, jitterMs: 0 }
  const frames = await renderSession({ ...drawn, ambient, framing, camera })
  process.send?.(frames satisfies LightFilm)
})
process.on('disconnect', () => process.exit(0))
