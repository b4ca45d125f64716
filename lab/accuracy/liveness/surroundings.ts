// Measures what the distance challenge's checks against one picture cost honest people: what surrounds them, the motion of their eyes, and fine detail.
import { actDistance } from '../../../specimens/liveness/acting.ts'
import { person } from '../../../specimens/person/person.ts'
import { type Check, hasFailed } from '../../../src/checks.ts'
import { askOfFrame, type FaceFrame, type SeenFrame } from '../../../src/liveness/frame.ts'
import { comparedFrames, detailForSize, eyesCheck } from '../../../src/liveness/one-picture.ts'
import { turnDegrees } from '../../../src/vision/head-angles.ts'
import { compareFrames } from '../../../src/vision/one-picture/compare.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import { atMost } from '../../kit/targets.ts'
import type { LivenessCrew } from './jobs.ts'
import { framesOf, observeHeadTurns } from './observe-frames.ts'

const MOST_PEOPLE = 24
/** Seeds of people whom nothing was looked at on. */
const FIRST_SEED = 401
/** What start answers for frames of 360 x 480 pixels. */
const STARTED = {
  image_width: 360,
  image_height: 480,
  normal_distance: { width: 252, height: 336 },
  far_distance: { width: 216, height: 288 },
  close_distance: { width: 270, height: 360 },
  task_order: { 'normal-distance': 2, 'far-distance': 2, 'close-distance': 2 },
}
const STRAIGHT_DEGREES = 14

interface Sitting {
  readonly name: string
  readonly frames: readonly SeenFrame[]
}

export async function evaluateSurroundings(context: Context, crew: LivenessCrew): Promise<Report> {
  const sets = [
    { name: 'rendered people, distance', sittings: await rendered(context, crew) },
    { name: 'head-turn people, straight frames', sittings: await straightFrames(context, crew) },
  ].map(({ name, sittings }) => ({ name, judged: sittings.map((sitting) => checksOn(sitting)) }))
  const rows = sets.map(({ name, judged }) => ({
    name,
    refused: proportionOf(judged, (checks) => checks.some(hasFailed)),
    background: scores(judged, 'background-stays'),
    eyes: scores(judged, 'eyes-own-motion'),
    detail: scores(judged, 'detail-for-size'),
  }))
  return {
    tables: [
      {
        title:
          'A background that stays, eyes that move of themselves, and detail that fits the size of the face',
        columns: ['people', 'number', 'refused', 'background', 'motion of the eyes', 'fine detail'],
        rows: rows.map(({ name, refused, background, eyes, detail }) => [
          name,
          refused.total,
          percentWithInterval(refused),
          range(background),
          range(eyes),
          range(detail),
        ]),
        note: 'Least, middle and largest. Nobody in the data comes closer to a camera: people are rendered, or held still. What puppets reach: npm run redteam -- --families distance.',
      },
    ],
    plots: [],
    figures: { surroundings: rows },
    targets: rows.map(({ name, refused }) =>
      atMost(
        name.startsWith('rendered')
          ? 'liveness-distance-rendered-refused'
          : 'liveness-distance-people-refused',
        100 * refused.value,
        name.startsWith('rendered') ? 2 : 5,
      ),
    ),
  }
}

async function rendered({ limit }: Context, crew: LivenessCrew): Promise<Sitting[]> {
  const seeds = Array.from({ length: Math.min(limit ?? MOST_PEOPLE, MOST_PEOPLE) }, (_, i) => FIRST_SEED + i)
  const items = seeds.flatMap((seed) =>
    actDistance(person(seed), STARTED, { room: seed }).map(({ scene }) => ({ seed, scene })),
  )
  const outcomes = await crew.run({
    label: 'rendered people who come closer',
    job: 'observe-person',
    items,
    inputOf: async (item) => ({ ...item, ask: { ...askOfFrame, surroundings: true } }),
  })
  const seen = framesOf(outcomes, ({ seed }) => `rendered person ${seed}`)
  return seeds.map((seed) => ({
    name: String(seed),
    frames: seen.filter(({ item }) => item.seed === seed).map(({ frame }) => frame),
  }))
}

async function straightFrames(context: Context, crew: LivenessCrew): Promise<Sitting[]> {
  const straight = (await observeHeadTurns(context, crew)).filter(
    ({ frame: { face } }) => face && turnDegrees(face.angles) <= STRAIGHT_DEGREES,
  )
  return [...Map.groupBy(straight, ({ item }) => item.video)].map(([name, own]) => ({
    name,
    frames: own.map(({ frame }) => frame),
  }))
}

function checksOn({ frames }: Sitting): Check[] {
  const faceFrames = frames.flatMap((frame, i): FaceFrame[] =>
    frame.face
      ? [{ ...frame, face: frame.face, id: String(i), task: '', takenAtMs: i, receivedAtMs: i }]
      : [],
  )
  return [...detailForSize(faceFrames), ...eyesCheck(compareFrames(comparedFrames(faceFrames)))]
}

const scores = (judged: readonly (readonly Check[])[], name: string): number[] =>
  judged.flatMap((checks) => checks.filter((check) => check.name === name).map(({ score }) => score))

function range(values: readonly number[]): string {
  if (values.length === 0) return '-'
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    .map((value) => (value ?? 0).toFixed(2))
    .join(', ')
}
