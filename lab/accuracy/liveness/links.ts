// Measures the similarity of two frames by the head's turn between them, for one person and for two.
import { hasFailed } from '../../../src/checks.ts'
import { samePerson } from '../../../src/liveness/same-person.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval, type Table } from '../../kit/table.ts'
import type { PersonFrames } from './people-frames.ts'

interface Link {
  readonly apartDegrees: number
  readonly cosine: number
  readonly holds: boolean
}

const BOUNDS = [0, 15, 25, 35, 45, 60, 180]

export function linkTable(people: readonly PersonFrames[], photos: readonly SeenFace[]): Table {
  const faces = people.map(({ frames }) => frames.map(({ face }) => face))
  const same = faces.flatMap((own) =>
    own.flatMap((face, i) => own.slice(i + 1).map((other) => linkOf(face, other))),
  )
  const strange = faces.flatMap((own, i) => [
    ...faces.slice(i + 1).flatMap((others) => linksBetween(own, others)),
    ...linksBetween(own, photos),
  ])
  const rows = BOUNDS.slice(1).map((to, i) => {
    const from = BOUNDS[i] ?? 0
    const within = (links: readonly Link[]) =>
      links.filter(({ apartDegrees }) => apartDegrees >= from && apartDegrees < to)
    return {
      name: to === 180 ? `${from} and more` : `${from} to ${to}`,
      own: within(same),
      other: within(strange),
    }
  })
  return {
    title: 'Links between two frames, by degrees apart',
    columns: [
      'degrees apart',
      'one person: number',
      'cosine: least, 5 %, median',
      'that hold',
      'two people: number',
      'cosine: median, 99 %, 99.9 %, most',
      'that hold',
    ],
    rows: rows.map(({ name, own, other }) => [
      name,
      own.length,
      cosines(own, [0, 0.05, 0.5]),
      percentWithInterval(proportionOf(own, ({ holds }) => holds)),
      other.length,
      cosines(other, [0.5, 0.99, 0.999, 1]),
      percentWithInterval(
        proportionOf(other, ({ holds }) => holds),
        2,
      ),
    ]),
    note: 'Two people: frames of two who turn their heads, and frames of each of them against photographs of LFW.',
  }
}

const cosines = (links: readonly Link[], shares: readonly number[]): string =>
  shares
    .map((share) =>
      quantile(
        links.map(({ cosine }) => cosine),
        share,
      ).toFixed(2),
    )
    .join(', ')

const linksBetween = (own: readonly SeenFace[], others: readonly SeenFace[]): Link[] =>
  own.flatMap((face) => others.map((other) => linkOf(face, other)))

function linkOf(one: SeenFace, other: SeenFace): Link {
  const check = samePerson([one, other])
  return {
    apartDegrees: Math.hypot(
      one.angles.yawDegrees - other.angles.yawDegrees,
      one.angles.pitchDegrees - other.angles.pitchDegrees,
    ),
    cosine: check.score,
    holds: !hasFailed(check),
  }
}
