// Measures identification: who is found in a gallery of LFW's people, and who is mistaken for one of them.
import { falseAcceptRate, identificationCosine } from '../../../src/faces/similarity.ts'
import type { Context, Report } from '../../kit/report.ts'
import { mean } from '../../kit/statistics/summary.ts'
import { percent, percentWithInterval } from '../../kit/table.ts'
import { type Probe, searchGallery } from './gallery-search.ts'
import type { FacesCrew } from './jobs.ts'
import { compareAll, lfwHalves, type Photo } from './people.ts'
import { estimate, falseRejects, type Share } from './person-bootstrap.ts'

const GALLERIES = 10
/** This share of the people with a single photo is enrolled too; the others are not in the gallery. */
const ENROLLED_SHARE = 0.4
const FALSE_POSITIVES = 0.01
const SIZES = [100, 1_000, 10_000, 1_000_000, 100_000_000]

export async function evaluateIdentification(context: Context, crew: FacesCrew): Promise<Report> {
  const { tune, report } = await lfwHalves(context, crew)
  const sets = [
    { name: 'all people', ...searched([...tune, ...report]) },
    { name: 'people not fitted on', ...searched(report) },
  ]
  const [all] = sets
  const pairs = compareAll(report)
  const sizes = SIZES.map((faces) => {
    const cosine = identificationCosine(faces, FALSE_POSITIVES)
    return { faces, cosine, rate: falseAcceptRate(cosine), missed: falseRejects(pairs, cosine) }
  })
  return {
    tables: [
      {
        title: `One against many on LFW, ${GALLERIES} galleries each`,
        columns: ['figure (95 %)', ...sets.map(({ name }) => name)],
        rows: [
          ['faces in the gallery', ...sets.map(({ faces }) => String(faces))],
          ['people known, their photos', ...sets.map(({ known }) => counts(known))],
          ['strangers, their photos', ...sets.map(({ unknown }) => counts(unknown))],
          ['rank 1', ...sets.map(({ rankOne }) => percentWithInterval(rankOne))],
          ['TPIR at FPIR 1 %', ...sets.map(({ atMeasured }) => percentWithInterval(atMeasured.found))],
          ['its cosine, measured', ...sets.map(({ atMeasured }) => atMeasured.cosine.toFixed(3))],
          ['our rule: cosine', ...sets.map(({ atRule }) => atRule.cosine.toFixed(3))],
          ['our rule: FPIR', ...sets.map(({ atRule }) => percentWithInterval(atRule.mistaken, 2))],
          ['our rule: TPIR', ...sets.map(({ atRule }) => percentWithInterval(atRule.found))],
        ],
        note: `Each gallery has one photo of everybody who has two or more, and of ${percent(ENROLLED_SHARE, 0)} of those who have one. TPIR: at rank 1 and from the cosine up. Intervals by drawing people again.`,
      },
      {
        title: 'What larger galleries cost by our rule: people not fitted on, one photo against one',
        columns: ['faces', 'cosine', 'false accept rate of each', 'same person missed (95 %)'],
        rows: sizes.map(({ faces, cosine, rate, missed }) => [
          faces.toLocaleString('en'),
          cosine.toFixed(3),
          rate.toExponential(1),
          percentWithInterval(missed),
        ]),
        note: 'Nothing so large was searched: false accept rates below 1e-5 are those of the fitted curve.',
      },
    ],
    plots: [],
    figures: { identification: { sets: sets.map(({ known, unknown, ...figures }) => figures), sizes } },
    targets: [
      { name: 'identification-rank-1', value: all?.rankOne.value ?? 0, bound: 0.97, good: 'at least' },
      {
        name: 'identification-tpir-at-fpir-1',
        value: all?.atMeasured.found.value ?? 0,
        bound: 0.95,
        good: 'at least',
      },
    ],
  }
}

function searched(photos: readonly Photo[]) {
  const galleries = Array.from({ length: GALLERIES }, (_, seed) =>
    searchGallery(photos, { seed: seed + 1, enrolledShare: ENROLLED_SHARE }),
  )
  const known = galleries.flatMap((gallery) => gallery.known)
  const unknown = galleries.flatMap((gallery) => gallery.unknown)
  const faces = galleries[0]?.faces ?? 0
  // Each gallery has its own threshold, because each has its own impostors.
  const measured = galleries.map((gallery) => thresholdFor(gallery.unknown))
  const isFoundFrom = (cosine: number) => (probe: Probe) => probe.isRight && probe.cosine >= cosine
  const rule = identificationCosine(faces, FALSE_POSITIVES)
  const passing = new Set(
    galleries.flatMap((gallery, i) => gallery.known.filter(isFoundFrom(measured[i] as number))),
  )
  return {
    faces,
    known,
    unknown,
    rankOne: shareOf(known, ({ isRight }) => isRight),
    atMeasured: { cosine: mean(measured), found: shareOf(known, (probe) => passing.has(probe)) },
    atRule: {
      cosine: rule,
      found: shareOf(known, isFoundFrom(rule)),
      mistaken: shareOf(unknown, ({ cosine }) => cosine >= rule),
    },
  }
}

/** The threshold is just above the impostors that are too many. */
function thresholdFor(impostors: readonly Probe[]): number {
  const falling = impostors.map(({ cosine }) => cosine).toSorted((a, b) => b - a)
  return (falling[Math.floor(FALSE_POSITIVES * falling.length)] ?? 1) + Number.EPSILON
}

function shareOf(probes: readonly Probe[], holds: (probe: Probe) => boolean): Share {
  const people = [...Map.groupBy(probes, ({ person }) => person).values()].map((own) => ({
    hits: own.filter(holds).length,
    total: own.length,
  }))
  const sum = (times: readonly number[], of: 'hits' | 'total') =>
    people.reduce((all, person, i) => all + (times[i] as number) * person[of], 0)
  const once = people.map(() => 1)
  return estimate(
    sum(once, 'hits'),
    sum(once, 'total'),
    people.length,
    (times) => sum(times, 'hits') / sum(times, 'total'),
  )
}

const counts = (probes: readonly Probe[]): string =>
  `${new Set(probes.map(({ person }) => person)).size}, ${Math.round(probes.length / GALLERIES)}`
