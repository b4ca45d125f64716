// Measures how many well lit photographs would be refused for their light.
import { hasFailed } from '../../../src/checks.ts'
import type { Frame, SeenFrame } from '../../../src/liveness/frame.ts'
import { wellLit } from '../../../src/liveness/well-lit.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'
import { observeHeadTurns, observeLfw, observeSmiles } from './observe-frames.ts'

export async function evaluateWellLit(context: Context, crew: LivenessCrew): Promise<Report> {
  const sets = [
    { name: 'LFW', seen: await observeLfw(context, crew) },
    { name: 'GENKI-4K', seen: await observeSmiles(context, crew) },
    { name: 'head turns', seen: await observeHeadTurns(context, crew) },
  ].map(({ name, seen }) => {
    const frames = seen.map(({ frame }) => frame).filter(({ face }) => face !== undefined)
    const failed = frames.map((frame) =>
      wellLit([asFrame(frame)])
        .checks()
        .filter(hasFailed),
    )
    return { name, failed, refused: proportionOf(failed, (checks) => checks.length > 0) }
  })
  return {
    tables: [
      {
        title: 'Photographs refused for their light',
        columns: ['photographs', 'number', 'refused', 'for'],
        rows: sets.map(({ name, failed, refused }) => [
          name,
          failed.length,
          percentWithInterval(refused),
          [...Map.groupBy(failed.flat(), (check) => check.name)]
            .map(([check, all]) => `${check} ${all.length}`)
            .join(', '),
        ]),
        note: 'Each alone; a challenge judges the median of its frames. No set here is labelled as too dark or too bright.',
      },
    ],
    plots: [],
    figures: { wellLit: Object.fromEntries(sets.map(({ name, refused }) => [name, refused])) },
    targets: [],
  }
}

const asFrame = (frame: SeenFrame): Frame => ({
  ...frame,
  id: '',
  task: 'keep-face-ahead',
  takenAtMs: 0,
  receivedAtMs: 0,
})
