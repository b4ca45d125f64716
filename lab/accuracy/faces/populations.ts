// Measures strangers inside one population: how many the default lets in, and what a stricter default would cost.
import { cosineAt, cosineOfPercent } from '../../../src/faces/similarity.ts'
import { readPopulations } from '../../kit/datasets/faces.ts'
import { splitHalves } from '../../kit/datasets/halves.ts'
import type { Context, Report } from '../../kit/report.ts'
import { percentWithInterval } from '../../kit/table.ts'
import type { FacesCrew } from './jobs.ts'
import { observe } from './observe-files.ts'
import { compareAll, lfwHalves, type Photo } from './people.ts'
import { falseAccepts, falseRejects } from './person-bootstrap.ts'

const FIRM = { percent: 80, rate: 1e-4 }
/** Of one country, most of its operators' customers are such a population. */
const TARGET = { set: 'east-asian', rate: 2e-4, refused: 0.02 }
const PERCENTS = [80, 82, 84, 85, 86, 88, 90] as const

/** The strictness is chosen on half of the people of LFW and of the set, and reported on the other half. */
export async function evaluatePopulations(context: Context, crew: FacesCrew): Promise<Report> {
  const lfw = await lfwHalves(context, crew)
  const photos = await observePopulations(context, crew)
  const setOf = ({ person }: Photo) => person.split(' ')[0] ?? ''
  const sets = [...Map.groupBy(photos, setOf)]
  const target = splitHalves(
    photos.filter((photo) => setOf(photo) === TARGET.set),
    ({ person }) => person,
  )
  const chosen = cosineWithout(compareAll(target.tune).impostors.cosines)
  const report = compareAll(lfw.report)
  const columns = [
    'sim',
    'cosine',
    'LFW: FAR (95 %)',
    'FRR (95 %)',
    ...sets.map(([name]) => `${name}: FAR (95 %)`),
  ]
  const compared = sets.map(([, own]) => compareAll(own))
  const rows = PERCENTS.map((percent) => {
    const cosine = cosineOfPercent(percent)
    const far = (comparisons: Parameters<typeof falseAccepts>[0]) => {
      const { value, low, high, count } = falseAccepts(comparisons, cosine)
      return `${rate(value)} (${rate(low)} to ${rate(high)}), ${count} pairs`
    }
    const refused = percentWithInterval(falseRejects(report, cosine))
    return [percent, cosine.toFixed(3), far(report), refused, ...compared.map(far)]
  })
  const east = compared[sets.findIndex(([name]) => name === TARGET.set)]
  const held = compareAll(target.report)
  return {
    tables: [
      {
        title: `Strangers inside one population: ${sets.map(([name, own]) => `${name} ${new Set(own.map(({ person }) => person)).size} people, ${own.length} photos`).join('; ')}`,
        columns,
        rows,
        note: `On half of ${TARGET.set} nobody is taken for another from cosine ${chosen.toFixed(3)} on: at it the other half has a FAR of ${rate(falseAccepts(held, chosen).value)}, and LFW an FRR of ${percentWithInterval(falseRejects(report, chosen))}.`,
      },
    ],
    plots: [],
    figures: { populations: { chosen, rows } },
    targets: [
      {
        name: 'lfw-far-at-default',
        value: falseAccepts(report, cosineAt(FIRM.rate)).value,
        bound: FIRM.rate,
        good: 'at most',
      },
      {
        name: `${TARGET.set}-far-at-default`,
        value: east ? falseAccepts(east, cosineAt(FIRM.rate)).value : 1,
        bound: TARGET.rate,
        good: 'at most',
      },
      {
        name: 'lfw-frr-at-default',
        value: falseRejects(report, cosineAt(FIRM.rate)).value,
        bound: TARGET.refused,
        good: 'at most',
      },
    ],
  }
}

/** Just above the pair of strangers that are most alike. */
const cosineWithout = (cosines: readonly number[]): number =>
  cosines.reduce((most, value) => Math.max(most, value), -1) + 1e-6

async function observePopulations(context: Context, crew: FacesCrew): Promise<Photo[]> {
  const all = context.sample(await readPopulations(context.data))
  const ask = { search: 'frame', closely: 1, vector: true } as const
  const seen = await observe(crew, 'populations', all, ({ file }) => file, ask)
  return seen.flatMap(({ item, faces: [face] }) =>
    face?.vector ? [{ file: item.file, person: item.person, vector: face.vector, box: face.box }] : [],
  )
}

const rate = (value: number): string =>
  value >= 0.001 || value === 0 ? String(Number(value.toPrecision(2))) : value.toExponential(1)
