// Makes winks, because no set of real ones exists: rendered people, lids drawn shut, and eyes pasted from closed ones.
import { readFile } from 'node:fs/promises'
import type { Scene } from '../../../specimens/person/render.ts'
import { openEyes, winkOf } from '../../../src/liveness/profile/measures.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { type Context, sampleOf } from '../../kit/report.ts'
import type { EyeSide } from './eye-points.ts'
import type { LivenessCrew } from './jobs.ts'
import { askOfProfile, framesOf, observeHeadTurns, observeSmiles } from './observe-frames.ts'

/** A wink is measured against the same person's open eyes, and against usual ones. */
interface MadeWink {
  readonly kind: string
  readonly own: number
  readonly usual: number
}

const sides: readonly EyeSide[] = ['left', 'right']
const PEOPLE = 8
const PHOTOS = 120
/** The opening of an eye that is surely open, and of one that is surely not. */
const OPEN = 0.2
const SHUT = 0.17
/** GENKI-4K has profiles and small faces, in which an eye could not be shut by hand either. */
const MOST_YAW_DEGREES = 20
const LEAST_FACE_PIXELS = 70

const usual = openEyes([])

const measured = (kind: string, face: SeenFace, straight: SeenFace): MadeWink => ({
  kind,
  own: winkOf(face, openEyes([straight])),
  usual: winkOf(face, usual),
})

const isOpen = ({ expression }: SeenFace): boolean =>
  expression !== undefined && Math.min(expression.leftEye.openness, expression.rightEye.openness) >= OPEN

const isShut = ({ expression }: SeenFace): boolean =>
  expression !== undefined && Math.max(expression.leftEye.openness, expression.rightEye.openness) <= SHUT

/** Each person is rendered with open eyes first. */
export async function renderedWinks({ limit }: Context, crew: LivenessCrew): Promise<MadeWink[]> {
  const still: Scene = { width: 360, height: 480, distanceCm: 38 }
  const shut = (side: EyeSide, closed: number, rest: Partial<Scene> = {}): Scene => ({
    ...still,
    ...rest,
    ...(side === 'left' ? { leftEyeClosed: closed } : { rightEyeClosed: closed }),
  })
  const scenes = [
    { kind: 'open', scene: still },
    ...sides.flatMap((side) => [
      ...[0.6, 0.8, 1].map((closed) => ({ kind: `rendered, ${closed} shut`, scene: shut(side, closed) })),
      { kind: 'rendered, shut, turned a little', scene: shut(side, 1, { yawDegrees: 8, pitchDegrees: -6 }) },
    ]),
  ]
  const items = Array.from({ length: Math.min(limit ?? PEOPLE, PEOPLE) }, (_, i) => i + 1).flatMap((seed) =>
    scenes.map((one) => ({ ...one, seed })),
  )
  const outcomes = await crew.run({
    label: 'rendered winks',
    job: 'observe-person',
    items,
    inputOf: ({ seed, scene }) => ({ seed, scene, ask: askOfProfile }),
  })
  const seen = framesOf(outcomes, ({ seed, kind }) => `person ${seed}, ${kind}`)
  return [...Map.groupBy(seen, ({ item }) => item.seed).values()].flatMap(([open, ...winks]) =>
    winks.flatMap(({ item, frame }) =>
      open?.frame.face && frame.face ? [measured(item.kind, frame.face, open.frame.face)] : [],
    ),
  )
}

/** The photographs are of GENKI-4K with open eyes; one eye is drawn shut. */
export async function drawnWinks(context: Context, crew: LivenessCrew): Promise<MadeWink[]> {
  const open = (await observeSmiles(context, crew)).flatMap(({ item, frame: { face } }) =>
    face &&
    isOpen(face) &&
    Math.abs(face.angles.yawDegrees) <= MOST_YAW_DEGREES &&
    face.box.width >= LEAST_FACE_PIXELS
      ? [{ file: item.file, face }]
      : [],
  )
  const items = sampleOf(open, Math.min(context.limit ?? PHOTOS, PHOTOS)).flatMap((photo, i) =>
    [0.7, 1].map((closed) => ({ ...photo, closed, side: sides[i % 2] as EyeSide })),
  )
  const outcomes = await crew.run({
    label: 'eyes drawn shut',
    job: 'observe-shut-eye',
    items,
    inputOf: async ({ file, side, closed }) => ({
      bytes: await readFile(file),
      side,
      closed,
      ask: askOfProfile,
    }),
  })
  return framesOf(outcomes, ({ file }) => file).flatMap(({ item, frame: { face } }) =>
    face ? [measured(`drawn shut in photographs, ${item.closed}`, face, item.face)] : [],
  )
}

/** The frames are of videos with open eyes; one eye is taken from a frame of the same person with both shut. */
export async function pastedWinks(context: Context, crew: LivenessCrew): Promise<MadeWink[]> {
  const front = (await observeHeadTurns(context, crew)).flatMap(({ item, frame: { face } }) =>
    face && item.pose === 'front' ? [{ ...item, face }] : [],
  )
  const items = front
    .filter(({ face }) => isShut(face))
    .flatMap((from) =>
      front
        .filter(({ video, face }) => video === from.video && isOpen(face))
        .flatMap((into) => sides.map((side) => ({ from, into, side }))),
    )
  const outcomes = await crew.run({
    label: 'eyes laid in',
    job: 'observe-pasted-eye',
    items,
    inputOf: async ({ from, into, side }) => ({
      from: await readFile(from.file),
      into: await readFile(into.file),
      side,
      ask: askOfProfile,
    }),
  })
  return framesOf(outcomes, ({ into }) => into.file).flatMap(({ item, frame: { face } }) =>
    face ? [measured('shut eye of the same person laid in', face, item.into.face)] : [],
  )
}
