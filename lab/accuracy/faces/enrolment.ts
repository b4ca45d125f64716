// Measures which photos are accepted as reference photos: ordinary ones should be, turned and masked ones should not.
import { judgeQuality } from '../../../src/faces/collections/quality.ts'
import { askOfReference } from '../../../src/faces/portrait.ts'
import { lfwPhotos, readLfwPairs } from '../../kit/datasets/faces.ts'
import { readHeadTurns, readOcclusions, readSmiles } from '../../kit/datasets/liveness.ts'
import { type Context, type Report, sampleOf } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import type { FacesCrew } from './jobs.ts'
import { observe } from './observe-files.ts'

/** Detecting what covers a face takes longer than all the rest. */
const MOST_OF_A_SET = 150

export async function evaluateEnrolment(context: Context, crew: FacesCrew): Promise<Report> {
  const turns = await readHeadTurns(context.data)
  const covered = await readOcclusions(context.data)
  const only = (cover: string) => covered.filter((one) => one.cover === cover).map(({ file }) => file)
  const sets = [
    { name: 'LFW', files: lfwPhotos(await readLfwPairs(context.data)) },
    { name: 'GENKI-4K', files: (await readSmiles(context.data)).map(({ file }) => file) },
    {
      name: 'heads held straight',
      files: turns.filter(({ pose }) => pose === 'front').map(({ file }) => file),
    },
    {
      name: 'heads turned away',
      files: turns.filter(({ pose }) => pose !== 'front').map(({ file }) => file),
    },
    { name: 'bare faces', files: only('none') },
    { name: 'faces with glasses', files: only('glasses') },
    { name: 'faces behind masks', files: only('mask') },
  ]
  const judged = []
  for (const { name, files } of sets) {
    const sample = sampleOf(files, Math.min(context.limit ?? MOST_OF_A_SET, MOST_OF_A_SET))
    const seen = await observe(crew, name, sample, (file) => file, askOfReference)
    const found = seen.flatMap(({ faces: [face] }) => (face ? [judgeQuality(face)] : []))
    judged.push({ name, seen, found })
  }
  return {
    tables: [
      {
        title: 'Reference photos',
        columns: ['photos', 'face found', 'accepted', 'refused for'],
        rows: judged.map(({ name, seen, found }) => [
          name,
          countOf(proportionOf(seen, ({ faces: [face] }) => face !== undefined)),
          percentWithInterval(proportionOf(found, ({ code }) => code === undefined)),
          reasons(found.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'failed'))),
        ]),
        note: `Up to ${MOST_OF_A_SET} of each set. A photo may be refused for several reasons.`,
      },
    ],
    plots: [],
    figures: {
      enrolment: judged.map(({ name, found }) => ({
        name,
        accepted: proportionOf(found, ({ code }) => code === undefined),
      })),
    },
    targets: [],
  }
}

function reasons(failed: readonly { readonly name: string }[]): string {
  const counts = Map.groupBy(failed, ({ name }) => name)
  return [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, all]) => `${name} ${all.length}`)
    .join(', ')
}
