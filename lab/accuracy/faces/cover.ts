// Measures how well masks and glasses are distinguished from bare faces.
import { rowNamed } from '../../../src/models/manifest.ts'
import { type CoveredFace, covers, readOcclusions } from '../../kit/datasets/liveness.ts'
import { plotHistogram } from '../../kit/plots/histogram.ts'
import { plotRoc } from '../../kit/plots/roc.ts'
import type { Context, Report } from '../../kit/report.ts'
import { aucWithInterval } from '../../kit/statistics/auc.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import type { Scores } from '../../kit/statistics/roc.ts'
import { countOf, percentWithInterval, withInterval } from '../../kit/table.ts'
import type { FacesCrew } from './jobs.ts'
import { closeUp, type Observed, observe } from './observe-files.ts'

export async function evaluateCover(context: Context, crew: FacesCrew): Promise<Report> {
  const faces = context.sample(await readOcclusions(context.data))
  const seen = await observe(crew, 'covered faces', faces, ({ file }) => file, { ...closeUp, cover: true })
  const kinds = covers.map((cover) => {
    const own = seen.filter(({ item }) => item.cover === cover)
    const found = own.filter(({ faces: [face] }) => face !== undefined)
    return { cover, own, found }
  })
  const against = (zone: 'mouth' | 'eyes', cover: CoveredFace['cover']): Scores => ({
    positives: zoneOf(seen, zone, cover),
    negatives: zoneOf(seen, zone, 'none'),
  })
  const mask = against('mouth', 'mask')
  const glasses = against('eyes', 'glasses')
  const auc = { mask: aucWithInterval(mask), glasses: aucWithInterval(glasses) }
  const { thresholds } = rowNamed('face-parts')
  return {
    tables: [
      {
        title: 'Covered faces',
        columns: ['cover', 'face found', 'mouth hidden', 'eyes hidden'],
        rows: kinds.map(({ cover, own, found }) => [
          cover,
          countOf(proportionOf(own, ({ faces: [face] }) => face !== undefined)),
          percentWithInterval(proportionOf(found, ({ faces: [face] }) => hides(face, 'mouth'))),
          percentWithInterval(proportionOf(found, ({ faces: [face] }) => hides(face, 'eyes'))),
        ]),
        note: `AUC of masks against none: ${withInterval(auc.mask)}; of glasses and sunglasses against none: ${withInterval(auc.glasses)}. A face that is not found is refused for that reason, and has no part in these.`,
      },
    ],
    plots: [
      plotRoc({
        name: 'cover-roc',
        title: 'Covered faces',
        curves: [
          { name: 'mask against none', scores: mask },
          { name: 'glasses against none', scores: glasses },
        ],
      }),
      plotHistogram({
        name: 'cover-scores',
        title: 'How much of the mouth is hidden',
        label: 'share hidden',
        classes: covers.map((cover) => ({ name: cover, values: zoneOf(seen, 'mouth', cover) })),
        thresholds: [{ name: 'shipped', at: thresholds.mouth ?? 0.5 }],
      }),
    ],
    figures: {
      cover: { auc, counts: kinds.map(({ cover, own, found }) => [cover, own.length, found.length]) },
    },
    targets: [{ name: 'mask-auc', value: auc.mask.value, bound: 0.97, good: 'at least' }],
  }
}

type Face = Observed<CoveredFace>['faces'][number] | undefined

const hides = (face: Face, zone: 'mouth' | 'eyes'): boolean => face?.cover?.hidden.includes(zone) ?? false

const zoneOf = (
  seen: readonly Observed<CoveredFace>[],
  zone: 'mouth' | 'eyes',
  cover: CoveredFace['cover'],
): number[] =>
  seen
    .filter(({ item }) => item.cover === cover)
    .flatMap(({ faces: [face] }) => (face?.cover ? [face.cover.zones[zone]] : []))
