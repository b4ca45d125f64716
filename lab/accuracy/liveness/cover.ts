// Measures which faces a profile challenge refuses as covered: masks should be, bare faces and clear glasses should not.
import { hasFailed } from '../../../src/checks.ts'
import { askOfFrame, type Frame, type SeenFrame } from '../../../src/liveness/frame.ts'
import { verifyProfile } from '../../../src/liveness/profile/verify.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { lfwPhotos, readLfwPairs } from '../../kit/datasets/faces.ts'
import { covers, readHeadTurns, readOcclusions, readSmiles } from '../../kit/datasets/liveness.ts'
import { type Context, type Report, sampleOf } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'
import { observe } from './observe-frames.ts'
import { planFor } from './people-frames.ts'

/** Detecting what covers a face takes longer than all the rest. */
const MOST_OF_A_SET = 150

export async function evaluateCover(context: Context, crew: LivenessCrew): Promise<Report> {
  const covered = await readOcclusions(context.data)
  const straight = (await readHeadTurns(context.data)).filter(({ pose }) => pose === 'front')
  const sets = [
    ...covers.map((cover) => ({
      name: cover,
      files: covered.filter((one) => one.cover === cover).map(({ file }) => file),
    })),
    { name: 'LFW', files: lfwPhotos(await readLfwPairs(context.data)) },
    { name: 'GENKI-4K', files: (await readSmiles(context.data)).map(({ file }) => file) },
    { name: 'heads held straight', files: straight.map(({ file }) => file) },
  ]
  const judged = []
  for (const { name, files } of sets) {
    const sample = sampleOf(files, Math.min(context.limit ?? MOST_OF_A_SET, MOST_OF_A_SET))
    const seen = await observe(crew, `cover: ${name}`, sample, (file) => file, { ...askOfFrame, cover: true })
    const faces = seen.flatMap(({ frame }) => (frame.face ? [refusalsOf(frame, frame.face)] : []))
    const refused = proportionOf(faces, (names) => names.length > 0)
    judged.push({ name, seen, faces, refused })
  }
  return {
    tables: [
      {
        title: 'Faces refused as covered',
        columns: ['faces', 'found', 'refused', 'for'],
        rows: judged.map(({ name, seen, faces, refused }) => [
          name,
          `${faces.length}/${seen.length}`,
          `${percentWithInterval(refused)}, ${countOf(refused)}`,
          [...Map.groupBy(faces.flat(), (check) => check)]
            .map(([check, all]) => `${check} ${all.length}`)
            .join(', '),
        ]),
        note: `Up to ${MOST_OF_A_SET} of each set, each face alone, by the verdict of a challenge of one straight frame. A face that is not found is refused for that.`,
      },
    ],
    plots: [],
    figures: { cover: Object.fromEntries(judged.map(({ name, refused }) => [name, refused])) },
    targets: [],
  }
}

const WELL_LIT = { mean: 0.5, contrast: 0.5, darkShare: 0, brightShare: 0 }

/** The checks of the verdict that fail for a cover. Light and bystanders are judged before, so they are set to good values. */
function refusalsOf(seen: SeenFrame, face: SeenFace): string[] {
  const frame: Frame = {
    ...seen,
    people: 1,
    face: { ...face, light: { ...face.light, ...WELL_LIT } },
    id: '',
    task: 'keep-face-ahead',
    takenAtMs: 0,
    receivedAtMs: 0,
  }
  const ask = { frameShare: 1, threshold: 0, lifeMs: 1000, isMirrored: false }
  const { checks } = verifyProfile(
    planFor(seen),
    { frames: [frame], startedAtMs: 0, seenBeforeShare: 0 },
    ask,
  )
  return checks.filter((check) => hasFailed(check) && check.name.endsWith('-covered')).map(({ name }) => name)
}
