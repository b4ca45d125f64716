// Defines the worker jobs of the light evaluation: render a session and observe its frames, and measure how the face answered.
import { writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import type { Portrait } from '../../../specimens/light/lit-scene.ts'
import {
  drawSession,
  type LightSession,
  litMaps,
  type RenderedFrame,
  renderSession,
} from '../../../specimens/light/render-session.ts'
import { seededRandom } from '../../../specimens/random.ts'
import type { JobSettings } from '../../../src/jobs.ts'
import type { LightAnswer, LightSession as SeenSession } from '../../../src/liveness/light/answer.ts'
import { measureLight } from '../../../src/liveness/light/measure.ts'
import { drawSequence, type LightStep } from '../../../src/liveness/light/plan.ts'
import { openNetwork } from '../../../src/models/session.ts'
import { type FaceNetworks, openFaceNetworks } from '../../../src/vision/networks.ts'
import type { Crew } from '../../kit/parallel.ts'
import { type AttackName, renderAttack } from '../../redteam/light/attacks.ts'
import { type LightPerson, portraitOfPerson, type Tone, toneOf } from '../../redteam/light/people.ts'
import { readLight, seeLight } from '../../redteam/light/see-light.ts'
import { renderStranger } from '../../redteam/light/stranger.ts'

export type LightJobs = Awaited<ReturnType<typeof openLightJobs>>
export type LightCrew = Crew<LightJobs>

export type SessionKind = 'honest' | 'stranger' | AttackName

export interface LightTrial {
  readonly kind: SessionKind
  readonly person: LightPerson
  readonly seed: number
  /** Whether zones are read at the mesh of the renderer, in place of the one found in each frame. */
  readonly isTrueMesh: boolean
}

export interface SeenTrial {
  readonly tone: Tone
  readonly lux: number
  readonly distanceMm: number
  /** Frames that were sent, and those in which a face was found. */
  readonly sent: number
  readonly session: SeenSession
}

export interface Measured {
  readonly answer: LightAnswer
  /** Time on a processor, which does not grow with what else runs. */
  readonly cpuMs: number
}

/** The sequence that the server would have drawn with these dice. */
export function sequenceOf(seed: number): LightStep[] {
  const random = seededRandom(seed)
  return drawSequence((least, most) => least + random.below(most - least + 1))
}

/** Another sequence for the same person: seeds of trials are multiples of 1,000. */
const OTHER = 500

async function openLightJobs({ networksFolder }: JobSettings) {
  const networks = await openFaceNetworks((name) => openNetwork(name, networksFolder))
  return {
    /** What was seen goes to the file: undefined where no picture of the person shows a face that looks ahead. */
    'see-light-trial': async ({ trial, file }: { trial: LightTrial; file: string }): Promise<void> => {
      const portrait = await portraitOfPerson(networks, trial.person)
      writeFileSync(file, serialize(portrait && (await seenTrial(networks, portrait, trial))))
    },
    'measure-light': (session: SeenSession): Measured => {
      const before = process.cpuUsage()
      const answer = measureLight(session)
      const { user, system } = process.cpuUsage(before)
      return { answer, cpuMs: (user + system) / 1000 }
    },
  }
}

async function seenTrial(
  networks: FaceNetworks,
  portrait: Portrait,
  { kind, seed, isTrueMesh }: LightTrial,
): Promise<SeenTrial> {
  const sequence = sequenceOf(seed)
  const session = drawSession(portrait, sequence, seed)
  const frames = await framesOf(kind, session)
  return {
    tone: toneOf(litMaps(session).scene),
    lux: session.ambient.lux,
    distanceMm: session.distanceMm,
    sent: frames.length,
    session: await (isTrueMesh ? readLight(frames, sequence) : seeLight(networks, frames, sequence)),
  }
}

function framesOf(kind: SessionKind, session: LightSession): Promise<RenderedFrame[]> {
  if (kind === 'honest') return renderSession(session)
  if (kind === 'stranger')
    return renderStranger(session.portrait, session.sequence, session.seed, session.ambient.lux)
  return renderAttack(kind, session, { other: sequenceOf(session.seed + OTHER) })
}

export { openLightJobs as openJobs }
