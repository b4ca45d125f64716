// Measures head pose on frames of people who turn their heads, and against angles that others measured.
import { headAngles } from '../../../src/vision/head-angles.ts'
import { type HeadTurn, poses, readHeadTurns, readSmiles } from '../../kit/datasets/liveness.ts'
import { plotScatter } from '../../kit/plots/scatter.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { meanAbsolute, quantile } from '../../kit/statistics/summary.ts'
import { countOf } from '../../kit/table.ts'
import type { FacesCrew } from './jobs.ts'
import { closeUp, type Observed, observe } from './observe-files.ts'

/** A head beyond these angles counts as turned. */
const TURNED = { yawDegrees: 18, pitchDegrees: 20 } as const

type Pose = HeadTurn['pose']

export async function evaluatePose(context: Context, crew: FacesCrew): Promise<Report> {
  const turns = context.sample(await readHeadTurns(context.data))
  const seen = await observe(crew, 'head turns', turns, ({ file }) => file, closeUp)
  const read = seen.map((frame) => ({ ...frame.item, found: poseOf(frame) }))
  const right = proportionOf(read, ({ pose, found }) => pose === found)
  const angles = await angleErrors(context, crew)
  return {
    tables: [
      {
        title: 'Head turns',
        columns: ['turned', 'right', 'read as something else'],
        rows: poses.map((pose) => {
          const own = read.filter((frame) => frame.pose === pose)
          const others = own.filter(({ found }) => found !== pose).map(({ found }) => found ?? 'no face')
          return [pose, countOf(proportionOf(own, ({ found }) => found === pose)), others.join(', ')]
        }),
        note: `A head counts as turned beyond ${TURNED.yawDegrees} degrees of yaw or ${TURNED.pitchDegrees} of pitch.`,
      },
      angles.table,
    ],
    plots: [
      plotScatter({
        name: 'head-turns',
        title: 'Head turns',
        xLabel: 'yaw found (degrees, + to the image right)',
        yLabel: 'pitch found (degrees, + up)',
        classes: poses.map((pose) => ({
          name: pose,
          points: seen
            .filter(({ item }) => item.pose === pose)
            .flatMap(({ faces: [face] }) =>
              face ? [{ x: face.angles.yawDegrees, y: face.angles.pitchDegrees }] : [],
            ),
        })),
        verticals: [-1, 1].map((side) => ({ name: '', at: side * TURNED.yawDegrees })),
        horizontals: [-1, 1].map((side) => ({ name: '', at: side * TURNED.pitchDegrees })),
      }),
      angles.plot,
    ],
    figures: { headTurns: right, angleErrors: angles.figures },
    targets: [{ name: 'head-turns-of-73', value: right.count, bound: turns.length, good: 'at least' }],
  }
}

function poseOf({ faces: [face] }: Observed<HeadTurn>): Pose | undefined {
  if (!face) return undefined
  const yaw = face.angles.yawDegrees / TURNED.yawDegrees
  const pitch = face.angles.pitchDegrees / TURNED.pitchDegrees
  if (Math.max(Math.abs(yaw), Math.abs(pitch)) < 1) return 'front'
  if (Math.abs(yaw) >= Math.abs(pitch)) return yaw > 0 ? 'image_right' : 'image_left'
  return pitch > 0 ? 'up' : 'down'
}

async function angleErrors(context: Context, crew: FacesCrew) {
  const labelled = context.sample(await readSmiles(context.data))
  const seen = await observe(crew, 'head angles', labelled, ({ file }) => file, closeUp)
  const both = seen.flatMap(({ item, faces: [face] }) =>
    face ? [{ known: item, found: headAngles(face.mesh) }] : [],
  )
  const names = ['yawDegrees', 'pitchDegrees', 'rollDegrees'] as const
  const rows = names.map((name) => {
    const errors = both.map(({ known, found }) => found[name] - known[name])
    const offset = quantile(errors, 0.5)
    return { name, offset, error: meanAbsolute(errors), spread: meanAbsolute(errors.map((e) => e - offset)) }
  })
  return {
    figures: rows,
    table: {
      title: `Head angles against those of GENKI-4K, ${both.length} faces`,
      columns: ['angle', 'mean error (degrees)', 'constant offset', 'mean error without it'],
      rows: rows.map(({ name, error, offset, spread }) => [
        name.replace('Degrees', ''),
        error.toFixed(1),
        offset.toFixed(1),
        spread.toFixed(1),
      ]),
      note: 'What counts as looking straight up or down is a convention: the offset of pitch is the difference of two.',
    },
    plot: plotScatter({
      name: 'head-angles',
      title: 'Yaw found against yaw known: GENKI-4K',
      xLabel: 'yaw known (degrees)',
      yLabel: 'yaw found (degrees)',
      classes: [
        {
          name: 'faces',
          points: both.map(({ known, found }) => ({ x: known.yawDegrees, y: found.yawDegrees })),
        },
      ],
      identity: true,
    }),
  }
}
