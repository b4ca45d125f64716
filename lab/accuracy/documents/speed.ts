// Measures the processor time of a picture from its bytes to its answer, in workers that never drew.

import type { Report } from '../../kit/report.ts'
import { median, quantile } from '../../kit/statistics/summary.ts'

import { readIdentity } from './identity.ts'
import { CARDS, PASSPORTS } from './plan.ts'
import type { Session } from './session.ts'

const bounds = [
  { name: 'card', kinds: CARDS, bound: 0.4 },
  { name: 'passport', kinds: PASSPORTS, bound: 0.5 },
] as const

export async function evaluateSpeed(session: Session): Promise<Report> {
  const rows: { name: string; bound: number; seconds: readonly number[] }[] = []
  for (const { name, kinds, bound } of bounds) {
    const answered = await readIdentity(session, kinds)
    const seconds = answered.flatMap(({ cpuMs }) => cpuMs.map((ms) => ms / 1000))
    rows.push({ name, bound, seconds })
  }
  return {
    tables: [
      {
        title: 'Processor time of one picture, from its bytes to its answer, in seconds',
        columns: ['what', 'pictures', 'median', '90 % within', '99 % within', 'at most'],
        rows: rows.map(({ name, bound, seconds }) => [
          name,
          seconds.length,
          median(seconds).toFixed(3),
          quantile(seconds, 0.9).toFixed(3),
          quantile(seconds, 0.99).toFixed(3),
          bound,
        ]),
        note: 'One thread, as the server runs. A machine with other work shows more; pages kept from an earlier run show what they cost then.',
      },
    ],
    plots: [],
    figures: {
      speed: Object.fromEntries(rows.map(({ name, seconds }) => [name, { medianSeconds: median(seconds) }])),
    },
    targets: rows.map(({ name, bound, seconds }) => ({
      name: `documents_${name}_seconds`,
      value: median(seconds),
      bound,
      good: 'at most',
    })),
  }
}
